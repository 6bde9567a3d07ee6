package lot

import (
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/lot"
	"rastro/internal/web/console/pagekit"
)

// lotKg formats a mass; "" if unknown.
func lotKg(v float64, l lang.Lang) string {
	if text := pagekit.NumberText(v, 3, l); text != "" {
		return text + " kg"
	}
	return ""
}

// kgOrDash writes a number for a cell of a table.
func kgOrDash(v float64, l lang.Lang) string {
	if text := pagekit.NumberText(v, 3, l); text != "" {
		return text
	}
	return "–"
}

// lotDays formats a day or a span of days; "" if unknown.
func lotDays(d lot.Days, l lang.Lang) string {
	if !d.Known() {
		return ""
	}
	from := pagekit.DayText(d.From.Time(), l)
	if d.To == d.From {
		return from
	}
	return from + " – " + pagekit.DayText(d.To.Time(), l)
}

// spanning returns the span of two.
func spanning(a, b lot.Days) lot.Days {
	switch {
	case !a.Known():
		return b
	case !b.Known():
		return a
	}
	return lot.Days{From: min(a.From, b.From), To: max(a.To, b.To)}
}

// roleText returns the name of an edge's role.
func roleText(role string, k *kind.Kind, l lang.Lang) string {
	if text, ok := roleTexts[role]; ok {
		return text.In(l)
	}
	if k != nil {
		return k.Title.In(l)
	}
	return role
}

// verdictText returns the name of an inspection's verdict.
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
	return text.Fill(l, lang.Args{"n": pagekit.CountText(int64(n), l)})
}
