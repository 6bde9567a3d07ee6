package geo

import (
	"reflect"
	"testing"
)

func TestFigures(t *testing.T) {
	square := []Position{{-55, -12}, {-54, -12}, {-54, -11}, {-55, -11}}
	for _, c := range []struct {
		sent string
		want []Figure
	}{
		{`[-55,-12,-54,-11]`, []Figure{{Rings: [][]Position{square}}}},
		{`[-55.5,-12.25]`, []Figure{{Points: true, Rings: [][]Position{{{-55.5, -12.25}}}}}},
		{`{"type":"Polygon","coordinates":[[[-55,-12],[-54,-12],[-54,-11],[-55,-11],[-55,-12]],[[-54.6,-11.6],[-54.6,-11.4],[-54.4,-11.4],[-54.6,-11.6]]]}`,
			[]Figure{{Rings: [][]Position{square, {{-54.6, -11.6}, {-54.6, -11.4}, {-54.4, -11.4}}}}}},
		{`[1,2,3]`, nil},
	} {
		p, err := Read([]byte(c.sent))
		if err != nil {
			t.Fatalf("%s: %v", c.sent, err)
		}
		if got := p.Figures(); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s is drawn as %v, want %v", c.sent, got, c.want)
		}
	}
}
