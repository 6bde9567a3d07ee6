package cli

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"

	"rastro/internal/kind"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
)

// What every marker has in it: texts, member names, and numbers.
const (
	textMarker   = "zqxwjvk"
	numberMarker = "777000777"
	// reasonMarker is in reasons that spell the other markers so that no search finds them.
	reasonMarker = "wkjyqz"
)

// marked returns the markers that a text has, "" for none.
func marked(text []byte) string {
	folded := bytes.ToLower(text)
	for _, marker := range []string{textMarker, numberMarker, reasonMarker} {
		if at := bytes.Index(folded, []byte(marker)); at >= 0 {
			return string(folded[max(0, at-60):min(len(folded), at+60)]) // bytes that are not text fold to others
		}
	}
	return ""
}

// markedPayload fills every field of a kind with its own marker.
func markedPayload(k *kind.Kind, way string) string {
	payload := map[string]any{"zqxwjvkCampo": "ZQXWJVK9-fora"}
	for i, f := range k.Fields {
		text := fmt.Sprintf("ZQXWJVK%d-%d%s", k.Code, i, way)
		number := json.Number(fmt.Sprintf("%s%02d%02d", numberMarker, k.Code%100, i))
		switch f.Shape {
		case kind.Number, kind.Quantity:
			payload[f.Name] = number
		case kind.Texts, kind.TextOrTexts:
			payload[f.Name] = []string{text}
		case kind.Plot:
			payload[f.Name] = []json.Number{"-55.727770007771", "-12.557770007771", "-55.717770007771", "-12.547770007771"}
		case kind.Objects:
			payload[f.Name] = []map[string]any{{"zqxwjvkNome": text, "zqxwjvkMassa": number}}
		default:
			payload[f.Name] = text
		}
	}
	if k.IsValidation() {
		payload["codigo"], payload["gtin"], payload["lotes"] = "ZQXWJVK-COD-"+way, "7891234567895", []string{"ZQXWJVK12-1", "L-1"}
		payload["status"], payload["cultura"] = "APROVADO", "SOJA"
	}
	body, _ := json.Marshal(payload)
	return string(body)
}

// eraser is a server with marked data, and what was created there.
type eraser struct {
	*serving
	t       *testing.T
	db      string
	browser *http.Client
	records []string // paths
	retries []func() answer
	reports []string // ids of recalls
}

func (e *eraser) must(a answer, want ...int) answer {
	e.t.Helper()
	if !slices.Contains(want, a.status) {
		e.t.Fatalf("%d, want %v: %.2000s", a.status, want, a.body)
	}
	return a
}

func (e *eraser) once(path, name, body string, header ...string) answer {
	e.t.Helper()
	r, err := http.NewRequestWithContext(e.t.Context(), "POST", e.url+path, strings.NewReader(body))
	if err != nil {
		e.t.Fatal(err)
	}
	r.SetBasicAuth(e.access, e.secret)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Idempotency-Key", name)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	return e.send(e.client, r)
}

func (e *eraser) send(client *http.Client, r *http.Request) answer {
	e.t.Helper()
	resp, err := client.Do(r)
	if err != nil {
		e.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		e.t.Fatal(err)
	}
	return answer{resp.StatusCode, resp.Header, resp.Close, string(body)}
}

// page returns what a signed-in browser shows.
func (e *eraser) page(method, path string, form url.Values) answer {
	e.t.Helper()
	r, err := http.NewRequestWithContext(e.t.Context(), method, e.url+"/console"+path, strings.NewReader(form.Encode()))
	if err != nil {
		e.t.Fatal(err)
	}
	if method == "POST" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", e.url)
	}
	return e.send(e.browser, r)
}

func slugOf(k *kind.Kind) string {
	return strings.ReplaceAll(strings.TrimPrefix(k.Prefix, "/"), "/", ".")
}

var hiddenOnce = regexp.MustCompile(`name="uma" value="([^"]+)"`)

