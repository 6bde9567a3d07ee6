package derive

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"rastro/internal/trace"
)

// batch is how many records, or rows that come from none, are restored in one
// transaction: others who write wait for no more.
const batch = 100

// Keys restores keys. app.App implements it, because it takes a note.
type Keys interface {
	RestoreKeys(ctx context.Context) ([]string, error)
}

// Rebuilt is the result of a rebuild.
type Rebuilt struct {
	Rows     int // rows of derived tables that were restored
	Versions int // rows of the journal whose own columns were
	Keys     []string
	// Left are the differences that could not be restored, in words.
	Left []string
}

// Rebuild restores the derived tables of the named groups from the journal; nil means all. It works
// while servers run, a few records at a time. Each round compares first and then restores
// differences, so it can be stopped at any moment and run again: restored rows are not touched
// twice. progress gets the number of rows restored so far. If a version of the journal was changed
// after it was written, Rebuild fails with ErrChanged and restores nothing more; if one is missing,
// it fails with ErrLost.
func Rebuild(ctx context.Context, store Store, keys Keys, only []string, progress func(Rebuilt)) (Rebuilt, error) {
	var done Rebuilt
	chosen, err := choose(only)
	if err != nil {
		return done, err
	}
	var tried tried
	for before, first := 0, true; ; first = false {
		found, err := find(ctx, store, chosen)
		if err != nil {
			return done, err
		}
		if first && chosen.keys { // after the journal has proved sound
			if done.Keys, err = keys.RestoreKeys(ctx); err != nil {
				return done, err
			}
			progress(done)
		}
		left := len(found.differences) + len(found.unevens)
		if left == 0 || !tried.add(found) && left >= before {
			done.Left = found.say()
			return done, finish(ctx, store, chosen, found)
		}
		before = left
		if found.differs(groupLots) {
			if err := mark(ctx, store, true); err != nil {
				return done, err
			}
		}
		if err := restore(ctx, store, found, &done, progress); err != nil {
			return done, err
		}
	}
}

// find compares in one snapshot. It compares the lot graph even if it is marked as incomplete, as
// an interrupted rebuild leaves it.
func find(ctx context.Context, store Store, chosen choice) (found *comparison, err error) {
	err = store.ViewRows(ctx, func(r Reader) error {
		if err := whole(ctx, r); err != nil {
			return err
		}
		found, err = compare(ctx, r, unfilledToo(chosen.tables), chosen.versions, &comparison{held: heldToRestore, sound: true})
		return err
	})
	return found, err
}

// unfilledToo returns the tables without the question whether they are filled: a
// rebuild fills them.
func unfilledToo(tables []*Table) []*Table {
	all := make([]*Table, len(tables))
	for i, t := range tables {
		whole := *t
		whole.Filled = nil
		all[i] = &whole
	}
	return all
}

// mark marks the lot graph as incomplete, or as whole.
func mark(ctx context.Context, store Store, incomplete bool) error {
	return store.UpdateRows(ctx, func(w Writer) error { return w.Rebuilding(ctx, incomplete) })
}

// finish marks groups without remaining differences as complete. A group that cannot be restored
// does not affect the others.
func finish(ctx context.Context, store Store, chosen choice, found *comparison) error {
	if len(chosen.tables) == 0 {
		return nil
	}
	return store.UpdateRows(ctx, func(w Writer) error {
		for _, t := range chosen.tables {
			if t.Filled == nil || found.differs(t.Group) {
				continue
			}
			if err := w.Filled(ctx, t.Group); err != nil {
				return err
			}
		}
		if !chosen.lots() || found.differs(groupLots) {
			return nil
		}
		return w.Rebuilding(ctx, false)
	})
}

