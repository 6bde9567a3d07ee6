package record

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/lot"
)

// massTexts returns the texts of both corpora, whatever field they were typed in.
func massTexts(t *testing.T) []string {
	t.Helper()
	var all []string
	for _, name := range []string{"../../corpus/testdata/sentences.txt", "../../ptbr/testdata/corpus.txt"} {
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(file)) {
			if cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); len(cells) == 3 && line[0] != '#' {
				all = append(all, cells[2])
			}
		}
	}
	if len(all) < 1500 {
		t.Fatalf("%d texts, want 1500 or more", len(all))
	}
	return all
}

// lotField returns the field of a kind whose lot keeps all masses of its record.
func lotField(k *kind.Kind) string {
	for _, says := range []kind.LotMeaning{kind.LotProduced, kind.LotProcessed, kind.LotReceived, kind.LotShipped} {
		for i := range k.Fields {
			if k.Fields[i].Says == says {
				return k.Fields[i].Name
			}
		}
	}
	return ""
}

// counted returns the mass that the lot graph counts of a field.
func counted(k *kind.Kind, f *kind.Field, payload []byte) lot.Mass {
	rows := lot.Read(k, payload).Rows()
	if len(rows) == 0 {
		return lot.Mass{}
	}
	row := &rows[0]
	switch {
	case f.Says == kind.MassLost:
		return row.Lost
	case f.Says == kind.MassOut:
		return row.Out
	case row.In.State != lot.Unsaid:
		return row.In
	}
	return row.Kg
}

// The mass that a record reports as read is the mass that the lot graph counts. If the graph counts
// none, the record says so.
func TestMassShownIsMassCounted(t *testing.T) {
	texts, fields := massTexts(t), 0
	for _, k := range kind.All {
		for i := range k.Fields {
			f := &k.Fields[i]
			if f.Says != kind.MassIn && f.Says != kind.MassOut && f.Says != kind.MassLost || f.Shape == kind.Objects {
				continue
			}
			fields++
			for _, text := range texts {
				sameMass(t, k, f, text)
			}
		}
	}
	if fields < 7 {
		t.Errorf("%d fields of masses, want 7 or more", fields)
	}
}

func sameMass(t *testing.T, k *kind.Kind, f *kind.Field, text string) {
	t.Helper()
	payload, err := json.Marshal(map[string]any{lotField(k): "QX-1", f.Name: text})
	if err != nil {
		t.Fatal(err)
	}
	want := counted(k, f, payload)
	form := forms[k]
	shown := fact{field: &form.fields[form.index[f.Name]]}
	value, _ := json.Marshal(text)
	shown.take(string(value))
	if want.Known() && (!shown.read() || shown.value != want.Value) {
		t.Errorf("%s.%s %q: shows %g (%s), the graph counts %g", k.Name, f.Name, text, shown.value, shown.reading, want.Value)
	}
	var said []*finding.Finding
	graded := Grade(k, payload, 2025)
	for i := range graded.Findings {
		one := &graded.Findings[i]
		if slices.Contains([]*finding.Rule{unreadQuantity, ambiguousQuantity, bareQuantity, negativeQuantity}, one.Rule) {
			said = append(said, one)
		}
	}
	if unread := !want.Known() && want.State != lot.Unsaid; unread != (len(said) == 1) || len(said) > 1 {
		t.Errorf("%s.%s %q: the graph has %v, and the record says %d times that it does not count it", k.Name, f.Name, text, want, len(said))
	}
	for _, one := range said {
		if one.Rule != negativeQuantity && !strings.Contains(one.Message(lang.PT), "não entra nas somas") {
			t.Errorf("%s: %q does not say that the mass is not counted", one.Rule.ID, one.Message(lang.PT))
		}
	}
}
