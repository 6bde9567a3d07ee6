package sheet

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// texts are the texts that the cells of a workbook share, one after the other.
type texts struct {
	all  string // cells have parts of it, so that a long text in many cells is held once
	ends []uint32
}

// Limits on the shared texts: these alone are held in memory.
const (
	maxTexts     = 64 << 20
	maxTextCount = 8 << 20
)

func (t *texts) get(i int) (string, bool) {
	if i < 0 || i >= len(t.ends) {
		return "", false
	}
	from := uint32(0)
	if i > 0 {
		from = t.ends[i-1]
	}
	return t.all[from:t.ends[i]], true
}

// texts reads the shared texts.
func (a *archive) texts(name string) (texts, error) {
	var t texts
	m, err := a.markup(name)
	if err != nil {
		return t, err
	}
	defer m.close()
	var (
		all  strings.Builder
		text capture
		done bool
	)
	for {
		token, err := m.token()
		switch {
		case errors.Is(err, io.EOF):
			if !done {
				return t, damaged(errors.New(name + " ends early"))
			}
			t.all = all.String()
			return t, nil
		case err != nil:
			return t, err
		}
		switch e := token.(type) {
		case xml.StartElement:
			if e.Name.Local == "si" {
				text.reset()
			}
			text.start(e.Name.Local)
		case xml.CharData:
			text.data(e)
		case xml.EndElement:
			text.end(e.Name.Local)
			switch e.Name.Local {
			case "sst":
				done = true
			case "si":
				all.WriteString(text.string())
				t.ends = append(t.ends, uint32(all.Len()))
				if all.Len() > maxTexts || len(t.ends) > maxTextCount {
					return t, expands(maxTexts)
				}
			}
		}
	}
}

// capture collects the text of a cell: that of its t elements, except for those that only say how
// it is pronounced.
type capture struct {
	text      []byte
	in, aside bool
}

func (c *capture) reset() { c.text, c.in, c.aside = c.text[:0], false, false }

func (c *capture) start(name string) {
	switch name {
	case "rPh":
		c.aside = true
	case "t", "v":
		c.in = !c.aside
	}
}

func (c *capture) end(name string) {
	switch name {
	case "rPh":
		c.aside = false
	case "t", "v":
		c.in = false
	}
}

func (c *capture) data(s []byte) {
	if c.in && len(c.text) < maxToken {
		c.text = append(c.text, s...)
	}
}

func (c *capture) string() string { return unescape(string(c.text)) }

// escaped matches a character that XML cannot represent, as spreadsheets write it.
var escaped = regexp.MustCompile(`_x[0-9A-Fa-f]{4}_`)

func unescape(s string) string {
	if !strings.Contains(s, "_x") {
		return s
	}
	s = escaped.ReplaceAllStringFunc(s, func(found string) string {
		code, _ := strconv.ParseUint(found[2:6], 16, 16)
		if code == 0 {
			return "" // no text contains it, and no payload may
		}
		return string(rune(code))
	})
	return strings.ReplaceAll(s, "\r\n", "\n")
}
