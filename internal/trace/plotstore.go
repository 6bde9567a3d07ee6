package trace

import (
	"context"

	"rastro/internal/canon"
	"rastro/internal/check/harvest/facts"
	"rastro/internal/check/record"
	"rastro/internal/geo"
	"rastro/internal/kind"
)

// PlotReader finds live records by the land they claim, in the index that Append maintains.
type PlotReader interface {
	// EachClaim calls fn with the claims of live records, in no particular order. It may call fn
	// with a claim once for each of its cells. It MUST NOT read more of the store than those cells.
	// fn must not use the reader.
	EachClaim(ctx context.Context, q ClaimQuery, fn func(*Claim) error) error
	// ClaimsFilled returns how far records from before the index of plots have been added to it.
	ClaimsFilled(ctx context.Context) (FillMark, error)
}

// PlotWriter adds records from before the index of plots to it.
type PlotWriter interface {
	// FillClaims adds to the index those records whose given version is live, and moves the mark.
	// It does nothing if the mark is no longer at from, because another server moved it.
	FillClaims(ctx context.Context, from, to FillMark, records []Record) error
}

// ClaimQuery selects claims.
type ClaimQuery struct {
	Season string
	Cells  []geo.Cell
	Within geo.Extent // skip claims outside this extent
	Except string     // a harvest whose claims do not count
	Limit  int        // the most rows to read
}

// FillMark is a place in the records of the kinds that have a plot, in the order
// of PlotKinds and then of ids.
type FillMark struct {
	Kind int16 // the code of the kind, 0 before the first
	ID   ID    // the last record that was added
	Done bool
}

// Claim is the land that a live record claims: a rectangle around it, and its keys in the index.
// A record has one if it has a plot with an area, in Brazil, and a harvest code with its years.
type Claim struct {
	ID        ID
	Kind      *kind.Kind
	HarvestID string
	Season    string
	Extent    geo.Extent
}

// Cells returns the cells that the claim is stored under.
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

// claimed is a version's claim, once computed.
type claimed struct {
	version int64
	claim   *Claim
}

// Claim returns what the version claims, nil for nothing. It is computed once, when the
// version is graded: the store only writes it.
func (r *Record) Claim() *Claim {
	if r.Kind.PlotField() == "" || r.Operation != Created && r.Operation != Updated || r.Gone() {
		return nil
	}
	if r.claimed == nil || r.claimed.version != r.Version {
		r.ClaimPlot(r.Graded().Plot)
	}
	return r.claimed.claim
}

// ClaimPlot computes the claim of the version from its plot.
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

// EndsClaim reports whether the version before this one may claim land that this one does not.
func (r *Record) EndsClaim() bool { return r.Version > 1 && r.Kind.PlotField() != "" && !r.followsBare }

// hasNoPlot reports whether the version has no plot. It does not read the plot.
func (r *Record) hasNoPlot() bool {
	field := r.Kind.PlotField()
	if field == "" || record.PackedPlot(r.Findings) {
		return field == ""
	}
	bare := true // unless it was written before plots were measured
	canon.EachAt(string(r.Payload), func(name string, _, _ int) bool {
		bare = name != field && name != "geojson"
		return bare
	})
	return bare
}
