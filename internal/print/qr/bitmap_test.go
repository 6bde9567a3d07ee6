package qr

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// drawing reads a square from rows of '#' and '.'.
func drawing(t *testing.T, rows ...string) *square {
	t.Helper()
	s := new(square)
	s.reset(len(rows))
	for y, row := range rows {
		if len(row) != len(rows) {
			t.Fatalf("row %d %q is %d wide, want %d", y, row, len(row), len(rows))
		}
		for x, c := range row {
			if c == '#' {
				s.set(x, y)
			}
		}
	}
	return s
}

// noise returns a random square in which long runs are as common as short ones.
func noise(r *rand.Rand, size int) *square {
	s := new(square)
	s.reset(size)
	for y := range size {
		for x := 0; x < size; {
			dark := r.IntN(2) == 0
			for n := r.IntN(9); n >= 0 && x < size; n-- {
				if dark {
					s.set(x, y)
				}
				x++
			}
		}
	}
	return s
}

func TestRun(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, size := range []int{1, 21, 55, 56, 57, 59, 60, 61, 64, 119, 120, 121, 124, 125, 177} {
		b := &noise(r, size).rows
		total := 0
		for y := range size {
			var got strings.Builder
			got.WriteString(strings.Repeat(".", quiet))
			line := b.line(y)
			for from, to, ok := run(line, 0); ok; from, to, ok = run(line, to) {
				got.WriteString(strings.Repeat(".", from-got.Len()))
				got.WriteString(strings.Repeat("#", to-from))
				total++
			}
			got.WriteString(strings.Repeat(".", quiet+size-got.Len()))
			for x := range size {
				if want := b.dark(x, y); (got.String()[quiet+x] == '#') != want {
					t.Fatalf("size %d row %d column %d: dark %v, want %v", size, y, x, !want, want)
				}
			}
		}
		if got := b.runs(); got != total {
			t.Errorf("size %d: runs() = %d, want %d", size, got, total)
		}
	}
}

func TestDarkOutside(t *testing.T) {
	s := drawing(t, "##", "##")
	for _, at := range [][2]int{{-1, 0}, {0, -1}, {2, 0}, {0, 2}, {-5, -5}, {1000, 1000}} {
		if s.rows.dark(at[0], at[1]) {
			t.Errorf("dark(%d, %d) outside the square", at[0], at[1])
		}
	}
}
