package witness

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"

	"rastro/internal/cosign"
	"rastro/internal/ledger"
	"rastro/internal/logkey"
)

// grown is a log of which every state is at hand.
type grown struct {
	signer *ledger.Signer
	key    string
	tree   ledger.Tree
	tiles  map[ledger.Tile][]byte
}

func newLog(t *testing.T, origin string) *grown {
	t.Helper()
	secret, key, err := ledger.NewKey(rand.Reader, origin)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := ledger.NewSigner(secret)
	if err != nil {
		t.Fatal(err)
	}
	return &grown{signer, key, ledger.Empty, map[ledger.Tile][]byte{}}
}

func (g *grown) read(tile ledger.Tile) ([]byte, error) {
	for width := tile.Width; width <= ledger.TileWidth; width++ {
		wider := tile
		wider.Width = width
		if data, ok := g.tiles[wider]; ok {
			return ledger.Narrow(tile, data)
		}
	}
	return nil, os.ErrNotExist
}

func (g *grown) grow(t *testing.T, entries ...string) {
	t.Helper()
	var raw [][]byte
	for _, e := range entries {
		raw = append(raw, []byte(e))
	}
	tree, tiles, err := ledger.Extend(g.tree, g.read, raw)
	if err != nil {
		t.Fatal(err)
	}
	for _, tile := range tiles {
		g.tiles[tile.Tile] = tile.Data
	}
	g.tree = tree
}

