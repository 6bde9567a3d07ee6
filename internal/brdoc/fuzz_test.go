package brdoc

import (
	"strings"
	"testing"
)

// For any input, scanning terminates and its result is consistent. Linear time follows from the
// scanner's limits; BenchmarkScanAdversarial shows it.
func FuzzScan(f *testing.F) {
	for _, list := range vectors {
		for _, v := range list {
			f.Add(v.in, uint64(All))
		}
	}
	for _, o := range ordinary {
		f.Add(o.texts[0], uint64(o.want))
	}
	for _, piece := range adversarial {
		f.Add(strings.Repeat(piece, 40), uint64(All))
	}
	f.Add(strings.Join(pieces, ""), uint64(All))
	f.Fuzz(func(t *testing.T, text string, want uint64) {
		if len(text) > 20_000 {
			return
		}
		ids := Scan(text, Set(want), thisYear)
		sound(t, text, Set(want), ids)
		if again := Scan(text, Set(want), thisYear); told(again) != told(ids) {
			t.Fatalf("%q: found %s, then %s", text, told(ids), told(again))
		}
		for _, id := range ids {
			if id.Masked() == id.Value && (id.Type.Personal() || id.Type.Secret()) {
				t.Fatalf("%q: %s is shown", text, id.Type)
			}
			ParseKey(id.Value)
			ParseRUC(id.Value)
			ParseCAR(id.Value)
			id.Year()
			id.Certain()
		}
		masked(t, text)
		for _, typ := range Set(want & uint64(All)).List() {
			once := Check(typ, text, thisYear)
			if twice := Check(typ, once.Value, thisYear); once.Valid && (!twice.Valid || twice.Value != once.Value) {
				t.Fatalf("%s %q: %+v, then %+v", typ, text, once, twice)
			}
		}
	})
}
