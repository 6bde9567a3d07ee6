package taxdocs

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"rastro/internal/find/term"
	"rastro/internal/fiscal/propose"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/load"
	"rastro/internal/trace"
)

// Limits on what is read to suggest harvests.
const (
	maxLooked = 500 // plates of one import
	perPlate  = 50  // arrivals of one lorry, the newest
)

// Terms looks up what records name.
type Terms interface {
	// Terms is that of find/term.
	Terms(ctx context.Context, q term.Query) ([]term.Hit, error)
}

// arrival is a registered load, with its harvest.
type arrival struct {
	load.Load
	harvestID string
}

// suggest names harvests with registered loads that may be those of documents without a harvest:
// from the same lorry and day, with about the same weight. A person chooses, because two harvests
// may share a lorry.
func (r *run) suggest(ctx context.Context, s Readers, list []*item) error {
	for _, one := range list {
		if one.Outcome != Homeless || len(one.Harvests) > 0 {
			continue
		}
		plates := propose.Plates(one.Document)
		arrives, ok := propose.Arrival(one.Document, "", nil, plates)
		if !ok {
			continue
		}
		named := proposed(one.Document, arrives)
		said, ok := load.Of(&trace.Record{Kind: kind.ByPrefix(kind.Receiving), Payload: named.Payload()})
		if !ok {
			continue
		}
		found := map[string]int{}
		for _, plate := range plates {
			known, err := r.arrivals(ctx, s, plate)
			if err != nil {
				return err
			}
			for i := range known {
				if known[i].Alike(&said) {
					found[known[i].harvestID]++
				}
			}
		}
		one.suggested(found)
	}
	return nil
}

// suggested names harvests, those with the most loads first.
func (one *item) suggested(found map[string]int) {
	for harvestID := range found {
		one.Harvests = append(one.Harvests, harvestID)
	}
	slices.SortFunc(one.Harvests, func(a, b string) int {
		return cmp.Or(cmp.Compare(found[b], found[a]), strings.Compare(a, b))
	})
	if one.Harvests = one.Harvests[:min(len(one.Harvests), maxHarvests)]; len(one.Harvests) > 0 {
		names := strings.Join(one.Harvests, ", ")
		one.Advice = lang.Text{
			PT: "nenhum lote da nota é conhecido; pela placa, pelo dia e pelo peso, a carga parece ser da safra " + names + ": confira e informe a safra",
			EN: "no lot of the invoice is known; by its lorry, day and weight the load seems to be of the harvest " + names + ": check and state the harvest",
			ES: "ningún lote de la factura es conocido; por la matrícula, el día y el peso, la carga parece ser de la cosecha " + names + ": verifique e indique la cosecha",
		}
	}
}

// arrivals returns the loads of a lorry in harvests that the caller reads. The index may lag behind
// while many write; this is only a suggestion.
func (r *run) arrivals(ctx context.Context, s Readers, plate string) ([]arrival, error) {
	if known, ok := r.lorries[plate]; ok || len(r.lorries) >= maxLooked {
		return known, nil
	}
	hits, err := s.Terms.Terms(ctx, term.Query{Realm: term.Plate, Text: term.Fold(plate), Reach: r.by.Reach(), Limit: perPlate})
	if err != nil {
		return nil, err
	}
	list := []arrival{}
	for _, hit := range hits {
		if !r.by.Reads(hit.HarvestID) {
			continue
		}
		found, err := s.Record(ctx, hit.ID)
		if err != nil {
			if class := trace.AsError(err).Class(); class == trace.NotFound || class == trace.Gone {
				continue
			}
			return nil, err
		}
		if l, ok := load.Of(found); ok && r.by.Reads(found.HarvestID) {
			list = append(list, arrival{l, found.HarvestID})
		}
	}
	r.lorries[plate] = list
	return list, nil
}
