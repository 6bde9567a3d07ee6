package admit

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

const mib = 1 << 20

func claim(b *Budget, key string) *Claim {
	c := b.Claim()
	c.For(key)
	return c
}

func TestSharesAreKept(t *testing.T) {
	b := New(128*mib, Patience)
	one, other, stranger := claim(b, "one"), claim(b, "other"), b.Claim()
	for _, step := range []struct {
		name  string
		claim *Claim
		bytes int64
		want  error
	}{
		{"a key", one, 90 * mib, nil},
		{"the same key beyond its share", claim(b, "one"), 7 * mib, ErrBusy},
		{"more than any request may have", claim(b, "two"), 97 * mib, ErrTooLarge},
		{"another key", other, 20 * mib, nil},
		{"beyond what is left for large ones", claim(b, "third"), 3 * mib, ErrBusy},
		{"a small one, out of the last eighth", claim(b, "third"), mib, nil},
		{"strangers", stranger, mib, nil},
		{"strangers beyond their share", stranger, 16 * mib, ErrTooLarge},
	} {
		if err := step.claim.Grow(step.bytes); !errors.Is(err, step.want) {
			t.Errorf("%s: %v, want %v", step.name, err, step.want)
		}
	}
	one.Release()
	other.Release()
	stranger.Release()
	if got := b.Usage(); got.Held != mib || len(b.holders) != 1 {
		t.Errorf("%+v, %d holders", got, len(b.holders))
	}
}

// Lent memory counts even after its request ends, and never keeps the largest claim out.
func TestLentMemoryIsAnEighthAtMost(t *testing.T) {
	b := New(128*mib, Patience)
	c := claim(b, "a")
	first, more := c.Lend(10*mib), c.Lend(7*mib)
	if first == nil || more != nil || b.Usage().Held != 10*mib {
		t.Fatalf("%+v: an eighth is 16 MiB", b.Usage())
	}
	second := c.Lend(6 * mib)
	c.Done() // the request ends
	if err := claim(b, "a").Grow(96 * mib); second == nil || err != nil {
		t.Errorf("the largest claim next to what is lent: %v", err)
	}
	first()
	first()
	second()
	if got := b.Usage().Held; got != 96*mib || b.lent != 0 {
		t.Errorf("%d held, %d lent", got, b.lent)
	}
	var none *Claim
	none.Lend(1 << 60)()
}

// A key with many requests in the queue waits its turn like any other.
func TestWaitersAreServedInTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(128*mib, Patience)
		first := claim(b, "greedy")
		if err := first.Wait(t.Context(), 80*mib); err != nil {
			t.Fatal(err)
		}
		served := make(chan string, 10)
		var all sync.WaitGroup
		queue := func(name string) {
			all.Go(func() {
				c := claim(b, name)
				if err := c.Wait(t.Context(), 80*mib); err != nil {
					t.Error(name, err)
				}
				served <- name
				c.Release()
			})
			synctest.Wait()
		}
		for range 5 {
			queue("greedy")
		}
		queue("patient")
		queue("modest")
		first.Release()
		all.Wait()
		close(served)
		var order []string
		for name := range served {
			order = append(order, name)
		}
		if got := strings.Join(order, " "); got != "greedy patient modest greedy greedy greedy greedy" {
			t.Error(got)
		}
		if len(b.holders) != 0 || len(b.turns) != 0 || b.held != 0 || b.waiters != 0 {
			t.Errorf("left: %+v", b.Usage())
		}
	})
}

// A large claim at the head of the queue is not overtaken by others of its size or
// smaller; small ones have their own part.
func TestALargeClaimIsNotStarved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(128*mib, Patience)
		holding, large := claim(b, "a"), claim(b, "b")
		if err := holding.Grow(40 * mib); err != nil {
			t.Fatal(err)
		}
		done := make(chan error)
		go func() { done <- large.Wait(t.Context(), 90*mib) }()
		synctest.Wait()
		if err := claim(b, "c").Grow(2 * mib); !errors.Is(err, ErrBusy) {
			t.Errorf("overtaken: %v", err)
		}
		if err := claim(b, "c").Grow(mib); err != nil {
			t.Errorf("a small one: %v", err)
		}
		holding.Release()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

func TestWaitingIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(128*mib, Patience)
		holding := claim(b, "a")
		if err := holding.Wait(t.Context(), 96*mib); err != nil {
			t.Fatal(err)
		}
		if err := claim(b, "b").Wait(t.Context(), 97*mib); !errors.Is(err, ErrTooLarge) {
			t.Error(err)
		}
		began := time.Now()
		if err := claim(b, "b").Wait(t.Context(), 90*mib); !errors.Is(err, ErrBusy) || time.Since(began) != Patience {
			t.Errorf("%v after %s", err, time.Since(began))
		}
		ctx, hangUp := context.WithCancel(t.Context())
		gone := make(chan error)
		go func() { gone <- claim(b, "b").Wait(ctx, 90*mib) }()
		synctest.Wait()
		behind := make(chan error)
		go func() { behind <- claim(b, "c").Wait(t.Context(), 10*mib) }()
		synctest.Wait()
		hangUp() // this lets those behind it through
		if err := <-gone; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		if err := <-behind; err != nil {
			t.Error(err)
		}
		shorter, cancel := context.WithTimeout(t.Context(), Patience-time.Second)
		defer cancel()
		var all sync.WaitGroup
		for range maxWaitersOfOne {
			all.Go(func() { _ = claim(b, "flood").Wait(shorter, 90*mib) })
		}
		synctest.Wait()
		if err := claim(b, "flood").Wait(t.Context(), 90*mib); !errors.Is(err, ErrBusy) {
			t.Error(err)
		}
		all.Wait()
	})
}

