package geo

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// ringOf makes a plot of a ring on a small grid of millionths of a degree, in
// the middle of Brazil.
func ringOf(t interface{ Fatalf(string, ...any) }, pts []pt) *Plot {
	raw := []byte{'['}
	for i, at := range pts {
		if i > 0 {
			raw = append(raw, ',')
		}
		raw = append6(append(append6(raw, at.x-55_720_000), ','), at.y-12_550_000)
	}
	p, err := Read(append(raw, ']'))
	if err != nil {
		t.Fatalf("Read(%s): %v", raw, err)
	}
	return p
}

func flaws(p *Plot) map[Code]flaw {
	var in inspector
	in.load(p, p.parts[0], 0, 1)
	found := map[Code]flaw{}
	for _, f := range in.inspect() {
		found[f.code] = f
	}
	return found
}

// relation returns what two sides of a ring have to do with each other, found in
// the plainest way.
func relation(pts []pt, a, b int) Code {
	n := len(pts)
	a1, a2, b1, b2 := pts[a], pts[(a+1)%n], pts[b], pts[(b+1)%n]
	s1, s2, s3, s4 := side(a1, a2, b1), side(a1, a2, b2), side(b1, b2, a1), side(b1, b2, a2)
	on := func(p, q, at pt) bool {
		return side(p, q, at) == 0 && min(p.x, q.x) <= at.x && at.x <= max(p.x, q.x) && min(p.y, q.y) <= at.y && at.y <= max(p.y, q.y)
	}
	adjacent := (a+1)%n == b || (b+1)%n == a
	switch {
	case s1 == 0 && s2 == 0:
		lo1, hi1, lo2, hi2 := a1, a2, b1, b2
		if hi1.before(lo1) {
			lo1, hi1 = hi1, lo1
		}
		if hi2.before(lo2) {
			lo2, hi2 = hi2, lo2
		}
		if lo1.before(hi2) && lo2.before(hi1) {
			return Folded
		}
	case s1*s2 < 0 && s3*s4 < 0:
		return Crossing
	}
	if adjacent || !on(a1, a2, b1) && !on(a1, a2, b2) && !on(b1, b2, a1) && !on(b1, b2, a2) {
		return ""
	}
	for _, c := range []struct{ side, vertex int }{{a, b}, {a, (b + 1) % n}, {b, a}, {b, (a + 1) % n}} {
		p, q := pts[c.side], pts[(c.side+1)%n]
		at := pts[c.vertex]
		last, next := pts[(c.vertex+n-1)%n], pts[(c.vertex+1)%n]
		if at != p && at != q && on(p, q, at) && side(p, q, last)*side(p, q, next) < 0 {
			return Crossing // through a vertex
		}
	}
	return Touching
}

// The sweep agrees with trying every pair of sides.
func TestSweepAgreesWithEveryPair(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.Int64Range(3, 12).Draw(t, "size")
		coordinate := rapid.Int64Range(0, size)
		n := rapid.IntRange(3, 14).Draw(t, "n")
		var pts []pt
		for range n {
			at := pt{coordinate.Draw(t, "x"), coordinate.Draw(t, "y")}
			if !slices.Contains(pts, at) {
				pts = append(pts, at)
			}
		}
		if len(pts) < 3 {
			return
		}
		found := flaws(ringOf(t, pts))
		worst := Code("")
		rank := map[Code]int{"": 0, Touching: 1, Crossing: 2, Folded: 2}
		for a := range pts {
			for b := range a {
				if r := relation(pts, a, b); rank[r] > rank[worst] {
					worst = r
				}
			}
		}
		crossing, crosses := found[Crossing]
		folded, folds := found[Folded]
		touching, touches := found[Touching]
		_, collapsed := found[Collapsed]
		if bad := crosses || folds || touches || collapsed; bad != (worst != "") {
			t.Fatalf("ring %v: found %v, want %q", pts, found, worst)
		}
		if rank[worst] == 2 && !(crosses || folds || collapsed) {
			t.Fatalf("ring %v: found %v, want %q", pts, found, worst)
		}
		for _, f := range []flaw{crossing, folded, touching} {
			if f.count > 0 && relation(pts, f.sides[0], f.sides[1]) == "" {
				t.Fatalf("ring %v: sides %v do not meet, and were named as %s", pts, f.sides, f.code)
			}
		}
	})
}

// With repeated positions, nothing that is wrong in itself is missed.
func TestSweepWithEqualPositions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		coordinate := rapid.Int64Range(0, 4)
		var pts []pt
		for range rapid.IntRange(3, 16).Draw(t, "n") {
			pts = append(pts, pt{coordinate.Draw(t, "x"), coordinate.Draw(t, "y")})
		}
		for pts[0] == pts[len(pts)-1] && len(pts) > 3 {
			pts = pts[:len(pts)-1]
		}
		found := flaws(ringOf(t, pts))
		distinct := map[pt]bool{}
		for _, at := range pts {
			distinct[at] = true
		}
		if _, again := found[EqualPoints]; again != (len(distinct) < len(pts)) && pts[0] != pts[len(pts)-1] {
			t.Fatalf("ring %v: found %v, of %d positions %d are different", pts, found, len(pts), len(distinct))
		}
		for a := range pts {
			for b := range a {
				if relation(pts, a, b) != "" && len(found) == 0 {
					t.Fatalf("ring %v: sides %d and %d meet, nothing found", pts, b, a)
				}
			}
		}
	})
}

