package drive

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"rastro/internal/kind"
)

// prefixes are the kinds written, so that more than one tally moves.
var prefixes = []string{kind.Receiving, kind.Storage}

// record is what the server said about a record: the payload of each acknowledged version.
type record struct {
	prefix, harvestID, id string
	payloads              []string          // of version 1, 2 …
	deleted               bool              // by the version after them
	key                   string            // Idempotency-Key it was created under, "" for none
	body                  string            // it was created with
	files                 map[string]string // attached to it, by their SHA-256
}

func (r *record) versions() int {
	if r.deleted {
		return len(r.payloads) + 1
	}
	return len(r.payloads)
}

// operation is what a writer does.
type operation string

const (
	creates  operation = "create"
	updates  operation = "update"
	deletes  operation = "delete"
	attaches operation = "attach"
	imports  operation = "import"
)

// attempt is a write that got no answer, or one that leaves its outcome open.
type attempt struct {
	*record
	operation operation
	payload   string
	file      string    // that is attached
	rows      []*record // of an import
}

// writer is a client. Only it writes to its records, so it knows their expected content.
type writer struct {
	name        string
	random      *rand.Rand
	made        int
	records     []*record
	pending     []*attempt // without an answer; a round ends with the first
	touched     []*record
	onlyCreates bool
}

// run writes until a write is not acknowledged or the load is over. acked counts
// those that were.
func (w *writer) run(t testing.TB, p *Server, acked *counter, over *atomic.Bool) {
	w.touched = nil
	for !over.Load() && w.step(t, p, acked) {
		if w.made%5 == 0 && len(w.touched) > 0 {
			w.read(t, p, w.touched[len(w.touched)-1], true)
		}
	}
}

// step makes one write, and reports whether it was acknowledged.
func (w *writer) step(t testing.TB, p *Server, acked *counter) bool {
	next := w.choose()
	a, err := w.send(p, next)
	switch {
	case err == nil && a.Status/100 == 2:
		if err := w.acknowledge(next, a); err != nil {
			t.Errorf("%s: %s: %v", w.name, next.operation, err)
			return false
		}
		acked.add()
		return true
	case err == nil && a.Status == http.StatusServiceUnavailable && a.Header.Get("Retry-After") == "":
		t.Errorf("%s: %s: 503 does not say when to try again: %s", w.name, next.operation, a.Body)
	case err != nil, a.Status == http.StatusServiceUnavailable:
		w.pending = append(w.pending, next)
	default:
		t.Errorf("%s: %s: %d %s", w.name, next.operation, a.Status, a.Body)
	}
	return false
}

// importRows is how many rows an import of the load has.
const importRows = 12

// choose decides what to write next: half of the writes are creates, and half of those are under a
// key.
func (w *writer) choose() *attempt {
	w.made++
	payload := fmt.Sprintf(`{"observacao":"%s-%d","volume":"%d.50 kg"}`, w.name, w.made, w.random.IntN(1000))
	live := w.live()
	dice := w.random.IntN(20)
	if dice < 10 || len(live) == 0 || w.onlyCreates {
		r := &record{prefix: prefixes[w.made%len(prefixes)], harvestID: fmt.Sprintf("S-%d", w.random.IntN(4))}
		if w.random.IntN(2) == 0 {
			r.key = fmt.Sprintf("%s-%d", w.name, w.made)
		}
		r.body = envelopeOf(r, payload)
		return &attempt{record: r, operation: creates, payload: payload}
	}
	r := live[w.random.IntN(len(live))]
	switch {
	case dice < 14:
		return &attempt{record: r, operation: updates, payload: payload}
	case dice < 17:
		return &attempt{record: r, operation: deletes}
	case dice < 19 && len(r.files) < 10: // far fewer than a record takes
		return &attempt{record: r, operation: attaches, payload: r.payloads[len(r.payloads)-1], file: fmt.Sprintf("<nota><numero>%s-%d</numero><peso>%d</peso></nota>", w.name, w.made, w.random.IntN(1000))}
	}
	many := &attempt{record: &record{prefix: r.prefix}, operation: imports}
	for i := range importRows {
		row := &record{prefix: r.prefix, harvestID: r.harvestID, payloads: []string{fmt.Sprintf(`{"observacao":"%s-%d-%d"}`, w.name, w.made, i)}}
		row.body = envelopeOf(row, row.payloads[0])
		many.rows = append(many.rows, row)
		many.body += row.body + "\n"
	}
	return many
}

