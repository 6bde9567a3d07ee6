// Package title names records as people know them: "Recebimento · 10/02/2025 · ABC1C34 ·
// 36.000 kg". The fields that make a name are in the kind table, so that a list, a history
// and a search call the same record the same.
package title

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"rastro/internal/brdoc"
	"rastro/internal/canon"
	"rastro/internal/crop"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/lot"
	"rastro/internal/personal"
	"rastro/internal/ptbr"
	"rastro/internal/trace"
)

// Limits of a title: what does not fit on a line identifies nothing.
const (
	maxParts   = 3
	maxPart    = 40  // characters of a part
	maxScanned = 600 // bytes of a text that are searched for lots
	maxCodes   = 2
	decimals   = 3
)

// separator separates the parts of a title.
const separator = " · "

// Title is the usual name of a record.
type Title struct {
	// Kind is the name of its kind.
	Kind string
	// Parts tell it from others of the kind, the most telling first. There is at least one.
	Parts []string
}

// String returns the whole title.
func (t Title) String() string { return t.Kind + separator + t.Name() }

// Name returns the title for places that already show the kind.
func (t Title) Name() string { return strings.Join(t.Parts, separator) }

// Of returns a record's title for a caller in a language. A caller who may not see personal data
// gets a title without it. A record without anything specific gets its harvest and its id.
func Of(by *trace.Key, r *trace.Record, l lang.Lang) Title {
	t := Title{Kind: r.Kind.Title.In(l)}
	blind := personal.Hidden(by)
	values := map[string]string{}
	canon.Each(string(r.Payload), func(name, value string) bool {
		values[name] = value
		return true
	})
	for _, name := range r.Kind.Known {
		f, declared := r.Kind.Declared(name)
		value := values[name]
		if name == "codigo" && r.ValidationCode != "" {
			value = string(canon.AppendString(nil, r.ValidationCode)) // the server may have made it
		}
		hidden := f.Personal && (blind || value == `"`+personal.Mask+`"`)
		if !declared || hidden || len(t.Parts) == maxParts {
			continue
		}
		if part := part(&f, value, l); part != "" {
			t.Parts = append(t.Parts, part)
		}
	}
	if len(t.Parts) == 0 {
		id := r.ID.String()
		t.Parts = []string{lang.Clip(r.HarvestID, maxPart), "…" + id[len(id)-8:]}
	}
	return t
}

// part returns a field's part of a title; "" for nothing.
func part(f *kind.Field, raw string, l lang.Lang) string {
	switch canon.KindOf(raw) {
	case '"':
		return ofText(f, canon.Unquote(raw), l)
	case '0':
		return ofNumber(f, raw, l)
	case '[':
		return ofList(f, raw, l)
	}
	return ""
}

func ofText(f *kind.Field, text string, l lang.Lang) string {
	text = strings.Join(strings.Fields(text[:min(len(text), maxScanned)]), " ")
	if ptbr.IsAbsent(text) {
		return ""
	}
	text = strings.ToValidUTF8(text, "")
	switch {
	case f.Shape == kind.Date || f.Shape == kind.DateTime:
		if day, reading := ptbr.Date(text); reading == ptbr.Read {
			return Day(day.Year(), int(day.Month()), day.Day(), l)
		}
	case f.Measure != "":
		return lang.Clip(Amount(text, l), maxPart)
	case f.Pattern == kind.Plates:
		return lang.Clip(Plates(text), maxPart)
	case f.Says == kind.Paper:
		if key, is := brdoc.ParseKey(text); is {
			return key.Type.Name().PT + " " + strconv.Itoa(key.Number)
		}
	case f.Name == "cultura":
		if c, is := crop.Parse(text); is {
			return c.Name().In(l)
		}
	case f.Says == kind.LotSampled || f.Says == kind.LotDocumented:
		var codes []string
		lot.EachMentioned(text, func(code string, _ bool) {
			if len(codes) < maxCodes {
				codes = append(codes, code)
			}
		})
		if codes != nil {
			return lang.Clip(strings.Join(codes, ", "), maxPart)
		}
	}
	return lang.Clip(f.Word(text, l), maxPart)
}

// ofNumber formats a number with its unit. A number in a text field stays as written.
func ofNumber(f *kind.Field, raw string, l lang.Lang) string {
	value, err := strconv.ParseFloat(raw, 64)
	if err != nil || f.Shape != kind.Number && f.Shape != kind.Quantity {
		return lang.Clip(raw, maxPart)
	}
	text := l.Number(value, decimals)
	if f.Unit != "" {
		text += " " + f.Unit
	}
	return lang.Clip(text, maxPart)
}

func ofList(f *kind.Field, raw string, l lang.Lang) string {
	var items []string
	canon.Each(raw, func(_, value string) bool {
		if len(items) == maxCodes {
			items[maxCodes-1] += " …"
			return false
		}
		if item := part(&kind.Field{Shape: kind.Text, Values: f.Values}, value, l); item != "" && canon.KindOf(value) != '[' {
			items = append(items, item)
		}
		return true
	})
	return lang.Clip(strings.Join(items, ", "), maxPart)
}

