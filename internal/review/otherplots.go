package review

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"

	"rastro/internal/check/harvest"
	"rastro/internal/check/harvest/facts"
	"rastro/internal/geo"
	"rastro/internal/kind"
	"rastro/internal/trace"
)

// Limits on how far a review looks for the plots of other harvests. Land that more than a few
// harvests claim is a finding already; the rest is not looked at, and the finding says so.
const (
	maxClaimCells    = 4_096    // 60 plots of maximum width, or 30 000 separate ones
	maxClaimRows     = 20_000   // of the index
	maxNear          = 1_000    // whose extents meet
	maxOtherPlots    = 300      // that are read
	maxOtherHarvests = 40       // whose crop is looked for
	maxOtherBytes    = 16 << 20 // of records, as a book keeps of plots
	maxCropRecords   = 20       // records per kind that are searched for a crop
)

// neighbours looks for claims of other harvests on a harvest's land.
type neighbours struct {
	reader    Reader
	year      int
	harvestID string
	seasons   []string
	crop      string
	claims    []geo.Extent
	in        map[geo.Cell][]int // of the claims

	by *trace.Key // the reader: it sees only harvests that it reaches

	found []harvest.OtherPlot
	more  bool // there may be more
	bytes int  // of records that were read
}

// neighboursOf prepares the search around a harvest.
func (s *Reviewer) neighboursOf(r Reader, by *trace.Key, harvestID string, o *Questions) *neighbours {
	n := &neighbours{reader: r, year: s.now().Year(), harvestID: harvestID, seasons: o.seasons, crop: o.crop, by: by, in: map[geo.Cell][]int{}}
	for _, extent := range o.claims {
		n.claim(extent)
	}
	return n
}

// compares reports whether the harvest can be compared with others: it has seasons, and a
// crop that land carries once in each.
func (n *neighbours) compares() bool {
	return n.by != nil && len(n.seasons) > 0 && harvest.OneCycle(n.crop) && len(n.claims) > 0
}

// otherPlots returns the plots of other harvests of the same season that overlap those of a book's
// harvest, with their crops: those of harvests that the key reaches, which hiddenLand leaves out.
func (s *Reviewer) otherPlots(ctx context.Context, r Reader, book *facts.Book, harvestID string, by *trace.Key) (found []harvest.OtherPlot, more bool, err error) {
	o := questionsOf(book)
	n := s.neighboursOf(r, by, harvestID, &o)
	if !n.compares() {
		return nil, false, nil
	}
	claims, err := n.near(ctx)
	if err != nil {
		return nil, false, err
	}
	if err := n.read(ctx, claims); err != nil {
		return nil, false, err
	}
	var complete bool
	n.found, complete = harvest.Overlapping(book, n.found)
	n.more = n.more || !complete
	err = n.grow(ctx)
	return n.found, n.more, err
}

// claim notes the extent of a plot of the harvest itself.
func (n *neighbours) claim(e geo.Extent) {
	cells := e.Cells()
	if len(cells) == 0 {
		return
	}
	for _, c := range cells {
		n.in[c] = append(n.in[c], len(n.claims))
	}
	n.claims = append(n.claims, e)
}

// errEnough ends a search.
var errEnough = errors.New("enough")

// near finds the claims of others that share land with one of the harvest, judging by their
// extents, by harvest and id. If a harvest claims land by plans, its plantings add nothing.
func (n *neighbours) near(ctx context.Context) ([]trace.Claim, error) {
	cells, complete := geo.AllAround(n.claims, maxClaimCells)
	var found []trace.Claim
	seen, planned := map[trace.ID]bool{}, map[string]bool{}
	q := trace.ClaimQuery{Cells: cells, Within: geo.Around(n.claims), Except: n.harvestID}
	err := n.eachClaim(ctx, q, func(c *trace.Claim) error {
		if seen[c.ID] || !n.by.Reaches(c.HarvestID) || !n.meets(c.Extent) {
			return nil
		}
		if len(found) == maxNear {
			return errEnough
		}
		seen[c.ID] = true
		planned[c.HarvestID] = planned[c.HarvestID] || c.Kind == trace.PlanKind
		found = append(found, *c)
		return nil
	})
	n.more = n.more || !complete || err == errEnough
	if err == errEnough {
		err = nil
	}
	found = slices.DeleteFunc(found, func(c trace.Claim) bool { return c.Kind != trace.PlanKind && planned[c.HarvestID] })
	slices.SortFunc(found, func(a, b trace.Claim) int {
		return cmp.Or(cmp.Compare(a.HarvestID, b.HarvestID), bytes.Compare(a.ID[:], b.ID[:]))
	})
	return found, err
}

