package evidence

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"rastro/internal/admit"
	"rastro/internal/kind"
	"rastro/internal/ledger"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

// Basis is what an answer was made from. It is checked for everything that is signed or leaves the
// server as evidence.
type Basis struct {
	By     *trace.Key
	Claim  *admit.Claim
	Served ledger.Tree // the log as this server had served it before reading

	Used RowSum    // the rows that the key may see
	Met  *lot.Seen // the lots
	// Harvests are the harvests of the answer: in a store that is too large, only they are
	// compared.
	Harvests func() ([]string, error)
	// Marks returns the marks of the lots under a seed; nil if erased records do not matter.
	Marks func(seed []byte) (*lot.Seen, error)
	// Land are the harvests whose plots the answer contains; Disputed are the lots whose owner
	// determines which claim counts.
	Land     []string
	Disputed []string
}

// Result is the result of a check. Differences are returned as errors instead.
type Result struct {
	Compared *Compared         // how far it looked
	Unread   int               // records with a text about lots that could not be read
	Seed     []byte            // of the marks of erased lots
	Erased   map[trace.ID]bool // the erased records that named the lots; nil if not requested
}

// comparison compares rows of the lot graph with the journal, and the journal with the
// signed log.
type comparison struct {
	checker *Checker
	Basis
	Result
	heaviest int64 // the memory claimed for the rows of one record; they are read one at a time
}

// Check compares what an answer was made from with the store. It fails with CodeLotsDiffer
// if something differs.
func (s *Checker) Check(ctx context.Context, r Reader, b Basis) (Result, error) {
	c := comparison{checker: s, Basis: b}
	err := c.compare(ctx, r)
	var why differs
	switch m := b.By.Member(); {
	case !errors.As(err, &why):
	case b.By.ReachErr() != nil: // the key's reach is unknown, so it may have seen too little
		err = b.By.ReachErr()
	case m != nil && m.Changed():
		err = trace.Fail(trace.CodeContended)
	default:
		err = s.LotsDiffer(string(why))
	}
	return c.Result, err
}

// LotsDiffer refuses an answer, and logs the reason for the operator.
func (s *Checker) LotsDiffer(why string) error {
	s.log.Error("the database is not what the journal and the signed log say: a recall or a file for the EU was refused; run 'rastro verify' to see what was changed, then 'rastro rebuild', and find out who changed the database",
		"why", why)
	return trace.Fail(trace.CodeLotsDiffer)
}

func (c *comparison) compare(ctx context.Context, r Reader) error {
	said, live := RowSum{Seed: c.Used.Seed}, liveSum{seed: c.Used.Seed}
	take := func(v *trace.Record) error {
		live.add(v.ID, v.Version)
		if err := c.fit(v); err != nil {
			return err
		}
		defer v.DropLots()
		if bytes.Contains(v.Findings, unreadRule) {
			c.Unread++
		}
		rows := v.GraphRows()
		for i := range rows {
			if c.Met.Has(rows[i].Lot) {
				said.Add(&rows[i])
			}
		}
		return ctx.Err()
	}
	state, err := r.Log(ctx)
	switch {
	case trace.Is(err, trace.CodeRecordNotFound) && c.checker.publicLog.Signer() != nil, err == nil && state.Tree.Size < c.Served.Size:
		return differs("the store has less of the log than this server has served")
	case err == nil && !c.checker.signs(state): // the log's size decides how much is compared
		return differs("the checkpoint is not of the stored state of the log, or this server's key did not sign it")
	case trace.Is(err, trace.CodeRecordNotFound): // without a log nothing is signed
		c.Compared = &Compared{Whole: true, Harvests: []string{}}
		if err = eachIntact(ctx, r, c.By.Reach(), take); err == nil {
			err = c.intactLand(ctx, r)
		}
	case err != nil:
	case state.Tree.Size <= c.checker.limits.Versions:
		c.Compared = &Compared{Whole: true, Harvests: []string{}}
		err = c.compareAll(ctx, r, &live, take)
	default:
		err = c.compareHarvests(ctx, r, take)
	}
	if err == nil && (said.n != c.Used.n || said.sum != c.Used.sum) {
		err = differs("the rows of the lots that it met are not those that the records make")
	}
	return err
}

// fit claims memory for the rows of a record, and reads them.
func (c *comparison) fit(v *trace.Record) error {
	err := v.FitLots(func(bytes int64) error {
		if bytes <= c.heaviest {
			return nil
		}
		more := bytes - c.heaviest
		c.heaviest = bytes
		return c.Claim.Grow(more)
	})
	if trace.Is(err, trace.CodeTooManyLots) { // stored before that was refused
		return nil
	}
	return err
}

