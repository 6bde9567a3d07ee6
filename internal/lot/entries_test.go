package lot

import (
	"fmt"
	"strings"
	"testing"

	"rastro/internal/kind"
)

// codes writes n codes that begin with a letter.
func codes(letter string, n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("%s%d", letter, i)
	}
	return strings.Join(list, ",")
}

// A record that puts every lot into every other one: when there are more edges than a record may
// have, that is reported, not silently dropped.
func TestAttackMoreLotsThanARecordMayLink(t *testing.T) {
	k := kind.ByPrefix(working)
	read := func(in, out int) *Reading {
		return Read(k, fmt.Appendf(nil, `{"loteEntrada":%q,"loteSaida":%q}`, codes("A", in), codes("B", out)))
	}
	if r := read(300, 300); r.TooMany() || r.Entries() != 300*300+600 {
		t.Errorf("300 lots into 300: %d entries, too many: %t", r.Entries(), r.TooMany())
	} else {
		for _, row := range r.Rows() {
			if len(row.Others) != 300 || row.Cut {
				t.Fatalf("%s has %d lots on the other side, cut %t", row.Lot, len(row.Others), row.Cut)
			}
		}
	}
	r := read(1000, 1000)
	if !r.TooMany() {
		t.Errorf("1000 lots into 1000 are not too many")
	}
	for _, row := range r.Rows() {
		if !row.Cut {
			t.Fatalf("%s is not said to be cut", row.Lot)
		}
		var again Fact
		if err := again.Decode(string(row.Append(nil))); err != nil || !again.Cut {
			t.Fatalf("stored, %s is cut: %t, %v", row.Lot, again.Cut, err)
		}
	}
	m := memory{}
	m.add(1, working, fmt.Sprintf(`{"loteEntrada":%q,"loteSaida":%q}`, codes("A", 1000), codes("B", 1000)))
	for direction, start := range map[Direction]string{Forward: "A999", Back: "B7"} {
		w := Walk{Direction: direction, Depth: -1, Source: source{m, 0}}
		if err := w.From([]string{start}, func(*Step) error { return nil }); err != ErrTooLarge {
			t.Errorf("a walk from %s: %v", start, err)
		}
	}
}
