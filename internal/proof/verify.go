package proof

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"rastro/internal/ledger"
	"rastro/internal/publiclog"
	"rastro/internal/trace"
)

// Verification is the result of verifying a whole store.
type Verification struct {
	Versions int64 // versions compared with their commitment
	Erased   int64 // versions whose data was erased
	Entries  int64 // entries of the log
	Pending  int64 // versions that wait for their place in the log
	Damages  []string
	// Unchecked lists what could not be compared, and why. That is not damage.
	Unchecked []string
	// RolledBack: the store is older than its published checkpoint, and servers refuse it.
	RolledBack bool
	Origin     string // the log's name
	// Continues are the logs that the store's log continues, oldest first.
	Continues []ledger.Predecessor
}

// maxDamages limits the list; the first few are enough to act on.
const maxDamages = 1000

func (v *Verification) damage(format string, args ...any) {
	if len(v.Damages) < maxDamages {
		v.Damages = append(v.Damages, fmt.Sprintf(format, args...))
	}
}

// VerifyStore verifies everything in the store: every version against its commitment and its
// place in the log, the tree from its first entry on, the signature, the older checkpoints, and
// the coverage of validations. newer is an external copy of a checkpoint, nil for none: a store
// that was rolled back does not reach it. The error is one of reading; damage is in the result.
func VerifyStore(ctx context.Context, store StoreReader, newer []byte) (Verification, error) {
	var v Verification
	state, err := store.Log(ctx)
	if trace.Is(err, trace.CodeRecordNotFound) {
		return v, v.withoutLog(ctx, store, newer)
	}
	if err != nil {
		return v, err
	}
	verifier, err := ledger.NewVerifier(state.Verifier)
	if err != nil {
		v.damage("log: its verifier key cannot be read")
		return v, nil
	}
	v.Origin = verifier.Origin()
	tree := v.signedTree(verifier, &state)
	v.Entries = tree.Size
	check := &storeCheck{ctx: ctx, store: store, tree: tree, v: &v, tileIndex: -1, erasures: map[string]bool{}}
	check.each = check.version
	if err := check.journal(); err != nil {
		return v, err
	}
	placed, err := trace.PlacedUntil(ctx, store, state)
	if err != nil {
		return v, err
	}
	if err := check.outside(placed); err != nil {
		return v, err
	}
	check.reports()
	if err := check.seedOfMarks(); err != nil {
		return v, err
	}
	if err := check.rebuild(); err != nil {
		return v, err
	}
	if err := check.predecessors(verifier); err != nil {
		return v, err
	}
	if err := check.checkpoints(verifier, state.SignedAt); err != nil {
		return v, err
	}
	if newer != nil {
		check.consistent(verifier, newer, "the given checkpoint")
	}
	return v, nil
}

// signedTree returns the tree that the newest checkpoint signs, or the stored one where it signs
// none.
func (v *Verification) signedTree(verifier *ledger.Verifier, state *trace.LogState) ledger.Tree {
	tree, err := verifier.Open(state.Checkpoint)
	if err != nil {
		v.damage("checkpoint: %v", err)
		tree = state.Tree
	} else if tree != state.Tree {
		v.damage("checkpoint: it is not of the stored state (size %d against %d)", tree.Size, state.Tree.Size)
	}
	if state.Secret != "" && !publiclog.Pairs(state.Secret, state.Verifier) {
		v.damage("log: its signing key is not the one that verifies its checkpoints")
	}
	return tree
}

// checkpoints compares the log with the older checkpoints that the store keeps.
func (c *storeCheck) checkpoints(verifier *ledger.Verifier, signedAt time.Time) error {
	kept, err := c.store.NewestCheckpoints(c.ctx, math.MaxInt32)
	if err != nil {
		return err
	}
	slices.Reverse(kept)
	if err := c.signingTimes(kept, signedAt); err != nil {
		return err
	}
	for i, older := range kept {
		name := fmt.Sprintf("kept checkpoint %d", i+1)
		if tree, _, err := ledger.ReadCheckpoint(older.Body); err == nil && tree.Size != older.Size {
			c.v.damage("%s: it has %d entries, and is stored as one of %d (adulterado)", name, tree.Size, older.Size)
		}
		c.consistent(verifier, older.Body, name)
	}
	return nil
}

// withoutLog judges a store without a log. If no server was ever started on the store, it has none
// yet. If there are remains of a log, someone removed it.
func (v *Verification) withoutLog(ctx context.Context, store checkpointReader, newer []byte) error {
	kept, err := store.NewestCheckpoints(ctx, 1)
	if err != nil {
		return err
	}
	earlier, err := store.Predecessors(ctx)
	if err != nil {
		return err
	}
	_, err = store.Tile(ctx, ledger.Tile{Level: ledger.EntryLevel, Width: 1})
	if err == nil || len(kept) > 0 || len(earlier) > 0 || newer != nil {
		v.damage("log: missing")
		return nil
	}
	v.Unchecked = append(v.Unchecked, "log: there is none yet, so no signature can be checked; 'rastro serve' starts it")
	return nil
}

type storeCheck struct {
	ctx   context.Context
	store StoreReader
	tree  ledger.Tree
	v     *Verification
	each  func(r *trace.Record, index int64) error // receives a version with its place

	tileIndex int64
	tile      []byte // the hashes of entries, from that tile on

	unreported []harvestVersion // validations without the review they were made with
	erasures   map[string]bool  // harvests with an erased record
	seeded     []trace.Record   // erasures that record the seed of their lots' marks
}

// harvestVersion names a version and its harvest.
type harvestVersion struct{ harvestID, name string }

