package lot

import (
	"strings"

	"rastro/internal/kind"
	"rastro/internal/title"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// maxChoices limits how many items of each list a recall's form offers.
const maxChoices = 50

// startRecord is a record with which a recall may begin, with its usual name.
type startRecord struct {
	ID, Text string
	Chosen   bool
}

// The records with which a recall begins, in addition to lots. The API takes their ids, which
// nobody knows, so the page shows the records of a harvest.
var (
	plotKinds  = []*kind.Kind{trace.PlanKind, trace.PlantingKind}
	inputKinds = []*kind.Kind{kind.ByPrefix(kind.InputApplication)}
)

// offer fills in the choices: lots and harvests by name, the records of the requested harvest, and
// what is already chosen.
func (c *Controller) offer(on *pagekit.Call, v *recallView) (err error) {
	if !on.Key.Has(trace.Read) {
		return nil
	}
	found, _, err := c.service.FindLots(on.Ctx, on.Key, "", "", maxChoices)
	if err != nil {
		return err
	}
	for i := range found {
		v.LotNames = append(v.LotNames, found[i].Code)
	}
	if v.Harvests, err = c.records.HarvestNames(on.Ctx, on.Key, ""); err != nil {
		return err
	}
	if v.Plots, err = c.choices(on, plotKinds, v.Form.Harvest, listed(v.Form.Plots)); err == nil {
		v.Inputs, err = c.choices(on, inputKinds, v.Form.Harvest, listed(v.Form.Inputs))
	}
	return err
}

// choices returns the records of a harvest, and the chosen ones of others.
func (c *Controller) choices(on *pagekit.Call, kinds []*kind.Kind, harvest string, chosen []string) (all []startRecord, err error) {
	left := map[string]bool{}
	for _, id := range chosen {
		left[id] = true
	}
	add := func(r *trace.Record) {
		id := r.ID.String()
		all = append(all, startRecord{id, title.Of(on.Key, r, on.Lang).String() + " · " + r.HarvestID, left[id]})
		delete(left, id)
	}
	for _, k := range kinds {
		if harvest == "" {
			break
		}
		found, err := c.records.ByHarvest(on.Ctx, on.Key, k, harvest, trace.NewestFirst, trace.Paging{Size: maxChoices})
		if err != nil && !trace.Is(err, trace.CodeForbiddenHarvest) { // a harvest that may not be read has nothing to choose from
			return nil, err
		}
		for i := range found.Records {
			add(&found.Records[i])
		}
	}
	for _, id := range chosen {
		if !left[id] || len(all) >= 4*maxChoices {
			continue
		}
		for _, k := range kinds {
			r, err := c.records.GetPlain(on.Ctx, on.Key, k, id)
			if err == nil {
				add(r)
				break
			}
			if failed := trace.AsError(err); failed.Class() != trace.NotFound && failed.Class() != trace.Gone {
				return nil, err
			}
		}
	}
	return all, nil
}

// lines joins the values of a repeated field, one per line.
func lines(values []string) string { return strings.TrimSpace(strings.Join(values, "\n")) }
