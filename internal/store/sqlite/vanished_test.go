package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rastro/internal/store/storetest"
	"rastro/internal/testkit"
	"rastro/internal/trace"
)

func touch(s *Store) error {
	ctx := context.Background()
	return s.Update(ctx, func(w trace.Writer) error { return w.LockKeys(ctx) })
}

// If its file is removed or replaced, a running server accepts no more writes, from the very next
// one on; reads continue, and everything works again when the file is back.
func TestAttackVanishedDatabase(t *testing.T) {
	for _, c := range []struct {
		name       string
		take, give func(path string) error
	}{
		{"removed", func(p string) error { return os.Rename(p, p+".x") }, func(p string) error { return os.Rename(p+".x", p) }},
		{"replaced", func(p string) error {
			if err := os.Rename(p, p+".x"); err != nil {
				return err
			}
			return os.WriteFile(p, nil, 0o600)
		}, func(p string) error { return os.Rename(p+".x", p) }},
		{"write-ahead log removed", func(p string) error { return os.Rename(p+"-wal", p+".x") }, func(p string) error { return os.Rename(p+".x", p+"-wal") }},
		{"folder moved", func(p string) error { return os.Rename(filepath.Dir(p), filepath.Dir(p)+".x") }, func(p string) error { return os.Rename(filepath.Dir(p)+".x", filepath.Dir(p)) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "data")
			if err := os.Mkdir(folder, 0o700); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(folder, "rastro.db")
			s, err := Open(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if err := touch(s); err != nil {
				t.Fatal(err)
			}
			if err := c.take(path); err != nil {
				t.Fatal(err)
			}
			if err := touch(s); !trace.Is(err, trace.CodeStoreGone) {
				t.Errorf("a write = %v, want %s", err, trace.CodeStoreGone)
			}
			if gone := s.Health().Gone; !trace.Is(gone, trace.CodeStoreGone) || !strings.Contains(gone.Error(), path) {
				t.Errorf("Health = %v", gone)
			}
			if _, err := s.KeyRevision(t.Context()); err != nil {
				t.Errorf("a read = %v", err)
			}
			if err := c.give(path); err != nil {
				t.Fatal(err)
			}
			if err := touch(s); err != nil || s.Health().Gone != nil {
				t.Errorf("when it is back: %v, %v", err, s.Health().Gone)
			}
		})
	}
}

// A file that is truncated under a running server must accept no further write: a checkpoint would
// make it look complete. VACUUM by another program also shortens the file, but loses nothing.
func TestAttackTruncatedDatabase(t *testing.T) {
	for _, c := range []struct {
		name string
		cut  func(t *testing.T, path string)
		lost bool
	}{
		{"emptied", func(t *testing.T, path string) { truncate(t, path, 0) }, true},
		{"down to a page", func(t *testing.T, path string) { truncate(t, path, 4096) }, true},
		{"write-ahead log cut in the middle", func(t *testing.T, path string) { truncate(t, path+"-wal", sizeOf(t, path+"-wal")/2) }, true},
		{"write-ahead log without its last bytes", func(t *testing.T, path string) { truncate(t, path+"-wal", sizeOf(t, path+"-wal")-1) }, true},
		{"write-ahead log emptied", func(t *testing.T, path string) { truncate(t, path+"-wal", 0) }, true},
		{"compacted", func(t *testing.T, path string) {
			before := sizeOf(t, path)
			db, err := sql.Open("sqlite", uri(path))
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			for _, statement := range []string{`VACUUM`, `PRAGMA wal_checkpoint(TRUNCATE)`} {
				if _, err := db.Exec(statement); err != nil {
					t.Fatal(err)
				}
			}
			if after := sizeOf(t, path); after >= before {
				t.Fatalf("%d bytes, before %d: nothing to see", after, before)
			}
		}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "rastro.db")
			s, err := Open(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			storetest.Fill(t, s, 100, 0, strings.Repeat("x", 5000))
			for _, statement := range []string{`CREATE TABLE gone (x)`, `INSERT INTO gone SELECT zeroblob(1000000)`, `DROP TABLE gone`, `PRAGMA wal_checkpoint(PASSIVE)`} {
				rows, err := s.counting.Query(t.Context(), statement)
				if err != nil {
					t.Fatal(err)
				}
				rows.Next()
				rows.Close()
			}
			storetest.Fill(t, s, 1, 0, "y")
			if gone := s.Health().Gone; gone != nil {
				t.Fatal(gone)
			}
			c.cut(t, path)
			if gone := s.Health().Gone; (gone != nil) != c.lost {
				t.Errorf("Health before a write: %v", gone)
			}
			err = touch(s)
			if trace.Is(err, trace.CodeStoreGone) != c.lost || (err != nil) != c.lost {
				t.Errorf("a write: %v", err)
			}
			if gone := s.Health().Gone; (gone != nil) != c.lost {
				t.Errorf("Health: %v", gone)
			} else if c.lost && !strings.Contains(gone.Error(), "restore a backup") {
				t.Errorf("it does not say what to do: %v", gone)
			}
			if !c.lost {
				return
			}
			s.counting.checkpoint()
			if err := touch(s); !trace.Is(err, trace.CodeStoreGone) {
				t.Errorf("after a checkpoint: %v", err)
			}
		})
	}
}

