package trace

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"rastro/internal/geo"
	"rastro/internal/kind"
	"rastro/internal/lot"
)

// Origin is what is behind a lot, through every blend, drying and processing, as
// far back as records say, over as many harvests as it takes.
type Origin struct {
	// Lot is the lot's folded code, At the instant as of which it was traced.
	Lot string
	At  time.Time
	// Lots are the lot itself and every lot it was made of, nearest first, each
	// once.
	Lots []OriginLot
	// Harvests are the harvests that lots of it came out of, by SafraID.
	Harvests []OriginHarvest
	// Proofs are the records that prove the way from the plots to the lot, each
	// once, by kind and id: identifications, drying, processing, blends. The plots'
	// own records are not among them; receipts, inspections and shipments are in
	// the lots' Facts.
	Proofs []RecordRef
	// Plots is how many plots were given to the caller.
	Plots int

	// Unknown are lots of it of which no record says where they came from.
	Unknown []string
	// Plotless are harvests of it, by SafraID, that have no plot on record.
	Plotless []string
	// Restricted: records of harvests that the key may not see name lots of it; so
	// there may be more behind it than is told.
	Restricted bool
	// Truncated: there is more behind it than is followed at once, or the graph is
	// still being built up from older records. What is told is right, not all.
	Truncated bool
}

// OriginLot is a lot behind another.
type OriginLot struct {
	Code string // folded
	// Depth is how many steps back it was first met; 0 is the lot that was asked for.
	Depth int
	// SafraIDs are the harvests it came out of directly; none for one that was made
	// of other lots alone.
	SafraIDs []string
	// Facts are the rows that tell of it in no step of the way: processing that kept
	// its name, shipments, receipts, inspections, analyses, documents, validations.
	// At most MaxFacts of them.
	Facts []lot.Row
}

// OriginHarvest is a harvest that lots behind a lot came out of.
type OriginHarvest struct {
	SafraID string
	// Lots are those lots, folded and sorted.
	Lots []string
}

// RecordRef names a version of a record.
type RecordRef struct {
	Kind    *kind.Kind
	ID      ID
	Version int64
	SafraID string
}

// MaxFacts bounds the facts that are told of one lot.
const MaxFacts = 1000

// OriginPlot is one plot behind a lot, as the record that has it gives it.
type OriginPlot struct {
	// Record is the version that was live: a planoCultivo or, in a harvest whose
	// plans have no plot, a plantioManejo. Its Dados are as sent.
	Record *Record
	// Field is the member of Dados that the geometry is the value of ("poligono",
	// "areaPlantada" or "geojson", which says more and goes before the others),
	// Geometry that value, and Shape what geo.Read made of it: never undetermined.
	Field    string
	Geometry []byte
	Shape    *geo.Plot
	// Producer is who grows it, as far as that is known.
	Producer Producer
	// Lots are the lots that came out of the plot's harvest, folded and sorted.
	Lots []string

	// beside is the list of numbers that was sent beside a geojson.
	besideField string
	beside      []byte
}

// Producer is who grows a plot. The interface has no field for it: these are read
// from members that people send beside its own ("produtor" or "nomeProdutor";
// "pais"; "localProducao", else "municipio" and "uf", else "fazenda"), in the
// plot's record. Where they do not name a producer it is the organisation that
// recorded the plot, and Stated is false.
type Producer struct {
	Name    string
	Country string // ISO 3166-1 alpha-2; BR where none is stated
	Place   string
	Stated  bool
}

// OriginOf tells what is behind a lot, and gives each with every plot of the
// harvests it came out of, each plot once, by SafraID and record. The code is as
// people write it. each must not use the service and may keep what it gets; an
// error of it ends the trace.
//
// at is the instant as of which it is told; zero is now. CodeLotNotFound, which
// proposes near codes, where no record that the key may see names the lot.
func (s *Service) OriginOf(ctx context.Context, by *Key, codigo string, at time.Time, each func(*OriginPlot) error) (*Origin, error) {
	return s.origin(ctx, by, codigo, at, s.eachPlot, each)
}

