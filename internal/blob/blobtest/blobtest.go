// Package blobtest is the suite that every store of files passes.
package blobtest

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"sync"
	"testing"

	"rastro/internal/blob"
)

// Run checks that a store fulfils its port.
func Run(t *testing.T, store blob.Store) {
	t.Run("kept", func(t *testing.T) { kept(t, store) })
	t.Run("twice", func(t *testing.T) { twice(t, store) })
	t.Run("dropped", func(t *testing.T) { dropped(t, store) })
	t.Run("deleted", func(t *testing.T) { deleted(t, store) })
	t.Run("at once", func(t *testing.T) { atOnce(t, store) })
}

// Keep puts a file into a store.
func Keep(tb testing.TB, store blob.Store, body []byte) blob.Info {
	tb.Helper()
	draft, err := store.Draft(tb.Context())
	if err != nil {
		tb.Fatal(err)
	}
	defer draft.Drop()
	if _, err := io.Copy(draft, bytes.NewReader(body)); err != nil {
		tb.Fatal(err)
	}
	info, err := draft.Keep(tb.Context())
	if err != nil {
		tb.Fatal(err)
	}
	return info
}

// read reads a whole file.
func read(tb testing.TB, store blob.Store, sum blob.Sum) []byte {
	tb.Helper()
	content, err := store.Open(tb.Context(), sum)
	if err != nil {
		tb.Fatal(err)
	}
	defer content.Close()
	body, err := io.ReadAll(content)
	if err != nil || int64(len(body)) != content.Size() {
		tb.Fatalf("%d bytes of %d, %v", len(body), content.Size(), err)
	}
	return body
}

// large is longer than any chunk.
func large(seed byte) []byte {
	body := make([]byte, 600_001)
	for i := range body {
		body[i] = byte(i*7) ^ byte(i>>9) ^ seed
	}
	return body
}

func kept(t *testing.T, store blob.Store) {
	for _, body := range [][]byte{{}, []byte("x"), large(1)} {
		info := Keep(t, store, body)
		if info.Sum != sha256.Sum256(body) || info.Size != int64(len(body)) || info.At.IsZero() {
			t.Errorf("%+v", info)
		}
		if got := read(t, store, info.Sum); !bytes.Equal(got, body) {
			t.Errorf("%d bytes came back as %d others", len(body), len(got))
		}
		if again, err := store.Stat(t.Context(), info.Sum); err != nil || again.Size != info.Size {
			t.Errorf("%+v, %v", again, err)
		}
	}
	body := large(1)
	content, err := store.Open(t.Context(), sha256.Sum256(body))
	if err != nil {
		t.Fatal(err)
	}
	defer content.Close()
	for _, at := range []int64{599_990, 262_140, 0} { // across a chunk, too
		if _, err := content.Seek(at, io.SeekStart); err != nil {
			t.Fatal(err)
		}
		part := make([]byte, 10)
		if _, err := io.ReadFull(content, part); err != nil || !bytes.Equal(part, body[at:at+10]) {
			t.Errorf("at %d: %x, %v", at, part, err)
		}
	}
	if end, err := content.Seek(-1, io.SeekEnd); err != nil || end != int64(len(body))-1 {
		t.Errorf("%d, %v", end, err)
	}
}

func twice(t *testing.T, store blob.Store) {
	first, second := Keep(t, store, []byte("twice")), Keep(t, store, []byte("twice"))
	if first.Sum != second.Sum || second.At.Before(first.At) {
		t.Errorf("%+v, %+v", first, second)
	}
	n := 0
	err := store.Each(t.Context(), func(info blob.Info) error {
		if info.Sum == first.Sum {
			n++
		}
		return nil
	})
	if n != 1 || err != nil {
		t.Errorf("it is listed %d times, %v", n, err)
	}
}

func dropped(t *testing.T, store blob.Store) {
	body := []byte("dropped")
	draft, err := store.Draft(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := draft.Write(body); err != nil {
		t.Fatal(err)
	}
	back := make([]byte, len(body))
	if _, err := draft.ReadAt(back, 0); err != nil && !errors.Is(err, io.EOF) || !bytes.Equal(back, body) {
		t.Errorf("%q, %v", back, err)
	}
	draft.Drop()
	if _, err := store.Open(t.Context(), sha256.Sum256(body)); !errors.Is(err, blob.ErrMissing) {
		t.Errorf("%v, want that it is missing", err)
	}
}

func deleted(t *testing.T, store blob.Store) {
	info := Keep(t, store, large(2))
	for range 2 { // the second time is not an error
		if err := store.Delete(t.Context(), info.Sum); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := store.Stat(t.Context(), info.Sum); !errors.Is(err, blob.ErrMissing) {
		t.Errorf("%v, want that it is missing", err)
	}
	if _, err := store.Open(t.Context(), info.Sum); !errors.Is(err, blob.ErrMissing) {
		t.Errorf("%v, want that it is missing", err)
	}
	if got := Keep(t, store, large(2)); got.Sum != info.Sum {
		t.Errorf("%v", got)
	}
}

func atOnce(t *testing.T, store blob.Store) {
	var all sync.WaitGroup
	body := large(3)
	for range 6 {
		all.Go(func() {
			draft, err := store.Draft(t.Context())
			if err != nil {
				t.Error(err)
				return
			}
			defer draft.Drop()
			if _, err := io.Copy(draft, bytes.NewReader(body)); err != nil {
				t.Error(err)
			}
			if _, err := draft.Keep(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if got := read(t, store, sha256.Sum256(body)); !bytes.Equal(got, body) {
		t.Errorf("%d bytes", len(got))
	}
}