// eachClaim calls fn with the claims in the harvest's seasons, each with its share of
// maxClaimRows, so that many in one do not hide those in another.
func (n *neighbours) eachClaim(ctx context.Context, q trace.ClaimQuery, fn func(*trace.Claim) error) error {
	q.Limit = maxClaimRows / len(n.seasons)
	for _, q.Season = range n.seasons {
		rows := 0
		err := n.reader.EachClaim(ctx, q, func(c *trace.Claim) error {
			rows++
			return fn(c)
		})
		if err != nil {
			return err
		}
		n.more = n.more || rows == q.Limit
	}
	return nil
}

// meets reports whether an extent shares land with a claim of the harvest.
func (n *neighbours) meets(e geo.Extent) bool {
	for _, c := range e.Around() {
		for _, i := range n.in[c] {
			if n.claims[i].Shares(e) {
				return true
			}
		}
	}
	return false
}

// read reads the plots of claims.
func (n *neighbours) read(ctx context.Context, claims []trace.Claim) error {
	for _, c := range claims {
		if len(n.found) >= maxOtherPlots || n.bytes > maxOtherBytes {
			n.more = true
			return nil
		}
		r, err := n.reader.Record(ctx, c.ID)
		if trace.Is(err, trace.CodeRecordNotFound) || trace.Is(err, trace.CodeErased) {
			continue // in a transaction: it was removed meanwhile
		}
		if err != nil {
			return err
		}
		n.bytes += len(r.Payload)
		book := facts.NewBook(n.year)
		book.Add(EntryOf(r))
		for _, plot := range book.Claims() {
			n.found = append(n.found, harvest.OtherPlot{Harvest: c.HarvestID, Named: true, HarvestCode: r.HarvestCode, Plot: plot})
		}
	}
	return nil
}

// grow looks for the crops of the harvests whose plots were found.
func (n *neighbours) grow(ctx context.Context) error {
	crops := map[string]string{}
	for i := range n.found {
		o := &n.found[i]
		crop, known := crops[o.Harvest]
		if !known {
			if len(crops) == maxOtherHarvests || n.bytes > maxOtherBytes {
				n.more = true
				n.found = n.found[:i]
				return nil
			}
			var err error
			if crop, err = n.cropOf(ctx, o.Harvest); err != nil {
				return err
			}
			crops[o.Harvest] = crop
		}
		o.Crop = crop
	}
	return nil
}

// cropKinds are the kinds of record that say the crop of a harvest, the most certain first.
var cropKinds = append([]*kind.Kind{kind.Profile, kind.ByPrefix(kind.Validation)}, trace.PlotKinds...)

// cropOf returns the crop of another harvest according to its profile, its validations, its plans
// or its plantings; "" if the newest of them do not determine it.
func (n *neighbours) cropOf(ctx context.Context, harvestID string) (string, error) {
	book := facts.NewBook(n.year)
	for _, k := range cropKinds {
		records, err := n.reader.Records(ctx, trace.Query{Kind: k, Reach: trace.Only(harvestID), Order: trace.NewestFirst, Limit: maxCropRecords})
		if trace.Is(err, trace.CodePageTooLarge) {
			n.bytes += trace.MaxPageBytes // over the limit
			return "", nil
		}
		if err != nil {
			return "", err
		}
		for i := range records {
			n.bytes += len(records[i].Payload)
			book.Add(EntryOf(&records[i]))
		}
		if crop := book.Crop(); crop != "" || n.bytes > maxOtherBytes {
			return crop, nil
		}
	}
	return "", nil
}
