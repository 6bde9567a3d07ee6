package epcis

import (
	"iter"
	"time"

	"rastro/internal/finding"
)

// Event is an event in a document.
type Event struct {
	Type     Type
	ID       string // as in the document; "" if it has none
	Time     time.Time
	Node     *Node
	Context  *Context // at the event
	Pointer  string   // in the document
	Findings []finding.Finding
	Verdict  Verdict
	raw      string
}

// JSON returns the event as the document has it.
func (e *Event) JSON() string { return e.raw }

// Says returns a text of the event; "" if there is none.
func (e *Event) Says(name string) string { return e.Node.Says(name) }

// BizStep returns the business step of the event in canonical form.
func (e *Event) BizStep() string { return e.word("bizStep", BizSteps) }

// Disposition returns the state that the event leaves things in.
func (e *Event) Disposition() string { return e.word("disposition", Dispositions) }

func (e *Event) word(name string, v *Vocabulary) string {
	if said := e.Says(name); said != "" {
		return v.URI(said, e.Context)
	}
	return ""
}

// ReadPoint returns the place where the event was, "" if it names none.
func (e *Event) ReadPoint() string { return e.Node.Member("readPoint").Says("id") }

// BizLocation returns the place where things are after the event, "" if it names none.
func (e *Event) BizLocation() string { return e.Node.Member("bizLocation").Says("id") }

// Declaration says that an earlier event is wrong.
type Declaration struct {
	Time       time.Time
	Reason     string   // in canonical form; "" if none is given
	Corrective []string // ids of the events that replace it
}

// Declaration returns the event's error declaration; nil if it has none.
func (e *Event) Declaration() *Declaration {
	n := e.Node.Member("errorDeclaration")
	if n == nil || n.Kind != '{' {
		return nil
	}
	d := &Declaration{}
	d.Time, _ = Instant(n.Says("declarationTime"))
	if reason := n.Says("reason"); reason != "" {
		d.Reason = ErrorReasons.URI(reason, e.Context)
	}
	if ids := n.Member("correctiveEventIDs"); ids != nil {
		for i := range ids.In {
			d.Corrective = append(d.Corrective, ids.In[i].Text)
		}
	}
	return d
}

// Role is what a thing does in an event.
type Role string

// The roles.
const (
	Observed Role = "observed"
	Parent   Role = "parent"
	Child    Role = "child"
	Input    Role = "input"
	Output   Role = "output"
)

// Thing is something that an event is about.
type Thing struct {
	Role           Role
	URI            string
	Class          bool   // a quantity of a class, rather than an individual thing
	Quantity, Unit string // as written, "" where the event does not say
}

// things are the fields that name what an event is about.
var things = []struct {
	field string
	role  Role
	class bool
}{
	{"parentID", Parent, false},
	{"epcList", Observed, false}, {"quantityList", Observed, true},
	{"childEPCs", Child, false}, {"childQuantityList", Child, true},
	{"inputEPCList", Input, false}, {"inputQuantityList", Input, true},
	{"outputEPCList", Output, false}, {"outputQuantityList", Output, true},
}

// Things iterates over what the event is about.
func (e *Event) Things() iter.Seq[Thing] {
	return func(yield func(Thing) bool) {
		for _, row := range things {
			n := e.Node.Member(row.field)
			if n == nil {
				continue
			}
			items := n.In
			if n.Kind == '"' {
				items = []Node{*n}
			}
			for i := range items {
				t := Thing{Role: row.role, URI: items[i].Text}
				if row.class {
					t = quantityOf(&items[i], row.role)
				}
				if !yield(t) {
					return
				}
			}
		}
	}
}

func quantityOf(n *Node, role Role) Thing {
	t := Thing{Role: role, URI: n.Says("epcClass"), Class: true, Unit: n.Says("uom")}
	if q := n.Member("quantity"); q != nil && q.Kind == '0' {
		t.Quantity = q.Text
	}
	return t
}
