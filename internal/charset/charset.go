// Package charset reads the character sets that XML of Brazilian programs is written in: the one
// table of their names.
package charset

import (
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding/charmap"
)

// Reader converts a text to UTF-8, for xml.Decoder; it fails for a character set that is not in the
// table. A signature covers exactly what is read, so Latin-1 is not read as Windows-1252.
func Reader(label string, in io.Reader) (io.Reader, error) {
	switch strings.ToLower(label) {
	case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1":
		return charmap.ISO8859_1.NewDecoder().Reader(in), nil
	case "windows-1252", "cp1252", "cp-1252":
		return charmap.Windows1252.NewDecoder().Reader(in), nil
	case "us-ascii", "ascii", "utf-8", "utf8":
		return in, nil
	}
	return nil, &Error{label}
}

// Error means that a character set is unknown.
type Error struct{ Label string }

func (e *Error) Error() string { return fmt.Sprintf("unknown encoding %q", e.Label) }

// IsUTF16 reports whether a file begins as a text in UTF-16 does: with its mark, or with an ASCII
// character in two bytes.
func IsUTF16(file []byte) bool {
	if len(file) < 4 {
		return false
	}
	a, b, c, d := file[0], file[1], file[2], file[3]
	switch {
	case a == 0xff && b == 0xfe, a == 0xfe && b == 0xff:
		return true
	}
	return a == '<' && b == 0 && c != 0 && d == 0 || a == 0 && b == '<' && c == 0 && d != 0
}