// reports judges missing reviews: only the erasure of a record of the harvest removes a review.
func (c *storeCheck) reports() {
	for _, v := range c.unreported {
		if !c.erasures[v.harvestID] {
			c.v.damage("%s: the review it was made with is gone (adulterado)", v.name)
		}
	}
}

// seedOfMarks compares the store's seed with marks that were made with it.
func (c *storeCheck) seedOfMarks() error {
	seed, err := trace.ImportSeed(c.ctx, c.store)
	changed := trace.Is(err, trace.CodeSeedChanged)
	if err != nil && !changed {
		return err
	}
	for i := range c.seeded {
		changed = changed || !c.seeded[i].MarkedUnder(seed)
	}
	if changed {
		c.v.damage("import_seed: the seed is not the one that imported rows and erased lots were marked with (adulterado)")
	}
	return nil
}

// journal takes every version that has a place in the log, and names entries that have
// none.
func (c *storeCheck) journal() error {
	const page = 500
	next := int64(0) // the place that must come
	for next < c.tree.Size {
		records, err := c.store.Logged(c.ctx, next, page)
		if err != nil {
			return err
		}
		for i := range records {
			if next == c.tree.Size {
				return nil
			}
			place, err := c.place(&records[i], next)
			if err != nil {
				return err
			}
			for ; next < min(place, c.tree.Size); next++ {
				c.v.damage("journal: entry %d of the log has no version (adulterado)", next)
			}
			if place >= c.tree.Size {
				return nil
			}
			if err := c.each(&records[i], place); err != nil {
				return err
			}
			next++
		}
		if len(records) == 0 {
			c.v.damage("journal: it ends at entry %d, the log at %d", next, c.tree.Size)
			return nil
		}
	}
	return nil
}

// place returns the place of a version, which is usually the one after the previous version's. It
// asks the store only if the entry there is a different one.
func (c *storeCheck) place(r *trace.Record, expected int64) (int64, error) {
	if leaf, err := c.leaf(expected); err == nil && leaf == ledger.LeafHash(r.Hash[:]) {
		return expected, nil
	}
	place, err := c.store.LogIndex(c.ctx, r.ID, r.Version)
	if trace.Is(err, trace.CodeNotLogged) {
		return c.tree.Size, nil
	}
	return place, err
}

// content compares a version with its commitment.
func (c *storeCheck) content(r *trace.Record) error {
	erased, err := trace.WasErased(c.ctx, c.store, r)
	switch {
	case err != nil:
		return err
	case erased:
		c.v.Erased++
		c.erasures[r.HarvestID] = true
	case !r.Intact() && r.Regraded().Intact():
		c.v.damage("%s: its findings were changed after it was written (adulterado)", trace.VersionName(r))
	case !r.Intact():
		c.v.damage("%s: changed after it was written (adulterado)", trace.VersionName(r))
	default:
		c.v.Versions++
	}
	return nil
}

func (c *storeCheck) version(r *trace.Record, index int64) error {
	if err := c.content(r); err != nil {
		return err
	}
	if _, ok := r.SeedMark(); ok && len(c.seeded) == 0 {
		c.seeded = append(c.seeded, *r)
	}
	if err := c.entry(r, index); err != nil {
		return err
	}
	if !r.Kind.IsValidation() || r.Version != 1 || r.Gone() {
		return nil
	}
	cover, err := c.store.Cover(c.ctx, r.ID)
	if err != nil && !trace.Is(err, trace.CodeRecordNotFound) {
		return err
	}
	seal := r.Sealed()
	if err != nil || !trace.Matches(seal.Coverage.Root, cover) {
		c.v.damage("%s: the list of records it covers was changed (adulterado)", trace.VersionName(r))
	}
	report, err := c.store.Report(c.ctx, r.ID)
	switch {
	case trace.Is(err, trace.CodeRecordNotFound):
		if seal.Report.Root != "" {
			c.unreported = append(c.unreported, harvestVersion{r.HarvestID, trace.VersionName(r)})
		}
	case err != nil:
		return err
	case !trace.Matches(seal.Report.Root, report):
		c.v.damage("%s: the review it was made with was changed (adulterado)", trace.VersionName(r))
	}
	owner, err := c.store.CodeOwner(c.ctx, trace.FoldCode(r.ValidationCode))
	if err != nil && !trace.Is(err, trace.CodeCodeNotFound) {
		return err
	}
	if err != nil || owner != r.ID {
		c.v.damage("%s: its code does not lead to it (adulterado)", trace.VersionName(r))
	}
	return nil
}

// outside looks at versions that the walk through the log does not meet, and at those that are
// stored as live or ended but are not.
func (c *storeCheck) outside(placed time.Time) error {
	var unplaced []trace.Record
	err := c.store.Unplaced(c.ctx, false, func(r *trace.Record) error {
		c.v.Pending++
		if len(unplaced) < maxDamages && (!r.Intact() || r.Overdue(placed)) {
			unplaced = append(unplaced, *r)
		} else {
			c.v.Versions++
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i := range unplaced {
		r := &unplaced[i]
		if err := c.content(r); err != nil {
			return err
		}
		if r.Overdue(placed) {
			c.v.Pending--
			c.v.damage("%s: it has no place in the log (adulterado)", trace.VersionName(r))
		}
	}
	return c.store.Misended(c.ctx, trace.Reach{}, func(r *trace.Record) error {
		c.v.damage("%s: the lists show it as live or as ended, and its versions say the opposite (adulterado)", trace.VersionName(r))
		return nil
	})
}
