package eventhash

import (
	"strconv"
	"strings"
	"time"

	"rastro/internal/epcis"
	"rastro/internal/epcis/uri"
)

// value returns the value of a standard field.
func (r *row) value(n *epcis.Node, c *epcis.Context) string {
	text := strings.TrimSpace(n.Text)
	switch {
	case r.time:
		if t, ok := epcis.Instant(text); ok {
			return instant(t)
		}
	case r.words != nil:
		return r.words.URI(text, c)
	}
	return canonical(n, c)
}

// instant returns a time in UTC, in milliseconds. Half a millisecond or more is rounded up.
func instant(t time.Time) string {
	return t.UTC().Add(time.Millisecond / 2).Truncate(time.Millisecond).Format("2006-01-02T15:04:05.000Z")
}

// vocabularies are those whose words were once URNs, which can occur anywhere.
var vocabularies = []*epcis.Vocabulary{epcis.BizSteps, epcis.Dispositions, epcis.Transactions, epcis.Parties, epcis.ErrorReasons}

// canonical returns the canonical spelling of any value. XML does not distinguish a number from a
// text that looks like one, and an event has one hash in XML and JSON.
func canonical(n *epcis.Node, c *epcis.Context) string {
	text := strings.TrimSpace(n.Text)
	switch {
	case n.Kind == '0':
		return decimal(double(text))
	case n.Kind != '"' || !strings.Contains(text, ":"):
		return decimal(text)
	}
	text = epcis.Expand(text, c)
	if strings.HasPrefix(text, "urn:epcglobal:cbv:") {
		for _, v := range vocabularies {
			if word, ok := strings.CutPrefix(text, v.URN); ok {
				return v.Base + word
			}
		}
	}
	return uri.Canonical(text)
}

// double rounds a number of JSON as every program that reads it does. Integers keep all
// their digits, as in our canonical form.
func double(text string) string {
	if !strings.ContainsAny(text, ".eE") {
		return text
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return text
	}
	return strconv.FormatFloat(f, 'e', -1, 64)
}

// maxPlaces limits the zeros added when an exponent is written out. A number with more stays as
// written.
const maxPlaces = 400

// decimal writes a number without redundant signs and zeros. Other texts stay as they are.
func decimal(text string) string {
	digits, point, negative, ok := number(text)
	switch {
	case !ok || point > maxPlaces || point < -maxPlaces:
		return text
	case digits == "":
		return "0"
	}
	sign := ""
	if negative {
		sign = "-"
	}
	switch {
	case point >= len(digits):
		return sign + digits + strings.Repeat("0", point-len(digits))
	case point > 0:
		return sign + digits[:point] + "." + digits[point:]
	case point > -4: // the format of doubles in programs, with which the vectors were made
		return sign + "0." + strings.Repeat("0", -point) + digits
	}
	mantissa := digits[:1]
	if len(digits) > 1 {
		mantissa += "." + digits[1:]
	}
	exponent := strconv.Itoa(1 - point)
	if len(exponent) < 2 {
		exponent = "0" + exponent
	}
	return sign + mantissa + "e-" + exponent
}

// number reads a decimal number: its digits without zeros at either end, and where among
// them the point is.
func number(text string) (digits string, point int, negative, ok bool) {
	rest := text
	if rest != "" && (rest[0] == '-' || rest[0] == '+') {
		negative, rest = rest[0] == '-', rest[1:]
	}
	exponent := 0
	if at := strings.IndexAny(rest, "eE"); at >= 0 {
		n, err := strconv.ParseInt(rest[at+1:], 10, 32)
		if err != nil {
			return "", 0, false, false
		}
		exponent, rest = int(n), rest[:at]
	}
	whole, fraction, _ := strings.Cut(rest, ".")
	digits = whole + fraction
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return "", 0, false, false
	}
	point = len(whole) + exponent
	trimmed := strings.TrimLeft(digits, "0")
	point -= len(digits) - len(trimmed)
	return strings.TrimRight(trimmed, "0"), point, negative, true
}
