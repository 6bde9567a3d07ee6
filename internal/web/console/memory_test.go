package console

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"rastro/internal/admit"
	"rastro/internal/gate"
	"rastro/internal/trace"
)

const form1 = "/registros/cadastroPlanejamento.planoCultivo/novo"

// A stranger's form costs what can be carried, not what is sent, and the page says
// what to do with the rest.
func TestAttackStrangersForm(t *testing.T) {
	s := newSite(t)
	b := s.visitor()
	for name, sent := range map[string]string{
		"8 MiB of one sign": strings.Repeat("<", 8<<20-100), "over the page's limit": strings.Repeat("x", 9<<20), "a little too long": strings.Repeat("<", maxCarried+1),
	} {
		got := b.post(form1, "d.fazenda", sent).has(401, "longo demais", `target="_blank"`, "atualize esta página", `href="../../../console/entrar"`)
		if len(got.body) > 16<<10 || strings.Contains(got.body, "secretKey") {
			t.Errorf("%s: the page has %d bytes", name, len(got.body))
		}
	}
	b.header.Set("HX-Request", "true")
	b.post("/registros/cadastroPlanejamento.planoCultivo/conferir", "d.fazenda", strings.Repeat("<", maxCarried+1)).has(401, "Antes de gravar", `target="_blank"`).lacks("<html")
	b.header.Del("HX-Request")

	fits := strings.Repeat("<", maxCarried-100)
	if got := b.post(form1, "d.fazenda", fits).has(401, "A sessão terminou", "campo.d.fazenda", "secretKey"); len(got.body) > 6*maxCarried {
		t.Errorf("%d bytes", len(got.body))
	}
	b.post("/entrar", "accessKey", s.root.AccessKey, "secretKey", s.root.SecretKey, "volta", form1, "campo.d.fazenda", fits).has(200, "Envie agora")
	b.post("/entrar", "campo.d.fazenda", strings.Repeat("é", 8*maxCarried)).has(413)
	b.post(form1, "safraId", "S-9", "uma", "4h9UvUxmuAPS8TgG__m3wdHI", "d.nomeFazenda", strings.Repeat("<", maxCarried+1)).has(200) // signed in: as long as ever
	if got := s.memory.Usage(); got.Held != 0 {
		t.Errorf("left: %+v", got)
	}
}

// A page that answers a form which only the browser has lets a reload send it again:
// htmx would make the reload a GET, and so would a link to another language.
func TestConsoleReloadKeepsALongForm(t *testing.T) {
	s := newSite(t)
	b := s.visitor()
	loses := []string{"htmx", "console.js", "?lang="}
	b.get("/entrar").has(200, "htmx", "?lang=en")
	b.post(form1, "d.fazenda", strings.Repeat("x", maxCarried+1)).has(401, "atualize esta página").lacks(loses...)
	b.post(form1, "d.fazenda", "x").has(401, "campo.d.fazenda").lacks(loses...)
	b.post("/entrar", "accessKey", s.root.AccessKey, "secretKey", "wrong", "campo.d.fazenda", "x").has(401, "campo.d.fazenda").lacks(loses...)
	b.post("/entrar", "accessKey", s.root.AccessKey, "secretKey", s.root.SecretKey, "volta", form1, "campo.d.fazenda", "x").has(200, "Envie agora").lacks(loses...)
}

// takeAll takes a whole budget in the names of others, and returns what gives it
// back.
func takeAll(t *testing.T, memory *admit.Budget) (release func()) {
	t.Helper()
	var others []*admit.Claim
	for i, bytes := range append([]int64{96 << 20, 15 << 20}, slices.Repeat([]int64{admit.Small}, 17)...) {
		c := memory.Claim()
		c.For(fmt.Sprint(min(i, 2)))
		if err := c.Grow(bytes); err != nil {
			t.Fatal(err)
		}
		others = append(others, c)
	}
	return func() {
		for _, c := range others {
			c.Release()
		}
	}
}

// While the memory is taken small pages are served, and large forms come back.
func TestConsoleSharesTheMemory(t *testing.T) {
	s := newSite(t)
	b := s.as(s.root)
	release := takeAll(t, s.memory)
	large := strings.Repeat("<", 100<<10)
	form := []string{"safraId", "S-9", "uma", "4h9UvUxmuAPS8TgG__m3wdHI", "d.observacao", large}
	b.get("").has(200)
	b.get("/registros").has(200)
	if got := b.post(form1, form...).has(503, "ocupado com outros pedidos", "nada foi gravado"); got.header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	b.get("/lotes/X").has(503, "ocupado com outros pedidos")
	release()
	b.post(form1, form...).has(200)
	b.get("/lotes/X").has(404)
}

