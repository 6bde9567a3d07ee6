package filetype

import (
	"bytes"
	"cmp"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"rastro/internal/charset"
)

// maxDepth bounds XML and JSON; tax documents have about 15.
const maxDepth = 200

// pageMarks begin what a browser reads as a page. They are compared in lower case.
var pageMarks = [][]byte{[]byte("<html"), []byte("<script"), []byte("<!doctype html"), []byte("<iframe")}

// window is how much of a file is read at a time.
const window = 64 << 10

// onlyOne refuses a file that is also a page, an archive or a PDF: some program would take it for
// that.
func onlyOne(file io.ReaderAt, size int64, pdf bool) error {
	if err := noPage(file, size, !pdf); err != nil {
		return err
	}
	if archive, err := endsAsArchive(file, size); err != nil || archive {
		return cmp.Or(err, refuse(Twofold))
	}
	return nil
}

// noPage refuses a file that has a page in it, or a PDF.
func noPage(file io.ReaderAt, size int64, noPDF bool) error {
	const overlap = 16 // longer than any mark
	buffer := make([]byte, window+overlap)
	for at := int64(0); at < size; at += window {
		part := buffer[:min(window+overlap, size-at)]
		if err := read(file, part, at); err != nil {
			return err
		}
		if at == 0 && noPDF && beginsPDF(part) {
			return refuse(Twofold)
		}
		for i := 0; ; i++ {
			next := bytes.IndexByte(part[i:], '<')
			if next < 0 {
				break
			}
			i += next
			if beginsPage(part[i:]) {
				return refuse(Twofold)
			}
		}
	}
	return nil
}

// beginsPDF reports whether a reader of PDF would find one: they look for it in the first kilobyte.
func beginsPDF(head []byte) bool {
	return bytes.Contains(head[:min(1024, len(head))], []byte("%PDF-"))
}

func beginsPage(text []byte) bool {
	for _, mark := range pageMarks {
		if len(text) >= len(mark) && bytes.EqualFold(text[:len(mark)], mark) {
			return true
		}
	}
	return false
}

func isPDF(file io.ReaderAt, size int64) error {
	head := make([]byte, 5)
	if _, err := file.ReadAt(head, 0); err != nil || string(head) != "%PDF-" {
		return refuse(Twofold) // something else is before it
	}
	return onlyPDF(file, size)
}

func isPicture(file io.ReaderAt, size int64) error { return onlyOne(file, size, false) }

// pages are the namespaces of what browsers show with scripts.
var pages = map[string]bool{"http://www.w3.org/1999/xhtml": true, "http://www.w3.org/2000/svg": true, "http://www.w3.org/1999/XSL/Transform": true}

// isXML reads the whole document: it must be well-formed, and contain only data.
func isXML(file io.ReaderAt, size int64) error {
	head := make([]byte, min(size, headBytes))
	if err := read(file, head, 0); err != nil {
		return err
	}
	if beginsPDF(head) {
		return refuse(Twofold)
	}
	d := xml.NewDecoder(io.NewSectionReader(file, 0, size))
	d.CharsetReader = charset.Reader
	depth, seen := 0, false
	for {
		token, err := d.RawToken() // entities stay unresolved
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return refuse(Unreadable)
		}
		switch t := token.(type) {
		case xml.Directive:
			return refuse(Declares)
		case xml.ProcInst:
			if t.Target != "xml" {
				return refuse(Declares)
			}
		case xml.StartElement:
			if depth++; depth > maxDepth {
				return refuse(Deep)
			}
			seen = true
			if isPage(t) {
				return refuse(Page)
			}
		case xml.EndElement:
			depth--
		}
	}
	if !seen || depth != 0 {
		return refuse(Unreadable)
	}
	return nil
}

func isPage(t xml.StartElement) bool {
	switch strings.ToLower(t.Name.Local) {
	case "html", "svg", "script":
		return true
	}
	for _, a := range t.Attr {
		if (a.Name.Space == "xmlns" || a.Name.Local == "xmlns") && pages[a.Value] {
			return true
		}
	}
	return false
}

// geoTypes are the types of GeoJSON (RFC 7946).
var geoTypes = map[string]bool{
	"Feature": true, "FeatureCollection": true, "Point": true, "MultiPoint": true, "LineString": true, "MultiLineString": true, "Polygon": true, "MultiPolygon": true, "GeometryCollection": true,
}

// isGeoJSON reads the whole document, token by token.
func isGeoJSON(file io.ReaderAt, size int64) error {
	if err := onlyOne(file, size, false); err != nil {
		return err
	}
	d := json.NewDecoder(io.NewSectionReader(file, 0, size))
	d.UseNumber()
	depth, geo, key, name := 0, false, true, ""
	for begun := false; ; begun = true {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil || begun && depth == 0 { // or something follows the document
			return refuse(Unreadable)
		}
		switch t := token.(type) {
		case json.Delim:
			if t == '{' || t == '[' {
				depth++
			} else {
				depth--
			}
			if depth > maxDepth {
				return refuse(Deep)
			}
			key = true
		default:
			text, ok := token.(string)
			if depth == 1 && ok && key {
				name, key = text, false
				continue
			}
			geo = geo || depth == 1 && name == "type" && geoTypes[text]
			key = true
		}
	}
	if depth != 0 {
		return refuse(Unreadable)
	}
	if !geo {
		return refuse(Unknown)
	}
	return nil
}
