package profile

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"rastro/internal/brdoc"
	"rastro/internal/canon"
	"rastro/internal/crop"
	"rastro/internal/finding"
	"rastro/internal/geo/brazil"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/ptbr"
)

// maxText bounds one text of a profile, in characters: names and codes are shorter.
const maxText = 200

// maxProblems bounds the problems that are reported at once.
const maxProblems = 20

// Check returns every reason to refuse a payload, nil if there is none. The payload must be a valid
// JSON object. Pointers start at its root. Records are graded and never refused for their content;
// a profile is, because everything in its harvest inherits it.
func Check(payload []byte) []finding.Finding {
	c := checker{problems: kind.Profile.Check(payload), said: map[string]string{}}
	unread := map[string]bool{} // members with the wrong shape
	for i := range c.problems {
		unread[c.problems[i].Field] = true
	}
	canon.Each(string(payload), func(name, value string) bool {
		if !unread[name] {
			c.member(name, value)
		}
		return len(c.problems) < maxProblems
	})
	for _, field := range kind.Profile.Fields {
		if check := checks[field.Name]; check != nil && c.said[field.Name] != "" && len(c.problems) < maxProblems {
			check(&c, c.said[field.Name])
		}
	}
	return c.problems
}

// checker holds a payload while the checks run.
type checker struct {
	said     map[string]string
	problems []finding.Finding
}

// checks are the checks of the text of each field; a field without one accepts any.
var checks = map[string]func(*checker, string){
	Crop: (*checker).crop, Document: (*checker).document, Town: (*checker).town, State: (*checker).state,
	CAR: (*checker).car, Season: (*checker).season, Country: (*checker).country,
}

// member processes one member, and refuses it if the table does not have it.
func (c *checker) member(name, value string) {
	if _, known := kind.Profile.Field(name); !known {
		c.add(name, "/"+canon.PointerToken(name), unknownMember, lang.Args{"campos": fieldNames()})
		return
	}
	if name == Targets {
		c.targets(value)
		return
	}
	text := textOf(value)
	if utf8.RuneCountInString(text) > maxText {
		c.add(name, "/"+name, kind.TextTooLong, lang.Args{"max": strconv.Itoa(maxText)})
		return
	}
	c.said[name] = text
}

func (c *checker) add(name, pointer string, rule *finding.Rule, args lang.Args) {
	c.problems = append(c.problems, finding.Finding{Field: lang.Clip(name, finding.MaxQuoted), Pointer: pointer, Rule: rule, Args: args})
}

func (c *checker) about(name string, rule *finding.Rule, args lang.Args) {
	c.add(name, "/"+name, rule, args)
}

// fieldNames returns the names of all fields, for a message.
func fieldNames() string {
	names := make([]string, len(kind.Profile.Fields))
	for i, f := range kind.Profile.Fields {
		names[i] = f.Name
	}
	return strings.Join(names, ", ")
}

func (c *checker) targets(list string) {
	field, _ := kind.Profile.Field(Targets)
	i := 0
	canon.Each(list, func(_, item string) bool {
		if text := textOf(item); !isOne(field.Values, targetForm(text)) {
			c.add(Targets, "/"+Targets+"/"+strconv.Itoa(i), unknownTarget, lang.Args{"valor": quoted(text), "valores": strings.Join(field.Values, ", ")})
		}
		i++
		return len(c.problems) < maxProblems
	})
}

func isOne(values []string, value string) bool {
	for _, v := range values {
		if v == value {
			return true
		}
	}
	return false
}

// quoted returns as much of a text as a message repeats.
func quoted(text string) string { return lang.Clip(text, finding.MaxQuoted) }

func (c *checker) crop(text string) {
	if _, ok := crop.Parse(text); !ok {
		c.about(Crop, unknownCrop, lang.Args{"valor": quoted(text), "valores": crop.List()})
	}
}

// document refuses what is neither a CPF nor a CNPJ. The message does not repeat the number.
func (c *checker) document(text string) {
	person, company := brdoc.Check(brdoc.CPF, text, anyYear), brdoc.Check(brdoc.CNPJ, text, anyYear)
	if person.Valid || company.Valid {
		return
	}
	why := company.Reason
	if digits := strings.Count(strings.Map(onlyDigits, text), "") - 1; digits <= cpfDigits {
		why = person.Reason
	}
	c.add(Document, "/"+Document, badDocument, nil)
	c.problems[len(c.problems)-1].Say("motivo", why.Text())
}

// cpfDigits is how many digits a CPF has; a CNPJ has more.
const cpfDigits = 11

func onlyDigits(r rune) rune {
	if r >= '0' && r <= '9' {
		return r
	}
	return -1
}

// abroad reports whether another country than Brazil is stated: its states and towns are not
// in our tables.
func (c *checker) abroad() bool {
	country := CountryCode(c.said[Country])
	return country != "" && country != brazilISO
}

func (c *checker) state(text string) {
	if _, ok := brdoc.UFCode(strings.ToUpper(text)); !ok && !c.abroad() {
		c.about(State, unknownState, lang.Args{"valor": quoted(text)})
	}
}

func (c *checker) car(text string) {
	id := brdoc.Check(brdoc.CAR, text, anyYear)
	if !id.Valid {
		c.about(CAR, badCAR, nil)
		c.problems[len(c.problems)-1].Say("motivo", id.Reason.Text())
		return
	}
	if country := CountryCode(c.said[Country]); c.abroad() && brdoc.IsCountry(country) {
		c.about(CAR, foreignCAR, lang.Args{"pais": country})
		return
	}
	property, _ := brdoc.ParseCAR(id.Value)
	uf := strings.ToUpper(c.said[State])
	if uf != "" && uf != property.UF {
		c.about(CAR, otherState, lang.Args{"car": property.UF, "uf": quoted(uf)})
	}
}

// town refuses a municipality that does not exist in the state, or anywhere. Without a state, the
// CAR determines it.
func (c *checker) town(text string) {
	if c.abroad() {
		return
	}
	uf := strings.ToUpper(c.said[State])
	if _, known := brdoc.UFCode(uf); !known {
		uf = ""
	}
	if id := brdoc.Check(brdoc.CAR, c.said[CAR], anyYear); uf == "" && id.Valid {
		property, _ := brdoc.ParseCAR(id.Value)
		uf = property.UF
	}
	named := brazil.MunicipalitiesNamed(text)
	var states []string
	for _, m := range named {
		if of := stateOf(m); of == uf || uf == "" {
			return
		} else if !isOne(states, of) {
			states = append(states, of)
		}
	}
	if len(states) > 0 {
		c.about(Town, townElsewhere, lang.Args{"valor": quoted(text), "uf": uf, "outras": strings.Join(states, ", ")})
		return
	}
	c.about(Town, unknownTown, lang.Args{"valor": quoted(text)})
}

func (c *checker) season(text string) {
	if _, _, reading := ptbr.Harvest(text); reading != ptbr.Read {
		c.about(Season, unreadSeason, lang.Args{"valor": quoted(text)})
	}
}

func (c *checker) country(text string) {
	if !brdoc.IsCountry(CountryCode(text)) {
		c.about(Country, unknownCountry, lang.Args{"valor": quoted(text)})
	}
}
