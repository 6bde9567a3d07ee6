package storetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/lineage/recall"
	"rastro/internal/trace"
)

// interrupted is a store that calls before ahead of every transaction, and held for each one that
// was deferred.
type interrupted struct {
	trace.Store
	before, held func()
}

func (s *interrupted) Update(ctx context.Context, fn func(trace.Writer) error) error {
	if s.before != nil {
		s.before()
	}
	err := s.Store.Update(ctx, fn)
	if s.held != nil && errors.Is(err, trace.ErrErasuresHeld) {
		s.held()
	}
	return err
}

// SharedErasures runs a recall on one of two servers of a store while erasures on the other
// interrupt it again and again: then they wait for it, and continue after it.
func SharedErasures(t *testing.T, a, b trace.Store) {
	ctx := context.Background()
	_, made := shippedLots(t, a)
	held := make(chan struct{}, 1)
	other, err := newService(&interrupted{Store: b, held: func() {
		select {
		case held <- struct{}{}:
		default:
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	erase := func(name string) error {
		r := made[name]
		_, err := other.Erase(ctx, everybody, r.Kind, r.ID.String(), "pedido do titular")
		return err
	}
	tries, erased := 0, make(chan error, 1)
	svc, err := newService(&interrupted{Store: a, before: func() {
		switch tries++; tries {
		case 1, 2:
			if err := erase([]string{"shipment", "second"}[tries-1]); err != nil {
				t.Error(err)
			}
		case 3:
			go func() { erased <- erase("paper") }()
			select {
			case <-held:
			case err := <-erased:
				t.Errorf("the third erasure did not wait for the recall: %v", err)
				erased <- err
			}
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := svc.Recall(ctx, everybody, recall.Request{Lots: []string{"A-1"}}); err != nil || tries != 3 {
		t.Errorf("the recall took %d tries, %v; want 3", tries, err)
	}
	if err := <-erased; err != nil {
		t.Errorf("the erasure that waited: %v", err)
	}
	if left := notesOf(t, b, kind.RecallReport, "nf 4242"); len(left) > 0 {
		t.Error("the report quotes what was erased after it")
	}
}

// destroying is a store that counts what each transaction destroys.
type destroying struct {
	trace.Store
	most, all int
}

func (s *destroying) Update(ctx context.Context, fn func(trace.Writer) error) error {
	n := 0
	err := s.Store.Update(ctx, func(w trace.Writer) error {
		n = 0
		return fn(destroyingWriter{whole(w), &n})
	})
	s.most, s.all = max(s.most, n), s.all+n
	return err
}

type destroyingWriter struct {
	wholeWriter
	n *int
}

func (w destroyingWriter) Erase(ctx context.Context, id trace.ID, upTo int64, location string) error {
	*w.n++
	return w.wholeWriter.Erase(ctx, id, upTo, location)
}

// manyReports writes reports of S-1 like one that was made, each with its own reason.
func manyReports(tb testing.TB, s trace.Store, like *recall.Signed, n int, reason func(i int) string) {
	tb.Helper()
	ctx := context.Background()
	for from := 0; from < n; from += 500 {
		update(tb, s, func(w trace.Writer) error {
			for i := from; i < min(n, from+500); i++ {
				r := record(tb, kind.RecallReport, "", i)
				r.Payload = []byte(replaceReason(string(like.Document), reason(i)))
				if err := w.PutRecall(ctx, r.ID, []string{"S-1"}); err != nil {
					return err
				}
				if err := w.Append(ctx, r); err != nil {
					return err
				}
			}
			return nil
		})
	}
}

var erasureTurnCases = []namedCase{
	{"erasures that interrupted a recall twice wait for it", func(t *testing.T, s trace.Store) { SharedErasures(t, s, s) }},
	{"a reason that repeats what is erased is refused, and nothing is erased", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		svc := service(t, s)
		made, err := svc.Create(ctx, everybody, planting, envelope(`{"responsavel":"Maria das Dores Silva","cpf":"529.982.247-25","cultura":"soja","codigoLote":"FAZ-SILVA-777"}`), nil)
		if err != nil {
			t.Fatal(err)
		}
		erase := func(by *trace.Key, reason string) error {
			_, err := svc.Erase(ctx, by, planting, made.Record.ID.String(), reason)
			return err
		}
		for _, reason := range []string{
			"pedido de MARIA  das dores silva", "titular do CPF 529.982.247-25", "titular do CPF 52998224725", "529982247-25", "lote FAZ-SILVA-777", "a pedido de Maria das Dores",
		} {
			if err := erase(everybody, reason); !trace.Is(err, trace.CodeInvalid) {
				t.Errorf("%q: %v, want %s", reason, err, trace.CodeInvalid)
			}
		}
		if versions, err := s.Versions(ctx, made.Record.ID); err != nil || len(versions) != 1 || versions[0].Gone() {
			t.Fatalf("%d versions, %v; want the record as it was", len(versions), err)
		}
		if err := erase(everybody, "pedido do titular, colheita de soja"); err != nil {
			t.Errorf("a reason that names nobody: %v", err)
		}
		if err := erase(everybody, "pedido do titular, colheita de soja"); !trace.Is(err, trace.CodeErased) {
			t.Errorf("erased twice: %v, want %s", err, trace.CodeErased)
		}
	}},
	{"the reason of an erasure tells a key nothing that it may not read", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		svc := service(t, s)
		made, err := svc.Create(ctx, everybody, planting, envelope(`{"responsavel":"Maria das Dores Silva"}`), nil)
		if err != nil {
			t.Fatal(err)
		}
		blind := *everybody
		blind.Scopes = []trace.Scope{trace.Admin}
		told, err := svc.Erase(ctx, &blind, planting, made.Record.ID.String(), "pedido de Maria das Dores Silva")
		if err != nil || !strings.Contains(string(told.Payload), "pedido de Maria das Dores Silva") {
			t.Errorf("a key without leitura: %s, %v; want its own words", told.Payload, err)
		}
		versions, err := s.Versions(ctx, made.Record.ID)
		if err != nil || len(versions) != 2 || strings.Contains(string(versions[1].Payload), "Maria") {
			t.Errorf("the receipt repeats the name, %v", err)
		}
	}},
	{"erasures are held off until they are let go", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		claim := func() error { return s.Update(ctx, func(w trace.Writer) error { return w.BeginErasure(ctx) }) }
		if err := claim(); err != nil {
			t.Fatal(err)
		}
		release, err := s.DeferErasures(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if err := claim(); !errors.Is(err, trace.ErrErasuresHeld) {
			t.Errorf("held off: %v", err)
		}
		ended, cancel := context.WithCancel(ctx)
		cancel()
		if _, err := s.DeferErasures(ended); !errors.Is(err, context.Canceled) {
			t.Errorf("a second one whose caller gave up: %v", err)
		}
		if n, err := s.Erasures(ctx); n != 1 || err != nil {
			t.Errorf("%d erasures were counted, %v", n, err)
		}
		release()
		if err := claim(); err != nil {
			t.Errorf("let go: %v", err)
		}
	}},
	{"an erasure waits for a recall that erasures interrupted", func(t *testing.T, s trace.Store) { SharedErasures(t, s, s) }},
	{"an erasure that many reports quote destroys few in each transaction", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		svc, made := shippedLots(t, s)
		like, err := svc.Recall(ctx, everybody, recall.Request{Reason: "RAZAO", Lots: []string{"A-1"}})
		if err != nil {
			t.Fatal(err)
		}
		const n = 120
		manyReports(t, s, like, n, func(i int) string { return fmt.Sprint("motivo ", i) })
		over := &destroying{Store: s}
		eraser, err := newService(over)
		if err != nil {
			t.Fatal(err)
		}
		r := made["shipment"]
		if _, err := eraser.Erase(ctx, everybody, r.Kind, r.ID.String(), "pedido do titular"); err != nil {
			t.Fatal(err)
		}
		if over.most > 60 || over.all != n+2 { // the record, and the first report
			t.Errorf("%d entries were destroyed, %d in one transaction", over.all, over.most)
		}
		for _, quoted := range []string{"nlrtm", "imo 9321483"} {
			if left := notesOf(t, s, kind.RecallReport, quoted); len(left) > 0 {
				t.Errorf("%d reports still say %s", len(left), quoted)
			}
		}
		notes, err := s.NewestNotes(ctx, kind.RecallReport)
		if err != nil || len(notes) != n+1 {
			t.Fatalf("%d reports, %v", len(notes), err)
		}
		for _, note := range notes {
			if note.Version != 2 {
				t.Fatalf("%+v; want each rewritten once", note)
			}
		}
	}},
	{"an erasure reads no report of its own harvest in its transaction that does not quote it", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		svc, _ := shippedLots(t, s)
		like, err := svc.Recall(ctx, everybody, recall.Request{Reason: "RAZAO", Lots: []string{"A-1"}})
		if err != nil {
			t.Fatal(err)
		}
		manyReports(t, s, like, 30, func(i int) string { return fmt.Sprintf("ordem %d", 100+i) })
		named := create(t, svc, planting.Prefix, "S-1", `{"responsavel":"ordem 117"}`)
		over := &watched{Store: s, read: map[trace.ID]int{}}
		eraser, err := newService(over)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := eraser.Erase(ctx, everybody, named.Kind, named.ID.String(), "pedido do titular"); err != nil {
			t.Fatal(err)
		}
		delete(over.read, named.ID)
		if left := notesOf(t, s, kind.RecallReport, "ordem 117"); len(over.read) != 1 || len(left) != 0 {
			t.Errorf("the transaction read %d reports, and %d still quote the record", len(over.read), len(left))
		}
	}},
}

// replaceReason replaces the reason RAZAO in a document.
func replaceReason(document, reason string) string {
	return strings.Replace(document, `"motivo":"RAZAO"`, fmt.Sprintf(`"motivo":%q`, reason), 1)
}
