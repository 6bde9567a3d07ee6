package brdoc

import "strings"

// Masked returns the value in the form that may be public.
func (id ID) Masked() string {
	v := id.Value
	switch {
	case id.Type == CPF && len(v) == 11:
		return maskCPF(v)
	case Keys.Has(id.Type) && len(v) > 10:
		return v[:6] + strings.Repeat("*", len(v)-10) + v[len(v)-4:]
	case id.Type == Plate && len(v) > 3:
		return v[:3] + strings.Repeat("*", len(v)-3)
	case id.Type == RUC:
		if r, ok := ParseRUC(v); ok && r.CPF != "" {
			return v[:3] + maskCPF(r.CPF) + v[14:]
		}
	}
	if id.Type.Personal() || id.Type.Secret() {
		return strings.Repeat("*", len(v))
	}
	return v
}

func maskCPF(v string) string { return "***." + v[3:6] + "." + v[6:9] + "-**" }

// Mask hides every valid CPF in a text: by itself, or inside the access key, cargo reference or
// labour event of a natural person. It hides too much rather than too little, for example a
// phone number that happens to be a valid CPF.
func Mask(text string) string {
	const holders = Keys | 1<<RUC | 1<<ESocialEvent
	holding := Scan(text, holders, maskYear)
	var out strings.Builder
	kept := 0
	for at := 0; at < len(text); {
		if len(holding) > 0 && holding[0].Start == at {
			id := holding[0]
			holding = holding[1:]
			if id.holdsCPF() {
				out.WriteString(text[kept:at])
				out.WriteString(id.Masked())
				at, kept = id.End, id.End
				continue
			}
		}
		if class[text[at]] != digit {
			at++
			continue
		}
		cpf, end := cpfAt(text, at)
		if end > at {
			out.WriteString(text[kept:at])
			out.WriteString(maskCPF(cpf))
			at, kept = end, end
			continue
		}
		for at < len(text) && class[text[at]] == digit {
			at++
		}
	}
	if kept == 0 {
		return text
	}
	out.WriteString(text[kept:])
	return out.String()
}

// maskYear is late enough for every document, because masking does not depend on age.
const maskYear = 2099

func (id ID) holdsCPF() bool {
	switch {
	case Keys.Has(id.Type):
		k, _ := ParseKey(id.Value)
		return k.ByCPF
	case id.Type == RUC:
		r, _ := ParseRUC(id.Value)
		return r.CPF != ""
	}
	return id.Type == ESocialEvent && id.Value[2] == '2'
}

// cpfAt reads eleven digits, grouped like a CPF or not at all, from the start of a run of digits,
// and returns where they end; end equals at if they are not a CPF.
func cpfAt(text string, at int) (cpf string, end int) {
	var b [11]byte
	n, group := 0, 0
	end = at
	for end < len(text) {
		c := text[end]
		if class[c] == digit {
			if n == len(b) {
				return "", at
			}
			b[n] = c
			n++
			group++
			end++
			continue
		}
		if n == len(b) || n != 3 && n != 6 && n != 9 || n < 9 && group != 3 {
			break
		}
		size := separatorSize(text[end:])
		if size == 0 {
			break
		}
		end += size
		group = 0
	}
	if n != len(b) || !validCPF(b[:]) {
		return "", at
	}
	return string(b[:]), end
}

// separatorSize returns the size of what may separate the groups of a CPF.
func separatorSize(text string) int {
	sep, next := readGap(text, 0)
	if sep == 0 || class[text[next]] != digit {
		return 0
	}
	return next
}

// Punctuated returns a CNPJ as people write it: 12.345.678/0001-95.
func Punctuated(cnpj string) string {
	if len(cnpj) != 14 {
		return cnpj
	}
	return cnpj[:2] + "." + cnpj[2:5] + "." + cnpj[5:8] + "/" + cnpj[8:12] + "-" + cnpj[12:]
}