// Written returns a field's value as people write it, with all its digits: numbers with their unit,
// days in the local format, choices in words, a CNPJ or the key of a tax document in its usual
// groups. ok is false for anything but a single value.
func Written(f *kind.Field, raw string, l lang.Lang) (text string, ok bool) {
	switch canon.KindOf(raw) {
	case '0':
		if f.Shape == kind.Number || f.Shape == kind.Quantity {
			return number(f, raw, l), true
		}
		return "", false
	case '"':
		return Said(f, canon.Unquote(raw), l), true
	}
	return "", false
}

// Said returns the text of a field as people write it.
func Said(f *kind.Field, text string, l lang.Lang) string {
	switch {
	case f.Shape == kind.Date || f.Shape == kind.DateTime:
		return StoredDay(text, l) + elsewhere(text, l)
	case len(f.Values) > 0:
		return f.Word(text, l)
	case f.Measure != "" || f.Shape == kind.Quantity:
		return Amount(text, l)
	case f.Pattern == kind.Plates:
		return Plates(text)
	case len(text) <= longestNumber:
		return Numbered(text)
	}
	return text
}

// number returns a number with all its digits and its unit. Thousands are marked if there is a
// unit: a number without one may be a year or a code.
func number(f *kind.Field, raw string, l lang.Lang) string {
	if f.Unit == "" || strings.ContainsAny(raw, "eE") {
		if l != lang.EN {
			raw = strings.Replace(raw, ".", ",", 1)
		}
		return strings.TrimSpace(raw + " " + f.Unit)
	}
	return l.Digits(raw) + " " + f.Unit
}

// longestNumber is the longest text that may be only a CNPJ or the key of a tax document.
const longestNumber = 44

// Numbered writes a CNPJ, or the key of a tax document, that stands alone in its usual groups.
func Numbered(text string) string {
	if id := brdoc.Check(brdoc.CNPJ, text, 0); len(text) == 14 && id.Valid {
		return brdoc.Punctuated(text)
	}
	if _, is := brdoc.ParseKey(text); is {
		var groups []string
		for group := range slices.Chunk([]byte(text), 4) {
			groups = append(groups, string(group))
		}
		return strings.Join(groups, " ")
	}
	return text
}

// isoDay matches a day, or a whole minute of it, as programs in Brazil write them. A time from
// elsewhere, or with seconds, is shown unchanged, because its minute alone would be incomplete.
var isoDay = regexp.MustCompile(`^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}:\d{2})(?::00(?:\.0+)?)?(-0[2345]:00)?)?$`)

// StoredDay returns a stored day as readers of a language write it, day first. English keeps the
// stored form, because its readers expect the month first.
func StoredDay(text string, l lang.Lang) string {
	day := isoDay.FindStringSubmatch(text)
	if day == nil || l == lang.EN {
		return text
	}
	if _, reading := ptbr.Date(text); reading != ptbr.Read {
		return text
	}
	people := day[3] + "/" + day[2] + "/" + day[1]
	if day[4] != "" {
		people += " " + day[4]
	}
	return people
}

// elsewhere returns the offset of a time outside Brasília's zone: next to the times of a page it
// could be mistaken for one of those.
func elsewhere(text string, l lang.Lang) string {
	day := isoDay.FindStringSubmatch(text)
	if day == nil || l == lang.EN || day[5] == "" || day[5] == "-03:00" {
		return ""
	}
	return " (UTC−" + day[5][2:3] + ")"
}

// Plates writes number plates separated by commas in a uniform way: abc-1c34 as ABC1C34. A text
// with anything else stays unchanged.
func Plates(text string) string {
	all := strings.Split(text, ",")
	for i := range all {
		id := brdoc.Check(brdoc.Plate, strings.ToUpper(strings.TrimSpace(all[i])), 0)
		if !id.Valid {
			return text
		}
		all[i] = id.Value
	}
	return strings.Join(all, ", ")
}

// plainAmount is a quantity as imports write it: digits without marks for thousands, and a unit
// of at most longestUnit characters. The pattern does not count them: each count would be a
// copy of all letters in memory.
var plainAmount = regexp.MustCompile(`^(\d{1,15})(?:,(\d{1,6}))? ?([\pL%@°²/]+)$`)

const longestUnit = 12

// Amount formats a plain quantity for readers of a language, "36220 kg" as "36.220 kg". Any other
// text stays unchanged: a mark in it may mean two things.
func Amount(text string, l lang.Lang) string {
	m := plainAmount.FindStringSubmatch(text)
	if m == nil || utf8.RuneCountInString(m[3]) > longestUnit {
		return text
	}
	digits := m[1]
	if m[2] != "" {
		digits += "." + m[2]
	}
	if m[3] == "%" {
		return l.Digits(digits) + "%"
	}
	return l.Digits(digits) + " " + m[3]
}

// Day writes a day as readers of a language do.
func Day(year, month, day int, l lang.Lang) string {
	y, m, d := pad(year, 4), pad(month, 2), pad(day, 2)
	if l == lang.EN {
		return y + "-" + m + "-" + d
	}
	return d + "/" + m + "/" + y
}

func pad(n, width int) string {
	text := strconv.Itoa(n)
	return strings.Repeat("0", max(0, width-len(text))) + text
}
