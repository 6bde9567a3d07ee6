package filetype

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"golang.org/x/text/encoding/charmap"
)

// Limits of what is read of a file to say what it is.
const (
	maxDepth   = 200    // of XML and JSON; tax documents have about 15
	maxEntries = 10_000 // of a spreadsheet
)

// pageMarks begin what a browser takes for a page. They are looked for in small letters.
var pageMarks = [][]byte{[]byte("<html"), []byte("<script"), []byte("<!doctype html"), []byte("<iframe")}

// window is how much of a file is looked at at a time.
const window = 64 << 10

// onlyOne refuses a file that is also a page, an archive or a PDF: some program would take it for
// that.
func onlyOne(file io.ReaderAt, size int64, pdf bool) error {
	const overlap = 16 // longer than any mark
	buffer := make([]byte, window+overlap)
	for at := int64(0); at < size; at += window {
		part := buffer[:min(window+overlap, size-at)]
		if _, err := file.ReadAt(part, at); err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if at == 0 && !pdf && bytes.Contains(part[:min(1024, len(part))], []byte("%PDF-")) { // readers look for it there
			return refuse(Twofold)
		}
		if at+window+overlap >= size && bytes.Contains(part, []byte("PK\x05\x06")) { // the end of an archive is at the end of the file
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
	return endsOnce(file, size)
}

func beginsPage(text []byte) bool {
	for _, mark := range pageMarks {
		if len(text) >= len(mark) && bytes.EqualFold(text[:len(mark)], mark) {
			return true
		}
	}
	return false
}

// endsOnce looks for the end of an archive within the comment that an archive may have.
func endsOnce(file io.ReaderAt, size int64) error {
	tail := make([]byte, min(size, 1<<16+22))
	if _, err := file.ReadAt(tail, size-int64(len(tail))); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if i := bytes.LastIndex(tail, []byte("PK\x05\x06")); i >= 0 {
		if _, err := zip.NewReader(file, size); err == nil {
			return refuse(Twofold)
		}
	}
	return nil
}

func isPDF(file io.ReaderAt, size int64) error {
	head := make([]byte, 5)
	if _, err := file.ReadAt(head, 0); err != nil || string(head) != "%PDF-" {
		return refuse(Twofold) // something else is before it
	}
	return onlyOne(file, size, true)
}

func isPicture(file io.ReaderAt, size int64) error { return onlyOne(file, size, false) }

// isXLSX looks into the archive, and unpacks nothing.
func isXLSX(file io.ReaderAt, size int64) error {
	head := make([]byte, 4)
	if _, err := file.ReadAt(head, 0); err != nil || string(head) != "PK\x03\x04" {
		return refuse(Twofold)
	}
	archive, err := zip.NewReader(file, size)
	if err != nil {
		return refuse(Unreadable)
	}
	if len(archive.File) > maxEntries {
		return refuse(Deep)
	}
	types, workbook := false, false
	for _, f := range archive.File {
		switch name := strings.ToLower(f.Name); {
		case name == "[content_types].xml":
			types = true
		case name == "xl/workbook.xml":
			workbook = true
		case strings.HasSuffix(name, "vbaproject.bin"), strings.HasPrefix(name, "xl/macrosheets/"):
			return refuse(Macros)
		}
	}
	if !types || !workbook {
		return refuse(Unknown)
	}
	return nil
}

// pages are the namespaces of what browsers show with scripts.
var pages = map[string]bool{"http://www.w3.org/1999/xhtml": true, "http://www.w3.org/2000/svg": true, "http://www.w3.org/1999/XSL/Transform": true}

// isXML reads the whole document: it must be well-formed, and nothing but data.
func isXML(file io.ReaderAt, size int64) error {
	d := xml.NewDecoder(io.NewSectionReader(file, 0, size))
	d.CharsetReader = charset
	depth, seen := 0, false
	for {
		token, err := d.RawToken() // entities stay as they are: none are looked up
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

// charset reads the character sets of Brazilian documents. Another one makes the file unreadable.
func charset(label string, input io.Reader) (io.Reader, error) {
	switch strings.ToLower(label) {
	case "utf-8", "us-ascii":
		return input, nil
	case "iso-8859-1", "latin1", "windows-1252":
		return charmap.Windows1252.NewDecoder().Reader(input), nil
	}
	return nil, errors.New("an unknown character set")
}

// csvLines are how many lines must have the same number of columns.
const csvLines = 5

// isCSV tells a table from other text: its first lines have the same columns, and at least two.
func isCSV(file io.ReaderAt, size int64) error {
	if err := onlyOne(file, size, false); err != nil {
		return err
	}
	head := make([]byte, min(size, window))
	if _, err := file.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if bytes.IndexByte(head, 0) >= 0 {
		return refuse(Unknown)
	}
	for _, comma := range ";,\t|" {
		if columns(head, comma) > 1 {
			return nil
		}
	}
	return refuse(Unknown)
}

// columns is how many columns the first lines of a text have with a separator; 0 if they differ.
func columns(head []byte, comma rune) int {
	r := csv.NewReader(bytes.NewReader(head))
	r.Comma, r.LazyQuotes, r.FieldsPerRecord = comma, true, -1
	n := 0
	for range csvLines {
		row, err := r.Read()
		if err != nil {
			break
		}
		if n != 0 && len(row) != n {
			return 0
		}
		n = len(row)
	}
	return n
}

// geoTypes are the types of GeoJSON (RFC 7946).
var geoTypes = map[string]bool{
	"Feature": true, "FeatureCollection": true, "Point": true, "MultiPoint": true, "LineString": true, "MultiLineString": true, "Polygon": true, "MultiPolygon": true, "GeometryCollection": true,
}

// isGeoJSON reads the whole document, token by token.
func isGeoJSON(file io.ReaderAt, size int64) error {
	d := json.NewDecoder(io.NewSectionReader(file, 0, size))
	d.UseNumber()
	depth, geo, key, name := 0, false, true, ""
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
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
