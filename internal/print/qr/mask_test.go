package qr

import (
	"fmt"
	"strings"
	"testing"

	"rsc.io/qr/coding"
)

// TestBestMask builds every symbol a second time with the library alone, under
// each of its masks, and judges it by the slow reading of the rules.
func TestBestMask(t *testing.T) {
	chosen := map[int]int{}
	check := func(text string) {
		t.Helper()
		c, err := Encode(text)
		if err != nil {
			t.Fatalf("Encode(%q): %v", text, err)
		}
		best, lowest := -1, 0
		for m := range maskCount {
			b := planned(t, text, c.version, m)
			if m == c.mask {
				for y := range b.size {
					for x := range b.size {
						if got, want := c.Dark(x, y), b.dark(x, y); got != want {
							t.Fatalf("%q: module %d,%d dark %v, want %v", text, x, y, got, want)
						}
					}
				}
			}
			if p := slowPenalty(b); best < 0 || p < lowest {
				best, lowest = m, p
			}
		}
		if c.mask != best {
			t.Errorf("%q: mask %d, want %d with penalty %d", text, c.mask, best, lowest)
		}
		chosen[c.mask]++
	}
	for i := range 60 {
		check(fmt.Sprintf("https://rastro.example/v/%04d-9QXA-0TRE-%04d", i*i, 9999-i))
	}
	for _, n := range []int{1, 100, 200, 400, 900, byteMode.limit()} {
		check(strings.Repeat("e", n))
	}
	check("176") // two masks tie, and the first counts
	check("193")
	check("HELLO WORLD")
	if len(chosen) < 4 {
		t.Errorf("masks chosen: %v, want a choice to be seen", chosen)
	}
}

// planned returns the symbol the library draws.
func planned(t *testing.T, text string, v coding.Version, mask int) *bitmap {
	t.Helper()
	plan, err := coding.NewPlan(v, level, coding.Mask(mask))
	if err != nil {
		t.Fatal(err)
	}
	encoding := map[mode]coding.Encoding{
		numericMode: coding.Num(text), alphanumericMode: coding.Alpha(text), byteMode: coding.String(text),
	}[modeOf(text)]
	code, err := plan.Encode(encoding)
	if err != nil {
		t.Fatal(err)
	}
	b := new(bitmap)
	b.reset(code.Size)
	for y := range code.Size {
		for x := range code.Size {
			if code.Black(x, y) {
				b.set(x, y)
			}
		}
	}
	return b
}
