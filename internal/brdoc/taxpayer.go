package brdoc

func checkCPF(v chars, _ int) Reason {
	b := v.bytes()
	switch {
	case len(b) != 11:
		return length(b)
	case !allDigits(b):
		return alien
	case repeated(b):
		return Repeated
	case !validCPF(b):
		return CheckDigit
	}
	return 0
}

// validCPF takes eleven digits.
func validCPF(b []byte) bool {
	return b[9] == rising(b[:9]) && b[10] == rising(b[:10]) && !repeated(b)
}

func checkCNPJ(v chars, _ int) Reason {
	b := v.bytes()
	switch {
	case len(b) != 14:
		return length(b)
	case !alphanumeric(b):
		return alien
	case !allDigits(b[12:]):
		return Charset
	case repeated(b):
		return Repeated
	case !validCNPJ(b):
		return CheckDigit
	}
	return 0
}

// validCNPJ takes twelve digits or capitals and two digits.
func validCNPJ(b []byte) bool {
	return b[12] == mod11(b[:12]) && b[13] == mod11(b[:13]) && !repeated(b)
}

// bareCNPJ: without a mask or a label, letters make a CNPJ only in capitals.
func bareCNPJ(raw string, v chars) bool { return len(raw) > v.n || raw == string(v.bytes()) }
