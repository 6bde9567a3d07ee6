package uri

import (
	"strings"

	"rastro/internal/brdoc"
)

// scheme is a row of the EPC schemes: how its parts become a GS1 key.
type scheme struct {
	urn string // urn:epc:id:sgtin
	ai  string
	// digits are those of company prefix and reference together, without the check
	// digit; 0: the reference is text, and both have at most maxFree characters.
	digits    int
	indicator bool   // the first digit of the reference precedes the prefix
	lead      string // digits ahead of everything
	pieces    bool   // two two-digit numbers follow: the piece and the total
	serial    serial
	qualifier string // the qualifier that the serial is; "" joins it to the key
	pattern   bool   // the serial is *, meaning any
}

// serial describes the last part of a scheme.
type serial struct {
	most   int // characters; 0: the scheme has none
	digits bool
}

// maxFree bounds keys that are prefix and text.
const maxFree = 30

var schemes = []scheme{
	{urn: "urn:epc:id:sgtin:", ai: "01", digits: 13, indicator: true, serial: serial{most: 20}, qualifier: "21"},
	{urn: "urn:epc:id:sscc:", ai: "00", digits: 17, indicator: true},
	{urn: "urn:epc:id:sgln:", ai: "414", digits: 12, serial: serial{most: 20}, qualifier: "254"},
	{urn: "urn:epc:id:grai:", ai: "8003", digits: 12, lead: "0", serial: serial{most: 16}},
	{urn: "urn:epc:id:giai:", ai: "8004"},
	{urn: "urn:epc:id:gsrn:", ai: "8018", digits: 17},
	{urn: "urn:epc:id:gsrnp:", ai: "8017", digits: 17},
	{urn: "urn:epc:id:gdti:", ai: "253", digits: 12, serial: serial{most: 17}},
	{urn: "urn:epc:id:cpi:", ai: "8010", serial: serial{most: 12, digits: true}, qualifier: "8011"},
	{urn: "urn:epc:id:sgcn:", ai: "255", digits: 12, serial: serial{most: 12, digits: true}},
	{urn: "urn:epc:id:ginc:", ai: "401"},
	{urn: "urn:epc:id:gsin:", ai: "402", digits: 16},
	{urn: "urn:epc:id:itip:", ai: "8006", digits: 13, indicator: true, pieces: true, serial: serial{most: 20}, qualifier: "21"},
	{urn: "urn:epc:id:upui:", ai: "01", digits: 13, indicator: true, serial: serial{most: 28}, qualifier: "235"},
	{urn: "urn:epc:id:pgln:", ai: "417", digits: 12},

	{urn: "urn:epc:class:lgtin:", ai: "01", digits: 13, indicator: true, serial: serial{most: 20}, qualifier: "10"},

	{urn: "urn:epc:idpat:sgtin:", ai: "01", digits: 13, indicator: true, pattern: true},
	{urn: "urn:epc:idpat:grai:", ai: "8003", digits: 12, lead: "0", pattern: true},
	{urn: "urn:epc:idpat:gdti:", ai: "253", digits: 12, pattern: true},
	{urn: "urn:epc:idpat:sgcn:", ai: "255", digits: 12, pattern: true},
	{urn: "urn:epc:idpat:cpi:", ai: "8010", pattern: true},
	{urn: "urn:epc:idpat:itip:", ai: "8006", digits: 13, indicator: true, pieces: true, pattern: true},
	{urn: "urn:epc:idpat:upui:", ai: "01", digits: 13, indicator: true, pattern: true},
}

func parseEPC(uri string) (Link, bool) {
	for i := range schemes {
		if rest, ok := strings.CutPrefix(uri, schemes[i].urn); ok {
			return schemes[i].parse(rest)
		}
	}
	return Link{}, false
}

func (s *scheme) parse(rest string) (Link, bool) {
	company, rest, ok := strings.Cut(rest, ".")
	if !ok || !isDigits(company, 6, 12) {
		return Link{}, false
	}
	reference, last, hasLast := strings.Cut(rest, ".")
	if s.digits == 0 && (s.serial.most > 0 || s.pattern) {
		// A text reference may contain a dot; the serial is what follows the last one.
		at := strings.LastIndexByte(rest, '.')
		if at < 0 {
			return Link{}, false
		}
		reference, last = rest[:at], rest[at+1:]
	}
	if s.digits == 0 && s.serial.most == 0 && !s.pattern {
		reference, last, hasLast = rest, "", false
	}
	l := Link{AI: s.ai}
	if l.Value, ok = s.key(company, reference); !ok {
		return Link{}, false
	}
	if s.pieces {
		var piece, total string
		piece, last, _ = strings.Cut(last, ".")
		total, last, hasLast = strings.Cut(last, ".")
		if !isDigits(piece, 2, 2) || !isDigits(total, 2, 2) {
			return Link{}, false
		}
		l.Value += piece + total
	}
	return s.finish(l, last, hasLast)
}

// key returns the key of a company and its reference, with the check digit.
func (s *scheme) key(company, reference string) (string, bool) {
	if s.digits == 0 {
		if !isText(reference, maxFree-len(company)) {
			return "", false
		}
		return company + escaper.Replace(reference), true
	}
	if n := s.digits - len(company); !isDigits(reference, n, n) {
		return "", false
	}
	key := s.lead + company + reference
	if s.indicator {
		key = s.lead + reference[:1] + company + reference[1:]
	}
	return key + string(brdoc.GS1Digit(key)), true
}

// finish adds the serial to a key.
func (s *scheme) finish(l Link, last string, hasLast bool) (Link, bool) {
	switch {
	case s.pattern:
		return l, last == "*"
	case s.serial.most == 0:
		return l, !hasLast
	case s.serial.digits && !isDigits(last, 1, s.serial.most), !s.serial.digits && !isText(last, s.serial.most):
		return Link{}, false
	case s.qualifier == "254" && last == "0": // the place itself, and nothing inside it
		return l, true
	case s.qualifier == "":
		l.Value += escaper.Replace(last)
	default:
		l.Qualifier, l.Qualified = s.qualifier, escaper.Replace(last)
	}
	return l, true
}