// request asks for the log's present state.
func (g *grown) request(t *testing.T, old int64) *Request {
	t.Helper()
	checkpoint, err := g.signer.Sign(g.tree)
	if err != nil {
		t.Fatal(err)
	}
	r := &Request{Old: old, Checkpoint: checkpoint}
	if old > 0 && old < g.tree.Size {
		if r.Proof, err = ledger.Consistency(g.tree, g.read, old); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

func open(t *testing.T, files *logkey.Files, logs ...string) *Witness {
	t.Helper()
	w, err := New(files.Witness(), rand.Reader, "witness.example", logs)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// ask returns the status and body of an answer, and whether it has a valid cosignature.
func ask(t *testing.T, w *Witness, body []byte) (status int, text string, cosigned bool) {
	t.Helper()
	out := httptest.NewRecorder()
	w.ServeHTTP(out, httptest.NewRequestWithContext(t.Context(), http.MethodPost, Path, bytes.NewReader(body)), func(err error) { t.Log(err) })
	key, err := cosign.Parse(w.Key())
	if err != nil {
		t.Fatal(err)
	}
	if r, err := ReadRequest(body); err == nil {
		_, err := cosign.Add(r.Checkpoint, out.Body.Bytes(), &key)
		cosigned = err == nil
	}
	if out.Code == http.StatusConflict && out.Header().Get("Content-Type") != SizeType {
		t.Errorf("a conflict is %q", out.Header().Get("Content-Type"))
	}
	return out.Code, out.Body.String(), cosigned
}

// A witness cosigns what extends all it cosigned, and nothing else.
func TestWitness(t *testing.T) {
	log := newLog(t, "log.example")
	files := logkey.In(t.TempDir(), "store", "")
	w := open(t, files, log.key)
	log.grow(t, "a", "b", "c")
	fork := newLog(t, "log.example")
	fork.signer, fork.key = log.signer, log.key
	fork.grow(t, "a", "b", "x", "y", "z")
	check := func(what string, body []byte, status int, text string) {
		t.Helper()
		got, said, cosigned := ask(t, w, body)
		if got != status || cosigned != (status == http.StatusOK) || status != http.StatusOK && said != text {
			t.Errorf("%s: %d %q, cosigned %t; want %d %q", what, got, said, cosigned, status, text)
		}
	}
	check("a size that it never saw", log.request(t, 2).Encode(), 409, "0\n")
	first := log.request(t, 0).Encode()
	check("the first", first, 200, "")
	check("the first again, as if it were new", first, 409, "3\n")
	check("the same state", log.request(t, 3).Encode(), 200, "")
	forked := newLog(t, "log.example")
	forked.signer = log.signer
	forked.grow(t, "a", "b", "x")
	check("another state of the same size", forked.request(t, 3).Encode(), 409, "3\n")
	check("a fork", fork.request(t, 3).Encode(), 422, "")
	w = open(t, files, log.key) // stopped and started
	check("a fork after a restart", fork.request(t, 3).Encode(), 422, "")
	log.grow(t, "d", "e", "f", "g")
	check("a longer one", log.request(t, 3).Encode(), 200, "")
	check("an older one", first, 409, "7\n")
	log.grow(t, "h")
	wrong := log.request(t, 7)
	wrong.Proof[0][0] ^= 1
	check("a wrong proof", wrong.Encode(), 422, "")
	check("no proof", (&Request{Old: 7, Checkpoint: log.request(t, 7).Checkpoint}).Encode(), 422, "")
	stranger := newLog(t, "stranger.example")
	stranger.grow(t, "a")
	check("a log that it does not know", stranger.request(t, 0).Encode(), 404, "")
	forger := newLog(t, "log.example")
	forger.grow(t, "a")
	check("another key of the same name", forger.request(t, 0).Encode(), 403, "")
	larger := log.request(t, 7)
	larger.Old = 9
	check("an old size beyond the new", larger.Encode(), 400, "")
	good := string(log.request(t, 7).Encode())
	for what, body := range map[string]string{
		"nothing": "", "no old": strings.TrimPrefix(good, "old "), "a leading zero": strings.Replace(good, "old 7", "old 07", 1), "a negative size": strings.Replace(good, "old 7", "old -7", 1),
		"64 hashes": strings.Replace(good, "old 7\n", "old 7\n"+strings.Repeat(strings.Repeat("A", 43)+"=\n", 64), 1), "a short hash": strings.Replace(good, "old 7\n", "old 7\nAAAA\n", 1),
		"too much": good + strings.Repeat("x", MaxRequest), "no checkpoint": "old 7\n",
	} {
		check(what, []byte(body), 400, "")
	}
	check("the next", log.request(t, 7).Encode(), 200, "")
}

// A witness that is killed after it noted a state and before it answered cosigns that state when the log
// asks again, and no other.
func TestKilledBetweenStoringAndSigning(t *testing.T) {
	log := newLog(t, "log.example")
	log.grow(t, "a", "b", "c")
	files := logkey.In(t.TempDir(), "store", "")
	w := open(t, files, log.key)
	secret := w.secret
	w.secret = "" // it dies at the signature
	if status, _, cosigned := ask(t, w, log.request(t, 0).Encode()); status != http.StatusInternalServerError || cosigned {
		t.Fatalf("%d, cosigned %t", status, cosigned)
	}
	w = open(t, files, log.key)
	if w.secret != secret {
		t.Error("it has another key")
	}
	if status, text, _ := ask(t, w, log.request(t, 0).Encode()); status != http.StatusConflict || text != "3\n" {
		t.Errorf("%d %q", status, text)
	}
	if status, _, cosigned := ask(t, w, log.request(t, 3).Encode()); status != http.StatusOK || !cosigned {
		t.Errorf("%d, cosigned %t", status, cosigned)
	}
}

// Without its states it does not start again: it would cosign a log that was set back.
func TestStatesAreNeeded(t *testing.T) {
	log := newLog(t, "log.example")
	log.grow(t, "a")
	vault := logkey.In(t.TempDir(), "store", "").Witness()
	w, err := New(vault, rand.Reader, "witness.example", []string{log.key})
	if err != nil {
		t.Fatal(err)
	}
	for _, content := range []string{"", "[]", `{"log.example":"x"}`} {
		if err := os.WriteFile(vault.StatePlace(), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if status, _, cosigned := ask(t, w, log.request(t, 0).Encode()); status != http.StatusInternalServerError || cosigned {
			t.Errorf("%q: %d, cosigned %t", content, status, cosigned)
		}
	}
	if err := os.Remove(vault.StatePlace()); err != nil {
		t.Fatal(err)
	}
	if status, _, cosigned := ask(t, w, log.request(t, 0).Encode()); status != http.StatusInternalServerError || cosigned {
		t.Errorf("without states: %d, cosigned %t", status, cosigned)
	}
	if _, err := New(vault, rand.Reader, "witness.example", []string{log.key}); err == nil || !strings.Contains(err.Error(), "is missing") {
		t.Errorf("it starts: %v", err)
	}
}

// If cosignatures for two states are requested at once, from the same old one, exactly one state is
// cosigned, whichever process gets the requests.
func TestRace(t *testing.T) {
	log := newLog(t, "log.example")
	log.grow(t, "a")
	files := logkey.In(t.TempDir(), "store", "")
	two := []*Witness{open(t, files, log.key), open(t, files, log.key)}
	if status, _, _ := ask(t, two[0], log.request(t, 0).Encode()); status != http.StatusOK {
		t.Fatal(status)
	}
	var bodies [][]byte
	for i := range 8 {
		log.grow(t, fmt.Sprint(i))
		bodies = append(bodies, log.request(t, 1).Encode())
	}
	var mu sync.Mutex
	cosigned := 0
	var asking sync.WaitGroup
	for i, body := range bodies {
		asking.Go(func() {
			if status, _, ok := ask(t, two[i%2], body); ok && status == http.StatusOK {
				mu.Lock()
				cosigned++
				mu.Unlock()
			}
		})
	}
	asking.Wait()
	if cosigned != 1 {
		t.Errorf("%d were cosigned", cosigned)
	}
}

func TestLogs(t *testing.T) {
	vault := logkey.In(t.TempDir(), "store", "").Witness()
	one, same := newLog(t, "log.example"), newLog(t, "log.example")
	for what, logs := range map[string][]string{"no key": {"x"}, "one name twice": {one.key, same.key}, "too many": make([]string, MaxLogs+1)} {
		if _, err := New(vault, rand.Reader, "witness.example", logs); err == nil {
			t.Errorf("%s: it starts", what)
		}
	}
}