// fill creates marked records in every possible way.
func (e *eraser) fill() {
	e.t.Helper()
	folder := e.t.TempDir()
	for _, k := range kind.All {
		if k.IsValidation() {
			continue
		}
		body := fmt.Sprintf(`{"safraId":"S-1","safraCodigo":"ZQXWJVK 2025/26","dados":%s}`, markedPayload(k, "a"))
		e.must(e.once(k.Prefix, "one "+k.Prefix, body), 201)
		e.retries = append(e.retries, func() answer { return e.once(k.Prefix, "one "+k.Prefix, body) })
		e.must(e.call("PUT", k.Prefix, strings.ReplaceAll(body, `a"`, `b"`)), 200)
		rows := fmt.Sprintf(`[{"safraId":"S-1","safraCodigo":"ZQXWJVK","dados":%s}]`, markedPayload(k, "c"))
		e.must(e.once(k.Prefix+"/all", "all "+k.Prefix, rows), 201)
		e.retries = append(e.retries, func() answer { return e.once(k.Prefix+"/all", "all "+k.Prefix, rows) })
	}
	for _, name := range []string{"recebimento", "identificacaoLote", "transporteExportacao"} {
		for _, ext := range []string{".xlsx", ".csv", ".ndjson"} {
			file := filepath.Join(folder, name+ext)
			command(e.t, "export", "--db", e.db, "--kind", name, "--out", file)
			if ext != ".ndjson" && name != "identificacaoLote" {
				continue // rows with a marker in place of a date are refused
			}
			command(e.t, "import", file, "--db", e.db, "--kind", name)
		}
	}
	receipt := kind.Named("recebimento")
	path := "/registros/" + slugOf(receipt) + "/novo"
	once := hiddenOnce.FindStringSubmatch(e.must(e.page("GET", path+"?safra=S-1", nil), 200).body)
	if once == nil {
		e.t.Fatal("the form has no name of its own")
	}
	form := url.Values{"uma": {once[1]}, "safraId": {"S-1"}, "safraCodigo": {"ZQXWJVK"}, "d.veiculo": {"ZQXWJVK-1234"}, "d.loteOrigem": {"ZQXWJVK-77-1"}}
	e.must(e.page("POST", path, form), 200)
	e.retries = append(e.retries, func() answer { return e.page("POST", path, form) })

	e.profile()
	validation := kind.Named("validacao")
	body := fmt.Sprintf(`{"safraId":"S-1","safraCodigo":"ZQXWJVK","justificativa":"porque zqxwjvk sim","dados":%s}`, markedPayload(validation, "v"))
	e.must(e.once(validation.Prefix, "v", body), 201)
	e.retries = append(e.retries, func() answer { return e.once(validation.Prefix, "v", body) })
	codes := e.must(e.call("GET", "/validacao?size=5", ""), 200).body
	if !strings.Contains(codes, "ZQXWJVK-COD") || !strings.Contains(codes, "porque zqxwjvk") {
		e.t.Fatalf("the validation is not marked: %s", codes)
	}
	e.claimToo(validation, "v2")
	for _, way := range []string{"b", "c"} { // as S-1 wrote them last
		e.claimToo(kind.Named("identificacaoLote"), way)
	}
	for _, k := range kind.All {
		var page struct {
			Data struct{ Content []struct{ ID string } }
		}
		if err := json.Unmarshal([]byte(e.must(e.call("GET", k.Prefix+"?size=1000", ""), 200).body), &page); err != nil {
			e.t.Fatal(err)
		}
		for _, r := range page.Data.Content {
			e.records = append(e.records, k.Prefix+"/"+r.ID)
		}
	}
}

// profile states the profile of the harvest, twice, with markers in every field that takes
// any text.
func (e *eraser) profile() {
	e.t.Helper()
	body := func(way string) string {
		payload := map[string]string{}
		for i, name := range []string{"nome", "produtor", "fazenda", "localProducao"} {
			payload[name] = fmt.Sprintf("ZQXWJVK%d-%d%s", kind.Profile.Code, i, way)
		}
		text, _ := json.Marshal(map[string]any{"safraCodigo": "ZQXWJVK 2025/26", "dados": payload})
		return string(text)
	}
	first := func() answer {
		r, err := http.NewRequestWithContext(e.t.Context(), "PUT", e.url+"/safras/S-1", strings.NewReader(body("a")))
		if err != nil {
			e.t.Fatal(err)
		}
		r.SetBasicAuth(e.access, e.secret)
		r.Header.Set("Idempotency-Key", "profile")
		return e.send(e.client, r)
	}
	e.must(first(), 201)
	e.must(e.call("PUT", "/safras/S-1", body("b")), 200)
	e.retries = append(e.retries, first)
	e.records = append(e.records, "/safras/S-1")
}

