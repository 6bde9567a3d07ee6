package runs

import (
	"context"
	"strconv"
	"strings"

	"rastro/internal/admit"
	"rastro/internal/trace"
)

// touch says which versions an import wrote of a record from before it: the first, the last, and
// how many.
type touch struct{ first, last, n int64 }

// touch reads the note of a version of a record from before the import; false if it is none.
func (u *undo) touch(text string) bool {
	text, written, ok := strings.Cut(text, "@")
	if !ok {
		return false
	}
	id, isID := trace.ParseID(text)
	version, err := strconv.ParseInt(written, 10, 64)
	if !isID || err != nil {
		return true
	}
	t, known := u.touched[id]
	if !known {
		t.first = version
		u.others = append(u.others, id)
	}
	t.last, t.n = version, t.n+1
	u.touched[id] = t
	return true
}

// changedBy reports whether somebody else wrote a version among or after those of the import.
func (t touch) changedBy(r *trace.Record) bool { return r.Version != t.last || t.last-t.first+1 != t.n }

// lookAtOthers looks at records from before the import, and fails if the caller may not write one.
func (u *undo) lookAtOthers(ctx context.Context, r Reader, ids []trace.ID) error {
	found, err := live(ctx, r, ids)
	if err != nil {
		return err
	}
	for i := range found {
		one := &found[i]
		if err := u.by.NeedWrite(one.Kind, one.HarvestID); err != nil {
			return err
		}
		if u.touched[one.ID].changedBy(one) {
			u.because(madeBy(one), ruleLater, nil)
		}
		u.harvests[one.HarvestID] = true
	}
	return nil
}

// restore puts back what a record from before the import said then, in a new version.
func (u *undo) restore(ctx context.Context, w Writers, id trace.ID) error {
	found, err := live(ctx, w, []trace.ID{id})
	if err != nil || len(found) == 0 {
		return err
	}
	now := &found[0]
	t := u.touched[id]
	if t.changedBy(now) {
		u.because(madeBy(now), ruleLater, nil)
		return u.err()
	}
	versions, err := w.Versions(ctx, id)
	if err != nil {
		return err
	}
	for i := range versions {
		before := &versions[i]
		if before.Version != t.first-1 {
			continue
		}
		r := *now
		r.Replace(now)
		r.Payload, r.Seal, r.HarvestCode = before.Payload, before.Seal, before.HarvestCode
		u.journal.Next(&r, trace.Updated, u.by)
		r.GradeNow()
		if err := r.FitLots(admit.From(ctx).Grow); err != nil {
			return err
		}
		return u.journal.Append(ctx, w, &r)
	}
	return trace.Fail(trace.CodeStoreDamaged)
}
