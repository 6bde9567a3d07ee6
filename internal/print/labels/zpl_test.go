package labels

import (
	"encoding/hex"
	"image"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"rastro/internal/print/font"
	"rastro/internal/print/qr"
)

// zplLabel is a label as a strict reader of ZPL understands it. It knows the
// commands we write, and no others.
type zplLabel struct {
	width, height int
	fields        []zplField
}

type zplField struct {
	x, y    int
	base    bool // x, y is the position of the first letter, not of a corner
	em      int  // of a text
	module  int  // of a QR code
	text    string
	picture *image.Gray
}

var zplCommands = regexp.MustCompile(`\^(XA|XZ|CI|PW|LL|LH|PQ|FO|FT|FS|FH|FD|BQ|A0|GF)([^\^~]*)`)

func readZPL(t testing.TB, text string) zplLabel {
	t.Helper()
	var label zplLabel
	var field zplField
	escaped, began, ended := false, false, false
	if strings.Contains(text, "~") {
		t.Fatalf("a ~ in\n%s", text)
	}
	at := 0
	for _, m := range zplCommands.FindAllStringSubmatchIndex(text, -1) {
		if m[0] != at {
			t.Fatalf("%q is not a command, in\n%s", text[at:m[0]], text)
		}
		at = m[1]
		name, rest := text[m[2]:m[3]], strings.TrimSuffix(text[m[4]:m[5]], "\n")
		if name == "XA" {
			began = true
			continue
		}
		if !began || ended {
			t.Fatalf("^%s outside of the label", name)
		}
		switch name {
		case "XZ":
			ended = true
		case "CI":
			if rest != "28" {
				t.Fatalf("^CI%s is not UTF-8", rest)
			}
		case "PW":
			label.width = numbers(t, rest, 1)[0]
		case "LL":
			label.height = numbers(t, rest, 1)[0]
		case "LH", "PQ":
		case "FO", "FT":
			xy := numbers(t, rest, 2)
			field = zplField{x: xy[0], y: xy[1], base: name == "FT"}
		case "A0":
			size := numbers(t, strings.TrimPrefix(rest, "N,"), 2)
			field.em = size[0]
		case "BQ":
			field.module = numbers(t, strings.TrimPrefix(rest, "N,"), 2)[1]
			if field.module < 1 || field.module > 10 {
				t.Fatalf("no printer draws modules of %d dots", field.module)
			}
		case "FH":
			escaped = true
		case "FD":
			if !escaped {
				t.Fatal("^FD without ^FH")
			}
			field.text = unescape(t, rest)
		case "GF":
			field.picture = picture(t, rest)
		case "FS":
			label.fields = append(label.fields, field)
			field, escaped = zplField{}, false
		}
	}
	if at != len(text) || !ended {
		t.Fatalf("the label does not end: %q", text[at:])
	}
	return label
}

func numbers(t testing.TB, text string, want int) []int {
	t.Helper()
	var all []int
	for part := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(part)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		all = append(all, n)
	}
	if len(all) != want {
		t.Fatalf("%q: %d numbers, want %d", text, len(all), want)
	}
	return all
}

func unescape(t testing.TB, text string) string {
	t.Helper()
	var out []byte
	for i := 0; i < len(text); i++ {
		if text[i] != '_' {
			out = append(out, text[i])
			continue
		}
		b, err := hex.DecodeString(text[i+1 : i+3])
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		out = append(out, b...)
		i += 2
	}
	return string(out)
}

func picture(t testing.TB, text string) *image.Gray {
	t.Helper()
	parts := strings.SplitN(text, ",", 5)
	if len(parts) != 5 || parts[0] != "A" {
		t.Fatalf("^GF%.40s", text)
	}
	n := numbers(t, strings.Join(parts[1:4], ","), 3)
	wide := n[2]
	var rows [][]byte
	var digits strings.Builder
	count := 0
	flush := func() {
		for digits.Len() >= 2*wide {
			row, err := hex.DecodeString(digits.String()[:2*wide])
			if err != nil {
				t.Fatal(err)
			}
			rows = append(rows, row)
			rest := digits.String()[2*wide:]
			digits.Reset()
			digits.WriteString(rest)
		}
	}
	for _, c := range []byte(parts[4]) {
		switch {
		case c >= 'G' && c <= 'Y':
			count += int(c-'G') + 1
		case c >= 'g' && c <= 'z':
			count += 20 * (int(c-'g') + 1)
		case c == ':':
			if digits.Len() != 0 || len(rows) == 0 || count != 0 {
				t.Fatal("a line is repeated before it ends")
			}
			rows = append(rows, rows[len(rows)-1])
		default:
			digits.WriteString(strings.Repeat(string(rune(c)), max(1, count)))
			count = 0
			flush()
		}
	}
	if n[0] != n[1] || n[0] != wide*len(rows) || digits.Len() != 0 {
		t.Fatalf("%d lines of %d bytes, want %d bytes in all", len(rows), wide, n[0])
	}
	img := paper(8*wide, len(rows))
	for y, row := range rows {
		for x := range 8 * wide {
			if row[x/8]&(0x80>>(x%8)) != 0 {
				img.Pix[img.PixOffset(x, y)] = 0
			}
		}
	}
	return img
}

func paper(w, h int) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, w, h))
	for i := range img.Pix {
		img.Pix[i] = 0xff
	}
	return img
}

// draw prints the label as a printer would, with our own font for its font,
// which is narrower.
func (l zplLabel) draw(t testing.TB) *image.Gray {
	t.Helper()
	img := paper(l.width, l.height)
	for _, f := range l.fields {
		switch {
		case f.picture != nil:
			for y := range f.picture.Rect.Dy() {
				copy(img.Pix[img.PixOffset(f.x, f.y+y):], f.picture.Pix[y*f.picture.Stride:][:f.picture.Stride])
			}
		case f.module > 0:
			data, ok := strings.CutPrefix(f.text, "MA,")
			code, err := qr.Encode(data)
			if !ok || err != nil {
				t.Fatalf("%q: %v", f.text, err)
			}
			code.EachRun(func(x, y, n int) {
				for row := range f.module {
					at := img.PixOffset(f.x+x*f.module, f.y+y*f.module+row)
					clear(img.Pix[at : at+n*f.module])
				}
			})
		default:
			font.Regular.Draw(img, f.text, float64(f.x), float64(f.y), float64(f.em))
		}
	}
	return img
}
