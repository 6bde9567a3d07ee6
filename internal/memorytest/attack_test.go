//go:build linux

package memorytest

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/base64"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	mib     = 1 << 20
	ceiling = 512 * mib
)

// size returns how large an attack is: in every test run, and in full.
func size(short, full int) int {
	if os.Getenv("RASTRO_ATTACK") == "full" {
		return full
	}
	return short
}

// attacks make the server use memory. In the end everyone is served: all callers get the status in
// want. Of those who send spreadsheets, as many succeed as a key may have files; the others are
// told that there are too many.
var attacks = []struct {
	name  string
	run   func(t *testing.T, v *victim, key []string) *outcome
	want  int
	least int // 0: all
}{
	{"anonymous forms", anonymousForms, http.StatusUnauthorized, 0},
	{"dry runs", dryRuns, http.StatusOK, 0},
	{"imports, all or nothing", wholeImports, http.StatusCreated, 0},
	{"lots made of lots", manyPairs, http.StatusCreated, 0},
	{"dry runs that name many lots", manyLots, http.StatusOK, 0},
	{"plots", plots, http.StatusCreated, 0},
	{"spreadsheets that unpack", bombs, http.StatusOK, filesOfKey},
	{"dossiers", dossiers, http.StatusOK, 0},
	{"certificates", certificates, http.StatusOK, 0},
	{"slow bodies", slowBodies, http.StatusOK, 0},
	{"slow readers", slowReaders, http.StatusOK, 0},
}

// filesOfKey is how many files a key may have waiting in the console.
const filesOfKey = 8

// TestAttackMemory makes a server with the memory of a small machine use all that callers with and
// without a key can make it use. At 512 MiB the kernel would end it. It survives, tells everyone
// whom it turns away when to come back, serves all of them then, and all others afterwards.
func TestAttackMemory(t *testing.T) {
	var options []string
	if os.Getenv("RASTRO_ATTACK_BINARY") == "" {
		options = []string{"--memory", "128MiB"} // a quarter of 512 MiB
	}
	v := startVictim(t, options...)
	key := basic()
	t.Logf("%-28s %s", "started", v.memory())
	for _, attack := range attacks {
		began := time.Now()
		got := attack.run(t, v, key)
		if !v.alive() {
			t.Fatalf("%s: the server is gone:\n%s", attack.name, v.output)
		}
		t.Logf("%-28s %s  %v in %s", attack.name, v.memory(), got, time.Since(began).Round(time.Millisecond))
		if peak := v.memory().peak; peak > ceiling {
			t.Errorf("%s: %d MiB", attack.name, peak/mib)
		}
		served, all := got.statuses[attack.want], 0
		for _, n := range got.statuses {
			all += n
		}
		if served < cmp.Or(attack.least, all) || served == 0 {
			t.Errorf("%s: of %d callers only %d got %d in the end: %v", attack.name, all, served, attack.want, got)
		}
	}
	for _, path := range []string{"/readyz", "/armazenamento/recebimento?size=5", "/rastreio/lote/MT25-S-001"} {
		if status, _, err := v.request(http.MethodGet, path, nil, key...); err != nil || status != http.StatusOK {
			t.Errorf("afterwards %s: %d, %v", path, status, err)
		}
	}
	body := strings.NewReader(`{"safraId":"S-after","dados":{"volume":"1 t"}}`)
	if status, _, err := v.request(http.MethodPost, "/armazenamento/recebimento", body, key...); err != nil || status != http.StatusCreated {
		t.Errorf("afterwards a create: %d, %v", status, err)
	}
}

// TestTheMemoryLimitIsReal lets a server claim more memory than there is. The same attack ends it.
// This proves that the limit of TestAttackMemory is real, and that --memory is what keeps to it.
func TestTheMemoryLimitIsReal(t *testing.T) {
	v := startVictim(t, "--memory", "64GiB")
	// Large on every run: far beyond the limit at any time.
	body := rows(31 * mib)
	var all sync.WaitGroup
	for range 12 {
		all.Go(func() {
			// The server ends in the middle of it.
			_, _, _ = v.request(http.MethodPost, "/armazenamento/recebimento/all?simular=true", bytes.NewReader(body), append(basic(), "Content-Type", "application/x-ndjson")...)
		})
	}
	all.Wait()
	select {
	case <-v.ended:
	case <-time.After(patience):
		t.Fatalf("a server that claims 64 GiB lives within 512 MiB: %s", v.memory())
	}
	if said := v.output.String(); !strings.Contains(said, "out of memory") && !strings.Contains(said, "cannot allocate memory") {
		t.Errorf("it ended otherwise: %.2000s", said)
	}
}

