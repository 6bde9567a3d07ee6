package propose

import (
	"regexp"
	"strings"

	"rastro/internal/brdoc"
	"rastro/internal/fiscal"
	"rastro/internal/lot"
)

// Source is where in a document the code of a lot occurs.
type Source uint8

// The sources, the most reliable first.
const (
	Traced    Source = iota + 1 // a rastro group
	Mentioned                   // a text that calls it a lot
	Suspected                   // a text that contains it: a lot only if it is known as one
)

// Candidate is the code of a lot that a document may be about.
type Candidate struct {
	Code   string // as written; of a suspect, folded
	Source Source
	Item   string // the number of the item; "" if it is not in an item
}

// maxCandidates limits the result for a document, and maxProse the text that is searched.
const (
	maxCandidates = 200
	maxProse      = 64 << 10
)

// shortLot finds lots after an abbreviation with a mark: Lt[1244], LT: A-1, Lt. 77. Without a mark,
// LT means litres just as often.
var shortLot = regexp.MustCompile(`(?i)(?:^|[^\pL\pN])lt?s?\s*[:.\[=]\s*([0-9A-Z][0-9A-Z._/-]{0,49})`)

// Lots lists the lots that a document may be about, the most certain first, each once.
func Lots(d *fiscal.Document) []Candidate {
	g := gather{seen: map[string]bool{}}
	for _, item := range d.Items {
		for _, l := range item.Lots {
			g.add(l.Code, Traced, item.Number)
		}
	}
	for source := Mentioned; source <= Suspected; source++ {
		g.prose = maxProse
		for _, item := range d.Items {
			g.search(item.Description, source, item.Number)
			g.search(item.Notes, source, item.Number)
		}
		for _, note := range d.Notes {
			g.search(note, source, "")
		}
		g.search(d.Occurrence.Correction, source, "")
	}
	return g.list
}

type gather struct {
	list  []Candidate
	seen  map[string]bool
	prose int // how much more text may be searched
}

// add adds a code once, unless it is somebody's CPF.
func (g *gather) add(code string, source Source, item string) {
	folded := lot.Fold(code)
	if folded == "" || folded == "STRING" || g.seen[folded] || len(g.list) == maxCandidates || brdoc.Mask(code) != code {
		return
	}
	g.seen[folded] = true
	g.list = append(g.list, Candidate{code, source, item})
}

// search looks for codes in a text.
func (g *gather) search(text string, source Source, item string) {
	if len(text) > g.prose {
		return
	}
	g.prose -= len(text)
	if source == Suspected {
		lot.EachSuspect(text, true, func(code string) { g.add(code, source, item) })
		return
	}
	lot.EachMentioned(text, func(code string, _ bool) { g.add(code, source, item) })
	for _, found := range shortLot.FindAllStringSubmatch(text, maxCandidates) {
		if code := strings.TrimRight(found[1], ".-/_"); lot.IsCode(code) {
			g.add(code, source, item)
		}
	}
}
