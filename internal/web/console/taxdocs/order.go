package taxdocs

import (
	"slices"
	"strings"
)

// order puts the documents that need an answer before those that can be accepted unchanged, which
// the page folds: all of these are accepted with one button.
func (v *proposalsView) order() {
	for i := range v.Papers {
		paper := &v.Papers[i]
		var brief []string
		for j := range paper.Proposals {
			p := &paper.Proposals[j]
			brief = append(brief, p.Kind)
			for _, f := range p.Fields[:min(len(p.Fields), inBrief)] {
				brief = append(brief, f.Text)
			}
			paper.Asks = paper.Asks || p.asks()
		}
		paper.Brief = strings.Join(brief, " · ")
	}
	slices.SortStableFunc(v.Papers, func(a, b paperView) int {
		switch {
		case a.Asks == b.Asks:
			return 0
		case a.Asks:
			return -1
		}
		return 1
	})
}

// inBrief is how many fields of a proposal its summary line names.
const inBrief = 3

// asks reports whether a proposal is incomplete, doubtful, or may already exist.
func (p *proposalView) asks() bool {
	return p.Done.Href == "" && (len(p.Needs) > 0 || p.Doubted || p.RepeatsID != "")
}
