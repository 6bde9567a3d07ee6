package profile

import (
	"strings"

	"rastro/internal/brdoc"
	"rastro/internal/geo/brazil"
)

// From says where a value comes from.
type From string

// Where values come from.
const (
	FromRecord  From = "registro"  // the record itself
	FromProfile From = "perfil"    // the profile states it
	FromCAR     From = "car"       // the number of the land registry contains it
	FromPlot    From = "talhao"    // the plots lie there
	FromRecords From = "registros" // all records that say it agree
	FromSoy     From = "soja"      // the field soja names a technology of soy, and nothing another crop
	FromCode    From = "safraCodigo"
)

// Value is the value of a field and where it comes from; the zero value is none.
type Value struct {
	Text string
	From From
}

// Derived are the values that follow for certain from what is known, by field.
type Derived map[string]Value

// Inherit returns the value of a field, and where it comes from: what the record itself says, else
// what the profile of its harvest states, else what is derived. Everything that inherits from
// a profile asks here.
func Inherit(field, own string, stated Profile, derived Derived) Value {
	switch {
	case own != "":
		return Value{own, FromRecord}
	case stated.Stated(field) != "":
		return Value{stated.Stated(field), FromProfile}
	}
	return derived[field]
}

// Put adds a value, unless the field already has one or there is none.
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

// PutCAR adds what the number of a land registry contains, unless it contradicts the
// profile: then nothing is certain.
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

// Without removes what the profile states itself: a derived value is shown only where none is
// stated.
func (d Derived) Without(stated *Profile) Derived {
	for field := range d {
		if stated.Stated(field) != "" {
			delete(d, field)
		}
	}
	return d
}

// ProductionPlace is the place of production that values come to: the stated place, else the
// municipality with its state, else the farm.
func ProductionPlace(of func(field string) Value) string {
	if place := of(Place).Text; place != "" {
		return place
	}
	if town := of(Town).Text; town != "" {
		if uf := of(State).Text; uf != "" {
			if code := strings.ToUpper(uf); brdoc.IsUF(code) {
				uf = code // "pr"; a province of another country stays as it is written
			}
			town += "/" + uf
		}
		return town
	}
	return of(Farm).Text
}
