package attach

import (
	"context"
	"errors"
	"slices"
	"time"

	"rastro/internal/attach/photo"
	"rastro/internal/attachment"
	"rastro/internal/blob"
)

// Grace is how long a file may be without a record that lists it. An upload takes minutes at most,
// so what is older was left behind by one that failed.
const Grace = 24 * time.Hour

// sweepBatch is how many files one transaction looks at: others wait for it.
const sweepBatch = 16

// Sweep removes the files that no version of any record lists, and that were there for as long as
// Grace. It returns how many it removed.
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

// unnamed are those of some files that nothing lists at the moment. Nearly all are listed, so a
// sweep writes only about the few that are not.
func (k *Keeper) unnamed(ctx context.Context, sums []blob.Sum) (orphans []blob.Sum, err error) {
	if len(sums) == 0 {
		return nil, nil
	}
	err = k.store.View(ctx, func(r Readers) error {
		orphans = nil
		for _, sum := range sums {
			named, err := r.Files.Attached(ctx, sum.String(), attachment.Place{}, 1)
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

// Forget removes the files of an erased record that no other record lists. What cannot be removed
// now, the next sweep removes.
func (k *Keeper) Forget(ctx context.Context, sums []string) {
	var parsed []blob.Sum
	for _, text := range sums {
		sum, ok := blob.ParseSum(text)
		if !ok {
			continue
		}
		for _, side := range photo.Sizes {
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

// clear deletes those of some files that nothing lists. Whoever attaches a file looks whether it
// is there under the same lock, so no file is deleted that a record is about to list.
func (k *Keeper) clear(ctx context.Context, sums []blob.Sum, grace time.Duration) (removed int, err error) {
	for batch := range slices.Chunk(sums, sweepBatch) {
		n := 0
		err := k.store.Update(ctx, func(w Writers) error {
			n = 0
			if err := w.Files.ClearFiles(ctx); err != nil {
				return err
			}
			for _, sum := range batch {
				named, err := w.Files.Attached(ctx, sum.String(), attachment.Place{}, 1)
				if err != nil {
					return err
				}
				if len(named) > 0 {
					continue
				}
				info, err := k.blobs.Stat(ctx, sum)
				if errors.Is(err, blob.ErrMissing) || err == nil && k.now().Sub(info.At) < grace {
					continue
				}
				if err == nil {
					err = k.blobs.Delete(ctx, sum)
				}
				if err != nil {
					return stored(err)
				}
				n++
			}
			return nil
		})
		if err != nil {
			return removed, err
		}
		removed += n
	}
	return removed, nil
}
