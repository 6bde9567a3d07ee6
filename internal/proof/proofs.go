package proof

import (
	"cmp"
	"context"
	"slices"
	"time"

	"rastro/internal/attachment"
	"rastro/internal/kind"
	"rastro/internal/ledger"
	"rastro/internal/personal"
	"rastro/internal/trace"
)

// Prover proves many versions against one state of the log. It holds no snapshot between calls,
// so that writing proofs to a slow reader keeps no one waiting.
type Prover struct {
	s     *Auditor
	by    *trace.Key
	state trace.LogState
	in    *ledger.Inclusions // the part that records written together share
}

// NewProver returns a prover of the newest state of the log.
func (s *Auditor) NewProver(ctx context.Context, by *trace.Key) (*Prover, error) {
	if err := by.Need(trace.Read); err != nil {
		return nil, err
	}
	if err := personal.Need(by); err != nil {
		return nil, err
	}
	state, err := s.publicLog.NewestState(ctx)
	state = s.publicLog.Cosigned(state, 0)
	return &Prover{s, by, state, ledger.NewInclusions(state.Tree)}, err
}

// Checkpoint returns the signed state, Verifier the key that verifies it.
func (p *Prover) Checkpoint() []byte { return p.state.Checkpoint }

// Verifier returns the key that verifies the log's checkpoints.
func (p *Prover) Verifier() string { return p.state.Verifier }

// Logged makes sure that the state covers the versions. If it does not yet, it brings the log up to
// date and takes its newest state. It fails with CodeNotLogged if that does not help in time.
func (p *Prover) Logged(ctx context.Context, refs []trace.RecordRef) error {
	return p.s.publicLog.InLog(ctx, func() error {
		last, err := p.logged(ctx, refs)
		if !trace.Is(err, trace.CodeNotLogged) {
			return err
		}
		state, failed := p.s.publicLog.NewestState(ctx)
		if failed != nil || state.Tree == p.state.Tree {
			return cmp.Or(failed, err)
		}
		p.state = p.s.publicLog.Cosigned(state, last)
		p.in = ledger.NewInclusions(p.state.Tree)
		_, err = p.logged(ctx, refs)
		return err
	})
}

// logged returns the last place of the versions in the log. It fails with CodeNotLogged if the state
// does not cover it.
func (p *Prover) logged(ctx context.Context, refs []trace.RecordRef) (last int64, err error) {
	err = p.s.store.View(ctx, func(r Reader) error {
		for i := range refs {
			index, err := r.LogIndex(ctx, refs[i].ID, refs[i].Version)
			if err != nil {
				return err
			}
			last = max(last, index)
		}
		return nil
	})
	if err == nil && last >= p.state.Tree.Size {
		err = trace.Fail(trace.CodeNotLogged)
	}
	return last, err
}

func (p *Prover) place(ctx context.Context, r Reader, ref *trace.RecordRef) (int64, error) {
	index, err := r.LogIndex(ctx, ref.ID, ref.Version)
	if err == nil && index >= p.state.Tree.Size {
		err = trace.Fail(trace.CodeNotLogged)
	}
	return index, err
}

// Limits on what is read before the response begins.
const (
	proofChunk      = 50
	proofChunkBytes = 16 << 20
)

