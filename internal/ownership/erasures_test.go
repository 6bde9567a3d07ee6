package ownership

import "testing"

// The standing of a code that one harvest claims costs about the same however much was erased. A
// store with 20 000 codes and 20 000 erasures once took seconds.
func TestErasuresAreNotScannedForEveryCode(t *testing.T) {
	const n = 20_000
	x := NewErasures()
	for i := range int64(n) {
		x.Erased(i, &Claim{ID: [16]byte{byte(i), byte(i >> 8)}, Since: i})
	}
	for i := range int64(n) {
		s := NewStanding(Code{Realm: Lots, Text: "L"}, x)
		s.At(i, i)
		if s.taken != int(i) {
			t.Fatalf("%d erasures came before place %d", s.taken, i)
		}
		s.End()
		if s.taken != n {
			t.Fatalf("%d erasures in all, want %d", s.taken, n)
		}
	}
	if most := n * 2 * 16; x.looked > most {
		t.Errorf("looked at %d steps for %d codes and %d erasures, want at most %d", x.looked, n, n, most)
	}
	// Versions without a place share one, and come in order of time.
	x = NewErasures()
	for i := range int64(4) {
		x.Erased(7, &Claim{Since: 10 * i})
	}
	if got := x.upTo(1, 7, 20); got != 2 {
		t.Errorf("upTo = %d, want 2", got)
	}
}
