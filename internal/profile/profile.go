// Package profile defines a harvest's profile: how it is read, what it must not contain, and how
// the records, checks, files and pages of the harvest inherit it. Package profiles stores it.
package profile

import (
	"maps"
	"strconv"
	"strings"

	"rastro/internal/brdoc"
	"rastro/internal/canon"
	"rastro/internal/crop"
	"rastro/internal/geo/brazil"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/ptbr"
)

// The fields by their names in kind.Profile.
const (
	Crop      = "cultura"
	Name      = "nome"
	Producer  = "produtor"
	Document  = "documentoProdutor"
	Farm      = "fazenda"
	Town      = "municipio"
	State     = "uf"
	CAR       = "car"
	Season    = "safra"
	Targets   = "alvos"
	Country   = "pais"
	Place     = "localProducao"
	brazilISO = "BR"
)

// Profile is what a harvest's profile states. The zero value states nothing.
type Profile struct {
	said map[string]string
	// Targets are the targets of the harvest, in the order of the table.
	Targets []string
}

// Read reads a payload that was checked when it was written. Values are in their usual form:
// the crop's own name, capitals for the state and the country.
func Read(payload []byte) Profile {
	p := Profile{said: map[string]string{}}
	canon.Each(string(payload), func(name, value string) bool {
		if _, known := kind.Profile.Field(name); !known {
			return true
		}
		if name == Targets {
			p.Targets = targetsIn(value)
			return true
		}
		if text := textOf(value); text != "" {
			p.said[name] = text
		}
		return true
	})
	p.settle()
	return p
}

// settle brings the values to their usual form. The municipality comes last: which one is
// meant may depend on the state.
func (p *Profile) settle() {
	if c, ok := crop.Parse(p.said[Crop]); ok {
		p.said[Crop] = string(c)
	} else {
		delete(p.said, Crop) // it is shown in public, so only the name of a crop is accepted
	}
	if uf := strings.ToUpper(p.said[State]); brdoc.IsUF(uf) {
		p.said[State] = uf
	}
	if said := p.said[Country]; said != "" {
		p.said[Country] = CountryCode(said)
	}
	if car := brdoc.Check(brdoc.CAR, p.said[CAR], anyYear); car.Valid {
		p.said[CAR] = car.Value
	}
	if m, ok := townIn(p.said[State], p.said[Town]); ok {
		p.said[Town] = m.Name
	}
}

// anyYear is used because the check of these identifiers does not depend on the year.
const anyYear = 0

// Stated returns what the profile states in a field; "" for nothing.
func (p *Profile) Stated(field string) string { return p.said[field] }

// Masked returns the profile with a mask for the values of some fields.
func (p *Profile) Masked(mask string, hidden func(field string) bool) Profile {
	out := Profile{said: maps.Clone(p.said), Targets: p.Targets}
	for field, said := range out.said {
		if said != "" && hidden(field) {
			out.said[field] = mask
		}
	}
	return out
}

// textOf returns a text without the spaces around it; a number is its digits.
func textOf(value string) string {
	if canon.KindOf(value) == '0' {
		return value
	}
	return strings.TrimSpace(canon.Unquote(value))
}

// CountryCode returns a country's two letters. The only names that it recognises are spellings of
// Brazil.
func CountryCode(written string) string {
	code := strings.ToUpper(strings.TrimSpace(written))
	if code == "BRASIL" || code == "BRAZIL" {
		return brazilISO
	}
	return code
}

// targetsIn returns the known targets in a list, in the order of the table.
func targetsIn(list string) (targets []string) {
	field, _ := kind.Profile.Field(Targets)
	for _, target := range field.Values {
		canon.Each(list, func(_, item string) bool {
			if targetForm(textOf(item)) == target {
				targets = append(targets, target)
				return false
			}
			return true
		})
	}
	return targets
}

// targetForm returns a target as the table spells it.
func targetForm(written string) string { return strings.ToUpper(lang.Fold(written)) }

// townIn finds a municipality by its name, in a state or, for "", in the only state that has
// one of the name.
func townIn(uf, name string) (brazil.Municipality, bool) {
	if name == "" {
		return brazil.Municipality{}, false
	}
	var found []brazil.Municipality
	for _, m := range brazil.MunicipalitiesNamed(name) {
		if uf == "" || stateOf(m) == uf {
			found = append(found, m)
		}
	}
	if len(found) != 1 {
		return brazil.Municipality{}, false
	}
	return found[0], true
}

// TownIn returns the official name of a municipality in a state, or in the only state that has one
// of that name; "" if there is none.
func TownIn(uf, name string) string {
	m, _ := townIn(uf, name)
	return m.Name
}

// TownCode is TownIn by IBGE's code, and the state of the municipality.
func TownCode(uf, name string) (code, state string) {
	m, ok := townIn(uf, name)
	if !ok {
		return "", ""
	}
	return m.Code, stateOf(m)
}

// Years returns the years of a season, written as in 2024/25 or 2025; "" if a text does not say
// them.
func Years(season string) string {
	first, last, reading := ptbr.Harvest(season)
	if reading != ptbr.Read {
		return ""
	}
	if last == first {
		return strconv.Itoa(first)
	}
	return strconv.Itoa(first) + "/" + strconv.Itoa(last)[2:]
}

// stateOf returns the state of a municipality, which its code begins with.
func stateOf(m brazil.Municipality) string {
	uf, _ := brdoc.UFByCode(10*int(m.Code[0]-'0') + int(m.Code[1]-'0'))
	return uf
}