// compareAll compares the whole journal with the log, and uses the records of the key's harvests.
func (c *comparison) compareAll(ctx context.Context, r Reader, live *liveSum, take func(*trace.Record) error) error {
	state, err := c.checker.publicLog.SignedState(ctx, r)
	if err != nil {
		return err
	}
	if !c.checker.signs(state) {
		return differs("the checkpoint is not of the stored state of the log, or this server's key did not sign it")
	}
	j := &journalCheck{
		by: c.By, claim: c.Claim, live: liveSum{seed: live.seed}, gone: map[trace.ID]int64{}, erased: map[trace.ID]int64{}, erasedLots: map[trace.ID]bool{},
		land: newLandSum(live.seed, c.Land), owners: newOwnerCheck(c.Disputed),
	}
	if c.Seed, err = trace.ImportSeed(ctx, r); trace.Is(err, trace.CodeSeedChanged) {
		return differs("the seed of marks (import_seed) is not the one that imported rows were marked with")
	}
	if err != nil {
		return err
	}
	j.seed = c.Seed
	if c.Marks != nil {
		j.marks = func() (*lot.Seen, error) { return c.Marks(c.Seed) }
	}
	if err := j.run(ctx, r, state.Tree); err != nil {
		return err
	}
	if err := eachNamingLots(ctx, r, c.By.Reach(), take); err != nil {
		return err
	}
	if *live != j.live {
		return differs("the lists show records as live or as ended, and their versions say the opposite")
	}
	if err := j.land.compare(ctx, r); err != nil {
		return err
	}
	if err := j.owners.compare(ctx, r); err != nil {
		return err
	}
	if c.Marks != nil {
		c.Erased = j.erasedLots
	}
	return nil
}

// signs reports whether this server's key signed a state of the log.
func (s *Checker) signs(state trace.LogState) bool {
	if s.publicLog.VerifierKey() == "" { // nothing is signed: see signRecall
		return true
	}
	tree, err := ledger.OpenUnder(s.publicLog.VerifierKey(), state.Checkpoint)
	return err == nil && tree == state.Tree
}

// compareHarvests replaces compareAll in stores that are too large for it: it uses only the records
// of the harvests in the answer, and the answer says so.
func (c *comparison) compareHarvests(ctx context.Context, r intactReader, take func(*trace.Record) error) error {
	harvests, err := c.Harvests()
	if err != nil {
		return err
	}
	c.Compared = &Compared{Harvests: append([]string{}, harvests...)}
	for _, harvest := range harvests {
		if err := eachIntact(ctx, r, trace.Only(harvest), take); err != nil {
			return err
		}
	}
	return c.intactLand(ctx, r)
}

// intactLand compares the records that have the plots, one by one.
func (c *comparison) intactLand(ctx context.Context, r trace.PageReader) error {
	return eachOfLand(ctx, r, c.Land, func(v *trace.Record) error {
		if !v.Intact() {
			return differs(trace.VersionName(v) + " was changed after it was written")
		}
		return nil
	})
}

// eachIntact is eachNamingLots, but fails with differs if a live version is not as it was
// written, or is live or ended in contradiction to its versions.
func eachIntact(ctx context.Context, r intactReader, within trace.Reach, fn func(*trace.Record) error) error {
	err := r.Misended(ctx, within, func(v *trace.Record) error {
		return differs("the lists show " + trace.VersionName(v) + " as live or as ended, and its versions say the opposite")
	})
	if err != nil {
		return err
	}
	return eachNamingLots(ctx, r, within, func(v *trace.Record) error {
		if !v.Intact() {
			return differs(trace.VersionName(v) + " was changed after it was written")
		}
		if err := listedUnder(within.HarvestIDs, v); err != nil {
			return err
		}
		return fn(v)
	})
}

// lotKinds are the kinds whose records name lots.
var lotKinds = slices.DeleteFunc(slices.Clone(kind.All), func(k *kind.Kind) bool { return !k.NamesLots() })

// eachNamingLots calls fn with those live records of some harvests that may name lots, in pages.
func eachNamingLots(ctx context.Context, r trace.PageReader, within trace.Reach, fn func(*trace.Record) error) error {
	for _, k := range lotKinds {
		q := trace.Query{Kind: k, Reach: within, Order: trace.OldestFirst, Limit: trace.RecordChunk}
		for more := true; more; {
			page, err := r.Records(ctx, q)
			if err != nil {
				return err
			}
			for i := range page {
				if err := fn(&page[i]); err != nil {
					return err
				}
			}
			if more = len(page) == q.Limit; more {
				q.After = q.Order.Position(&page[len(page)-1])
			}
		}
	}
	return nil
}

// listedUnder fails with differs if a list of some harvests has a record of another:
// somebody gave a harvest another name. No harvests are all.
func listedUnder(harvests []string, v *trace.Record) error {
	if len(harvests) > 0 && !slices.Contains(harvests, v.HarvestID) {
		return differs(fmt.Sprintf("the list of %q has %s, which is of the harvest %q", harvests, trace.VersionName(v), v.HarvestID))
	}
	return nil
}

// Compared says which part of the journal a recall compared: all records that name lots and that
// the key may see, or those of some harvests.
type Compared struct {
	Whole    bool     `json:"todas"`
	Harvests []string `json:"safras"` // if not all
}
