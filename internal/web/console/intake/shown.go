package intake

import (
	"cmp"
	"slices"
	"strings"

	"rastro/internal/canon"
	"rastro/internal/columns"
	"rastro/internal/intake"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/sheet"
	"rastro/internal/title"
	"rastro/internal/trace"
)

// labels are the usual names of a file's fields: the kind's labels, and for other kept columns
// their headers.
type labels struct {
	fields  map[string]*kind.Field
	headers map[string]string // of extras
	at      map[string]int    // the column of a field, if a mapping has one
}

// labelsOf makes the labels of a kind, whose file a mapping may read.
func labelsOf(k *kind.Kind, m *columns.Mapping) labels {
	y := labels{map[string]*kind.Field{}, map[string]string{}, map[string]int{}}
	if k != nil {
		fields := sheet.Fields(k)
		for i := range fields {
			y.fields[fields[i].Name] = &fields[i]
		}
	}
	if m == nil {
		return y
	}
	for i := range m.Columns {
		c := &m.Columns[i]
		switch c.Use {
		case columns.Extra:
			y.headers[c.Field] = c.Header
		case columns.Field, columns.Join, columns.Split:
		default:
			continue
		}
		y.at[c.Field] = c.At
		if c.Second != "" {
			y.at[c.Second] = c.At
		}
	}
	return y
}

// name returns what people call a field.
func (y labels) name(field string, l lang.Lang) string {
	if f := y.fields[field]; f != nil {
		return f.Label.In(l)
	}
	return cmp.Or(y.headers[field], field)
}

// where names the field of a finding, and its cell if a single row has it.
func (y labels) where(field string, line int64, l lang.Lang) string {
	name, cell, found := strings.Cut(field, " (")
	at, known := y.at[name]
	switch {
	case found:
		cell = " (" + cell
	case known && line > 0:
		cell = " (" + sheet.Address(at, int(line)) + ")"
	}
	return strings.TrimSpace(y.name(name, l) + cell)
}

// value formats a value as people write it: days with slashes, numbers with points and their unit.
func (y labels) value(field, raw string, l lang.Lang) string {
	f := y.fields[field]
	if f == nil {
		f = &kind.Field{}
	}
	if text, ok := title.Written(f, raw, l); ok {
		return text
	}
	if canon.KindOf(raw) == '[' && (f.Shape == kind.Texts || f.Shape == kind.TextOrTexts) {
		var items []string
		canon.Each(raw, func(_, one string) bool {
			if text, ok := title.Written(f, one, l); ok {
				one = text
			}
			items = append(items, one)
			return true
		})
		return strings.Join(items, "; ")
	}
	return raw
}

// sample is what the check shows of the rows that will be written: their harvests, and the first
// rows.
type sample struct {
	harvests []string // with their codes
	ids      []string // without them
	named    []string // those that were compared with each other
	alike    []pair   // of them
	more     bool     // there are further harvests
	rows     []sheet.Row
}

// Limits of a sample.
const (
	sampleRows     = 5
	sampleHarvests = 10
	sampleNames    = 200
)

// take looks at a row that can be read.
func (s *sample) take(row sheet.Row) {
	if len(row.Problems) > 0 {
		return
	}
	if len(s.rows) < sampleRows {
		s.rows = append(s.rows, row)
	}
	s.compare(row.HarvestID)
	name := row.HarvestID
	if row.HarvestCode != "" {
		name += " (" + row.HarvestCode + ")"
	}
	switch {
	case row.HarvestID == "" || slices.Contains(s.harvests, name):
	case len(s.harvests) == sampleHarvests:
		s.more = true
	default:
		s.harvests, s.ids = append(s.harvests, name), trace.AppendOnce(s.ids, row.HarvestID)
	}
}