// claimToo lets another party claim what harvest S-1 claims, to create a dispute.
func (e *eraser) claimToo(k *kind.Kind, way string) {
	e.t.Helper()
	var key struct {
		Data struct{ AccessKey, SecretKey string }
	}
	if err := json.Unmarshal([]byte(e.must(e.call("POST", "/apikey", `{"nome":"rival","safras":["S-2"]}`), 201).body), &key); err != nil {
		e.t.Fatal(err)
	}
	body := fmt.Sprintf(`{"safraId":"S-2","dados":%s}`, markedPayload(k, way))
	r, err := http.NewRequestWithContext(e.t.Context(), "POST", e.url+k.Prefix, strings.NewReader(body))
	if err != nil {
		e.t.Fatal(err)
	}
	r.SetBasicAuth(key.Data.AccessKey, key.Data.SecretKey)
	r.Header.Set("Content-Type", "application/json")
	e.must(e.send(e.client, r), 201)
}

// recall makes the reports of recalls of every lot that is named, and settles who owns it.
func (e *eraser) recall() {
	e.t.Helper()
	lots := map[string]bool{}
	for _, found := range regexp.MustCompile(`ZQXWJVK[0-9A-Z./-]+`).FindAllString(e.must(e.page("GET", "/lotes", nil), 200).body, -1) {
		lots[found] = true
	}
	e.must(e.once("/gtin/7891234567895/titular", "g", `{"safraId":"S-1","motivo":"contrato zqxwjvk"}`), 201)
	decided := 0
	for code := range lots {
		if e.once("/lotes/"+code+"/titular", fmt.Sprint("t ", decided), `{"safraId":"S-1","motivo":"contrato zqxwjvk"}`).status == 201 {
			decided++
		}
		a := e.call("POST", "/rastreio/recall", `{"motivo":"recolher `+code+`","lotes":["`+code+`"]}`)
		if a.status != 201 {
			continue // a part of a link, and no lot
		}
		var made struct {
			Data struct{ Relatorio struct{ ID string } }
		}
		if err := json.Unmarshal([]byte(a.body), &made); err != nil {
			e.t.Fatal(err)
		}
		e.reports = append(e.reports, made.Data.Relatorio.ID)
	}
	// A recall in another harvest, whose reason and criteria quote marked fields.
	named := kind.Named("identificacaoLote")
	var made struct {
		Data struct {
			ID        string
			Relatorio struct{ ID string }
		}
	}
	a := e.must(e.call("POST", named.Prefix, `{"safraId":"S-2","safraCodigo":"2025/26","dados":{"codigoLote":"L-OUTRO"}}`), 201)
	if err := json.Unmarshal([]byte(a.body), &made); err != nil {
		e.t.Fatal(err)
	}
	e.records = append(e.records, named.Prefix+"/"+made.Data.ID)
	var quoted []string
	for _, k := range kind.All {
		for i, f := range k.Fields {
			if f.Shape != kind.Number && f.Shape != kind.Quantity && f.Shape != kind.Plot && !k.IsValidation() {
				quoted = append(quoted, fmt.Sprintf("ZQXWJVK%d-%dc", k.Code, i))
			}
		}
	}
	for some := range slices.Chunk(quoted, 20) {
		a := e.must(e.call("POST", "/rastreio/recall", `{"motivo":"queixa de `+strings.Join(some, ", ")+`.","lotes":["L-OUTRO"]}`), 201)
		if err := json.Unmarshal([]byte(a.body), &made); err != nil {
			e.t.Fatal(err)
		}
		e.reports = append(e.reports, made.Data.Relatorio.ID)
	}
	for _, respell := range []*strings.Replacer{
		strings.NewReplacer("-", "\u2011"), strings.NewReplacer("ZQX", "Ｚｑx", "-", "–"),
	} {
		a := e.must(e.call("POST", "/rastreio/recall", `{"motivo":"`+reasonMarker+` `+respell.Replace(quoted[0])+`","lotes":["L-OUTRO"]}`), 201)
		if err := json.Unmarshal([]byte(a.body), &made); err != nil {
			e.t.Fatal(err)
		}
		e.reports = append(e.reports, made.Data.Relatorio.ID)
	}
	e.must(e.call("POST", "/rastreio/recall", `{"motivo":"`+reasonMarker+` zq\u200bxwjvk","lotes":["L-OUTRO"]}`), 422)
	if len(e.reports) < 3 || decided < 2 {
		e.t.Fatalf("%d reports of %d lots, and %d decisions", len(e.reports), len(lots), decided)
	}
}

