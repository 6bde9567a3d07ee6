package facts

import (
	"slices"
	"strings"

	"rastro/internal/brdoc"
	"rastro/internal/geo"
	"rastro/internal/geo/brazil"
	"rastro/internal/profile"
	"rastro/internal/ptbr"
	"rastro/internal/ptbr/words"
)

// said is what records state in a field that profiles also have: the value as first written, and
// whether others contradict it.
type said struct {
	text    string
	differs bool
}

// readProfile reads the profile of the harvest.
func (b *Book) readProfile(rec int32, data []byte) {
	b.Profile = profile.Read(data)
	if crop := b.Profile.Stated(profile.Crop); crop != "" {
		b.CropsStated = append(b.CropsStated, cropStatement{rec, words.Term(crop)})
	}
	b.readCars(b.Profile.Stated(profile.CAR))
}

// saySame notes what a record states in a field that profiles also have, and returns that field; ""
// if there is none.
func (b *Book) saySame(p *payload) string {
	name := string(p.name)
	if name == "nomeProdutor" {
		name = profile.Producer
	}
	if !slices.Contains(shared, name) {
		return ""
	}
	text, _ := p.brief(briefMass)
	if text = strings.TrimSpace(text); ptbr.IsAbsent(text) {
		return ""
	}
	before, known := b.shared[name]
	if !known {
		b.shared[name] = said{text: strings.Clone(text)}
	} else if PlainWords(before.text) != PlainWords(text) {
		b.shared[name] = said{before.text, true}
	}
	return name
}

// shared are the fields that both records and a profile may have.
var shared = []string{profile.Producer, profile.Farm, profile.Town, profile.State, profile.Country, profile.Place}

// readSoy reads the field soja, which has how any crop was grown, and may name the crop.
func (b *Book) readSoy(text string) {
	b.readCrop(text)
	b.soyTrait = b.soyTrait || len(words.SoyTraits.All(text)) > 0
}

// coffeeFields are fields that only records about coffee have.
var coffeeFields = []string{"viaProcessamento", "tipoCob", "bebida", "peneiras"}

// readSign notes a field that only coffee has.
func (b *Book) readSign(p *payload) {
	if slices.Contains(coffeeFields, string(p.name)) && !ptbr.IsAbsent(p.joined(briefPhrase)) {
		b.coffeeSigns = true
	}
}

// maxCars limits the properties that are kept: two are enough to show that there are several.
const maxCars = 2

// keepCar notes a rural property.
func (b *Book) keepCar(value string) {
	if len(b.cars) < maxCars && !slices.Contains(b.cars, value) {
		b.cars = append(b.cars, strings.Clone(value))
	}
}

// Value returns the harvest's value of a field, and its source.
func (b *Book) Value(field string) profile.Value { return b.Values()(field) }

// Values is Value for several fields.
func (b *Book) Values() func(field string) profile.Value {
	derived := b.derive()
	return func(field string) profile.Value { return profile.Inherit(field, "", b.Profile, derived) }
}

// Derived returns the values that follow for certain from the records, of the fields that the
// profile does not state.
func (b *Book) Derived() profile.Derived { return b.derive().Without(&b.Profile) }

// derive starts with the most certain source, because a field keeps its first value.
func (b *Book) derive() profile.Derived {
	d := b.Profile.Derive()
	crop := b.derivedCrop()
	d.Put(profile.Crop, crop.Text, crop.From)
	if len(b.cars) == 1 {
		d.Put(profile.CAR, b.cars[0], profile.FromRecords)
		d.PutCAR(&b.Profile, b.cars[0])
	}
	switch len(b.States) {
	case 0:
		b.deriveSaid(d)
		d.PutPlace(&b.Profile, b.plotState())
	case 1:
		for uf := range b.States {
			d.Put(profile.State, uf, profile.FromCAR)
		}
		b.deriveSaid(d)
	}
	if seasons := b.Seasons(); len(seasons) == 1 {
		d.Put(profile.Season, SeasonName(seasons[0]), profile.FromCode)
	}
	return d
}

// deriveSaid adds what the records agree on. A state or a municipality must exist.
func (b *Book) deriveSaid(d profile.Derived) {
	for _, field := range shared {
		s, ok := b.shared[field]
		if !ok || s.differs {
			continue
		}
		switch field {
		case profile.Town:
			uf := profile.Inherit(profile.State, "", b.Profile, d).Text
			if uf == "" {
				uf = strings.ToUpper(b.shared[profile.State].text)
			}
			d.Put(field, profile.TownIn(uf, s.text), profile.FromRecords)
		case profile.State:
			if uf := strings.ToUpper(s.text); brdoc.IsUF(uf) {
				d.Put(field, uf, profile.FromRecords)
			}
		case profile.Country:
			d.Put(field, profile.CountryCode(s.text), profile.FromRecords)
		default:
			d.Put(field, s.text, profile.FromRecords)
		}
	}
}

// plotState returns the state that every plot of the harvest certainly lies in, "" if there is
// none. The middle of a plot decides: none is as wide as the margin of a state.
func (b *Book) plotState() string {
	var found string
	take := func(shape *geo.Plot) bool {
		if shape == nil {
			return true
		}
		box := shape.BBox
		uf := brazil.StateAt((box.South+box.North)/2, (box.West+box.East)/2)
		if uf == "" || found != "" && uf != found {
			found = ""
			return false
		}
		found = uf
		return true
	}
	for i := range b.Plans {
		if !take(b.Plans[i].Plot.Shape) {
			return ""
		}
	}
	if found != "" {
		return found
	}
	for i := range b.Plantings {
		if !take(b.Plantings[i].Plot.Shape) {
			return ""
		}
	}
	return found
}