// plotReader calls fn with every plot of some harvests, by harvest and record.
type plotReader func(ctx context.Context, r Reader, safras []string, at time.Time, fn func(*OriginPlot) error) error

func (s *Service) origin(ctx context.Context, by *Key, codigo string, at time.Time, plots plotReader, each func(*OriginPlot) error) (*Origin, error) {
	if err := by.Need(Read); err != nil {
		return nil, err
	}
	var out *Origin
	err := s.store.View(ctx, func(r Reader) error {
		var err error
		out, err = s.originOf(ctx, r, by, codigo, at, plots, each)
		return err
	})
	return out, err
}

// maxOrigin bounds the lots that are followed back at once.
const maxOrigin = 200_000

func (s *Service) originOf(ctx context.Context, r Reader, by *Key, codigo string, at time.Time, plots plotReader, each func(*OriginPlot) error) (*Origin, error) {
	code, err := s.knownLot(ctx, r, by, codigo, at)
	if err != nil {
		return nil, err
	}
	o := &originating{Origin: Origin{Lot: code, At: at}, harvests: map[string][]string{}, proofs: map[RecordRef]bool{}}
	if at.IsZero() {
		o.At = s.now()
	}
	t := &tracing{ctx: ctx, s: s, r: r, by: by, at: at}
	w := lot.Walk{Direction: lot.Back, Depth: -1, Fetch: t.fetch}
	if err := w.From([]string{code}, o.visit); err != nil {
		return nil, err
	}
	filled, err := s.lotsFilled(ctx, r)
	if err != nil {
		return nil, err
	}
	o.Restricted, o.Truncated = t.restricted, o.Truncated || t.cut || !filled
	return o.finish(ctx, r, at, plots, each)
}

// originating gathers an origin.
type originating struct {
	Origin
	harvests map[string][]string // lots that came out of each
	proofs   map[RecordRef]bool
}

func (o *originating) visit(step *lot.Step) error {
	if len(o.Lots) == maxOrigin {
		o.Truncated = true
		return lot.ErrStop
	}
	one := OriginLot{Code: step.Lot, Depth: step.Depth}
	made := false
	for i := range step.Rows {
		switch row := &step.Rows[i]; row.Role {
		case lot.Identified, lot.Produced:
			made = true
			o.proofs[RowRef(row)] = true
			if row.Role == lot.Identified || len(row.Others) == 0 {
				one.SafraIDs = appendOnce(one.SafraIDs, row.SafraID)
			}
		case lot.Consumed:
		default:
			if len(one.Facts) < MaxFacts {
				one.Facts = append(one.Facts, *row)
			}
		}
	}
	for _, safra := range one.SafraIDs {
		o.harvests[safra] = append(o.harvests[safra], step.Lot)
	}
	if !made {
		o.Unknown = append(o.Unknown, step.Lot)
	}
	o.Lots = append(o.Lots, one)
	return nil
}

// finish sorts what was gathered and reads the plots.
func (o *originating) finish(ctx context.Context, r Reader, at time.Time, plots plotReader, each func(*OriginPlot) error) (*Origin, error) {
	safras := slices.Sorted(maps.Keys(o.harvests))
	for _, safra := range safras {
		slices.Sort(o.harvests[safra])
		o.Harvests = append(o.Harvests, OriginHarvest{safra, o.harvests[safra]})
	}
	o.Proofs = slices.SortedFunc(maps.Keys(o.proofs), func(a, b RecordRef) int {
		return cmp.Or(cmp.Compare(a.Kind.Code, b.Kind.Code), bytes.Compare(a.ID[:], b.ID[:]))
	})
	plotted := map[string]bool{}
	err := plots(ctx, r, safras, at, func(p *OriginPlot) error {
		plotted[p.Record.SafraID] = true
		p.Lots = o.harvests[p.Record.SafraID]
		o.Plots++
		return each(p)
	})
	for _, safra := range safras {
		if !plotted[safra] {
			o.Plotless = append(o.Plotless, safra)
		}
	}
	return &o.Origin, err
}
