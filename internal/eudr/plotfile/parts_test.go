package plotfile

import (
	"crypto/sha256"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"rastro/internal/lineage"
)

// For any plots and limits: every plot is in exactly one part, ids and bytes are reproducible, and
// no part or statement exceeds a limit.
func TestPartsHoldTheLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limits := Limits{
			Bytes: rapid.IntRange(700, 6000).Draw(t, "bytes"), Producers: rapid.IntRange(1, 6).Draw(t, "producers"),
			StatementProducers: rapid.IntRange(1, 12).Draw(t, "in all"), StatementParts: rapid.IntRange(1, 4).Draw(t, "parts"),
		}
		limits.StatementProducers = max(limits.StatementProducers, limits.Producers)
		var plots []*lineage.OriginPlot
		distinct := map[string]bool{}
		for i := range rapid.IntRange(1, 60).Draw(t, "plots") {
			where, who := rapid.IntRange(0, 40).Draw(t, "where"), rapid.IntRange(0, 9).Draw(t, "who")
			plots = append(plots, planned(i+1, "geojson", square(where), lineage.Producer{Name: fmt.Sprintf("P%d", who), Country: "BR", Place: "x", Stated: true}))
			distinct[fmt.Sprint(where, who)] = true
		}
		whole := collected(limits, 0, plots...)
		if whole.Plots != len(distinct) || whole.Plots+whole.Repeated != len(plots) || len(whole.Placed) != len(plots) || !whole.Ready() {
			t.Fatalf("%d plots and %d repeated of %d, %d distinct", whole.Plots, whole.Repeated, len(plots), len(distinct))
		}
		seen := map[string]int{}
		type total struct{ bytes, producers, parts int }
		statements := map[int]total{}
		for i, part := range whole.Parts {
			r := collected(limits, part.Number, plots...)
			f := readPart(t, r.File)
			people := map[any]bool{}
			for _, feature := range f.Features {
				if seen[feature.ID] != 0 {
					t.Fatalf("%s is in parts %d and %d", feature.ID, seen[feature.ID], part.Number)
				}
				seen[feature.ID] = part.Number
				people[feature.Properties["ProducerName"]] = true
			}
			if part.Number != i+1 || part.Plots != len(f.Features) || part.Producers != len(people) || part.Bytes != len(r.File) || part.SHA256 != sha256.Sum256(r.File) {
				t.Fatalf("%+v is %d features, %d people, %d bytes", part, len(f.Features), len(people), len(r.File))
			}
			if part.Producers > limits.Producers {
				t.Fatalf("%+v over %+v", part, limits)
			}
			s := statements[part.Statement]
			statements[part.Statement] = total{s.bytes + part.Bytes, s.producers + part.Producers, s.parts + 1}
		}
		for n, s := range statements {
			if s.bytes > limits.Bytes || s.producers > limits.StatementProducers || s.parts > limits.StatementParts {
				t.Fatalf("statement %d: %+v over %+v", n, s, limits)
			}
		}
		for _, p := range whole.Placed {
			if p.Part == 0 || p.Repeats == "" && seen[p.ID] != p.Part || p.Repeats != "" && (seen[p.ID] != 0 || seen[p.Repeats] != p.Part) {
				t.Fatalf("%+v, in part %d", p, seen[p.ID])
			}
		}
	})
}

func readPart(t *rapid.T, text []byte) file {
	var f file
	if err := unmarshal(text, &f); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return f
}

// The real limits: a producer beyond a thousand begins a new part, one beyond ten thousand a new
// statement.
func TestTheEUsOwnLimits(t *testing.T) {
	c := NewCollector(EU, 0)
	for i := range 10_001 {
		if err := c.Add(planned(i+1, "geojson", square(i), lineage.Producer{Name: fmt.Sprintf("P%d", i), Country: "BR", Place: "x", Stated: true})); err != nil {
			t.Fatal(err)
		}
	}
	r := c.Finish(&lineage.Origin{})
	if len(r.Parts) != 11 || r.Producers != 10_001 {
		t.Fatalf("%d parts", len(r.Parts))
	}
	for i, p := range r.Parts {
		want := Part{Number: i + 1, Statement: 1, Plots: 1000, Producers: 1000}
		if i == 10 {
			want.Statement, want.Plots, want.Producers = 2, 1, 1
		}
		want.Bytes, want.SHA256 = p.Bytes, p.SHA256
		if p != want {
			t.Errorf("%+v, want %+v", p, want)
		}
	}
}