func (w *writer) live() []*record {
	var live []*record
	for _, r := range w.records[max(0, len(w.records)-20):] { // recent ones, to build up versions
		if !r.deleted {
			live = append(live, r)
		}
	}
	return live
}

func envelopeOf(r *record, payload string) string {
	return fmt.Sprintf(`{"id":%q,"safraId":%q,"safraCodigo":"2025","dados":%s}`, r.id, r.harvestID, payload)
}

func (w *writer) send(p *Server, a *attempt) (Answer, error) {
	switch a.operation {
	case creates:
		if a.key != "" {
			return p.Do("POST", a.prefix, a.body, "Idempotency-Key", a.key)
		}
		return p.Do("POST", a.prefix, a.body)
	case updates:
		return p.Do("PUT", a.prefix, envelopeOf(a.record, a.payload))
	case attaches:
		return p.Do("POST", a.prefix+"/"+a.id+"/anexos", a.file, "Content-Type", "application/xml", "Content-Disposition", `attachment; filename="nota.xml"`)
	case imports:
		return p.Do("POST", a.prefix+"/all?repetidas=ignorar", a.body, "Content-Type", "application/x-ndjson")
	}
	return p.Do("DELETE", a.prefix+"/"+a.id, "")
}

// said is an answer about a record, or about the rows of an import.
type said struct {
	Data struct {
		ID      string          `json:"id"`
		Version int             `json:"versao"`
		Payload json.RawMessage `json:"dados"`
		Rows    []struct {
			ID string `json:"id"`
		} `json:"resultados"`
		Created  int `json:"criados"`
		Existing int `json:"existentes"`
	} `json:"data"`
}

// acknowledge applies a write as its answer reports it, and checks the answer.
func (w *writer) acknowledge(a *attempt, got Answer) error {
	var s said
	if err := json.Unmarshal(got.Body, &s); err != nil {
		return fmt.Errorf("answer %q: %w", got.Body, err)
	}
	switch a.operation {
	case imports:
		if s.Data.Created != len(a.rows) || len(s.Data.Rows) != len(a.rows) {
			return fmt.Errorf("%d rows were created, want %d: %s", s.Data.Created, len(a.rows), got.Body)
		}
		for i, row := range a.rows {
			w.imported(row, s.Data.Rows[i].ID)
		}
		return nil
	case attaches:
		s.Data.ID = a.id // which the answer leaves out
	}
	w.apply(a, s.Data.ID)
	if s.Data.ID != a.id || s.Data.Version != a.versions() {
		return fmt.Errorf("answered id %s version %d, want %s version %d", s.Data.ID, s.Data.Version, a.id, a.versions())
	}
	return nil
}

// imported notes that a row was imported.
func (w *writer) imported(row *record, id string) {
	row.id = id
	w.records = append(w.records, row)
	w.touched = append(w.touched, row)
}

// apply notes that a write happened.
func (w *writer) apply(a *attempt, id string) {
	switch a.operation {
	case creates:
		a.id = id
		a.payloads = []string{a.payload}
		w.records = append(w.records, a.record)
	case updates:
		a.payloads = append(a.payloads, a.payload)
	case attaches:
		a.payloads = append(a.payloads, a.payload)
		if a.files == nil {
			a.files = map[string]string{}
		}
		a.files[fmt.Sprintf("%x", sha256.Sum256([]byte(a.file)))] = a.file
	case deletes:
		a.deleted = true
	}
	w.touched = append(w.touched, a.record)
}

// settle finds the outcome of the writes without an answer. Each must have happened completely or
// not at all, and repeating it under its key must not make it happen twice. It returns how many had
// happened.
func (w *writer) settle(t testing.TB, p *Server, before journal) (happened int) {
	t.Helper()
	pending := w.pending
	w.pending = nil
	for _, a := range pending {
		settled := false
		switch a.operation {
		case creates:
			settled = w.settleCreate(t, p, a, before)
		case imports:
			settled = w.settleImport(t, p, a, before)
		default:
			// Otherwise the journal is compared with what is expected now.
			if settled = len(before[a.id]) == a.versions()+1; settled {
				w.apply(a, a.id)
			}
		}
		if settled {
			happened++
		}
	}
	return happened
}

