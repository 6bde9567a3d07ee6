package attach_test

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	"rastro/internal/attach"
	"rastro/internal/blob"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

// gated is a file store with callbacks before and after a sweep's operations.
type gated struct {
	blob.Store
	listed, kept func()
	deleting     func() error // also in place of the deletion, if it fails
}

func (g *gated) Each(ctx context.Context, fn func(blob.Info) error) error {
	err := g.Store.Each(ctx, fn)
	if g.listed != nil {
		g.listed()
	}
	return err
}

func (g *gated) Delete(ctx context.Context, sum blob.Sum) error {
	if g.deleting != nil {
		if err := g.deleting(); err != nil {
			return err
		}
	}
	return g.Store.Delete(ctx, sum)
}

func (g *gated) Draft(ctx context.Context) (blob.Draft, error) {
	draft, err := g.Store.Draft(ctx)
	return &gatedDraft{draft, g}, err
}

type gatedDraft struct {
	blob.Draft
	g *gated
}

func (d *gatedDraft) Keep(ctx context.Context) (blob.Info, error) {
	if d.g.kept != nil {
		d.g.kept()
	}
	return d.Draft.Keep(ctx)
}

// sweepBench returns a bench with a gated store, in which every file is old.
func sweepBench(t *testing.T, d *stores.Database) (*bench, *gated) {
	b := newBench(t, d)
	g := &gated{Store: b.blobs}
	b.blobs = g
	b.app = b.server()
	b.ahead = attach.Grace + time.Minute
	return b, g
}

func (b *bench) sweep(want int) {
	b.Helper()
	if n, err := b.app.Files.Sweep(b.Context()); n != want || err != nil {
		b.Errorf("%d removed, %v; want %d", n, err, want)
	}
}

func (b *bench) attachTo(id string, file *attach.Received) error {
	_, err := b.app.Files.Attach(b.Context(), everybody, receipt, id, file, trace.AnyVersion, nil)
	return err
}

// whole fails if a record lists a file that is not there.
func (b *bench) whole(want int64) {
	b.Helper()
	n, err := attach.Verify(b.Context(), b.store, b.blobs, func(wrong string) { b.Error(wrong) })
	if n != want || err != nil {
		b.Errorf("%d files, %v; want %d", n, err, want)
	}
}

// A record that lists a file after a sweep found it unlisted, and before it marked it, keeps it.
func TestSweepAfterAttaching(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		b, g := sweepBench(t, d)
		id := b.create("S")
		file := b.receive(attach.Upload{Body: bytes.NewReader(table("a tempo"))})
		old := b.receive(attach.Upload{Body: bytes.NewReader(table("sem registro"))})
		g.listed = func() {
			g.listed = nil
			if err := b.attachTo(id, file); err != nil {
				t.Error(err)
			}
		}
		b.ahead *= 2
		b.sweep(1)
		if b.stored(old.File.Sum) {
			t.Error("what nothing lists is still there")
		}
		b.whole(1)
	})
}

// A file that is attached while a sweep deletes it, by somebody who stored it before or stores it
// now, is stored again after the deletion and never before. Meanwhile the writer is free.
func TestSweepWhileAttaching(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		b, g := sweepBench(t, d)
		id := b.create("S")
		file := b.receive(attach.Upload{Body: bytes.NewReader(table("disputado"))})
		b.ahead *= 2
		during := false
		g.kept = func() {
			if during {
				t.Error("a file was stored while it is deleted")
			}
		}
		g.deleting = func() error {
			during = true
			defer func() { during = false }()
			if err := b.attachTo(id, file); !trace.Is(err, trace.CodeFileLeaving) {
				t.Errorf("attached: %v", err)
			}
			if _, err := b.app.Files.Receive(t.Context(), attach.Upload{Body: bytes.NewReader(table("disputado"))}); !trace.Is(err, trace.CodeFileLeaving) {
				t.Errorf("received: %v", err)
			}
			b.create("S") // in a transaction of its own
			if n, err := b.server().Files.Sweep(t.Context()); n != 0 || err != nil {
				t.Errorf("another server removed %d, %v", n, err)
			}
			return nil
		}
		b.sweep(1)
		g.deleting = nil
		if b.stored(file.File.Sum) {
			t.Error("it was not deleted")
		}
		if err := b.attachTo(id, file); err != nil {
			t.Error(err)
		}
		b.whole(1)
		b.sweep(0)
		b.whole(1)
	})
}

// A sweep whose server is killed before it deletes leaves a mark, which later has no effect.
func TestSweepKilled(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		b, g := sweepBench(t, d)
		id, body := b.create("S"), table("marcado")
		b.receive(attach.Upload{Body: bytes.NewReader(body)})
		b.ahead *= 2
		g.deleting = func() error { return errors.New("killed") }
		if n, err := b.app.Files.Sweep(t.Context()); n != 0 || err == nil {
			t.Fatalf("%d removed, %v", n, err)
		}
		g.deleting = nil
		if _, err := b.app.Files.Receive(t.Context(), attach.Upload{Body: bytes.NewReader(body)}); !trace.Is(err, trace.CodeFileLeaving) || trace.AsError(err).Wait < 9*time.Minute {
			t.Errorf("received: %v", err)
		}
		b.sweep(0) // the other may still be running
		b.ahead += 11 * time.Minute
		b.sweep(1)
		if err := b.attachTo(id, b.receive(attach.Upload{Body: bytes.NewReader(body)})); err != nil {
			t.Error(err)
		}
		b.whole(1)
	})
}

// No transaction waits for the file store: others write while it is working.
func TestFilesOutsideTransactions(t *testing.T) {
	b, g := sweepBench(t, stores.SQLite(t)) // which has one writer
	id := b.create("S")
	calls := 0
	writes := func() {
		calls++
		b.create("S")
	}
	g.listed, g.kept, g.deleting = writes, writes, func() error { writes(); return nil }
	sum := b.attach(id, table("um"))
	b.receive(attach.Upload{Body: bytes.NewReader(table("dois"))})
	b.ahead *= 2
	b.sweep(1)
	if _, err := b.app.Erase(t.Context(), everybody, receipt, id, "pedido do titular"); err != nil {
		t.Fatal(err)
	}
	if calls != 5 || b.stored(sum) {
		t.Errorf("%d calls; the file is there: %t", calls, b.stored(sum))
	}
}
