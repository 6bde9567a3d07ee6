package record

import (
	"net/url"
	"slices"
	"strings"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/personal"
	"rastro/internal/ptbr"
	"rastro/internal/records"
	"rastro/internal/sheet"
	"rastro/internal/trace"
)

// fieldPrefix marks the form fields that belong to the payload.
const fieldPrefix = "d."

// otherChoice is what a form sends for a choice other than the known values. otherField and
// dropField are suffixes to a field's name: for the value entered instead, and for removing a value
// that the form does not show.
const (
	otherChoice = "~outro"
	otherField  = "outro"
	dropField   = "tirar"
)

// draft is a record being edited in a form: what is stored, if anything, and what was typed.
type draft struct {
	kind      *kind.Kind
	base      *trace.Record // the version the form was opened with, nil for a new record
	harvestID string
	season    string
	once      string             // of a new record: see trace.Idempotency
	texts     map[string]string  // what was typed, by field; untouched fields are missing
	rows      map[string][]rowOf // the same, of tables
	drops     map[string]bool    // values that the form does not show, and that are to be removed
}

// readDraft reads a form that was sent.
func readDraft(k *kind.Kind, form url.Values, base *trace.Record) *draft {
	d := &draft{
		kind: k, base: base, harvestID: strings.TrimSpace(form.Get("safraId")), season: strings.TrimSpace(form.Get("safraCodigo")), once: form.Get("uma"),
		texts: map[string]string{}, rows: map[string][]rowOf{}, drops: map[string]bool{},
	}
	if base != nil {
		d.harvestID = base.HarvestID
	}
	fields := k.FormFields()
	for i := range fields {
		f := &fields[i]
		name := fieldPrefix + f.Name
		d.drops[f.Name] = form.Get(name+"."+dropField) != ""
		if rows, sent := sentRows(f, form); f.Shape == kind.Objects && sent {
			d.rows[f.Name] = rows
		}
		if !form.Has(name) {
			continue
		}
		text := form.Get(name)
		switch other := form.Get(name + "." + otherField); {
		case isList(f):
			text = listed(form[name])
		case f.Choice && (text == otherChoice || text == "" && other != ""):
			text = other
		}
		d.texts[f.Name] = text
	}
	return d
}

// listed joins the rows of a list, one item per line. Empty rows are not items.
func listed(rows []string) string {
	var items []string
	for _, row := range rows {
		for line := range strings.SplitSeq(oneBreak(row), "\n") {
			if line = strings.TrimSpace(line); line != "" {
				items = append(items, line)
			}
		}
	}
	return strings.Join(items, "\n")
}

// stored returns the values of the version the form was opened with.
func (d *draft) stored() (values map[string]string, names []string) {
	if d.base == nil {
		return map[string]string{}, nil
	}
	return membersOf(d.base.Payload)
}

// typed returns what was typed into a field. Ticked boxes have no order, so existing items keep
// theirs.
func (d *draft) typed(f *kind.Field, before string) (text string, sent bool) {
	text, sent = d.texts[f.Name]
	if !sent || !isList(f) || len(f.Values) == 0 || before == "" {
		return text, sent
	}
	left := strings.Split(text, "\n")
	var items []string
	for was := range strings.SplitSeq(before, "\n") {
		if i := slices.Index(left, was); i >= 0 {
			items, left = append(items, was), slices.Delete(left, i, i+1)
		}
	}
	return listed(append(items, left...)), sent
}

// touched reports whether someone changed a field.
func (d *draft) touched(f *kind.Field, stored string) bool {
	before := written(f, stored)
	if before.kept && d.drops[f.Name] {
		return true
	}
	if f.Shape == kind.Objects {
		rows, sent := d.rows[f.Name]
		if before.kept {
			return sent && len(rows) > 0
		}
		return sent && !slices.EqualFunc(rows, before.rows, rowOf.equal)
	}
	typed, sent := d.typed(f, before.text)
	return sent && oneBreak(typed) != oneBreak(before.text)
}

