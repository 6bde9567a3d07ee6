package plotfile

import (
	"fmt"
	"math"
	"strings"
)

// roundPlot returns a distinct plot of many vertices for each n.
func roundPlot(n, vertices int) string {
	x, y := -55.72+float64(n%100)*0.003, -12.55+float64(n/100)*0.003
	var b strings.Builder
	first := ""
	for i := range vertices {
		angle := 2 * math.Pi * float64(i) / float64(vertices)
		at := fmt.Sprintf("[%.7f,%.7f]", x+0.001*math.Cos(angle), y+0.001*math.Sin(angle))
		if i == 0 {
			first = at
		}
		b.WriteString(at + ",")
	}
	return `{"type":"Polygon","coordinates":[[` + b.String() + first + `]]}`
}
