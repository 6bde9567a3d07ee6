package lot

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"rastro/internal/kind"
)

// The forms of a character are that character.
func TestFoldFormsOfCharacters(t *testing.T) {
	for written, want := range map[string]string{
		"\uff28\uff27\uff21\uff13\uff13\uff0d\uff17\uff21": "HGA33-7A",
		"HGA33-\u0667A":                          "HGA33-7A",
		"HGA33-\U0001d7d5\U0001d400":             "HGA33-7A",
		"hga33\u20117a":                          "HGA33-7A",
		"HGA33\u22127A":                          "HGA33-7A",
		"HGA33\u20137A":                          "HGA33-7A",
		"HGA33\ufe63\u24fbA":                     "HGA33-\u24fbA",
		"HGA33-\u2466A":                          "HGA33-7A",
		"H\u200bGA\ufe0f33\u034f-\u00ad7A\u0007": "HGA33-7A",
		"Safra\u0303o 7":                         "SAFRÃO 7",
		"\uff2c\uff2f\uff34\uff25\u3000\u2116\u300045\u22152025": "45/2025",
		"lote nº 7":                       "7",
		"Safrão nº 7":                     "SAFRÃO Nº 7",
		"HG\u041033-7A":                   "HG\u041033-7A", // Cyrillic
		"i\u0307-1":                       "\u0130-1",
		strings.Repeat("\U0001d7d5", 40):  strings.Repeat("7", 40),
		strings.Repeat("\U0001d7d5", 101): "",
	} {
		if got := Fold(written); got != want {
			t.Errorf("Fold(%+q) = %+q, want %+q", written, got, want)
		}
	}
}

// A character that stands for a whole sentence does not make a text longer.
func TestPlainIsBounded(t *testing.T) {
	text := strings.Repeat("\ufdfa", 1_000)
	if got := plain(text); len(got) > 2*len(text) || !hasStrange(got) {
		t.Errorf("%d bytes become %d", len(text), len(got))
	}
}

// Every digit of Unicode is read by its value.
func TestDigitsOfEveryScript(t *testing.T) {
	check := func(lo, hi, stride rune) {
		if stride != 1 || (hi-lo+1)%10 != 0 {
			t.Errorf("digits from %U to %U are not tens", lo, hi)
		}
		for r := lo; r <= hi; r++ {
			if n := norm.NFKC.String(string(r)); len(n) == 1 && n[0] != digitOf(r) {
				t.Errorf("%U is read as %c, want %s", r, digitOf(r), n)
			}
		}
	}
	for _, span := range unicode.Nd.R16 {
		check(rune(span.Lo), rune(span.Hi), rune(span.Stride))
	}
	for _, span := range unicode.Nd.R32 {
		check(rune(span.Lo), rune(span.Hi), rune(span.Stride))
	}
}

// If isPlain accepts a text, plain leaves it unchanged.
func TestPlainLeavesPortuguese(t *testing.T) {
	for r := rune(0); r < 0x250; r++ {
		text := "A" + string(r) + "1"
		if !isPlain(text) {
			continue
		}
		if got := strings.TrimSuffix(plain(text+"\u200b"), "\u200b"); got != text || hasStrange(text) {
			t.Errorf("%U is plain and becomes %+q, strange %t", r, got, hasStrange(text))
		}
	}
	for _, text := range []string{"lote nº 7, ação à 3ª", "Safrão", "A-1\tA-2\r\nA-3"} {
		if !isPlain(text) {
			t.Errorf("%q is not plain", text)
		}
	}
}