// Each calls fn with the proof of every version, in the order of the references.
// fn may be slow. A version that was erased is an error.
func (p *Prover) Each(ctx context.Context, refs []trace.RecordRef, fn func(*trace.RecordRef, ledger.Proof) error) error {
	for len(refs) > 0 {
		var proofs []ledger.Proof
		err := p.s.store.View(ctx, func(r Reader) error {
			proofs = proofs[:0]
			bytes := 0
			for i := range refs[:min(len(refs), proofChunk)] {
				proof, err := p.prove(ctx, r, &refs[i])
				if err != nil {
					return err
				}
				proofs = append(proofs, proof)
				if bytes += len(proof.Document); bytes > proofChunkBytes {
					break
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		for i := range proofs {
			if err := fn(&refs[i], proofs[i]); err != nil {
				return err
			}
		}
		refs = refs[len(proofs):]
	}
	return nil
}

func (p *Prover) prove(ctx context.Context, r Reader, ref *trace.RecordRef) (ledger.Proof, error) {
	if err := p.by.NeedHarvest(ref.HarvestID); err != nil {
		return ledger.Proof{}, err
	}
	v, err := p.version(ctx, r, ref)
	if err != nil {
		return ledger.Proof{}, err
	}
	index, err := p.place(ctx, r, ref)
	if err != nil {
		return ledger.Proof{}, err
	}
	hashes, err := p.in.Of(func(t ledger.Tile) ([]byte, error) { return r.Tile(ctx, t) }, index)
	if err != nil {
		return ledger.Proof{}, err
	}
	return p.s.proofOf(v, p.state, index, hashes)
}

// Seals calls fn with the seal of every version, in the order of the references. It proves
// nothing, and is cheap.
func (p *Prover) Seals(ctx context.Context, refs []trace.RecordRef, fn func(seal []byte) error) error {
	for part := range slices.Chunk(refs, proofChunk) {
		var seals [][]byte
		err := p.s.store.View(ctx, func(r Reader) error {
			seals = seals[:0]
			for i := range part {
				if err := p.by.NeedHarvest(part[i].HarvestID); err != nil {
					return err
				}
				v, err := p.version(ctx, r, &part[i])
				if err != nil {
					return err
				}
				seals = append(seals, v.Seal)
			}
			return nil
		})
		if err != nil {
			return err
		}
		for _, seal := range seals {
			if err := fn(seal); err != nil {
				return err
			}
		}
	}
	return nil
}

// version reads a version. It tries the live one first: that is the usual request, and the
// cheapest.
func (p *Prover) version(ctx context.Context, r Reader, ref *trace.RecordRef) (*trace.Record, error) {
	if live, err := r.Record(ctx, ref.ID); err == nil && live.Version == ref.Version {
		return live, nil
	}
	versions, err := r.Versions(ctx, ref.ID)
	if err != nil {
		return nil, err
	}
	if ref.Version < 1 || ref.Version > int64(len(versions)) {
		return nil, trace.Fail(trace.CodeRecordNotFound)
	}
	v := &versions[ref.Version-1]
	if v.Gone() {
		return nil, trace.ErasedError(&versions[len(versions)-1])
	}
	return v, nil
}

// proofOf assembles the proof of a version that has a place in a state of the log.
func (s *Auditor) proofOf(v *trace.Record, state trace.LogState, index int64, hashes []ledger.Hash) (ledger.Proof, error) {
	document, err := v.Document()
	if err != nil {
		return ledger.Proof{}, err
	}
	proof := s.Proof(document, v.Salt[:], v.Hash, index, hashes, state)
	proof.Revealed, err = attachment.Hidden(v.Seal)
	return proof, err
}

// Proof puts a proof together, with the logs that this one continues.
func (s *Auditor) Proof(document, salt []byte, hash [32]byte, index int64, hashes []ledger.Hash, state trace.LogState) ledger.Proof {
	proof := ledger.NewProof(document, salt, hash, index, hashes, state.Checkpoint, s.publicLog.Signer().Origin())
	proof.Predecessors = s.publicLog.Predecessors()
	return proof
}

// RecordsOf names the live records of some kinds in some harvests, by harvest,
// kind and id, as of an instant; zero is now.
func (s *Auditor) RecordsOf(ctx context.Context, by *trace.Key, kinds []*kind.Kind, harvests []string, at time.Time) ([]trace.RecordRef, error) {
	if err := by.Need(trace.Read); err != nil {
		return nil, err
	}
	for _, harvest := range harvests {
		if err := by.NeedHarvest(harvest); err != nil {
			return nil, err
		}
	}
	var all []trace.RecordRef
	err := s.store.View(ctx, func(r Reader) error {
		all = nil
		for _, harvest := range harvests {
			for _, k := range kinds {
				err := trace.StreamSent(ctx, r, k, harvest, at, func(v *trace.Record) error {
					all = append(all, v.Ref())
					return nil
				})
				if err != nil {
					return err
				}
			}
		}
		return nil
	})
	return all, err
}
