package sheet

import (
	"io"
	"strconv"

	"github.com/xuri/excelize/v2"

	"rastro/internal/kind"
	"rastro/internal/lang"
)

// The further sheets of a template.
var helpSheet = lang.Text{PT: "ajuda", EN: "help", ES: "ayuda"}

const valuesSheet = "valores" // hidden: the lists that cells offer

// workbook is a template under construction.
type workbook struct {
	*excelize.File
	sheet  string
	fields []kind.Field
	lang   lang.Lang
	looks  looks
}

// looks are how rows of a template look.
type looks struct {
	formats
	header, label, help, example int
}

func templateXLSX(w io.Writer, k *kind.Kind, fields []kind.Field, l lang.Lang) error {
	b := &workbook{File: excelize.NewFile(), sheet: k.Name, fields: fields, lang: l}
	defer b.Close()
	rows := guide(k, fields, l, notation{numbers: true})
	for _, step := range []func() error{
		func() error { return b.SetSheetName("Sheet1", k.Name) },
		b.newLooks,
		b.columns,
		func() error { return b.guide(rows) },
		func() error { return b.help(rows[len(rows)-1]) },
		b.lists,
		func() error { return send(b.File, w) },
	} {
		if err := step(); err != nil {
			return failedTemplate(k, err)
		}
	}
	return nil
}

func (b *workbook) newLooks() (err error) {
	if b.looks.formats, err = newFormats(b.File); err != nil {
		return err
	}
	fill := func(colour string) excelize.Fill {
		return excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{colour}}
	}
	wrapped := &excelize.Alignment{WrapText: true, Vertical: "top"}
	for _, one := range []struct {
		to    *int
		style excelize.Style
	}{
		{&b.looks.header, excelize.Style{Font: &excelize.Font{Bold: true, Color: "FFFFFF"}, Fill: fill("1B5E20"), NumFmt: textFormat}},
		{&b.looks.label, excelize.Style{Font: &excelize.Font{Bold: true}, Fill: fill("E8F5E9"), Alignment: wrapped, NumFmt: textFormat}},
		{&b.looks.help, excelize.Style{Font: &excelize.Font{Italic: true, Color: "37474F"}, Fill: fill("E8F5E9"), Alignment: wrapped, NumFmt: textFormat}},
		{&b.looks.example, excelize.Style{Font: &excelize.Font{Italic: true, Color: "5D4037"}, Fill: fill("FFF8E1"), NumFmt: textFormat}},
	} {
		if *one.to, err = b.NewStyle(&one.style); err != nil {
			return err
		}
	}
	return nil
}

// columns sets each column's width and number format.
func (b *workbook) columns() error {
	for i := range b.fields {
		name := letters(i)
		if err := b.SetColWidth(b.sheet, name, name, width(&b.fields[i])); err != nil {
			return err
		}
		if style := b.looks.of(&b.fields[i]); style != 0 {
			if err := b.SetColStyle(b.sheet, name, style); err != nil {
				return err
			}
		}
	}
	return b.SetPanes(b.sheet, &frozenHeader)
}

// guide writes the first rows.
func (b *workbook) guide(rows [][]Cell) error {
	styles := []int{b.looks.header, b.looks.label, b.looks.help, b.looks.example}
	for i, row := range rows {
		for _, c := range row {
			if err := b.put(b.sheet, Address(c.Column, i+1), c); err != nil {
				return err
			}
		}
		if err := b.SetCellStyle(b.sheet, Address(0, i+1), Address(len(row)-1, i+1), styles[i]); err != nil {
			return err
		}
	}
	const helpRowHeight = 90
	return b.SetRowHeight(b.sheet, 3, helpRowHeight)
}

func (b *workbook) put(sheet, at string, c Cell) error {
	if c.Kind == NumberCell {
		return b.SetCellFloat(sheet, at, c.Number, -1, 64)
	}
	return b.SetCellStr(sheet, at, c.Text)
}

// help writes the sheet that explains every field.
func (b *workbook) help(example []Cell) error {
	sheet := helpSheet.In(b.lang)
	if _, err := b.NewSheet(sheet); err != nil {
		return err
	}
	line := 1
	write := func(texts []string, style int) error {
		for i, text := range texts {
			if err := b.SetCellStr(sheet, Address(i, line), text); err != nil {
				return err
			}
		}
		err := b.SetCellStyle(sheet, Address(0, line), Address(len(texts)-1, line), style)
		line++
		return err
	}
	var header []string
	for _, h := range helpHeader {
		header = append(header, h.In(b.lang))
	}
	if err := write(header, b.looks.header); err != nil {
		return err
	}
	for i := range b.fields {
		if err := write(helpRow(&b.fields[i], example[i], b.lang), b.looks.label); err != nil {
			return err
		}
	}
	line++
	for _, note := range notes {
		if err := write([]string{note.In(b.lang)}, b.looks.formats.text); err != nil {
			return err
		}
	}
	for i, wide := range []float64{26, 26, 60, 34, 10, 34, 50} {
		if err := b.SetColWidth(sheet, letters(i), letters(i), wide); err != nil {
			return err
		}
	}
	return b.SetPanes(sheet, &frozenHeader)
}

// lists lets cells offer the usual values of their field. Others are accepted, as
// everywhere, so nothing is refused. The values are on their own sheet: a
// list within the rule could have 255 characters at most.
func (b *workbook) lists() error {
	used := 0
	for i := range b.fields {
		f := &b.fields[i]
		if len(f.Values) == 0 {
			continue
		}
		if used == 0 {
			if _, err := b.NewSheet(valuesSheet); err != nil {
				return err
			}
		}
		column := letters(used)
		used++
		for n, v := range f.Values {
			if err := b.SetCellStr(valuesSheet, column+strconv.Itoa(n+1), v); err != nil {
				return err
			}
		}
		rule := excelize.NewDataValidation(true)
		rule.SetSqref(Address(i, len(marks)+2) + ":" + Address(i, len(marks)+1+DefaultLimits.Rows))
		rule.SetSqrefDropList(valuesSheet + "!$" + column + "$1:$" + column + "$" + strconv.Itoa(len(f.Values)))
		rule.ShowErrorMessage = false
		if err := b.AddDataValidation(b.sheet, rule); err != nil {
			return err
		}
	}
	if used == 0 {
		return nil
	}
	return b.SetSheetVisible(valuesSheet, false)
}
