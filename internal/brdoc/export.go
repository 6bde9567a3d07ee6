package brdoc

// conventionalDDS stands for a statement outside the EU's system.
const conventionalDDS = "99EU9999999999"

// firstDDSYear is the year the EU opened its due diligence system.
const firstDDSYear = 2024

// checkDDS takes year, member state and ten characters, as published numbers do.
func checkDDS(v chars, year int) Reason {
	b := v.bytes()
	switch {
	case len(b) < 5 || !fits(b[:4], "99AA") || !alphanumeric(b[4:]):
		return alien
	case len(b) != 14:
		return Length
	case string(b) == conventionalDDS:
		return 0
	case !InEU(string(b[2:4])) && string(b[2:4]) != "EL": // the Union's own letters for Greece
		return CountryOf
	case 2000+number(b[:2]) < firstDDSYear || 2000+number(b[:2]) > year:
		return Year
	}
	return 0
}

// conventionalVerification goes with conventionalDDS.
const conventionalVerification = "--------"

// checkVerification takes eight characters; without both a letter and a digit they are more likely
// a word or a date.
func checkVerification(v chars, _ int) Reason {
	b := v.bytes()
	switch {
	case string(b) == conventionalVerification:
		return 0
	case !alphanumeric(b):
		return alien
	case len(b) != 8:
		return Length
	case allDigits(b) || every(b, upper):
		return alien
	}
	return 0
}

// checkEORI accepts a country that issues them and up to fifteen characters.
func checkEORI(v chars, _ int) Reason {
	b := v.bytes()
	if len(b) < 3 || len(b) > 17 || !fits(b[:2], "AA") || !alphanumeric(b[2:]) || every(b, upper) {
		return alien
	}
	if code := string(b[:2]); !InEU(code) && code != "GB" && code != "XI" { // XI: Northern Ireland
		return CountryOf
	}
	return 0
}

// checkICO takes country, exporter and shipment, or country, port and serial,
// joined by slashes. Coffee of Brazil is 002.
func checkICO(v chars, _ int) Reason {
	country, ok := icoCountry(v.bytes())
	switch {
	case !ok:
		return alien
	case country != icoBrazil:
		return CountryOf
	}
	return 0
}

const icoBrazil = 2

// icoCountry requires the country as three digits, as Check writes it.
func icoCountry(b []byte) (int, bool) {
	if len(b) < 7 || !fits(b[:4], "999/") {
		return 0, false
	}
	second := 4
	for second < len(b) && class[b[second]] == digit {
		second++
	}
	if second == 4 || second > 8 || second+1 >= len(b) || b[second] != '/' {
		return 0, false
	}
	last := b[second+1:]
	certificate := second == 6
	if !allDigits(last) || len(last) > 6 || len(last) > 4 && !certificate {
		return 0, false
	}
	return number(b[:3]), true
}

func checkNCM(v chars, _ int) Reason {
	b := v.bytes()
	if len(b) != 8 || !allDigits(b) {
		return length(b)
	}
	return 0
}

// bareNCM: without a label, 2025.02.10 is a date, so only known goods count.
func bareNCM(_ string, v chars) bool {
	_, known := Goods(string(v.bytes()))
	return known
}

func checkLocode(v chars, _ int) Reason {
	b := v.bytes()
	switch {
	case len(b) != 5 || !alphanumeric(b):
		return alien
	case !fits(b[:2], "AA") || !IsCountry(string(b[:2])):
		return CountryOf
	}
	for _, c := range b[2:] {
		if c == '0' || c == '1' {
			return Charset
		}
	}
	return 0
}

// bareLocode: five capitals are as likely a word; CARGA would lie in Canada.
func bareLocode(raw string, _ chars) bool {
	_, known := Port(raw)
	return known
}

func checkCountry(v chars, _ int) Reason {
	b := v.bytes()
	switch {
	case !fits(b, "AA"):
		return alien
	case !IsCountry(string(b)):
		return CountryOf
	}
	return 0
}
