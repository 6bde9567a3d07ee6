package sheet

import (
	"github.com/xuri/excelize/v2"

	"rastro/internal/kind"
)

// formats are the number formats of columns. What is not a number is Text, so that
// 44 digits, a leading zero and 2024/25 stay what was typed.
type formats struct{ text, date, dateTime int }

// The formats that spreadsheets show in the local style.
const (
	textFormat     = 49
	dateFormat     = 14
	dateTimeFormat = 22
)

func newFormats(f *excelize.File) (formats, error) {
	var (
		all formats
		err error
	)
	for _, one := range []struct {
		to *int
		id int
	}{{&all.text, textFormat}, {&all.date, dateFormat}, {&all.dateTime, dateTimeFormat}} {
		if *one.to, err = f.NewStyle(&excelize.Style{NumFmt: one.id}); err != nil {
			return all, err
		}
	}
	return all, nil
}

func (f formats) of(field *kind.Field) int {
	switch field.Shape {
	case kind.Number, kind.Quantity:
		return 0
	case kind.Date:
		return f.date
	case kind.DateTime:
		return f.dateTime
	}
	return f.text
}

// width returns a width that fits the name, and the usual values of such a field.
func width(f *kind.Field) float64 {
	usual := 24
	switch f.Shape {
	case kind.Number, kind.Quantity, kind.Date:
		usual = 14
	case kind.DateTime:
		usual = 18
	case kind.Plot, kind.Objects:
		usual = 40
	}
	return float64(max(usual, len(f.Name)+2))
}

// frozenHeader keeps the first row in sight.
var frozenHeader = excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}
