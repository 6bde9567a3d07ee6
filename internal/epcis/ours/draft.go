package ours

import (
	"strings"
	"time"

	"rastro/internal/brdoc"
	"rastro/internal/canon"
	"rastro/internal/epcis"
	"rastro/internal/lot"
	"rastro/internal/ptbr"
	"rastro/internal/ptbr/words"
	"rastro/internal/trace"
)

// draft is an event on its way.
type draft struct {
	n      *Namer
	row    row
	v      *trace.Record
	fields map[string]string // JSON, by name

	kind                      epcis.Type
	at                        time.Time
	precision                 string
	step, disposition         string
	lasting                   string // a disposition that stays
	place, location           string
	destination               string
	inputs, outputs, observed []string
	papers, certificates      []string
	master                    object
}

func newDraft(n *Namer, r *row, v *trace.Record) *draft {
	d := &draft{n: n, row: *r, v: v, kind: r.event, step: r.step, disposition: r.disposition, fields: map[string]string{}}
	canon.Each(string(v.Payload), func(name, value string) bool {
		d.fields[name] = value
		return true
	})
	d.when()
	d.where()
	d.lots()
	d.judged()
	d.documents()
	d.own()
	return d
}

// texts returns the texts of a field: a text, a number, or each item of a list.
func (d *draft) texts(field string) (all []string) {
	add := func(value string) {
		switch canon.KindOf(value) {
		case '0':
			all = append(all, value)
		case '"':
			if text := canon.Unquote(value); !ptbr.IsAbsent(text) {
				all = append(all, text)
			}
		}
	}
	value := d.fields[field]
	if canon.KindOf(value) != '[' {
		add(value)
		return all
	}
	canon.Each(value, func(_, item string) bool {
		add(item)
		return true
	})
	return all
}

func (d *draft) text(field string) string {
	if all := d.texts(field); len(all) > 0 {
		return all[0]
	}
	return ""
}

// How precisely the time of an event is known: its rastro:precisaoTempo.
const (
	toTheMoment = "instante"
	ToTheDay    = "dia"
	AsRecorded  = "registro" // only when it was recorded
)

// when returns the event's time: noon for a day without a time, in the zone of the place, and never
// after it was recorded.
func (d *draft) when() {
	d.at, d.precision = d.v.UpdatedAt.In(zoneOf(d.text(d.row.place))), AsRecorded
	for _, field := range d.row.day {
		moments := ptbr.Dates(d.text(field))
		if len(moments) == 0 || moments[0].Reading != ptbr.Read || moments[0].Precision < ptbr.ToTheDay {
			continue
		}
		at := moments[len(moments)-1]
		if at.Reading != ptbr.Read || at.Precision < ptbr.ToTheDay {
			at = moments[0]
		}
		said, precision := at.At, toTheMoment
		if at.Precision == ptbr.ToTheDay {
			y, m, day := at.At.Date()
			said, precision = time.Date(y, m, day, 12, 0, 0, 0, zoneOf(d.text(d.row.place))), ToTheDay
		}
		switch _, offset := said.Zone(); {
		case said.Year() < 1900, said.Year() > 2100, offset%60 != 0:
		case !said.After(d.v.UpdatedAt):
			d.at, d.precision = said, precision
		case precision == ToTheDay && !said.Add(-12*time.Hour).After(d.v.UpdatedAt):
			d.precision = ToTheDay // recorded in the morning of the same day
		default:
			continue
		}
		return
	}
}

// zones are the states that do not keep the time of Brasília.
var zones = map[string]*time.Location{
	"AC": time.FixedZone("-05", -5*60*60), "AM": amazon, "MS": amazon, "MT": amazon, "RO": amazon, "RR": amazon,
}

var amazon = time.FixedZone("-04", -4*60*60)

