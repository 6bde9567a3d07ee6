package guess

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"rastro/internal/columns"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/sheet"
)

const (
	accepted = 0.6 // the minimum similarity of a header and a name
	byValue  = 0.5 // the certainty of a column that only its values speak for
	maxOther = 3
)

// fit is a column in a field.
type fit struct {
	column int
	field  *kind.Field
	score  float64
	why    Why
	common bool // many sheets have such a column, whatever they are about
}

// attempt is the reading of a file as one kind.
type attempt struct {
	kind  *kind.Kind
	fits  []fit // of every column that has a field, by column
	all   []fit // everything that was possible
	score float64
	// chosen are earlier choices, by column.
	chosen map[int]*Choice
}

// guess tries each kind for the file, and keeps the one that explains most.
func (t *Table) guess(b *book, o Options) *Guess {
	tries := make([]attempt, len(b.kinds))
	for i, k := range b.kinds {
		tries[i] = attempt{kind: k, chosen: t.chosen(k, &o)}
		tries[i].all = t.possible(b.names[i], tries[i].chosen)
		tries[i].assign()
	}
	t.weigh(tries)
	slices.SortStableFunc(tries, func(a, b attempt) int { return cmp.Compare(b.score, a.score) })
	g := t.propose(&tries[0])
	if g.Confidence = 1; len(tries) > 1 && tries[0].score > 0 {
		g.Confidence = math.Round(100*min(1, 0.5+(tries[0].score-tries[1].score)/tries[0].score)) / 100
		for _, other := range tries[1:min(len(tries), 1+maxOther)] {
			g.Kinds = append(g.Kinds, other.kind.Prefix)
		}
	}
	return g
}

