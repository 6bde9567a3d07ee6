package console

import (
	"math"
	"strconv"
	"strings"
	"time"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/lot"
)

// lotCount writes a whole number with its thousands apart.
func lotCount(n int, l lang.Lang) string { return lotNumber(float64(n), l) }

// lotNumber writes a number to the gram, as the language does; "" where it is not
// known.
func lotNumber(v float64, l lang.Lang) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	text := strconv.FormatFloat(math.Round(v*1000)/1000, 'f', -1, 64)
	sign := ""
	if strings.HasPrefix(text, "-") {
		sign, text = "−", text[1:]
	}
	whole, rest, _ := strings.Cut(text, ".")
	thousands, point := ".", ","
	if l == lang.EN {
		thousands, point = ",", "."
	}
	var out []byte
	for i := range len(whole) {
		if i > 0 && (len(whole)-i)%3 == 0 {
			out = append(out, thousands...)
		}
		out = append(out, whole[i])
	}
	if rest != "" {
		out = append(append(out, point...), rest...)
	}
	return sign + string(out)
}

// lotKg writes a mass, "" where it is not known.
func lotKg(v float64, l lang.Lang) string {
	if text := lotNumber(v, l); text != "" {
		return text + " kg"
	}
	return ""
}

// kgOrDash writes a number for a cell of a table.
func kgOrDash(v float64, l lang.Lang) string {
	if text := lotNumber(v, l); text != "" {
		return text
	}
	return "–"
}

func lotDate(t time.Time, l lang.Lang) string {
	if l == lang.EN {
		return t.Format("2006-01-02")
	}
	return t.Format("02/01/2006")
}

// lotDays writes a day or a span of days, "" where it is not known.
func lotDays(d lot.Days, l lang.Lang) string {
	if !d.Known() {
		return ""
	}
	from := lotDate(d.From.Time(), l)
	if d.To == d.From {
		return from
	}
	return from + " – " + lotDate(d.To.Time(), l)
}

// spanning is the span of two.
func spanning(a, b lot.Days) lot.Days {
	switch {
	case !a.Known():
		return b
	case !b.Known():
		return a
	}
	return lot.Days{From: min(a.From, b.From), To: max(a.To, b.To)}
}

// roleText is what an edge's role is called.
func roleText(role string, k *kind.Kind, l lang.Lang) string {
	if text, ok := roleTexts[role]; ok {
		return text.In(l)
	}
	if k != nil {
		return k.Title.In(l)
	}
	return role
}

// verdictText is what an inspection's verdict is called.
func verdictText(v lot.Verdict, l lang.Lang) string {
	if text, ok := verdictTexts[v]; ok {
		return text.In(l)
	}
	return verdictTexts[lot.NoVerdict].In(l)
}

// counted fills a number into the text for one or for many.
func counted(one, many lang.Text, n int, l lang.Lang) string {
	text := many
	if n == 1 {
		text = one
	}
	return text.Fill(l, lang.Args{"n": lotCount(n, l)})
}
