package attach

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"

	"rastro/internal/attachment"
	"rastro/internal/blob"
	"rastro/internal/reach"
	"rastro/internal/trace"
)

// verifyPage is how many files are listed at a time.
const verifyPage = 500

// Verify reads every file that a record lists, and calls damaged with what is wrong with each that
// is missing or changed. It returns how many it read.
func Verify(ctx context.Context, store trace.Store, blobs blob.Store, damaged func(string)) (files int64, err error) {
	for after := ""; ; {
		sums, err := sumsAfter(ctx, store, after, verifyPage)
		if err != nil {
			return files, err
		}
		for _, sum := range sums {
			files++
			wrong, err := check(ctx, blobs, sum)
			if err != nil {
				return files, fmt.Errorf("cannot read the attached files: %w", err)
			}
			if wrong == "" {
				continue
			}
			var in []attachment.Place
			err = store.View(ctx, func(r trace.Reader) (err error) {
				in, err = r.(attachment.Reader).Attached(ctx, sum, reach.Set{}, attachment.Place{}, 1)
				return err
			})
			if err != nil {
				return files, err
			}
			if len(in) > 0 { // it may have been erased meanwhile
				damaged(fmt.Sprintf("file %s of record %v: %s", sum, trace.ID(in[0].ID), wrong))
			}
		}
		if len(sums) < verifyPage {
			return files, nil
		}
		after = sums[len(sums)-1]
	}
}

// Any reports whether any record lists a file.
func Any(ctx context.Context, store trace.Store) (bool, error) {
	some, err := sumsAfter(ctx, store, "", 1)
	return len(some) > 0, err
}

// sumsAfter reads a page of the files that records list. No snapshot is open while files are read:
// that takes long.
func sumsAfter(ctx context.Context, store trace.Store, after string, limit int) (sums []string, err error) {
	err = store.View(ctx, func(r trace.Reader) (err error) {
		sums, err = r.(attachment.Reader).AttachedSums(ctx, after, limit)
		return err
	})
	return sums, err
}

// check reads a file, and says what is wrong with it; "" for nothing.
func check(ctx context.Context, blobs blob.Store, text string) (wrong string, err error) {
	sum, ok := blob.ParseSum(text)
	if !ok {
		return "its name is not a SHA-256", nil
	}
	content, err := blobs.Open(ctx, sum)
	if errors.Is(err, blob.ErrMissing) {
		return "missing", nil
	}
	if err != nil {
		return "", err
	}
	defer content.Close()
	digest := sha256.New()
	if _, err := io.Copy(digest, content); err != nil {
		if ctx.Err() != nil {
			return "", err
		}
		return "it cannot be read: " + err.Error(), nil
	}
	if blob.Sum(digest.Sum(nil)) != sum {
		return "changed after it was attached", nil
	}
	return "", nil
}
