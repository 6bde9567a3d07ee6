package query

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"rastro/internal/canon"
	"rastro/internal/epcis"
	"rastro/internal/epcis/uri"
)

// The bounds of a query.
const (
	maxValues      = 1000
	maxValuesText  = "1000"
	maxToken       = 4096
	defaultPerPage = 30
	maxPerPage     = 1000
)

// Value is a value of a filter.
type Value struct {
	Text   string // in its one spelling
	Prefix string // of a pattern: the beginning of the names that it matches; "" for none
	Time   time.Time
	Number float64
	Truth  bool
}

// Filter is a condition on events. An event must meet all filters of a query, each with one of its
// values.
type Filter struct {
	*Param
	Values []Value
}

// Query is what a caller requests.
type Query struct {
	Filters   []Filter // in the order of their names
	OrderBy   string   // "" is the order of the log
	Ascending bool
	Limit     int // the maximum number of events; 0: all
	Max       int // more events than that are an error; 0: none are
	PerPage   int
	Token     string
}

// Parse reads the parameters of an address. A value can have several, with | between them.
func Parse(params map[string][]string) (*Query, error) {
	q := &Query{PerPage: defaultPerPage}
	total := 0
	for _, name := range slices.Sorted(maps.Keys(params)) {
		values := params[name]
		if p := byName[name]; p != nil && p.many() {
			values = split(values)
		}
		if total += len(values); total > maxValues {
			return nil, &Error{Code: TooComplex, Parameter: name}
		}
		if err := q.add(name, values); err != nil {
			return nil, err
		}
	}
	if q.Limit > 0 && q.Max > 0 {
		return nil, &Error{Code: Exclusive, Parameter: maxEventCount}
	}
	return q, nil
}

// ParseNode reads the parameters of a stored query: an object whose members are values or
// lists of them.
func ParseNode(n *epcis.Node) (*Query, error) {
	if n == nil || n.Kind != '{' {
		return nil, &Error{Code: BadValue, Parameter: "query", want: wantObject}
	}
	params := make(map[string][]string, len(n.In))
	for i := range n.In {
		m := &n.In[i]
		switch m.Kind {
		case '[':
			params[m.Name] = []string{}
			for j := range m.In {
				text, ok := scalar(&m.In[j])
				if !ok {
					return nil, &Error{Code: BadValue, Parameter: m.Name, want: wants[aText]}
				}
				params[m.Name] = append(params[m.Name], text)
			}
		default:
			text, ok := scalar(m)
			if !ok {
				return nil, &Error{Code: BadValue, Parameter: m.Name, want: wants[aText]}
			}
			params[m.Name] = []string{text}
		}
	}
	return Parse(params)
}

func scalar(n *epcis.Node) (string, bool) {
	return n.Text, n.Kind == '"' || n.Kind == '0' || n.Kind == 't' || n.Kind == 'f'
}

// split separates values that contain several.
func split(values []string) (all []string) {
	for _, v := range values {
		for part := range strings.SplitSeq(v, "|") {
			if len(all) > maxValues { // enough to show that there are too many
				return all
			}
			all = append(all, part)
		}
	}
	return all
}

// many reports whether a parameter takes several values.
func (p *Param) many() bool {
	switch p.form {
	case aURI, aText, aPattern, aWord, aType:
		return true
	}
	return false
}

// add reads one parameter.
func (q *Query) add(name string, values []string) error {
	p := byName[name]
	switch {
	case name == perPage || name == nextPageToken:
		return q.page(name, values)
	case p == nil && isFamily(name):
		return &Error{Code: NotBuilt, Parameter: name}
	case p == nil:
		return &Error{Code: Unknown, Parameter: name}
	case len(values) == 0:
		return p.bad("")
	case len(values) > 1 && !p.many():
		return &Error{Code: Repeated, Parameter: name}
	case p.Op == set:
		return q.set(p, values[0])
	}
	f := Filter{Param: p, Values: make([]Value, 0, len(values))}
	for _, text := range values {
		v, err := p.read(text)
		if err != nil {
			return err
		}
		f.Values = append(f.Values, v)
	}
	q.Filters = append(q.Filters, f)
	return nil
}

// set reads a parameter about the whole answer.
func (q *Query) set(p *Param, text string) error {
	switch p.Name {
	case orderBy:
		if text != "eventTime" && text != "recordTime" {
			if strings.ContainsAny(text, ":#") { // a field of somebody's own
				return &Error{Code: NotBuilt, Parameter: p.Name}
			}
			return p.bad(text)
		}
		q.OrderBy = text
	case orderDirection:
		if text != "ASC" && text != "DESC" {
			return p.bad(text)
		}
		q.Ascending = text == "ASC"
	default:
		n, ok := count(text, math.MaxInt32)
		if !ok {
			return p.bad(text)
		}
		if p.Name == maxEventCount {
			q.Max = n
		} else {
			q.Limit = n
		}
	}
	return nil
}

