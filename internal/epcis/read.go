// Package epcis reads EPCIS 2.0 documents in JSON-LD: an EPCISDocument, an
// EPCISQueryDocument, or one event with its @context. Tables say which fields events have
// and which words they use; what is wrong has a rule, a sentence and a JSON pointer.
package epcis

import (
	"bytes"
	"errors"
	"reflect"
	"time"

	"rastro/internal/canon"
	"rastro/internal/finding"
)

// The limits of a document. Each is far above what a system sends at once, and a document within
// them is read in bounded memory.
const (
	MaxBytes  = 32 << 20
	MaxEvents = 1000
	// MaxValues bounds the tree, which takes more memory than the text.
	MaxValues = 1_000_000
	// MaxURI is what browsers and other systems accept.
	MaxURI  = 2048
	MaxText = 65_536
	// MaxFindings limits the findings that refuse and, separately, the others.
	MaxFindings = 200
	maxPrefixes = 200
)

// The limits as written in messages.
const (
	maxBytesText    = "32 MiB"
	maxEventsText   = "1000"
	maxValuesText   = "1000000"
	maxURIText      = "2048"
	maxTextText     = "65536"
	maxPrefixesText = "200"
)

// Verdict is the result for a document or an event.
type Verdict uint8

// The verdicts, the best first.
const (
	Accepted Verdict = iota
	Doubtful         // a strict reader refuses it, a lenient one keeps and grades it
	Refused
)

// Reading is the content of a document and what is wrong with it.
type Reading struct {
	Type     Type // of the document, or of the one event
	Root     *Node
	Context  *Context
	Events   []*Event
	Findings []finding.Finding // on the document; those on an event are the event's
	More     int               // findings over MaxFindings, which were not kept
	own      Verdict
	standard bool // the context of EPCIS is named
}

// Verdict returns the worst of the document and all its events.
func (r *Reading) Verdict() Verdict {
	worst := r.own
	for _, e := range r.Events {
		worst = max(worst, e.Verdict)
	}
	return worst
}

// Own returns the verdict on the document without its events.
func (r *Reading) Own() Verdict { return r.own }

// All lists the findings on the document and on its events.
func (r *Reading) All() []finding.Finding {
	all := append([]finding.Finding(nil), r.Findings...)
	for _, e := range r.Events {
		all = append(all, e.Findings...)
	}
	return all
}

// Memory returns the maximum memory for reading a document: its text, and its values while their
// lists grow. Small values take many times their bytes. Memory only looks at the bytes that precede
// values, so callers can claim the memory before reading.
func Memory(data []byte) int {
	values := 1 + bytes.Count(data, []byte{'['}) + bytes.Count(data, []byte{','}) + bytes.Count(data, []byte{':'})
	return len(data) + min(values, MaxValues)*3*int(reflect.TypeFor[Node]().Size())
}

// Read reads a document. now is the time after which no event can be. The result is never nil, and
// does not share memory with data.
func Read(data []byte, now time.Time) *Reading {
	r := &Reading{}
	k := &checker{doc: r, now: now, said: map[string]bool{}}
	if len(data) > MaxBytes {
		k.found(TooLarge, "maximo", maxBytesText)
		return r
	}
	if err := canon.Validate(data); err != nil {
		k.unreadable(err)
		return r
	}
	text := string(data)
	root, ok := grow(data, text)
	if !ok {
		k.found(TooManyValues, "maximo", maxValuesText)
		return r
	}
	r.Root = &root
	k.root(text)
	return r
}

// unreadable reports what keeps a text from being JSON.
func (k *checker) unreadable(err error) {
	failure, ok := errors.AsType[*canon.Error](err)
	if !ok {
		failure = &canon.Error{Reason: canon.NotJSON}
	}
	why := reasons[failure.Reason]
	if !why.Complete() {
		why = reasons[canon.NotJSON]
	}
	k.found(NotJSON, "motivo", why)
	last := &k.doc.Findings[len(k.doc.Findings)-1]
	last.Pointer = failure.Pointer
}

// root checks the outermost object.
func (k *checker) root(text string) {
	r := k.doc
	if r.Root.Kind != '{' {
		k.found(WrongShape, "campo", "EPCIS", "esperado", shapeTexts[anObject])
		return
	}
	if c := r.Root.Member("@context"); c != nil {
		k.enter("@context")
		r.Context = contextOf(c, nil, k)
		k.leave()
	}
	k.context = r.Context
	said := r.Root.Says("type")
	r.Type = typeNamed(said)
	k.types = r.Type
	switch {
	case r.Type == 0:
		k.enter("type")
		k.found(NotEPCIS, "valor", said)
		k.leave()
	case r.Type&events != 0:
		if r.Root.Member("@context") == nil {
			k.found(Missing, "campo", "@context")
		}
		k.one(r.Root)
	default:
		k.object(r.Root, document)
		if len(r.Events) == 0 && r.own != Refused && r.Type == Document { // a query may find nothing
			k.found(NoEvents)
		}
	}
	if r.Root.Member("@context") != nil && !r.standard && r.Type != 0 {
		k.enter("@context")
		k.found(NoContext)
		k.leave()
	}
	for _, e := range r.Events {
		e.raw = text[e.Node.from:e.Node.to]
	}
	k.repeated()
}

// events checks the list of events.
func (k *checker) events(n *Node) {
	switch {
	case n.Kind != '[':
		k.found(WrongShape, "campo", "eventList", "esperado", shapeTexts[eventList])
		return
	case len(n.In) > MaxEvents:
		k.found(TooManyEvents, "maximo", maxEventsText)
		return
	}
	k.doc.Events = make([]*Event, 0, len(n.In))
	for i := range n.In {
		k.enterItem(i)
		k.one(&n.In[i])
		k.leave()
	}
}
