package trace

import (
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/ledger"
)

// Receipt is what remains of an erased record: the payload of the erasing version.
type Receipt struct {
	Reason   string `json:"motivo"`
	Versions int64  `json:"versoesExpurgadas"`
}

// ErasedError returns the error for a record whose newest version is an erasure. It carries the receipt.
func ErasedError(r *Record) *Error {
	data := append([]byte(nil), `{"recibo":{"id":"`...)
	data = append(data, r.ID.String()...)
	data = append(data, `","prefixo":`...)
	data = canon.AppendString(data, r.Kind.Prefix)
	data = append(data, `,"expurgadoEm":"`...)
	data = r.UpdatedAt.UTC().AppendFormat(data, TimeLayout)
	data = append(data, `","expurgadoPor":`...)
	data = canon.AppendString(data, r.UpdatedBy)
	data = append(data, `,"expurgo":`...)
	data = append(data, r.Payload...)
	data = append(data, `,"hash":"`...)
	data = hex.AppendEncode(data, r.Hash[:])
	data = append(data, `"}}`...)
	return &Error{Code: CodeErased, Data: data}
}

// MaxReason bounds a stated reason: of an erasure, or of an approval despite errors.
const MaxReason = 500

// WasErased reports whether a version lacks its data because its record was erased.
// Without an erasure, missing data means tampering.
func WasErased(ctx context.Context, r VersionReader, v *Record) (bool, error) {
	if !v.Gone() {
		return false, nil
	}
	versions, err := r.Versions(ctx, v.ID)
	if err != nil || len(versions) == 0 {
		return false, err
	}
	last := &versions[len(versions)-1]
	return last.Operation == Erased && last.Version > v.Version, nil
}

// LeafAt reads the hash of an entry in the tree.
func LeafAt(ctx context.Context, r TileReader, index int64) (leaf ledger.Hash, err error) {
	width := int(index%ledger.TileWidth) + 1
	tile, err := r.Tile(ctx, ledger.Tile{Index: index / ledger.TileWidth, Width: width})
	if err != nil {
		return leaf, err
	}
	copy(leaf[:], tile[(width-1)*len(leaf):])
	return leaf, nil
}

// RecordChunk is how many records a page has.
const RecordChunk = 200

// Ref names the version.
func (r *Record) Ref() RecordRef { return RecordRef{r.Kind, r.ID, r.Version, r.HarvestID} }

// AppendOnce appends a value to a list unless the list has it.
func AppendOnce[T comparable](list []T, s T) []T {
	for _, have := range list {
		if have == s {
			return list
		}
	}
	return append(list, s)
}

// RecordRef names a version of a record.
type RecordRef struct {
	Kind      *kind.Kind
	ID        ID
	Version   int64
	HarvestID string
}

// sentPage is how many records are in memory at a time. A page with many bytes has fewer.
const sentPage = 100

// StreamSent calls fn with the records of a kind in one harvest, by id.
func StreamSent(ctx context.Context, r PageReader, k *kind.Kind, harvest string, at time.Time, fn func(*Record) error) error {
	return EachRecord(ctx, r.Records, Query{Kind: k, Reach: Only(harvest), At: at, Order: OldestFirst, Limit: sentPage}, fn)
}

// EachRecord calls fn with all records that a query finds. It reads them in pages of at most
// q.Limit records, and fewer where these are too large for one page.
func EachRecord(ctx context.Context, read func(context.Context, Query) ([]Record, error), q Query, fn func(*Record) error) error {
	most := q.Limit
	for {
		page, err := read(ctx, q)
		if Is(err, CodePageTooLarge) && q.Limit > 1 {
			q.Limit = max(1, q.Limit/8) // a page of one record is never too large
			continue
		}
		if err != nil {
			return err
		}
		for i := range page {
			if err := fn(&page[i]); err != nil {
				return err
			}
		}
		if len(page) < q.Limit {
			return nil
		}
		q.After, q.Limit = q.Order.Position(&page[len(page)-1]), most
	}
}

// LiveRecord reads a live record of a kind. A record of another kind, or in a harvest that
// the key does not reach, is not found, even if it was deleted or erased.
func LiveRecord(ctx context.Context, r LiveReader, by *Key, k *kind.Kind, id string) (*Record, error) {
	parsed, ok := ParseID(id)
	if !ok {
		return nil, Fail(CodeIDMalformed)
	}
	if !by.MayHold(parsed) {
		return nil, Fail(CodeRecordNotFound)
	}
	record, err := r.Record(ctx, parsed)
	if Is(err, CodeErased) {
		return nil, erased(ctx, r, by, k, parsed)
	}
	if err != nil {
		return nil, err
	}
	if record.Kind != k || !by.Reaches(record.HarvestID) {
		return nil, Fail(CodeRecordNotFound)
	}
	return record, nil
}

// erased is the error a key gets for an erased record. The receipt says who erased it
// and why, so it is only for keys that may read or erase the record.
func erased(ctx context.Context, r VersionReader, by *Key, k *kind.Kind, id ID) error {
	versions, err := r.Versions(ctx, id)
	if err != nil {
		return err
	}
	if len(versions) == 0 || versions[0].Kind != k || !by.Reaches(versions[0].HarvestID) {
		return Fail(CodeRecordNotFound)
	}
	if !by.Has(Read) && !by.Has(Admin) {
		return Fail(CodeErased)
	}
	return ErasedError(&versions[len(versions)-1])
}

// FewHarvests is up to how many harvests are read, or counted, one by one.
const FewHarvests = 20

// ReadRecords reads records in the order of their ids. It reads a few harvests one by one,
// each from its part of the index: for all at once, SQLite would go through every record
// of the kind until it has enough.
func ReadRecords(ctx context.Context, r PageReader, q Query) ([]Record, error) {
	byID := len(q.Order) == 1 && q.Order[0].Field == ByID
	if len(q.HarvestIDs) < 2 || len(q.HarvestIDs) > FewHarvests || !byID || q.Offset > 0 || !q.At.IsZero() {
		return RecordsOf(ctx, r, q)
	}
	var all []Record
	for i, harvestID := range q.HarvestIDs {
		if slices.Contains(q.HarvestIDs[:i], harvestID) {
			continue
		}
		one := q
		one.HarvestIDs = []string{harvestID}
		found, err := RecordsOf(ctx, r, one)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
		SortRecords(all, q.Order)
		all = all[:min(len(all), q.Limit)]
	}
	return all, nil
}

// SortRecords sorts records in an order.
func SortRecords(records []Record, order Order) { slices.SortFunc(records, order.Compare) }

// VersionName names a version for the server's log.
func VersionName(r *Record) string {
	return fmt.Sprintf("%s %s version %d", r.Kind.Prefix, r.ID, r.Version)
}

// UnplacedFor is how long a version may wait for its place while newer ones get theirs:
// longer than any transaction that could delay it.
const UnplacedFor = time.Minute

// PlacedUntil is when the newest version in the log was written. It is zero while the log is empty.
func PlacedUntil(ctx context.Context, r LoggedReader, state LogState) (at time.Time, err error) {
	if state.Tree.Size == 0 {
		return at, nil
	}
	err = r.EachLogged(ctx, state.Tree.Size-1, 1, func(newest *Record) error {
		at = newest.UpdatedAt
		return nil
	})
	return at, err
}

// Overdue reports whether a version without a place in the log should have one. The time
// of the last signature does not matter: a server that was stopped, or a store whose log
// starts late, may have much to catch up on.
func (r *Record) Overdue(placedUntil time.Time) bool {
	return r.UpdatedAt.Before(placedUntil.Add(-UnplacedFor))
}
