package brdoc

import "strings"

// CargoReference is the content of a RUC.
type CargoReference struct {
	Year      int
	Root      string // first eight characters of the exporter's CNPJ, or
	CPF       string // the exporter's CPF
	Reference string
}

// ParseRUC splits a unique cargo reference: last digit of the year, BR, exporter, last digit of
// the decade, the exporter's own reference.
func ParseRUC(value string) (CargoReference, bool) {
	var v chars
	v.addUpper(value)
	b := v.bytes()
	at, ok := rucDecade(b)
	if !ok {
		return CargoReference{}, false
	}
	r := CargoReference{Year: rucYear(b, at), Reference: string(b[at+1:])}
	if exporter := string(b[3:at]); at == 14 {
		r.CPF = exporter
	} else {
		r.Root = exporter
	}
	return r, true
}

// rucDecade finds the decade digit, which ends the exporter. Nothing marks
// whether that is a CPF or the root of a CNPJ: it is a CPF when it checks as one
// and a sensible decade follows.
func rucDecade(b []byte) (at int, ok bool) {
	if len(b) < 13 || len(b) > 35 || !fits(b[:3], "9BR") || !alphanumeric(b) {
		return 0, false
	}
	if len(b) >= 16 && allDigits(b[3:15]) && (b[14] == '1' || b[14] == '2') && validCPF(b[3:14]) {
		return 14, true
	}
	return 11, class[b[11]] == digit
}

func rucYear(b []byte, at int) int { return 2000 + 10*int(b[at]-'0') + int(b[0]-'0') }

// firstRUCYear: customs introduced the reference in the 2010s.
const firstRUCYear = 2010

func checkRUC(v chars, year int) Reason {
	b := v.bytes()
	if len(b) < 13 || len(b) > 35 {
		if len(b) < 4 || !fits(b[:3], "9BR") || !alphanumeric(b) {
			return alien
		}
		return Length
	}
	at, ok := rucDecade(b)
	if !ok {
		return alien
	}
	if y := rucYear(b, at); y < firstRUCYear || y > year {
		return Year
	}
	return 0
}

// checkDUE takes year, BR, nine digits and a check digit. Siscomex publishes the
// layout but not the rule of the digit; rising fits every real number seen.
func checkDUE(v chars, year int) Reason { return declaration(v.bytes(), 14, year) }

// checkDuimp: the same with two more digits.
func checkDuimp(v chars, year int) Reason { return declaration(v.bytes(), 15, year) }

// firstDUEYear is when the single export declaration began.
const firstDUEYear = 2017

func declaration(b []byte, size, year int) Reason {
	if len(b) < 5 || !fits(b[:4], "99BR") || !allDigits(b[4:]) {
		return alien
	}
	if len(b) != size {
		return Length
	}
	var digits chars
	digits.n = copy(digits.b[:], b[:2])
	digits.n += copy(digits.b[2:], b[4:])
	d := digits.bytes()
	last := len(d) - 1
	if y := 2000 + number(b[:2]); y < firstDUEYear || y > year {
		return Year
	}
	if d[last] != rising(d[:last]) {
		return CheckDigit
	}
	return 0
}

// firstLPCOYear is when licences moved to the single window.
const firstLPCOYear = 2017

// checkLPCO takes E for export or I for import, the year and eight digits.
func checkLPCO(v chars, year int) Reason {
	b := v.bytes()
	switch {
	case len(b) < 2 || b[0] != 'E' && b[0] != 'I' || !allDigits(b[1:]):
		return alien
	case len(b) != 11:
		return Length
	case 2000+number(b[1:3]) < firstLPCOYear || 2000+number(b[1:3]) > year:
		return Year
	}
	return 0
}

func checkLPCOModel(v chars, _ int) Reason {
	if b := v.bytes(); !fits(b, "E99999") && !fits(b, "I99999") {
		return alien
	}
	return 0
}

// Year returns the year an identifier was issued in, for the types that carry one:
// access keys, DU-E, Duimp, RUC, LPCO and DDS.
func (id ID) Year() (int, bool) {
	v, at := id.Value, 0
	switch {
	case Keys.Has(id.Type):
		k, ok := ParseKey(v)
		return k.Year, ok
	case id.Type == RUC:
		r, ok := ParseRUC(v)
		return r.Year, ok
	case id.Type == LPCO:
		at = 1
	case id.Type != DUE && id.Type != Duimp && id.Type != DDS:
		return 0, false
	}
	if len(v) < at+2 || class[v[at]] != digit || class[v[at+1]] != digit {
		return 0, false
	}
	return 2000 + 10*int(v[at]-'0') + int(v[at+1]-'0'), true
}

// Import distinguishes an import licence from an export one, for LPCO.
func (id ID) Import() bool {
	return id.Type == Duimp || (id.Type == LPCO || id.Type == LPCOModel) && id.Value != "" && id.Value[0] == 'I'
}

// Issued reports whether the reference's exporter issued an invoice. ok is false if the identifier
// is not a valid invoice key.
func (r CargoReference) Issued(invoice ID) (by, ok bool) {
	key, ok := ParseKey(invoice.Value)
	if !ok || !invoice.Valid || !Keys.Has(invoice.Type) {
		return false, false
	}
	if key.ByCPF {
		return key.Emitter == r.CPF, true
	}
	return r.Root != "" && strings.HasPrefix(key.Emitter, r.Root), true
}
