package labels

import (
	"encoding/hex"
	"fmt"
	"strings"
)

// maxMagnification is the largest module that every printer's own QR code can
// have, in dots; a larger one is sent as a picture.
const maxMagnification = 10

// zpl writes the label in the language of label printers. The printer's own
// font is narrower than ours, so what was measured fits.
func (s *sheet) zpl() ([]byte, error) {
	var b strings.Builder
	// UTF-8, the label's size, its own origin, and one copy, whatever was set before.
	fmt.Fprintf(&b, "^XA\n^CI28\n^PW%d\n^LL%d\n^LH0,0\n^PQ1\n", s.dots(s.size.W), s.dots(s.size.H))
	if s.pitch <= maxMagnification {
		// Model 2; the data begin with the level of correction and the mode.
		fmt.Fprintf(&b, "^FO%d,%d^BQN,2,%d^FH^FDMA,%s^FS\n", s.dots(s.x), s.dots(s.y), s.pitch, zplText(s.link))
	} else {
		fmt.Fprintf(&b, "^FO%d,%d%s^FS\n", s.dots(s.x), s.dots(s.y), s.zplPicture())
	}
	for _, l := range s.lines {
		em := s.dots(l.Em)
		fmt.Fprintf(&b, "^FT%d,%d^A0N,%d,%d^FH^FD%s^FS\n", s.dots(l.X), s.dots(l.Y), em, em, zplText(l.Text))
	}
	b.WriteString("^XZ\n")
	return []byte(b.String()), nil
}

// zplText writes a text for a field that ^FH introduces: whatever is not plain
// is written as the numbers of its bytes, so that no text becomes a command.
func zplText(text string) string {
	const plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,:/-+()%"
	var b strings.Builder
	for i := range len(text) {
		if c := text[i]; strings.IndexByte(plain, c) >= 0 {
			b.WriteByte(c)
		} else {
			b.WriteString("_" + strings.ToUpper(hex.EncodeToString([]byte{c})))
		}
	}
	return b.String()
}

// zplPicture draws the QR code as a picture. In its lines a ":" repeats the
// line above, so that a module takes no more than one.
func (s *sheet) zplPicture() string {
	side := s.pitch * s.code.Size()
	wide := (side + 7) / 8
	var b strings.Builder
	fmt.Fprintf(&b, "^GFA,%d,%d,%d,", wide*side, wide*side, wide)
	for y := range s.code.Size() {
		row := make([]byte, wide)
		for dot := range side {
			if s.code.Dark(dot/s.pitch, y) {
				row[dot/8] |= 0x80 >> (dot % 8)
			}
		}
		zplRow(&b, strings.ToUpper(hex.EncodeToString(row)))
		b.WriteString(strings.Repeat(":", s.pitch-1))
	}
	return b.String()
}

// zplRow writes a line of a picture: a letter before a digit says how often it
// is repeated, G to Y for 1 to 19, g to z for 20 to 400 by twenties.
func zplRow(b *strings.Builder, digits string) {
	for len(digits) > 0 {
		n := len(digits) - len(strings.TrimLeft(digits, digits[:1]))
		for rest := n; rest > 0; {
			take := min(rest, 419)
			if take >= 20 {
				b.WriteByte('g' + byte(take/20) - 1)
			}
			if take%20 > 0 {
				b.WriteByte('G' + byte(take%20) - 1)
			}
			b.WriteByte(digits[0])
			rest -= take
		}
		digits = digits[n:]
	}
}
