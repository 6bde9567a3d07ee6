package qr

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestPenalty(t *testing.T) {
	times := func(n int, row string) []string { return slices.Repeat([]string{row}, n) }
	tests := []struct {
		name          string
		rows          []string
		along, across int // N1 and N3 along the rows, along the columns
		block         int // N2
		balance       int // N4
	}{
		{"5 of 9 dark is 5.6 % off", []string{"#.#", ".#.", "#.#"}, 0, 0, 0, 10},
		{"8 of 16 dark", []string{"#.#.", ".#.#", "#.#.", ".#.#"}, 0, 0, 0, 0},
		{"four are no run, 3² blocks", times(4, "####"), 0, 0, 9 * 3, 100},
		{"five light, 5 runs of 3", times(5, "....."), 15, 15, 16 * 3, 100},
		{"five dark", times(5, "#####"), 15, 15, 16 * 3, 100},
		{"six, 6 runs of 4", times(6, "######"), 24, 24, 25 * 3, 100},
		{"runs that touch", append(times(5, "#####....."), times(5, ".....#####")...), 60, 60, 4 * 16 * 3, 0},
		{"stripes, 7 columns of 5; 4/7 dark", times(7, "#.#.#.#"), 0, 35, 0, 10},
		{"1 of 4 dark is 25 % off", []string{"#.", ".."}, 0, 0, 0, 50},
		{"1 block of 3", []string{"##.", "##.", "..#"}, 0, 0, 3, 10},
		{"9 of 20 rows dark is exactly 5 % off", slices.Concat(
			times(9, strings.Repeat("#", 20)), times(11, strings.Repeat(".", 20))),
			20 * (3 + 15), 20 * (3 + 4 + 3 + 6), (8*19 + 10*19) * 3, 10},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := drawing(t, tt.rows...)
			for _, rule := range []struct {
				name      string
				got, want int
			}{
				{"along rows", linePenalty(&s.rows), tt.along},
				{"along columns", linePenalty(&s.cols), tt.across},
				{"blocks", blockPenalty(&s.rows), tt.block},
				{"balance", balancePenalty(&s.rows), tt.balance},
				{"penalty", penalty(s), tt.along + tt.across + tt.block + tt.balance},
			} {
				if rule.got != rule.want {
					t.Errorf("%s: got %d, want %d", rule.name, rule.got, rule.want)
				}
			}
		})
	}
}

// Each line is in the middle of stripes, whose lines have no penalty.
func TestFinderPenalty(t *testing.T) {
	tests := []struct {
		line string
		want int
	}{
		{"#.###.#", 80}, // the quiet zone on both sides
		{"#.###.#.#", 40},
		{"#.#.###.#", 40},
		{"#....#.###.##", 0}, // 1:1:3:1:2
		{"##.###.#....#", 0},
		{"#....#.###.#.#", 40},
		{"#.#.###.#....#", 40},
		{"#....#.###.#....#", 80},
		{"#...#.###.#...#", 0},
		{"#.....#.###.#.#", 40 + 3}, // five light are a run as well
		{"#....#.####.#....#", 0},
		{"#....#..###.#....#", 0},
		{"#....#.##.#....#", 0},
		{"####.#...#.####", 0},         // light and dark changed
		{"#.###.#....#.###.#", 4 * 40}, // each with the light between, and an edge
		{"...#.###.#.#", 40},           // three light and the quiet zone
		{"##..######..##", 4},          // 2:2:6:2:2: only the run of six
	}
	for _, tt := range tests {
		t.Run(tt.line, func(t *testing.T) {
			size := len(tt.line)
			rows := slices.Repeat([]string{strings.Repeat("#.", size)[:size]}, size)
			rows[size/2] = tt.line
			s := drawing(t, rows...)
			if got := linePenalty(&s.rows); got != tt.want {
				t.Errorf("along rows: got %d, want %d", got, tt.want)
			}
			turned := new(square)
			turned.reset(size)
			for i := range size * size {
				if s.rows.dark(i%size, i/size) {
					turned.set(i/size, i%size)
				}
			}
			if got := linePenalty(&turned.cols); got != tt.want {
				t.Errorf("along columns: got %d, want %d", got, tt.want)
			}
		})
	}
}

// TestPenaltyAgainstReading compares with the rules read one module at a time,
// on sizes around the ends of words and on those of all versions.
func TestPenaltyAgainstReading(t *testing.T) {
	r := rand.New(rand.NewPCG(18004, 2015))
	sizes := []int{1, 2, 4, 5, 6, 55, 56, 57, 60, 63, 64, 65, 119, 120, 124, 128}
	for size := 21; size <= 177; size += 4 {
		sizes = append(sizes, size)
	}
	for _, size := range sizes {
		for range 1 + 100/size {
			s := noise(r, size)
			sow(r, s)
			if got, want := penalty(s), slowPenalty(&s.rows); got != want {
				t.Fatalf("size %d: penalty %d, want %d", size, got, want)
			}
		}
	}
}

// sow writes a finder pattern with light around it over every line, for noise
// hardly has any: along the rows, or along the columns.
func sow(r *rand.Rand, s *square) {
	const stamp = "....#.###.#...."
	size, alongRows := s.rows.size, r.IntN(2) == 0
	was := s.rows
	was.words = slices.Clone(was.words)
	s.reset(size)
	for y := range size {
		at := r.IntN(size+len(stamp)) - len(stamp)
		for x := range size {
			dark := was.dark(x, y)
			if i := x - at; 0 <= i && i < len(stamp) {
				dark = stamp[i] == '#'
			}
			switch {
			case dark && alongRows:
				s.set(x, y)
			case dark:
				s.set(y, x)
			}
		}
	}
}

func slowPenalty(b *bitmap) int {
	dark, p := 0, 0
	for y := range b.size {
		p += slowLine(b.size, func(x int) bool { return b.dark(x, y) })
		p += slowLine(b.size, func(x int) bool { return b.dark(y, x) })
		for x := range b.size {
			c := b.dark(x, y)
			if c {
				dark++
			}
			if x+1 < b.size && y+1 < b.size && c == b.dark(x+1, y) && c == b.dark(x, y+1) && c == b.dark(x+1, y+1) {
				p += 3
			}
		}
	}
	percent := 100 * float64(dark) / float64(b.size*b.size)
	for k := 5.0; k <= max(percent-50, 50-percent)+1e-9; k += 5 {
		p += 10
	}
	return p
}

// slowLine is N1 and N3 of one line, from the lengths of its runs. The first
// and the last run are light and hold the quiet zone, which N1 leaves out.
func slowLine(size int, dark func(int) bool) int {
	p, lengths := 0, []int{quiet}
	for x, last := 0, false; x < size; x++ {
		if c := dark(x); c != last {
			lengths, last = append(lengths, 0), c
		}
		lengths[len(lengths)-1]++
	}
	if len(lengths)%2 == 0 {
		lengths = append(lengths, 0)
	}
	lengths[len(lengths)-1] += quiet
	for i, n := range lengths {
		if i == 0 {
			n -= quiet
		}
		if i == len(lengths)-1 {
			n -= quiet
		}
		if n >= 5 {
			p += 3 + n - 5
		}
		if i%2 == 1 && i+5 < len(lengths) && slices.Equal(lengths[i:i+5], []int{1, 1, 3, 1, 1}) {
			if lengths[i-1] >= 4 {
				p += 40
			}
			if lengths[i+5] >= 4 {
				p += 40
			}
		}
	}
	return p
}