// read reads a form field; nil for nothing.
func (d *draft) read(f *kind.Field, stored string) (raw []byte, wrong string) {
	before := written(f, stored)
	typed, _ := d.typed(f, before.text)
	switch {
	case f.Shape == kind.Objects && before.kept:
		raw, wrong = readTable(f, d.rows[f.Name], "")
	case f.Shape == kind.Objects:
		return readTable(f, d.rows[f.Name], stored)
	case before.kept && d.drops[f.Name]:
		raw, wrong = readField(f, typed, "")
	default:
		return readField(f, typed, stored)
	}
	return raw, wrong
}

// build makes the payload. Untouched fields and members that are not fields of the kind stay
// unchanged, byte for byte; empty fields are left out.
func (d *draft) build() (payload []byte, problems []trace.Problem) {
	values, names := d.stored()
	changed := false
	fields := d.kind.FormFields()
	for i := range fields {
		f := &fields[i]
		if !d.touched(f, values[f.Name]) {
			continue
		}
		raw, wrong := d.read(f, values[f.Name])
		if wrong != "" {
			problems = append(problems, trace.Problem{Field: f.Name, Message: wrongs[wrong]})
			continue
		}
		if _, there := values[f.Name]; !there {
			names = append(names, f.Name)
		}
		values[f.Name], changed = string(raw), true
	}
	if !changed && d.base != nil {
		return d.base.Payload, problems
	}
	return appendObject(nil, names, values), problems
}

// envelope turns the draft into what would be sent to the API, and reads it as the API does.
func (d *draft) envelope() (trace.Envelope, error) {
	payload, problems := d.build()
	checked := payload
	if d.base != nil {
		checked = personal.Shaped(d.kind, payload)
	}
	env, err := trace.ReadEnvelope(d.kind, d.body(checked))
	if len(problems) > 0 {
		failed := &trace.Error{Code: trace.CodeInvalid, Problems: problems}
		if err != nil {
			failed.Problems = append(failed.Problems, trace.AsError(err).Problems...)
		}
		return env, failed
	}
	if d.base != nil {
		env.ID = d.base.ID.String()
		env.Payload = payload // as stored, with its surrounding white space
	}
	return env, err
}

// slips fails if whoever typed the draft has to correct something first, as in a spreadsheet.
// Fields that nobody touched need no correction: the API may have stored them.
func (d *draft) slips(payload []byte) error {
	values, _ := d.stored()
	fields := d.kind.FormFields()
	problems := slices.DeleteFunc(records.Slips(d.kind, payload), func(p trace.Problem) bool {
		i := slices.IndexFunc(fields, func(f kind.Field) bool { return f.Name == p.Field })
		return i < 0 || !d.touched(&fields[i], values[p.Field])
	})
	if len(problems) == 0 {
		return nil
	}
	return &trace.Error{Code: trace.CodeInvalid, Problems: problems}
}

// body returns the body of the API's call.
func (d *draft) body(payload []byte) []byte {
	body := append([]byte(nil), '{')
	if d.base != nil {
		body = append(canon.AppendString(append(body, `"id":`...), d.base.ID.String()), ',')
	}
	body = canon.AppendString(append(body, `"safraId":`...), d.harvestID)
	body = canon.AppendString(append(body, `,"safraCodigo":`...), d.season)
	body = append(append(body, `,"dados":`...), payload...)
	return append(body, '}')
}

// readings say how numbers were read whose dots or commas have two readings, or that were converted.
func (d *draft) readings(l lang.Lang) []string {
	var all []string
	for i := range d.kind.Fields {
		f := &d.kind.Fields[i]
		text := strings.TrimSpace(d.texts[f.Name])
		if day := dayNotice(f, text, l); day != "" {
			all = append(all, day)
		}
		if f.Shape != kind.Number && f.Shape != kind.Quantity {
			continue
		}
		value, converted, how := numberIn(f, text)
		if how != ptbr.Read {
			continue
		}
		if notice, args := sheet.NumberNotice(f.Unit, text, value, converted); notice != "" {
			all = append(all, f.Label.In(l)+": "+sheet.Reasons[notice].Fill(l, args))
		}
	}
	return all
}
