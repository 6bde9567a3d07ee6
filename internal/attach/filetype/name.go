package filetype

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// endings are the endings of names by type, the usual one first.
var endings = map[string][]string{
	PDF: {".pdf"}, JPEG: {".jpg", ".jpeg"}, PNG: {".png"}, WebP: {".webp"}, HEIC: {".heic", ".heif"}, XML: {".xml"}, XLSX: {".xlsx"}, GeoJSON: {".geojson", ".json"},
}

// ending is what looks like the ending of a name.
var ending = regexp.MustCompile(`^\.[A-Za-z][A-Za-z0-9]{0,5}$`)

// Name is a name with the ending of a type, so that a system opens the file as what it is. Another
// ending is replaced.
func Name(name, media string) string {
	known, last := endings[media], path.Ext(name)
	if slices.Contains(known, strings.ToLower(last)) {
		return name
	}
	if ending.MatchString(last) && last != name {
		name = strings.TrimRight(strings.TrimSuffix(name, last), " .")
		if slices.Contains(known, strings.ToLower(path.Ext(name))) {
			return name
		}
	}
	if len(known) == 0 { // a type that was accepted once
		return name + ".bin"
	}
	return name + known[0]
}
