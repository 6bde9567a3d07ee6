package landfile

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// datums are the names of the systems whose degrees are used unchanged, in capitals and without
// marks. SIRGAS 2000, Brazil's, and WGS 84 are equal to within centimetres.
var datums = map[string]bool{
	"WGS84": true, "WGS1984": true, "DWGS1984": true, "WORLDGEODETICSYSTEM1984": true, "WORLDGEODETICSYSTEM1984ENSEMBLE": true,
	"SIRGAS2000": true, "DSIRGAS2000": true, "SIRGAS": true, "DSIRGAS": true, "SISTEMADEREFERENCIAGEOCENTRICOPARALASAMERICAS2000": true,
}

var (
	systemRoot  = regexp.MustCompile(`^[\s\x{feff}]*([A-Za-z_]+)\s*[\[(]\s*"([^"]*)"`)
	systemDatum = regexp.MustCompile(`(?i)\b(?:DATUM|TRF|GEODETICDATUM|ENSEMBLE)\s*[\[(]\s*"([^"]*)"`)
	systemPrime = regexp.MustCompile(`(?i)\bPRIME(?:M|MERIDIAN)\s*[\[(]\s*"[^"]*"\s*,\s*([-+0-9.eE]+)`)
	systemUnit  = regexp.MustCompile(`(?i)\b(?:ANGLE)?UNIT\s*[\[(]\s*"(?:[^"]*degree[^"]*|grau[^"]*)"\s*,\s*([-+0-9.eE]+)`)
	marks       = regexp.MustCompile(`[^A-Z0-9]+`)
)

// readSystem reads the coordinate system from a .prj file: degrees, or metres of UTM, in a
// supported datum.
func readSystem(wkt string) (convert, error) {
	root := systemRoot.FindStringSubmatch(wkt)
	if root == nil {
		return nil, failed(BadSystem, "")
	}
	var to convert
	name := plain(root[2])
	switch strings.ToUpper(root[1]) {
	case "GEOGCS", "GEOGCRS", "GEODCRS", "GEOGRAPHICCRS", "GEODETICCRS":
	case "PROJCS", "PROJCRS", "PROJECTEDCRS":
		m, ok := mercatorOf(wkt)
		if !ok {
			return nil, failed(Projected, name)
		}
		to = m.degrees
	default:
		return nil, failed(BadSystem, name)
	}
	datum := systemDatum.FindStringSubmatch(wkt)
	if datum == nil || !datums[marks.ReplaceAllString(strings.ToUpper(datum[1]), "")] {
		return nil, failed(OtherDatum, name)
	}
	if !says(systemPrime, wkt, 0) || !says(systemUnit, wkt, math.Pi/180) {
		return nil, failed(OtherDatum, name)
	}
	return to, nil
}

// says reports whether a part's number equals one, or the part is missing.
func says(part *regexp.Regexp, wkt string, want float64) bool {
	found := part.FindStringSubmatch(wkt)
	if found == nil {
		return true
	}
	value, err := strconv.ParseFloat(found[1], 64)
	return err == nil && math.Abs(value-want) < 1e-9
}
