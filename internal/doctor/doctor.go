// Package doctor runs checks of an installation, each of which says what is wrong and what to do.
package doctor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"
)

// Check is something to check.
type Check struct {
	About string
	// Look returns the result. An error says what is wrong and what to do; if made with Caution,
	// what may go wrong.
	Look func(ctx context.Context) (says string, err error)
}

// caution is an error about something that may go wrong, but has not yet.
type caution struct{ error }

// Caution returns an error about what may go wrong, and what to do.
func Caution(format string, args ...any) error { return caution{fmt.Errorf(format, args...)} }

// Result counts the checks.
type Result struct{ Fine, Cautions, Wrong int }

// Run makes all checks and writes a line for each.
func Run(ctx context.Context, w io.Writer, checks []Check) (r Result, err error) {
	for _, c := range checks {
		says, failed := c.Look(ctx)
		var may caution
		mark := "ok   "
		switch {
		case failed == nil:
			r.Fine++
		case errors.As(failed, &may):
			mark, says = "WARN ", failed.Error()
			r.Cautions++
		default:
			mark, says = "WRONG", failed.Error()
			r.Wrong++
		}
		if _, err := fmt.Fprintf(w, "%s  %s: %s\n", mark, c.About, says); err != nil {
			return r, err
		}
	}
	return r, nil
}

// Limits of free space below which a database is in danger.
const (
	leastFree = 1 << 30
	leastPart = 20 // of the disk: a twentieth
)

// FreeSpace returns the free space on the disk of a folder.
func FreeSpace(folder string) (free, size uint64, err error) { return space(folder) }

// Space judges the free space on the disk of a folder.
func Space(folder string) (says string, err error) {
	free, size, err := space(folder)
	if err != nil {
		return "", Caution("cannot tell how much is free: %w", err)
	}
	says = fmt.Sprintf("%s of %s free in %s", bytes(free), bytes(size), folder)
	if free < leastFree || free < size/leastPart {
		return "", Caution("%s: make room before writes are refused", says)
	}
	return says, nil
}

// mostAge is the maximum age of a copy.
const mostAge = 7 * 24 * time.Hour

// Copied judges when a database was last copied with rastro backup. Some operators copy it in other
// ways, so a missing copy is not judged.
func Copied(last, now time.Time) (says string, err error) {
	switch age := now.Sub(last); {
	case last.IsZero():
		return "none was made with 'rastro backup'", nil
	case age > mostAge:
		return "", Caution("the last one is %d days old: run 'rastro backup', and see why it was not run", int(age.Hours()/24))
	}
	return "made " + last.UTC().Format(time.RFC3339), nil
}

func bytes(n uint64) string {
	if n < 1<<30 {
		return fmt.Sprintf("%d MiB", n>>20)
	}
	return fmt.Sprintf("%d GiB", n>>30)
}
