package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rastro/internal/testkit"
)

// benchNumber returns a number from the environment.
func benchNumber(b *testing.B, name string, usual int) int {
	b.Helper()
	text := os.Getenv(name)
	if text == "" {
		return testkit.Sized(b, usual)
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		b.Fatal(err)
	}
	return n
}

// liveServer returns a server that many may listen to.
func liveServer(b *testing.B) *serving {
	return serve(b, "sqlite:"+filepath.Join(b.TempDir(), "rastro.db"), "--memory", "2GiB", "--streams", "20000", "--streams-per-key", "20000")
}

// open starts listening on a connection of its own.
func (s *serving) open(ctx context.Context) (net.Conn, error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		return nil, err
	}
	_, err = fmt.Fprintf(conn, "GET /mudancas/ao-vivo HTTP/1.1\r\nHost: x\r\nX-API-ACCESS-KEY: %s\r\nX-API-SECRET-KEY: %s\r\n\r\n", s.access, s.secret)
	return conn, err
}

// BenchmarkLive creates records at a rate (RASTRO_BENCH_RATE per second) while many listen
// (RASTRO_BENCH_READERS), and reports the time from the request of a create to its event at a
// reader. Every hundredth reader parses the events; the others only receive them.
func BenchmarkLive(b *testing.B) {
	readers, rate := benchNumber(b, "RASTRO_BENCH_READERS", 1000), benchNumber(b, "RASTRO_BENCH_RATE", 1000)
	s := liveServer(b)
	s.client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}, Timeout: testkit.Patience}
	var began sync.Map // by the code that a record has
	var mu sync.Mutex
	var delays []time.Duration
	var got atomic.Int64
	var listening, over sync.WaitGroup
	for i := range readers {
		conn, err := s.open(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { conn.Close() })
		listening.Add(1)
		over.Go(func() {
			in := bufio.NewReader(conn)
			if _, err := in.ReadString('\n'); err != nil { // the status
				b.Error(err)
			}
			listening.Done()
			if i%100 != 0 {
				_, _ = io.Copy(io.Discard, in)
				return
			}
			for {
				line, err := in.ReadString('\n')
				if err != nil {
					return
				}
				text, ok := strings.CutPrefix(line, "data: ")
				var e struct{ Data struct{ SafraID string } }
				if !ok || json.Unmarshal([]byte(text), &e) != nil {
					continue
				}
				if at, ok := began.Load(e.Data.SafraID); ok {
					mu.Lock()
					delays = append(delays, time.Since(at.(time.Time)))
					mu.Unlock()
					got.Add(1)
				}
			}
		})
	}
	listening.Wait()
	made := 0
	b.ResetTimer()
	for b.Loop() { // each a second of creates
		var second sync.WaitGroup
		slots := make(chan struct{}, 64)
		start := time.Now()
		for i := range rate {
			time.Sleep(time.Until(start.Add(time.Duration(i) * time.Second / time.Duration(rate))))
			made++
			name := "L-" + strconv.Itoa(made)
			slots <- struct{}{}
			second.Go(func() {
				defer func() { <-slots }()
				began.Store(name, time.Now())
				if a, err := s.try("POST", planting, `{"safraId":"`+name+`","dados":{}}`); err != nil || a.status != 201 {
					b.Errorf("%d %s, %v", a.status, a.body, err)
				}
			})
		}
		second.Wait()
	}
	b.StopTimer()
	sampled := int64((readers + 99) / 100)
	for deadline := time.Now().Add(testkit.Patience); got.Load() < sampled*int64(made); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			b.Fatalf("%d of %d events arrived", got.Load(), sampled*int64(made))
		}
	}
	mu.Lock()
	defer mu.Unlock()
	slices.Sort(delays)
	b.ReportMetric(float64(delays[len(delays)/2].Milliseconds()), "p50-ms")
	b.ReportMetric(float64(delays[len(delays)*99/100].Milliseconds()), "p99-ms")
	b.ReportMetric(float64(made)/b.Elapsed().Seconds(), "creates/s")
	b.ReportMetric(float64(made)*float64(readers)/b.Elapsed().Seconds(), "events/s")
}

// BenchmarkSilentReaders opens streams that never read a byte (RASTRO_BENCH_SILENT), and keeps
// creating records at the same time: all are answered, and the streams end by themselves when their
// connections accept no more.
func BenchmarkSilentReaders(b *testing.B) {
	silent := benchNumber(b, "RASTRO_BENCH_SILENT", 1000)
	s := liveServer(b)
	for range silent {
		conn, err := s.open(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { conn.Close() })
	}
	made := 0
	for b.Loop() {
		made++
		s.create("S-" + strconv.Itoa(made))
	}
	if a := s.call("GET", "/readyz", ""); a.status != http.StatusOK {
		b.Errorf("%d %s", a.status, a.body)
	}
}
