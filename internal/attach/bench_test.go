package attach_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"rastro/internal/attachment"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
	"rastro/internal/wholefile"
)

// document returns a PDF of n bytes that compress as little as a scan. Each seed gives another one.
func document(bytes int, seed uint64) []byte {
	out := make([]byte, bytes)
	_, _ = rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8)}).Read(out)
	copy(out, "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	copy(out[bytes-6:], "%%EOF\n")
	return out
}

// plainCopy writes a file durably: its content and its name are on disk.
func plainCopy(tb testing.TB, folder string, body []byte) {
	tb.Helper()
	file, err := os.CreateTemp(folder, "*")
	if err == nil {
		_, err = io.Copy(file, struct{ io.Reader }{bytes.NewReader(body)})
	}
	if err == nil {
		err = file.Sync()
	}
	if err == nil {
		err = file.Close()
	}
	if err == nil {
		err = wholefile.SyncFolder(folder)
	}
	if err != nil {
		tb.Fatal(err)
	}
}

// cost is what some work took: the shortest time, which others on the machine disturbed least, and
// the processor time of all of it, which does not advance while others use the machine.
type cost struct{ quickest, busy time.Duration }

func (c *cost) of(work func()) {
	began, used := time.Now(), testkit.CPU()
	work()
	took := time.Since(began)
	c.busy += testkit.CPU() - used
	if c.quickest == 0 || took < c.quickest {
		c.quickest = took
	}
}

// BenchmarkAttach attaches the largest file that is accepted, by turns with a plain copy to the same
// disk, and reports it as a multiple of that copy: the quickest of each (x-copy), the processor time
// of all (cpu-x-copy), and that time compared with a copy and one SHA-256 of the same bytes
// (cpu-x-copy-and-sha256). PostgreSQL's own files are on another disk, in memory where there is one,
// and most of its work is in another process, whose processor time this does not see.
func BenchmarkAttach(b *testing.B) {
	size := testkit.Sized(b, attachment.MaxBytes)
	for _, e := range stores.Engines {
		b.Run(e.Name, func(b *testing.B) {
			d := e.New(b)
			s := newBench(b, d)
			folder := b.TempDir()
			if d.Path != "" {
				folder = filepath.Dir(d.Path)
			}
			var attaching, copying, hashing cost
			seed := uint64(0)
			for b.Loop() {
				b.StopTimer()
				seed++
				body, id := document(size, seed), s.create("S")
				copying.of(func() { plainCopy(b, folder, body) })
				hashing.of(func() { sha256.Sum256(body) })
				b.StartTimer()
				attaching.of(func() { s.attach(id, body) })
			}
			b.SetBytes(int64(size))
			b.ReportMetric(float64(attaching.quickest)/float64(copying.quickest), "x-copy")
			if d.Path != "" {
				b.ReportMetric(float64(attaching.busy)/float64(copying.busy), "cpu-x-copy")
				b.ReportMetric(float64(attaching.busy)/float64(copying.busy+hashing.busy), "cpu-x-copy-and-sha256")
				b.ReportMetric(float64(attaching.busy.Milliseconds())/float64(b.N), "cpu-ms")
			}
		})
	}
}

// Attaching a large file takes no more memory than attaching a small one.
func TestAttachingHoldsLittle(t *testing.T) {
	b := newBench(t, stores.SQLite(t))
	attaching := func(size int) uint64 {
		body, id := document(size, uint64(size)), b.create("S")
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		b.attach(id, body)
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc // total allocations, so that no garbage collection hides any
	}
	attaching(1 << 20) // one-time allocations
	small, large := attaching(1<<20), attaching(attachment.MaxBytes)
	t.Logf("%d KiB for 1 MiB, %d KiB for 25 MiB", small>>10, large>>10)
	if large > small+2<<20 {
		t.Errorf("a file of 25 MiB takes %d KiB, one of 1 MiB %d KiB", large>>10, small>>10)
	}
}

// BenchmarkRecords reads and creates records that have files, or share a store with many,
// alternating with records without files, and reports the median of the first as a multiple of the
// second.
func BenchmarkRecords(b *testing.B) {
	beside := testkit.Sized(b, 2_000)
	s := newBench(b, stores.SQLite(b))
	plain, filed := s.create("S"), s.create("S")
	for i := range 3 {
		s.attach(filed, table(fmt.Sprint("lido", i)))
	}
	alone := newBench(b, stores.SQLite(b))
	for i := range beside {
		s.attach(s.create("S"), table(fmt.Sprint(i)))
		alone.create("S")
		alone.create("S")
	}
	compare := func(name string, with, without func()) {
		b.Run(name, func(b *testing.B) {
			var took, others []time.Duration
			for b.Loop() {
				began := time.Now()
				without()
				middle := time.Now()
				with()
				others, took = append(others, middle.Sub(began)), append(took, time.Since(middle))
			}
			slices.Sort(took)
			slices.Sort(others)
			b.ReportMetric(float64(took[len(took)/2])/float64(others[len(others)/2]), "x-without")
		})
	}
	read := func(id string) func() {
		return func() {
			if _, err := s.app.Get(b.Context(), everybody, receipt, id); err != nil {
				b.Fatal(err)
			}
		}
	}
	compare("read", read(filed), read(plain))
	compare("create", func() { s.create("T") }, func() { alone.create("T") })
}