// page reads the parameters of paging.
func (q *Query) page(name string, values []string) error {
	if len(values) != 1 {
		return &Error{Code: Repeated, Parameter: name}
	}
	if name == nextPageToken {
		if len(values[0]) > maxToken {
			return &Error{Code: BadValue, Parameter: name, value: values[0], want: wants[aText]}
		}
		q.Token = values[0]
		return nil
	}
	n, ok := count(values[0], math.MaxInt32)
	if !ok {
		return &Error{Code: BadValue, Parameter: name, value: values[0], want: wants[aCount]}
	}
	q.PerPage = min(n, maxPerPage)
	return nil
}

func count(text string, most int) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 1 && n <= most
}

// read reads one value of a filter.
func (p *Param) read(text string) (Value, error) {
	v, ok := Value{Text: text}, false
	switch p.form {
	case aURI:
		v.Text, ok = uri.Canonical(text), epcis.IsURI(text)
	case aText:
		ok = text != ""
	case aPattern:
		return p.pattern(text)
	case aWord:
		ok = p.words.Has(text) || !p.words.Bare && epcis.IsURI(text)
		v.Text = p.words.URI(text, nil)
	case aType:
		ok = slices.Contains(eventTypes, text)
	case aTime:
		v.Time, ok = epcis.Instant(text)
		v.Text = v.Time.UTC().Format(time.RFC3339Nano)
	case aNumber:
		n, err := strconv.ParseFloat(text, 64)
		v.Number, ok = n, err == nil && !math.IsNaN(n) && !math.IsInf(n, 0)
		v.Text = strconv.FormatFloat(n, 'g', -1, 64)
	case aTruth:
		v.Truth, ok = text == "true", text == "true" || text == "false"
	}
	if !ok || len(text) > epcis.MaxURI {
		return v, p.bad(text)
	}
	return v, nil
}

var eventTypes = []string{
	epcis.ObjectEvent.String(), epcis.AggregationEvent.String(), epcis.TransactionEvent.String(), epcis.TransformationEvent.String(), epcis.AssociationEvent.String(),
}

func (p *Param) bad(text string) *Error {
	want := wants[p.form]
	if p.form == aWord {
		want = wantWord(p.words)
	}
	return &Error{Code: BadValue, Parameter: p.Name, value: text, want: want}
}

// serials are the separators between a key and the serial that a pattern leaves open.
var serials = map[string]string{"sgtin": "/21/", "itip": "/21/", "upui": "/235/", "cpi": "/8011/"}

// pattern reads a URI or a pattern. A pattern of EPCs with an open item is not supported: in
// canonical names its digits surround those of the company.
func (p *Param) pattern(text string) (Value, error) {
	open, isPattern := strings.CutSuffix(text, "*")
	if len(text) > epcis.MaxURI || !epcis.IsURI(text) {
		return Value{}, p.bad(text)
	}
	if !isPattern {
		return Value{Text: uri.Canonical(text)}, nil
	}
	if rest, ok := strings.CutPrefix(text, "urn:epc:idpat:"); ok {
		scheme, _, _ := strings.Cut(rest, ":")
		if l, ok := uri.Parse(text); ok {
			return Value{Text: l.String(), Prefix: l.String() + serials[scheme]}, nil
		}
	}
	if strings.HasPrefix(text, "urn:epc:") || strings.Contains(open, "*") {
		return Value{}, &Error{Code: NotBuilt, Parameter: p.Name}
	}
	return Value{Text: text, Prefix: open}, nil
}

// Matches reports whether a filter's value is or covers a name in its canonical form.
func (v Value) Matches(name string) bool {
	return name == v.Text || v.Prefix != "" && strings.HasPrefix(name, v.Prefix)
}

// isFamily reports whether the standard lets queries make up the name.
func isFamily(name string) bool {
	starts := func(start string) bool { return strings.HasPrefix(name, start) && len(name) > len(start) }
	if slices.ContainsFunc(families, starts) {
		return true
	}
	for _, op := range append([]string{"EXISTS_"}, compared...) {
		rest, ok := strings.CutPrefix(name, op)
		if !ok || rest == "" {
			continue
		}
		part := func(start string) bool { return strings.HasPrefix(rest, start) && len(rest) > len(start) }
		number := func(m string) bool { return rest == m || strings.HasPrefix(rest, m+"_") }
		return strings.ContainsAny(rest, ":#") || slices.ContainsFunc(parts, part) || op != "EXISTS_" && slices.ContainsFunc(measured, number)
	}
	return false
}

// Canonical returns one text for all ways of writing the same query, without its page: what a
// page's token is bound to.
func (q *Query) Canonical() string {
	var b []byte
	b = append(b, '[')
	for _, f := range q.Filters {
		texts := make([]string, 0, len(f.Values)+1)
		for _, v := range f.Values {
			texts = append(texts, v.Text)
		}
		slices.Sort(texts)
		b = canon.AppendStrings(b, append([]string{f.Name}, slices.Compact(texts)...))
		b = append(b, ',')
	}
	b = canon.AppendStrings(b, []string{q.OrderBy, strconv.FormatBool(q.Ascending), strconv.Itoa(q.Limit), strconv.Itoa(q.Max)})
	return string(append(b, ']'))
}
