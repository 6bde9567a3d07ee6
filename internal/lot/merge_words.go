package lot

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"rastro/internal/ptbr"
)

// mergeWord is a word of such a text, or a single punctuation mark.
type mergeWord struct {
	text    string
	meaning mergeRole
	amount  Part // of an amount: its value and kind
}

// mergeRole is a set of parts that a word can play.
type mergeRole uint16

const (
	lotWord  mergeRole = 1 << iota // lote
	manyWord                       // lotes
	joins                          // e + ,
	equals                         // = ->
	unites                         // unidos, misturados
	became                         // formaram, viraram
	madeOf                         // formado, composto, mistura
	link                           // no, em, pelos, dos
	light                          // o, foi, novo
	denies                         // não, sem
	quantity                       // 60%
)

var mergeRoles = func() map[string]mergeRole {
	all := map[string]mergeRole{}
	for role, words := range map[mergeRole]string{
		lotWord:  "lote lot lt",
		manyWord: "lotes lots lts",
		joins:    "e , + & ;",
		equals:   "= -> =>",
		unites: "unidos unidas unido juntados juntos reunidos misturados misturado mesclados agrupados fundidos consolidados blendados blendado somados unificados " +
			"homogeneizados juntei juntamos unimos misturei misturamos mistura união uniao junção juncao fusão fusao blend",
		became: "formaram formam formou formando viraram virou compõem compoem compuseram originaram geraram gerou resultaram resultou deram",
		madeOf: "formado formada composto composta feito montado mistura blend união uniao junção juncao fusão fusao soma resultante resultado originado constituido constituído",
		link:   "no na em para p pelos pelo por dos do de das da com ao entre origem partir",
		light:  "o a os as um uma novo foi foram é são sao que : ( )",
		denies: "não nao sem nem nunca jamais ou",
	} {
		for w := range strings.FieldsSeq(words) {
			all[w] |= role
		}
	}
	return all
}()

func (w *mergeWord) is(r mergeRole) bool { return w.meaning&r != 0 }

// mergeWords splits a plain text into words, amounts and marks. Anything that is not part of a
// merge is a word without a meaning: a code, or something else.
func mergeWords(text string) []mergeWord {
	var words []mergeWord
	for rest := text; rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		if unicode.IsSpace(r) {
			rest = rest[size:]
			continue
		}
		if value, unit, n := ptbr.Amount(rest); n > 0 {
			p := Part{Value: value, Share: unit.Dimension == ptbr.Shares}
			if p.Known = p.Share || unit.Factor > 0; !p.Share {
				p.Value *= unit.Factor
			}
			words = append(words, mergeWord{rest[:n], quantity, p})
			rest = rest[n:]
			continue
		}
		end := len(rest)
		if strings.HasPrefix(rest, "->") || strings.HasPrefix(rest, "=>") {
			end = 2
		} else if r == '→' {
			words, rest = append(words, mergeWord{text: "->", meaning: equals}), rest[size:]
			continue
		} else if isMergeMark(r) {
			end = size
		} else if at := strings.IndexFunc(rest, func(r rune) bool { return unicode.IsSpace(r) || isMergeMark(r) || r == '→' }); at >= 0 {
			end = at
		}
		w := strings.TrimRight(rest[:end], ".")
		words = append(words, mergeWord{text: w, meaning: mergeRoles[strings.ToLower(w)]})
		rest = rest[end:]
	}
	return words
}

func isMergeMark(r rune) bool { return strings.ContainsRune("=+,;:()&", r) }

// isCode reports whether a word may be a lot's code: one with a digit, or capitals that are not a
// trade word.
func (w *mergeWord) isCode() bool {
	if w.meaning != 0 {
		return false
	}
	if IsCode(w.text) {
		return !isDate(w.text)
	}
	return isLetterCode(w.text)
}

// isLetterCode reports whether a word without a digit may be a lot's code: capitals, possibly with
// hyphens, that are not a trade word.
func isLetterCode(w string) bool {
	if len(w) < 2 || len(w) > maxLetterCode || notCodes[w] {
		return false
	}
	for i := range len(w) {
		c := w[i]
		if c >= 'A' && c <= 'Z' {
			continue
		}
		if c != '-' && c != '_' && c != '/' || i == 0 || i == len(w)-1 {
			return false
		}
	}
	return true
}

const maxLetterCode = 20

// notCodes are words in capitals that appear in the place of a code but are not codes.
var notCodes = func() map[string]bool {
	all := map[string]bool{}
	for w := range strings.FieldsSeq("SOJA CAFE MILHO TRIGO SORGO GRAO GRAOS SEMENTE SEMENTES FARELO OLEO LOTE LOTES NOVO NOVA UNICO UNICA MESMO MESMA TODO TODOS TODAS " +
		"ANTERIOR ANTERIORES SEGUINTE SEGUINTES FINAL ACIMA ABAIXO CITADO CITADOS COMPOSTO SILO SILOS ARMAZEM MOEGA SACA SACAS KG TON NF NFE CTE CNPJ CPF CAR OGM RR IPRO " +
		"IP SG MB UE EU OK ESTE ESSE DESTE DESSE MEU NOSSO OUTRO OUTROS DOIS DUAS TRES UM UMA QUE SE A O AS OS") {
		all[w] = true
	}
	return all
}()
