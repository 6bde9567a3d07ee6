package intake

import (
	"context"
	"slices"
	"strings"

	"rastro/internal/lang"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// Harvests finds harvests by name; records.Recorder documents it.
type Harvests interface {
	HarvestNames(ctx context.Context, by *trace.Key, prefix string) ([]string, error)
}

// newHarvests returns the harvests in a file that have no records yet: a typing mistake would begin
// a harvest, and split the records of one.
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
