// Command pages compares builds of Rastro: it starts each with a store of its own, fills all stores
// the same way, asks each for the same pages and calls by turns, and prints the processor time that
// the server spent on one, and the size of the answer.
//
//	go run ./bench/pages before=/path/to/rastro after=bin/rastro
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"rastro/internal/demo"
	"rastro/internal/kind"
)

// The key of the caller; it lives in throw-away stores on loopback.
const (
	accessKey = "rk_pages"
	secretKey = "rs_pages-0123456789abcdef"
)

const (
	receipts   = kind.Receiving
	list       = "/console/registros/armazenamento.recebimento"
	soy        = "DEMO-SOJA-MT-2024-25"
	soyLot     = "MT25-S-001"
	records    = 2000 // receipts, in harvests of perHarvest
	perHarvest = 500
)

// ask is a request that is measured; %id and %code stand for a record and a validation.
type ask struct{ name, method, path string }

var asks = []ask{
	{"start", "GET", "/console"},
	{"list of records", "GET", list},
	{"harvest", "GET", "/console/safras/" + soy},
	{"review of a harvest", "GET", "/console/safras/" + soy + "/conferencia"},
	{"lot", "GET", "/console/lotes/" + soyLot},
	{"EU", "GET", "/console/lotes/" + soyLot + "/eudr"},
	{"record", "GET", list + "/%id"},
	{"history", "GET", list + "/%id/historico"},
	{"public page", "GET", "/v/%code"},
	{"API: read", "GET", receipts + "/%id"},
	{"API: list of 50", "GET", receipts + "?safraId=S-0&size=50"},
	{"API: create", "POST", receipts},
}

// build is a running build under measurement.
type build struct {
	name, base string
	child      *exec.Cmd
	client     *http.Client
	ids        *strings.Replacer
	created    int
}

func main() {
	only := flag.String("only", "", "measure what has this in its name")
	rounds := flag.Int("rounds", 5, "rounds of each measurement")
	times := flag.Int("times", 100, "requests in a round")
	profile := flag.String("profile", "", "also give the last build this address for its profiles")
	flag.Parse()
	if err := run(flag.Args(), *only, *profile, *rounds, *times); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string, only, profile string, rounds, times int) (err error) {
	dir, err := os.MkdirTemp("", "rastro-pages")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var builds []*build
	for i, arg := range args {
		name, binary, ok := strings.Cut(arg, "=")
		if !ok {
			return fmt.Errorf("%q is not NAME=BINARY", arg)
		}
		var more []string
		if profile != "" && i == len(args)-1 {
			more = []string{"--profile-addr", profile}
		}
		b, err := start(name, binary, filepath.Join(dir, name), more)
		if err != nil {
			return err
		}
		defer b.stop()
		builds = append(builds, b)
		if err := b.fill(); err != nil {
			return fmt.Errorf("fill %s: %w", name, err)
		}
	}
	fmt.Print("| Request |")
	for _, b := range builds {
		fmt.Printf(" %s |", b.name)
	}
	fmt.Print(" ratio | bytes |\n|---|", strings.Repeat("---|", len(builds)+2), "\n")
	for _, a := range asks {
		if !strings.Contains(a.name, only) {
			continue
		}
		if err := measure(builds, a, rounds, times); err != nil {
			return err
		}
	}
	return nil
}

// measure prints one line: the median of each build, the last in relation to the first, and the sizes.
func measure(builds []*build, a ask, rounds, times int) error {
	took := make([][]time.Duration, len(builds))
	sizes := make([]string, len(builds))
	for round := -1; round < rounds; round++ { // the first one warms up
		for i, b := range builds {
			used, size, err := b.round(a, times)
			if err != nil {
				return fmt.Errorf("%s of %s: %w", a.name, b.name, err)
			}
			if sizes[i] = strconv.Itoa(size); round >= 0 {
				took[i] = append(took[i], used)
			}
		}
	}
	fmt.Printf("| %s |", a.name)
	ms := make([]float64, len(builds))
	for i, all := range took {
		slices.Sort(all)
		ms[i] = all[len(all)/2].Seconds() * 1000
		fmt.Printf(" %.3f ms (%.3f to %.3f) |", ms[i], all[0].Seconds()*1000, all[len(all)-1].Seconds()*1000)
	}
	_, err := fmt.Printf(" %.2f | %s |\n", ms[len(ms)-1]/ms[0], strings.Join(sizes, ", "))
	return err
}

// round returns the processor time of one request, of many made one after another.
func (b *build) round(a ask, times int) (each time.Duration, size int, err error) {
	before, err := b.used()
	if err != nil {
		return 0, 0, err
	}
	for range times {
		body := ""
		if a.method == http.MethodPost {
			body = b.receipt()
		}
		answer, err := b.call(a.method, b.ids.Replace(a.path), body)
		if err != nil {
			return 0, 0, err
		}
		size = len(answer)
	}
	after, err := b.used()
	return (after - before) / time.Duration(times), size, err
}

// used returns the processor time of all the server's threads, in steps finer than /proc/PID/stat has.
func (b *build) used() (total time.Duration, err error) {
	names, err := filepath.Glob(filepath.Join("/proc", strconv.Itoa(b.child.Process.Pid), "task", "*", "schedstat"))
	if err != nil {
		return 0, err
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return 0, err
		}
		first, _, _ := strings.Cut(string(text), " ")
		n, err := strconv.ParseInt(first, 10, 64)
		if err != nil {
			return 0, err
		}
		total += time.Duration(n)
	}
	return total, nil
}

