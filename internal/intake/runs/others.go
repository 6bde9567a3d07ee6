package runs

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"rastro/internal/admit"
	"rastro/internal/trace"
)

// touch says which versions an import wrote of a record from before it: the first, the last, and
// how many.
type touch struct{ first, last, n int64 }

// touch reads the note about a version of a record from before the import; false if it is not one.
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

// changedBy reports whether somebody else wrote a version among those of the import, or a later one
// with another content.
func (t touch) changedBy(ctx context.Context, from trace.VersionReader, r *trace.Record) (bool, error) {
	if t.last-t.first+1 != t.n {
		return true, nil
	}
	if r.Version == t.last {
		return false, nil
	}
	return differs(ctx, from, r, t.last)
}

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
		changed, err := u.touched[one.ID].changedBy(ctx, r, one)
		if err != nil {
			return err
		}
		if changed {
			u.because(madeBy(one), ruleLater, nil)
		}
		u.harvests[one.HarvestID] = true
	}
	return nil
}

// restoreAll restores what all of them said. Proposals of a cancelled invoice become pending again.
func (u *undo) restoreAll(ctx context.Context, w Writers) error {
	for _, id := range u.others {
		if err := u.restore(ctx, w, id); err != nil {
			return err
		}
	}
	for some := range slices.Chunk(u.others, lookPage) {
		ids := make([][16]byte, len(some))
		for i, id := range some {
			ids[i] = id
		}
		if err := w.ResumeWaiting(ctx, ids); err != nil {
			return err
		}
	}
	return nil
}

// restore writes a new version that restores what a record from before the import said.
func (u *undo) restore(ctx context.Context, w Writers, id trace.ID) error {
	found, err := live(ctx, w, []trace.ID{id})
	if err != nil || len(found) == 0 {
		return err
	}
	now := &found[0]
	t := u.touched[id]
	changed, err := t.changedBy(ctx, w, now)
	if err != nil {
		return err
	}
	if changed {
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
		return u.rewrite(ctx, w, now, before)
	}
	return trace.Fail(trace.CodeStoreDamaged)
}

// rewrite writes a version of a record with the content of another.
func (u *undo) rewrite(ctx context.Context, w Writers, now, as *trace.Record) error {
	r := *now
	r.Replace(now)
	r.Payload, r.Seal, r.HarvestCode = as.Payload, as.Seal, as.HarvestCode
	u.journal.Next(&r, trace.Updated, u.by)
	r.GradeNow()
	if err := r.FitLots(admit.From(ctx).Grow); err != nil {
		return err
	}
	return u.journal.Append(ctx, w, &r)
}