// compare finds out whether a harvest has nearly the name of another in the file.
func (s *sample) compare(id string) {
	if id == "" || len(s.named) == sampleNames || slices.Contains(s.named, id) {
		return
	}
	for _, other := range s.named {
		if len(s.alike) < sampleHarvests && lang.Alike(id, other) {
			s.alike = append(s.alike, pair{other, id})
		}
	}
	s.named = append(s.named, id)
}

// names lists the fields that the rows of a sample have: the kind's in its order, then the others.
func (s *sample) names(k *kind.Kind) (names []string) {
	has := map[string]bool{}
	var others []string
	for i := range s.rows {
		has[sheet.HarvestID], has[sheet.Season] = true, has[sheet.Season] || s.rows[i].HarvestCode != ""
		canon.Each(string(s.rows[i].Payload), func(name, _ string) bool {
			if !has[name] {
				has[name] = true
				if name == kind.KeptColumns {
					return true // the headers, which are the names of the others here
				}
				others = append(others, name)
			}
			return true
		})
	}
	for _, f := range sheet.Fields(k) {
		if has[f.Name] {
			names = append(names, f.Name)
			others = slices.DeleteFunc(others, func(name string) bool { return name == f.Name })
		}
	}
	return append(names, others...)
}

// readSample shows the harvests and the first rows as they will be written. The caller holds the
// lock.
func (v *jobView) readSample(job *importJob, l lang.Lang) {
	if job.kind == nil || len(job.sample.rows) == 0 {
		return
	}
	v.Harvests = strings.Join(job.sample.harvests, ", ")
	if job.sample.more {
		v.Harvests += " …"
	}
	y, names := labelsOf(job.kind, job.layout.mapping), job.sample.names(job.kind)
	for _, name := range names {
		v.SampleHeads = append(v.SampleHeads, y.name(name, l))
	}
	for _, row := range job.sample.rows {
		shown := previewOf(job.kind, row, names, y, l)
		shown.Later = len(v.Sample) >= previewedSmall
		v.Sample = append(v.Sample, shown)
	}
}

// open has the rules by which a cell is refused although the file is correct: a person has to say
// how its column is read, or which harvest it is.
var open = map[string]string{
	string(sheet.OpenDate): "fix.dates", string(sheet.OpenNumber): "fix.numbers", string(sheet.OpenUnit): "fix.unit", string(sheet.OpenShare): "fix.unit",
}

// fixOf names the advice for a problem of a row, "" if the file itself has to be corrected.
func fixOf(field, rule string) string {
	if field == sheet.HarvestID {
		return "fix.harvest"
	}
	return open[rule]
}

// readFixes says what can be fixed on the page of columns.
func (v *jobView) readFixes(job *importJob, l lang.Lang) {
	if v.ColumnsHref == "" {
		return
	}
	for _, name := range []string{"fix.harvest", "fix.dates", "fix.numbers", "fix.unit"} {
		if job.findings.fixes[name] {
			v.Fixes = append(v.Fixes, importJobTexts[name].In(l))
		}
	}
}

// previewOf shows a row as it will be written.
func previewOf(k *kind.Kind, row sheet.Row, names []string, y labels, l lang.Lang) previewRow {
	out := previewRow{Line: row.Line}
	bad := map[string]bool{}
	for _, p := range row.Problems {
		bad[p.Field] = true
	}
	values := map[string]string{sheet.HarvestID: row.HarvestID, sheet.Season: row.HarvestCode}
	canon.Each(string(row.Payload), func(name, value string) bool {
		values[name] = y.value(name, value, l)
		return true
	})
	for _, name := range names {
		out.Cells = append(out.Cells, previewCell{y.name(name, l), lang.Clip(values[name], 80), bad[name]})
	}
	if made := intake.SheetRow(k, row); made.Err != nil {
		for _, p := range intake.RowProblems("", made.Err) {
			out.Problems = append(out.Problems, y.where(p.Field, 0, l)+": "+p.Message.Fill(l, p.Args))
		}
	}
	return out
}
