package trace

import (
	"bytes"
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"

	"rastro/internal/kind"
	"rastro/internal/lot"
)

// markedLots is how many lots are looked up at once.
const markedLots = 256

// lotMark is what an erasure keeps of a lot's code: a digest under the store's seed.
// The server finds by it that an erased record named a lot. No answer has it: with
// marks to compare, anybody who may erase could try codes.
type lotMark [16]byte

func markOf(seed []byte, code string) lotMark {
	mac := hmac.New(sha256.New, seed)
	mac.Write([]byte("erased lot\x00" + code))
	return lotMark(mac.Sum(nil)[:len(lotMark{})])
}

func (m lotMark) String() string { return hex.EncodeToString(m[:]) }

// markedRecord has the marks of the lots that a record named up to some version.
type markedRecord struct {
	last  [32]byte // commitment of that version
	seed  lotMark  // of the seed that they were made with
	marks []lotMark
}

// markLots works the marks out before the transaction of an erasure, since a record
// may name a hundred thousand lots and others wait for that transaction. Of a record
// that the key does not reach it has none.
func (s *Service) markLots(ctx context.Context, by *Key, k *kind.Kind, id ID) (marked markedRecord, err error) {
	err = s.store.View(ctx, func(r Reader) error {
		versions, err := r.Versions(ctx, id)
		if err != nil || len(versions) == 0 || versions[0].Kind != k || !by.Reaches(versions[0].SafraID) {
			return err
		}
		marked, err = markedRecord{}.of(ctx, r, versions)
		return err
	})
	return marked, err
}

// of is m if it is of these versions; otherwise somebody wrote since, and it is worked
// out anew.
func (m markedRecord) of(ctx context.Context, r Reader, versions []Record) (markedRecord, error) {
	last := versions[len(versions)-1].Hash
	if m.last == last {
		return m, nil
	}
	m = markedRecord{last: last}
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
	seed, err := importSeed(ctx, r)
	if err != nil {
		return m, err
	}
	m.seed = seedMark(seed)
	slices.Sort(codes)
	for _, code := range slices.Compact(codes) {
		m.marks = append(m.marks, markOf(seed, code))
	}
	slices.SortFunc(m.marks, func(a, b lotMark) int { return bytes.Compare(a[:], b[:]) })
	return m, nil
}

// The marks in the findings of an erasure begin with one of these; no other form of
// findings does. seededForm has the mark of the seed before those of lots.
const (
	marksForm  = 0x10
	seededForm = 0x11
)

// packMarks is how the version that erases a record keeps the marks: where others keep
// findings, to which the commitment is by a digest. So they are proven, and neither
// the receipt nor a proof shows them. The id makes the digests of two records differ
// that named the same lots.
func packMarks(id ID, m *markedRecord) []byte {
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

// packedMarks are the marks that a version keeps, and its form; none for a version that
// erases no record.
func (r *Record) packedMarks() (form byte, packed []byte) {
	const head = 1 + len(ID{})
	if r.Operation != Erased || r.Kind.IsChange() || len(r.Findings) < head {
		return 0, nil
	}
	return r.Findings[0], r.Findings[head:]
}

// seedMark is the mark of the seed that a version's marks were made with; ok is false
// where it does not say.
func (r *Record) seedMark() (mark lotMark, ok bool) {
	form, packed := r.packedMarks()
	if form != seededForm || len(packed) < len(mark) {
		return mark, false
	}
	return lotMark(packed), true
}

// ErasedLots returns the marks of the lots that a record named before the version that
// erased it, as they are stored; none for any other version.
func (r *Record) ErasedLots() []string {
	form, packed := r.packedMarks()
	switch {
	case form == seededForm && len(packed) >= len(lotMark{}):
		packed = packed[len(lotMark{}):]
	case form != marksForm:
		return nil
	}
	var marks []string
	for mark := range slices.Chunk(packed, len(lotMark{})) {
		marks = append(marks, hex.EncodeToString(mark))
	}
	return marks
}

// erasedBefore notes the records that named affected lots and were erased before the
// recall: what they said of shipments and holders is not in the report. One that the
// key may not read does not exist for it. It fails with CodeLotsDiffer where the table
// of these records is not what the journal says.
func (c *recalling) erasedBefore(ctx context.Context, s *Service, r Reader, by *Key) error {
	seen, err := c.noteErasures(ctx, r, by)
	if err != nil || c.erasedThere == nil || maps.Equal(seen, c.erasedThere) {
		return err
	}
	return s.lotsDiffer("the erased records that named the lots are not those that the journal has")
}

func (c *recalling) noteErasures(ctx context.Context, r Reader, by *Key) (seen map[ID]bool, err error) {
	seen = map[ID]bool{}
	if n, err := r.Erasures(ctx); n == 0 || err != nil {
		return seen, err
	}
	if c.seed == nil {
		if c.seed, err = importSeed(ctx, r); err != nil {
			return nil, err
		}
	}
	for lots := range slices.Chunk(c.Lotes, markedLots) {
		marks := make([]string, len(lots))
		for i := range lots {
			marks[i] = markOf(c.seed, lots[i].Codigo).String()
		}
		ids, err := r.ErasedNaming(ctx, marks)
		if err != nil {
			return nil, err
		}
		for _, id := range ids {
			if seen[id] || !by.mayHold(id) {
				continue
			}
			noted, err := c.noteErased(ctx, r, by, id)
			if err != nil {
				return nil, err
			}
			if noted {
				seen[id] = true
			}
		}
	}
	slices.SortFunc(c.Expurgos, func(a, b RecallErasure) int {
		return cmp.Or(cmp.Compare(a.Em, b.Em), cmp.Compare(a.Registro.ID, b.Registro.ID))
	})
	return seen, nil
}

// lotMarks are the marks of the affected lots under a seed.
func (c *recalling) lotMarks(seed []byte) (*lot.Seen, error) {
	if c.marks != nil {
		return c.marks, nil
	}
	if err := c.claim.Grow(int64(len(c.Lotes)) * lot.SeenBytes); err != nil {
		return nil, err
	}
	c.marks = lot.NewSeen()
	for i := range c.Lotes {
		c.marks.Add(markOf(seed, c.Lotes[i].Codigo).String())
	}
	return c.marks, nil
}

// erasureWeight is what a report has of an erased record, in bytes.
const erasureWeight = 200

func (c *recalling) noteErased(ctx context.Context, r Reader, by *Key, id ID) (bool, error) {
	versions, err := r.Versions(ctx, id)
	if err != nil || len(versions) == 0 {
		return false, err
	}
	last := &versions[len(versions)-1]
	if last.Operation != Erased || !by.Reaches(last.SafraID) {
		return false, nil
	}
	c.Expurgos = append(c.Expurgos, RecallErasure{Registro: recordOf(last.ref()), Em: last.UpdatedAt.Format(TimeLayout), Antes: true})
	return true, c.weigh(erasureWeight)
}
