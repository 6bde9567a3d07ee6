package evidence

import (
	"context"
	"errors"

	"rastro/internal/lot"
	"rastro/internal/onestate"
	"rastro/internal/trace"
)

// errNamed ends a walk over records at the first that names a lot.
var errNamed = errors.New("a record names the lot")

// UnknownLotsError returns the error for a lot that the graph lacks: unknown, or CodeLotsDiffer if a record
// that the key may read still names it. It reads all records, so it waits for the key's turn, and
// remembers the lots that it searched for. Its caller must have neither a turn nor a snapshot. It
// does not search a store that is too large to be compared as a whole.
func (s *Checker) UnknownLotsError(ctx context.Context, by *trace.Key, written []string, unknown error) error {
	stamp, err := s.stamps.Stamp(ctx)
	if err != nil {
		return err
	}
	if len(s.unsearched(stamp, by, written)) == 0 {
		return unknown
	}
	done, err := s.checking.Wait(ctx, by.AccessKey)
	if err != nil {
		return err
	}
	defer done()
	if stamp, err = s.stamps.Stamp(ctx); err != nil {
		return err
	}
	lots := s.unsearched(stamp, by, written) // another request may have searched meanwhile
	if len(lots) == 0 {
		return unknown
	}
	searched := false
	err = s.store.View(onestate.Need(ctx), func(r LotReader) (err error) {
		searched, err = s.searchLots(ctx, r, by, lots)
		return err
	})
	if errors.Is(err, errNamed) {
		return s.LotsDiffer("records name a lot that has no such rows in the lot graph")
	}
	if err != nil {
		return err
	}
	if now, err := s.stamps.Stamp(ctx); searched && err == nil && now == stamp {
		for code := range lots {
			s.Remember(stamp, by, code, nil)
		}
	}
	return unknown
}

// noRole is after all roles.
const noRole = lot.Suspected + 1

// unsearched returns the codes of the lots that are not remembered.
func (s *Checker) unsearched(stamp trace.Stamp, by *trace.Key, written []string) map[string]lot.Role {
	lots := map[string]lot.Role{}
	for _, one := range written {
		code := lot.Fold(one)
		if _, ok := s.Remembered(stamp, by, code); code != "" && !ok {
			lots[code] = noRole
		}
	}
	return lots
}

// searchLots looks for records that name lots in an earlier role than the graph has, and notes that
// role. It fails with errNamed when it finds such a record, and reports whether it searched.
func (s *Checker) searchLots(ctx context.Context, r LotReader, by *trace.Key, lots map[string]lot.Role) (bool, error) {
	if filled, err := r.LotsFilled(ctx); err != nil || !filled {
		return false, err
	}
	state, err := r.Log(ctx)
	if err != nil && !trace.Is(err, trace.CodeRecordNotFound) {
		return false, err
	}
	if state.Tree.Size > s.limits.Versions {
		return false, nil
	}
	for code := range lots {
		q := trace.LotQuery{Lots: []string{code}, From: lot.Identified, To: lot.Suspected, Limit: 1, RefsOnly: true, Reach: by.Reach()}
		err := r.EachLotRow(ctx, q, func(row *lot.Row) error {
			lots[code] = row.Role
			return nil
		})
		if err != nil {
			return false, err
		}
	}
	err = eachNamingLots(ctx, r, by.Reach(), func(v *trace.Record) error {
		rows := v.GraphRows()
		for i := range rows {
			if first, ok := lots[rows[i].Lot]; ok && rows[i].Role < first {
				return errNamed
			}
		}
		return ctx.Err()
	})
	return err == nil, err
}
