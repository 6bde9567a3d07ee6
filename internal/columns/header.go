package columns

import (
	"strconv"
	"strings"
	"unicode"

	"rastro/internal/lang"
	"rastro/internal/sheet"
)

// Fold returns a form that is equal for all spellings of a header: letters, digits and percent
// signs, without accents, in lower case, with single spaces between words.
func Fold(s string) string {
	return strings.Join(strings.FieldsFunc(lang.Fold(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '%' && r != '@'
	}), " ")
}

// Line is a row of a sheet.
type Line struct {
	Number int
	Cells  []sheet.Cell
}

// at returns the text in a column; "" if it has none.
func (l *Line) at(column int) string {
	for i := range l.Cells {
		if l.Cells[i].Column == column {
			return lang.Clip(strings.Join(strings.Fields(l.Cells[i].Shown()), " "), MaxHeader)
		}
	}
	return ""
}

// Number names a column of a file without a header.
func Number(at int) string { return "Coluna " + strconv.Itoa(at+1) }

func (l *Line) width() int {
	if len(l.Cells) == 0 {
		return 0
	}
	return l.Cells[len(l.Cells)-1].Column + 1
}

// Headers reads a header of one or two rows. With two rows, a group is above its columns: in a
// merged cell or, in a text file, above the first of them.
func Headers(lines []Line, merged []sheet.Merge) []string {
	if len(lines) == 1 {
		all := make([]string, lines[0].width())
		for i := range all {
			all[i] = lines[0].at(i)
		}
		return all
	}
	upper, lower := &lines[0], &lines[1]
	all := make([]string, max(upper.width(), lower.width()))
	group := ""
	for i := range all {
		over, under := upper.at(i), lower.at(i)
		if from, ok := mergedInto(merged, upper.Number, i); ok {
			over, group = upper.at(from), ""
		} else if over != "" {
			group = ""
			if under != "" {
				group = over
			}
		} else if under != "" {
			over = group
		}
		switch {
		case under == "" || Fold(over) == Fold(under):
			all[i] = over
		case over == "":
			all[i] = under
		default:
			all[i] = lang.Clip(over+" "+under, MaxHeader)
		}
	}
	return all
}

// mergedInto returns the first column of the range that contains a cell.
func mergedInto(merged []sheet.Merge, line, column int) (int, bool) {
	for _, m := range merged {
		if m.FirstLine == line && m.FirstColumn < column && column <= m.LastColumn {
			return m.FirstColumn, true
		}
	}
	return 0, false
}