// A server that nobody writes to notices at the next look that its write-ahead log was
// emptied, also when it only read since it was started.
func TestAttackEmptiedLogOfAnIdleServer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rastro.db")
	first, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	storetest.Fill(t, first, 10, 0, "x")
	second, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	truncate(t, path+"-wal", 0)
	for name, s := range map[string]*Store{"the one that wrote": first, "another": second} {
		gone := s.Health().Gone
		if !trace.Is(gone, trace.CodeStoreGone) || !strings.Contains(fmt.Sprint(gone), path+"-wal was cut short") {
			t.Errorf("%s: Health = %v", name, gone)
		}
	}
}

// A log that the store itself empties repeatedly is never mistaken for a truncated one.
func TestLogThatTheStoreEmpties(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rastro.db")
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 200 {
			s.writer.residue.Store(true) // as an erasure does: the next commit empties the log
			if err := touch(s); err != nil {
				t.Errorf("a write = %v", err)
				return
			}
		}
	}()
	looks, empty := 0, 0
	for running := true; running; looks++ {
		select {
		case <-done:
			running = false
		default:
		}
		if sizeOf(t, path+"-wal") == 0 {
			empty++
		}
		if gone := s.Health().Gone; gone != nil {
			<-done
			t.Fatalf("after %d looks: %v", looks, gone)
		}
	}
	if empty == 0 {
		t.Errorf("%d looks never met an empty log", looks)
	}
}

func truncate(t *testing.T, path string, size int64) {
	t.Helper()
	if sizeOf(t, path) <= size {
		t.Fatalf("%s has %d bytes: nothing to cut", path, sizeOf(t, path))
	}
	if err := os.Truncate(path, size); err != nil {
		t.Fatal(err)
	}
}

func sizeOf(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

// A write during which the file disappears is never reported as done, and never made twice.
func TestAttackVanishedWhileWriting(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rastro.db")
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	runs := 0
	err = s.Update(t.Context(), func(w trace.Writer) error {
		runs++
		if err := os.Remove(path); err != nil {
			t.Error(err)
		}
		return w.LockKeys(t.Context())
	})
	if !trace.Is(err, trace.CodeStoreGone) || runs != 1 {
		t.Errorf("Update = %v after %d runs, want %s after one", err, runs, trace.CodeStoreGone)
	}
}

// BenchmarkInPlace measures what the check costs each group of writes.
func BenchmarkInPlace(b *testing.B) {
	s, err := Open(b.Context(), filepath.Join(b.TempDir(), "rastro.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	for b.Loop() {
		if err := s.writer.inPlace.committed(); err != nil {
			b.Fatal(err)
		}
	}
}

// A damaged page in the middle of the file is noticed when it is read, and named.
func TestDamagedPageIsNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rastro.db")
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	const marker = "a sentence that stands on one page of the file"
	id := storetest.Fill(t, s, 200, 77, marker)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	const pageSize = 4096
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	page := bytes.Index(file, []byte(marker))/pageSize + 1
	copy(file[(page-1)*pageSize:], bytes.Repeat([]byte{0xff}, 64))
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	if s, err = Open(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Versions(t.Context(), id); !trace.Is(err, trace.CodeStoreDamaged) {
		t.Errorf("reading the damaged page = %v, want %s", err, trace.CodeStoreDamaged)
	}
	select {
	case <-s.damage.named:
	case <-time.After(testkit.Patience):
		t.Fatal("the damage is not named")
	}
	said, want := s.Health().Damage, fmt.Sprintf("page %d", page)
	if !strings.Contains(said, want) || !strings.Contains(said, "table journal") || !strings.Contains(said, "restore a backup") {
		t.Fatalf("the damage is told as %q, want %q of table journal", said, want)
	}
}

func TestBackup(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rastro.db")
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	storetest.Fill(t, s, 50, 0, "x") // in the write-ahead log, while a server is running
	to := filepath.Join(t.TempDir(), "copy.db")
	if err := os.WriteFile(to, []byte("an older copy"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Backup(t.Context(), path, to, false, false); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over a file that is there: %v", err)
	}
	if err := Backup(t.Context(), path, to, true, false); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(to)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the copy is %v, %v; want mode 0600", info.Mode(), err)
	}
	copied, err := Open(t.Context(), to)
	if err != nil {
		t.Fatal(err)
	}
	defer copied.Close()
	if found, err := copied.Logged(t.Context(), 0, 100); err != nil || len(found) != 50 {
		t.Errorf("the copy has %d versions, %v; want 50", len(found), err)
	}
	if err := Backup(t.Context(), path, path, true, false); err == nil || !strings.Contains(err.Error(), "is the database itself") {
		t.Errorf("onto itself: %v", err)
	}
	if err := Backup(t.Context(), path, filepath.Join(t.TempDir(), "none", "copy.db"), false, false); err == nil {
		t.Error("into a folder that is not there")
	}
	left, err := filepath.Glob(filepath.Join(filepath.Dir(to), ".*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %q, %v", left, err)
	}
	if err := s.Update(t.Context(), func(w trace.Writer) error {
		return w.StartLog(t.Context(), trace.LogState{Secret: "a key of an older build", Verifier: "v", Checkpoint: []byte("c")})
	}); err != nil {
		t.Fatal(err)
	}
	if err := Backup(t.Context(), path, to, true, false); err == nil || !strings.Contains(err.Error(), ErrKeyInside.Error()) {
		t.Errorf("with the key inside: %v", err)
	}
	if err := Backup(t.Context(), path, to, true, true); err != nil {
		t.Errorf("with the key inside, as asked for: %v", err)
	}
	if inside, err := KeyInside(t.Context(), to); err != nil || !inside {
		t.Errorf("the copy has the key: %v, %v", inside, err)
	}
}
