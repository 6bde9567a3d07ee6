// Package ours shows the records of harvests as EPCIS 2.0 events. One table says which event
// represents each kind of record, and which of its fields the event has. Events never contain
// people, plates, or people's taxpayer numbers.
package ours

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"rastro/internal/canon"
	"rastro/internal/epcis"
	"rastro/internal/kind"
	"rastro/internal/trace"
)

// Event is an event that represents a version of a record.
type Event struct {
	ID       string
	JSON     []byte    // without its @context
	Recorded time.Time // when the version was written
	Kind     *kind.Kind
}

// ContextAddress is where GS1 publishes the context of EPCIS.
const ContextAddress = "https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld"

// Context returns the @context of documents with our events, as JSON.
func (n *Namer) Context() []byte {
	out := canon.AppendString([]byte{'['}, ContextAddress)
	out = append(out, `,{"rastro":`...)
	return append(canon.AppendString(out, n.Namespace()), `}]`...)
}

// Namespace returns the meaning of the prefix for our own words.
func (n *Namer) Namespace() string { return n.Origin + "/ns/epcis/" }

// Shows reports whether a version is shown as events.
func Shows(v *trace.Record) bool { return rowOf(v) != nil }

// ShowsKind reports whether records of a kind are shown as events.
func ShowsKind(k *kind.Kind) bool { return k != nil && !k.IsChange() && table[k.Prefix] != nil }

func rowOf(v *trace.Record) *row {
	if v == nil || !ShowsKind(v.Kind) {
		return nil
	}
	return table[v.Kind.Prefix]
}

// Events returns the events of a version: first that the event of the previous version, if there is
// one, is wrong; then the version's own, unless it ends the record. An erasure has none, and an
// erased record has no events left.
func Events(n *Namer, v, before *trace.Record) []Event {
	if rowOf(v) == nil || v.Operation == trace.Erased {
		return nil
	}
	var all []Event
	own, id := []byte(nil), n.event(v)
	if v.Operation != trace.Deleted {
		own = n.write(v, v, "")
	}
	if before != nil && !before.Operation.Ends() {
		if wrong := n.write(before, v, declared(v, id, own != nil)); wrong != nil {
			all = append(all, Event{n.event(before), wrong, v.UpdatedAt, v.Kind})
		}
	}
	if own != nil {
		all = append(all, Event{id, own, v.UpdatedAt, v.Kind})
	}
	return all
}

// declared returns the error declaration that a version makes about the event of the one before.
func declared(v *trace.Record, right string, corrected bool) string {
	var d object
	d.text("declarationTime", v.UpdatedAt.UTC().Format(inMillis))
	if !corrected {
		d.text("reason", "did_not_occur")
		return d.done()
	}
	d.text("reason", "incorrect_data")
	d.raw("correctiveEventIDs", string(canon.AppendStrings(nil, []string{right})))
	return d.done()
}

const inMillis = "2006-01-02T15:04:05.000Z07:00"

// write writes a version's event with a given recording time; nil if there is none.
func (n *Namer) write(v, recorded *trace.Record, declaration string) []byte {
	row := rowOf(v)
	if row == nil || v.Gone() || private(v.HarvestID) {
		return nil
	}
	d := newDraft(n, row, v)
	var o object
	o.text("type", d.kind.String())
	o.text("eventID", n.event(v))
	o.text("eventTime", d.at.Format(inMillis))
	o.text("eventTimeZoneOffset", d.at.Format("-07:00"))
	o.text("recordTime", recorded.UpdatedAt.UTC().Format(inMillis))
	if declaration != "" {
		o.raw("errorDeclaration", declaration)
	}
	d.things(&o)
	d.context(&o)
	o.text("rastro:tipo", v.Kind.Name)
	o.text("rastro:registro", v.ID.String())
	o.raw("rastro:versao", strconv.FormatInt(v.Version, 10))
	o.text("rastro:safraId", v.HarvestID)
	o.text("rastro:precisaoTempo", d.precision)
	return []byte(o.done())
}

// things writes what the event is about.
func (d *draft) things(o *object) {
	if d.kind != epcis.TransformationEvent {
		o.text("action", cmp.Or(d.row.action, "OBSERVE"))
		o.list("quantityList", d.observed)
		return
	}
	id := d.n.Record(d.v.ID.String())
	if d.row.grows {
		id = d.n.Harvest(d.v.HarvestID) + "/cultivo"
	}
	o.text("transformationID", id)
	o.list("inputQuantityList", d.inputs)
	o.list("outputQuantityList", d.outputs)
}

// context writes why, where and with which documents it happened.
func (d *draft) context(o *object) {
	o.text("bizStep", d.step)
	o.text("disposition", d.disposition)
	if d.lasting != "" {
		o.raw("persistentDisposition", `{"set":["`+d.lasting+`"]}`)
	}
	if d.place != "" {
		o.raw("readPoint", idOf(d.place))
	}
	if d.location != "" {
		o.raw("bizLocation", idOf(d.location))
	}
	o.list("bizTransactionList", d.papers)
	if d.destination != "" {
		var to object
		to.text("type", "location")
		to.text("destination", d.destination)
		o.list("destinationList", []string{to.done()})
	}
	d.measured(o)
	if len(d.certificates) > 0 {
		o.raw("certificationInfo", string(canon.AppendStrings(nil, d.certificates)))
	}
	if d.kind == epcis.TransformationEvent && d.master.b.Len() > 0 {
		o.raw("ilmd", d.master.done())
	}
}

func idOf(uri string) string {
	var o object
	o.text("id", uri)
	return o.done()
}

// object writes a JSON object. Empty values are left out.
type object struct{ b strings.Builder }

func (o *object) text(name, value string) {
	if value != "" {
		o.raw(name, string(canon.AppendString(nil, value)))
	}
}

func (o *object) raw(name, value string) {
	if o.b.Len() > 0 {
		o.b.WriteByte(',')
	}
	o.b.Write(canon.AppendString(nil, name))
	o.b.WriteByte(':')
	o.b.WriteString(value)
}

func (o *object) number(name string, v float64) {
	o.raw(name, strconv.FormatFloat(v, 'f', -1, 64))
}

func (o *object) list(name string, items []string) {
	if len(items) > 0 {
		o.raw(name, "["+strings.Join(items, ",")+"]")
	}
}

func (o *object) done() string { return "{" + o.b.String() + "}" }
