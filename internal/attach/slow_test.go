package attach_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"testing"

	"rastro/internal/attach"
	"rastro/internal/blob"
	"rastro/internal/reach"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

// trickle is a body that begins and then waits for the test.
type trickle struct {
	begun func()
	more  <-chan struct{}
	rest  io.Reader
}

func (s *trickle) Read(p []byte) (int, error) {
	if s.begun != nil {
		s.begun()
		s.begun = nil
	}
	<-s.more
	return s.rest.Read(p)
}

// begin starts n uploads and returns when all of them have a slot. The function it returns ends
// them.
func (b *bench) begin(by *trace.Key, n int) (finish func()) {
	var begun, ended sync.WaitGroup
	more := make(chan struct{})
	begun.Add(n)
	for range n {
		ended.Go(func() {
			file, err := b.app.Files.Receive(b.Context(), attach.Upload{From: by, Body: &trickle{begun.Done, more, bytes.NewReader(table("lento"))}})
			if err != nil {
				b.Errorf("a slow upload: %v", err)
			}
			file.Drop()
		})
	}
	begun.Wait()
	return func() { close(more); ended.Wait() }
}

// Slow uploads of one key, or of all keys of an organisation, block neither the files of others nor
// what is stored without a sender, such as imported invoices.
func TestAttackSlowUploads(t *testing.T) {
	b := newBench(t, stores.SQLite(t))
	b.app.Files.Hurry()
	member := func(key string) *trace.Key {
		k := &trace.Key{AccessKey: key}
		return k.Join(reach.NewCaller(reach.Member{ID: reach.ID{7}}, nil, nil), nil)
	}
	send := func(by *trace.Key) error {
		file, err := b.app.Files.Receive(t.Context(), attach.Upload{From: by, Body: bytes.NewReader(table("rápido"))})
		file.Drop()
		return err
	}
	finish := []func(){b.begin(everybody, attach.MostOfKey)}
	for left, i := attach.MostOfOrganization, 0; left > 0; left, i = left-attach.MostOfKey, i+1 {
		finish = append(finish, b.begin(member(string(rune('a'+i))), min(left, attach.MostOfKey)))
	}
	for name, by := range map[string]*trace.Key{"the same key": everybody, "another key of the organisation": member("z")} {
		if err := send(by); !trace.Is(err, trace.CodeTooManyUploads) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, by := range map[string]*trace.Key{"another key": stranger, "an import": nil} {
		if err := send(by); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, end := range finish {
		end()
	}
	if err := send(everybody); err != nil {
		t.Errorf("once they are done: %v", err)
	}
}

// counting is a file store that counts the drafts whose file goes to the disk.
type counting struct {
	blob.Store
	written atomic.Int64
}

func (c *counting) Draft(ctx context.Context) (blob.Draft, error) {
	draft, err := c.Store.Draft(ctx)
	return &countingDraft{draft, c}, err
}

type countingDraft struct {
	blob.Draft
	of *counting
}

func (d *countingDraft) Written() {
	d.of.written.Add(1)
	d.Draft.Written()
}

// Hundreds of files that arrive at once do not all go to the disk at once: that begins once a file
// has a place to be stored.
func TestAttackDiskOfArrivingFiles(t *testing.T) {
	b := newBench(t, stores.SQLite(t))
	disk := &counting{Store: b.blobs}
	b.blobs = disk
	b.app = b.server()
	release := b.app.Files.Full()
	ctx, cancel := context.WithCancel(t.Context())
	arrived := func() error { cancel(); return io.EOF } // its sender leaves while it waits
	_, err := b.app.Files.Receive(ctx, attach.Upload{From: everybody, Body: io.MultiReader(bytes.NewReader(table("espera")), readerFunc(arrived))})
	if n := disk.written.Load(); n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d files go to the disk without a place, %v", n, err)
	}
	release()
	file, err := b.app.Files.Receive(t.Context(), attach.Upload{From: everybody, Body: bytes.NewReader(table("espera"))})
	defer file.Drop()
	if n := disk.written.Load(); n != 1 || err != nil {
		t.Errorf("%d files go to the disk with a place, %v", n, err)
	}
}

// readerFunc is a reader that returns no bytes, only the function's error.
type readerFunc func() error

func (f readerFunc) Read([]byte) (int, error) { return 0, f() }
