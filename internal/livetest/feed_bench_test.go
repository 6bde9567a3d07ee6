//go:build linux

package livetest

import (
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"rastro/internal/changes"
	"rastro/internal/testkit"
	"rastro/internal/testkit/drive"
)

// BenchmarkFeed alternates between reading the largest page of the feed and as many bytes from the
// limit, and compares the bytes per second and the processor time of the two servers.
func BenchmarkFeed(b *testing.B) {
	onBoth(b, func(b *testing.B, store *drive.Store) {
		server := drive.Start(b, store, drive.How{})
		size := testkit.Sized(b, changes.MaxSize)
		for i := range size {
			a, err := server.Do("POST", "/armazenamento/recebimento", fmt.Sprintf(`{"safraId":"S-%d","dados":{"dataHoraRecebimento":"2025-02-10T14:20:00-04:00","veiculo":"ABC1C34","volume":"36.000 kg","loteOrigem":"MT25-S-001","umidade":"13,8%%","impureza":"0,9%%"}}`, i%20))
			if err != nil || a.Status != http.StatusCreated {
				b.Fatalf("%d %s, %v", a.Status, a.Body, err)
			}
		}
		path := "/mudancas?tamanho=" + strconv.Itoa(size)
		length := 0
		testkit.Eventually(b, "all is in the log", func() bool {
			a, err := server.Do("GET", path, "")
			length = len(a.Body)
			return err == nil && strings.Count(string(a.Body), `"rastro.registro.criado"`) >= size*9/10
		})
		pid, said := helper(b, "limit", strconv.Itoa(length))
		url, err := said.ReadString('\n')
		if err != nil {
			b.Fatal(err)
		}
		feed, limit := reader(b, server.URL+path), reader(b, strings.TrimSpace(url))
		feed.get()
		limit.get()
		pages, feedCPU, limitCPU := 0, cpu(b, server.PID), cpu(b, pid)
		feed.took, limit.took = 0, 0
		for b.Loop() {
			feed.get()
			limit.get()
			pages++
		}
		feedCPU, limitCPU = cpu(b, server.PID)-feedCPU, cpu(b, pid)-limitCPU
		mb := float64(length) * float64(pages) / 1e6
		b.ReportMetric(mb/feed.took.Seconds(), "MB/s")
		b.ReportMetric(mb/limit.took.Seconds(), "limit-MB/s")
		b.ReportMetric(limit.took.Seconds()/feed.took.Seconds(), "of-limit")
		b.ReportMetric(float64(feedCPU.Microseconds())/float64(pages), "cpu-µs/page")
		b.ReportMetric(float64(limitCPU.Microseconds())/float64(pages), "limit-cpu-µs/page")
	})
}

// getter makes the same request again and again.
type getter struct {
	b       *testing.B
	client  http.Client
	request *http.Request
	took    time.Duration
}

func reader(b *testing.B, url string) *getter {
	b.Helper()
	r, err := http.NewRequestWithContext(b.Context(), http.MethodGet, url, nil)
	if err != nil {
		b.Fatal(err)
	}
	r.SetBasicAuth(drive.AccessKey, drive.SecretKey)
	return &getter{b: b, client: http.Client{Transport: &http.Transport{DisableCompression: true}, Timeout: testkit.Patience}, request: r}
}

func (g *getter) get() {
	began := time.Now()
	resp, err := g.client.Do(g.request)
	if err != nil {
		g.b.Fatal(err)
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil || resp.StatusCode != http.StatusOK {
		g.b.Fatal(resp.Status, err)
	}
	g.took += time.Since(began)
}