// read requests everything that shows data, so that every cache contains it. The second time, no
// cache may contain it.
func (e *eraser) read(check func(path string, a answer)) {
	e.t.Helper()
	paths := []string{"/safras", "/lotes/disputas", "/safras/S-1/conferencia", "/safras/S-1/diferencas?de=2020-01-01", "/v/ZQXWJVK-COD-v", "/v/ZQXWJVK-COD-v?formato=json", "/v/ZQXWJVK-COD-v.pdf", "/v/ZQXWJVK-COD-v/prova",
		"/validacao/qrcode/ZQXWJVK-COD-v", "/validacao/etiqueta/ZQXWJVK-COD-v", "/01/07891234567895/10/ZQXWJVK12-1", "/rastreio/lote/ZQXWJVK12-1", "/eudr/lote/ZQXWJVK12-1/conferencia", "/log/checkpoint"}
	for _, k := range kind.All {
		paths = append(paths, k.Prefix, k.Prefix+"/safra/S-1")
	}
	for _, r := range e.records {
		paths = append(paths, r, r+"/historico", r+"/prova")
	}
	for _, id := range e.reports {
		for _, form := range []string{"json", "csv", "assinado"} {
			paths = append(paths, "/rastreio/recall/"+id+"?formato="+form)
		}
	}
	for _, path := range paths {
		check(path, e.call("GET", path, ""))
	}
	pages := []string{"", "/safras/S-1", "/lotes", "/disputas", "/recall", "/trilha", "/validacoes/ZQXWJVK-COD-v"}
	for _, id := range e.reports {
		pages = append(pages, "/recall/"+id)
	}
	for _, k := range kind.All {
		pages = append(pages, "/registros/"+slugOf(k))
	}
	for _, r := range e.records[1:min(40, len(e.records))] { // the first is the profile, on its harvest's page
		at := strings.LastIndexByte(r, '/')
		slug := strings.ReplaceAll(strings.TrimPrefix(r[:at], "/"), "/", ".")
		pages = append(pages, "/registros/"+slug+r[at:], "/registros/"+slug+r[at:]+"/historico")
	}
	for _, path := range pages {
		check("/console"+path, e.page("GET", path, nil))
	}
}

// Every field of every kind is marked, written in every way, validated, recalled, read and erased.
// Afterwards no answer of the server, no byte that it stored and no new backup contains a marker.
func TestAttackErasureReachesEverything(t *testing.T) {
	folder := t.TempDir()
	for name, db := range map[string]string{"sqlite": "sqlite:" + filepath.Join(folder, "rastro.db"), "postgres": pgtest.DSN(t)} {
		t.Run(name, func(t *testing.T) {
			jar, err := cookiejar.New(nil)
			if err != nil {
				t.Fatal(err)
			}
			s := serve(t, db)
			e := &eraser{serving: s, t: t, db: db, browser: &http.Client{Jar: jar, Timeout: testkit.Patience}}
			e.must(e.page("POST", "/entrar", url.Values{"accessKey": {s.access}, "secretKey": {s.secret}}), 200)
			e.fill()
			e.recall()
			hits := 0
			e.read(func(_ string, a answer) {
				if marked([]byte(a.body)) != "" {
					hits++
				}
			})
			if hits < len(e.records) {
				t.Fatalf("only %d answers showed a marker before the erasure", hits)
			}

			e.must(e.call("DELETE", e.records[1], ""), 200) // a deleted record is erased as well
			for _, r := range e.records {
				e.must(e.call("POST", r+"/expurgo", `{"motivo":"pedido do titular"}`), 200)
			}

			e.read(func(path string, a answer) {
				body := strings.ReplaceAll(a.body, "ZQXWJVK-COD-v", "") // the request's own text
				body = strings.ReplaceAll(body, "ZQXWJVK12-1", "")
				if found := marked([]byte(body)); found != "" || a.status == 500 {
					t.Errorf("%s: %d: %s", path, a.status, found)
				}
			})
			for i, retry := range e.retries {
				if a := retry(); a.status != 410 && a.header.Get("Idempotent-Replayed") == "" || marked([]byte(a.body)) != "" {
					t.Errorf("retry %d: %d: %.300s", i, a.status, a.body)
				}
			}
			for _, k := range kind.All {
				if n := s.total(k.Prefix + "?size=1"); n != 0 {
					t.Errorf("%s: the retries brought %d records back", k.Prefix, n)
				}
			}
			if exported := command(t, "export", "--db", db); exported != "" {
				t.Errorf("exported: %.300s", exported)
			}
			if said := marked([]byte(s.stderr.String())); said != "" {
				t.Errorf("the access log: %s", said)
			}
			command(t, "verify", "--db", db)
			if path, ok := strings.CutPrefix(db, "sqlite:"); ok {
				e.grepSQLite(path)
			} else {
				e.grepPostgres()
			}
		})
	}
}

