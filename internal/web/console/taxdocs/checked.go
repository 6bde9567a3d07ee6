package taxdocs

import (
	"slices"
	"strings"

	"rastro/internal/finding"
	"rastro/internal/fiscal"
	"rastro/internal/lang"
	"rastro/internal/taxdocs"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// checkedView is the page of results, before or after writing.
type checkedView struct {
	pagekit.Frame
	ID                                                 string
	Busy, Writing, Again                               bool // Again: the import that stopped may continue
	Done, All, Wrong                                   string
	Percent                                            int
	Written, More                                      bool
	Total, Created, Existing, Linked, Waiting, Refused string
	Records, Undo                                      string
	Left, Worthless                                    string
	MayWrite, Homeless, Undecided                      bool // Undecided: the form is shown
	Documents                                          []documentView
	Proposals                                          []pagekit.Link
	Suggested                                          []string // harvests, for documents without one
	Which, ForAll                                      string   // what a person chose
	Everything                                         bool
	Why                                                string // what the documents without a harvest lack
	harvests                                           map[string]bool
	lists                                              [urgencies][]documentView
	suspects                                           int64
}

// documentView is a document in words.
type documentView struct {
	Key, Title, Brief, Level, Outcome, Advice string
	Facts                                     []pagekit.Pair
	Findings, Hints                           []findingView
	Chain                                     []string
	Homeless                                  bool
	Choose, Ticked                            bool   // whether to write it
	Said                                      string // the harvest that a person chose
	Elsewhere                                 []string
	Harvests                                  []string
	Harvest, Record                           pagekit.Link
	Proposed                                  []string
	Users                                     []pagekit.Link // the records that it is about
}

// shown is how many documents a page lists; all of them are counted.
const shown = 200

// How urgently a document needs attention: it waits or could not be read, something is wrong with
// it, or all is well.
const (
	waits = iota
	doubtful
	settled
	urgencies
)

// urgency says how urgently a document needs attention.
func urgency(d *documentView) int {
	switch {
	case d.Level == string(finding.Alert) || d.Level == string(finding.Error):
		return waits
	case len(d.Findings) > 0:
		return doubtful
	}
	return settled
}

// add lists a document, unless the page already lists as many of its urgency as it has room for.
func (v *checkedView) add(d *documentView) {
	if list := &v.lists[urgency(d)]; len(*list) < shown {
		*list = append(*list, *d)
		return
	}
	v.More = true
}

// chooses reports whether a person decides if a document is written.
func chooses(r *taxdocs.Result) bool {
	return r.Document != nil && !r.Repeats && (r.Outcome == taxdocs.Valid || r.Outcome == taxdocs.Homeless || r.Outcome == taxdocs.LeftOut)
}

// settle puts the documents that need attention first: among thousands they would not be seen. What
// those without a harvest lack is said once, next to the field for all of them.
func (v *checkedView) settle() {
	for i := range v.lists {
		v.Documents, v.lists[i] = append(v.Documents, v.lists[i]...), nil
	}
	if len(v.Documents) > shown {
		v.Documents, v.More = v.Documents[:shown], true
	}
	for i := range v.Documents {
		d := &v.Documents[i]
		if !d.Homeless {
			continue
		}
		if v.Why == "" {
			v.Why = d.Advice
		}
		if d.Advice == v.Why {
			d.Advice = ""
		}
	}
}

// brief summarises a document in one line: who sent what, how much of it, and when.
func brief(on *pagekit.Call, d *fiscal.Document) string {
	const name, goods = 40, 40
	parts := []string{lang.Clip(taxdocs.ShownParty(&d.Issuer).Name, name)}
	if len(d.Items) > 0 {
		parts = append(parts, lang.Clip(taxdocs.ShownGoods(&d.Items[0]), goods))
	}
	parts = append(parts, weightText(on, d))
	if at, ok := fiscal.Instant(d.Header.Issued); ok {
		parts = append(parts, pagekit.DayText(at, on.Lang))
	}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), " · ")
}

// weightText returns how much was sent according to a document; "" if it does not say.
func weightText(on *pagekit.Call, d *fiscal.Document) string {
	kilos, ok := d.Kilos()
	if !ok {
		kilos, ok = d.NetWeight()
	}
	if !ok {
		return ""
	}
	return pagekit.NumberText(kilos, 0, on.Lang) + " kg"
}

const (
	// maxSuggested is how many harvests are offered for all documents that have none.
	maxSuggested = 20
	// maxProposing is how many harvests with proposals a page leads to: more would not be read.
	maxProposing = 20
)

// note remembers which harvests have proposals, and that some document has none.
func (v *checkedView) note(on *pagekit.Call, r *taxdocs.Result) {
	if r.Suspect && chooses(r) {
		v.suspects++
	}
	if r.Outcome == taxdocs.Homeless {
		v.Homeless = true
		for _, harvestID := range r.Harvests {
			if len(v.Suggested) < maxSuggested {
				v.Suggested = trace.AppendOnce(v.Suggested, harvestID)
			}
		}
	}
	if r.HarvestID == "" || v.harvests[r.HarvestID] || r.Place.ID == (trace.ID{}) || len(v.harvests) == maxProposing {
		return
	}
	for i := range r.Proposals {
		if r.Proposals[i].Outcome == taxdocs.Proposed {
			v.harvests[r.HarvestID] = true
			v.Proposals = append(v.Proposals, pagekit.Link{Text: r.HarvestID, Href: proposalsHref(on, r.HarvestID, "")})
			return
		}
	}
}
