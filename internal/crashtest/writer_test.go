package crashtest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
)

// prefixes are the kinds written, so that more than one tally moves.
var prefixes = []string{"/armazenamento/recebimento", "/armazenamento/armazenamento"}

// record is what the server said of a record: the payload of each version it
// acknowledged.
type record struct {
	prefix, harvestID, id string
	payloads              []string // of version 1, 2 …
	deleted               bool     // by the version after them
	key                   string   // Idempotency-Key it was created under, "" for none
	body                  string   // it was created with
}

func (r *record) versions() int {
	if r.deleted {
		return len(r.payloads) + 1
	}
	return len(r.payloads)
}

// attempt is a write that got no answer, or one that leaves its outcome open.
type attempt struct {
	*record
	operation string // create, update, delete
	payload   string
}

// writer is one client. It alone writes to its records, so it knows what they
// must be.
type writer struct {
	name    string
	random  *rand.Rand
	made    int
	records []*record
	pending *attempt // the last write of a round
	touched []*record
}

// acknowledged counts writes, and tells when there are enough.
type acknowledged struct {
	atomic.Int64
	enough  int64
	reached chan struct{}
}

func (a *acknowledged) add() {
	if a.Add(1) == a.enough {
		close(a.reached)
	}
}

// run writes until a write is not acknowledged or the load is over. acked counts
// those that were.
func (w *writer) run(t *testing.T, p *process, acked *acknowledged, over *atomic.Bool) {
	w.touched = nil
	for !over.Load() {
		next := w.choose()
		a, err := w.send(p, next)
		switch {
		case err == nil && a.status/100 == 2:
			if err := w.acknowledge(next, a); err != nil {
				t.Errorf("%s: %s: %v", w.name, next.operation, err)
				return
			}
			acked.add()
		case err != nil, a.status == http.StatusServiceUnavailable:
			w.pending = next
			return
		default:
			t.Errorf("%s: %s of %s: %d %s", w.name, next.operation, next.id, a.status, a.body)
			return
		}
	}
}

// choose decides what to write next: half creates, of those half under a key.
func (w *writer) choose() *attempt {
	w.made++
	payload := fmt.Sprintf(`{"observacao":"%s-%d","volume":"%d.50 kg"}`, w.name, w.made, w.random.IntN(1000))
	live := w.live()
	dice := w.random.IntN(10)
	if dice < 5 || len(live) == 0 {
		r := &record{prefix: prefixes[w.made%len(prefixes)], harvestID: fmt.Sprintf("S-%d", w.random.IntN(4))}
		if w.random.IntN(2) == 0 {
			r.key = fmt.Sprintf("%s-%d", w.name, w.made)
		}
		r.body = envelopeOf(r, payload)
		return &attempt{r, "create", payload}
	}
	r := live[w.random.IntN(len(live))]
	if dice < 8 {
		return &attempt{r, "update", payload}
	}
	return &attempt{r, "delete", ""}
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

func (w *writer) send(p *process, a *attempt) (answer, error) {
	switch a.operation {
	case "create":
		return p.do("POST", a.prefix, a.body, a.key)
	case "update":
		return p.do("PUT", a.prefix, envelopeOf(a.record, a.payload), "")
	}
	return p.do("DELETE", a.prefix+"/"+a.id, "", "")
}

// said is what an answer says of a record.
type said struct {
	Data struct {
		ID      string          `json:"id"`
		Version int             `json:"versao"`
		Payload json.RawMessage `json:"dados"`
	} `json:"data"`
}

// acknowledge takes an answer's word.
func (w *writer) acknowledge(a *attempt, got answer) error {
	var s said
	if err := json.Unmarshal(got.body, &s); err != nil {
		return fmt.Errorf("answer %q: %w", got.body, err)
	}
	w.apply(a, s.Data.ID)
	if s.Data.ID != a.id || s.Data.Version != a.versions() {
		return fmt.Errorf("answered id %s version %d, want %s version %d", s.Data.ID, s.Data.Version, a.id, a.versions())
	}
	return nil
}

// apply notes that a write happened.
func (w *writer) apply(a *attempt, id string) {
	switch a.operation {
	case "create":
		a.id = id
		a.payloads = []string{a.payload}
		w.records = append(w.records, a.record)
	case "update":
		a.payloads = append(a.payloads, a.payload)
	case "delete":
		a.deleted = true
	}
	w.touched = append(w.touched, a.record)
}

// settle finds out what became of the write that got no answer. It must have
// happened whole or not at all, and asking again under its key must not make
// it happen twice. It reports whether it had happened.
func (w *writer) settle(t *testing.T, p *process, before journal) (happened bool) {
	t.Helper()
	a := w.pending
	if a == nil {
		return false
	}
	w.pending = nil
	if a.operation != "create" {
		versions := before[a.id]
		if len(versions) == a.versions()+1 {
			w.apply(a, a.id)
			return true
		}
		return false // the journal is compared with what is expected now
	}
	there := before.holding(a.payload)
	switch {
	case len(there) > 1:
		t.Errorf("%s is there %d times", a.payload, len(there))
	case a.key != "":
		got, err := w.send(p, a)
		if err != nil || got.status != http.StatusCreated {
			t.Errorf("again under %s: %d %s, %v", a.key, got.status, got.body, err)
			return false
		}
		if replayed := got.header.Get("Idempotent-Replayed") == "true"; replayed != (len(there) == 1) {
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
func (w *writer) check(t *testing.T, p *process) {
	t.Helper()
	sample := w.touched
	if len(w.records) > 0 {
		sample = append(sample, w.records[w.random.IntN(len(w.records))])
	}
	seen := map[*record]bool{}
	for _, r := range sample {
		if seen[r] {
			continue
		}
		seen[r] = true
		got, err := p.do("GET", r.prefix+"/"+r.id, "", "")
		if err != nil {
			t.Errorf("reading %s: %v", r.id, err)
			return
		}
		if r.deleted {
			if got.status != http.StatusNotFound {
				t.Errorf("%s was deleted and is answered with %d", r.id, got.status)
			}
			continue
		}
		var s said
		if err := json.Unmarshal(got.body, &s); err != nil || got.status != http.StatusOK {
			t.Errorf("reading %s: %d %s", r.id, got.status, got.body)
			continue
		}
		if want := r.payloads[len(r.payloads)-1]; s.Data.Version != r.versions() || string(s.Data.Payload) != want {
			t.Errorf("%s is version %d, %s; want version %d, %s", r.id, s.Data.Version, s.Data.Payload, r.versions(), want)
		}
	}
	w.replay(t, p)
}

// replay sends an acknowledged create again: the first answer comes back.
func (w *writer) replay(t *testing.T, p *process) {
	t.Helper()
	for _, r := range w.touched {
		if r.key == "" || !strings.Contains(r.body, r.payloads[0]) {
			continue
		}
		got, err := p.do("POST", r.prefix, r.body, r.key)
		var s said
		if err == nil {
			err = json.Unmarshal(got.body, &s)
		}
		if err != nil || got.status != http.StatusCreated || s.Data.ID != r.id || s.Data.Version != 1 {
			t.Errorf("%s again: %d %s, %v; want the first answer, of %s", r.key, got.status, got.body, err, r.id)
		}
		return // one is enough
	}
}
