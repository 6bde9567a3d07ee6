package brdoc

import "strings"

func plateCountry(b []byte) string {
	switch {
	case fits(b, "AAA9A99"), fits(b, "AAA9999"):
		return "BR"
	case fits(b, "AA999AA"), fits(b, "AAA999"):
		return "AR"
	case fits(b, "AAAA999"):
		return "PY"
	case fits(b, "9999AAA"), fits(b, "999AAA"):
		return "BO"
	}
	return ""
}

func checkPlate(v chars, _ int) Reason {
	if plateCountry(v.bytes()) == "" {
		return alien
	}
	return 0
}

// notPlates are words of three letters that people put before a number of four digits, besides
// those that are labels anyway.
const notPlates = "ABR AGO ANO ATE BMX BRS COD DEZ DOC FAX FEV FMX JAN JUL JUN KIT LOT MAI MAR MIN NOV NUM OUT PED REF REG SEM SET TAL TGX TON TUC UNO VIA VOL"

// barePlate: without a label, a plate is Brazil's or Argentina's present one, in
// capitals, and not a word and a number. The plates of Paraguay, Bolivia and old
// Argentina look like silos and weights.
func barePlate(raw string, v chars) bool {
	b := v.bytes()
	letters := string(b[:3])
	switch {
	case fits(b, "AA999AA"):
		return raw == string(b)
	case plateCountry(b) != "BR", labels.has(letters), strings.Contains(notPlates, letters):
		return false
	case fits(b, "AAA9A99"):
		return uniform(raw)
	}
	return raw[:3] == letters || uniform(raw) && string(b[3:5]) != "19" && string(b[3:5]) != "20"
}

// uniform reports whether the letters are all upper case or all lower case.
func uniform(raw string) bool {
	return raw == strings.ToUpper(raw) || raw == strings.ToLower(raw)
}

func checkContainer(v chars, _ int) Reason {
	b := v.bytes()
	switch {
	case len(b) < 4 || !fits(b[:4], "AAAA") || b[3] != 'U' && b[3] != 'J' && b[3] != 'Z' || !allDigits(b[4:]):
		return alien
	case len(b) != 11:
		return Length
	case b[10] != iso6346(b[:10]):
		return CheckDigit
	}
	return 0
}

// bareContainer: U is freight. The other two letters are rare, and CRUZ 1234567
// is a name and a number.
func bareContainer(_ string, v chars) bool { return v.b[3] == 'U' }

// owners are the first letters of most containers at Brazilian ports, as the Bureau
// International des Containers registers them for shipping lines and lessors. After
// them a space leaves no doubt about what was meant: MSCU 7388111, but not ITAU 1234567.
const owners = "APHU APZU BEAU BMOU BSIU CAAU CAIU CAXU CBHU CLHU CMAU CRSU CRXU CSLU CSNU CXDU CXRU DFSU DRYU ECMU EGHU EGSU EISU EITU EMCU ESPU " +
	"FANU FBIU FCIU FFAU FSCU GAOU GATU GCXU GESU GLDU GVCU HAMU HASU HDMU HJCU HLBU HLCU HLXU HMMU INKU IPXU KKFU KKTU KOCU MAEU MAGU MEDU MIEU " +
	"MNBU MOAU MRKU MRSU MSCU MSDU MSKU MSMU MSWU NYKU ONEU OOCU OOLU PCIU PONU RFCU SEGU SELU SUDU SZLU TCKU TCLU TCNU TCVU TEMU TGBU TGHU TLLU " +
	"TRHU TRIU TRLU TTNU TXGU UACU UASU UETU UTCU WHLU WHSU XINU YMLU YMMU ZCSU ZIMU"

// hasOwner reports whether a container's letters are those of a known owner.
func hasOwner(v *chars) bool { return strings.Contains(owners, string(v.b[:4])) }

func checkIMO(v chars, _ int) Reason {
	b := v.bytes()
	switch {
	case len(b) != 7 || !allDigits(b):
		return length(b)
	case repeated(b):
		return Repeated
	case b[6] != imo(b[:6]):
		return CheckDigit
	}
	return 0
}

// checkFlight takes an airline of two characters and up to four digits.
func checkFlight(v chars, _ int) Reason {
	b := v.bytes()
	if len(b) < 3 || len(b) > 6 || !alphanumeric(b[:2]) || allDigits(b[:2]) || !allDigits(b[2:]) {
		return alien
	}
	return 0
}
