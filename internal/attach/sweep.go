package attach

import (
	"context"
	"errors"
	"slices"
	"time"

	"rastro/internal/attachment"
	"rastro/internal/blob"
	"rastro/internal/reach"
)

// Grace is how long a file may exist without a record that lists it. An upload takes minutes at
// most, so an older one was left behind by a failed upload.
const Grace = 24 * time.Hour

// sweepBatch is how many files are marked in one transaction, for which others wait.
const sweepBatch = 16

// Sweep removes the files that no version of any record lists and that are older than Grace. It
// returns how many it removed.
func (k *Keeper) Sweep(ctx context.Context) (removed int, err error) {
	if k.blobs == nil {
		return 0, nil
	}
	var page, orphans []blob.Sum
	look := func() error {
		found, err := k.unnamed(ctx, page)
		page, orphans = page[:0], append(orphans, found...)
		return err
	}
	err = k.blobs.Each(ctx, func(info blob.Info) error {
		if k.now().Sub(info.At) >= Grace {
			page = append(page, info.Sum)
		}
		if len(page) < lookBatch {
			return nil
		}
		return look()
	})
	if err == nil {
		err = look()
	}
	if err != nil {
		return 0, err
	}
	return k.clear(ctx, orphans, Grace)
}

// lookBatch files are looked up in one snapshot.
const lookBatch = 500

// unnamed returns those of some files that nothing lists at the moment. Nearly all are listed, so a
// sweep writes only about the few that are not.
func (k *Keeper) unnamed(ctx context.Context, sums []blob.Sum) (orphans []blob.Sum, err error) {
	if len(sums) == 0 {
		return nil, nil
	}
	err = k.store.View(ctx, func(r Readers) error {
		orphans = nil
		for _, sum := range sums {
			named, err := r.Files.Attached(ctx, sum.String(), reach.Set{}, attachment.Place{}, 1)
			if err != nil {
				return err
			}
			if len(named) == 0 {
				orphans = append(orphans, sum)
			}
		}
		return nil
	})
	return orphans, err
}

// Forget removes the files of an erased record that no other record lists. The next sweep removes
// what cannot be removed now.
func (k *Keeper) Forget(ctx context.Context, sums []string) {
	var parsed []blob.Sum
	for _, text := range sums {
		sum, ok := blob.ParseSum(text)
		if !ok {
			continue
		}
		for _, side := range attachment.Sides {
			k.copies.Invalidate(copyOf{sum, side})
		}
		parsed = append(parsed, sum)
	}
	if k.blobs == nil || len(parsed) == 0 {
		return
	}
	if _, err := k.clear(context.WithoutCancel(ctx), parsed, 0); err != nil {
		k.log.Error("the files of an erased record could not be deleted; it will be tried again", "err", err)
	}
}

// deleteWithin is how long a mark keeps a file from being stored. Whoever made it deletes the file in
// half of that, or not at all, so that a mark whose maker was killed stops mattering.
const deleteWithin = 10 * time.Minute

// deleting reports whether somebody may be deleting a file.
func deleting(m attachment.Mark, now time.Time) bool {
	return m.Times > 0 && !m.Ended && now.Sub(time.UnixMilli(m.At)) < deleteWithin
}

// clear deletes those of some files that nothing lists. It marks them, deletes them outside any
// transaction, and ends the marks. If a record is about to list one of them, either marking sees
// that and skips the file, or the record sees the mark and stores the file again: see Note.
func (k *Keeper) clear(ctx context.Context, sums []blob.Sum, grace time.Duration) (removed int, err error) {
	for batch := range slices.Chunk(sums, sweepBatch) {
		n, err := k.clearBatch(ctx, batch, grace)
		if removed += n; err != nil {
			return removed, err
		}
	}
	return removed, nil
}

func (k *Keeper) clearBatch(ctx context.Context, batch []blob.Sum, grace time.Duration) (removed int, err error) {
	bounded, cancel := context.WithTimeout(ctx, deleteWithin/2)
	defer cancel()
	at := k.now()
	marked, err := k.markUnnamed(bounded, batch, at)
	if err != nil || len(marked) == 0 {
		return 0, err
	}
	var over []string // for the others it is unknown whether the store is still deleting them
	for _, sum := range marked {
		var gone bool
		if gone, err = k.deleteOld(bounded, sum, grace); err != nil {
			break
		}
		over = append(over, sum.String())
		if gone {
			removed++
		}
	}
	ended := k.store.Update(ctx, func(w Writers) error {
		return w.Files.EndMarks(ctx, over, at.UnixMilli(), k.now().Add(-2*Grace).UnixMilli())
	})
	return removed, errors.Join(err, ended)
}

// markUnnamed marks those of some files that nothing lists, and that nobody else is deleting.
func (k *Keeper) markUnnamed(ctx context.Context, batch []blob.Sum, at time.Time) (marked []blob.Sum, err error) {
	err = k.store.Update(ctx, func(w Writers) error {
		marked = nil
		if err := w.Files.ClearFiles(ctx); err != nil {
			return err
		}
		var names []string
		for _, sum := range batch {
			name := sum.String()
			named, err := w.Files.Attached(ctx, name, reach.Set{}, attachment.Place{}, 1)
			if err != nil {
				return err
			}
			mark, err := w.Files.FileMark(ctx, name)
			if err != nil {
				return err
			}
			if len(named) == 0 && !deleting(mark, at) {
				marked, names = append(marked, sum), append(names, name)
			}
		}
		return w.Files.MarkFiles(ctx, names, at.UnixMilli())
	})
	return marked, err
}

// deleteOld deletes a file, unless it is gone or was stored again a short while ago.
func (k *Keeper) deleteOld(ctx context.Context, sum blob.Sum, grace time.Duration) (gone bool, err error) {
	info, err := k.blobs.Stat(ctx, sum)
	if errors.Is(err, blob.ErrMissing) || err == nil && grace > 0 && k.now().Sub(info.At) < grace {
		return false, nil
	}
	if err == nil {
		err = k.blobs.Delete(ctx, sum)
	}
	return err == nil, stored(err)
}
