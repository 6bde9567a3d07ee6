package landfile

import "encoding/xml"

// gpx reads what a device recorded: a track or a route is the outline that somebody walked, and is
// closed. If there is none, the waypoints are plots.
type gpx struct {
	*gather
	walk   []position
	name   string
	places []feature
	walked bool
}

func (g *gpx) start(path []string, e xml.StartElement) error {
	switch path[len(path)-1] {
	case "trk", "rte", "wpt":
		g.name = ""
		g.walk = nil
	case "trkseg":
		g.walk = nil
	}
	switch path[len(path)-1] {
	case "trkpt", "rtept", "wpt":
		lon, errLon := numberOf(attribute(e, "lon"))
		lat, errLat := numberOf(attribute(e, "lat"))
		if err := firstOf(errLon, errLat, g.count(1)); err != nil {
			return err
		}
		g.walk = append(g.walk, position{lon, lat})
	}
	return nil
}

func (g *gpx) wants(path []string) bool {
	switch parent(path) {
	case "trk", "rte", "wpt":
		return path[len(path)-1] == "name"
	}
	return false
}

func (g *gpx) end(path []string, text string) error {
	switch path[len(path)-1] {
	case "name":
		if g.wants(path) {
			g.name = text
		}
	case "trkseg", "rte":
		return g.outline()
	case "wpt":
		f := feature{points: g.walk}
		f.say("name", g.name, false)
		g.places = append(g.places, f)
	case "gpx":
		for _, f := range g.places {
			if g.walked {
				break
			}
			if err := g.add(f); err != nil {
				return err
			}
		}
	}
	return nil
}

// outline collects a recorded outline.
func (g *gpx) outline() error {
	if len(g.walk) == 0 {
		return nil
	}
	if len(g.walk) < 3 {
		return failed(ShortTrack, plain(g.name))
	}
	g.walked = true
	ring := g.walk
	if ring[0] != ring[len(ring)-1] {
		ring = append(ring, ring[0])
	}
	f := feature{polygons: [][][]position{{ring}}}
	f.say("name", g.name, false)
	return g.add(f)
}
