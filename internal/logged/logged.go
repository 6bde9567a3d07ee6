// Package logged contains what the readers of the journal in the order of the public log have in
// common.
package logged

import (
	"context"
	"errors"
	"sort"
	"time"

	"rastro/internal/trace"
)

// ErrShort means that the log has places whose versions the journal lacks.
var ErrShort = errors.New("the journal ends before the log does: run 'rastro verify'")

// PlaceAt returns the first place, in a log of a size, whose version is not older than an instant.
// The log is in the order of time, except for transactions that overlap.
func PlaceAt(ctx context.Context, r trace.LoggedReader, size int64, at time.Time) (int64, error) {
	var failed error
	place := sort.Search(int(size), func(i int) bool {
		younger := false
		if failed == nil {
			failed = r.EachLogged(ctx, int64(i), 1, func(v *trace.Record) error {
				younger = !v.UpdatedAt.Before(at)
				return nil
			})
		}
		return younger
	})
	return int64(place), failed
}