// zoneOf returns the zone of a place such as "Sorriso/MT".
func zoneOf(place string) *time.Location {
	for _, word := range strings.FieldsFunc(place, func(r rune) bool { return (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') }) {
		if zone := zones[word]; zone != nil {
			return zone
		}
	}
	return ptbr.Brasilia
}

func (d *draft) where() {
	name := func(field string) string {
		if text := d.text(field); text != "" {
			return d.n.placeNamed(text)
		}
		return ""
	}
	d.place, d.location, d.destination = name(d.row.place), name(d.row.at), name(d.row.to)
}

// thing writes a class of goods, with its mass in kg if known.
func thing(class string, kg lot.Mass) string {
	var o object
	o.text("epcClass", class)
	if kg.Known() {
		o.number("quantity", kg.Value)
		o.text("uom", "KGM")
	}
	return o.done()
}

// lots writes what the event is about: the lots that the record names, or else the yield of the
// harvest.
func (d *draft) lots() {
	harvest := d.n.Harvest(d.v.HarvestID)
	if d.row.grows {
		d.grown(harvest)
		return
	}
	var in, out, all []string
	made := map[string]bool{}
	rows := d.v.LotRows()
	for i := range rows {
		made[rows[i].Lot] = made[rows[i].Lot] || rows[i].Role == lot.Produced || rows[i].Role == lot.Identified
	}
	seen := map[string]bool{}
	for i := range rows {
		r := &rows[i]
		if private(r.Lot) {
			continue
		}
		kg := r.Kg
		if r.Among > 1 { // one mass for all of them
			kg = lot.Mass{}
		}
		item := thing(d.n.Lot(r.Lot), kg)
		switch {
		case r.Role == lot.Produced, r.Role == lot.Identified:
			out = append(out, item)
		case r.Role == lot.Consumed && !made[r.Lot]: // a blend into one of its parts does not come from itself
			in = append(in, item)
		}
		if !seen[r.Lot] {
			seen[r.Lot] = true
			all = append(all, item)
		}
	}
	if d.row.event == epcis.TransformationEvent && len(out) > 0 && len(in) == 0 {
		in = []string{thing(harvest, lot.Mass{})}
	}
	if d.row.event != epcis.TransactionEvent && len(in) > 0 && len(out) > 0 {
		if d.kind != epcis.TransformationEvent {
			d.kind, d.step = epcis.TransformationEvent, "commissioning"
		}
		d.inputs, d.outputs = in, out
		return
	}
	if d.kind == epcis.TransformationEvent { // nothing became something else
		d.kind = epcis.ObjectEvent
	}
	if d.observed = all; len(all) == 0 {
		d.observed = []string{thing(harvest, lot.Mass{})}
	}
}

// grown writes what goes into growing the harvest, or comes out of it.
func (d *draft) grown(harvest string) {
	if g := d.row.used; g != nil {
		class := harvest + "/" + g.name
		if slug := slugOf(d.text(g.of)); slug != "" && brdoc.Public(d.text(g.of)) == d.text(g.of) {
			class += "/" + slug
		}
		d.inputs = []string{thing(class, d.mass(g.field))}
	}
	if g := d.row.made; g != nil {
		d.outputs = []string{thing(harvest, d.mass(g.field))}
	}
}

// mass returns the mass in a field, in kg.
func (d *draft) mass(field string) lot.Mass {
	if d.fields[field] == "" {
		return lot.Mass{}
	}
	return lot.ItemMass(d.fields[field])
}

// judged writes the result of an inspection or a validation.
func (d *draft) judged() {
	if d.row.verdict == "" {
		return
	}
	term, reading := words.Result(d.text(d.row.verdict))
	passed := reading == ptbr.Read && (term == words.Approved || term == words.ApprovedWithReserves)
	switch {
	case d.v.Kind.IsValidation():
		if passed {
			d.disposition = "completeness_verified"
		}
	case passed:
		d.disposition, d.lasting = "conformant", "conformant"
	case reading == ptbr.Read && term == words.Rejected:
		d.disposition, d.lasting = "non_conformant", "non_conformant"
	}
}

// maxPapers bounds the documents of an event.
const maxPapers = 200

// documents writes the documents. A TransactionEvent has at least the record itself.
func (d *draft) documents() {
	seen := map[string]bool{}
	add := func(kind, name string) bool {
		if name == "" || seen[name] || len(d.papers) >= maxPapers {
			return name != ""
		}
		seen[name] = true
		var o object
		o.text("type", kind)
		o.text("bizTransaction", name)
		d.papers = append(d.papers, o.done())
		return true
	}
	for _, p := range d.row.papers {
		for _, text := range d.texts(p.field) {
			found := false
			for _, id := range brdoc.Scan(text, p.types, brdoc.LateYear) {
				found = id.Valid && add(p.kind, d.n.identified(id)) || found
			}
			if !found && p.name != "" {
				add(p.kind, d.n.document(p.name, text))
			}
		}
	}
	if d.kind == epcis.TransactionEvent && len(d.papers) == 0 {
		add("", d.n.Record(d.v.ID.String()))
	}
	for _, field := range d.row.certifies {
		for _, text := range d.texts(field) {
			for _, scheme := range words.Schemes.All(text) {
				name := d.n.Origin + "/id/certificado/" + string(scheme)
				if number := d.n.document("", text); number != "" {
					name += number[strings.LastIndexByte(number, '/'):]
				}
				d.certificates = trace.AppendOnce(d.certificates, name)
			}
		}
	}
	if code := d.v.ValidationCode; code != "" {
		d.certificates = append(d.certificates, d.n.Origin+"/v/"+code)
	}
}

// measured writes what was measured.
func (d *draft) measured(o *object) {
	var reports []string
	for _, m := range d.row.measures {
		value, ok := d.value(m)
		if !ok {
			continue
		}
		var r object
		r.text("type", m.is)
		r.number("value", value)
		r.text("uom", m.unit)
		r.text("rastro:medida", m.name)
		reports = append(reports, r.done())
	}
	if len(reports) == 0 {
		return
	}
	var at, element object
	at.text("time", d.at.Format(inMillis))
	element.raw("sensorMetadata", at.done())
	element.list("sensorReport", reports)
	o.list("sensorElementList", []string{element.done()})
}

// value reads a measurement.
func (d *draft) value(m measure) (value float64, ok bool) {
	text := d.text(m.field)
	if text == "" {
		return 0, false
	}
	reading := ptbr.Unreadable
	switch {
	case canon.KindOf(d.fields[m.field]) == '0', !m.said && isNumber(text):
		value, reading = ptbr.Number(text)
	case m.unit != percent:
		value, reading = ptbr.Celsius(text)
	default:
		value, reading = ptbr.PercentOf(text, m.label)
	}
	if reading != ptbr.Read && (reading != ptbr.Bare || m.said) {
		return 0, false
	}
	return value, m.unit != percent || value >= 0 && value <= 100
}

func isNumber(text string) bool { return strings.Trim(text, "0123456789.,") == "" }

// own writes the event's own statements about the lot.
func (d *draft) own() {
	for _, a := range d.row.master {
		var all []string
		for _, text := range d.texts(a.field) {
			if a.name == "cbvmda:harvestStartDate" {
				text = ""
				if d.precision != AsRecorded {
					text = d.at.Format(time.DateOnly)
				}
			}
			if text != "" && brdoc.Public(text) == text {
				all = append(all, text)
			}
		}
		switch {
		case len(all) == 0:
		case canon.KindOf(d.fields[a.field]) == '0':
			d.master.raw(a.name, all[0])
		case len(all) == 1:
			d.master.text(a.name, all[0])
		default:
			d.master.raw(a.name, string(canon.AppendStrings(nil, all)))
		}
	}
}
