package brdoc

// Property is the content of a CAR number.
type Property struct {
	UF           string
	Municipality string // IBGE code
}

// ParseCAR parses a CAR number, as Scan and Check write it.
func ParseCAR(value string) (Property, bool) {
	var v chars
	v.addAlphanumeric(value)
	b := v.bytes()
	if len(b) != 41 || !fits(b[:9], "AA9999999") {
		return Property{}, false
	}
	return Property{string(b[:2]), string(b[2:9])}, true
}

// checkCAR takes state, municipality and a hash of 32 hexadecimal digits. State
// and municipality make the intent clear even where the hash is broken.
func checkCAR(v chars, _ int) Reason {
	b := v.bytes()
	if len(b) < 9 || !fits(b[:9], "AA9999999") || !alphanumeric(b[9:]) {
		return alien
	}
	code, known := UFCode(string(b[:2]))
	switch {
	case len(b) != 41:
		if !known {
			return alien
		}
		return Length
	case !fits(b[9:], "HHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHH"):
		if !known {
			return alien
		}
		return Charset
	case !known || code != number(b[2:4]):
		return State
	case !validIBGE(b[2:9]):
		return Place
	}
	return 0
}

// ibgeExceptions are the municipalities whose published code has a wrong check digit, and keeps it.
var ibgeExceptions = [...]string{
	"2201919", "2202251", "2201988", "2611533", "3117836", "3152131", "4305871", "5203939", "5203962",
}

func validIBGE(b []byte) bool {
	if b[6] == ibge(b[:6]) {
		return true
	}
	for _, e := range ibgeExceptions {
		if string(b) == e {
			return true
		}
	}
	return false
}

func checkIBGE(v chars, _ int) Reason {
	b := v.bytes()
	if len(b) != 7 || !allDigits(b) {
		return length(b)
	}
	if _, known := UFByCode(number(b[:2])); !known {
		return State
	}
	if !validIBGE(b) {
		return CheckDigit
	}
	return 0
}

// checkSNCR: the last digit is a check digit whose rule INCRA does not publish.
func checkSNCR(v chars, _ int) Reason {
	b := v.bytes()
	if len(b) != 13 || !allDigits(b) {
		return length(b)
	}
	return 0
}

func checkCCIR(v chars, _ int) Reason {
	b := v.bytes()
	if len(b) < 9 || len(b) > 13 || !allDigits(b) {
		return length(b)
	}
	return 0
}

func checkNIRF(v chars, _ int) Reason {
	b := v.bytes()
	switch {
	case len(b) != 8 || !allDigits(b):
		return length(b)
	case b[7] != rising(b[:7]):
		return CheckDigit
	}
	return 0
}

// checkCIB: an all-digit CIB is the NIRF it replaced. The alphabet of the others
// leaves out I, L, O and U; the rule of their check digit is not known.
func checkCIB(v chars, year int) Reason {
	b := v.bytes()
	if allDigits(b) {
		return checkNIRF(v, year)
	}
	if len(b) != 8 || !alphanumeric(b) {
		return alien
	}
	for _, c := range b[:7] {
		if c == 'I' || c == 'L' || c == 'O' || c == 'U' {
			return Charset
		}
	}
	return 0
}

// checkPermit takes the ten digits of PTV, CFO and CFOC; they open with the
// state, as published numbers do.
func checkPermit(v chars, _ int) Reason {
	b := v.bytes()
	if len(b) != 10 || !allDigits(b) {
		return length(b)
	}
	if _, known := UFByCode(number(b[:2])); !known {
		return State
	}
	return 0
}

func checkRenasem(v chars, _ int) Reason {
	b := v.bytes()
	if !fits(b, "AA999999999") {
		return alien
	}
	if _, known := UFCode(string(b[:2])); !known {
		return State
	}
	return 0
}
