package uri

import (
	"net/url"
	"strings"
)

// Lot is the lot that a URI names.
type Lot struct {
	// Code is the lot's own code, or, where Foreign, the URI.
	Code string
	// GTIN is the trade item that the code belongs to, in fourteen digits; "" if the URI has none.
	GTIN string
	// Foreign: the URI is an identifier of others. It is the whole code, so two
	// suppliers who both call a lot LOTE-1 never share one.
	Foreign bool
}

// lotPath leads to a lot at an origin of ours.
const lotPath = "/id/lote/"

// LotOf returns the lot that a URI names, as seen from our origin, such as https://rastro.example.
func LotOf(uri, origin string) Lot {
	if code, ok := ownLot(uri, origin); ok {
		return Lot{Code: code}
	}
	l, ok := Parse(uri)
	switch {
	case !ok:
		return Lot{Code: uri, Foreign: true}
	case l.AI != "01":
		return Lot{Code: l.String(), Foreign: true}
	case l.Qualifier != "10":
		return Lot{Code: l.String(), GTIN: l.Value, Foreign: true}
	}
	code, err := url.PathUnescape(l.Qualified)
	if err != nil || strings.TrimSpace(code) == "" {
		return Lot{Code: l.String(), GTIN: l.Value, Foreign: true}
	}
	return Lot{Code: code, GTIN: l.Value}
}

// ownLot reads a URI that we made. A code in it is one segment of the path.
func ownLot(uri, origin string) (string, bool) {
	if origin == "" {
		return "", false
	}
	rest, ok := strings.CutPrefix(uri, origin)
	if !ok {
		return "", false
	}
	segment, ok := strings.CutPrefix(rest, lotPath)
	if !ok || segment == "" || strings.ContainsAny(segment, "/?#") {
		return "", false
	}
	code, err := url.PathUnescape(segment)
	return code, err == nil && strings.TrimSpace(code) != ""
}

// URI returns the URI that names the lot: what LotOf reads. A code that GS1 has no room for is
// named at our origin, with or without a GTIN.
func (l Lot) URI(origin string) string {
	switch {
	case l.Foreign:
		return l.Code
	case l.GTIN != "" && fitsLot(l.Code):
		return Link{AI: "01", Value: l.GTIN, Qualifier: "10", Qualified: escapeLot(l.Code)}.String()
	}
	return origin + lotPath + url.PathEscape(l.Code)
}

// maxLot is how long GS1 lets a lot be.
const maxLot = 20

// fitsLot reports whether GS1 allows a lot to have this code.
func fitsLot(code string) bool {
	if code == "" || len(code) > maxLot {
		return false
	}
	for i := range len(code) {
		c := code[i]
		if (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') && strings.IndexByte(`!"%&'()*+,-./_:;<=>?`, c) < 0 {
			return false
		}
	}
	return true
}

// escapeLot writes a lot as one segment of a Digital Link.
func escapeLot(code string) string {
	return escaper.Replace(strings.ReplaceAll(url.PathEscape(code), "&", "%26"))
}
