package brdoc

// AccessKey is the content of the 44 characters of an electronic tax document's key.
type AccessKey struct {
	Type     Type
	UF       string
	Year     int
	Month    int
	Emitter  string // CNPJ of 14 characters, or CPF of 11
	ByCPF    bool   // the issuer is a natural person, as a farmer may be
	Model    int
	Series   int
	Number   int
	Emission int // form of issue; 0 in the layout before 2011, which had none
}

const keyChars = 44

// firstKeyYear is the year the first NF-e was issued.
const firstKeyYear = 2006

// ParseKey parses a key. It returns false if the form is wrong; Check decides whether the parts
// make sense.
func ParseKey(value string) (AccessKey, bool) {
	var v chars
	v.addUpper(value)
	b := v.bytes()
	if len(value) != keyChars || !keyForm(b) {
		return AccessKey{}, false
	}
	k := AccessKey{
		Year:     2000 + number(b[2:4]),
		Month:    number(b[4:6]),
		Emitter:  string(b[6:20]),
		Model:    number(b[20:22]),
		Series:   number(b[22:25]),
		Number:   number(b[25:34]),
		Emission: number(b[34:35]),
	}
	k.UF, _ = UFByCode(number(b[:2]))
	k.Type, _ = keyType(b)
	if _, k.ByCPF = keyEmitter(b); k.ByCPF {
		k.Emitter = k.Emitter[3:]
	}
	return k, true
}

func keyForm(b []byte) bool {
	return len(b) == keyChars && allDigits(b[:6]) && alphanumeric(b[6:18]) && allDigits(b[18:])
}

// keyType reads the model; false for one that does not exist.
func keyType(b []byte) (Type, bool) {
	switch number(b[20:22]) {
	case 55:
		return NFe, true
	case 65:
		return NFCe, true
	case 57:
		return CTe, true
	case 67:
		return CTeOS, true
	case 58:
		return MDFe, true
	case 62, 63, 64, 66: // telecom, passenger, valuables, power
		return DFe, true
	}
	return DFe, false
}

// keyEmitter reports whether the issuer's number is valid, and whether it is a CPF after three
// zeros. A few numbers are valid as both, among them that of Banco do Brasil: the series reserved
// for farmers decides.
func keyEmitter(b []byte) (ok, byCPF bool) {
	cpf := string(b[6:9]) == "000" && allDigits(b[9:20]) && validCPF(b[9:20])
	cnpj := validCNPJ(b[6:20])
	series := number(b[22:25])
	return cpf || cnpj, cpf && (!cnpj || series >= 920 && series <= 969)
}

func checkKey(v chars, year int) Reason {
	reason, _ := weighKey(v, year)
	return reason
}

// enoughSigns is how many of five signs make 44 digits a key. One mistyped digit spoils two of them
// at most; a boleto's bar code, which also has 44 digits, shows more than two only once in
// thousands.
const enoughSigns = 3

// weighKey says what is wrong with a key, and how many of its parts suggest that it is one: state,
// month, model, issuer, check digit.
func weighKey(v chars, year int) (reason Reason, signs int) {
	b := v.bytes()
	full := len(b) == keyChars
	if full && !keyForm(b) || !full && (len(b) < 22 || !allDigits(b)) {
		return alien, 0
	}
	_, state := UFByCode(number(b[:2]))
	month := number(b[4:6]) >= 1 && number(b[4:6]) <= 12
	_, model := keyType(b)
	emitter, checks := false, false
	if full {
		emitter, _ = keyEmitter(b)
		checks = b[43] == mod11(b[:43])
	}
	for _, sign := range [...]bool{state, month, model, emitter, checks} {
		if sign {
			signs++
		}
	}
	issued := 2000 + number(b[2:4])
	switch {
	case !full:
		return Length, signs
	case !state:
		return State, signs
	case !month:
		return Month, signs
	case !model:
		return Model, signs
	case !checks:
		return CheckDigit, signs
	case issued < firstKeyYear || issued > year:
		return Year, signs
	case !emitter:
		return Emitter, signs
	}
	return 0, signs
}
