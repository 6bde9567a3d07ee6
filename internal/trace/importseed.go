package trace

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
)

// The store's seed keys the marks of imported rows and those of erased lots. No
// signature covers it. Under another seed a file that was imported would be imported
// again, and a recall would not know of what was erased. So the seed is held against
// marks that were made with it.

const (
	seedSample  = 8  // imported rows that are looked at
	seedRepeats = 64 // how often a row may have been repeated in its file
)

// importSeed returns the seed. It fails with CodeSeedChanged where it is not the one
// that earlier imports were marked with.
func importSeed(ctx context.Context, r Reader) ([]byte, error) {
	seed, err := r.ImportSeed(ctx)
	if err != nil {
		return nil, err
	}
	sample, err := r.SomeImported(ctx, seedSample)
	if err != nil {
		return nil, err
	}
	compared := false
	for _, one := range sample {
		versions, err := r.Versions(ctx, one.ID)
		if err != nil {
			return nil, err
		}
		if len(versions) == 0 || versions[0].Gone() || !versions[0].Intact() {
			continue
		}
		if marks(seed, &versions[0], one.Mark) {
			return seed, nil
		}
		compared = true
	}
	if compared {
		return nil, Fail(CodeSeedChanged)
	}
	return seed, nil
}

// marks reports whether a mark is that of a row under a seed.
func marks(seed []byte, row *Record, mark Mark) bool {
	base, err := newMarker(seed).base(row)
	if err != nil {
		return false
	}
	for n := range uint32(seedRepeats) {
		sum := sha256.Sum256(binary.BigEndian.AppendUint32(base[:], n+1))
		if hmac.Equal(sum[:len(mark)], mark[:]) {
			return true
		}
	}
	return false
}

// seedMark is the mark of no lot. An erasure keeps it beside those of its lots, and
// tells by it which seed they were made with.
func seedMark(seed []byte) lotMark { return markOf(seed, "") }

// MarkedUnder reports whether an erasure was marked under a seed, as far as it can be
// told: earlier builds did not say.
func (r *Record) MarkedUnder(seed []byte) bool {
	said, ok := r.seedMark()
	return !ok || said == seedMark(seed)
}
