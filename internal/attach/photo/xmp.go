package photo

import (
	"bytes"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// XMP is text, and gives a place in properties with well-known names. To be sure that a photo
// contains none, the structure around them cannot be relied on: it may be broken, in another order,
// or in an unknown namespace. So the names are searched for anywhere.

// names occur in every text with a place. UTF-16 is recognised too, and so is XMP that an HEIC
// stores compressed: what cannot be read may contain a place.
var names = [][]byte{
	[]byte("Latitude"), []byte("latitude"), []byte("Longitude"), []byte("longitude"), []byte("Longtitude"), // the last is how drones spell it
	[]byte("LocationCreated"), []byte("LocationShown"), []byte("Iptc4xmpCore:Location"), []byte("photoshop:City"),
	[]byte("a\x00t\x00i\x00t\x00u\x00d\x00e"), []byte("a\x00\x00\x00t\x00\x00\x00i\x00\x00\x00t\x00\x00\x00u\x00\x00\x00d\x00\x00\x00e"),
	[]byte("quicktime.location"), // of the film in a live photo
	[]byte("application/rdf+xml\x00deflate"),
}

// inFilm reports whether a part has the place of the film in a live photo, as many phones write it:
// a mark, four bytes, and a signed number.
func inFilm(part []byte) bool {
	mark := []byte("\xa9xyz")
	for {
		at := bytes.Index(part, mark)
		if at < 0 || len(part) < at+10 {
			return false
		}
		if part = part[at+8:]; (part[0] == '+' || part[0] == '-') && part[1] >= '0' && part[1] <= '9' {
			return true
		}
	}
}

// overlap is how much of a window is searched again with the next one: a property with its value.
const overlap = 512

// property is a coordinate of the camera, as an attribute or an element.
var property = regexp.MustCompile(`[:<]G[Pp][Ss](Latitude|Longt?itude)\s*(?:=\s*["']|>)\s*([-+]?[0-9][0-9.,]{0,40}\s*[NSEWnsew]?)\s*["'<]`)

// where is what a picture says about its place.
type where struct {
	told     bool     // it names a place, also one that cannot be read
	lat, lon *float64 // of the first text that contains them
}

// at returns the place, if it is complete.
func (w *where) at() (lat, lon float64, ok bool) {
	if w.lat == nil || w.lon == nil || *w.lat == 0 && *w.lon == 0 { // as in EXIF
		return 0, 0, false
	}
	return *w.lat, *w.lon, true
}

// look looks for a place in a part of a text.
func (w *where) look(part []byte) {
	if w.lat != nil && w.lon != nil {
		return
	}
	found := false
	for _, name := range names {
		found = found || bytes.Contains(part, name)
	}
	found = found || inFilm(part)
	if !found {
		return
	}
	w.told = true
	for _, match := range property.FindAllSubmatch(part, maxTries) {
		into, most := &w.lat, 90.0
		if match[1][1] == 'o' { // Longitude
			into, most = &w.lon, 180
		}
		if degrees, ok := coordinate(string(match[2]), most); ok && *into == nil {
			*into = &degrees
		}
	}
}

// scan searches a text of any length for a place.
func (w *where) scan(text io.Reader) error {
	buffer, kept := make([]byte, window), 0
	for {
		n, err := whole(text, buffer[kept:])
		part := buffer[:kept+n]
		w.look(part)
		if err != nil || len(part) < window {
			return err
		}
		kept = copy(buffer, part[window-overlap:])
	}
}

// coordinate reads a coordinate of XMP: 23,33.0S, 23,33,0S, 23.55S or -23.55.
func coordinate(text string, most float64) (float64, bool) {
	text = strings.ToUpper(strings.TrimSpace(text))
	number := strings.TrimRight(text, "NSEW ")
	side := strings.TrimSpace(text[len(number):])
	if most > 90 && (side == "N" || side == "S") || most == 90 && (side == "E" || side == "W") {
		return 0, false
	}
	sum, unit := 0.0, 1.0
	parts := strings.Split(strings.TrimLeft(number, "+-"), ",")
	for i, part := range parts {
		v, err := strconv.ParseFloat(part, 64)
		if err != nil || i > 2 || i > 0 && v >= 60 {
			return 0, false
		}
		sum += v / unit
		unit *= 60
	}
	if sum > most {
		return 0, false
	}
	if side == "S" || side == "W" || strings.HasPrefix(number, "-") {
		sum = -sum
	}
	return sum, true
}
