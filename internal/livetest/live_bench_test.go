//go:build linux

package livetest

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"rastro/internal/testkit/drive"
)

// liveServer is a server that many may listen to.
func liveServer(b *testing.B, store *drive.Store) *drive.Server {
	return drive.Start(b, store, drive.How{Flags: []string{"--memory", "2GiB", "--streams", "20000", "--streams-per-key", "20000"}})
}

// listen begins to listen, over a connection of its own.
func listen(ctx context.Context, url string) (net.Conn, error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		return nil, err
	}
	_, err = fmt.Fprintf(conn, "GET /mudancas/ao-vivo HTTP/1.1\r\nHost: x\r\nX-API-ACCESS-KEY: %s\r\nX-API-SECRET-KEY: %s\r\n\r\n", drive.AccessKey, drive.SecretKey)
	return conn, err
}

// sampled is how many readers there are for each one that reads its events; the others take them.
const sampled = 100

// readers listens to a server, as many times as asked for. It prints a line when all listen, and for
// each event at each sampled reader its harvest and when it came.
func readers(args []string) error {
	n, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	endWith(os.Stdin)
	var mu sync.Mutex
	out := bufio.NewWriter(os.Stdout)
	var listening, over sync.WaitGroup
	failed := make(chan error, n)
	for i := range n {
		conn, err := listen(context.Background(), args[0])
		if err != nil {
			return err
		}
		listening.Add(1)
		over.Go(func() {
			in := bufio.NewReader(conn)
			if status, err := in.ReadString('\n'); err != nil || !strings.Contains(status, "200") {
				failed <- fmt.Errorf("%q, %w", status, err)
			}
			listening.Done()
			if i%sampled != 0 {
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
				if !ok || json.Unmarshal([]byte(text), &e) != nil || e.Data.SafraID == "" {
					continue
				}
				mu.Lock()
				fmt.Fprintln(out, e.Data.SafraID, time.Now().UnixMicro())
				mu.Unlock()
			}
		})
	}
	listening.Wait()
	if len(failed) > 0 {
		return <-failed
	}
	mu.Lock()
	fmt.Fprintln(out, "listening")
	mu.Unlock()
	go func() {
		over.Wait()
		fmt.Fprintln(os.Stderr, "the streams ended")
		os.Exit(1)
	}()
	for range time.Tick(100 * time.Millisecond) { // when each event came is in its line
		mu.Lock()
		err := out.Flush()
		mu.Unlock()
		if err != nil {
			return err
		}
	}
	return nil
}

// BenchmarkLive creates records at a rate (RASTRO_BENCH_RATE a second) while many listen
// (RASTRO_BENCH_READERS), and tells how long it takes from a create's answer, and from its request,
// to its event at a reader.
func BenchmarkLive(b *testing.B) {
	onBoth(b, func(b *testing.B, store *drive.Store) {
		n, rate := number(b, "RASTRO_BENCH_READERS", 1000), number(b, "RASTRO_BENCH_RATE", 1000)
		s := liveServer(b, store)
		pid, said := helper(b, "readers", s.URL, strconv.Itoa(n))
		if line, err := said.ReadString('\n'); err != nil || line != "listening\n" {
			b.Fatal(line, err)
		}
		lines := make(chan string, 1<<20) // read at once: readers that wait for this would be slow
		go func() {
			defer close(lines)
			for {
				line, err := said.ReadString('\n')
				if err != nil {
					return
				}
				lines <- line
			}
		}()
		var mu sync.Mutex
		began, answered := map[string]time.Time{}, map[string]time.Time{}
		made := 0
		serverCPU, readersCPU := cpu(b, s.PID), cpu(b, pid)
		for b.Loop() { // each a second of creates
			var second sync.WaitGroup
			slots := make(chan struct{}, 64)
			start := time.Now()
			for i := range rate {
				if b.Failed() { // the event of a create that failed never comes
					break
				}
				time.Sleep(time.Until(start.Add(time.Duration(i) * time.Second / time.Duration(rate))))
				made++
				name := "L-" + strconv.Itoa(made)
				slots <- struct{}{}
				second.Go(func() {
					defer func() { <-slots }()
					asked := time.Now()
					if a, err := s.Do("POST", "/producaoAgricola/plantioManejo", `{"safraId":"`+name+`","dados":{}}`); err != nil || a.Status != http.StatusCreated {
						b.Errorf("%d %s, %v", a.Status, a.Body, err)
					}
					mu.Lock()
					began[name], answered[name] = asked, time.Now()
					mu.Unlock()
				})
			}
			second.Wait()
			if b.Failed() {
				b.FailNow()
			}
		}
		elapsed := b.Elapsed().Seconds()
		var commits, requests []time.Duration
		for range (n + sampled - 1) / sampled * made {
			line := <-lines
			name, at, ok := strings.Cut(strings.TrimSpace(line), " ")
			micros, failed := strconv.ParseInt(at, 10, 64)
			if failed != nil || !ok || began[name].IsZero() {
				b.Fatal(line, failed)
			}
			came := time.UnixMicro(micros)
			commits, requests = append(commits, came.Sub(answered[name])), append(requests, came.Sub(began[name]))
		}
		slices.Sort(commits)
		slices.Sort(requests)
		b.ReportMetric(float64(commits[len(commits)/2].Milliseconds()), "p50-ms")
		b.ReportMetric(float64(commits[len(commits)*99/100].Milliseconds()), "p99-ms")
		b.ReportMetric(float64(requests[len(requests)*99/100].Milliseconds()), "request-p99-ms")
		b.ReportMetric(float64(made)/elapsed, "creates/s")
		b.ReportMetric(float64(made)*float64(n)/elapsed, "events/s")
		b.ReportMetric((cpu(b, s.PID)-serverCPU).Seconds()/elapsed, "server-cpus")
		b.ReportMetric((cpu(b, pid)-readersCPU).Seconds()/elapsed, "reader-cpus")
	})
}

// BenchmarkSilentReaders opens streams that never read a byte (RASTRO_BENCH_SILENT), and keeps
// creating records beside them: all creates are answered, and the streams end by themselves once
// their connections take no more.
func BenchmarkSilentReaders(b *testing.B) {
	silent := number(b, "RASTRO_BENCH_SILENT", 1000)
	s := liveServer(b, drive.SQLite(b.TempDir()+"/rastro.db"))
	for range silent {
		conn, err := listen(b.Context(), s.URL)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { conn.Close() })
	}
	made := 0
	for b.Loop() {
		made++
		if a, err := s.Do("POST", "/producaoAgricola/plantioManejo", `{"safraId":"S-`+strconv.Itoa(made)+`","dados":{}}`); err != nil || a.Status != http.StatusCreated {
			b.Fatalf("%d %s, %v", a.Status, a.Body, err)
		}
	}
	if ready, said := s.Ready(); !ready {
		b.Error(said)
	}
	b.ReportMetric(float64(resident(b, s.PID))/(1<<20), "MB-resident")
}

// resident returns how many bytes of memory a process has.
func resident(b *testing.B, pid int) int64 {
	b.Helper()
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/statm")
	if err != nil {
		b.Fatal(err)
	}
	pages, err := strconv.ParseInt(strings.Fields(string(text))[1], 10, 64)
	if err != nil {
		b.Fatal(err)
	}
	return pages * int64(os.Getpagesize())
}
