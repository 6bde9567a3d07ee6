package trace

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
)

// graphCheck compares rows of the lot graph with the journal, and the journal with the
// signed log. Whatever is signed, or leaves the server as evidence, goes through it.
type graphCheck struct {
	s      *Service
	by     *Key
	claim  *admit.Claim
	served ledger.Tree // the log as this server had served it before it read anything

	used rowSum    // the rows of the lots that the key may see
	met  *lot.Seen // the lots
	// harvests are those of the answer: all that is compared in a store that is too large.
	harvests func() ([]string, error)
	// marks are those of the lots under a seed; nil: erased records are not asked for.
	marks func(seed []byte) (*lot.Seen, error)
	// land are the harvests whose plots the answer has, disputed the lots of which an
	// owner decides whose claim counts.
	land     []string
	disputed []string

	told   *RecallCheck // how far it looked
	unread int          // records with a text about lots that could not be read
	seed   []byte       // of the marks of erased lots
	erased map[ID]bool  // the erased records that named the lots; nil where nobody asked
}

// run fails with CodeLotsDiffer where something differs.
func (g *graphCheck) run(ctx context.Context, r Reader) error {
	err := g.compare(ctx, r)
	var why differs
	if errors.As(err, &why) {
		return g.s.lotsDiffer(string(why))
	}
	return err
}

// lotsDiffer refuses an answer, and tells the operator why.
func (s *Service) lotsDiffer(why string) error {
	s.log.Error("the database is not what the journal and the signed log say: a recall or a file for the EU was refused; run 'rastro verify' to see what was changed, then 'rastro rebuild', and find out who changed the database",
		"why", why)
	return Fail(CodeLotsDiffer)
}

func (g *graphCheck) compare(ctx context.Context, r Reader) error {
	said, live := rowSum{seed: g.used.seed}, liveSum{seed: g.used.seed}
	take := func(v *Record) error {
		live.add(v.ID, v.Version)
		if bytes.Contains(v.Findings, unreadRule) {
			g.unread++
		}
		rows := v.GraphRows()
		for i := range rows {
			if g.met.Has(rows[i].Lot) {
				said.add(&rows[i])
			}
		}
		return ctx.Err()
	}
	state, err := r.Log(ctx)
	switch {
	case Is(err, CodeRecordNotFound) && g.s.signer != nil, err == nil && state.Tree.Size < g.served.Size:
		return differs("the store has less of the log than this server has served")
	case err == nil && !g.s.signs(state): // its size says how much is compared
		return differs("the checkpoint is not of the stored state of the log, or this server's key did not sign it")
	case Is(err, CodeRecordNotFound): // nothing is signed without a log
		g.told = &RecallCheck{Todas: true, Safras: []string{}}
		if err = eachIntact(ctx, r, g.by.Safras, take); err == nil {
			err = g.intactLand(ctx, r)
		}
	case err != nil:
	case state.Tree.Size <= g.s.lots.Checked:
		g.told = &RecallCheck{Todas: true, Safras: []string{}}
		err = g.compareAll(ctx, r, &live, take)
	default:
		err = g.compareHarvests(ctx, r, take)
	}
	if err == nil && (said.n != g.used.n || said.sum != g.used.sum) {
		err = differs("the rows of the lots that it met are not those that the records make")
	}
	return err
}

