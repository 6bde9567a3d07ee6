package epcis

import (
	"slices"
	"time"

	"rastro/internal/epcis/uri"
)

// one reads one event: its fields, and then their combination.
func (k *checker) one(n *Node) {
	outer, types := k.context, k.types
	e := &Event{Node: n, Pointer: k.pointer()}
	k.event = e
	defer func() { k.event, k.context, k.types = nil, outer, types }()
	if n.Kind == '{' {
		e.Type = typeNamed(n.Says("type")) & events
	}
	k.doc.Events = append(k.doc.Events, e)
	switch {
	case n.Kind != '{':
		k.found(WrongShape, "campo", "eventList", "esperado", shapeTexts[eventList])
		return
	case e.Type == 0:
		if n.Member("type") == nil {
			k.found(MissingVital, "campo", "type")
			return
		}
		k.enter("type")
		k.found(UnknownType, "valor", n.Says("type"))
		k.leave()
		return
	}
	k.types = e.Type
	e.ID = n.Says("eventID")
	e.Time, _ = Instant(n.Says("eventTime"))
	e.Context = k.context
	if len(k.path) > 0 { // the context of the one event of a document was read with the root
		e.Context = k.context.Within(n)
	}
	k.object(n, event)
	k.context = e.Context
	k.about(e)
	k.times(e)
	k.declared(e)
	k.loops(e)
}

// tolerance is the maximum difference between the clocks of two systems.
const tolerance = 15 * time.Minute

// times compares the times of an event.
func (k *checker) times(e *Event) {
	if e.Time.IsZero() {
		return
	}
	said := e.Says("eventTime")
	if e.Time.After(k.now.Add(tolerance)) {
		k.enter("eventTime")
		k.found(Future, "campo", "eventTime", "valor", said)
		k.leave()
	}
	offset := e.Says("eventTimeZoneOffset")
	written := said[max(0, len(said)-len("-03:00")):]
	if isOffset(offset) && isOffset(written) && written != offset && !isUTC(written) {
		// Times may be in UTC, wherever the event was.
		k.enter("eventTimeZoneOffset")
		k.found(OffsetDiffers, "valor", written, "esperado", offset)
		k.leave()
	}
}

func isUTC(offset string) bool { return offset == "+00:00" || offset == "-00:00" }

// filled reports whether the event has something in one of the lists.
func (e *Event) filled(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		n := e.Node.Member(name)
		return n != nil && (n.Kind == '"' && n.Text != "" || n.Kind == '[' && len(n.In) > 0)
	})
}

// about checks that an event says what it is about.
func (k *checker) about(e *Event) {
	input := e.filled("inputEPCList", "inputQuantityList")
	output := e.filled("outputEPCList", "outputQuantityList")
	ok, fields := true, ""
	switch e.Type {
	case ObjectEvent:
		sensed := e.filled("sensorElementList") && e.Node.Member("readPoint") != nil
		ok, fields = sensed || e.filled("epcList", "quantityList"), "epcList, quantityList"
	case TransactionEvent:
		ok, fields = e.Says("action") == "DELETE" || e.filled("epcList", "quantityList", "parentID"), "epcList, quantityList"
		if list := e.Node.Member("bizTransactionList"); list != nil && list.Kind == '[' && len(list.In) == 0 {
			k.enter("bizTransactionList")
			k.found(TooFew, "campo", "bizTransactionList")
			k.leave()
		}
	case AggregationEvent, AssociationEvent:
		ok, fields = e.Says("action") == "DELETE" || e.filled("childEPCs", "childQuantityList"), "childEPCs, childQuantityList"
	case TransformationEvent:
		ok, fields = input && output || (input || output) && e.filled("transformationID"), "inputQuantityList, outputQuantityList"
	}
	if !ok {
		k.nothing(e, fields)
	}
	if n := e.Node.Member("persistentDisposition"); n != nil && n.Kind == '{' && n.Member("set") == nil && n.Member("unset") == nil {
		k.enter("persistentDisposition")
		k.found(TooFew, "campo", "persistentDisposition")
		k.leave()
	}
	if action := e.Says("action"); e.Type == ObjectEvent && e.Node.Member("ilmd") != nil && action != "ADD" && action != "" {
		k.enter("ilmd")
		k.found(StrayILMD)
		k.leave()
	}
}

// nothing returns the position of the empty list, or else of the event.
func (k *checker) nothing(e *Event, fields string) {
	for _, row := range things {
		if n := e.Node.Member(row.field); n != nil && n.Kind == '[' && len(n.In) == 0 {
			k.enter(row.field)
			defer k.leave()
			break
		}
	}
	k.found(NoIdentifier, "campo", fields)
}

// declared checks an error declaration against its event.
func (k *checker) declared(e *Event) {
	d := e.Declaration()
	if d == nil {
		return
	}
	k.enter("errorDeclaration")
	defer k.leave()
	said := e.Node.Member("errorDeclaration").Says("declarationTime")
	k.enter("declarationTime")
	switch {
	case d.Time.IsZero():
	case d.Time.After(k.now.Add(tolerance)):
		k.found(Future, "campo", "declarationTime", "valor", said)
	case !e.Time.IsZero() && d.Time.Before(e.Time):
		k.found(EarlyDeclaration, "valor", said)
	}
	k.leave()
	if at := slices.Index(d.Corrective, e.ID); at >= 0 && e.ID != "" {
		k.enter("correctiveEventIDs")
		k.enterItem(at)
		k.found(OwnCorrection)
		k.leave()
		k.leave()
	}
}

// loops looks for things that contain or become themselves.
func (k *checker) loops(e *Event) {
	if e.Type != TransformationEvent && e.Node.Member("parentID") == nil {
		return
	}
	from := map[string]bool{}
	for t := range e.Things() {
		if t.Role == Parent || t.Role == Input {
			from[uri.Canonical(t.URI)] = true
		}
	}
	for t := range e.Things() {
		if t.Role != Parent && t.Role != Input && t.URI != "" && from[uri.Canonical(t.URI)] {
			k.found(Loop, "valor", t.URI)
			return
		}
	}
}

// repeated looks for events that have the same id. An error declaration has the id of the
// event that it is about.
func (k *checker) repeated() {
	type id struct {
		text     string
		declares bool
	}
	first := map[id]*Event{}
	for _, e := range k.doc.Events {
		if e.ID == "" {
			continue
		}
		key := id{e.ID, e.Node.Member("errorDeclaration") != nil}
		if other := first[key]; other != nil {
			e.repeats(k, other)
			continue
		}
		first[key] = e
	}
}

// repeats reports that an event is already in the document.
func (e *Event) repeats(k *checker, other *Event) {
	k.event = e
	defer func() { k.event = nil }()
	k.found(EventTwice, "valor", other.Pointer)
	if n := len(e.Findings); n > 0 && e.Findings[n-1].Rule == EventTwice {
		e.Findings[n-1].Pointer = e.Pointer + "/eventID"
	}
}
