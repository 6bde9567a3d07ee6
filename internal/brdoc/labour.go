package brdoc

import "time"

// checkReceipt takes 1, a digit and nineteen more, as the labour reporting
// system prints them with dots.
func checkReceipt(v chars, _ int) Reason {
	b := v.bytes()
	switch {
	case len(b) != 21 || !allDigits(b):
		return length(b)
	case b[0] != '1':
		return Charset
	}
	return 0
}

// firstESocialYear is the year the labour reporting system was set up.
const firstESocialYear = 2014

// checkEvent takes ID, kind of employer, employer (14), moment (14), sequence (5).
func checkEvent(v chars, year int) Reason {
	b := v.bytes()
	if len(b) != 36 || b[2] != '1' && b[2] != '2' || !fits(b[:2], "ID") || !alphanumeric(b[3:17]) || !allDigits(b[17:]) {
		return alien
	}
	y, mo, d := number(b[17:21]), number(b[21:23]), number(b[23:25])
	h, mi, s := number(b[25:27]), number(b[27:29]), number(b[29:31])
	if day := time.Date(y, time.Month(mo), d, 0, 0, 0, 0, time.UTC); day.Day() != d || int(day.Month()) != mo || h > 23 || mi > 59 || s > 59 {
		return Date
	}
	if y < firstESocialYear || y > year {
		return Year
	}
	return 0
}

// checkART accepts the state's letters, if any, and 8 to 20 digits; every council numbers in its
// own way.
func checkART(v chars, _ int) Reason {
	b := v.bytes()
	letters := 0
	for letters < 2 && letters < len(b) && class[b[letters]] == upper {
		letters++
	}
	if digits := b[letters:]; len(digits) < 8 || len(digits) > 20 || !allDigits(digits) {
		return alien
	}
	return 0
}

// checkMAPA takes four to six digits, but not a year: "portaria MAPA 2023".
func checkMAPA(v chars, _ int) Reason {
	b := v.bytes()
	if len(b) < 4 || len(b) > 6 || !allDigits(b) {
		return length(b)
	}
	if len(b) == 4 && (string(b[:2]) == "19" || string(b[:2]) == "20") {
		return alien
	}
	return 0
}
