package lineage

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"rastro/internal/evidence"
	"rastro/internal/geo"
	"rastro/internal/ledger"
	"rastro/internal/lot"
	"rastro/internal/onestate"
	"rastro/internal/trace"
)

// Origin is everything behind a lot, through every blend, drying and processing, across harvests
// and as far back as records go.
type Origin struct {
	// Lot is the lot's folded code; At is the instant as of which it was traced.
	Lot string
	At  time.Time
	// Lots are the lot itself and all its sources, nearest first, each once.
	Lots []OriginLot
	// Harvests are the harvests that lots behind it came from, by HarvestID.
	Harvests []OriginHarvest
	// Proofs are the records that prove the path from the plots to the lot, each
	// once, by kind and id: identifications, drying, processing, blends. The plots'
	// own records are not among them; receipts, inspections and shipments are in
	// the lots' Facts.
	Proofs []trace.RecordRef
	// Plots is the number of plots passed to the caller.
	Plots int

	// Unknown are the lots whose origin no record states.
	Unknown []string
	// Plotless are the harvests that have no plot on record, by HarvestID.
	Plotless []string
	// ShippedKg is how much of the lot itself was shipped, according to records; NaN if no shipment
	// states a mass. ShippedPartial: some shipments do not state one.
	ShippedKg      float64
	ShippedPartial bool

	// Rivals are claims on the lots by others than their owners. They are not part of the origin.
	// There are at most MaxRivalsTold.
	Rivals []RivalClaim

	// Restricted: the key is limited to some harvests, so other harvests may be behind the lot too.
	Restricted bool
	// Checked says how much of the data was compared with the journal; nil if none was, or if
	// Truncated is set.
	Checked *evidence.Compared
	// Truncated: the result is right but incomplete, because memory is too small, or older
	// records are still being added to the graph.
	Truncated bool
	// FactsCut: the lots have more facts than MaxOriginFacts, and the rest is left out.
	FactsCut bool
}

// OriginLot is a lot behind another.
type OriginLot struct {
	Code string // folded
	// Depth is how many steps back it was first found; 0 is the requested lot.
	Depth int
	// HarvestIDs are the harvests it came from directly; none if it was made only from
	// other lots.
	HarvestIDs []string
	// Facts are the rows that are not a step of the path: processing that kept its name,
	// shipments, receipts, inspections, analyses, documents, validations. It has all rows of the
	// harvests whose records identify or make the lot, and at most MaxFacts of others; Left
	// means that there are more.
	Facts []lot.Row
	Left  bool
}

// OriginHarvest is a harvest from which lots behind a lot came.
type OriginHarvest struct {
	HarvestID string
	// Lots are those lots, folded and sorted.
	Lots []string
}

// OriginPlot is a plot behind a lot, as recorded.
type OriginPlot struct {
	// Record is the version that was live: a planoCultivo or, in a harvest whose
	// plans have no plot, a plantioManejo. Its Payload is as sent.
	Record *trace.Record
	// Field is the member of Payload with the geometry: "poligono", "areaPlantada", or the more
	// precise "geojson", which takes precedence. Geometry is its value, and Shape the result of
	// geo.Read, which is never undetermined.
	Field    string
	Geometry []byte
	Shape    *geo.Plot
	// Producer is the grower, as far as known. Profile is the harvest's profile, from which some of
	// it may come; nil if there is none.
	Producer Producer
	Profile  *trace.RecordRef
	// Lots are the lots that came out of the plot's harvest, folded and sorted.
	Lots []string

	// besideField is the list of numbers sent next to a geojson.
	besideField string
	beside      []byte
}

// Producer is the grower of a plot. The interface has no field for it. It comes from additional
// fields of the plot's record ("produtor" or "nomeProdutor"; "pais"; "localProducao", else
// "municipio" and "uf", else "fazenda"), or else from the harvest's profile. If they name no
// producer, it is the organisation that recorded the plot, and Stated is false.
type Producer struct {
	Name    string
	Country string // ISO 3166-1 alpha-2; BR if none is stated
	Place   string
	Stated  bool
}

// OriginOf returns everything behind a lot, and calls each with every plot of its harvests, each
// plot once, by HarvestID and record. The code is as people write it. each must not use the service
// and may keep its argument; its error ends the trace.
//
// at is the instant as of which the store is read; zero means now. OriginOf fails with
// CodeLotNotFound, which suggests similar codes, if no record that the key may see names the lot.
func (s *Tracer) OriginOf(ctx context.Context, by *trace.Key, written string, at time.Time, each func(*OriginPlot) error) (*Origin, error) {
	return s.origin(ctx, by, written, at, s.eachPlot, each, nil)
}

// plotReader calls fn with every plot of some harvests, by harvest and record.
type plotReader func(ctx context.Context, r Reader, harvests []string, at time.Time, fn func(*OriginPlot) error) error

// origin is OriginOf. If served is not nil, the result is compared with the journal: see check.
func (s *Tracer) origin(ctx context.Context, by *trace.Key, written string, at time.Time, plots plotReader, each func(*OriginPlot) error, served *ledger.Tree) (*Origin, error) {
	if err := by.Need(trace.Read); err != nil {
		return nil, err
	}
	var out *Origin
	state := ctx
	if served != nil {
		state = onestate.Need(ctx)
	}
	err := s.store.View(state, func(r Readers) error {
		var err error
		out, err = s.originOf(ctx, r, by, written, at, plots, each, served)
		return err
	})
	return out, err
}

