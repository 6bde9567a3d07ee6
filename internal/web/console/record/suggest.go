package record

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"rastro/internal/crop"
	"rastro/internal/lineage"
	"rastro/internal/personal"
	"rastro/internal/records"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// Suggestions is the source of completions in forms; app.App documents each method. All of it stays
// within what the key may read.
type Suggestions interface {
	FindLots(ctx context.Context, by *trace.Key, text, cursor string, size int) (found []lineage.Summary, next string, err error)
	HarvestsLike(ctx context.Context, by *trace.Key, name string) ([]string, error)
	StatedCrop(ctx context.Context, by *trace.Key, harvestID string) (crop.Crop, error)
}

// maxSuggested is how many names a form proposes.
const maxSuggested = 20

// suggest fills in what the form knows about the harvest: its crop, lots to choose from, and
// whether there may be a record whose values can be taken over.
func (c *Controller) suggest(on *pagekit.Call, v *formView, d *draft) (err error) {
	v.Owner, v.Typed = on.DraftOwner(), d.texts != nil
	if !on.Key.Has(trace.Read) {
		return nil
	}
	v.Last = d.base == nil
	if err := c.tellNewHarvest(on, v, d); err != nil {
		return err
	}
	of, err := c.suggestions.StatedCrop(on.Ctx, on.Key, d.harvestID)
	if err != nil {
		return err
	}
	v.Crop = string(of)
	if d.kind.NamesLots() {
		v.Lots, err = c.lotNames(on, "")
	}
	return err
}

// tellNewHarvest says so if a new record would begin a harvest, as an import does, and names those
// that it may have been meant for.
func (c *Controller) tellNewHarvest(on *pagekit.Call, v *formView, d *draft) error {
	if d.base != nil || d.harvestID == "" || len(d.harvestID) > trace.MaxName {
		return nil
	}
	if on.Key.Outside(d.harvestID) { // new, or another organisation's: the form must not say which
		v.HarvestNew = recordFormTexts["notreached"].In(on.Lang)
	} else {
		names, err := c.service.HarvestNames(on.Ctx, on.Key, d.harvestID)
		if err != nil || slices.Contains(names, d.harvestID) {
			return err
		}
		v.HarvestNew = recordFormTexts["newharvest"].In(on.Lang)
	}
	if !on.Key.Has(trace.Read) {
		return nil
	}
	like, err := c.suggestions.HarvestsLike(on.Ctx, on.Key, d.harvestID)
	if len(like) > 0 {
		v.HarvestNew += " " + pagekit.NearlySame(like, on.Lang)
	}
	return err
}

// lotNames are lots that the key may read whose codes begin with a text, or contain it.
func (c *Controller) lotNames(on *pagekit.Call, text string) (names []string, err error) {
	if len(text) > 4*trace.MaxName || !on.Key.Has(trace.Read) {
		return nil, nil
	}
	found, _, err := c.suggestions.FindLots(on.Ctx, on.Key, text, "", maxSuggested)
	for i := range found {
		names = append(names, found[i].Code)
	}
	return names, err
}

// suggestView is a list of names for completing the input.
type suggestView struct {
	pagekit.Frame
	Names []string
}

// SuggestLots and SuggestHarvests complete the input, as options of a list.
func (c *Controller) SuggestLots(on *pagekit.Call) (pagekit.Reply, error) {
	names, err := c.lotNames(on, strings.TrimSpace(on.Request.URL.Query().Get("q")))
	return suggested(on, names, err)
}

func (c *Controller) SuggestHarvests(on *pagekit.Call) (pagekit.Reply, error) {
	names, err := c.service.HarvestNames(on.Ctx, on.Key, strings.TrimSpace(on.Request.URL.Query().Get("q")))
	return suggested(on, names, err)
}

func suggested(on *pagekit.Call, names []string, err error) (pagekit.Reply, error) {
	v := &suggestView{Names: names}
	v.Title = recordTexts["records"].In(on.Lang)
	return pagekit.Reply{Page: "suggestions", View: v, Block: "names", Status: http.StatusOK}, err
}

// last fills the empty fields of a new record with the values of the harvest's last one, except
// those of one event (see kind.Field.OfOneEvent) and hidden fields.
// found is false if the harvest has none.
func (c *Controller) last(on *pagekit.Call, d *draft) (found bool, err error) {
	if d.base != nil || d.harvestID == "" || !on.Key.Has(trace.Read) {
		return false, nil
	}
	newest := trace.NewOrder([]trace.Term{{Field: trace.ByCreated, Desc: true}})
	page, err := c.service.Search(on.Ctx, on.Key, d.kind, records.Search{HarvestID: d.harvestID, Order: newest}, trace.Paging{Size: 1})
	if err != nil || len(page.Records) == 0 {
		return false, err
	}
	r := &page.Records[0]
	if d.season == "" {
		d.season = r.HarvestCode
	}
	values, _ := membersOf(r.Payload)
	fields := d.kind.FormFields()
	for i := range fields {
		f := &fields[i]
		was := written(f, values[f.Name])
		switch {
		case was.kept, f.OfOneEvent(), f.Personal && values[f.Name] == `"`+personal.Mask+`"`:
		case d.texts[f.Name] == "" && was.text != "":
			d.texts[f.Name] = was.text
		}
	}
	return true, nil
}
