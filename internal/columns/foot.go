package columns

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"rastro/internal/kind"
	"rastro/internal/sheet"
)

// SkipReason says why a row is not a record.
type SkipReason string

// The reasons.
const (
	Total    SkipReason = "TOTAL"
	Note     SkipReason = "NOTA"
	Repeated SkipReason = "CABECALHO"
	odd      SkipReason = "?" // it may be a total, or a record that lacks most fields
)

// foot distinguishes records from other rows of a sheet: totals, notes, signatures, and headers
// repeated on printed pages.
type foot struct {
	columns  int          // that are read
	names    map[int]bool // columns that say which record it is: days, codes, names
	measures map[int]Numbers
	sums     map[int]float64
}

func newFoot(plans []plan) foot {
	f := foot{names: map[int]bool{}, measures: map[int]Numbers{}, sums: map[int]float64{}}
	for i := range plans {
		p := &plans[i]
		switch {
		case p.Column == nil || p.Use == Ignore || p.Header == "":
			continue
		case p.Use == Extra:
		case p.field != nil && (p.field.Shape == kind.Number || p.field.Shape == kind.Quantity || p.field.Measure != ""):
			f.measures[i] = p.Numbers
		default:
			f.names[i] = true
		}
		f.columns++
	}
	return f
}

var (
	totalWords = regexp.MustCompile(`^(sub ?tota(l|is)|tota(l|is)|soma|somatoria|somatorio|media|medias|media geral|media ponderada|acumulado|sum|average|grand total)( .*)?$`)
	noteWords  = regexp.MustCompile(`(^|_)(assinatura|responsavel|visto|conferido|emitido|impresso|pagina|obs|observac|nota|fonte|gerado|relatorio|data de emissao|usuario|classificador|balanceiro|carimbo|page|printed|signature|notes?|legenda)`)
)

// judge says why a row is not a record; "" if it is one.
func (f *foot) judge(cells []sheet.Cell, m *Mapping) SkipReason {
	var filled, named, numbers, summed int
	first := ""
	for i := range cells {
		c := &cells[i]
		if c.IsEmpty() {
			continue
		}
		if filled++; filled == 1 && c.Kind == sheet.TextCell {
			first = Fold(c.Text)
		}
		if f.names[c.Column] {
			named++
		}
		if notation, ok := f.measures[c.Column]; ok {
			if v, _, why := amount(c, notation); why == "" {
				numbers++
				if sum := f.sums[c.Column]; sum != 0 && math.Abs(sum-v) <= 1e-6*math.Abs(sum) {
					summed++
				}
			}
		}
	}
	switch {
	case repeats(cells, m):
		return Repeated
	case totalWords.MatchString(first) && named <= 1:
		return Total
	case f.isNote(cells, filled, first):
		return Note
	case named == 0 && len(f.names) > 0 && numbers > 0 && summed > 0 && summed*2 >= numbers:
		return Total
	case named == 0 && len(f.names) > 0:
		return odd
	}
	f.add(cells)
	return ""
}

// isNote reports whether a row is a remark: one cell, or two, of a text that no record has.
func (f *foot) isNote(cells []sheet.Cell, filled int, first string) bool {
	if f.columns < 3 || filled > 2 {
		return false
	}
	if isRuled(cells) {
		return true
	}
	return noteWords.MatchString(first) || filled == 1 && len(first) > 12
}

// isRuled reports whether a row has a line to sign on.
func isRuled(cells []sheet.Cell) bool {
	return slices.ContainsFunc(cells, func(c sheet.Cell) bool {
		return strings.Contains(c.Text, "____") || strings.Contains(c.Text, "-----")
	})
}

// IsFoot reports whether a row seems to be a total, a note or a line to sign on, whatever the
// columns mean.
func IsFoot(cells []sheet.Cell) bool {
	filled, first := 0, ""
	for i := range cells {
		if cells[i].IsEmpty() {
			continue
		}
		if filled++; filled == 1 && cells[i].Kind == sheet.TextCell {
			first = Fold(cells[i].Text)
		}
	}
	return totalWords.MatchString(first) || filled <= 2 && (isRuled(cells) || noteWords.MatchString(first))
}

func (f *foot) add(cells []sheet.Cell) {
	for i := range cells {
		notation, ok := f.measures[cells[i].Column]
		if !ok {
			continue
		}
		if v, _, why := amount(&cells[i], notation); why == "" {
			f.sums[cells[i].Column] += v
		}
	}
}

// repeats reports whether a row is the header again.
func repeats(cells []sheet.Cell, m *Mapping) bool {
	same := 0
	for i := range cells {
		c := &cells[i]
		if c.IsEmpty() {
			continue
		}
		if c.Kind != sheet.TextCell {
			return false
		}
		for j := range m.Columns {
			if m.Columns[j].At == c.Column {
				if m.Columns[j].Header == "" || strings.TrimSpace(c.Text) == "" || !strings.HasSuffix(Fold(m.Columns[j].Header), Fold(c.Text)) {
					return false
				}
				same++
				break
			}
		}
	}
	return same > 1
}
