package console

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"rastro/internal/trace"
)

// Whatever happens, no file is left behind, and what runs ends with the server.
func TestJobsEnd(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	s := newSite(t)
	b := s.as(s.root)
	checked := b.upload(inputs, "a.csv", manyRows(3000)).has(200, "<b>3.000</b> Prontas")
	b.upload(inputs, "b.csv", []byte("x"))
	b.upload(inputs, "c.csv", bytes.Repeat([]byte("x"), 33<<20)).has(413)
	left, err := os.ReadDir(os.TempDir())
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	path := strings.TrimPrefix(checked.path, "/console")
	job := checked.job(b)

	begun := make(chan struct{})
	calls := 0
	s.begin(job, func() error {
		if calls++; calls == 2 { // after the first thousand
			close(begun)
			<-s.jobs.ctx.Done()
		}
		return nil
	})
	<-begun
	b.get(path).has(200, "<progress", "1.000 de 3.000 (33 %)", `hx-trigger="every 1s"`, `http-equiv="refresh"`, "gravando").lacks("Gravar registros")
	b.get(path, "HX-Request", "true").has(200, `<div id="job" hx-get`).lacks("<html")
	b.post(path+"/gravar", "modo", "tudo").has(200, "<progress") // it is under way
	s.jobs.Close()
	if job.busy() || len(s.jobs.jobs) > 0 || job.state != jobStopped {
		t.Errorf("after the end: state %d", job.state)
	}
	if n := s.records("/producaoAgricola/aplicacaoInsumo", "S"); n != 1000 {
		t.Errorf("%d records", n)
	}
	b.upload(inputs, "d.csv", []byte("safraId;dose\nS;1\n")).has(503, "Há muitas importações")
	b.get(path).has(404)
}

func manyRows(n int) []byte {
	var file bytes.Buffer
	file.WriteString("safraId;dose\n")
	for i := range n {
		fmt.Fprintf(&file, "S;%d\n", i)
	}
	return file.Bytes()
}

// begin writes what was checked, as long as still says so.
func (s *site) begin(job *importJob, still func() error) {
	s.t.Helper()
	c := &Console{service: s.service}
	job.mode = trace.ImportValid
	if !s.jobs.start(job, jobChecked, jobWriting, 0, func(ctx context.Context) { job.write(ctx, c, &s.root.Key, still) }) {
		s.t.Fatal("it did not start")
	}
}

// A key that is deactivated stops what it began; the same file goes on from there.
func TestImportEndsWithItsKey(t *testing.T) {
	s := newSite(t)
	b := s.as(s.root)
	path := func(page seen) string { return strings.TrimPrefix(page.path, "/console") }
	checked := b.upload(inputs, "a.csv", manyRows(2500)).has(200)
	job, calls := checked.job(b), 0
	s.begin(job, func() error {
		if calls++; calls == 2 {
			return trace.Fail(trace.CodeUnauthenticated)
		}
		return nil
	})
	<-job.resting()
	b.get(path(checked)).has(200, "interrompido", "Chave de acesso ausente", "continua de onde parou", "<b>1.000</b>")
	b.decide(b.upload(inputs, "a.csv", manyRows(2500)).has(200, "<b>1.500</b> Prontas", "<b>1.000</b> Já existem"), "validas").has(200, "<b>1.500</b> Gravadas")

	// One that waits for its turn does not begin.
	key := s.key(trace.KeyRequest{Nome: "Balcão"})
	clerk := s.as(key)
	waiting := clerk.upload(inputs, "b.csv", []byte("safraId;dose\nT;1\n"))
	var ends []func()
	for _, other := range []string{"one", "two"} {
		end, err := s.jobs.turns.take(t.Context(), other)
		if err != nil {
			t.Fatal(err)
		}
		ends = append(ends, end)
	}
	job = waiting.job(clerk)
	clerk.post(path(waiting)+"/gravar", "modo", "validas").has(200, "<progress")
	if _, err := s.service.DeactivateKey(t.Context(), &s.root.Key, key.AccessKey); err != nil {
		t.Fatal(err)
	}
	for _, end := range ends {
		end()
	}
	<-job.resting()
	if n := s.records("/producaoAgricola/aplicacaoInsumo", "T"); n != 0 || !trace.Is(job.err, trace.CodeUnauthenticated) {
		t.Errorf("%d records, %v", n, job.err)
	}

	// More rows than one transaction takes.
	large := b.upload(inputs, "c.csv", []byte("safraId;dose\nU;1\n"))
	job = large.job(b)
	job.mu.Lock()
	job.checked.Total = trace.MaxImportAll + 1
	job.mu.Unlock()
	b.get(path(large)).has(200, "só para até 20.000 linhas", `value="tudo" disabled`)
}
