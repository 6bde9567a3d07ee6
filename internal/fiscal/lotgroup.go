package fiscal

import (
	"bytes"
	"encoding/xml"
	"math"
	"strconv"
	"time"
	"unicode/utf8"
)

// Limits of the NF-e layout for a rastro group.
const (
	maxLotChars = 20
	maxLotKilos = 99_999_999.999
)

// LotGroup is a rastro group for an invoice: what is known about a lot.
type LotGroup struct {
	Code    string
	Kilos   float64 // NaN while unknown
	Made    time.Time
	Expires time.Time
}

// Missing names the elements that cannot be written yet, or that the layout has no room for.
func (g *LotGroup) Missing() (names []string) {
	if n := utf8.RuneCountInString(g.Code); n == 0 || n > maxLotChars {
		names = append(names, "nLote")
	}
	if math.IsNaN(g.Kilos) || g.Kilos <= 0 || g.Kilos > maxLotKilos {
		names = append(names, "qLote")
	}
	if g.Made.IsZero() {
		names = append(names, "dFab")
	}
	if g.Expires.IsZero() || g.Expires.Before(g.Made) {
		names = append(names, "dVal")
	}
	return names
}

// XML returns the group for the issuer's program. Nothing may be missing.
func (g *LotGroup) XML() []byte {
	var out bytes.Buffer
	element := func(name, text string) {
		out.WriteString("<" + name + ">")
		_ = xml.EscapeText(&out, []byte(text)) // a buffer takes everything
		out.WriteString("</" + name + ">")
	}
	out.WriteString("<rastro>")
	element("nLote", g.Code)
	element("qLote", strconv.FormatFloat(g.Kilos, 'f', 3, 64))
	element("dFab", g.Made.Format(time.DateOnly))
	element("dVal", g.Expires.Format(time.DateOnly))
	out.WriteString("</rastro>\n")
	return out.Bytes()
}
