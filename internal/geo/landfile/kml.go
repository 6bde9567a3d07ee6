package landfile

import (
	"encoding/xml"
	"strings"
)

// kml reads the placemarks of a KML file.
type kml struct {
	*gather
	open     bool // in a Placemark
	at       feature
	polygon  [][]position
	inArea   bool
	property string // the name of the Data or SimpleData that is open
}

func (k *kml) start(path []string, e xml.StartElement) error {
	switch path[len(path)-1] {
	case "Placemark":
		k.open, k.at = true, feature{}
	case "Polygon":
		k.polygon, k.inArea = nil, true
	case "LineString", "Track", "MultiTrack":
		if k.open {
			return failed(Line, "")
		}
	case "Data", "SimpleData":
		k.property = attribute(e, "name")
	}
	return nil
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (k *kml) wants(path []string) bool {
	switch path[len(path)-1] {
	case "coordinates", "name", "value", "SimpleData":
		return k.open
	}
	return false
}

func (k *kml) end(path []string, text string) error {
	if !k.open {
		return nil
	}
	switch path[len(path)-1] {
	case "name":
		if parent(path) == "Placemark" {
			k.at.say("name", text, false)
		}
	case "value", "SimpleData":
		k.at.say(k.property, text, true)
	case "coordinates":
		return k.coordinates(path, text)
	case "Polygon":
		if k.inArea = false; len(k.polygon) > 0 {
			k.at.polygons = append(k.at.polygons, k.polygon)
		}
	case "Placemark":
		k.open = false
		return k.add(k.at)
	}
	return nil
}

// coordinates takes up the positions of a point or a ring: "lon,lat" or "lon,lat,height",
// with spaces between them.
func (k *kml) coordinates(path []string, text string) error {
	var all []position
	for tuple := range strings.FieldsSeq(text) {
		numbers := strings.Split(tuple, ",")
		if len(numbers) < 2 || len(numbers) > 3 {
			return failed(BadNumber, plain(tuple))
		}
		lon, errLon := numberOf(numbers[0])
		lat, errLat := numberOf(numbers[1])
		if err := firstOf(errLon, errLat, k.count(1)); err != nil {
			return err
		}
		all = append(all, position{lon, lat})
	}
	switch around := parent(path); {
	case len(all) == 0:
	case around == "Point":
		k.at.points = append(k.at.points, all...)
	case around == "LinearRing" && !k.inArea:
		k.at.polygons = append(k.at.polygons, [][]position{all})
	case around == "LinearRing" && len(path) > 2 && path[len(path)-3] == "outerBoundaryIs":
		k.polygon = append([][]position{all}, k.polygon...) // a hole may precede it
	case around == "LinearRing":
		k.polygon = append(k.polygon, all)
	}
	return nil
}
