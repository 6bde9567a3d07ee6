package ptbr

import (
	"rastro/internal/ptbr/letters"
)

// numerals are the numbers that people write in words.
var numerals = []struct {
	value     float64
	spellings string
}{
	{0.5, "meia|meio"},
	{1, "um|uma"}, {2, "dois|duas"}, {3, "tres"}, {4, "quatro"}, {5, "cinco"}, {6, "seis"}, {7, "sete"}, {8, "oito"}, {9, "nove"},
	{10, "dez"}, {11, "onze"}, {12, "doze"}, {13, "treze"}, {14, "quatorze|catorze"}, {15, "quinze"}, {16, "dezesseis|dezeseis"},
	{17, "dezessete|dezesete"}, {18, "dezoito"}, {19, "dezenove"},
	{20, "vinte"}, {30, "trinta"}, {40, "quarenta"}, {50, "cinquenta|cincoenta"}, {60, "sessenta|secenta"}, {70, "setenta"}, {80, "oitenta"}, {90, "noventa"},
	{100, "cem|cento"}, {200, "duzentos|duzentas"}, {300, "trezentos|trezentas"}, {400, "quatrocentos|quatrocentas"}, {500, "quinhentos|quinhentas"},
	{600, "seiscentos|seiscentas"}, {700, "setecentos|setecentas"}, {800, "oitocentos|oitocentas"}, {900, "novecentos|novecentas"},
}

// readSpelled makes a number of the numerals at a word: trinta e seis toneladas, meia tonelada, mil
// e duzentas sacas. Unless a unit or something that is counted follows, they are only words: "um"
// and "dez" are used for much else.
func (t *token) readSpelled(s string, last *token) {
	if last.is(either) || last.kind == numberToken {
		return // uma ou duas, treze vírgula oito, 2 mil
	}
	value, below, end := t.sense.value, belowOf(t.sense.value), t.end
	if t.is(thousands) {
		value, below = 1000, 1000
	}
	for below > 0 {
		next, at := wordAfter(s, end)
		if !next.is(and) || next.is(half) {
			break
		}
		next, at = wordAfter(s, at)
		if !next.is(spelled) || next.value < 1 || next.value >= below {
			break
		}
		value, below, end = value+next.value, belowOf(next.value), at
	}
	if next, _ := wordAfter(s, end); next == nil || next.unit == nil && !next.is(pack|thousands|millions|half|times) {
		return
	}
	t.kind, t.sense, t.value, t.form, t.end = numberToken, nil, value, plainForm, end
}

// belowOf returns what a numeral after another is smaller than: "trinta e seis", but not
// "seis e trinta".
func belowOf(value float64) float64 {
	switch {
	case value >= 100:
		return 100
	case value >= 20:
		return 10
	}
	return 0
}

// wordAfter returns the senses of the word after i, nil if there is none or it is unknown, and
// where it ends.
func wordAfter(s string, i int) (*sense, int) {
	at := letters.SkipSpaces(s, i)
	if at == i || at >= len(s) {
		return nil, i
	}
	if s[at] == '%' {
		return perCent, at + 1
	}
	var w letters.Word
	w.Read(s, at)
	if w.End == at {
		return nil, i
	}
	found, end, _ := senses.Match(s, &w)
	return found, end
}