func TestReservedIsUsedFirst(t *testing.T) {
	b := New(128*mib, Patience)
	c := claim(b, "a")
	if err := c.WaitMost(t.Context()); err != nil || c.Reserved() != 96*mib {
		t.Fatal(err, c.Reserved())
	}
	if err := c.Grow(96 * mib); err != nil || b.Usage().Held != 96*mib {
		t.Error(err, b.Usage())
	}
	if err := c.Grow(1); !errors.Is(err, ErrTooLarge) {
		t.Error(err)
	}
	c.Release()
	for _, bytes := range []int64{mib, 5 * mib, 2 * mib, 5 * mib} {
		if err := c.Reach(bytes); err != nil {
			t.Error(err)
		}
	}
	if got := b.Usage(); got.Held != 5*mib {
		t.Errorf("%+v: the largest read counts", got)
	}
	c.For("b")
	if got := b.Usage(); got.Held != 0 {
		t.Errorf("%+v", got)
	}
	c.Done()
	if err := c.Grow(17 * mib); !errors.Is(err, ErrTooLarge) {
		t.Errorf("the next request has the last one's share: %v", err)
	}
	var none *Claim
	none.Done()
	none.For("x")
	none.Release()
	if err := errors.Join(none.Grow(1<<60), none.Reach(1<<60), none.WaitMost(t.Context()), none.Wait(t.Context(), 1<<60)); err != nil || From(t.Context()) != nil {
		t.Error(err)
	}
}

func TestBodies(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	for _, size := range []int{0, 1, Free - 1, Free, Free + 600, 100_000, mib - 1, mib, 3*mib + 7} {
		for _, said := range []int64{-1, int64(size), 5, 1 << 40} {
			b := New(128*mib, Patience)
			c := claim(b, "a")
			sent := bytes.Repeat([]byte("abcdefg"), size/7+1)[:size]
			got, err := c.ReadBody(t.Context(), bytes.NewReader(sent), said, 3)
			if err != nil || !bytes.Equal(got, sent) {
				t.Errorf("%d said to be %d: %d, %v", size, said, len(got), err)
			}
			if held := b.Usage().Held; size < Free && held != 0 || size >= 100_000 && held < int64(size) || held > 6*int64(size)+3*Free {
				t.Errorf("%d said to be %d: %d held", size, said, held)
			}
			if c.Release(); b.onDisk != 0 || len(b.holders) != 0 {
				t.Errorf("%d: %d on disk", size, b.onDisk)
			}
		}
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// A slow sender occupies disk space rather than memory, and delays nobody.
func TestASlowBodyHoldsNoMemory(t *testing.T) {
	b := New(128*mib, Patience)
	c := claim(b, "slow")
	reader, writer := io.Pipe()
	done := make(chan error)
	go func() {
		_, err := c.ReadBody(t.Context(), reader, 30*mib, 3)
		done <- err
	}()
	piece := make([]byte, mib)
	for range 4 {
		if _, err := writer.Write(piece); err != nil {
			t.Fatal(err)
		}
	}
	if got := b.Usage(); got.Held != 0 {
		t.Errorf("%+v while it arrives", got)
	}
	writer.CloseWithError(io.ErrUnexpectedEOF)
	if err := <-done; !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error(err)
	}
	if b.onDisk != 0 || len(b.holders) != 0 {
		t.Errorf("%d on disk", b.onDisk)
	}
}

func TestSpoolIsBounded(t *testing.T) {
	b := New(128*mib, Patience)
	if !b.spool("a", maxSpooledOfOne) || b.spool("a", 1) || !b.spool("b", maxSpooledOfOne) || b.spool("c", 1) {
		t.Error("not bounded")
	}
	full := claim(b, "c")
	if _, err := full.ReadBody(t.Context(), bytes.NewReader(make([]byte, 2*mib)), -1, 3); !errors.Is(err, ErrBusy) {
		t.Error(err)
	}
}

func TestMemoryOfTheMachine(t *testing.T) {
	for _, tc := range []struct {
		name  string
		files map[string]string
		want  int64
	}{
		{"nothing known", nil, unknown},
		{"a machine", map[string]string{"/proc/meminfo": "MemTotal:  1048576 kB\nMemFree: 1 kB\n"}, 1 << 30},
		{"version 2, a limit further up", map[string]string{
			"/proc/meminfo": "MemTotal:  8388608 kB\n", "/proc/self/cgroup": "0::/a/b\n",
			"/sys/fs/cgroup/a/b/memory.max": "max\n", "/sys/fs/cgroup/a/memory.max": "536870912\n",
		}, 512 * mib},
		{"version 2 in a container", map[string]string{
			"/proc/meminfo": "MemTotal:  8388608 kB\n", "/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/memory.max": "1073741824\n",
		}, 1 << 30},
		{"version 1", map[string]string{
			"/proc/meminfo": "MemTotal:  8388608 kB\n", "/proc/self/cgroup": "5:cpu,cpuacct:/x\n4:memory:/x\n",
			"/sys/fs/cgroup/memory/x/memory.limit_in_bytes": "805306368\n", "/sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
		}, 768 * mib},
	} {
		got := available(func(name string) ([]byte, error) {
			if text, ok := tc.files[name]; ok {
				return []byte(text), nil
			}
			return nil, os.ErrNotExist
		})
		if got != tc.want {
			t.Errorf("%s: %d, want %d", tc.name, got, tc.want)
		}
	}
	if Default() < Least {
		t.Error(Default())
	}
}
