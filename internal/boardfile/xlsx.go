// Package boardfile reads callers' queries of the board of harvests, and writes the answers: JSON
// and a workbook.
package boardfile

import (
	"io"
	"iter"
	"strings"
	"time"

	"rastro/internal/board"
	"rastro/internal/lang"
	"rastro/internal/sheet"
	"rastro/internal/trace"
	"rastro/internal/verdict"
)

// FileName is the file name for saving.
const FileName = "painel.xlsx"

// The words of the file.
var (
	sheetName   = lang.Text{PT: "Painel", EN: "Board", ES: "Tablero"}
	passesText  = lang.Text{PT: "OK", EN: "OK", ES: "OK"}
	moreText    = lang.Text{PT: "Há mais safras do que o painel mostra.", EN: "There are more harvests than the board shows.", ES: "Hay más cosechas de las que muestra el tablero."}
	waitingText = lang.Text{PT: "Algumas safras ainda estavam sendo conferidas; baixe de novo em instantes.", EN: "Some harvests were still being checked; download again in a moment.", ES: "Algunas cosechas todavía se estaban revisando; descargue de nuevo en unos instantes."}
	unasked     = lang.Text{PT: "não se aplica", EN: "does not apply", ES: "no se aplica"}
)

// columns are those before the gates and after them.
var (
	columns = []struct {
		title lang.Text
		width float64
		value func(*board.Row, lang.Lang, time.Time) any
	}{
		{lang.Text{PT: "Safra", EN: "Harvest", ES: "Cosecha"}, 30, func(r *board.Row, _ lang.Lang, _ time.Time) any { return r.Card.HarvestID }},
		{lang.Text{PT: "Nome", EN: "Name", ES: "Nombre"}, 24, func(r *board.Row, _ lang.Lang, _ time.Time) any { return r.Card.Name }},
		{lang.Text{PT: "Cultura", EN: "Crop", ES: "Cultivo"}, 14, func(r *board.Row, l lang.Lang, _ time.Time) any { return cropName(r.Card.Crop, l) }},
		{lang.Text{PT: "Ano-safra", EN: "Season", ES: "Campaña"}, 12, func(r *board.Row, _ lang.Lang, _ time.Time) any { return r.Card.Season }},
		{lang.Text{PT: "Produtor", EN: "Producer", ES: "Productor"}, 24, func(r *board.Row, _ lang.Lang, _ time.Time) any { return r.Card.Producer }},
		{lang.Text{PT: "Fazenda", EN: "Farm", ES: "Finca"}, 24, func(r *board.Row, _ lang.Lang, _ time.Time) any { return r.Card.Farm }},
		{lang.Text{PT: "Município", EN: "Municipality", ES: "Municipio"}, 18, func(r *board.Row, _ lang.Lang, _ time.Time) any { return r.Card.Town }},
		{lang.Text{PT: "UF", EN: "State", ES: "Estado"}, 6, func(r *board.Row, _ lang.Lang, _ time.Time) any { return r.Card.UF }},
		{lang.Text{PT: "Situação", EN: "Status", ES: "Situación"}, 40, func(r *board.Row, l lang.Lang, now time.Time) any {
			_, text := Phrase(r, l, now)
			return text
		}},
	}
	verdictColumn = lang.Text{PT: "Veredito", EN: "Verdict", ES: "Veredicto"}
)

func cropName(crop string, l lang.Lang) string {
	if crop == "" {
		return ""
	}
	return trace.Crop(crop).Name().In(l)
}

// Phrase reports whether the harvest is ready and validated.
func Phrase(r *board.Row, l lang.Lang, now time.Time) (verdict.Level, string) {
	if r.Readiness == nil {
		return verdict.Amber, r.Card.Reason(l)
	}
	said := r.Card.Verdict(now)
	level, text := said.Phrase(r.Readiness.Ready())
	return level, text.In(l)
}

// WriteXLSX writes all rows of a page as a workbook.
func WriteXLSX(w io.Writer, p *board.Page, l lang.Lang, now time.Time) error {
	var titles []sheet.Column
	for _, c := range columns {
		titles = append(titles, sheet.Column{Title: c.title.In(l), Width: c.width})
	}
	for _, gate := range verdict.Gates {
		titles = append(titles, sheet.Column{Title: gate.Name().In(l), Width: 30})
	}
	titles = append(titles, sheet.Column{Title: verdictColumn.In(l), Width: 40})
	return sheet.WriteTable(w, sheetName.In(l), titles, cells(p, l, now))
}

func cells(p *board.Page, l lang.Lang, now time.Time) iter.Seq[[]any] {
	return func(yield func([]any) bool) {
		for i := range p.Rows {
			row := &p.Rows[i]
			var line []any
			for _, c := range columns {
				line = append(line, c.value(row, l, now))
			}
			if !yield(append(line, gateCells(row, l, now)...)) {
				return
			}
		}
		if p.More {
			yield([]any{moreText.In(l)})
		}
		if p.Waiting > 0 {
			yield([]any{waitingText.In(l)})
		}
	}
}

// gateCells returns the state of each gate, and then the verdict.
func gateCells(r *board.Row, l lang.Lang, now time.Time) (cells []any) {
	if r.Readiness == nil {
		return nil
	}
	for i := range r.Readiness.Gates {
		gate := &r.Readiness.Gates[i]
		switch gate.Passing() {
		case verdict.Open:
			cells = append(cells, passesText.In(l))
		case verdict.NotAsked:
			cells = append(cells, unasked.In(l))
		default:
			var gaps []string
			for i := range gate.Gaps {
				gaps = append(gaps, gate.Gaps[i].Sentence(l))
			}
			cells = append(cells, lang.Clip(strings.Join(gaps, "; "), maxCell))
		}
	}
	said := r.Verdict(now)
	return append(cells, said.Sentence(l))
}

// maxCell limits the text of a cell: a spreadsheet accepts no more than 32 767 characters.
const maxCell = 2_000
