package recall

import (
	"cmp"
	"context"
	"hash/maphash"
	"slices"
	"strconv"
	"strings"
	"time"

	"rastro/internal/admit"
	"rastro/internal/evidence"
	"rastro/internal/ledger"
	"rastro/internal/lineage"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

func (s *Recaller) recallTooLarge() error {
	return trace.Fail(trace.CodeRecallTooLarge, "mib", strconv.Itoa(s.limits.Report>>20))
}

// Approximate sizes in a report, in bytes, in addition to texts.
const (
	lotWeight      = 34
	shipmentWeight = 220
	documentWeight = 110
	holderWeight   = 140
	textWeight     = 3 // quotes and a comma
)

// recalling collects a recall.
type recalling struct {
	Recall
	most      int // bytes of the report
	claim     *admit.Claim
	claimed   int // of the report's bytes
	shipments map[trace.ID]int
	holders   map[string]int
	received  []holderSum           // by each holder
	here      map[int]*hereGoods    // of the current lot, by holder
	goods     []heldGoods           // of lots that records weigh together
	loads     map[trace.ID]heldLoad // of several lots, some not seen yet
	harvests  map[string]string     // each name once, for all lots
	single    map[string][]string
	papered   map[int]map[trace.ID]bool // which papers a shipment has
	repeated  int                       // papers listed under shipments
	served    ledger.Tree               // the log as served before the search
	unread    int                       // records with a text about lots that could not be read
	used      evidence.RowSum           // the rows of the lot graph that it was made of

	marks *lot.Seen // of the affected lots; nil: not read yet
	// erasedThere are the erased records that named the lots, according to the journal;
	// nil if it was not read.
	erasedThere map[trace.ID]bool
}

func newRecalling(r Recall, most int, claim *admit.Claim) *recalling {
	return &recalling{
		Recall: r, most: most, claim: claim, shipments: map[trace.ID]int{}, holders: map[string]int{}, loads: map[trace.ID]heldLoad{}, here: map[int]*hereGoods{}, harvests: map[string]string{}, single: map[string][]string{}, papered: map[int]map[trace.ID]bool{},
		used: evidence.RowSum{Seed: maphash.MakeSeed()},
	}
}

// reportMemory is roughly how many bytes of memory each byte of a report needs while it is made or
// read: for what it covers, of which there are two copies while lists grow, the report itself, the
// engine's copy, and garbage not yet collected. A report of 47 MiB was measured at 360 to 410 MiB,
// including what the walk claims.
const reportMemory = 7

// claimStep is how much a report grows before more memory is claimed.
const claimStep = 256 << 10

// weigh estimates how many bytes the report has, and claims the memory for them. It fails
// if they are clearly too many. They are counted exactly at the end.
func (c *recalling) weigh(n int) error {
	if c.weight += n; c.weight > c.most+c.most/8 {
		return lot.ErrTooLarge
	}
	more := c.weight - c.claimed
	if more < claimStep {
		return nil
	}
	c.claimed = c.weight
	return c.claim.Grow(reportMemory * int64(more))
}

// find follows the lots. all means that the result is for a report and must be complete.
func (c *recalling) find(ctx context.Context, s *Recaller, r Readers, by *trace.Key, q *Request, all bool) error {
	start, err := s.recallStart(ctx, r, by, q)
	if err != nil {
		return err
	}
	c.InitialLots = append([]string{}, start...)
	for _, code := range start {
		if err := c.weigh(len(code) + textWeight); err != nil {
			return err
		}
	}
	view := s.tracer.NewLotView(ctx, r.Lots, by, time.Time{}, lot.Suspected, lineage.RivalsCount)
	w := view.Walk(lot.Forward, -1)
	w.Known = lot.NewSeen()
	if err := w.From(start, c.visit); err != nil {
		return err
	}
	c.Restricted = view.Restricted()
	if err := c.readOnly(by); err != nil {
		return err
	}
	if all {
		if err := c.check(ctx, s, r.Evidence, by, w.Known); err != nil {
			return err
		}
		c.Unread = c.unread
	}
	if err := c.papers(ctx, s, r.Lots); err != nil {
		return err
	}
	return c.erasedBefore(ctx, s, r.Reader, by)
}

// visit reads a lot: all its rows, since a report must not say less than is stored.
func (c *recalling) visit(step *lot.Step) error {
	if err := c.weigh(lotWeight + len(step.Lot)); err != nil {
		return err
	}
	var harvests lineage.OnceList
	var shipped []int
	name := func(row *lot.Row) error {
		if !harvests.Add(c.harvest(row.HarvestID)) {
			return nil
		}
		return c.weigh(len(row.HarvestID) + textWeight)
	}
	err := step.Each(lot.Identified, lot.Received, func(row *lot.Row) error {
		c.used.Add(row)
		if err := name(row); err != nil {
			return err
		}
		switch row.Role {
		case lot.Shipped:
			at, err := c.ship(step.Lot, row)
			shipped = append(shipped, at)
			return err
		case lot.Received, lot.Processed:
			return c.hold(step.Lot, row)
		}
		return nil
	})
	if err != nil {
		return err
	}
	c.leave()
	if err := c.lotPapers(step, shipped, name); err != nil {
		return err
	}
	if err := c.mentions(step); err != nil {
		return err
	}
	c.Lots = append(c.Lots, Lot{Code: step.Lot, Level: step.Depth, Harvests: c.list(harvests.List)})
	return nil
}

// harvest returns the one copy of a harvest's name.
func (c *recalling) harvest(harvest string) string {
	if kept, ok := c.harvests[harvest]; ok {
		return kept
	}
	kept := strings.Clone(harvest)
	c.harvests[kept] = kept
	return kept
}

// list keeps a list of harvests: most lots have one, and share it.
func (c *recalling) list(harvests []string) []string {
	switch len(harvests) {
	case 0:
		return []string{}
	case 1:
		if kept, ok := c.single[harvests[0]]; ok {
			return kept
		}
		c.single[harvests[0]] = harvests
	}
	return harvests
}

func (c *recalling) ship(code string, row *lot.Row) (at int, err error) {
	id := trace.ID(row.ID)
	at, ok := c.shipments[id]
	if !ok {
		at = len(c.Shipments)
		c.shipments[id] = at
		s := Shipment{
			Record: recordOf(lineage.RowRef(row)), Identification: row.Carrier, Destination: row.Destination, Holder: row.By,
			Lots: []string{}, Documents: []Document{}, harvest: c.harvest(row.HarvestID), among: row.Among,
		}
		s.Day = dayOf(row.On)
		s.QuantityKg = kgOf(row.Kg)
		c.Shipments = append(c.Shipments, s)
		if err := c.weigh(shipmentWeight + len(s.Record.Prefix) + len(s.Identification) + len(s.Destination) + len(s.Holder)); err != nil {
			return at, err
		}
	}
	c.Shipments[at].Lots = append(c.Shipments[at].Lots, code)
	return at, c.weigh(len(code) + textWeight)
}

// dayOf returns the first of some days as a report writes it, "" if none is known.
func dayOf(on lot.Days) string {
	if !on.Known() {
		return ""
	}
	return on.From.Time().Format(time.DateOnly)
}

func recordOf(r trace.RecordRef) NamedRecord { return NamedRecord{r.Kind.Prefix, r.ID.String()} }

// finish sorts and counts the results.
func (c *recalling) finish() {
	c.endLoads() // before the holders are sorted
	slices.SortFunc(c.Shipments, func(a, b Shipment) int {
		return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.Record.ID, b.Record.ID))
	})
	slices.SortFunc(c.Mentions, compareMentions)
	slices.SortFunc(c.Holders, func(a, b Holder) int { return strings.Compare(a.Name, b.Name) })
	if c.Lots == nil {
		c.Lots = []Lot{}
	}
	if c.Shipments == nil {
		c.Shipments = []Shipment{}
	}
	if c.Holders == nil {
		c.Holders = []Holder{}
	}
	c.Totals = Totals{Lots: len(c.Lots), Shipments: len(c.Shipments), Holders: len(c.Holders)}
	for i := range c.Shipments {
		s := &c.Shipments[i]
		s.SharedQuantity = s.QuantityKg != nil && len(s.Lots) < s.among
	}
	c.addShipped()
}
