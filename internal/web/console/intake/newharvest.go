package intake

import (
	"context"
	"slices"
	"strings"

	"rastro/internal/lang"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// Harvests finds harvests by name; records.Recorder says what it promises.
type Harvests interface {
	HarvestNames(ctx context.Context, by *trace.Key, prefix string) ([]string, error)
}

// newHarvests says which harvests of a file nobody has written into yet: a slip of the pen would begin
// a harvest, and the records of one would be in two.
func (c *Controller) newHarvests(job *importJob, on *pagekit.Call) string {
	job.mu.Lock()
	named, checked := slices.Clone(job.sample.ids), job.state == jobChecked
	job.mu.Unlock()
	if !checked || !on.Key.Has(trace.Read) {
		return ""
	}
	var unknown []string
	for _, id := range named {
		found, err := c.harvests.HarvestNames(on.Ctx, on.Key, id)
		if err != nil {
			return "" // the rest of the page does not wait for a hint
		}
		if !slices.Contains(found, id) {
			unknown = append(unknown, id)
		}
	}
	if len(unknown) == 0 {
		return ""
	}
	return importJobTexts["newharvest"].Fill(on.Lang, lang.Args{"safras": strings.Join(unknown, ", "), "n": pagekit.CountText(int64(len(unknown)), on.Lang)})
}