// possible lists every field that each column may contain.
func (t *Table) possible(names []named, choices map[int]*Choice) []fit {
	var all []fit
	for i := range t.headings {
		h, p := &t.headings[i], &t.profiles[i]
		if h.text == "" && p.filled == 0 {
			continue
		}
		other := h.fits(others)
		chosen := choices[i]
		for j := range names {
			f := names[j].field
			score, why := h.fits(names[j].names), ByName
			if score < accepted || score < other-0.02 {
				score = 0
			}
			score *= p.agrees(f, h)
			if v := p.suggests(f); v > score {
				score, why = v, ByValues
			}
			switch {
			case chosen != nil && chosen.Use == columns.Field && chosen.Field == f.Name:
				score, why = 1.2, ByEarlier
			case chosen != nil:
				score = 0
			}
			if score > 0 {
				all = append(all, fit{i, f, score, why, other >= accepted && other >= score-0.1})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b fit) int { return cmp.Compare(b.score, a.score) })
	return all
}

// chosen returns the earlier choices, by column.
func (t *Table) chosen(k *kind.Kind, o *Options) map[int]*Choice {
	all := map[int]*Choice{}
	for i := range t.headings {
		if c, ok := o.Chosen[i]; ok {
			all[i] = &c
		} else if c := earlier(o.Memory, t.headings[i].text, k); c != nil {
			all[i] = c
		}
	}
	return all
}

// earlier returns the last choice for a header in a kind; nil for none.
func earlier(memory Memory, header string, k *kind.Kind) *Choice {
	if memory == nil || header == "" {
		return nil
	}
	for _, c := range memory.Choices(columns.Fold(header)) {
		if c.Kind == k.Prefix {
			return &c
		}
	}
	return nil
}

// agrees says how well the values of a column fit a field.
func (p *profile) agrees(f *kind.Field, h *heading) float64 {
	if p.filled == 0 {
		return 0.8
	}
	const against, doubtful, neutral, favours = 0.2, 0.6, 1, 1.05
	day := p.most(p.days) || p.most(p.counted)
	measured := f.Shape == kind.Number || f.Shape == kind.Quantity || f.Measure != ""
	switch {
	case f.Shape == kind.Date || f.Shape == kind.DateTime:
		if !day {
			return against
		}
		return favours
	case p.most(p.days) && !p.most(p.numerals):
		return against
	case measured && (h.rate || !p.most(p.numbers) && f.Shape == kind.Number):
		return against
	case measured:
		own := cmp.Or(f.Unit, f.Measure)
		switch {
		case h.unit != "" && own != "" && !columns.Fits(f, h.unit):
			return against
		case own == "%" && p.largest > 100, !p.most(p.numbers):
			return doubtful
		}
		return neutral
	case isPaper(f):
		return p.numbersPapers(f, h)
	case p.counting > 1 && p.counting == p.filled:
		return against // it counts the rows
	case f.Shape == kind.Plot || f.Shape == kind.Objects:
		if !strings.ContainsAny(p.example, "[{<-") {
			return against
		}
	case f.Choice && len(f.Values) > 0:
		return p.among(f)
	case f.Says == kind.Carrier && p.share(p.plates) > 0.5:
		return favours
	case f.Says == kind.Paper && p.share(p.keys) > 0.5:
		return 1.15
	case f.Name == sheet.Season && p.share(p.harvests) > 0.5:
		return favours
	case f.Name == sheet.HarvestID && p.share(p.harvests) > 0.5:
		return against
	case f.Says.NamesLots() && p.brazilian+p.american > 0 && p.most(p.brazilian+p.american):
		return against
	case h.unit != "" && h.unit != "h" && p.most(p.numbers):
		return doubtful // a quantity where a text is expected
	}
	return neutral
}

// isPaper reports whether a field contains document numbers of a load. They are on sheets of every
// sort: they identify the load, but not what was done with it.
func isPaper(f *kind.Field) bool { return f.Name == kind.TaxPapers || f.Name == kind.LoadTicket }

// numbersPapers says how well a column fits document numbers, rather than remarks, marks or
// weights.
func (p *profile) numbersPapers(f *kind.Field, h *heading) float64 {
	const against, neutral, favours = 0.2, 1, 1.15
	keys := p.share(p.keys) > 0.5
	switch {
	case h.unit != "" || h.rate || h.weighs() || p.share(p.figured) < 0.7 || p.most(p.brazilian+p.american):
		return against
	case keys && f.Name != kind.TaxPapers:
		return against
	case keys:
		return favours
	}
	return neutral
}

// among says how well the values of a column fit the known values of a field. An unknown value
// makes the column uncertain: the sheet may be about something else.
func (p *profile) among(f *kind.Field) float64 {
	const none, some = 0.2, 0.75
	var known []string
	for _, value := range f.Values {
		known = append(known, columns.Fold(value), columns.Fold(f.Word(value, lang.PT)), columns.Fold(f.Word(value, lang.EN)), columns.Fold(f.Word(value, lang.ES)))
	}
	fits := 0
	for _, text := range p.choices {
		if slices.ContainsFunc(known, func(one string) bool {
			return one == text || len(text) > 3 && strings.Contains(one, text) || hasWords(text, one)
		}) {
			fits++
		}
	}
	switch {
	case fits == 0:
		return none
	case fits < len(p.choices):
		return some
	}
	return 1
}

// hasWords reports whether a folded text has another in it, word by word: a kind named "2" is not in
// "12 sacas".
func hasWords(text, part string) bool {
	return part != "" && strings.Contains(" "+text+" ", " "+part+" ")
}

// defects are what a classifier counts in a sample.
var defects = phrases("avariados", "ardidos", "esverdeados", "quebrados", "mofados", "fermentados", "queimados", "chochos", "verdes", "picados", "partidos quebrados", "amassados", "germinados", "imaturos", "carunchados", "gessados", "defeitos", "tipo", "enquadramento", "damaged", "broken", "splits", "ph", "peso hectolitro")

// classified says how likely a table is about samples: it contains what classifiers count, and no
// lorry.
func (t *Table) classified(k *kind.Kind) float64 {
	if k.Prefix != kind.StorageQuality {
		return 0
	}
	const several, each, sampled = 2, 0.6, 1.5
	counted, score := 0, 0.0
	for i := range t.headings {
		h, p := &t.headings[i], &t.profiles[i]
		switch {
		case p.share(p.plates) > 0.5 || h.weighs():
			return 0
		case h.fits(defects) >= 0.9:
			counted++
		case slices.ContainsFunc(h.whole, func(w string) bool { return like(w, "amostra") > 0 || like(w, "laudo") > 0 || w == "sample" }):
			score = sampled
		}
	}
	if counted < several {
		return 0
	}
	return score + each*float64(counted)
}

// suggests says how strongly values alone indicate a field.
func (p *profile) suggests(f *kind.Field) float64 {
	switch {
	case p.filled == 0:
		return 0
	case f.Says == kind.Carrier && p.share(p.plates) > 0.8:
		return byValue + 0.1
	case f.Says == kind.Paper && f.Name != kind.LoadTicket && p.share(p.keys) > 0.8:
		return byValue + 0.2
	case f.Name == sheet.Season && p.share(p.harvests) > 0.8 && p.days == 0:
		return byValue
	}
	return 0
}

// assign assigns each column one field, and each field one column, the best first.
func (a *attempt) assign() {
	columnTaken, fieldTaken := map[int]bool{}, map[string]bool{}
	for _, f := range a.all {
		if f.score < byValue || columnTaken[f.column] || fieldTaken[f.field.Name] {
			continue
		}
		columnTaken[f.column], fieldTaken[f.field.Name] = true, true
		a.fits = append(a.fits, f)
	}
	slices.SortFunc(a.fits, func(x, y fit) int { return cmp.Compare(x.column, y.column) })
}

// weigh scores the kinds. The fewer kinds know a column, the more it counts, and the text above the
// table counts as well.
func (t *Table) weigh(tries []attempt) {
	kinds := map[int]int{}
	for i := range tries {
		for _, f := range tries[i].fits {
			kinds[f.column]++
		}
	}
	for i := range tries {
		a := &tries[i]
		a.score -= float64(t.unheld(a, kinds))
		for _, f := range a.fits {
			if f.field.Name == sheet.HarvestID || f.field.Name == sheet.Season || isPaper(f.field) && !t.carried() || f.common && f.field.Personal {
				continue // the driver is on every paper of a load, whatever the load is
			}
			worth := f.score * (0.5 + 0.5/math.Sqrt(float64(kinds[f.column])))
			if f.common && !isPaper(f.field) {
				worth *= 0.4
			}
			a.score += worth
		}
		a.score += t.titled(a.kind) + t.classified(a.kind) + t.leaving(a.kind)
		if a.kind.IsValidation() {
			a.score /= 2 // nobody keeps these in a spreadsheet
		}
	}
}

// carried reports whether the table is about lorries: then invoice keys are only incidental.
func (t *Table) carried() bool {
	return slices.ContainsFunc(t.profiles, func(p profile) bool { return p.share(p.plates) >= 0.8 })
}

// unheld counts the columns of plates and keys that another kind has a field for.
func (t *Table) unheld(a *attempt, kinds map[int]int) (n int) {
	for i := range t.profiles {
		p := &t.profiles[i]
		if kinds[i] == 0 || p.share(p.plates) < 0.8 && p.share(p.keys) < 0.8 {
			continue
		}
		if !slices.ContainsFunc(a.fits, func(f fit) bool { return f.column == i && (!isPaper(f.field) || t.carried()) }) {
			n++
		}
	}
	return n
}

// titled says how strongly the title and the sheet's name indicate a kind.
func (t *Table) titled(k *kind.Kind) float64 {
	var text []string
	for _, s := range append([]string{t.name}, t.above[:min(len(t.above), 20)]...) {
		text = append(text, words(s)...)
	}
	for i := range t.headings {
		text = append(text, t.headings[i].whole...)
	}
	best := 0.0
	for _, name := range append([]string{k.Title.PT, k.Title.EN, k.Title.ES}, k.Synonyms...) {
		found, all := 0.0, words(name)
		for _, w := range all {
			if slices.ContainsFunc(text, func(s string) bool { return like(w, s) >= 0.98 }) {
				found++
			}
		}
		if len(all) > 0 && found == float64(len(all)) {
			best = max(best, 0.7+0.2*found)
		}
	}
	return best
}
