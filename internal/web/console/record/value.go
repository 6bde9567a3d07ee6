package record

import (
	"slices"
	"strings"

	"rastro/internal/canon"
	"rastro/internal/check/record"
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/title"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// maxShown bounds how much of a value a page repeats; the JSON has the rest.
const maxShown = 2_000

// shownValue returns a JSON value as people read it.
func shownValue(raw string) string {
	switch canon.KindOf(raw) {
	case 0, 'n':
		return ""
	case '"':
		return lang.Clip(canon.Unquote(raw), maxShown)
	case '[':
		if items, simple := simpleItems(raw); simple {
			return lang.Clip(strings.Join(items, ", "), maxShown)
		}
	}
	return lang.Clip(raw, maxShown)
}

// simpleItems returns the items of a list if all are texts or numbers.
func simpleItems(raw string) (items []string, simple bool) {
	simple = true
	canon.Each(raw, func(_, value string) bool {
		switch canon.KindOf(value) {
		case '"':
			items = append(items, canon.Unquote(value))
		case '0':
			items = append(items, value)
		default:
			simple = false
		}
		return simple
	})
	return items, simple
}

// membersOf returns the members of a payload, as they are in it.
func membersOf(payload []byte) (values map[string]string, names []string) {
	values = map[string]string{}
	canon.Each(string(payload), func(name, value string) bool {
		values[name] = value
		names = append(names, name)
		return true
	})
	return values, names
}

// shownField returns a field's value as people read it: with its unit, days as they are written
// here, choices in words, rows of a table one after the other.
func shownField(f *kind.Field, raw string, l lang.Lang) string {
	if text, ok := title.Written(f, raw, l); ok {
		return lang.Clip(text, maxShown)
	}
	switch kindOf := canon.KindOf(raw); {
	case kindOf == '[' && len(f.Values) > 0:
		if items, simple := simpleItems(raw); simple {
			for i := range items {
				items[i] = f.Word(items[i], l)
			}
			return lang.Clip(strings.Join(items, ", "), maxShown)
		}
	case kindOf == '[' && f.Shape == kind.Objects:
		if text, ok := shownTable(f, raw, l); ok {
			return lang.Clip(text, maxShown)
		}
	}
	return shownValue(raw)
}

// shownTable returns a list of objects in one line; ok is false if it has more than its columns.
func shownTable(f *kind.Field, raw string, l lang.Lang) (text string, ok bool) {
	if _, ok := tableRows(f, raw); !ok {
		return "", false
	}
	var rows []string
	for _, object := range itemsOf(raw) {
		values, names := membersOf([]byte(object))
		var cells []string
		for c := range f.Columns {
			column := &f.Columns[c]
			if cell := shownField(column, values[column.Name], l); cell != "" {
				cells = append(cells, cell)
			}
		}
		for _, name := range names {
			if !slices.ContainsFunc(f.Columns, func(c kind.Field) bool { return c.Name == name }) {
				cells = append(cells, name+": "+shownValue(values[name]))
			}
		}
		rows = append(rows, strings.Join(cells, ", "))
	}
	return strings.Join(rows, "; "), true
}

// extraName returns what people call a member that the kind does not define: the header of its
// original column, or its name, unless we gave it that name.
func extraName(name string, headers map[string]string, l lang.Lang) string {
	if header := headers[name]; header != "" {
		return header
	}
	if name == record.TaxPapers {
		return recordTexts["taxpapers"].In(l)
	}
	return name
}

// findingView is a finding as pages show it.
type findingView struct {
	Severity, Word string // erro, alerta, info; and in the page's language
	Label          string // of its field, "" for the record
	Anchor         string // of the field on the page
	Message        string
	Rule           string
}

func viewFindings(k *kind.Kind, findings []finding.Finding, l lang.Lang) []findingView {
	var all []findingView
	for _, severity := range []finding.Severity{finding.Error, finding.Alert, finding.Info} {
		for _, f := range findings {
			if f.Rule.Severity == severity {
				all = append(all, viewFinding(k, f.Field, string(severity), f.Rule.ID, f.Message(l), l))
			}
		}
	}
	return all
}

func viewFinding(k *kind.Kind, field, severity, rule, message string, l lang.Lang) findingView {
	v := findingView{Severity: severity, Word: severityTexts[severity].In(l), Message: message, Rule: rule, Label: field}
	if f, known := k.Field(field); known {
		v.Label, v.Anchor = f.Label.In(l), "campo-"+field
	}
	return v
}

// badgeView sums up findings: the highest severity, and its count.
type badgeView struct{ Class, Text string }

// badgeOf sums up the findings on a record. A validation is judged by the review on which it was
// based, not by its own fields; a clean one shows its state, and needs no badge. whole means that
// found includes the findings of the harvest's review.
func badgeOf(r *trace.Record, found []finding.Finding, whole bool, l lang.Lang) badgeView {
	if !r.Kind.IsValidation() {
		return badge(found, whole, l)
	}
	counts := map[finding.Severity]int64{}
	if r.State != nil {
		said := r.Verdict(r.State)
		counts[finding.Error], counts[finding.Alert] = int64(said.Summary.Errors), int64(said.Summary.Alerts)
	}
	return countBadge(counts, l)
}

func badge(findings []finding.Finding, whole bool, l lang.Lang) badgeView {
	counts := map[finding.Severity]int64{}
	for _, f := range findings {
		counts[f.Rule.Severity]++
	}
	switch {
	case len(counts) == 0 && whole:
		return badgeView{"bom", badgeTexts["bom"].In(l)}
	case len(counts) == 0:
		return badgeView{"bom", badgeTexts["campos"].In(l)}
	}
	return countBadge(counts, l)
}

// countBadge shows the most severe findings; nothing if there are none.
func countBadge(counts map[finding.Severity]int64, l lang.Lang) badgeView {
	for _, severity := range []finding.Severity{finding.Error, finding.Alert, finding.Info} {
		if n := counts[severity]; n > 0 {
			form := "one"
			if n > 1 {
				form = "many"
			}
			return badgeView{string(severity), badgeTexts[string(severity)+"."+form].Fill(l, lang.Args{"n": pagekit.CountText(n, l)})}
		}
	}
	return badgeView{}
}
