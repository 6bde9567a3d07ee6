package columns

import (
	"strconv"
	"strings"
	"time"

	"rastro/internal/lang"
	"rastro/internal/sheet"
)

// Day is a day as in a cell, possibly with a time of day.
type Day struct {
	// Parts are the three numbers of a day in figures: 10/02/2025. Its order is open.
	Parts [3]int
	// Short: no part has four digits, so the year may be the first or the last.
	Short bool
	// Sure is the day in ISO 8601, if it has only one reading.
	Sure string
	// Count is a bare number that may count days.
	Count  float64
	clock  string
	worded bool // its month is a word, so that no order applies
}

var months = map[string]int{
	"jan": 1, "fev": 2, "feb": 2, "mar": 3, "abr": 4, "apr": 4, "mai": 5, "may": 5, "jun": 6, "jul": 7,
	"ago": 8, "aug": 8, "set": 9, "sep": 9, "out": 10, "oct": 10, "nov": 11, "dez": 12, "dec": 12,
	"janeiro": 1, "fevereiro": 2, "marco": 3, "abril": 4, "maio": 5, "junho": 6, "julho": 7, "agosto": 8,
	"setembro": 9, "outubro": 10, "novembro": 11, "dezembro": 12, "january": 1, "february": 2, "march": 3,
	"april": 4, "june": 6, "july": 7, "august": 8, "september": 9, "october": 10, "november": 11, "december": 12,
}

const longestDay = 60

// ReadDay reads a text that is a day. It returns false for any other text; if the text would be a
// day if its month were longer, the parts are set nevertheless.
func ReadDay(text string) (Day, bool) {
	text = strings.TrimSpace(text)
	if text == "" || len(text) > longestDay {
		return Day{}, false
	}
	if d, ok := digitsOnly(text); ok {
		return d, true
	}
	day, rest := cutDay(text)
	clock, ok := readClock(rest)
	if !ok {
		return Day{}, false
	}
	parts := strings.FieldsFunc(day, func(r rune) bool { return r == '/' || r == '-' || r == '.' || r == ' ' || r == ',' })
	if len(parts) == 5 && parts[1] == "de" && parts[3] == "de" {
		parts = []string{parts[0], parts[2], parts[4]}
	}
	if len(parts) != 3 {
		return Day{}, false
	}
	return fromParts(parts, clock)
}

// digitsOnly reads eight digits, or a count of days.
func digitsOnly(text string) (Day, bool) {
	if strings.Trim(text, "0123456789") != "" {
		return Day{}, false
	}
	n, err := strconv.Atoi(text)
	switch {
	case err != nil:
	case len(text) == 8 && n/10000 >= 1990 && n/10000 < 2100:
		return fromParts([]string{text[:4], text[4:6], text[6:]}, "")
	case len(text) == 8 && n%10000 >= 1990 && n%10000 < 2100:
		return fromParts([]string{text[:2], text[2:4], text[4:]}, "")
	case len(text) == 5:
		return Day{Count: float64(n)}, true
	}
	return Day{}, false
}

// cutDay splits a text into its day and what follows.
func cutDay(text string) (day, rest string) {
	text = lang.Fold(text)
	if i := strings.IndexByte(text, ':'); i > 0 {
		for i > 0 && text[i-1] >= '0' && text[i-1] <= '9' {
			i--
		}
		return strings.TrimRight(text[:i], " t,-"), text[i:]
	}
	if i := strings.LastIndexByte(text, ' '); i > 0 && strings.Contains(text[i:], "h") {
		return strings.TrimRight(text[:i], " ,-"), strings.TrimSpace(text[i:])
	}
	return text, ""
}

var clocks = []string{"15:04", "15:04:05", "15:04:05.000", "3:04 pm", "3:04:05 pm", "3:04pm", "3:04:05pm", "15:04:05z07:00", "15:04z07:00", "15h04", "15h", "15h04min"}

// readClock reads a time of day, and writes it in ISO 8601 with the zone it names.
func readClock(text string) (string, bool) {
	if text == "" {
		return "", true
	}
	text = strings.TrimSuffix(strings.TrimSuffix(text, " h"), " hs")
	for _, layout := range clocks {
		shown := text
		if strings.Contains(layout, "z07") {
			shown, layout = strings.ToUpper(text), strings.ToUpper(layout)
		} else if strings.Contains(layout, "pm") {
			shown, layout = strings.ToUpper(text), strings.ToUpper(layout)
		}
		if t, err := time.Parse(layout, shown); err == nil {
			if strings.Contains(layout, "Z07") {
				return t.Format("15:04:05Z07:00"), true
			}
			return t.Format("15:04:05"), true
		}
	}
	return "", false
}

// fromParts makes a day of its three parts, as written.
func fromParts(parts []string, clock string) (Day, bool) {
	d := Day{clock: clock}
	named := -1
	for i, part := range parts {
		if m, ok := months[part]; ok && named < 0 {
			named, d.Parts[i], d.worded = i, m, true
			continue
		}
		n, err := strconv.Atoi(strings.TrimSuffix(part, "o"))
		if err != nil || len(part) > 4 || len(part) == 3 && !strings.HasSuffix(part, "o") {
			return Day{}, false
		}
		d.Parts[i] = n
	}
	first, last := len(parts[0]) == 4, len(parts[2]) == 4
	d.Short = !first && !last
	switch {
	case first && last || len(parts[1]) == 4 && named != 1:
		return Day{}, false
	case first:
		d.Sure = d.in(YearFirst)
	case named == 1 && last:
		d.Sure = d.in(DayFirst)
	case named == 0 && last:
		d.Sure = d.in(MonthDay)
	case named >= 0:
		if named != 1 || d.Parts[0] > 31 {
			return Day{}, false
		}
		d.Sure = d.in(DayFirst) // 10-fev-25
	case last:
		return d.figures()
	}
	return d, d.Sure != "" || d.Short
}