// restore restores what differs.
func restore(ctx context.Context, store Store, found *comparison, done *Rebuilt, progress func(Rebuilt)) error {
	for versions := range slices.Chunk(found.unevens, batch) {
		err := store.UpdateRows(ctx, func(w Writer) error {
			for i := range versions {
				if err := mendVersion(ctx, w, &versions[i]); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		done.Versions += len(versions)
		progress(*done)
	}
	single := slices.DeleteFunc(slices.Clone(found.differences), func(d Difference) bool { return d.Table.Of == nil })
	for rows := range slices.Chunk(ordered(single), batch) {
		err := store.UpdateRows(ctx, func(w Writer) error { return mendRows(ctx, w, rows) })
		if err != nil {
			return err
		}
		done.Rows += len(rows)
		progress(*done)
	}
	return restoreCodes(ctx, store, found, done, progress)
}

// ordered groups the differences by record id, so that each record is read once, and two concurrent
// rebuilds do not deadlock.
func ordered(differences []Difference) []Difference {
	all := slices.Clone(differences)
	place := map[*Table]int{}
	for i := range all {
		if _, ok := place[all[i].Table]; !ok {
			place[all[i].Table] = i
		}
	}
	slices.SortStableFunc(all, func(a, b Difference) int {
		if a.Table != b.Table {
			return place[a.Table] - place[b.Table]
		}
		return bytes.Compare(a.Record[:], b.Record[:])
	})
	return all
}

// mendRows restores rows in one transaction. It derives the rows again from locked records,
// because they may have changed since the comparison.
func mendRows(ctx context.Context, w Writer, rows []Difference) error {
	var held heldRecord
	for i := range rows {
		d := &rows[i]
		if d.Table.Mend != nil {
			if err := d.Table.Mend(ctx, w, d.Table, d.Key); err != nil {
				return err
			}
			continue
		}
		if i == 0 || d.Record != held.id {
			if err := w.Hold(ctx, d.Record); err != nil {
				return err
			}
			versions, err := w.Versions(ctx, d.Record)
			if err == nil {
				err = soundRecord(versions)
			}
			if err != nil {
				return err
			}
			held = heldRecord{id: d.Record, versions: versions}
		}
		if err := held.mend(ctx, w, d); err != nil {
			return err
		}
	}
	return nil
}

// heldRecord is a locked record, and its rows in one table: it may have thousands.
type heldRecord struct {
	id       trace.ID
	versions []trace.Record
	table    *Table
	rows     map[string]Row
}

func (h *heldRecord) mend(ctx context.Context, w Writer, d *Difference) error {
	if h.table != d.Table {
		h.table, h.rows = d.Table, map[string]Row{}
		versions, err := reached(ctx, w, d.Table, h.versions)
		if err != nil {
			return err
		}
		for _, row := range rowsOf(d.Table, versions) {
			h.rows[string(encode(nil, row.Key))] = row
		}
	}
	if row, ok := h.rows[string(encode(nil, d.Key))]; ok {
		return w.PutRow(ctx, d.Table, row)
	}
	if n := len(h.versions); d.Table.Lasts != nil && n > 0 && h.versions[n-1].Operation == trace.Erased {
		return nil // its content is unknown, and so is which of two rows is right
	}
	return w.DropRow(ctx, d.Table, d.Key)
}

// mendVersion rewrites the parts of a version's row that follow from the rest.
func mendVersion(ctx context.Context, w Writer, u *uneven) error {
	if err := w.Hold(ctx, u.id); err != nil {
		return err
	}
	versions, err := w.Versions(ctx, u.id)
	if err == nil {
		err = soundRecord(versions)
	}
	if err != nil {
		return err
	}
	at := slices.IndexFunc(versions, func(v trace.Record) bool { return v.Version == u.version })
	if at < 0 {
		return fmt.Errorf("%s version %d: %w", u.id, u.version, errGone)
	}
	var next *trace.Record
	if at+1 < len(versions) {
		next = &versions[at+1]
	}
	want := follows(&Version{Record: versions[at]}, next)
	return w.Mend(ctx, &want)
}

var errGone = errors.New("it is not in the journal any more")
