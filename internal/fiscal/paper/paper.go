// Package paper writes and reads the lines in which records list tax documents, so that what people
// read on a record and what closes its gates is the same text.
package paper

import (
	"strings"
	"time"

	"rastro/internal/brdoc"
	"rastro/internal/lang"
)

// The codes of events that change the validity of a document, or that people know by name.
const (
	Correction      = "110110"
	Cancellation    = "110111"
	Substitution    = "110112" // of an NF-e: cancelled for another; of an MDF-e: the end of the journey
	Confirmation    = "210200"
	Awareness       = "210210"
	UnknownPurchase = "210220"
	NotDone         = "210240"
)

// names are the events that people know by name.
var names = []struct{ code, name string }{
	{Correction, "Carta de correção"}, {Cancellation, "Cancelamento"}, {Substitution, "Cancelamento por substituição"},
	{Confirmation, "Confirmação da operação"}, {Awareness, "Ciência da operação"},
	{UnknownPurchase, "Desconhecimento da operação"}, {NotDone, "Operação não realizada"},
}

const (
	closing      = "Encerramento"    // the event that ends the journey of a manifest
	other        = "Evento"          // the name of every other event
	unregistered = " (sem registro)" // follows the name of an event that the tax authority does not confirm
	unconfirmed  = " (não confirmado)"
	of           = " de " // between an event and its document
)

// Line is a tax document as a record lists it. What an event says in words may name people, so it
// stays in the XML.
type Line struct {
	// Event is the code of an event; "" for a document. Type and Key are those of the document, or
	// of the one that the event is about.
	Event, Type, Key string
	// Registered: the tax authority confirms the event.
	Registered bool
	// Unconfirmed: it may have registered the event, and the file does not prove who made it.
	Unconfirmed        bool
	Sequence, Protocol string // of an event
	At                 time.Time
}

// substitutes reports whether, for a type of documents, the code of a substitution means one.
func substitutes(name string) bool {
	return name == brdoc.NFe.Name().PT || name == brdoc.NFCe.Name().PT
}

// EventName returns what people call an event about a document of a type.
func EventName(code, about string) string {
	if code == Substitution && !substitutes(about) {
		return closing
	}
	for _, row := range names {
		if row.code == code {
			return row.name
		}
	}
	return other
}

// Text writes the line.
func (l *Line) Text() string {
	if l.Event == "" {
		return l.Type + " " + l.Key
	}
	text := EventName(l.Event, l.Type)
	if text == other {
		text += " " + lang.Clip(l.Event, len(Correction))
	}
	switch {
	case l.Unconfirmed:
		text += unconfirmed
	case !l.Registered:
		text += unregistered
	}
	text += of + l.Type + " " + l.Key
	if l.Sequence != "" && l.Sequence != "1" {
		text += ", nº " + lang.Clip(l.Sequence, 3)
	}
	if !l.At.IsZero() {
		text += ", em " + l.At.Format("02/01/2006")
	}
	if l.Protocol != "" {
		text += ", protocolo " + lang.Clip(l.Protocol, 20)
	}
	return text
}

// types are the usual names of the documents that events are about, a longer name before its
// prefix.
var types = []string{brdoc.NFe.Name().PT, brdoc.NFCe.Name().PT, brdoc.CTeOS.Name().PT, brdoc.CTe.Name().PT, brdoc.MDFe.Name().PT}

// ReadEvent reads which event a line is about, and of which type of documents. It reads only lines
// about registered events with a name, in the exact form that Text writes; what people write by
// hand looks different.
func ReadEvent(text string) (code, about string, ok bool) { return readEvent(text, "") }

// ReadUnconfirmed does the same for lines about unconfirmed events.
func ReadUnconfirmed(text string) (code, about string, ok bool) { return readEvent(text, unconfirmed) }

// readEvent reads a line whose event has something after its name.
func readEvent(text, after string) (code, about string, ok bool) {
	for _, row := range names {
		rest, found := strings.CutPrefix(text, row.name+after+of)
		if !found {
			continue
		}
		for _, name := range types {
			if strings.HasPrefix(rest, name+" ") && (row.code != Substitution || substitutes(name)) {
				return row.code, name, true
			}
		}
	}
	return "", "", false
}
