package graph

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// drawn makes a graph of "a>b c>d" and lays it.
func drawn(text string) *Drawing {
	var nodes []Node
	var edges []Edge
	for _, pair := range strings.Fields(text) {
		ends := strings.Split(pair, ">")
		for _, id := range ends {
			if !slices.ContainsFunc(nodes, func(n Node) bool { return n.ID == id }) {
				nodes = append(nodes, Node{ID: id, Name: id})
			}
		}
		for i := 0; i+1 < len(ends); i++ {
			edges = append(edges, Edge{From: ends[i], To: ends[i+1], Name: "to " + ends[i+1]})
		}
	}
	return Lay(nodes, edges)
}

// columns returns the ids from left to right, with those of one column in brackets, in order.
func columns(d *Drawing) string {
	at := map[float64][]string{}
	for _, n := range d.Nodes {
		at[n.X] = append(at[n.X], n.ID)
	}
	var xs []float64
	for x := range at {
		xs = append(xs, x)
	}
	slices.Sort(xs)
	var out []string
	for _, x := range xs {
		slices.Sort(at[x])
		out = append(out, strings.Join(at[x], ""))
	}
	return strings.Join(out, " ")
}

func TestColumns(t *testing.T) {
	for text, want := range map[string]string{
		"a>b>c":                 "a b c",
		"a>b>d a>c>d":           "a bc d", // a diamond has one end
		"a>b>c>d p>d":           "a b cp d",
		"a>b>c>a":               "a b c", // a circle
		"a>a":                   "a",
		"a>b b>a c>b":           "ac b",
		"a>b a>b a>b":           "a b",
		"p>s q>s s>l>f l>e l>m": "pq s l efm",
	} {
		if got := columns(drawn(text)); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestFewCross(t *testing.T) {
	// Two ladders, named so that they begin crossed.
	d := drawn("a>z b>y c>x z>1 y>2 x>3")
	y := map[string]float64{}
	for _, n := range d.Nodes {
		y[n.ID] = n.Y
	}
	for _, pair := range []string{"az", "by", "cx", "z1", "y2", "x3"} {
		if y[pair[:1]] != y[pair[1:]] {
			t.Errorf("%s is not straight: %v", pair, y)
		}
	}
}

func TestCircleSaysItsWay(t *testing.T) {
	d := drawn("a>b>c>a")
	against := 0
	for _, l := range d.Lines {
		if first, last := l.Way[0], l.Way[len(l.Way)-1]; l.Against {
			against++
			if first.X < last.X {
				t.Errorf("%s>%s runs from left to right", l.From, l.To)
			}
		}
	}
	if against != 1 {
		t.Errorf("%d lines run against the others", against)
	}
}

// In any drawing nothing overlaps, everything is on the sheet, and the same graph gives the same
// drawing.
func TestNothingOverlaps(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 60 {
		n := 1 + random.IntN(40)
		var pairs []string
		for range random.IntN(3 * n) {
			pairs = append(pairs, fmt.Sprintf("n%d>n%d", random.IntN(n), random.IntN(n)))
		}
		text := strings.Join(pairs, " ")
		d := drawn(text)
		type box struct {
			name       string
			x, y, w, h float64
		}
		var boxes []box
		for _, p := range d.Nodes {
			boxes = append(boxes, box{p.ID, p.X, p.Y - nodeHeight/2, nodeWidth, nodeHeight})
		}
		for _, l := range d.Lines {
			if l.Label != (Point{}) {
				boxes = append(boxes, box{l.From + ">" + l.To, l.Label.X, l.Label.Y - labelHeight/2, labelWidth, labelHeight})
			}
		}
		for i, a := range boxes {
			if a.x < 0 || a.y < -0.01 || a.x+a.w > d.Width || a.y+a.h > d.Height+0.01 || math.IsNaN(a.y) {
				t.Fatalf("round %d, %s: %+v is off the sheet of %g × %g", round, text, a, d.Width, d.Height)
			}
			for _, b := range boxes[:i] {
				if a.x < b.x+b.w && b.x < a.x+a.w && a.y+0.01 < b.y+b.h && b.y+0.01 < a.y+a.h {
					t.Fatalf("round %d, %s: %+v lies over %+v", round, text, a, b)
				}
			}
		}
		if again := drawn(text); again.SVG(Options{}) != d.SVG(Options{}) {
			t.Fatalf("round %d, %s: drawn twice, it differs", round, text)
		}
	}
}

func TestEmpty(t *testing.T) {
	if d := Lay(nil, []Edge{{From: "a", To: "b"}}); len(d.Nodes)+len(d.Lines) != 0 {
		t.Errorf("%+v", d)
	}
	wellFormed(t, Lay(nil, nil).SVG(Options{}))
}

var hostile = []string{`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `</svg>`, `</title><b>`, `]]>`, `&lt;`, `' onload='x`}

func TestSVGEscapes(t *testing.T) {
	for _, text := range hostile {
		for _, shape := range []Shape{Round, Box, Hexagon, House, Arrow} {
			n := Node{ID: text, Shape: shape, Class: text, Above: text, Name: text, Below: text, Title: text, Href: text}
			m := n
			m.ID = "other"
			d := Lay([]Node{n, m}, []Edge{{From: text, To: "other", Name: text, Below: text, Title: text, Href: text}})
			wellFormed(t, d.SVG(Options{Label: text, Zoom: 100}))
		}
		wellFormed(t, Chart(text, []Bar{{Name: text, Note: text, Mark: 3, Parts: []Part{{text, 4, text}, {"b", math.NaN(), ""}, {"c", -1, ""}}}}))
	}
}

// wellFormed reads a picture and fails if it contains anything that we do not draw.
func wellFormed(t *testing.T, svg string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, svg)
		}
		if start, ok := token.(xml.StartElement); ok && !slices.Contains(strings.Fields("svg defs marker path g a title rect text"), start.Name.Local) {
			t.Fatalf("an element %s in %s", start.Name.Local, svg)
		}
	}
}

func BenchmarkLay(b *testing.B) {
	var pairs []string
	for i := range 400 {
		pairs = append(pairs, fmt.Sprintf("n%d>n%d", i, (i*7+1)%400), fmt.Sprintf("n%d>n%d", i/3, i))
	}
	text := strings.Join(pairs, " ")
	for b.Loop() {
		if drawn(text).SVG(Options{Zoom: 100}) == "" {
			b.Fatal("nothing drawn")
		}
	}
}