// A code with letters of another script is in doubt, and the code that it looks like is a suspect,
// in every field about lots.
func TestLookAlikesAreSuspects(t *testing.T) {
	for written, want := range map[string]string{
		"HG\u041033-7A":       "HGA33-7A", // Cyrillic А
		"HG\u039133-7A":       "HGA33-7A", // Greek Α
		"hg\u043033-7\u0430":  "HGA33-7A",
		"\u041dGA33-7A":       "HGA33-7A",
		"\u043dGA33-7A":       "HGA33-7A", // the small н is an H in capitals
		"\u03bdA-1":           "VA-1",
		"\u03bdB-1":           "NB-1",
		"HGA\u04173-7A":       "HGA33-7A",
		"A-1\u041e":           "A-10",
		"L\u041eTA-1\u041e":   "LOTA-10",
		"HGA33-7A\u0332":      "HGA33-7A",
		"H\u1e20A33-7A":       "HGA33-7A",
		"HG\U0001f17033-7A":   "HGA33-7A",
		"HGA33\u30fc7A":       "HGA33-7A",
		"\u043dG\u025133-7A":  "HGA33-7A", // one is in the table as a capital, the other as a small letter
		"HGA33-\u277cA":       "HGA33-7A",
		"7\ufe0f\u20e3A-0012": "7A-0012",
	} {
		doubts := 0
		EachDoubt(written, func(string) { doubts++ })
		if doubts == 0 {
			t.Errorf("%+q is in no doubt", written)
		}
		for _, c := range []struct{ prefix, payload string }{
			{shipping, `{"loteOrigem":"%s"}`}, {receiving, `{"loteOrigem":["X-1","%s"]}`}, {receiving, `{"loteOrigem":{"x":"%s"}}`}, {shipping, `{"l\u043ete":"%s"}`},
			{processing, `{"lote":"X-1","blendagem":"%s 50%%; X-2 50%%"}`}, {processing, `{"lote":"X-1","produtoFinal":"farelo, lote %s"}`},
			{quality, `{"identificacao":"lote %s"}`}, {receiving, `{"observacao":"com o l\u043ete %s"}`},
		} {
			payload := fmt.Sprintf(c.payload, written)
			rows := Read(kind.ByPrefix(c.prefix), []byte(payload)).Suspects()
			if !slices.ContainsFunc(rows, func(r Row) bool { return r.Lot == want }) {
				t.Errorf("%s %+q: suspects %s, want %s", c.prefix, payload, shown(rows), want)
			}
		}
	}
	escaped := Read(kind.ByPrefix(receiving), []byte(`{"observacao":"com o l\u043ete A-1"}`)).Suspects()
	if !slices.ContainsFunc(escaped, func(r Row) bool { return r.Lot == "A-1" }) {
		t.Errorf("a payload in ASCII: suspects %s", shown(escaped))
	}
	for _, text := range []string{"\u65e5\u672c-1", "A-\u00bd"} {
		if !slices.Contains(doubtsOf(text), text) {
			t.Errorf("%+q is in no doubt", text)
		}
	}
}

// A dash within a code is its hyphen, unless it makes a range or a series.
func TestDashesWithinCodes(t *testing.T) {
	for text, doubtful := range map[string]bool{"HGA33\u20137A": false, "HGA33\u20147A": false, "HGA33\u22127A": false, "A-1\u2013A-2": true, "HGA33\u201335": true} {
		if got := doubtsOf(text); (len(got) > 0) != doubtful {
			t.Errorf("%+q is in doubt: %+q", text, got)
		}
	}
}

func doubtsOf(text string) (parts []string) {
	EachDoubt(text, func(part string) { parts = append(parts, part) })
	return parts
}

// A list that continues without naming its lots is in doubt, and gives those that it names.
func TestListsThatGoOnAreInDoubt(t *testing.T) {
	for _, text := range []string{"A-1 e seguintes", "A-1 e os seguintes", "A-1 em diante", "A-1 a seguir", "A-1 até", "A-1 etc", "A-1, etc.", "A-1 e outros", "A-1 e demais lotes", "A-1 e assim por diante"} {
		r := Read(kind.ByPrefix(shipping), fmt.Appendf(nil, `{"loteOrigem":%q}`, text))
		rows := append(r.Rows(), r.Suspects()...)
		if !slices.ContainsFunc(rows, func(r Row) bool { return r.Lot == "A-1" }) || len(doubtsOf(text)) == 0 {
			t.Errorf("%q: %s; doubts %q", text, shown(rows), doubtsOf(text))
		}
		for _, row := range rows {
			if !strings.Contains(row.Lot, "A-1") {
				t.Errorf("%q names %q", text, row.Lot)
			}
		}
	}
}

func BenchmarkFold(b *testing.B) {
	for _, name := range []string{"MT25-S-001", "lote MT25-S-001", "Safrão 7", "HG\u041033-7A"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Fold(name)
			}
		})
	}
}

func BenchmarkNames(b *testing.B) {
	for _, text := range []string{"MT25-S-001", "MT25-S-001, MT25-S-002", "lote Safrão 7 e MT25-S-001"} {
		b.Run(text, func(b *testing.B) {
			for b.Loop() {
				EachName(text, func(string) {})
				EachDoubt(text, func(string) {})
			}
		})
	}
}
