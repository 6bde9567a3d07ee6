package derive

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// ErrDerived means that a derived table differs from the journal.
var ErrDerived = errors.New("a table of the database is not what the journal says: run 'rastro verify' to see everything that was changed, then 'rastro rebuild' to restore it")

// sampled is how many records a sample reads: half of them are the newest.
const sampled = 100

// Sample derives the rows of some records again, the newest ones and others at random, and fails
// with ErrDerived if one is stored differently. A server does so when it starts; Verify looks at
// everything.
func Sample(ctx context.Context, store Store) error {
	return store.ViewRows(ctx, func(r Reader) error {
		state, err := r.Log(ctx)
		if err != nil {
			return err
		}
		chosen, err := sampleOf(ctx, r, state.Tree.Size)
		if err != nil {
			return err
		}
		var whole comparison
		tables, err := whole.filled(ctx, r, Tables)
		if err != nil {
			return err
		}
		tables = slices.DeleteFunc(tables, func(t *Table) bool { return t.Merge != nil || t.Of == nil || t.UpTo != nil })
		filled := !slices.Contains(whole.unfilled, "code_owner")
		for id := range chosen {
			versions, err := r.Versions(ctx, id)
			if err != nil {
				return err
			}
			if err := sampleRecord(ctx, r, tables, versions); err != nil {
				return err
			}
			if n := len(versions); filled && n > 0 {
				if err := sampleClaims(ctx, r, &versions[n-1]); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// sampleOf picks records by their places in the log.
func sampleOf(ctx context.Context, r Reader, size int64) (map[trace.ID]bool, error) {
	chosen := map[trace.ID]bool{}
	take := func(from int64, n int) error {
		return r.EachLogged(ctx, from, n, func(v *trace.Record) error {
			chosen[v.ID] = true
			return nil
		})
	}
	if err := take(max(0, size-sampled/2), sampled/2); err != nil {
		return nil, err
	}
	for range sampled / 2 {
		if size == 0 {
			break
		}
		if err := take(rand.Int64N(size), 1); err != nil {
			return nil, err
		}
	}
	return chosen, nil
}

func sampleRecord(ctx context.Context, r Reader, tables []*Table, versions []trace.Record) error {
	for _, t := range tables {
		for _, want := range rowsOf(t, versions) {
			row, ok, err := r.RowAt(ctx, t, want.Key)
			if err != nil {
				return err
			}
			if !ok || string(encode(nil, row.Value)) != string(encode(nil, want.Value)) {
				d := t.difference(want, !ok, false)
				return fmt.Errorf("%w; %s", ErrDerived, d.String())
			}
		}
	}
	return nil
}

// sampleClaims checks whether what a record claims has an owner, and its party is
// counted among those who claim it. Verify computes who the owner must be.
func sampleClaims(ctx context.Context, r Reader, v *trace.Record) error {
	if !v.MayClaim() {
		return nil
	}
	owners, holders := tableNamed("code_owner"), tableNamed("code_holder")
	for _, realm := range []ownership.Realm{ownership.Lots, ownership.GTINs} {
		for _, code := range v.Claimed(realm) {
			key := []any{int64(realm), code}
			owner, owned, err := r.RowAt(ctx, owners, key)
			if err != nil {
				return err
			}
			held, counted, err := r.RowAt(ctx, holders, append(key, v.HarvestID, v.CreatedBy))
			if err != nil {
				return err
			}
			var d Difference
			switch {
			case !owned:
				d = owners.difference(Row{Key: key}, true, false)
			case !counted:
				d = holders.difference(Row{Key: append(key, v.HarvestID, v.CreatedBy)}, true, false)
			default:
				h := holderOf(held)
				if h.Live > 0 && h.Against == against(&h, ownerOf(owner).HarvestID) {
					continue
				}
				d = holders.difference(held, false, false)
			}
			return fmt.Errorf("%w; %s", ErrDerived, d.String())
		}
	}
	return nil
}
