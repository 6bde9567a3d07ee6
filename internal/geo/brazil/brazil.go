// Package brazil knows where Brazil's states and municipalities are, precisely
// enough for a small map: state borders to about ten kilometres and municipal
// seats to one. The script update makes its two tables from the sources named in
// LICENSES.txt.
package brazil

import (
	_ "embed"
	"math"
	"sort"
	"strconv"
	"strings"
	"sync"
)

//go:embed states.txt
var stateRows string

//go:embed municipalities.txt
var municipalityRows string

// State is a state, or the Federal District.
type State struct {
	UF   string // its two capitals
	Name string
	// Outline is its border as the path of an SVG, in units of the map.
	Outline string
}

// Municipality is a municipality.
type Municipality struct {
	Code string // IBGE's, of seven digits
	Name string
	// Lat and Lon are the position of its seat, in degrees to two decimals.
	Lat, Lon float64
}

// The map: its units are tenths of a degree, from its north-western corner on.
const (
	Width, Height = 395, 393
	west, north   = -74.1, 5.4
	scale         = 10
)

// OnMap returns the place of a position on the map, in whole units; ok is false if the map does
// not show it.
func OnMap(lat, lon float64) (x, y int, ok bool) {
	fx, fy := math.Round((lon-west)*scale), math.Round((north-lat)*scale)
	if !(fx >= 0 && fx <= Width && fy >= 0 && fy <= Height) { // not a number is nowhere
		return 0, 0, false
	}
	return int(fx), int(fy), true
}

// States lists the states, with their capitals. The caller must not change it.
var States = sync.OnceValue(func() []State {
	var all []State
	for line := range strings.Lines(stateRows) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		all = append(all, State{f[0], f[1], f[2]})
	}
	return all
})

// rows are where the lines of municipalities begin, by code.
var rows = sync.OnceValue(func() []string {
	return strings.Split(strings.TrimSuffix(municipalityRows, "\n"), "\n")
})

// MunicipalityByCode finds a municipality by its IBGE code.
func MunicipalityByCode(code string) (Municipality, bool) {
	all := rows()
	i := sort.Search(len(all), func(i int) bool { return all[i] >= code })
	if len(code) != 7 || i == len(all) || !strings.HasPrefix(all[i], code+"\t") {
		return Municipality{}, false
	}
	f := strings.Split(all[i], "\t")
	lat, _ := strconv.ParseFloat(f[2], 64) // a test reads every row
	lon, _ := strconv.ParseFloat(f[3], 64)
	return Municipality{f[0], f[1], lat, lon}, true
}
