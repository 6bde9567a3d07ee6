package asking

import (
	"context"
	"crypto/rand"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"rastro/internal/cosign"
	"rastro/internal/ledger"
	"rastro/internal/logkey"
	"rastro/internal/trace"
	"rastro/internal/witness"
)

// ownLog is a log of one entry, or another log with its name and key.
type ownLog struct {
	signer *ledger.Signer
	state  trace.LogState
	shown  []byte // the newest

	preferred []byte
	changed   chan []byte
}

func newLog(t *testing.T) *ownLog {
	t.Helper()
	secret, key, err := ledger.NewKey(rand.Reader, "own.example/log")
	if err != nil {
		t.Fatal(err)
	}
	signer, err := ledger.NewSigner(secret)
	if err != nil {
		t.Fatal(err)
	}
	l := &ownLog{signer: signer, state: trace.LogState{Verifier: key}}
	l.become(t, "a")
	return l
}

func (l *ownLog) become(t *testing.T, entries ...string) {
	t.Helper()
	var raw [][]byte
	for _, e := range entries {
		raw = append(raw, []byte(e))
	}
	tree, _, err := ledger.Extend(ledger.Empty, nil, raw)
	if err != nil {
		t.Fatal(err)
	}
	l.state.Tree = tree
	if l.state.Checkpoint, err = l.signer.Sign(tree); err != nil {
		t.Fatal(err)
	}
}

func (l *ownLog) NewestState(context.Context) (trace.LogState, error) { return l.state, nil }

func (l *ownLog) Consistency(context.Context, ledger.Tree, int64) ([]ledger.Hash, error) {
	return nil, nil // what a store that was set back could give
}

func (l *ownLog) SetCosigned(checkpoints ...[]byte) error {
	for _, checkpoint := range checkpoints {
		if _, err := ledger.OpenUnder(l.state.Verifier, checkpoint); err != nil {
			return err
		}
		l.shown = checkpoint
	}
	l.preferred = checkpoints[0]
	if l.changed != nil {
		l.changed <- checkpoints[0]
	}
	return nil
}

// round has every witness answer.
func round(ctx context.Context, a *Asker, now time.Time) error {
	defer a.waiting.Wait()
	return a.Round(ctx, now)
}

func witnessAt(t *testing.T, serve http.HandlerFunc) (place Place, secret string) {
	t.Helper()
	server := httptest.NewServer(serve)
	t.Cleanup(server.Close)
	secret, vkey, err := cosign.NewKey(rand.Reader, "w.example")
	if err != nil {
		t.Fatal(err)
	}
	w, err := cosign.Parse(vkey)
	if err != nil {
		t.Fatal(err)
	}
	return Place{w, server.URL}, secret
}

func asker(t *testing.T, log *ownLog, places ...Place) (*Asker, *strings.Builder) {
	t.Helper()
	var said strings.Builder
	return New(log, logkey.In(t.TempDir(), "store", ""), places, slog.New(slog.NewTextHandler(&said, nil))), &said
}

// Whatever a witness answers, nothing but a valid cosignature is shown, and the operator learns why.
func TestHostileAnswers(t *testing.T) {
	log := newLog(t)
	strange, _, err := cosign.NewKey(rand.Reader, "w.example")
	if err != nil {
		t.Fatal(err)
	}
	for what, tc := range map[string]struct {
		answer func(http.ResponseWriter, *http.Request)
		said   string
	}{
		"another key": {func(w http.ResponseWriter, _ *http.Request) {
			line, err := cosign.Sign(strange, log.state.Checkpoint)
			if err == nil {
				_, _ = w.Write(line)
			}
		}, "no valid cosignature"},
		"nothing":           {func(http.ResponseWriter, *http.Request) {}, "no valid cosignature"},
		"an endless answer": {func(w http.ResponseWriter, _ *http.Request) { _, _ = io.CopyN(w, neverEnding('x'), 1<<20) }, "no valid cosignature"},
		"a redirect": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		}, "answered 307"},
		"an error": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }, "answered 403"},
		"no size":  {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusConflict) }, "does not say which size"},
		"a larger size": {func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusConflict)
			_, _ = io.WriteString(w, "9\n")
		}, "was set back"},
		"the same size": {func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusConflict)
			_, _ = io.WriteString(w, "0\n")
		}, "was forked"},
		"hanging up": {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "EOF"},
	} {
		place, _ := witnessAt(t, tc.answer)
		a, said := asker(t, log, place)
		log.shown = nil
		if err := round(t.Context(), a, time.Unix(1, 0)); err != nil || log.shown != nil || !strings.Contains(said.String(), tc.said) {
			t.Errorf("%s: %v, shown %q, said %s", what, err, log.shown, said)
		}
	}
}

type neverEnding byte

func (b neverEnding) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(b)
	}
	return len(p), nil
}

