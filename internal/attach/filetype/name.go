package filetype

import (
	"path"
	"slices"
	"strings"
)

// endings are the endings of names by type, the usual one first.
var endings = map[string][]string{
	PDF: {".pdf"}, JPEG: {".jpg", ".jpeg"}, PNG: {".png"}, WebP: {".webp"}, HEIC: {".heic", ".heif"}, XML: {".xml"}, XLSX: {".xlsx"}, GeoJSON: {".geojson", ".json"},
}

// misleading are extensions of programs, pages and other documents. A name may end in a dot and
// letters for other reasons ("Agro S.A", "rev.B"), so no other extension is removed. A missing one
// does no harm, because the extension of the type is appended.
var misleading = strings.Fields(`.exe .com .bat .cmd .scr .pif .msi .ps1 .vbs .vbe .js .jse .wsf .hta .lnk .jar .sh .apk .app
	.htm .html .xhtml .svg .zip .rar .7z .doc .docx .docm .xls .xlsm .xlsb .ods .csv .txt .bin .gif .tif .tiff .bmp .p7m .p7s`)

// foreign reports whether an extension indicates some other type.
func foreign(ending string) bool {
	if slices.Contains(misleading, ending) {
		return true
	}
	for _, known := range endings {
		if slices.Contains(known, ending) {
			return true
		}
	}
	return false
}

// Name returns a name with the ending of a type, so that a system opens the file as what it is. The
// ending of another type is replaced.
func Name(name, media string) string {
	known, last := endings[media], path.Ext(name)
	if slices.Contains(known, strings.ToLower(last)) {
		return name
	}
	if foreign(strings.ToLower(last)) && last != name {
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
