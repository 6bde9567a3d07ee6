// Package country decides whether a place can be in the country claimed for it. It knows the states
// of Brazil, and a box around every other country. The script update makes its table from the
// sources named in LICENSES.txt.
package country

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"rastro/internal/geo/brazil"
)

//go:embed boxes.txt
var boxRows string

type box struct{ west, south, east, north float64 }

var boxes = sync.OnceValue(func() map[string]box {
	all := map[string]box{}
	for line := range strings.Lines(boxRows) {
		f := strings.Fields(line)
		var n [4]float64
		for i := range n {
			n[i], _ = strconv.ParseFloat(f[i+1], 64) // a test reads every row
		}
		all[f[0]] = box{n[0], n[1], n[2], n[3]}
	}
	return all
})

// Brazil is the default country.
const Brazil = "BR"

// Near returns a function that reports whether a place can be in a country, given by its two
// letters (ISO 3166-1); nil for an unknown code. It never returns false for a place in the country.
func Near(code string) func(lat, lon float64) bool {
	if code == Brazil {
		return brazil.Near
	}
	b, ok := boxes()[code]
	if !ok {
		return nil
	}
	return func(lat, lon float64) bool {
		return b.west <= lon && lon <= b.east && b.south <= lat && lat <= b.north
	}
}
