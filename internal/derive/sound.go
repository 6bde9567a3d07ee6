package derive

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"rastro/internal/proof"
	"rastro/internal/trace"
)

// ErrChanged means that a record is not as it was written. Nothing is derived from it, because it
// cannot be trusted.
var ErrChanged = errors.New("was changed after it was written, so nothing is rebuilt from it: run 'rastro verify' to see everything that was changed, and restore a backup")

// ErrLost means that the journal lacks versions of the signed log. A rebuild would drop what they
// said from the tables.
var ErrLost = errors.New("the journal does not have all versions of the signed log, so nothing is rebuilt from it: run 'rastro verify' to see everything that is missing, and restore a backup")

// maxLost bounds the missing versions that an error names.
const maxLost = 5

// whole fails with ErrLost if the journal lacks versions of the log.
func whole(ctx context.Context, r Reader) error {
	lost, err := proof.LostVersions(ctx, r)
	if err != nil || len(lost) == 0 {
		return err
	}
	more := ""
	if len(lost) > maxLost {
		lost, more = lost[:maxLost], "; and more"
	}
	return fmt.Errorf("%w: %s%s", ErrLost, strings.Join(lost, "; "), more)
}

func changed(v *trace.Record) error {
	return fmt.Errorf("%s %s version %d %w", v.Kind.Prefix, v.ID, v.Version, ErrChanged)
}

// check ends a walk that must be sound just before a version that is not. Versions come by record,
// so an erasure is met after what it erased.
func (w *walk) check(next *Version) error {
	v := w.last
	if !w.sound || v == nil {
		return nil
	}
	var after *trace.Record
	if next != nil && next.ID == v.ID {
		after = &next.Record
	}
	if v.Gone() && w.gone == nil {
		w.gone = v
	}
	if !asWritten(v, after) {
		return changed(&v.Record)
	}
	if after != nil {
		return nil
	}
	gone := w.gone
	w.gone = nil
	if gone != nil && (v.Operation != trace.Erased || v.Gone()) {
		return changed(&gone.Record)
	}
	return nil
}

// asWritten reports whether a version matches its commitment. Findings that a rebuild would restore
// are ignored, and an erased payload cannot be checked.
func asWritten(v *Version, next *trace.Record) bool {
	if v.Gone() || v.Intact() {
		return true
	}
	mended := v.Record
	mended.Findings = follows(v, next).Findings
	return mended.Intact()
}

// soundRecord fails with ErrChanged if a version of a record is not as it was written.
func soundRecord(versions []trace.Record) error {
	w := walk{sound: true}
	for i := range versions {
		v := &Version{Record: versions[i]}
		if err := w.check(v); err != nil {
			return err
		}
		w.last = v
	}
	return w.check(nil)
}
