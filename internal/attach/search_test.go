package attach_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"rastro/internal/attach"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

// Files are found by how their names begin, and by their hash, by those who may see them, as long as
// the record lists them.
func TestAttackSearchOfPersonalFiles(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		b := newBench(t, d)
		id := b.create("S")
		yes, no := true, false
		var sums []string
		for _, up := range []attach.Upload{{Name: "Laudo L-100 José.geojson", Personal: &yes}, {Name: "Laudo L-100.geojson", Personal: &no}} {
			up.Body = bytes.NewReader(table(up.Name))
			file := b.receive(up)
			if _, err := b.app.Files.Attach(t.Context(), everybody, receipt, id, file, trace.AnyVersion, nil); err != nil {
				t.Fatal(err)
			}
			sums = append(sums, file.File.Sum)
		}
		find := func(by *trace.Key, text string) (names []string) {
			t.Helper()
			stores.Integrate(t, b.app)
			for behind := true; behind; {
				var err error
				if behind, err = b.app.Follow(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			groups, err := b.app.Find(t.Context(), by, text, 10)
			if err != nil {
				t.Fatal(err)
			}
			for _, g := range groups {
				for _, h := range g.Hits {
					names = append(names, strings.TrimSuffix(h.Text, ".geojson"))
				}
			}
			slices.Sort(names)
			return names
		}
		for _, c := range []struct {
			by   *trace.Key
			text string
			want []string
		}{
			{everybody, "laudo l-100", []string{"Laudo L-100", "Laudo L-100 José"}},
			{everybody, sums[0], []string{sums[0]}},
			{guest, "LAUDO", []string{"Laudo L-100", "Laudo L-100 José"}},
			{grader, "laudo l100", []string{"Laudo L-100"}},
			{grader, sums[0], nil},
			{stranger, "laudo", nil},
		} {
			if got := find(c.by, c.text); !slices.Equal(got, c.want) {
				t.Errorf("%s, %q: %q, want %q", c.by.Name, c.text, got, c.want)
			}
		}
		if _, err := b.app.Files.Detach(t.Context(), everybody, receipt, id, sums[1], trace.AnyVersion); err != nil {
			t.Fatal(err)
		}
		if got := find(everybody, "laudo l-100.geojson"); len(got) > 0 {
			t.Errorf("a file that was removed: %q", got)
		}
	})
}
