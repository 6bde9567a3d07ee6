package guess_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"rastro/internal/canon"
	"rastro/internal/columns"
	"rastro/internal/columns/guess"
	"rastro/internal/kind"
	"rastro/internal/sheet"
)

// layout is a file of a usual shape, and what it means. A column is a field, or its treatment:
// extra, ignorar, parte. A row has the expected fields.
type layout struct {
	name    string
	file    []byte
	kind    string
	columns string // by column, separated by spaces; - for one that is not there
	asks    string // column and question, separated by spaces: 3:unidade
	answers string // in the same order: kg
	rows    []string
	bad     int // rows that must have a problem though everything is answered
}

// result counts the results for a layout.
type result struct{ columns, right, values, wrong, missing int }

func (r *result) add(o result) {
	r.columns += o.columns
	r.right += o.right
	r.values += o.values
	r.wrong += o.wrong
	r.missing += o.missing
}

// read guesses a layout and reads it, before and after its questions are answered.
func (l *layout) read(t *testing.T) (r result) {
	t.Helper()
	f, err := sheet.OpenFile(bytes.NewReader(l.file), int64(len(l.file)), sheet.Limits{})
	if err != nil {
		t.Errorf("%s: %v", l.name, err)
		return r
	}
	g, err := guess.File(f, guess.Options{})
	if err != nil {
		t.Errorf("%s: %v", l.name, err)
		return r
	}
	if g.Mapping.Kind != l.kind {
		t.Errorf("%s: the kind is %s (%.2f), want %s", l.name, g.Mapping.Kind, g.Confidence, l.kind)
	}
	g.Mapping.Name = l.name
	l.compare(t, g, &r)
	_, wrong, _ := l.apply(t, f, &g.Mapping)
	r.wrong += wrong
	l.answer(t, g)
	values, wrong, missing := l.apply(t, f, &g.Mapping)
	r.values, r.missing = values, missing
	r.wrong += wrong
	return r
}

// compare counts the columns that were guessed.
func (l *layout) compare(t *testing.T, g *guess.Guess, r *result) {
	t.Helper()
	got := map[int]string{}
	for _, c := range g.Mapping.Columns {
		switch c.Use {
		case columns.Field, columns.Join:
			got[c.At] = c.Field
		default:
			got[c.At] = string(c.Use)
		}
	}
	for i, want := range strings.Fields(l.columns) {
		if want == "-" {
			continue
		}
		r.columns++
		if got[i] == want {
			r.right++
		} else {
			t.Logf("%s: column %d is %s, want %s", l.name, i, got[i], want)
		}
	}
	var asks []string
	for _, q := range g.Questions {
		asks = append(asks, fmt.Sprintf("%d:%s", q.Column, q.Asks))
	}
	if strings.Join(asks, " ") != l.asks {
		t.Errorf("%s: asks %q, want %q", l.name, asks, l.asks)
	}
}

// answer answers the questions as a person would.
func (l *layout) answer(t *testing.T, g *guess.Guess) {
	t.Helper()
	answers := strings.Fields(l.answers)
	for i, q := range g.Questions {
		at := slices.IndexFunc(g.Mapping.Columns, func(c columns.Column) bool { return c.At == q.Column })
		if i >= len(answers) || at < 0 {
			return
		}
		switch c := &g.Mapping.Columns[at]; q.Asks {
		case guess.AskDates:
			c.Dates = columns.Dates(answers[i])
		case guess.AskNumbers:
			c.Numbers = columns.Numbers(answers[i])
		case guess.AskUnit:
			c.Unit = strings.ReplaceAll(answers[i], "_", " ")
		}
	}
}

// apply reads the file and compares every value of a field.
func (l *layout) apply(t *testing.T, f *sheet.File, m *columns.Mapping) (values, wrong, missing int) {
	t.Helper()
	text, err := m.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	if m, err = columns.Read(text); err != nil {
		t.Errorf("%s: %v %v", l.name, err, errors.Unwrap(err))
		return
	}
	rows, err := columns.Open(f, m)
	if err != nil {
		t.Errorf("%s: %v", l.name, err)
		return
	}
	defer rows.Close()
	n, bad := 0, 0
	for ; ; n++ {
		row, err := rows.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%s: %v", l.name, err)
		}
		want := map[string]string{}
		if n < len(l.rows) {
			want = l.members(n)
		}
		got := l.fields(t, row)
		for name, v := range got {
			if values++; want[name] != v {
				wrong++
				t.Logf("%s: line %d: %s is %q, want %q", l.name, row.Line, name, v, want[name])
			}
		}
		for name := range want {
			if _, ok := got[name]; !ok {
				missing++
			}
		}
		if len(row.Problems) > 0 {
			if bad++; bad > l.bad && l.asks == "" {
				t.Logf("%s: line %d: %v", l.name, row.Line, row.Problems)
			}
		}
	}
	if n != len(l.rows) {
		t.Errorf("%s: %d rows, want %d; skipped %v", l.name, n, len(l.rows), rows.Skipped())
	}
	return values, wrong, missing
}

func (l *layout) members(n int) map[string]string {
	want := map[string]string{}
	for pair := range strings.SplitSeq(l.rows[n], "|") {
		if name, v, ok := strings.Cut(pair, "="); ok {
			want[strings.TrimSpace(name)] = strings.TrimSpace(v)
		}
	}
	return want
}

// fields returns the values of a row that are fields of the kind.
func (l *layout) fields(t *testing.T, row sheet.Row) map[string]string {
	t.Helper()
	got := map[string]string{}
	known := map[string]bool{}
	for _, f := range sheet.Fields(kind.ByPrefix(l.kind)) {
		known[f.Name] = true
	}
	if err := canon.Members(row.Payload, func(name string, v canon.Value) error {
		if text, ok := canon.String(v); ok && known[name] {
			got[name] = text
		} else if known[name] {
			got[name] = string(v)
		}
		return nil
	}); err != nil {
		t.Errorf("%s: %v: %s", l.name, err, row.Payload)
	}
	if row.HarvestCode != "" {
		got["safraCodigo"] = row.HarvestCode
	}
	if row.HarvestID != "" {
		got["safraId"] = row.HarvestID
	}
	return got
}

// hold reads layouts, and checks the share of recognised columns and that no value is wrong.
func hold(t *testing.T, name string, all []layout) {
	t.Helper()
	var sum result
	for i := range all {
		sum.add(all[i].read(t))
	}
	share := 100 * float64(sum.right) / float64(sum.columns)
	t.Logf("%s: %d layouts, %d of %d columns right (%.1f %%), %d values, %d wrong, %d missing", name, len(all), sum.right, sum.columns, share, sum.values, sum.wrong, sum.missing)
	if share < 90 {
		t.Errorf("%.1f %% of the columns are right, want 90", share)
	}
	if sum.wrong > 0 {
		t.Errorf("%d values are wrong", sum.wrong)
	}
	if sum.missing > 0 {
		t.Errorf("%d values are missing though every question is answered", sum.missing)
	}
}

func TestLayouts(t *testing.T) { hold(t, "first set", first) }
