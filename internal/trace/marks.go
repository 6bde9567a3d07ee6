package trace

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"

	"rastro/internal/canon"
	"rastro/internal/kind"
)

// Mark identifies an imported row: a keyed digest of its content.
type Mark [16]byte

// Marked is a mark, and the record that its row became.
type Marked struct {
	Mark Mark
	ID   ID
}

// MaxMarks bounds the marks of one query.
const MaxMarks = 1000

// MarkedLots is how many lots are looked up at once.
const MarkedLots = 256

// LotMark is the trace of a lot's code that an erasure keeps: a digest under the store's seed.
// With it the server finds out that an erased record named a lot. No response contains it:
// anyone who may erase could otherwise guess codes and compare marks.
type LotMark [16]byte

// MarkOf returns the mark of a lot under a seed.
func MarkOf(seed []byte, code string) LotMark {
	mac := hmac.New(sha256.New, seed)
	mac.Write([]byte("erased lot\x00" + code))
	return LotMark(mac.Sum(nil)[:len(LotMark{})])
}

func (m LotMark) String() string { return hex.EncodeToString(m[:]) }

// MarkedRecord holds the marks of the lots that a record named up to some version.
type MarkedRecord struct {
	last  [32]byte // commitment of that version
	seed  LotMark  // of the seed that keyed the marks
	marks []LotMark
}

// Of returns m if it belongs to these versions; otherwise there was a write since, and
// the marks are computed again.
func (m MarkedRecord) Of(ctx context.Context, r SeedReader, versions []Record) (MarkedRecord, error) {
	last := versions[len(versions)-1].Hash
	if m.last == last {
		return m, nil
	}
	m = MarkedRecord{last: last}
	var codes []string
	for i := range versions {
		for _, row := range versions[i].GraphRows() {
			codes = append(codes, row.Lot)
			for _, other := range row.Others {
				codes = append(codes, other.Lot)
			}
		}
	}
	if len(codes) == 0 {
		return m, nil
	}
	seed, err := ImportSeed(ctx, r)
	if err != nil {
		return m, err
	}
	m.seed = seedMark(seed)
	slices.Sort(codes)
	for _, code := range slices.Compact(codes) {
		m.marks = append(m.marks, MarkOf(seed, code))
	}
	slices.SortFunc(m.marks, func(a, b LotMark) int { return bytes.Compare(a[:], b[:]) })
	return m, nil
}

// The marks in the findings of an erasure begin with one of these; no other form of
// findings does. In seededForm the mark of the seed precedes those of lots.
const (
	marksForm  = 0x10
	seededForm = 0x11
)

// PackMarks packs the marks for the version that erases a record. They are stored in place of
// the findings, to which a version commits by a digest. So they are proven, and neither the
// receipt nor a proof shows them. The id makes the digests of two records differ even if they
// named the same lots.
func PackMarks(id ID, m *MarkedRecord) []byte {
	if len(m.marks) == 0 {
		return nil
	}
	packed := append([]byte{seededForm}, id[:]...)
	packed = append(packed, m.seed[:]...)
	for i := range m.marks {
		packed = append(packed, m.marks[i][:]...)
	}
	return packed
}

// packedMarks returns the marks that a version keeps, and their form; none for a version
// that erases no record.
func (r *Record) packedMarks() (form byte, packed []byte) {
	const head = 1 + len(ID{})
	if r.Operation != Erased || r.Kind.IsChange() || len(r.Findings) < head {
		return 0, nil
	}
	return r.Findings[0], r.Findings[head:]
}

// SeedMark returns the mark of the seed that a version's marks were made with; ok is false
// if the version does not have it.
func (r *Record) SeedMark() (mark LotMark, ok bool) {
	form, packed := r.packedMarks()
	if form != seededForm || len(packed) < len(mark) {
		return mark, false
	}
	return LotMark(packed), true
}

// ErasedLots returns the marks of the lots that a record named before the version that
// erased it, as they are stored; none for any other version.
func (r *Record) ErasedLots() []string {
	form, packed := r.packedMarks()
	switch {
	case form == seededForm && len(packed) >= len(LotMark{}):
		packed = packed[len(LotMark{}):]
	case form != marksForm:
		return nil
	}
	var marks []string
	for mark := range slices.Chunk(packed, len(LotMark{})) {
		marks = append(marks, hex.EncodeToString(mark))
	}
	return marks
}

// Marker makes the marks of one file's rows. A mark is a digest of the row's content and of its
// number among equal rows of the file: a file may repeat a row on purpose.
//
// It is keyed with a seed that never leaves the store, since a row's content can be guessed, and
// its mark outlives its erasure.
type Marker struct {
	seed []byte
	// seen counts rows by the first bytes of their digests, to save memory. If two
	// different rows share them, the second is marked as a repetition. The next import
	// of the file does the same, so this is harmless.
	seen map[uint64]uint32
}

// NewMarker returns a Marker.
func NewMarker(seed []byte) *Marker { return &Marker{seed, map[uint64]uint32{}} }

// Base returns the digest of a row's content, regardless of the order of members, of how numbers are
// written, and of the file's names for kept columns.
func (m *Marker) Base(r *Record) (base [32]byte, err error) {
	payload, err := canon.Canonical(canon.Without(r.Payload, kind.KeptColumns))
	if err != nil {
		return base, err
	}
	said := binary.BigEndian.AppendUint16(make([]byte, 0, len(payload)+256), uint16(r.Kind.Code))
	said = canon.AppendString(said, r.HarvestID)
	said = canon.AppendString(said, r.HarvestCode)
	said = append(said, payload...)
	digest := hmac.New(sha256.New, m.seed)
	digest.Write(said)
	digest.Sum(base[:0])
	return base, nil
}

// Mark returns the mark of the next row with this digest.
func (m *Marker) Mark(base [32]byte) (mark Mark) {
	short := binary.BigEndian.Uint64(base[:8])
	m.seen[short]++
	sum := sha256.Sum256(binary.BigEndian.AppendUint32(base[:], m.seen[short]))
	copy(mark[:], sum[:])
	return mark
}

// The store's seed keys the marks of imported rows and those of erased lots. No signature covers
// it. Under another seed, an imported file would be imported again, and a recall would not know
// about erased records. So the seed is compared with marks that were made with it.

// seedSample is how many imported rows are looked at.
const seedSample = 8

// ImportSeed returns the seed. It fails with CodeSeedChanged if earlier imports were
// marked with another.
func ImportSeed(ctx context.Context, r SeedReader) ([]byte, error) {
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
		// If the file repeated the row, its first occurrence was marked too. Marks outlive their
		// records.
		first, err := firstMark(seed, &versions[0])
		if err != nil {
			continue
		}
		found, err := r.Imported(ctx, []Mark{first})
		if err != nil {
			return nil, err
		}
		if len(found) > 0 {
			return seed, nil
		}
		compared = true
	}
	if compared {
		return nil, Fail(CodeSeedChanged)
	}
	return seed, nil
}

// firstMark returns the mark of the first row of a file with a record's content, under a seed.
func firstMark(seed []byte, row *Record) (Mark, error) {
	m := NewMarker(seed)
	base, err := m.Base(row)
	return m.Mark(base), err
}

// seedMark returns the mark of the empty code. An erasure keeps it along with those of its lots, to
// show which seed made them.
func seedMark(seed []byte) LotMark { return MarkOf(seed, "") }

// MarkedUnder reports whether an erasure was marked under a seed, or may have been:
// earlier builds did not record the seed.
func (r *Record) MarkedUnder(seed []byte) bool {
	said, ok := r.SeedMark()
	return !ok || said == seedMark(seed)
}