// grep compares every file of a folder with the markers.
func (e *eraser) grep(folder string) {
	e.t.Helper()
	n := 0
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		bytes, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		n++
		if found := marked(bytes); found != "" {
			e.t.Errorf("%s: %q", path, found)
		}
		return nil
	})
	if err != nil || n == 0 {
		e.t.Errorf("%d files of %s, %v", n, folder, err)
	}
}

// grepSQLite looks at the file and its write-ahead log, with the server still
// running, and at a backup.
func (e *eraser) grepSQLite(path string) {
	e.t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(5000)")
	if err != nil {
		e.t.Fatal(err)
	}
	if _, err := db.Exec("VACUUM INTO '" + filepath.Join(filepath.Dir(path), "backup.db") + "'"); err != nil {
		e.t.Error(err)
	}
	if err := db.Close(); err != nil {
		e.t.Error(err)
	}
	// A reader may keep the log for a moment; the housekeeping empties it.
	testkit.Eventually(e.t, "the write-ahead log is emptied", func() bool {
		log, err := os.ReadFile(path + "-wal")
		return os.IsNotExist(err) || err == nil && marked(log) == ""
	})
	e.grep(filepath.Dir(path))
	e.stop()
	e.grep(filepath.Dir(path))
}

// grepPostgres searches a dump, and the database's files after they were rewritten as
// docs/operations.md describes.
func (e *eraser) grepPostgres() {
	e.t.Helper()
	tools, err := filepath.Glob("/usr/lib/postgresql/*/bin/pg_dump")
	if err != nil || len(tools) == 0 {
		e.t.Fatalf("pg_dump is not there: %v", err)
	}
	dump, err := exec.CommandContext(e.t.Context(), tools[len(tools)-1], e.db).CombinedOutput()
	if err != nil {
		e.t.Fatalf("pg_dump: %v: %s", err, dump)
	}
	// bytea is dumped in hexadecimal.
	plain := regexp.MustCompile(`\\\\x[0-9a-f]+`).ReplaceAllFunc(dump, func(hexed []byte) []byte {
		var raw []byte
		_, _ = fmt.Sscanf(string(hexed[3:]), "%x", &raw)
		return raw
	})
	for _, text := range [][]byte{dump, plain} {
		if found := marked(text); found != "" {
			e.t.Errorf("the dump: %q", found)
		}
	}
	db, err := sql.Open("pgx", e.db)
	if err != nil {
		e.t.Fatal(err)
	}
	defer db.Close()
	var folder string
	if err := db.QueryRow(`SELECT current_setting('data_directory') || '/base/' || oid FROM pg_database WHERE datname = current_database()`).Scan(&folder); err != nil {
		e.t.Fatal(err)
	}
	// A rewrite keeps dead rows while a transaction from before is open, such as the server's own
	// in the background.
	testkit.Eventually(e.t, "a rewrite leaves nothing of what was erased", func() bool {
		for _, statement := range []string{`VACUUM FULL`, `CHECKPOINT`} {
			if _, err := db.Exec(statement); err != nil {
				e.t.Fatalf("%s: %v", statement, err)
			}
		}
		clean := true
		_ = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || !entry.Type().IsRegular() {
				return nil // replaced meanwhile
			}
			bytes, err := os.ReadFile(path)
			clean = clean && (err != nil || marked(bytes) == "")
			return nil
		})
		return clean
	})
	e.grep(folder)
}
