package harvest

import (
	"strings"

	"rastro/internal/check/harvest/facts"
	"rastro/internal/check/harvest/rules"
	"rastro/internal/finding"
)

// maxNamesakes limits the workers that a name is compared with. If more share a first name, there
// is no finding.
const maxNamesakes = 32

// maxPeopleText limits the text that is searched for people.
const maxPeopleText = 200

// checkApplicators looks for people who apply pesticides without a record of work that shows
// their training. Findings name records, never people.
func (c *checker) checkApplicators() {
	trained := map[string][][]string{} // names of trained people, by first name
	for i := range c.Workers {
		f := &c.Workers[i]
		if name := nameOf(f.Name); f.Trained && len(name) > 0 && len(trained[name[0]]) <= maxNamesakes {
			trained[name[0]] = append(trained[name[0]], name)
		}
	}
	type use struct {
		refs []finding.Ref
		n    int
	}
	uses := map[string]*use{}
	var order []string
	for i := range c.Applications {
		f := &c.Applications[i]
		if !f.Pesticide || len(f.Applicator) > maxPeopleText {
			continue
		}
		for _, person := range peopleIn(f.Applicator) {
			name := nameOf(person)
			if len(name) == 0 || len(name[0]) < 2 || isFirm(name) || knows(trained[name[0]], name) {
				continue
			}
			key := strings.Join(name, " ")
			u := uses[key]
			if u == nil {
				u = &use{}
				uses[key] = u
				order = append(order, key)
			}
			u.refs = c.appendRef(u.refs, f.Rec, "nomeAplicador")
			u.n++
		}
	}
	for _, key := range order {
		c.add(rules.ApplicatorUntrained, uses[key].refs, "registros", uses[key].n)
	}
}

// peopleIn splits a text that names people.
func peopleIn(text string) []string {
	var people []string
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' || r == '/' || r == '+' || r == '\n' }) {
		for one := range strings.SplitSeq(part, " e ") {
			people = append(people, one)
		}
	}
	return people
}

// nameOf returns a name in its plain words, without the small ones.
func nameOf(text string) []string {
	var name []string
	for w := range facts.EachWord(facts.PlainWords(text)) {
		if !nameParticles[w] {
			name = append(name, w)
		}
	}
	return name
}

var (
	nameParticles = facts.WordSet("de da do dos das e sr sra dr dra eng")
	// firmWords are found in names of firms and of crews, not of people.
	firmWords = facts.WordSet("ltda me eireli sa s a cia empresa cooperativa agro agricola aviacao aero aerea aereo servicos equipe terceirizado terceirizada " +
		"terceiros drone drones prestador prestadora fazenda sitio proprio propria produtor funcionario funcionarios nao sem nenhum varios")
)

func isFirm(name []string) bool {
	for _, w := range name {
		if firmWords[w] || w[0] >= '0' && w[0] <= '9' {
			return true
		}
	}
	return false
}

// knows reports whether a name matches one of some names. A shorter form matches: its words, or
// their initials, appear in the full name in the same order.
func knows(names [][]string, name []string) bool {
	if len(names) > maxNamesakes {
		return true
	}
	for _, known := range names {
		if sameName(known, name) || sameName(name, known) {
			return true
		}
	}
	return false
}

func sameName(long, short []string) bool {
	at := 0
	for _, w := range long {
		if at < len(short) && (w == short[at] || len(short[at]) == 1 && w[0] == short[at][0]) {
			at++
		}
	}
	return at == len(short)
}
