package geo

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// drawDigits draws numbers with their digits as people write them.
func drawDigits(t *rapid.T, label string, from, to int) string {
	decimals := rapid.IntRange(0, 12).Draw(t, label+" decimals")
	s := fmt.Sprintf("%d", rapid.IntRange(from, to).Draw(t, label))
	if decimals == 0 {
		return s
	}
	return s + "." + rapid.StringOfN(rapid.RuneFrom([]rune("0123456789")), decimals, decimals, -1).Draw(t, label+" digits")
}

// For any ring in Brazil, the order of its numbers is found, and both orders give the same land.
func TestOrderIsFoundInBrazil(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var lonLat, latLon []string
		for range rapid.IntRange(1, 12).Draw(t, "n") {
			lon := drawDigits(t, "lon", -73, -35)
			lat := drawDigits(t, "lat", -32, 5)
			if strings.HasPrefix(lat, "5.") {
				lat = "5"
			}
			lonLat, latLon = append(lonLat, lon, lat), append(latLon, lat, lon)
		}
		a, err := Read([]byte("[" + strings.Join(lonLat, ",") + "]"))
		if err != nil {
			t.Fatal(err)
		}
		b, err := Read([]byte("[" + strings.Join(latLon, ",") + "]"))
		if err != nil {
			t.Fatal(err)
		}
		if a.Order != LonLat || b.Order != LatLon {
			t.Fatalf("%s is %s, %s is %s", lonLat, a.Order, latLon, b.Order)
		}
		if a.AreaHa != b.AreaHa || a.BBox != b.BBox || a.Interpretation != b.Interpretation || !bytes.Equal(a.GeoJSON(), b.GeoJSON()) {
			t.Fatalf("%s and %s are not the same land", lonLat, latLon)
		}
		if slices.Contains(codes(a), OrderSwapped) || len(codes(b)) > 0 && b.Interpretation != Undetermined && codes(b)[0] != OrderSwapped {
			t.Fatalf("%s: %v; %s: %v", lonLat, codes(a), latLon, codes(b))
		}
	})
}

// The area does not depend on where a ring starts or in which direction it runs, and hardly on its
// meridian.
func TestAreaIsOfTheRing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawStar(t, "ring")
		ring := p.Polygons()[0][0]
		ring = ring[:len(ring)-1]
		same := func(what string, ring []Position) {
			q, err := Read([]byte(list(ring)))
			if err != nil || math.Abs(q.AreaHa-p.AreaHa) > 1e-6*p.AreaHa {
				t.Fatalf("%s, %s has %v ha, want %v", what, list(ring), q.AreaHa, p.AreaHa)
			}
			if got := codes(q); slices.Contains(got, Crossing) || slices.Contains(got, Folded) || slices.Contains(got, Touching) {
				t.Fatalf("%s, %s: %v of a ring that does not cross itself", what, list(ring), got)
			}
		}
		k := rapid.IntRange(0, len(ring)-1).Draw(t, "start")
		same("started elsewhere", slices.Concat(ring[k:], ring[:k]))
		back := slices.Clone(ring)
		slices.Reverse(back)
		same("run the other way", back)
		same("closed", append(slices.Clone(ring), ring[0]))
		moved := slices.Clone(ring)
		for i := range moved {
			moved[i].Lon += 3
		}
		same("three degrees east", moved)
	})
}

// Two vertices of a star changed about make sides that cross, and it is found.
func TestBowTiesAreFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(4, 200).Draw(t, "n")
		ring := star(n, 0.01, 0)
		k := rapid.IntRange(0, n-1).Draw(t, "k")
		ring[k], ring[(k+1)%n] = ring[(k+1)%n], ring[k]
		p, err := Read([]byte(list(ring)))
		if err != nil {
			t.Fatal(err)
		}
		all := p.Remarks("BR")
		i := slices.IndexFunc(all, func(r Remark) bool { return r.Code == Crossing })
		if i < 0 {
			t.Fatalf("%s: %v", list(ring), all)
		}
		want := [2]int{(k + n - 1) % n, (k + 1) % n}
		if want[0] > want[1] {
			want[0], want[1] = want[1], want[0]
		}
		if all[i].Sides != want {
			t.Fatalf("%s: sides %v, want %v", list(ring), all[i].Sides, want)
		}
	})
}

// Flattened or written as GeoJSON, a plot keeps every digit.
func TestDigitsAreKept(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var pairs, flat []string
		for range rapid.IntRange(3, 12).Draw(t, "n") {
			lon, lat := drawDigits(t, "lon", -73, -35), drawDigits(t, "lat", -32, 4)
			pairs, flat = append(pairs, "["+lon+","+lat+"]"), append(flat, lon, lat)
		}
		ring := "[" + strings.Join(pairs, " , ") + "]"
		want := "[" + strings.Join(flat, ",") + "]"
		for _, raw := range []string{ring, "[" + ring + "]", "[[" + ring + "]]",
			`{"type":"Polygon","coordinates":[` + ring + `]}`,
			`{"type":"Feature","geometry":{"coordinates":[` + ring + `],"type":"Polygon"}}`} {
			p, err := Read([]byte(raw))
			if err != nil {
				t.Fatal(err)
			}
			if got := string(p.Flat()); got != want {
				t.Fatalf("Flat of %s is %s, want %s", raw, got, want)
			}
			again, err := Read(p.Flat())
			if err != nil || !bytes.Equal(again.Flat(), p.Flat()) || again.AreaHa != p.AreaHa {
				t.Fatalf("Flat of %s does not read the same: %v", raw, err)
			}
			for _, pair := range pairs {
				if g := p.GeoJSON(); g != nil && !strings.Contains(string(g), pair) {
					t.Fatalf("%s is not in %s", pair, g)
				}
			}
		}
	})
}

// Cutting to six decimals moves no vertex by more than a millionth of a degree,
// always towards zero, and cutting again changes nothing.
func TestTruncateProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawStar(t, "ring")
		q := p.Truncate6()
		if string(q.Truncate6().Flat()) != string(q.Flat()) || q.Decimals != 6 {
			t.Fatalf("%s cut twice is %s", q.Flat(), q.Truncate6().Flat())
		}
		if len(p.at) == len(q.at) {
			for i := range p.at {
				if d := q.at[i] - p.at[i]; p.at[i] < 0 && (d < 0 || d >= micro) || p.at[i] >= 0 && (d > 0 || d <= -micro) {
					t.Fatalf("%d was cut to %d", p.at[i], q.at[i])
				}
			}
		}
		for _, r := range q.Judge() {
			if r.Mended {
				t.Fatalf("%s: %+v was to be mended", q.Flat(), r)
			}
		}
	})
}
