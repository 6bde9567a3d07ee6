package trace

import (
	"bytes"
	"context"
	"errors"
	"hash/maphash"
	"maps"
	"slices"

	"rastro/internal/check/record"
	"rastro/internal/kind"
	"rastro/internal/ledger"
	"rastro/internal/lot"
)

// A recall is signed, so the rows of the lot graph that it used are compared with the
// journal first, and the journal with the signed log: somebody may have changed either
// under the running server.

// rowSum is a digest of a set of rows, in whatever order they come. Nobody can
// foresee its seed, so nobody can make two sets alike.
type rowSum struct {
	seed maphash.Seed
	n    int64
	sum  uint64
	buf  []byte
}

// add takes a row. Of a light one only which version names the lot is stored; what it
// says is read from the version.
func (s *rowSum) add(row *lot.Row) {
	s.buf = append(s.buf[:0], row.Lot...)
	s.buf = append(s.buf, 0, byte(row.Role), byte(row.Kind), byte(row.Kind>>8))
	s.buf = append(s.buf, row.ID[:]...)
	for shift := 0; shift < 64; shift += 8 {
		s.buf = append(s.buf, byte(row.Version>>shift), byte(row.Since>>shift))
	}
	if !row.Role.Light() {
		s.buf = row.Fact.Append(s.buf)
	}
	s.n++
	s.sum += maphash.Bytes(s.seed, s.buf)
}

// unreadRule is the finding of a text about lots that could not be read.
var unreadRule = []byte(record.LotUnread.ID)

// check compares the rows that were used with what the journal says of the lots that
// were met, and notes in the report how far it looked. It fails with CodeLotsDiffer.
func (c *recalling) check(ctx context.Context, s *Service, r Reader, by *Key, met *lot.Seen) error {
	err := c.compare(ctx, s, r, by, met)
	var why differs
	if errors.As(err, &why) {
		return s.lotsDiffer(string(why))
	}
	return err
}

// lotsDiffer refuses a recall, and tells the operator why.
func (s *Service) lotsDiffer(why string) error {
	s.log.Error("the database is not what the journal and the signed log say: a recall was refused; run 'rastro verify' to see what was changed, then 'rastro rebuild', and find out who changed the database",
		"why", why)
	return Fail(CodeLotsDiffer)
}

func (c *recalling) compare(ctx context.Context, s *Service, r Reader, by *Key, met *lot.Seen) error {
	said, live := rowSum{seed: c.used.seed}, liveSum{seed: c.used.seed}
	take := func(v *Record) error {
		live.add(v.ID, v.Version)
		if bytes.Contains(v.Findings, unreadRule) {
			c.unread++
		}
		rows := v.GraphRows()
		for i := range rows {
			if met.Has(rows[i].Lot) {
				said.add(&rows[i])
			}
		}
		return ctx.Err()
	}
	state, err := r.Log(ctx)
	switch {
	case Is(err, CodeRecordNotFound) && s.signer != nil, err == nil && state.Tree.Size < c.served.Size:
		return differs("the store has less of the log than this server has served")
	case err == nil && !s.signs(state): // its size says how much is compared
		return differs("the checkpoint is not of the stored state of the log, or this server's key did not sign it")
	case Is(err, CodeRecordNotFound): // nothing is signed without a log
		c.Conferidas = &RecallCheck{Todas: true, Safras: []string{}}
		err = eachIntact(ctx, r, by.Safras, take)
	case err != nil:
	case state.Tree.Size <= s.lots.Checked:
		c.Conferidas = &RecallCheck{Todas: true, Safras: []string{}}
		err = c.compareAll(ctx, s, r, by, &live, take)
	default:
		err = c.compareHarvests(ctx, r, take)
	}
	if err == nil && (said.n != c.used.n || said.sum != c.used.sum) {
		err = differs("the rows of the lots that it met are not those that the records make")
	}
	return err
}

// compareAll compares the whole journal with the log, and takes the records of the
// key's harvests.
func (c *recalling) compareAll(ctx context.Context, s *Service, r Reader, by *Key, live *liveSum, take func(*Record) error) error {
	state, err := s.signedState(ctx, r)
	if err != nil {
		return err
	}
	if !s.signs(state) {
		return differs("the checkpoint is not of the stored state of the log, or this server's key did not sign it")
	}
	j := &journalCheck{
		by: by, claim: c.claim, live: liveSum{seed: live.seed}, gone: map[ID]int64{}, erased: map[ID]int64{}, erasedLots: map[ID]bool{},
		marks: c.lotMarks,
	}
	if c.seed, err = importSeed(ctx, r); Is(err, CodeSeedChanged) {
		return differs("the seed of marks (import_seed) is not the one that imported rows were marked with")
	}
	if err != nil {
		return err
	}
	j.seed = c.seed
	if err := j.run(ctx, r, state.Tree); err != nil {
		return err
	}
	if err := eachNamingLots(ctx, r, by.Safras, take); err != nil {
		return err
	}
	if *live != j.live {
		return differs("the lists show records as live or as ended, and their versions say the opposite")
	}
	c.erasedThere = j.erasedLots
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
// records of the harvests that the report names, and the report says so.
func (c *recalling) compareHarvests(ctx context.Context, r Reader, take func(*Record) error) error {
	c.Conferidas = &RecallCheck{Safras: slices.AppendSeq([]string{}, maps.Keys(c.harvests))}
	slices.Sort(c.Conferidas.Safras)
	for _, safra := range c.Conferidas.Safras {
		if err := c.weigh(len(safra) + textWeight); err != nil {
			return err
		}
		if err := eachIntact(ctx, r, []string{safra}, take); err != nil {
			return err
		}
	}
	return nil
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