// figures settles a day in figures with a year of four digits, if one order alone gives a day.
func (d Day) figures() (Day, bool) {
	day, month := d.in(DayFirst), d.in(MonthDay)
	switch {
	case day == "" && month == "":
		return d, false
	case day == "" || day == month:
		d.Sure = month
	case month == "":
		d.Sure = day
	}
	return d, true
}

// Fits reports whether a day can be read in an order.
func (d Day) Fits(order Dates) bool { return d.in(order) != "" }

// parts returns the numbers of a day in an order, and whether any month has such a day.
func (d Day) parts(order Dates) (year, month, day int, ok bool) {
	year, month, day = d.Parts[2], d.Parts[1], d.Parts[0]
	switch order {
	case MonthDay:
		month, day = day, month
	case YearFirst:
		year, day = d.Parts[0], d.Parts[2]
	}
	if year < 100 {
		year += 2000
	}
	return year, month, day, year >= 1900 && year <= 2100 && month >= 1 && month <= 12 && day >= 1 && day <= 31
}

// lacks reports whether a text is a day that its month does not have, such as 31/02/2025.
func (d Day) lacks(order Dates) bool {
	orders := []Dates{order}
	switch {
	case d.Parts[0] >= 1000:
		orders = []Dates{YearFirst}
	case order != DayFirst && order != MonthDay && order != YearFirst:
		orders = []Dates{DayFirst, MonthDay}
	}
	for _, one := range orders {
		if _, _, _, ok := d.parts(one); ok && d.in(one) == "" {
			return true
		}
	}
	return false
}

// in formats the day, read in some order, in ISO 8601; "" if there is none.
func (d Day) in(order Dates) string {
	year, month, day, ok := d.parts(order)
	t := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if !ok || t.Day() != day {
		return ""
	}
	text := t.Format(time.DateOnly)
	if d.clock != "" {
		text += "T" + d.clock
	}
	return text
}

// readDay reads a cell of a column of days. The reason says why it cannot.
func readDay(c *sheet.Cell, order Dates, count1904 bool) (string, sheet.Reason) {
	switch c.Kind {
	case sheet.DateCell:
		if d, ok := ReadDay(c.Text); !ok || d.Sure == "" {
			return "", sheet.WantDate // only a time of day, or not a day
		}
		if order == Mixed && MayBeSwapped(c.Text) {
			return "", sheet.OpenDate
		}
		return c.Text, ""
	case sheet.NumberCell:
		if order == Serial {
			return serial(c.Number, count1904)
		}
		if c.Number != float64(int(c.Number)) {
			return "", sheet.WantDate
		}
	}
	d, ok := ReadDay(c.Shown())
	switch {
	case !ok && d.lacks(order):
		return "", sheet.NoSuchDay
	case !ok:
		return "", sheet.WantDate
	case d.Count > 0 && order == Serial:
		return serial(d.Count, count1904)
	case d.Count > 0:
		return "", sheet.WantDate
	case d.Sure != "" && !d.Short:
		// A day that fits only one order can be read. In a column of the other order it is
		// nevertheless a slip, and the days around it may be slips too.
		if contradicts(d, order) {
			return "", sheet.WantDate
		}
		return d.Sure, ""
	case d.Sure != "":
		return d.Sure, ""
	case order == OpenDates || order == Serial || order == Mixed:
		return "", sheet.OpenDate
	}
	if text := d.in(order); text != "" {
		return text, ""
	}
	if d.lacks(order) {
		return "", sheet.NoSuchDay
	}
	return "", sheet.WantDate
}

// contradicts reports whether a day in figures cannot be one in the column's order.
func contradicts(d Day, order Dates) bool {
	return !d.worded && d.Parts[0] < 1000 && (order == DayFirst || order == MonthDay) && d.in(order) != d.Sure
}

func serial(v float64, count1904 bool) (string, sheet.Reason) {
	const first, last = 32874, 73050 // 1990 to 2099
	if v < first || v > last {
		return "", sheet.WantDate
	}
	text, ok := sheet.SerialText(v, count1904)
	if !ok {
		return "", sheet.WantDate
	}
	return text, ""
}

// InFigures reports whether the day is three numbers with the year last, so that its order
// is one of two.
func (d Day) InFigures() bool { return !d.worded && d.Parts[0] < 1000 && d.Count == 0 }

// Timed reports whether the day has a time of day.
func (d Day) Timed() bool { return d.clock != "" }

// MayBeSwapped reports whether a day in ISO 8601 is a different valid day when its month and day
// are swapped.
func MayBeSwapped(iso string) bool { return Swapped(iso) != "" }

// Swapped returns the day in ISO 8601 with its month and day swapped; "" if there is none or it is the
// same.
func Swapped(iso string) string {
	t, err := time.Parse(time.DateOnly, iso[:min(len(iso), len(time.DateOnly))])
	if err != nil || t.Day() > 12 || t.Day() == int(t.Month()) {
		return ""
	}
	return time.Date(t.Year(), time.Month(t.Day()), int(t.Month()), 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
}
