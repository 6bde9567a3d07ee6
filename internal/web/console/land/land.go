// Package land has the console's page of public layers: which layers there are, and what they say
// about the plots of one harvest.
package land

import (
	"context"
	"embed"
	"strings"

	"rastro/internal/check/harvest"
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/landlayer"
	"rastro/internal/lang"
	"rastro/internal/personal"
	"rastro/internal/review"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// Layers lists the layers, also those that are not complete.
type Layers interface {
	Layers(ctx context.Context) ([]landlayer.Layer, error)
}

// Reviewer reviews a harvest that the key can access; review.Reviewer says what it promises.
type Reviewer interface {
	Review(ctx context.Context, by *trace.Key, harvestID string, target harvest.Target) (review.Result, error)
	pagekit.RecordReader
}

// Controller answers the requests for the page.
type Controller struct {
	layers   Layers
	reviewer Reviewer
}

// New returns a controller.
func New(layers Layers, reviewer Reviewer) *Controller { return &Controller{layers, reviewer} }

//go:embed templates/*.html
var templates embed.FS

// Pages lists the pages of this package.
func Pages() []pagekit.Page {
	return pagekit.From(templates, nil, pagekit.Page{Name: "land", Words: []pagekit.Words{texts}})
}

type view struct {
	pagekit.Frame
	Layers      []layerRow
	Harvest     string
	HarvestHref string
	Said        string // what was checked, in one sentence; "" if no harvest was asked about
	Hidden      bool   // the reader may not see where plots are
	Overlaps    []overlapRow
	More        bool
}

type layerRow struct {
	Name, Kind, Day, Source, Polygons, Imported, File string
	Broken                                            string // how many areas could not be read; "" for none
	Unfinished                                        bool   // not complete, so nothing is compared with it
}

type overlapRow struct {
	Plot              pagekit.Link
	Layer, Kind, Area string
	Days, Names       string
	Tolerated         bool
}

// maxHarvest is longer than any harvest name.
const maxHarvest = 100

// maxFile is how much of a file's SHA-256 is shown: enough to tell files apart.
const maxFile = 16

// Show lists the layers and, for a harvest, what its plots share with them.
func (c *Controller) Show(on *pagekit.Call) (pagekit.Reply, error) {
	v := &view{Harvest: lang.Clip(strings.TrimSpace(on.Request.URL.Query().Get("safra")), maxHarvest)}
	layers, err := c.layers.Layers(on.Ctx)
	if err != nil {
		return pagekit.Reply{}, err
	}
	for i := range layers {
		v.Layers = append(v.Layers, newLayerRow(on, &layers[i]))
	}
	if v.Harvest == "" {
		return pagekit.Reply{Page: "land", View: v}, nil
	}
	found, err := c.reviewer.Review(on.Ctx, on.Key, v.Harvest, "")
	if err != nil {
		return pagekit.Reply{}, err
	}
	titles := pagekit.NewTitles(c.reviewer, on, v.Harvest)
	v.Hidden = personal.Hidden(on.Key)
	v.show(on, titles, &found.Land)
	return pagekit.Reply{Page: "land", View: v}, titles.Err()
}

func newLayerRow(on *pagekit.Call, l *landlayer.Layer) layerRow {
	row := layerRow{
		Name: l.Name, Kind: l.Kind.Name.In(on.Lang), Day: l.Day().In(on.Lang), Source: l.Source, Polygons: on.Lang.Number(float64(l.Polygons), 0),
		Imported: on.DayOf(l.ImportedAt), File: lang.Clip(l.SHA256, maxFile), Unfinished: l.State != landlayer.Current,
	}
	if l.Broken > 0 {
		row.Broken = on.Lang.Number(float64(l.Broken), 0)
	}
	return row
}

// show fills in the result of a check.
func (v *view) show(on *pagekit.Call, titles *pagekit.Titles, land *harvest.Land) {
	v.Said, v.More, v.HarvestHref = land.Text().In(on.Lang), land.More, pagekit.HarvestHref(on, v.Harvest)
	if len(land.Layers) > 0 && land.Plots+land.Unchecked == 0 {
		v.Said = texts["noplots"].In(on.Lang)
	}
	for i := range land.Overlaps {
		o := &land.Overlaps[i]
		of := &land.Layers[o.Layer]
		row := overlapRow{
			Layer: of.Name, Kind: of.Kind.Name.In(on.Lang), Area: on.Lang.Number(o.Ha, decimals) + " ha", Days: daysOf(on, o, of),
			Names: strings.Join(o.Names, ", "), Tolerated: o.Ha <= of.Kind.Tolerated,
		}
		if o.Plot < len(land.Refs) {
			row.Plot = plotLink(on, titles, land.Refs[o.Plot])
		}
		v.Overlaps = append(v.Overlaps, row)
	}
}

// decimals of a hectare that the page shows: a square metre.
const decimals = 4

// daysOf returns the dates of the areas or, if they have none, the layer's date.
func daysOf(on *pagekit.Call, o *landlayer.Overlap, of *landlayer.Layer) string {
	if o.First == "" {
		return of.Day().In(on.Lang)
	}
	first := landlayer.Layer{Date: o.First}
	if o.Last == o.First || o.Last == "" {
		return first.Day().In(on.Lang)
	}
	last := landlayer.Layer{Date: o.Last}
	return first.Day().In(on.Lang) + " – " + last.Day().In(on.Lang)
}

func plotLink(on *pagekit.Call, titles *pagekit.Titles, ref finding.Ref) pagekit.Link {
	k := kind.ByPrefix(ref.Prefix)
	if k == nil {
		return pagekit.Link{Text: ref.ID}
	}
	return pagekit.Link{Text: titles.Of(k, ref.ID), Href: pagekit.RecordHref(on, ref.Prefix, ref.ID)}
}