// settleImport: either all rows are there, and repeating the import adds none, or none are.
func (w *writer) settleImport(t testing.TB, p *Server, a *attempt, before journal) bool {
	t.Helper()
	var there []string
	for _, row := range a.rows {
		there = append(there, before.holding(row.payloads[0])...)
	}
	if len(there) == 0 {
		return false
	}
	if len(there) != len(a.rows) {
		t.Errorf("%s: %d of %d rows of an import are there", w.name, len(there), len(a.rows))
		return false
	}
	for i, row := range a.rows {
		w.imported(row, there[i])
	}
	got, err := w.send(p, a)
	var s said
	if err == nil {
		err = json.Unmarshal(got.Body, &s)
	}
	if err != nil || s.Data.Existing != len(a.rows) {
		t.Errorf("%s: the import again: %d %s, %v; want every row to be there already", w.name, got.Status, got.Body, err)
	}
	return true
}

// settleCreate looks for the single record, and repeats the request under its key.
func (w *writer) settleCreate(t testing.TB, p *Server, a *attempt, before journal) bool {
	t.Helper()
	there := before.holding(a.payload)
	switch {
	case len(there) > 1:
		t.Errorf("%s is there %d times", a.payload, len(there))
	case a.key != "":
		got, err := w.send(p, a)
		if err != nil || got.Status != http.StatusCreated {
			t.Errorf("again under %s: %d %s, %v", a.key, got.Status, got.Body, err)
			return false
		}
		if replayed := got.Header.Get("Idempotent-Replayed") == "true"; replayed != (len(there) == 1) {
			t.Errorf("again under %s: replayed %t, and the record was there %d times", a.key, replayed, len(there))
		}
		if err := w.acknowledge(a, got); err != nil {
			t.Errorf("again under %s: %v", a.key, err)
		}
		if len(there) == 1 && there[0] != a.id {
			t.Errorf("again under %s: record %s, want the first one, %s", a.key, a.id, there[0])
		}
	case len(there) == 1:
		w.apply(a, there[0])
	}
	return len(there) == 1
}

// check reads records back over HTTP: those of the last round, and one older.
func (w *writer) check(t testing.TB, p *Server) {
	t.Helper()
	sample := w.touched
	if len(w.records) > 0 {
		sample = append(sample, w.records[w.random.IntN(len(w.records))])
	}
	seen := map[*record]bool{}
	for _, r := range sample {
		if !seen[r] && !w.read(t, p, r, false) {
			return
		}
		seen[r] = true
	}
	w.replay(t, p)
	w.touched = nil
}

// read reads a record back, with its files, and reports whether there was an answer. Under a
// fault there may be none.
func (w *writer) read(t testing.TB, p *Server, r *record, fault bool) bool {
	t.Helper()
	got, err := p.Do("GET", r.prefix+"/"+r.id, "")
	if err != nil || got.Status == http.StatusServiceUnavailable {
		if !fault {
			t.Errorf("reading %s: %d, %v", r.id, got.Status, err)
		}
		return false
	}
	if r.deleted {
		if got.Status != http.StatusNotFound {
			t.Errorf("%s was deleted and is answered with %d", r.id, got.Status)
		}
		return true
	}
	var s said
	if err := json.Unmarshal(got.Body, &s); err != nil || got.Status != http.StatusOK {
		t.Errorf("reading %s: %d %s", r.id, got.Status, got.Body)
		return true
	}
	if want := r.payloads[len(r.payloads)-1]; s.Data.Version != r.versions() || string(s.Data.Payload) != want {
		t.Errorf("%s is version %d, %s; want version %d, %s", r.id, s.Data.Version, s.Data.Payload, r.versions(), want)
	}
	if fault {
		return true
	}
	for sum, content := range r.files {
		if got, err := p.Do("GET", "/anexos/"+sum, ""); err != nil || string(got.Body) != content {
			t.Errorf("the file %s of %s: %d %.100q, %v; want %q", sum, r.id, got.Status, got.Body, err, content)
		}
	}
	return true
}

// replay sends an acknowledged create again: the first answer comes back.
func (w *writer) replay(t testing.TB, p *Server) {
	t.Helper()
	for _, r := range w.touched {
		if r.key == "" || !strings.Contains(r.body, r.payloads[0]) {
			continue
		}
		got, err := p.Do("POST", r.prefix, r.body, "Idempotency-Key", r.key)
		var s said
		if err == nil {
			err = json.Unmarshal(got.Body, &s)
		}
		if err != nil || got.Status != http.StatusCreated || s.Data.ID != r.id || s.Data.Version != 1 {
			t.Errorf("%s again: %d %s, %v; want the first answer, of %s", r.key, got.Status, got.Body, err, r.id)
		}
		return // one is enough
	}
}