// A witness that fails is asked again later, and does not keep the others from cosigning. Proofs lead to
// the state that the others cosigned, also after a restart.
func TestOneOfTwo(t *testing.T) {
	log := newLog(t)
	asked := 0
	down, _ := witnessAt(t, func(w http.ResponseWriter, _ *http.Request) { asked++; w.WriteHeader(http.StatusBadGateway) })
	var place Place
	secret := ""
	place, secret = witnessAt(t, func(w http.ResponseWriter, _ *http.Request) {
		if line, err := cosign.Sign(secret, log.state.Checkpoint); err == nil {
			_, _ = w.Write(line)
		}
	})
	a, _ := asker(t, log, down, place)
	now := time.Unix(1, 0)
	for range 5 {
		if err := round(t.Context(), a, now); err != nil {
			t.Fatal(err)
		}
	}
	if asked != 1 {
		t.Errorf("the witness that is down was asked %d times at one instant", asked)
	}
	if got := cosign.Of(log.shown, []cosign.Witness{place.Witness}); len(got) != 1 {
		t.Errorf("shown: %s", log.shown)
	}
	if err := round(t.Context(), a, now.Add(time.Hour)); err != nil || asked != 2 {
		t.Errorf("asked %d times, %v", asked, err)
	}
	if string(a.vault.Cosigned()) != string(log.shown) {
		t.Error("it is not kept")
	}
}

// A witness that never answers keeps neither the caller nor the others waiting. Once it answers, the
// state with both cosignatures stays the preferred one while newer states have fewer.
func TestSilentWitness(t *testing.T) {
	log := newLog(t)
	log.changed = make(chan []byte, 1)
	first, speak := log.state.Checkpoint, make(chan struct{})
	var quick, silent Place
	var quickly, silently string
	silent, silently = witnessAt(t, func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-speak:
		case <-r.Context().Done():
		}
		if line, err := cosign.Sign(silently, first); err == nil {
			_, _ = w.Write(line)
		}
	})
	quick, quickly = witnessAt(t, func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		_, checkpoint, _ := strings.Cut(string(body), "\n\n")
		if line, signErr := cosign.Sign(quickly, []byte(checkpoint)); err == nil && signErr == nil {
			_, _ = w.Write(line)
		}
	})
	a, _ := asker(t, log, silent, quick)
	a.client.Timeout = time.Minute // the test ends the silence
	witnesses := []cosign.Witness{silent.Witness, quick.Witness}
	preferred := func(what string, size int64, by int) {
		t.Helper()
		shown := <-log.changed
		if tree, _, err := ledger.ReadCheckpoint(shown); err != nil || tree.Size != size || len(cosign.Of(shown, witnesses)) != by {
			t.Errorf("%s: %v, shown %s", what, err, shown)
		}
	}
	for i, entries := range [][]string{{"a"}, {"a", "b"}} {
		log.become(t, entries...)
		if err := a.Round(t.Context(), time.Unix(1, 0)); err != nil {
			t.Fatal(err)
		}
		preferred("while one is silent", int64(i+1), 1)
	}
	close(speak)
	preferred("when it answers", 1, 2)
	log.become(t, "a", "b", "c")
	a.waiting.Wait()
	a.places[0].after = time.Unix(100, 0) // it is down
	if err := a.Round(t.Context(), time.Unix(2, 0)); err != nil {
		t.Fatal(err)
	}
	preferred("a newer state with fewer", 1, 2)
	a.waiting.Wait()
	if tree, _, err := ledger.ReadCheckpoint(log.shown); err != nil || tree.Size != 3 {
		t.Errorf("the newest: %v, %v", tree, err)
	}
	again := New(log, a.vault, []Place{silent, quick}, a.report)
	if err := again.resume(); err != nil {
		t.Fatal(err)
	}
	preferred("after a restart", 1, 2)
	log.shown = nil
	if err := New(log, a.vault, []Place{}, a.report).resume(); err != nil || log.shown != nil {
		t.Errorf("of witnesses that are named no longer: %v, %s", err, log.shown)
	}
}

// The log of a store that was set back, or that holds something else, is not cosigned.
func TestRolledBackStore(t *testing.T) {
	log := newLog(t)
	w, err := witness.New(logkey.In(t.TempDir(), "store", "").Witness(), rand.Reader, "w.example", []string{log.state.Verifier})
	if err != nil {
		t.Fatal(err)
	}
	place, _ := witnessAt(t, func(out http.ResponseWriter, r *http.Request) { w.ServeHTTP(out, r, func(err error) { t.Error(err) }) })
	if place.Witness, err = cosign.Parse(w.Key()); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		entries []string
		said    string // "": it is cosigned
	}{
		{[]string{"a", "b", "c"}, ""}, {[]string{"a", "b"}, "was set back"}, {[]string{"a", "b", "x"}, "was forked"}, {[]string{"a", "b", "x", "y"}, "answered 422"},
	} {
		log.become(t, step.entries...)
		a, said := asker(t, log, place) // of a server that knows nothing of before
		log.shown = nil
		if err := round(t.Context(), a, time.Unix(1, 0)); err != nil || (log.shown != nil) != (step.said == "") || !strings.Contains(said.String(), step.said) {
			t.Errorf("%v: %v, shown %q, said %s", step.entries, err, log.shown, said)
		}
	}
}
