package brdoc

import "strings"

// GTIN14 writes a trade item number in the fourteen digits in which numbers of
// every length compare.
func GTIN14(value string) string {
	return strings.Repeat("0", max(0, 14-len(value))) + value
}

func checkGTIN(v chars, _ int) Reason {
	switch v.n {
	case 8, 12, 13, 14:
		return checkGS1(v.bytes())
	}
	return length(v.bytes())
}

func checkGLN(v chars, _ int) Reason {
	if v.n != 13 {
		return length(v.bytes())
	}
	return checkGS1(v.bytes())
}

func checkSSCC(v chars, _ int) Reason {
	if v.n != 18 {
		return length(v.bytes())
	}
	return checkGS1(v.bytes())
}

// checkGRAI accepts a zero, thirteen digits and a serial of up to sixteen characters, which has no
// check digit.
func checkGRAI(v chars, _ int) Reason {
	b := v.bytes()
	if len(b) < 14 || len(b) > 30 || b[0] != '0' || !allDigits(b[:14]) {
		return alien
	}
	for _, c := range b[14:] {
		if c < '!' || c > 'z' {
			return alien
		}
	}
	return checkGS1(b[1:14])
}

func checkGS1(b []byte) Reason {
	last := len(b) - 1
	switch {
	case !allDigits(b):
		return alien
	case repeated(b):
		return Repeated
	case b[last] != gs1(b[:last]):
		return CheckDigit
	}
	return 0
}

// GS1Digit returns the check digit that follows the digits of a GS1 key.
func GS1Digit(digits string) byte { return gs1([]byte(digits)) }
