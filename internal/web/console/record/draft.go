package record

import (
	"net/url"
	"strings"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/personal"
	"rastro/internal/ptbr"
	"rastro/internal/sheet"
	"rastro/internal/trace"
)

// fieldPrefix marks, in a form, what is a field of the payload.
const fieldPrefix = "d."

// draft is a record on its way through a form: what is stored, if anything, and
// what was typed.
type draft struct {
	kind      *kind.Kind
	base      *trace.Record // the version the form was opened with, nil for a new record
	harvestID string
	season    string
	once      string            // of a new record: see trace.Once
	texts     map[string]string // what was typed, by field; a field that is missing was not touched
}

// readDraft reads a form that was sent.
func readDraft(k *kind.Kind, form url.Values, base *trace.Record) *draft {
	d := &draft{kind: k, base: base, harvestID: strings.TrimSpace(form.Get("safraId")), season: strings.TrimSpace(form.Get("safraCodigo")), once: form.Get("uma"), texts: map[string]string{}}
	if base != nil {
		d.harvestID = base.HarvestID
	}
	for _, f := range k.FormFields() {
		if name := f.Name; form.Has(fieldPrefix + name) {
			d.texts[name] = form.Get(fieldPrefix + name)
		}
	}
	return d
}

// stored are the values of the version the form was opened with.
func (d *draft) stored() (values map[string]string, names []string) {
	if d.base == nil {
		return map[string]string{}, nil
	}
	return membersOf(d.base.Payload)
}

// touched reports whether someone changed a field's text.
func (d *draft) touched(f *kind.Field, stored string) bool {
	typed, sent := d.texts[f.Name]
	before, _ := written(f, stored)
	return sent && oneBreak(typed) != oneBreak(before)
}

// build makes the payload. What was not touched stays byte for byte; what is not a
// field of the kind stays too; a field left empty is left out.
func (d *draft) build() (payload []byte, problems []trace.Problem) {
	values, names := d.stored()
	changed := map[string][]byte{}
	fields := d.kind.FormFields()
	for i := range fields {
		f := &fields[i]
		if !d.touched(f, values[f.Name]) {
			continue
		}
		_, how := written(f, values[f.Name])
		raw, wrong := readField(f, d.texts[f.Name], values[f.Name], how)
		if wrong != "" {
			problems = append(problems, trace.Problem{Field: f.Name, Message: wrongs[wrong]})
			continue
		}
		changed[f.Name] = raw
	}
	if len(changed) == 0 && d.base != nil {
		return d.base.Payload, problems
	}
	for i := range fields {
		if name := fields[i].Name; values[name] == "" && changed[name] != nil {
			names = append(names, name)
		}
	}
	payload = []byte{'{'}
	for _, name := range names {
		raw, is := changed[name]
		if !is {
			raw = []byte(values[name])
		}
		if raw == nil {
			continue
		}
		if len(payload) > 1 {
			payload = append(payload, ',')
		}
		payload = append(canon.AppendString(payload, name), ':')
		payload = append(payload, raw...)
	}
	return append(payload, '}'), problems
}

// envelope makes of the draft what the API would be sent, and reads it as the API
// does.
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
		env.Payload = payload // as it is stored, with the white space around it
	}
	return env, err
}

// body is the body of the API's call.
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