func start(name, binary, dir string, more []string) (*build, error) {
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	addr := l.Addr().String()
	if err := l.Close(); err != nil {
		return nil, err
	}
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		return nil, err
	}
	defer log.Close()
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	b := &build{
		name: name, base: "http://" + addr, client: &http.Client{Jar: jar, Timeout: time.Minute},
		child: exec.Command(binary, append([]string{"serve", "--addr", addr, "--db", "sqlite:" + filepath.Join(dir, "rastro.db"), "--visitor-rate-limit", "0"}, more...)...),
	}
	b.child.Env = append(os.Environ(), "RASTRO_ROOT_ACCESS_KEY="+accessKey, "RASTRO_ROOT_SECRET_KEY="+secretKey)
	b.child.Stdout, b.child.Stderr = log, log
	if err := b.child.Start(); err != nil {
		return nil, err
	}
	const patience, pause = 1200, 50 * time.Millisecond
	for range patience {
		if _, err = b.call(http.MethodGet, "/healthz", ""); err == nil {
			return b, nil
		}
		time.Sleep(pause)
	}
	b.stop()
	return nil, fmt.Errorf("start %s: %w", name, err)
}

func (b *build) stop() {
	_ = b.child.Process.Signal(os.Interrupt)
	_ = b.child.Wait() // its store is thrown away
}

// fill writes the demonstration's harvests and the receipts, and signs in.
func (b *build) fill() error {
	all, err := demo.Harvests()
	if err != nil {
		return err
	}
	var id, code string
	for _, r := range all {
		made, err := b.create(r.Prefix, r.HarvestID, r.Season, r.Payload)
		if err != nil {
			return err
		}
		if r.HarvestID == soy {
			code = cmp.Or(made.Code, code)
		}
	}
	for range records {
		answer, err := b.call(http.MethodPost, receipts, b.receipt())
		if err != nil {
			return err
		}
		made, err := readRecord(answer)
		if err != nil {
			return err
		}
		id = made.ID
	}
	if id == "" || code == "" {
		return errors.New("no record, or no validation")
	}
	b.ids = strings.NewReplacer("%id", id, "%code", code)
	r, err := http.NewRequest(http.MethodPost, b.base+"/console/entrar", strings.NewReader(url.Values{"accessKey": {accessKey}, "secretKey": {secretKey}}.Encode()))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", b.base)
	answer, err := b.client.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK || answer.Request.URL.Path != "/console" {
		return fmt.Errorf("sign in: %s at %s", answer.Status, answer.Request.URL.Path)
	}
	return b.settle()
}

// settle waits until the server has nothing left to do in the background.
func (b *build) settle() error {
	const pause, tries, idle = time.Second, 60, 10 * time.Millisecond
	before, err := b.used()
	for range tries {
		if err != nil {
			return err
		}
		time.Sleep(pause)
		var now time.Duration
		if now, err = b.used(); err == nil && now-before < idle {
			return nil
		}
		before = now
	}
	return err
}

// record has the members of an answer's record that are used here.
type record struct {
	ID   string `json:"id"`
	Code string `json:"codigo"`
}

func readRecord(answer []byte) (record, error) {
	var made struct {
		Data record `json:"data"`
	}
	err := json.Unmarshal(answer, &made)
	return made.Data, err
}

func (b *build) create(prefix, harvest, season string, payload []byte) (record, error) {
	body, err := json.Marshal(map[string]any{"safraId": harvest, "safraCodigo": season, "dados": json.RawMessage(payload)})
	if err != nil {
		return record{}, err
	}
	answer, err := b.call(http.MethodPost, prefix, string(body))
	if err != nil {
		return record{}, err
	}
	return readRecord(answer)
}

// receipt is a record that differs from all others, in a lot of its own.
func (b *build) receipt() string {
	i := b.created
	b.created++
	return fmt.Sprintf(`{"safraId":"S-%d","safraCodigo":"2025/26","dados":{"dataHoraRecebimento":"2025-02-10T14:20:00-03:00","veiculo":"Caminhão ABC1D23","volume":"36.000 kg","loteOrigem":"L-%d","umidade":"13,8%%","impureza":"0,9%%","tipoCafe":"não se aplica"}}`, i/perHarvest, i)
}

// call makes a request, with the headers that a browser sends for a page, and returns the answer as it
// came, compressed.
func (b *build) call(method, path, body string) ([]byte, error) {
	r, err := http.NewRequest(method, b.base+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	switch {
	case strings.HasPrefix(path, "/console"), strings.HasPrefix(path, "/v/"):
		r.Header.Set("Accept", "text/html")
		r.Header.Set("Accept-Encoding", "gzip, deflate, br, zstd")
	default:
		r.Header.Set("X-API-ACCESS-KEY", accessKey)
		r.Header.Set("X-API-SECRET-KEY", secretKey)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept-Encoding", "identity")
	}
	answer, err := b.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	const most = 16 << 20
	text, err := io.ReadAll(io.LimitReader(answer.Body, most))
	if err == nil && answer.StatusCode >= http.StatusMultipleChoices {
		err = fmt.Errorf("%s %s: %s: %s", method, path, answer.Status, bytes.TrimSpace(text))
	}
	return text, err
}