func TestFlaws(t *testing.T) {
	for _, tc := range []struct {
		name   string
		ring   []pt
		code   Code
		vertex int
		sides  [2]int
		count  int
	}{
		{"bow tie", []pt{{0, 0}, {4, 4}, {4, 0}, {0, 4}}, Crossing, 0, [2]int{0, 2}, 1},
		{"upright bow tie", []pt{{0, 0}, {4, 0}, {0, 4}, {4, 4}}, Crossing, 1, [2]int{1, 3}, 1},
		{"eight through one vertex twice", []pt{{0, 0}, {2, 2}, {4, 4}, {4, 0}, {2, 2}, {0, 4}}, Crossing, 0, [2]int{0, 3}, 1},
		{"two triangles at a vertex", []pt{{0, 0}, {2, 2}, {4, 0}, {4, 4}, {2, 2}, {0, 4}}, Touching, 0, [2]int{0, 3}, 1},
		{"eight through a vertex on a side", []pt{{0, 0}, {4, 0}, {4, 4}, {2, 4}, {2, -2}, {0, -2}}, Crossing, 0, [2]int{0, 3}, 1},
		{"vertex on a side", []pt{{0, 0}, {4, 0}, {4, 4}, {2, 0}, {0, 4}}, Touching, 0, [2]int{0, 3}, 1},
		{"spike", []pt{{0, 0}, {4, 0}, {4, 4}, {4, 9}, {4, 4}, {0, 4}}, Folded, 3, [2]int{2, 3}, 1},
		{"shorter way back", []pt{{0, 0}, {4, 0}, {4, 9}, {4, 4}, {0, 4}}, Folded, 2, [2]int{1, 2}, 1},
		{"spike at the start", []pt{{9, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0}}, Folded, 0, [2]int{0, 4}, 1},
		{"two spikes", []pt{{0, 0}, {4, 0}, {4, 4}, {4, 9}, {4, 4}, {0, 4}, {0, 9}, {0, 4}}, Folded, 3, [2]int{2, 3}, 2},
		{"sides on one another", []pt{{0, 0}, {9, 0}, {9, 4}, {6, 4}, {6, 0}, {3, 0}, {3, 4}, {0, 4}}, Folded, 0, [2]int{0, 4}, 1},
		{"one line", []pt{{0, 0}, {4, 4}, {2, 2}, {3, 3}}, Collapsed, 0, [2]int{}, 1},
		{"one line upright", []pt{{0, 0}, {0, 4}, {0, 2}}, Collapsed, 0, [2]int{}, 1},
		{"position twice running", []pt{{0, 0}, {4, 0}, {4, 0}, {4, 4}}, EqualPoints, 2, [2]int{}, 1},
		{"sides counted past equal positions", []pt{{0, 0}, {0, 0}, {4, 4}, {4, 4}, {4, 0}, {0, 4}}, Crossing, 1, [2]int{1, 4}, 1},
		{"position twice", []pt{{0, 0}, {4, 0}, {2, 2}, {4, 4}, {0, 4}, {2, 2}}, EqualPoints, 5, [2]int{}, 1},
		{"position twice, touching", []pt{{0, 0}, {4, 0}, {2, 2}, {4, 4}, {0, 4}, {2, 2}}, Touching, 1, [2]int{1, 4}, 1},
	} {
		got, ok := flaws(ringOf(t, tc.ring))[tc.code]
		want := flaw{code: tc.code, vertex: tc.vertex, sides: tc.sides, count: tc.count, repeated: got.repeated}
		if !ok || got != want {
			t.Errorf("%s %v: %+v, want %+v", tc.name, tc.ring, flaws(ringOf(t, tc.ring)), want)
		}
	}
	for _, ring := range [][]pt{
		{{0, 0}, {4, 0}, {4, 4}},
		{{0, 0}, {4, 0}, {8, 0}, {8, 8}, {0, 8}, {0, 4}}, // vertices along straight sides
		{{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 6}, {6, 6}, {6, 3}, {0, 3}},
	} {
		if got := flaws(ringOf(t, ring)); len(got) > 0 {
			t.Errorf("%v: %+v, want none", ring, got)
		}
	}
}

// The exact comparison agrees with itself on both of its ways.
func TestSideIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(-180*degree, 180*degree)
		a, b := pt{n.Draw(t, "ax"), n.Draw(t, "ay")}, pt{n.Draw(t, "bx"), n.Draw(t, "by")}
		if side(a, b, a) != 0 || side(a, b, b) != 0 {
			t.Fatalf("ends of %v %v are not on it", a, b)
		}
		c := pt{n.Draw(t, "cx"), n.Draw(t, "cy")}
		if side(a, b, c) != side(b, c, a) || side(a, b, c) != -side(b, a, c) {
			t.Fatalf("side(%v, %v, %v) hangs on where it starts", a, b, c)
		}
		k := rapid.Int64Range(-1<<31+1, 1<<31-1)
		w, x, y, z := k.Draw(t, "w"), k.Draw(t, "x"), k.Draw(t, "y"), k.Draw(t, "z")
		if got, want := compareProducts(w, x, y, z), signOf(w*x-y*z); got != want {
			t.Fatalf("compareProducts%v = %d, want %d", fmt.Sprint(w, x, y, z), got, want)
		}
	})
}
