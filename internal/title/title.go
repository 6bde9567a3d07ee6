// Package title names records as people know them: "Recebimento · 10/02/2025 · ABC1C34 ·
// 36.000 kg". The fields that make a name are in the kind table, so that a list, a history
// and a search call the same record the same.
package title

import (
	"regexp"
	"strconv"
	"strings"

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

// Bounds of a title: what does not fit into a line names nothing.
const (
	maxParts   = 3
	maxPart    = 40  // characters of a part
	maxScanned = 600 // bytes of a text in which lots are looked for
	maxCodes   = 2
	decimals   = 3
)

// separator stands between the parts of a title.
const separator = " · "

// Title is what people call a record.
type Title struct {
	// Kind is the name of its kind.
	Kind string
	// Parts tell it from others of the kind, the most telling first. There is at least one.
	Parts []string
}

// String is the whole title.
func (t Title) String() string { return t.Kind + separator + t.Name() }

// Name is the title where the kind is said already.
func (t Title) Name() string { return strings.Join(t.Parts, separator) }

// Of names a record for a caller in a language. A caller who may not see personal data gets a
// title without it. A record that says nothing telling is named by its harvest and its id.
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

// part is what a title says of a field, "" for nothing.
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

// ofNumber writes a number with its unit. One in a field for texts stays as it was written.
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

// plainAmount is a quantity as imports write it: digits without marks for thousands, and a unit.
var plainAmount = regexp.MustCompile(`^(\d{1,15})(?:,(\d{1,6}))? ?([\pL%@°²/]{1,12})$`)

// Amount writes a plain quantity as readers of a language do, "36220 kg" as "36.220 kg". Any other
// text stays as it is: a mark in it may mean two things.
func Amount(text string, l lang.Lang) string {
	m := plainAmount.FindStringSubmatch(text)
	if m == nil {
		return text
	}
	value, err := strconv.ParseFloat(m[1]+"."+m[2]+"0", 64)
	if err != nil {
		return text
	}
	if m[3] == "%" {
		return l.Number(value, decimals) + "%"
	}
	return l.Number(value, decimals) + " " + m[3]
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
