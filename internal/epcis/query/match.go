package query

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"rastro/internal/epcis"
	"rastro/internal/epcis/uri"
)

// Subject is an event to be matched, with what its store knows about it.
type Subject struct {
	*epcis.Event
	ID       string    // its own, or an assigned one
	Recorded time.Time // when it was captured
}

// Match reports whether an event meets all filters of the query. Places contain no other places
// here, so a place is only within itself.
func (q *Query) Match(s Subject) bool {
	for i := range q.Filters {
		if !q.Filters[i].match(s) {
			return false
		}
	}
	return true
}

func (f *Filter) match(s Subject) bool {
	switch {
	case f.Op == EXISTS:
		return !f.Values[0].Truth || s.Node.Member(f.Field) != nil
	case f.form == aTime:
		return slices.ContainsFunc(s.times(f.Field), func(t time.Time) bool { return f.Op.holds(t.Compare(f.Values[0].Time)) })
	case f.form == aNumber:
		return slices.ContainsFunc(s.quantities(), func(n float64) bool { return f.Op.holds(compare(n, f.Values[0].Number)) })
	}
	return slices.ContainsFunc(s.texts(f), func(text string) bool {
		return slices.ContainsFunc(f.Values, func(v Value) bool { return v.Matches(text) })
	})
}

// holds reports whether an operator accepts the result of a comparison.
func (op Op) holds(order int) bool {
	switch op {
	case GT:
		return order > 0
	case GE:
		return order >= 0
	case LT:
		return order < 0
	case LE:
		return order <= 0
	}
	return order == 0
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// texts returns the values of a filter's field, in their canonical spelling.
func (s Subject) texts(f *Filter) (all []string) {
	switch f.Field {
	case "type":
		return []string{s.Type.String()}
	case "eventID":
		return []string{s.ID}
	}
	if f.Op == MATCH {
		for t := range s.Things() {
			if named[f.Field](t) {
				all = append(all, uri.Canonical(t.URI))
			}
		}
		return all
	}
	for _, n := range s.nodes(f.Field) {
		switch {
		case f.words != nil:
			all = append(all, f.words.URI(n.Text, s.Context))
		case f.form == aURI:
			all = append(all, uri.Canonical(n.Text))
		default:
			all = append(all, n.Text)
		}
	}
	return all
}

// named are the things that the parameters for things look at.
var named = map[string]func(epcis.Thing) bool{
	"epc":            func(t epcis.Thing) bool { return !t.Class && (t.Role == epcis.Observed || t.Role == epcis.Child) },
	"parentID":       func(t epcis.Thing) bool { return t.Role == epcis.Parent },
	"inputEPC":       func(t epcis.Thing) bool { return !t.Class && t.Role == epcis.Input },
	"outputEPC":      func(t epcis.Thing) bool { return !t.Class && t.Role == epcis.Output },
	"anyEPC":         func(t epcis.Thing) bool { return !t.Class },
	"epcClass":       func(t epcis.Thing) bool { return t.Class && (t.Role == epcis.Observed || t.Role == epcis.Child) },
	"inputEPCClass":  func(t epcis.Thing) bool { return t.Class && t.Role == epcis.Input },
	"outputEPCClass": func(t epcis.Thing) bool { return t.Class && t.Role == epcis.Output },
	"anyEPCClass":    func(t epcis.Thing) bool { return t.Class },
	anyThing:         func(epcis.Thing) bool { return true },
}

// times returns the instants in a field.
func (s Subject) times(field string) (all []time.Time) {
	if field == "recordTime" {
		return []time.Time{s.Recorded}
	}
	for _, n := range s.nodes(field) {
		if t, ok := epcis.Instant(n.Text); ok {
			all = append(all, t)
		}
	}
	return all
}

// quantities returns all quantities of the event, whatever their unit.
func (s Subject) quantities() (all []float64) {
	for t := range s.Things() {
		if n, err := strconv.ParseFloat(t.Quantity, 64); err == nil {
			all = append(all, n)
		}
	}
	return all
}

// nodes returns the values of a field, given by the path in the table of parameters. Paths that
// start with sensor cover every element of the list of sensors.
func (s Subject) nodes(field string) []*epcis.Node {
	first, rest, deep := strings.Cut(field, "/")
	if !deep {
		return inside([]*epcis.Node{s.Node}, first)
	}
	var from []*epcis.Node
	switch first {
	case "sensor":
		elements := inside([]*epcis.Node{s.Node}, "sensorElementList")
		from = append(inside(elements, "sensorMetadata"), inside(elements, "sensorReport")...)
	case "sensorMetadata", "sensorReport":
		from = inside(inside([]*epcis.Node{s.Node}, "sensorElementList"), first)
	default:
		from = inside([]*epcis.Node{s.Node}, first)
	}
	return inside(from, rest)
}

// inside returns the members of objects that have a name; of a list, its items.
func inside(from []*epcis.Node, name string) (all []*epcis.Node) {
	for _, n := range from {
		m := n.Member(name)
		switch {
		case m == nil:
		case m.Kind == '[':
			for i := range m.In {
				all = append(all, &m.In[i])
			}
		default:
			all = append(all, m)
		}
	}
	return all
}
