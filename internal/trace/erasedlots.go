package trace

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"rastro/internal/canon"
)

// markedLots is how many lots are looked up at once.
const markedLots = 256

// lotMark is what the receipt of an erasure keeps of a lot's code: a digest under the
// store's seed. It tells that an erased record named a lot to who knows the lot, and
// no lot to anybody.
func lotMark(seed []byte, code string) string {
	mac := hmac.New(sha256.New, seed)
	mac.Write([]byte("erased lot\x00" + code))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// lotMarks are the marks of the lots that the versions of a record name, sorted.
func lotMarks(ctx context.Context, r Reader, versions []Record) ([]string, error) {
	var codes []string
	for i := range versions {
		for _, row := range versions[i].LotRows() {
			codes = append(codes, row.Lot)
			for _, other := range row.Others {
				codes = append(codes, other.Lot)
			}
		}
	}
	if len(codes) == 0 {
		return nil, nil
	}
	seed, err := r.ImportSeed(ctx)
	if err != nil {
		return nil, err
	}
	slices.Sort(codes)
	codes = slices.Compact(codes)
	for i := range codes {
		codes[i] = lotMark(seed, codes[i])
	}
	slices.Sort(codes)
	return codes, nil
}

// ErasedLots returns the marks of the lots that a record named before the version that
// erased it; none for any other version.
func (r *Record) ErasedLots() []string {
	if r.Operation != Erased || r.Kind.IsChange() {
		return nil
	}
	var left receipt
	if canon.UnmarshalLenient(r.Dados, &left) != nil {
		return nil
	}
	return left.Lotes
}

// erasedBefore notes the records that named affected lots and were erased before the
// recall: what they said of shipments and holders is not in the report. One that the
// key may not read does not exist for it.
func (c *recalling) erasedBefore(ctx context.Context, r Reader, by *Key) error {
	if n, err := r.Erasures(ctx); n == 0 || err != nil {
		return err
	}
	seed, err := r.ImportSeed(ctx)
	if err != nil {
		return err
	}
	seen := map[ID]bool{}
	for lots := range slices.Chunk(c.Lotes, markedLots) {
		marks := make([]string, len(lots))
		for i := range lots {
			marks[i] = lotMark(seed, lots[i].Codigo)
		}
		ids, err := r.ErasedNaming(ctx, marks)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if seen[id] || !by.mayHold(id) {
				continue
			}
			seen[id] = true
			if err := c.noteErased(ctx, r, by, id); err != nil {
				return err
			}
		}
	}
	slices.SortFunc(c.Expurgos, func(a, b RecallErasure) int {
		return cmp.Or(cmp.Compare(a.Em, b.Em), cmp.Compare(a.Registro.ID, b.Registro.ID))
	})
	return nil
}

// erasureWeight is what a report has of an erased record, in bytes.
const erasureWeight = 200

func (c *recalling) noteErased(ctx context.Context, r Reader, by *Key, id ID) error {
	versions, err := r.Versions(ctx, id)
	if err != nil || len(versions) == 0 {
		return err
	}
	last := &versions[len(versions)-1]
	if last.Operation != Erased || !by.Reaches(last.SafraID) {
		return nil
	}
	c.Expurgos = append(c.Expurgos, RecallErasure{Registro: recordOf(last.ref()), Em: last.UpdatedAt.Format(TimeLayout), Antes: true})
	return c.weigh(erasureWeight)
}
