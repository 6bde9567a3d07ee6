package derive

import (
	"bytes"
	"context"

	"rastro/internal/trace"
)

// walk derives the rows of some tables from the journal, in one pass.
type walk struct {
	tables []*Table
	emit   func(*Table, Row)
	// onInconsistent receives versions whose own columns are inconsistent; it may be nil.
	onInconsistent func(v *Version, want Version)
	// claims collects what happened to codes; nil: not needed.
	claims *claims
	// sound: it ends with ErrChanged at a record that is not as it was written.
	sound bool
	// erased are the erased validations: what they left behind stays.
	erased map[trace.ID]bool

	upTo   map[*Table]int64 // for the tables that follow the journal
	merged map[*Table]map[string]Row
	last   *Version // the previous version, while the next one is unknown
	gone   *Version // a version of the current record whose payload was erased
}

// run walks through the journal.
func (w *walk) run(ctx context.Context, r Reader) error {
	w.erased, w.merged, w.last = map[trace.ID]bool{}, map[*Table]map[string]Row{}, nil
	upTo, err := followed(ctx, r, w.tables)
	if err != nil {
		return err
	}
	w.upTo = upTo
	err = r.EachVersion(ctx, func(v *Version) error {
		if err := w.check(v); err != nil {
			return err
		}
		w.step(v)
		held := *v
		w.last = &held
		return ctx.Err()
	})
	if err == nil {
		err = w.check(nil)
	}
	if err != nil {
		return err
	}
	w.step(nil)
	for t, rows := range w.merged {
		for _, row := range rows {
			w.emit(t, row)
		}
	}
	return nil
}

// step derives the rows of the previous version when the next one is known.
func (w *walk) step(next *Version) {
	v := w.last
	if v == nil {
		return
	}
	var after *trace.Record
	if next != nil && next.ID == v.ID {
		after = &next.Record
	}
	erased := v.Operation == trace.Erased && v.Kind.IsValidation()
	if erased {
		w.erased[v.ID] = true
	}
	if w.claims != nil {
		w.claims.take(v)
	}
	for _, t := range w.tables {
		after := after
		if place, follows := w.upTo[t]; follows {
			if v.Place >= place {
				continue
			}
			if after != nil && next.Place >= place {
				after = nil
			}
		}
		t.Of(&v.Record, after, func(row Row) { w.take(t, row) })
		if erased && t.Lasts != nil {
			if row, ok := t.Lasts(v.ID, nil); ok {
				w.take(t, row)
			}
		}
	}
	if w.onInconsistent != nil {
		if want := follows(v, after); want.Created != v.Created || want.Until != v.Until || !bytes.Equal(want.Findings, v.Findings) {
			w.onInconsistent(v, want)
		}
	}
}

func (w *walk) take(t *Table, row Row) {
	if t.Merge == nil {
		w.emit(t, row)
		return
	}
	rows := w.merged[t]
	if rows == nil {
		rows = map[string]Row{}
		w.merged[t] = rows
	}
	key := string(encode(nil, row.Key))
	if known, ok := rows[key]; ok {
		row = t.Merge(known, row)
	}
	rows[key] = row
}

// rowsOf derives the rows that the versions of one record make in a table.
func rowsOf(t *Table, versions []trace.Record) []Row {
	var rows []Row
	for i := range versions {
		var next *trace.Record
		if i+1 < len(versions) {
			next = &versions[i+1]
		}
		t.Of(&versions[i], next, func(row Row) { rows = append(rows, row) })
	}
	return rows
}

// follows returns a version with its columns as they must be: its record's creation time comes from
// the id, its end from the next version, and its findings must match its commitment. Findings of an
// earlier build, which did not commit to them, must equal those of this build by the rules of that
// time. What that build wrote in other forms is left alone, and so are its measures of plots, which
// it made on a sphere.
func follows(v *Version, next *trace.Record) Version {
	want := *v
	want.Created, want.Until = v.CreatedAt().UnixMilli(), 0
	switch {
	case ends(&v.Record):
		want.Until = v.UpdatedAt.UnixMilli()
	case next != nil:
		want.Until = next.UpdatedAt.UnixMilli()
	}
	if v.Gone() {
		want.Findings = nil
		return want
	}
	if v.CommitsToFindings() {
		return want
	}
	if again := v.Regraded(); again.CommitsToFindings() {
		want.Findings = again.Findings
	} else if again := v.RegradedEarlier(); again.CommitsToFindings() || v.Intact() && v.gradedAsNow() {
		want.Findings = again.Findings
	}
	return want
}

// gradedAsNow reports whether the findings have the form that this build writes.
func (v *Version) gradedAsNow() bool {
	return !v.Operation.Ends() && !v.Kind.IsChange() &&
		(len(v.Findings) == 0 || v.Findings[0] != '[' && v.Findings[0] != '"') && !v.Measured()
}
