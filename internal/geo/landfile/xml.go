package landfile

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
)

// reader reads the elements of a file.
type reader interface {
	start(path []string, e xml.StartElement) error
	// wants reports whether end needs the text of the element that is open.
	wants(path []string) bool
	end(path []string, text string) error
}

// readXML reads KML or GPX, according to the first element.
func readXML(file []byte) ([]byte, error) {
	var g gather
	var in reader
	var path []string
	var text strings.Builder
	decoder := xml.NewDecoder(bytes.NewReader(file))
	decoder.CharsetReader = charset
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, badXML(err)
		}
		switch token := token.(type) {
		case xml.Directive: // a DTD could define entities, or fetch something
			return nil, failed(HasDTD, "")
		case xml.StartElement:
			if in == nil {
				if in = readerOf(token.Name.Local, &g); in == nil {
					return nil, failed(NotLand, "")
				}
			}
			if path = append(path, token.Name.Local); len(path) > maxDepth {
				return nil, failed(BadXML, "")
			}
			text.Reset()
			if err := in.start(path, token); err != nil {
				return nil, err
			}
		case xml.CharData:
			if len(path) > 0 && in.wants(path) {
				text.Write(token)
			}
		case xml.EndElement:
			if err := in.end(path, text.String()); err != nil {
				return nil, err
			}
			text.Reset()
			path = path[:len(path)-1]
		}
	}
	return g.geoJSON()
}

func readerOf(root string, g *gather) reader {
	switch root {
	case "kml":
		return &kml{gather: g}
	case "gpx":
		return &gpx{gather: g}
	}
	return nil
}

// charset reads the encodings that programs use other than UTF-8.
func charset(label string, in io.Reader) (io.Reader, error) {
	switch strings.ToLower(label) {
	case "iso-8859-1", "latin1", "iso-8859-15", "windows-1252", "us-ascii":
	default:
		return nil, failed(BadXML, plain(label))
	}
	text, err := io.ReadAll(io.LimitReader(in, maxUnpacked))
	if err != nil {
		return nil, err
	}
	return strings.NewReader(latin1(text)), nil
}

func badXML(err error) error {
	if own, ok := errors.AsType[*Error](err); ok {
		return own
	}
	return failed(BadXML, plain(err.Error()))
}

// parent returns the name of the element around the one that is open.
func parent(path []string) string {
	if len(path) < 2 {
		return ""
	}
	return path[len(path)-2]
}
