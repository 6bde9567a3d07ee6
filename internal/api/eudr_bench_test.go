package api_test

import (
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// sow stores a lot blended from many harvests, with many plots of many vertices each.
func (c client) sow(lot string, harvests, plots, vertices int) {
	c.t.Helper()
	type job struct{ prefix, harvest, payload string }
	jobs := make(chan job)
	var failed atomic.Pointer[string]
	var all sync.WaitGroup
	for range 32 {
		all.Go(func() {
			for j := range jobs {
				if status, body := c.raw("POST", j.prefix, entity(j.harvest, j.payload)); status != 201 {
					text := fmt.Sprintf("%d %s", status, body)
					failed.Store(&text)
				}
			}
		})
	}
	var parts []string
	for h := range harvests {
		harvest, part := fmt.Sprintf("%s-S%05d", lot, h), fmt.Sprintf("%s-L%d", lot, h)
		for p := range plots {
			jobs <- job{planning, harvest, `{"produtor":"Produtor ` + fmt.Sprint(h%800) + `","municipio":"Sorriso","uf":"MT","geojson":` + round(h*plots+p, vertices) + `}`}
		}
		jobs <- job{naming, harvest, `{"codigoLote":"` + part + `"}`}
		parts = append(parts, fmt.Sprintf("%s %.4f%%", part, 100/float64(harvests)))
	}
	// A text can contain about 200 lots, so they are blends of blends, as in practice.
	var blends []string
	for i := 0; i < len(parts); i += 100 {
		name := fmt.Sprintf("%s-B%d", lot, i)
		jobs <- job{blending, lot, `{"lote":"` + name + `","blendagem":"` + strings.Join(parts[i:min(i+100, len(parts))], "; ") + `"}`}
		blends = append(blends, name+" 10%")
	}
	jobs <- job{blending, lot, `{"lote":"` + lot + `","blendagem":"` + strings.Join(blends, "; ") + `"}`}
	close(jobs)
	all.Wait()
	if text := failed.Load(); text != nil {
		c.t.Fatal(*text)
	}
}

// raw calls without comparing the answer with the documents, which takes long.
func (c client) raw(method, path, body string) (int, []byte) {
	request, err := http.NewRequest(method, c.http.URL+path, strings.NewReader(body))
	if err != nil {
		return 0, nil
	}
	request.Header.Set("X-API-ACCESS-KEY", c.access)
	request.Header.Set("X-API-SECRET-KEY", c.secret)
	response, err := c.http.Client().Transport.RoundTrip(request)
	if err != nil {
		return 0, []byte(err.Error())
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, []byte(err.Error())
	}
	return response.StatusCode, answer
}

// round returns a plot of many vertices, a different one for each n.
func round(n, vertices int) string {
	x, y := -55.72+float64(n%100)*0.003, -12.55+float64(n/100)*0.003
	var b strings.Builder
	for i := range vertices + 1 {
		angle := 2 * math.Pi * float64(i%vertices) / float64(vertices)
		fmt.Fprintf(&b, ",[%.7f,%.7f]", x+0.001*math.Cos(angle), y+0.001*math.Sin(angle))
	}
	return `{"type":"Polygon","coordinates":[[` + b.String()[1:] + `]]}`
}

// BenchmarkEUDR makes the file, the pre-flight and the dossier of a lot with many plots of 40
// vertices, with ten plots per harvest and with all in one. RASTRO_BENCH_PLOTS sets the number of
// plots, because thousands take minutes under the race detector.
func BenchmarkEUDR(b *testing.B) {
	plots := 200
	if written := os.Getenv("RASTRO_BENCH_PLOTS"); written != "" {
		var err error
		if plots, err = strconv.Atoi(written); err != nil {
			b.Fatalf("RASTRO_BENCH_PLOTS: %v", err)
		}
	}
	for _, engine := range []struct {
		name   string
		change []func(*settings)
	}{{"SQLite", nil}, {"PostgreSQL", []func(*settings){onPostgres}}} {
		b.Run(engine.name, func(b *testing.B) {
			c := start(b, engine.change...)
			c.sow("MANY", plots/10, 10, 40)
			c.sow("ONE", 1, plots, 40)
			for _, lot := range []string{"MANY", "ONE"} {
				path := "/eudr/lote/" + lot
				b.Run(lot+"/arquivo", func(b *testing.B) { c.in(b).measure(path) })
				b.Run(lot+"/conferencia", func(b *testing.B) { c.in(b).measure(path + "/conferencia") })
				b.Run(lot+"/dossie", func(b *testing.B) {
					c.in(b).dossier(lot)
					c.in(b).measure(path + "/dossie.zip")
				})
			}
		})
	}
}

func (c client) measure(path string) {
	b := c.t.(*testing.B)
	b.ReportAllocs()
	from, size := processor(b), 0
	for b.Loop() {
		status, body := c.raw("GET", path, "")
		if status != 200 {
			b.Fatalf("%d %.300s", status, body)
		}
		size = len(body)
	}
	b.ReportMetric(float64((processor(b)-from).Milliseconds())/float64(b.N), "cpu-ms/op")
	b.ReportMetric(float64(size)/1e6, "MB")
}

// processor returns the processor time of this process. On a busy machine it is more reliable than
// wall-clock time.
func processor(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