// MaxOriginFacts bounds the facts of all lots of an origin together.
const MaxOriginFacts = 100_000

func (s *Tracer) originOf(ctx context.Context, r Readers, by *trace.Key, written string, at time.Time, plots plotReader, each func(*OriginPlot) error, served *ledger.Tree) (*Origin, error) {
	code, err := s.KnownLot(ctx, r.Reader, by, written, lot.Validated, at)
	if err != nil {
		return nil, err
	}
	o := &originating{
		Origin: Origin{Lot: code, At: at}, view: s.NewLotView(ctx, r.Reader, by, at, lot.Validated, rivalsOut),
		harvests: map[string][]string{}, proofs: map[trace.RecordRef]bool{}, most: s.lots.Origin, year: s.now().Year(),
	}
	if at.IsZero() {
		o.At = s.now()
	}
	w := o.view.Walk(lot.Back, -1)
	switch err := w.From([]string{code}, o.visit); {
	case errors.Is(err, lot.ErrTooLarge):
		o.Truncated = true
	case err != nil:
		return nil, err
	}
	filled, err := r.LotsFilled(ctx)
	if err != nil {
		return nil, err
	}
	o.Restricted, o.Truncated, o.Rivals = o.view.Restricted(), o.Truncated || !filled, o.view.told
	if served != nil && !o.Truncated {
		if err := o.check(ctx, r, *served); err != nil {
			return nil, err
		}
	}
	return o.finish(ctx, r.Reader, at, plots, each)
}

// originating collects an origin.
type originating struct {
	Origin
	view     *LotView
	harvests map[string][]string // lots that came out of each harvest
	proofs   map[trace.RecordRef]bool
	held     int // bytes
	most     int
	facts    int
	year     int // the current one
}

// originLotBytes and proofBytes are roughly what an origin keeps per lot and per record, in
// addition to their texts.
const (
	originLotBytes = 192
	proofBytes     = 160
)

func (o *originating) visit(step *lot.Step) error {
	one := OriginLot{Code: step.Lot, Depth: step.Depth}
	if o.held += originLotBytes + len(step.Lot); o.held > o.most {
		return lot.ErrTooLarge
	}
	var from, out OnceList // the harvests whose records identify or make the lot, and those it came out of
	err := step.Each(lot.Identified, lot.Produced, func(row *lot.Row) error {
		o.proofs[RowRef(row)] = true
		from.Add(row.HarvestID)
		if row.Role == lot.Identified || len(row.Others) == 0 {
			out.Add(row.HarvestID)
		}
		if o.held += proofBytes; o.held > o.most {
			return lot.ErrTooLarge
		}
		return nil
	})
	if err != nil {
		return err
	}
	one.HarvestIDs = out.List
	if err := o.tellFacts(step, &one, from.List); err != nil {
		return err
	}
	for _, harvest := range one.HarvestIDs {
		o.harvests[harvest] = append(o.harvests[harvest], step.Lot)
	}
	if len(from.List) == 0 {
		o.Unknown = append(o.Unknown, step.Lot)
	}
	o.Lots = append(o.Lots, one)
	return nil
}

// tellFacts collects other facts about each lot, and the shipments of the first.
func (o *originating) tellFacts(step *lot.Step, one *OriginLot, from []string) error {
	if step.Depth == 0 {
		shipped := lot.NewShipping(o.year)
		err := step.Each(lot.Shipped, lot.Shipped, func(row *lot.Row) error {
			shipped.Add(row)
			return nil
		})
		if err != nil {
			return err
		}
		o.ShippedKg, o.ShippedPartial = shipped.Kg(), shipped.Partial()
	}
	if o.FactsCut {
		return nil
	}
	var err error
	if one.Facts, one.Left, err = o.view.factsOf(step, lot.Processed, from, MaxFacts); err != nil {
		return err
	}
	if step.Held() {
		one.Facts = slices.Clone(one.Facts)
	}
	if one.Left && len(from) > 0 {
		if err := o.view.ownFacts(step, from, MaxOriginFacts-o.facts, one); err != nil {
			return err
		}
	}
	if o.facts += len(one.Facts); o.facts > MaxOriginFacts {
		one.Facts, o.FactsCut = nil, true
	}
	return nil
}

// finish sorts the result and reads the plots.
func (o *originating) finish(ctx context.Context, r Reader, at time.Time, plots plotReader, each func(*OriginPlot) error) (*Origin, error) {
	harvests := slices.Sorted(maps.Keys(o.harvests))
	for _, harvest := range harvests {
		slices.Sort(o.harvests[harvest])
		o.Harvests = append(o.Harvests, OriginHarvest{harvest, o.harvests[harvest]})
	}
	o.Proofs = slices.SortedFunc(maps.Keys(o.proofs), func(a, b trace.RecordRef) int {
		return cmp.Or(cmp.Compare(a.Kind.Code, b.Kind.Code), bytes.Compare(a.ID[:], b.ID[:]))
	})
	plotted := map[string]bool{}
	err := plots(ctx, r, harvests, at, func(p *OriginPlot) error {
		plotted[p.Record.HarvestID] = true
		p.Lots = o.harvests[p.Record.HarvestID]
		o.Plots++
		return each(p)
	})
	for _, harvest := range harvests {
		if !plotted[harvest] {
			o.Plotless = append(o.Plotless, harvest)
		}
	}
	return &o.Origin, err
}
