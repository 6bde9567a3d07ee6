package trace

import (
	"context"

	"rastro/internal/canon"
	"rastro/internal/check/harvest/facts"
	"rastro/internal/check/record"
	"rastro/internal/geo"
	"rastro/internal/kind"
)

// PlotReader looks live records up by the land they claim. Append keeps what it
// reads.
type PlotReader interface {
	// EachClaim calls fn with what live records claim, in no order; one may come
	// once for each of the cells. It MUST NOT read more of the store than the
	// cells hold. fn must not use the reader.
	EachClaim(ctx context.Context, q ClaimQuery, fn func(*Claim) error) error
	// ClaimsFilled is how far records from before there was an index of plots have
	// been taken into it.
	ClaimsFilled(ctx context.Context) (FillMark, error)
}

// PlotWriter takes records from before the index of plots into it.
type PlotWriter interface {
	// FillClaims takes records into the index, as far as they are live in the
	// version given, and moves the mark. It does nothing where the mark is not from
	// any more: somebody else did.
	FillClaims(ctx context.Context, from, to FillMark, records []Record) error
}

// ClaimQuery says which claims.
type ClaimQuery struct {
	Season string
	Cells  []geo.Cell
	Within geo.Extent // what does not reach into it is left out
	Except string     // a harvest whose claims do not count
	Limit  int        // rows that are read at most
}

// FillMark is a place in the records of the kinds that have a plot, in the order
// of PlotKinds and then of ids.
type FillMark struct {
	Kind int16 // the code of the kind, 0 before the first
	ID   ID    // the last that was taken in
	Done bool
}

// Claim is the land that a live record claims: a rectangle around it, and where
// it is looked up. There is one for a record with a plot that has an area, in
// Brazil, and with a harvest code that says its years.
type Claim struct {
	ID        ID
	Kind      *kind.Kind
	HarvestID string
	Season    string
	Extent    geo.Extent
}

// Cells are those that the claim is kept under.
func (c *Claim) Cells() []geo.Cell { return c.Extent.Cells() }

// PlotKinds are the kinds that have a plot.
var PlotKinds = func() []*kind.Kind {
	var kinds []*kind.Kind
	for _, k := range kind.All {
		if k.HasPlot() {
			kinds = append(kinds, k)
		}
	}
	return kinds
}()

// claimed is a version's claim once it was worked out.
type claimed struct {
	version int64
	claim   *Claim
}

// Claim is what the version claims, nil for nothing. It is worked out once, when
// the version is graded: the store only writes it down.
func (r *Record) Claim() *Claim {
	if r.Kind.PlotField() == "" || r.Operation != Created && r.Operation != Updated || r.Gone() {
		return nil
	}
	if r.claimed == nil || r.claimed.version != r.Version {
		r.ClaimPlot(r.Graded().Plot)
	}
	return r.claimed.claim
}

// ClaimPlot works out what the version claims with its plot.
func (r *Record) ClaimPlot(plot *geo.Plot) {
	r.claimed = &claimed{version: r.Version}
	if plot == nil {
		return
	}
	extent, season := plot.Extent(), facts.Season(r.HarvestCode)
	if season != "" && len(extent.Cells()) > 0 {
		r.claimed.claim = &Claim{r.ID, r.Kind, r.HarvestID, season, extent}
	}
}

// EndsClaim reports whether the version before this one may claim land, which it does
// not any more.
func (r *Record) EndsClaim() bool {
	return r.Version > 1 && r.Kind.PlotField() != "" && !r.followsBare
}

// bare reports whether the version has no plot, without reading one.
func (r *Record) bare() bool {
	field := r.Kind.PlotField()
	if field == "" || record.PackedPlot(r.Findings) {
		return field == ""
	}
	bare := true // or it was written before plots were measured
	canon.EachAt(string(r.Payload), func(name string, _, _ int) bool {
		bare = name != field && name != "geojson"
		return bare
	})
	return bare
}
