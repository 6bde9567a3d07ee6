package intake_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"rastro/internal/access"
	"rastro/internal/intake"
	"rastro/internal/trace"
	"rastro/internal/web/console/consoletest"
	console "rastro/internal/web/console/intake"
)

// Whatever happens, no file is left behind, and running jobs end with the server.
func TestJobsEnd(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	checked := b.Upload(consoletest.Inputs, "a.csv", manyRows(3000)).Has(200, "<b>3.000</b> Prontas")
	b.Upload(consoletest.Inputs, "b.csv", []byte("x"))
	b.Upload(consoletest.Inputs, "c.csv", bytes.Repeat([]byte("x"), 33<<20)).Has(413)
	left, err := os.ReadDir(os.TempDir())
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	path := strings.TrimPrefix(checked.Path, "/console")
	job := jobOf(checked, b)

	begun := make(chan struct{})
	calls := 0
	begin(s, job, func() error {
		if calls++; calls == 2 { // after the first thousand
			close(begun)
			<-s.Jobs.Closing()
			return context.Canceled // the import's own context ends a moment after that of all jobs
		}
		return nil
	})
	<-begun
	b.Get(path).Has(200, "<progress", "1.000 de 3.000 (33 %)", `hx-trigger="every 1s"`, `http-equiv="refresh"`, "gravando").Lacks("Gravar registros")
	b.Get(path, "HX-Request", "true").Has(200, `<div id="job" hx-get`).Lacks("<html")
	b.Post(path+"/gravar", "modo", "tudo").Has(200, "<progress") // it is under way
	s.Jobs.Close()
	if n, _ := s.Jobs.Kept(""); job.Busy() || n > 0 || !job.Stopped() {
		t.Errorf("after the end: busy %t, stopped %t, %d files", job.Busy(), job.Stopped(), n)
	}
	if n := s.Records("/producaoAgricola/aplicacaoInsumo", "S"); n != 1000 {
		t.Errorf("%d records", n)
	}
	b.Upload(consoletest.Inputs, "d.csv", []byte("safraId;dose\nS;1\n")).Has(503, "Há muitas importações")
	b.Get(path).Has(404)
}

func manyRows(n int) []byte {
	var file bytes.Buffer
	file.WriteString("safraId;dose\n")
	for i := range n {
		fmt.Fprintf(&file, "S;%d\n", i)
	}
	return file.Bytes()
}

func begin(s *consoletest.Site, job *console.ImportJob, still func() error) {
	s.T.Helper()
	if !s.Jobs.Begin(job, s.Service, &s.Root.Key, still) {
		s.T.Fatal("it did not start")
	}
}

// Deactivating a key stops the import that it began; the same file continues from there.
func TestImportEndsWithItsKey(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	path := func(page consoletest.Seen) string { return strings.TrimPrefix(page.Path, "/console") }
	checked := b.Upload(consoletest.Inputs, "a.csv", manyRows(2500)).Has(200)
	job, calls := jobOf(checked, b), 0
	begin(s, job, func() error {
		if calls++; calls == 2 {
			return trace.Fail(trace.CodeUnauthenticated)
		}
		return nil
	})
	<-job.Resting()
	b.Get(path(checked)).Has(200, "interrompido", "Chave de acesso ausente", "continua de onde parou", "<b>1.000</b>")
	b.Decide(b.Upload(consoletest.Inputs, "a.csv", manyRows(2500)).Has(200, "<b>1.500</b> Prontas", "<b>1.000</b> Já existem"), "validas").Has(200, "<b>1.500</b> Gravadas")

	// One that waits for its turn does not begin.
	key := s.Key(access.Request{Name: "Balcão"})
	clerk := s.As(key)
	waiting := clerk.Upload(consoletest.Inputs, "b.csv", []byte("safraId;dose\nT;1\n"))
	var ends []func()
	for _, other := range []string{"one", "two"} {
		end, err := s.Jobs.TakeTurn(t.Context(), other)
		if err != nil {
			t.Fatal(err)
		}
		ends = append(ends, end)
	}
	job = jobOf(waiting, clerk)
	clerk.Post(path(waiting)+"/gravar", "modo", "validas").Has(200, "<progress")
	if _, err := s.Service.DeactivateKey(t.Context(), &s.Root.Key, key.AccessKey); err != nil {
		t.Fatal(err)
	}
	for _, end := range ends {
		end()
	}
	<-job.Resting()
	if n := s.Records("/producaoAgricola/aplicacaoInsumo", "T"); n != 0 || !trace.Is(job.Err(), trace.CodeUnauthenticated) {
		t.Errorf("%d records, %v", n, job.Err())
	}

	// More rows than one transaction takes.
	large := b.Upload(consoletest.Inputs, "c.csv", []byte("safraId;dose\nU;1\n"))
	job = jobOf(large, b)
	job.SetTotal(intake.MaxImportAll + 1)
	b.Get(path(large)).Has(200, "só para até 20.000 linhas", `value="tudo" disabled`)
}

// A step that panics stops only its import, with a reason.
func TestAJobPanics(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	checked := b.Upload(consoletest.Inputs, "a.csv", manyRows(3)).Has(200, "<b>3</b> Prontas")
	path := strings.TrimPrefix(checked.Path, "/console")
	job := jobOf(checked, b)
	begin(s, job, func() error { panic("boom") })
	<-job.Resting()
	b.Get(path).Has(200, "Falha na operação").Lacks("boom")
	b.Get("/").Has(200)
}
