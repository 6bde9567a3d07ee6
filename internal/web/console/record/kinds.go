package record

import (
	"net/http"

	"rastro/internal/kind"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// PlotForm bounds a form of a kind with a plot: a plot that a form shows, or that someone
// pastes into it.
const PlotForm = 8 << 20

// recordsView is the page of all kinds.
type recordsView struct {
	pagekit.Frame
	Phases  []phaseView
	Counted bool
	MayRead bool
}

type phaseView struct {
	Code, Title string
	Kinds       []countedKind
}

type countedKind struct {
	pagekit.KindView
	Count string
	Add   string // where one is added; "" if not allowed
}

func (c *Controller) Kinds(on *pagekit.Call) (pagekit.Reply, error) {
	counts, counted, err := c.service.Tally(on.Ctx, on.Key)
	if err != nil {
		return pagekit.Reply{}, err
	}
	v := &recordsView{Counted: counted, MayRead: on.Key.Has(trace.Read)}
	for _, p := range kind.Phases {
		phase := phaseView{Code: p.Code, Title: p.Title.In(on.Lang)}
		for _, k := range kind.All {
			if k.Phase != p.Code {
				continue
			}
			row := countedKind{KindView: pagekit.ViewKind(k, on.Lang), Count: pagekit.CountText(counts[k], on.Lang)}
			if mayAdd(on.Key, k, "") {
				row.Add = row.Path + "/novo"
			}
			if v.MayRead || row.Add != "" {
				phase.Kinds = append(phase.Kinds, row)
			}
		}
		if phase.Kinds != nil {
			v.Phases = append(v.Phases, phase)
		}
	}
	v.Curl = on.Curl(http.MethodGet, kind.All[0].Prefix+"?size=1", "")
	return pagekit.Reply{Page: "records", View: v}, nil
}

// mayAdd reports whether a key may add or change records by form. Validations have
// their own screen: they are made with the review of their harvest.
func mayAdd(key *trace.Key, k *kind.Kind, harvestID string) bool {
	return !k.IsValidation() && k != kind.Profile && key.MayWrite(k, harvestID)
}