// basic returns a header that opens everything.
func basic() []string {
	return []string{"Authorization", "Basic " + base64.StdEncoding.EncodeToString([]byte(accessKey+":"+secretKey))}
}

func anonymousForms(t *testing.T, v *victim, _ []string) *outcome {
	form := append([]byte("a="), bytes.Repeat([]byte("<"), 8*mib-2)...)
	return v.flood(32, http.MethodPost, "/console/registros/a.b/novo", form, "Content-Type", "application/x-www-form-urlencoded")
}

// rows returns lines of an import with about n bytes.
func rows(bytes int) []byte {
	line := `{"safraId":"S-M","dados":{"volume":"36.000 kg","observacao":"` + strings.Repeat("x", 1800) + `"}}` + "\n"
	return []byte(strings.Repeat(line, bytes/len(line)))
}

func dryRuns(t *testing.T, v *victim, key []string) *outcome {
	return v.flood(size(6, 64), http.MethodPost, "/armazenamento/recebimento/all?simular=true", rows(size(8, 31)*mib), append(key, "Content-Type", "application/x-ndjson")...)
}

func wholeImports(t *testing.T, v *victim, key []string) *outcome {
	return v.flood(size(2, 8), http.MethodPost, "/armazenamento/recebimento/all", rows(size(4, 31)*mib), append(key, "Content-Type", "application/x-ndjson")...)
}

// manyPairs sends a few kilobytes that say of 300 lots that each went into 300
// others.
func manyPairs(t *testing.T, v *victim, key []string) *outcome {
	lots := func(prefix string) string {
		var texts []string
		for i := range 10 {
			var codes []string
			for j := range 30 {
				codes = append(codes, fmt.Sprintf("%s%d", prefix, 30*i+j))
			}
			texts = append(texts, `"`+strings.Join(codes, ",")+`"`)
		}
		return "[" + strings.Join(texts, ",") + "]"
	}
	body := `{"safraId":"S-L","dados":{"loteEntrada":` + lots("A-") + `,"loteSaida":` + lots("B-") + `}}`
	return v.flood(size(16, 64), http.MethodPost, "/posColheita/beneficiamento", []byte(body), append(key, "Content-Type", "application/json")...)
}

// manyLots sends rows that each name 700 lots.
func manyLots(t *testing.T, v *victim, key []string) *outcome {
	codes := make([]string, 700)
	for i := range codes {
		codes[i] = strconv.Itoa(1000 + i)
	}
	line := `{"safraId":"S-N","dados":{"loteEntrada":"` + strings.Join(codes, ",") + `","loteSaida":"Z-1"}}` + "\n"
	body := []byte(strings.Repeat(line, size(4, 28)*mib/len(line)))
	return v.flood(3, http.MethodPost, "/posColheita/beneficiamento/all?simular=true&modo=validas", body, append(key, "Content-Type", "application/x-ndjson")...)
}

func plots(t *testing.T, v *victim, key []string) *outcome {
	var plot bytes.Buffer
	plot.WriteString(`{"safraId":"S-P","dados":{"poligono":[`)
	for i := range size(20_000, 99_000) {
		if i > 0 {
			plot.WriteByte(',')
		}
		fmt.Fprintf(&plot, "[-5%d.%06d,-1%d.%06d]", i%2, i, i%3, i*7%1_000_000)
	}
	plot.WriteString(`]}}`)
	return v.flood(size(6, 32), http.MethodPost, "/cadastroPlanejamento/planoCultivo", plot.Bytes(), append(key, "Content-Type", "application/json")...)
}

func dossiers(t *testing.T, v *victim, key []string) *outcome {
	return v.flood(size(16, 128), http.MethodGet, "/eudr/lote/MT25-S-001/dossie.zip", nil, key...)
}

func certificates(t *testing.T, v *victim, _ []string) *outcome {
	return v.flood(size(16, 128), http.MethodGet, "/v/DEM0-CAFE-2025-MG01.pdf", nil)
}

