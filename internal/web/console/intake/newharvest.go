package intake

import (
	"context"
	"slices"
	"strings"

	"rastro/internal/lang"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// Harvests finds harvests by name; records.Recorder and find.Finder document it.
type Harvests interface {
	HarvestNames(ctx context.Context, by *trace.Key, prefix string) ([]string, error)
	HarvestsLike(ctx context.Context, by *trace.Key, name string) ([]string, error)
}

// aboutHarvests says which harvests in a file have no records yet, and which have nearly the name
// of another, there or in the file: a typing mistake would begin a harvest, or split the records of
// one.
func (c *Controller) aboutHarvests(job *importJob, on *pagekit.Call) (begins, alike string) {
	job.mu.Lock()
	named, pairs, checked := slices.Clone(job.sample.ids), slices.Clone(job.sample.alike), job.state == jobChecked
	job.mu.Unlock()
	if !checked {
		return "", ""
	}
	var unknown []string
	if on.Key.Has(trace.Read) {
		for _, id := range named {
			found, err := c.harvests.HarvestNames(on.Ctx, on.Key, id)
			if err != nil {
				return "", "" // the rest of the page does not wait for a hint
			}
			if !slices.Contains(found, id) {
				unknown = append(unknown, id)
			}
			like, err := c.harvests.HarvestsLike(on.Ctx, on.Key, id)
			if err != nil {
				return "", ""
			}
			for _, other := range like {
				if !slices.ContainsFunc(pairs, func(p pair) bool { return p.is(id, other) }) {
					pairs = append(pairs, pair{id, other})
				}
			}
		}
	}
	if len(unknown) > 0 {
		begins = importJobTexts["newharvest"].Fill(on.Lang, lang.Args{"safras": strings.Join(unknown, ", "), "n": pagekit.CountText(int64(len(unknown)), on.Lang)})
	}
	if len(pairs) > 0 {
		var said []string
		for _, p := range pairs {
			said = append(said, importJobTexts["pair"].Fill(on.Lang, lang.Args{"uma": p[0], "outra": p[1]}))
		}
		alike = importJobTexts["alike"].Fill(on.Lang, lang.Args{"safras": strings.Join(said, "; ")})
	}
	return begins, alike
}

// pair are two names that are nearly the same.
type pair [2]string

func (p pair) is(a, b string) bool { return p == pair{a, b} || p == pair{b, a} }
