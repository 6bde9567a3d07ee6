package lot

import (
	"strings"

	"rastro/internal/ptbr/lotlist"
)

// none are the texts that people write when there is no lot, or to continue a list without naming
// its lots, folded. Two harvests with the same such text have nothing in common.
var none = func() map[string]bool {
	set := map[string]bool{}
	for _, text := range []string{
		"S/N", "SN", "S.N.", "S.N", "S/Nº", "S/N°", "S/NO", "S/ N", "S/ Nº", "S/ N°", "S/L", "S/LOTE", "S/ LOTE", "S/ NÚMERO", "S/ NUMERO",
		"SEM LOTE", "SEM O LOTE", "SEM LOTES", "SEM NÚMERO", "SEM NUMERO", "SEM NÚMERO DE LOTE", "SEM NUMERO DE LOTE", "SEM Nº", "SEM N°", "SEM N", "SEM CÓDIGO", "SEM CODIGO",
		"SEM IDENTIFICAÇÃO", "SEM IDENTIFICACAO", "SEM INFORMAÇÃO", "SEM INFORMACAO",
		"NÃO INFORMADO", "NAO INFORMADO", "NÃO INFORMADA", "NAO INFORMADA", "NÃO INFORMADOS", "NAO INFORMADOS", "NÃO IDENTIFICADO", "NAO IDENTIFICADO",
		"NÃO TEM LOTE", "NAO TEM LOTE", "NÃO SABE", "NAO SABE", "NÃO SEI", "NAO SEI", "N/I", "N/A", "N.A.", "N.A", "N/D", "N.D.", "N.D", "NA", "ND",
		"DESCONHECIDO", "DESCONHECIDA", "IGNORADO", "INDEFINIDO", "A DEFINIR", "A INFORMAR", "PENDENTE", "LOTE", "LOTES", "TBD", "N/K", "NONE", "NO LOT", "SIN LOTE", "SIN NÚMERO",
		"SEGUINTE", "SEGUINTES", "O SEGUINTE", "OS SEGUINTES", "SUBSEQUENTES", "OS SUBSEQUENTES", "A SEGUIR", "EM DIANTE", "DIANTE", "ADIANTE", "ASSIM POR DIANTE", "ATÉ", "ATE", "ETC", "ETC.",
		"OUTROS", "OUTRO", "OUTROS LOTES", "OS OUTROS", "DEMAIS", "DEMAIS LOTES", "OS DEMAIS", "AND FOLLOWING", "FOLLOWING", "ONWARDS", "OTHERS", "SIGUIENTES", "LOS SIGUIENTES", "EN ADELANTE", "OTROS",
		"#N/A", "#N/D", "#REF!", "#VALUE!", "#VALOR!", "#NAME?", "#NOME?", "#DIV/0!", "#NULL!", "#NULO!", "#NUM!", // errors of spreadsheets
	} {
		set[text] = true
	}
	return set
}()

// NamesNone reports whether a folded text names no lot: it says that there is none, has neither
// letters nor digits, or is a decimal number.
func NamesNone(folded []byte) bool {
	word, comma := false, false
	for _, c := range folded {
		switch {
		case c >= '0' && c <= '9':
			word = true
			if comma {
				return lotlist.IsDecimal(string(folded))
			}
		case c >= 'A' && c <= 'Z', c >= 0x80:
			word = true
		case c == ',':
			comma = true
		}
	}
	return !word || none[string(folded)]
}

// IsNone reports whether a text says explicitly that there is no lot or that it is unknown: "s/n",
// "sem lote", "não informado", "???". A text saying that lots do not apply ("não se aplica", "não
// houve") does not count, because then nothing is missing.
func IsNone(text string) bool {
	if text = strings.TrimSpace(text); text == "" || len(text) > MaxCode {
		return false
	}
	return Fold(text) == "" && !lotlist.IsDecimal(text)
}

// numberWords may come between the word "lote" and its number.
var numberWords = []string{"Nº.", "N°.", "Nº", "N°", "N.º", "N.°", "NO.", "NR.", "N."}

// withoutNumberWord removes such a word from a folded text that continues with a number: "Nº
// 45/2025".
func withoutNumberWord(folded string) string {
	for _, word := range numberWords {
		rest, ok := strings.CutPrefix(folded, word)
		rest = strings.TrimPrefix(rest, " ")
		if !ok || rest == "" {
			continue
		}
		// "Nº A-4" is a number too, but a text that begins with "N." may be a code.
		if rest[0] >= '0' && rest[0] <= '9' || word[len(word)-1] != '.' && IsCode(rest) {
			return withoutNumberWord(rest)
		}
	}
	return folded
}