// bombs sends files that unpack to hundreds of times their size, from nine sessions
// of one key.
func bombs(t *testing.T, v *victim, _ []string) *outcome {
	file := bomb(t, size(20, 110)*mib)
	var o outcome
	var all sync.WaitGroup
	for range size(3, 9) {
		jar, err := cookiejar.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		browser := &http.Client{Jar: jar, Timeout: patience, Transport: v.client.Transport}
		post := func(path, media string, body io.Reader) (int, string, error) {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, v.url+"/console"+path, body)
			if err != nil {
				return 0, "", err
			}
			r.Header.Set("Content-Type", media)
			answer, err := browser.Do(r)
			if err != nil {
				return 0, "", err
			}
			defer answer.Body.Close()
			_, err = io.Copy(io.Discard, answer.Body)
			return answer.StatusCode, answer.Header.Get("Retry-After"), err
		}
		all.Go(func() {
			form := url.Values{"accessKey": {accessKey}, "secretKey": {secretKey}}.Encode()
			if status, _, err := post("/entrar", "application/x-www-form-urlencoded", strings.NewReader(form)); err != nil || status != http.StatusOK {
				t.Errorf("signing in: %d, %v", status, err)
			}
			for range 4 {
				var upload bytes.Buffer
				parts := multipart.NewWriter(&upload)
				_ = parts.WriteField("tipo", "producaoAgricola.aplicacaoInsumo")
				w, _ := parts.CreateFormFile("arquivo", "a.xlsx")
				_, _ = w.Write(file)
				_ = parts.Close()
				status, _, err := post("/importar", parts.FormDataContentType(), &upload)
				if err != nil {
					t.Error(err)
				}
				o.count(status)
			}
		})
	}
	all.Wait()
	return &o
}

// bomb returns a workbook whose texts and whose rows unpack to n bytes each.
func bomb(t *testing.T, bytesEach int) []byte {
	t.Helper()
	const main = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
	const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	var file bytes.Buffer
	z := zip.NewWriter(&file)
	for _, part := range []struct{ name, begin, repeated, end string }{
		{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`, "", ""},
		{"_rels/.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="` + relations + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`, "", ""},
		{"xl/workbook.xml", `<workbook ` + main + ` xmlns:r="` + relations + `"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>`, "", ""},
		{"xl/_rels/workbook.xml.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="` + relations + `/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="` + relations + `/sharedStrings" Target="sharedStrings.xml"/></Relationships>`, "", ""},
		{"xl/sharedStrings.xml", `<sst ` + main + `><si><t>safraId</t></si><si><t>dose</t></si>`, `<si><t>` + strings.Repeat("a", 40) + `</t></si>`, `</sst>`},
		{"xl/worksheets/sheet1.xml", `<worksheet ` + main + `><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>`, `<row><c t="s"><v>2</v></c>` + strings.Repeat(" ", 2000) + `</row>`, `</sheetData></worksheet>`},
	} {
		w, err := z.Create(part.name)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(w, part.begin) // a buffer takes everything
		if part.repeated != "" {
			lines := strings.Repeat(part.repeated, mib/len(part.repeated))
			for range bytesEach / mib {
				_, _ = io.WriteString(w, lines)
			}
		}
		_, _ = io.WriteString(w, part.end)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// head begins a request by hand.
func head(line string, key []string, more ...string) string {
	text := line + " HTTP/1.1\r\nHost: x\r\n" + key[0] + ": " + key[1] + "\r\n"
	for i := 0; i+1 < len(more); i += 2 {
		text += more[i] + ": " + more[i+1] + "\r\n"
	}
	return text + "\r\n"
}

// slowBodies announces bodies that never end. The server sends 100 when it reads one.
func slowBodies(t *testing.T, v *victim, key []string) *outcome {
	sent := head("POST /armazenamento/recebimento/all", key, "Content-Type", "application/x-ndjson", "Content-Length", strconv.Itoa(31*mib), "Expect", "100-continue")
	return v.whileHeld(size(100, 2_000), append([]byte(sent), make([]byte, size(200, 300)<<10)...), 100, key)
}

// slowReaders requests pages larger than the system buffers, with headers of maximum length, and
// never reads.
func slowReaders(t *testing.T, v *victim, key []string) *outcome {
	sent := head("GET /armazenamento/recebimento?size=1000", key, "X-Long", strings.Repeat("x", 30<<10))
	return v.whileHeld(size(200, 10_000), []byte(sent), 20, key)
}

// whileHeld holds connections until some of them are answered. Someone else is served meanwhile,
// unless there are more than the server accepts, and afterwards.
func (v *victim) whileHeld(n int, sent []byte, some int, key []string) *outcome {
	v.t.Helper()
	held := v.hold(n, sent)
	v.t.Logf("%d connections held", len(held))
	v.answered(held, min(len(held), some))
	var o outcome
	another := func() {
		v.insist(&o, "another caller", func() (int, string, error) {
			return v.request(http.MethodGet, "/armazenamento/recebimento?size=1", nil, key...)
		})
	}
	if n <= 1000 {
		another()
	}
	for _, conn := range held {
		reset(conn)
	}
	another()
	return &o
}

// reset ends a connection at once, so that its port is free for the next attack.
func reset(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}
