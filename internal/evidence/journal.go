package evidence

import (
	"context"
	"fmt"
	"hash/maphash"
	"runtime"

	"rastro/internal/admit"
	"rastro/internal/ledger"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

// A recall and a file for the EU compare the lot graph with the journal. That proves nothing if the
// journal was changed together with the graph, so the journal is first compared with the signed
// log: every version with its commitment, all commitments with the signed root, and the liveness of
// each record with its versions.

// journalCheck goes over the versions of the journal in the order of the log.
type journalCheck struct {
	by     *trace.Key
	claim  *admit.Claim
	log    ledger.Rolling
	intact *intactCheck
	// live sums up the live records that name lots, as their versions say.
	live liveSum
	// land does the same for the records of the plots, owners computes who owns disputed
	// lots; each is nil if the answer does not depend on it.
	land   *landSum
	owners *ownerCheck

	gone   map[trace.ID]int64 // the newest version of a record whose payload was erased
	erased map[trace.ID]int64 // the version that erased it
	seed   []byte
	marks  func() (*lot.Seen, error)
	// erasedLots are the erased records that named one of the lots.
	erasedLots map[trace.ID]bool
	largest    int
}

// liveSum is a digest of a set of versions, independent of their order.
type liveSum struct {
	seed maphash.Seed
	n    int64
	sum  uint64
}

func (l *liveSum) of(id trace.ID, version int64) uint64 {
	var key [24]byte
	copy(key[:], id[:])
	for i := range 8 {
		key[16+i] = byte(version >> (8 * i))
	}
	return maphash.Bytes(l.seed, key[:])
}

func (l *liveSum) add(id trace.ID, version int64) { l.n, l.sum = l.n+1, l.sum+l.of(id, version) }

// take adds the next version of a record. For an erasure it calls endErased.
func (l *liveSum) take(v *trace.Record) {
	switch v.Operation {
	case trace.Created:
		l.add(v.ID, v.Version)
	case trace.Updated:
		l.add(v.ID, v.Version)
		l.drop(v.ID, v.Version-1)
	case trace.Deleted:
		l.drop(v.ID, v.Version-1)
	}
}

func (l *liveSum) drop(id trace.ID, version int64) { l.n, l.sum = l.n-1, l.sum-l.of(id, version) }

// differs is the reason why a recall is not signed, for the server's log; it names the record.
type differs string

func (d differs) Error() string { return string(d) }

// JournalPage is how many versions are read at once: an engine may bound the time of a
// read.
const JournalPage = 10_000

// The memory of the check: the versions that each processor hashes and those that wait, and
// about how much for each erased record.
const (
	checkMemory  = 2 << 20
	erasedMemory = 200
)

// run compares the journal with a signed state of the log. It fails with differs.
func (j *journalCheck) run(ctx context.Context, r journalReader, tree ledger.Tree) error {
	if err := j.claim.Grow(checkMemory * int64(1+runtime.GOMAXPROCS(0))); err != nil {
		return err
	}
	j.intact = newIntactCheck()
	err := j.versions(ctx, r, tree)
	if changed := j.intact.end(); changed != nil { // this takes precedence, since it names the record
		return differs(trace.VersionName(changed) + " was changed after it was written")
	}
	if err != nil {
		return err
	}
	if j.log.Tree() != tree {
		return differs("the journal's versions do not give the root of the signed log")
	}
	for id, version := range j.gone {
		if j.erased[id] <= version {
			return differs(fmt.Sprintf("record %s version %d has no payload and was not erased", id, version))
		}
	}
	return j.endErased(ctx, r)
}

func (j *journalCheck) versions(ctx context.Context, r journalReader, tree ledger.Tree) error {
	for at := int64(0); at < tree.Size; {
		n := int64(0)
		err := r.EachLogged(ctx, at, int(min(JournalPage, tree.Size-at)), func(v *trace.Record) error {
			n++
			j.log.Add(v.Hash[:])
			return j.take(ctx, v)
		})
		if err != nil {
			return err
		}
		if n == 0 {
			return differs(fmt.Sprintf("entry %d of the log has no version", at))
		}
		at += n
	}
	return r.Unplaced(ctx, true, func(v *trace.Record) error { return j.take(ctx, v) })
}

// take adds a version.
func (j *journalCheck) take(ctx context.Context, v *trace.Record) error {
	if n := len(v.Payload); n > intactBytes && n > j.largest { // the report of a recall
		if err := j.claim.Grow(int64(2 * (n - j.largest))); err != nil {
			return err
		}
		j.largest = n
	}
	if v.Operation == trace.Erased || v.Gone() {
		if err := j.claim.Grow(erasedMemory); err != nil {
			return err
		}
	}
	if v.Operation == trace.Erased {
		j.erased[v.ID] = max(j.erased[v.ID], v.Version)
		if err := j.takeErased(v); err != nil {
			return err
		}
	}
	if v.Gone() {
		j.gone[v.ID] = max(j.gone[v.ID], v.Version)
	} else if err := j.intact.add(v); err != nil {
		return err
	}
	if v.Kind.NamesLots() && j.by.Reaches(v.HarvestID) {
		j.live.take(v)
	}
	if j.land.has(v) {
		j.land.live.take(v)
	}
	j.owners.take(v)
	return ctx.Err()
}

// takeErased notes an erased record that named one of the lots.
func (j *journalCheck) takeErased(v *trace.Record) error {
	if !v.MarkedUnder(j.seed) {
		return differs("the seed of marks (import_seed) is not the one that erased lots were marked with")
	}
	said := v.ErasedLots()
	if len(said) == 0 || j.marks == nil || !j.by.Reaches(v.HarvestID) {
		return nil
	}
	marks, err := j.marks()
	if err != nil {
		return err
	}
	for _, mark := range said {
		if marks.Has(mark) {
			j.erasedLots[v.ID] = true
			return nil
		}
	}
	return nil
}

// endErased subtracts what erasures ended. Only the version before shows whether the record
// was live or deleted.
func (j *journalCheck) endErased(ctx context.Context, r journalReader) error {
	for id, erased := range j.erased {
		versions, err := r.Versions(ctx, id)
		if err != nil {
			return err
		}
		for i := range versions {
			v := &versions[i]
			if v.Version != erased-1 || v.Operation != trace.Created && v.Operation != trace.Updated {
				continue
			}
			if v.Kind.NamesLots() && j.by.Reaches(v.HarvestID) {
				j.live.drop(id, v.Version)
			}
			if j.land.has(v) {
				j.land.live.drop(id, v.Version)
			}
		}
	}
	return nil
}
