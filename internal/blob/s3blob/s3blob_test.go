package s3blob_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rastro/internal/blob"
	"rastro/internal/blob/blobtest"
	"rastro/internal/blob/s3blob"
	"rastro/internal/testkit/outside"
)

func options(s *outside.S3, folder string) s3blob.Options {
	return s3blob.Options{Place: "s3://" + s.Bucket + folder, Endpoint: s.Endpoint, AccessKey: s.AccessKey, SecretKey: s.SecretKey, Region: s.Region, Transport: s.Transport}
}

func open(t *testing.T, s *outside.S3, folder string) *s3blob.Store {
	t.Helper()
	store, err := s3blob.Open(t.Context(), options(s, folder))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return store
}

// The store passes the suite on a third-party server, with a folder in the bucket and without.
func TestS3(t *testing.T) {
	t.Parallel()
	s := outside.StartS3(t)
	for _, folder := range []string{"", "/fazendas/norte"} {
		t.Run("in "+folder+"/", func(t *testing.T) { blobtest.Run(t, open(t, s, folder)) })
	}
}

// Two installations that share a bucket do not see each other's files, and ignore files from
// others.
func TestSharedBucket(t *testing.T) {
	t.Parallel()
	s := outside.StartS3(t)
	a, b := open(t, s, "/a"), open(t, s, "/b")
	info := blobtest.Keep(t, a, []byte("de a"))
	if _, err := b.Stat(t.Context(), info.Sum); !errors.Is(err, blob.ErrMissing) {
		t.Errorf("%v, want that it is missing", err)
	}
	if err := os.WriteFile(filepath.Join(s.Folder, "a", strings.Repeat("a", 64)), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	listed := func(store blob.Store) (all []blob.Sum) {
		if err := store.Each(t.Context(), func(info blob.Info) error { all = append(all, info.Sum); return nil }); err != nil {
			t.Error(err)
		}
		return all
	}
	if got := listed(a); len(got) != 1 || got[0] != info.Sum {
		t.Errorf("%v", got)
	}
	if got := listed(b); len(got) != 0 {
		t.Errorf("%v", got)
	}
}

// Problems with the bucket are reported when the store is opened, and never contain the secret.
func TestWrongPlaces(t *testing.T) {
	t.Parallel()
	s := outside.StartS3(t)
	for name, tc := range map[string]struct {
		change func(*s3blob.Options)
		says   string
	}{
		"no bucket":      {func(o *s3blob.Options) { o.Place = "s3://outro-balde" }, "there is no bucket outro-balde"},
		"a wrong secret": {func(o *s3blob.Options) { o.SecretKey = "another-secret" }, "cannot reach the bucket"},
		"a stranger":     {func(o *s3blob.Options) { o.AccessKey = "nobody" }, "bucket rastro-anexos"},
		"no place":       {func(o *s3blob.Options) { o.Place = "http://x" }, "s3://BUCKET/FOLDER"},
		"no server":      {func(o *s3blob.Options) { o.Endpoint = "ftp://x" }, "https://HOST"},
	} {
		o := options(s, "")
		tc.change(&o)
		_, err := s3blob.Open(t.Context(), o)
		if err == nil || !strings.Contains(err.Error(), tc.says) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// stalling passes calls through until it is told to hold them, like a network that drops packets.
type stalling struct {
	http.RoundTripper
	held atomic.Bool
}

func (s *stalling) RoundTrip(r *http.Request) (*http.Response, error) {
	if s.held.Load() {
		<-r.Context().Done()
		return nil, r.Context().Err()
	}
	answer, err := s.RoundTripper.RoundTrip(r)
	if err == nil {
		answer.Body = stalledBody{answer.Body, s, r.Context()}
	}
	return answer, err
}

type stalledBody struct {
	io.ReadCloser
	s   *stalling
	ctx context.Context
}

func (b stalledBody) Read(p []byte) (int, error) {
	if b.s.held.Load() {
		<-b.ctx.Done()
		return 0, b.ctx.Err()
	}
	return b.ReadCloser.Read(p[:min(len(p), 1000)])
}

// A server that stops answering blocks nobody forever, in any operation, even in the middle of a
// file.
func TestAttackSilentS3(t *testing.T) {
	t.Parallel()
	s := outside.StartS3(t)
	line := &stalling{RoundTripper: s.Transport}
	o := options(s, "")
	o.Transport = line
	whole, err := s3blob.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	info := blobtest.Keep(t, whole, bytes.Repeat([]byte("longo;"), 50_000))
	o.Patience = 3 * time.Second // only held calls reach it
	hasty, err := s3blob.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	content, err := hasty.Open(t.Context(), info.Sum)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := content.Read(make([]byte, 10)); err != nil {
		t.Fatal(err)
	}
	defer content.Close()
	line.held.Store(true)
	var calls sync.WaitGroup
	for name, call := range map[string]func() error{
		"middle": func() error { _, err := io.Copy(io.Discard, content); return err },
		"open":   func() error { _, err := s3blob.Open(t.Context(), o); return err },
		"stat":   func() error { _, err := hasty.Stat(t.Context(), info.Sum); return err },
		"read":   func() error { _, err := hasty.Open(t.Context(), info.Sum); return err },
		"delete": func() error { return hasty.Delete(t.Context(), info.Sum) },
		"each":   func() error { return hasty.Each(t.Context(), func(blob.Info) error { return nil }) },
		"keep": func() error {
			draft, err := hasty.Draft(t.Context())
			if err != nil {
				return nil
			}
			defer draft.Drop()
			_, _ = draft.Write([]byte("x"))
			_, err = draft.Keep(t.Context())
			return err
		},
	} {
		calls.Go(func() {
			if err := call(); err == nil || errors.Is(err, blob.ErrMissing) {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
	calls.Wait()
}
