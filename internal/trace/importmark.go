package trace

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"

	"rastro/internal/canon"
)

// marker makes the marks of one file's rows. A mark is a digest of what the row
// says and of which of the rows that say the same it is in its file: a file may
// well say the same twice and mean it.
//
// It is keyed with a seed that never leaves the store, since what a row says can
// be guessed, and its mark outlives its erasure.
type marker struct {
	seed []byte
	// seen counts rows by the first bytes of their digests, which takes little of
	// memory. Where two different rows share them the second is marked as a
	// repetition; it will be again the next time, so that does no harm.
	seen map[uint64]uint32
}

func newMarker(seed []byte) *marker { return &marker{seed, map[uint64]uint32{}} }

// base is the digest of what a row says. Members in another order, and numbers
// written otherwise, say the same.
func (m *marker) base(r *Record) (base [32]byte, err error) {
	dados, err := canon.Canonical(r.Dados)
	if err != nil {
		return base, err
	}
	said := binary.BigEndian.AppendUint16(make([]byte, 0, len(dados)+256), uint16(r.Kind.Code))
	said = canon.AppendString(said, r.SafraID)
	said = canon.AppendString(said, r.SafraCodigo)
	said = append(said, dados...)
	digest := hmac.New(sha256.New, m.seed)
	digest.Write(said)
	digest.Sum(base[:0])
	return base, nil
}

// mark is the mark of the next row with a digest.
func (m *marker) mark(base [32]byte) (mark Mark) {
	short := binary.BigEndian.Uint64(base[:8])
	m.seen[short]++
	sum := sha256.Sum256(binary.BigEndian.AppendUint32(base[:], m.seen[short]))
	copy(mark[:], sum[:])
	return mark
}