// One key has a bounded number of files, however many sessions it has, and others
// still find a place.
func TestOneKeyDoesNotFillTheImports(t *testing.T) {
	s := newSite(t)
	file := []byte("safraId;dose\nS;1\n")
	greedy := s.key(trace.KeyRequest{Nome: "greedy"})
	var sessions []*browser
	for range 9 {
		b := s.as(greedy)
		sessions = append(sessions, b)
		for range maxJobsOfSession {
			b.upload(inputs, "a.csv", file)
		}
	}
	of := func(key *trace.NewKey) (n int) {
		s.jobs.mu.Lock()
		defer s.jobs.mu.Unlock()
		for _, job := range s.jobs.jobs {
			if job.key == key.AccessKey {
				n++
			}
		}
		return n
	}
	if n := of(greedy); n != maxJobsOfKey {
		t.Errorf("one key has %d files", n)
	}
	sessions[8].upload(inputs, "a.csv", file).has(503, "muitas importações")
	other := s.as(s.root)
	other.upload(inputs, "b.csv", file).has(200, "<b>1</b> Prontas")

	// All places are taken: who has fewest gets one of those who have most.
	for i := range 3 {
		key := s.key(trace.KeyRequest{Nome: fmt.Sprint(i)})
		for range 2 {
			b := s.as(key)
			for range maxJobsOfSession {
				b.upload(inputs, "a.csv", file) // the last one finds no place
			}
		}
	}
	if n := len(s.jobs.jobs); n != maxJobs {
		t.Errorf("%d files", n)
	}
	late := s.as(s.key(trace.KeyRequest{Nome: "late"}))
	late.upload(inputs, "c.csv", file).has(200, "<b>1</b> Prontas")
	if n := len(s.jobs.jobs); n != maxJobs {
		t.Errorf("%d files", n)
	}
	if n := of(s.root); n != 1 {
		t.Errorf("the other's file is gone: %d", n)
	}
}

// Imports take turns by key, one at a time for each.
func TestImportsTakeTurnsByKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		places := newTurns(2)
		first, err := places.take(t.Context(), "greedy")
		if err != nil {
			t.Fatal(err)
		}
		order := make(chan string, 5)
		wait := func(key string) {
			go func() {
				done, err := places.take(t.Context(), key)
				if err != nil {
					t.Error(err)
					return
				}
				order <- key
				done()
			}()
			synctest.Wait() // until it is in the queue
		}
		for range 3 {
			wait("greedy")
		}
		second, err := places.take(t.Context(), "modest") // the second place is free, for anybody else
		if err != nil {
			t.Fatal(err)
		}
		wait("modest")
		wait("late")
		first() // the rest of the greedy key's goes behind the others
		synctest.Wait()
		second()
		synctest.Wait()
		close(order)
		got := slices.Collect(func(yield func(string) bool) {
			for key := range order {
				if !yield(key) {
					return
				}
			}
		})
		if len(got) != 5 || slices.Index(got, "late") > 1 {
			t.Errorf("%v", got)
		}
	})
}

// A page that waits for memory and is made again is one request of its key.
func TestAPageThatWaitsCountsOnce(t *testing.T) {
	s := newLimitedSite(t, gate.Limits{PerKey: 0.01})
	s.memory = admit.New(128<<20, admit.Patience)
	for range 4 {
		s.create("/cadastroPlanejamento/planoCultivo", "S", `{"observacao":"`+strings.Repeat("x", 100<<10)+`"}`)
	}
	b := s.as(s.root)
	s.clock += 100 * time.Second // until the key may ask once more
	release := takeAll(t, s.memory)
	done := make(chan seen)
	go func() { done <- b.get("/registros/cadastroPlanejamento.planoCultivo") }()
	for s.memory.Usage().Waiting == 0 {
		select {
		case early := <-done:
			early.has(200)
			t.Fatal("the page did not wait for memory")
		default:
			runtime.Gosched()
		}
	}
	release()
	(<-done).has(200, "planoCultivo")
	b.get("").has(429)
}

// rounds is a context that ends once it has been asked too often.
type rounds struct {
	context.Context
	asked int
}

var errTooOften = errors.New("asked too often")

func (r *rounds) Err() error {
	if r.asked++; r.asked > 1000 {
		return errTooOften
	}
	return r.Context.Err()
}

// A job that finds the queue full rests before it asks again, and stops when it is
// told to.
func TestAJobRestsWhileTheQueueIsFull(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		memory := admit.New(128<<20, 0) // refuses at once, as a full queue does
		release := takeAll(t, memory)
		began, asking := time.Now(), &rounds{Context: t.Context()}
		time.AfterFunc(10*time.Second, release)
		claim := memory.Claim()
		claim.For("job")
		if err := waitFor(asking, claim, 90<<20); err != nil || time.Since(began) > 10*time.Second+jobPause {
			t.Errorf("%v after %s, asked %d times", err, time.Since(began), asking.asked)
		}
		ctx, cancel := context.WithTimeout(t.Context(), jobPause/2)
		defer cancel()
		other := memory.Claim()
		other.For("other")
		if err := waitFor(&rounds{Context: ctx}, other, 90<<20); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
	})
}