// compareAll compares the whole journal with the log, and takes the records of the
// key's harvests.
func (g *graphCheck) compareAll(ctx context.Context, r Reader, live *liveSum, take func(*Record) error) error {
	state, err := g.s.signedState(ctx, r)
	if err != nil {
		return err
	}
	if !g.s.signs(state) {
		return differs("the checkpoint is not of the stored state of the log, or this server's key did not sign it")
	}
	j := &journalCheck{
		by: g.by, claim: g.claim, live: liveSum{seed: live.seed}, gone: map[ID]int64{}, erased: map[ID]int64{}, erasedLots: map[ID]bool{},
		land: newLandSum(live.seed, g.land), owners: newOwnerCheck(g.disputed),
	}
	if g.seed, err = importSeed(ctx, r); Is(err, CodeSeedChanged) {
		return differs("the seed of marks (import_seed) is not the one that imported rows were marked with")
	}
	if err != nil {
		return err
	}
	j.seed = g.seed
	if g.marks != nil {
		j.marks = func() (*lot.Seen, error) { return g.marks(g.seed) }
	}
	if err := j.run(ctx, r, state.Tree); err != nil {
		return err
	}
	if err := eachNamingLots(ctx, r, g.by.Safras, take); err != nil {
		return err
	}
	if *live != j.live {
		return differs("the lists show records as live or as ended, and their versions say the opposite")
	}
	if err := j.land.compare(ctx, g.s, r); err != nil {
		return err
	}
	if err := j.owners.compare(ctx, r); err != nil {
		return err
	}
	if g.marks != nil {
		g.erased = j.erasedLots
	}
	return nil
}

// signs reports whether a state of the log is what this server's key signed.
func (s *Service) signs(state LogState) bool {
	if s.verifierKey == "" { // nothing is signed: see signRecall
		return true
	}
	verifier, err := ledger.NewVerifier(s.verifierKey)
	if err != nil {
		return false
	}
	tree, err := verifier.Open(state.Checkpoint)
	return err == nil && tree == state.Tree
}

// compareHarvests is compareAll for a store that is too large for it: it takes the
// records of the harvests that the answer names, and the answer says so.
func (g *graphCheck) compareHarvests(ctx context.Context, r Reader, take func(*Record) error) error {
	safras, err := g.harvests()
	if err != nil {
		return err
	}
	g.told = &RecallCheck{Safras: append([]string{}, safras...)}
	for _, safra := range safras {
		if err := eachIntact(ctx, r, []string{safra}, take); err != nil {
			return err
		}
	}
	return g.intactLand(ctx, r)
}

// intactLand compares the records that have the plots, each by itself.
func (g *graphCheck) intactLand(ctx context.Context, r Reader) error {
	return eachOfLand(ctx, g.s, r, g.land, func(v *Record) error {
		if !v.Intact() {
			return differs(versionName(v) + " was changed after it was written")
		}
		return nil
	})
}

// eachIntact is eachNamingLots for records whose live version is as it was written, and
// which are live or ended as their versions say; otherwise it fails with differs.
func eachIntact(ctx context.Context, r Reader, safras []string, fn func(*Record) error) error {
	err := r.Misended(ctx, safras, func(v *Record) error {
		return differs("the lists show " + versionName(v) + " as live or as ended, and its versions say the opposite")
	})
	if err != nil {
		return err
	}
	return eachNamingLots(ctx, r, safras, func(v *Record) error {
		if !v.Intact() {
			return differs(versionName(v) + " was changed after it was written")
		}
		if err := listedUnder(safras, v); err != nil {
			return err
		}
		return fn(v)
	})
}

// lotKinds are the kinds whose records name lots.
var lotKinds = slices.DeleteFunc(slices.Clone(kind.All), func(k *kind.Kind) bool { return !k.NamesLots() })

// eachNamingLots calls fn with the live records of some harvests that may name lots,
// in pages; no harvests are all.
func eachNamingLots(ctx context.Context, r Reader, safras []string, fn func(*Record) error) error {
	for _, k := range lotKinds {
		q := Query{Kind: k, SafraIDs: safras, Order: OldestFirst, Limit: recordChunk}
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
				q.After = q.Order.position(&page[len(page)-1])
			}
		}
	}
	return nil
}

// listedUnder fails with differs where a list of some harvests has a record of another:
// somebody gave a harvest another name. No harvests are all.
func listedUnder(safras []string, v *Record) error {
	if len(safras) > 0 && !slices.Contains(safras, v.SafraID) {
		return differs(fmt.Sprintf("the list of %q has %s, which is of the harvest %q", safras, versionName(v), v.SafraID))
	}
	return nil
}
