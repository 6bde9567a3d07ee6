package profile

import (
	"strings"

	"rastro/internal/brdoc"
	"rastro/internal/geo/brazil"
)

// From is the source of a value.
type From string

// The sources of values.
const (
	FromRecord  From = "registro"  // the record itself
	FromProfile From = "perfil"    // the profile states it
	FromCAR     From = "car"       // the number of the land registry contains it
	FromPlot    From = "talhao"    // the plots lie there
	FromRecords From = "registros" // all records that state it agree
	FromSoy     From = "soja"      // the field soja names a soy technology, and says nothing about another crop
	FromCode    From = "safraCodigo"
)

// Value is the value of a field with its source; the zero value means none.
type Value struct {
	Text string
	From From
}

// Derived are the values that follow with certainty from what is known, by field.
type Derived map[string]Value

// Inherit returns the value of a field, with its source: what the record itself states, else what
// its harvest's profile states, else what is derived. Everything that inherits from a profile calls
// this function.
func Inherit(field, own string, stated Profile, derived Derived) Value {
	switch {
	case own != "":
		return Value{own, FromRecord}
	case stated.Stated(field) != "":
		return Value{stated.Stated(field), FromProfile}
	}
	return derived[field]
}

// Put adds a value, unless the field already has one or the value is empty.
func (d Derived) Put(field, text string, from From) {
	if _, known := d[field]; !known && text != "" {
		d[field] = Value{text, from}
	}
}

// Derive returns what follows from the profile alone: the state and the municipality of its CAR.
func (p *Profile) Derive() Derived {
	d := Derived{}
	d.PutCAR(p, p.said[CAR])
	return d
}

// PutCAR adds what the number of a land registry contains, unless it contradicts the profile: then
// nothing is certain.
func (d Derived) PutCAR(stated *Profile, car string) {
	property, ok := brdoc.ParseCAR(car)
	if !ok || stated.abroad() {
		return
	}
	if uf := stated.Stated(State); uf != "" && uf != property.UF {
		return
	}
	d.Put(State, property.UF, FromCAR)
	if m, ok := brazil.MunicipalityByCode(property.Municipality); ok && d[State].Text == property.UF {
		d.Put(Town, m.Name, FromCAR)
	}
}

// abroad reports whether the profile states another country than Brazil.
func (p *Profile) abroad() bool {
	country := p.said[Country]
	return country != "" && country != brazilISO
}

// PutPlace adds the state that plots lie in, if it is certain.
func (d Derived) PutPlace(stated *Profile, uf string) {
	if !stated.abroad() {
		d.Put(State, uf, FromPlot)
	}
}

// Without removes what the profile itself states: a derived value is shown only if none is stated.
func (d Derived) Without(stated *Profile) Derived {
	for field := range d {
		if stated.Stated(field) != "" {
			delete(d, field)
		}
	}
	return d
}

// ProductionPlace returns the place of production that values come to: the stated place, else the
// municipality with its state, else the farm.
func ProductionPlace(of func(field string) Value) string {
	if place := of(Place).Text; place != "" {
		return place
	}
	if town := of(Town).Text; town != "" {
		if uf := of(State).Text; uf != "" {
			if code := strings.ToUpper(uf); brdoc.IsUF(code) {
				uf = code // "pr"; a province of another country stays as written
			}
			town += "/" + uf
		}
		return town
	}
	return of(Farm).Text
}
