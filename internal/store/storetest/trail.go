package storetest

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"time"

	"rastro/internal/access"
	"rastro/internal/app"
	"rastro/internal/kind"
	"rastro/internal/lineage/recall"
	"rastro/internal/proof"
	"rastro/internal/trace"
)

// trailStore returns a store with changes of keys and phases, and records of two harvests, an hour
// apart, all in the log.
func trailStore(t *testing.T, s trace.Store, records int) (svc *app.App, root *trace.Key) {
	t.Helper()
	ctx := context.Background()
	now := start
	svc, err := app.New(ctx, s, app.Options{Now: func() time.Time { return now }, Random: rand.Reader, Log: slog.New(slog.DiscardHandler)})
	if err == nil {
		err = svc.StartLog(ctx, "trail.example/log")
	}
	if err != nil {
		t.Fatal(err)
	}
	first, err := svc.Bootstrap(ctx, "", "")
	if err != nil {
		t.Fatal(err)
	}
	for i := range records {
		now = start.Add(time.Duration(i+1) * time.Hour)
		env := trace.Envelope{HarvestID: fmt.Sprint("S-", i%2), Payload: []byte(`{}`)}
		if _, err := svc.Create(ctx, &first.Key, planting, env, nil); err != nil {
			t.Fatal(err)
		}
	}
	now = now.Add(time.Hour)
	other, err := svc.CreateKey(ctx, &first.Key, access.Request{Name: "Balança"}, nil)
	if err == nil {
		_, err = svc.DeactivateKey(ctx, &first.Key, other.Key.AccessKey)
	}
	if err != nil {
		t.Fatal(err)
	}
	place(t, s, svc)
	return svc, &first.Key
}

// place waits until everything that was written has its place in the log.
func place(t *testing.T, s trace.Store, svc *app.App) {
	t.Helper()
	deadline := time.Now().Add(patience)
	for behind := true; behind; {
		_, err := svc.Integrate(context.Background())
		if err == nil {
			behind, err = s.LogBehind(context.Background())
		}
		if err != nil || time.Now().After(deadline) {
			t.Fatalf("behind %t, %v", behind, err)
		}
	}
}

var trailCases = []namedCase{
	{"shows what was written, newest first, in pages", func(t *testing.T, s trace.Store) {
		svc, root := trailStore(t, s, 30)
		var all []proof.TrailEntry
		for before := int64(0); ; {
			page, err := svc.Trail(context.Background(), root, proof.TrailQuery{Before: before, Size: 7})
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, page.Entries...)
			if before = page.Next; before == 0 {
				break
			}
		}
		// The catalogue, the first key, the records, a key and its end.
		if len(all) != 2+30+2 {
			t.Fatalf("%d entries", len(all))
		}
		for i, e := range all {
			if e.Place != int64(len(all)-1-i) {
				t.Errorf("entry %d is at place %d", i, e.Place)
			}
		}
		if e := all[0]; e.Kind != kind.KeyChange || !e.Note.Ended || e.Note.Names[0] != "Balança" || e.By != "root" {
			t.Errorf("the newest: %+v", e)
		}
		oldest := all[len(all)-2:] // one transaction: in any order
		if i := slices.IndexFunc(oldest, func(e proof.TrailEntry) bool { return e.Kind == kind.PhaseChange }); i < 0 || oldest[i].Note.Phases < 100 || len(oldest[i].Note.Names) != 3 || oldest[i].By != "rastro" {
			t.Errorf("the oldest: %+v", oldest)
		}
	}},
	{"shows a key what it may read", func(t *testing.T, s trace.Store) {
		svc, root := trailStore(t, s, 6)
		until := start.Add(3 * time.Hour)
		for _, c := range []struct {
			name string
			by   trace.Key
			q    proof.TrailQuery
			want int
		}{
			{"everything", *root, proof.TrailQuery{}, 10},
			{"a reader", trace.Key{Scopes: []trace.Scope{trace.Read}}, proof.TrailQuery{}, 7},
			{"a reader of one harvest", trace.Key{Scopes: []trace.Scope{trace.Read}, Harvests: []string{"S-1"}}, proof.TrailQuery{}, 4},
			{"an admin alone, who holds less than the other keys", trace.Key{Scopes: []trace.Scope{trace.Admin}}, proof.TrailQuery{}, 1},
			{"one harvest", *root, proof.TrailQuery{HarvestID: "S-0"}, 3},
			{"until an instant", *root, proof.TrailQuery{Until: until}, 5},
			{"from an instant", *root, proof.TrailQuery{From: until}, 6},
			{"one instant of a harvest", *root, proof.TrailQuery{From: until, Until: until, HarvestID: "S-0"}, 1},
		} {
			c.q.Size = 100
			page, err := svc.Trail(context.Background(), &c.by, c.q)
			if err != nil || len(page.Entries) != c.want || page.Next != 0 {
				t.Errorf("%s: %d entries, next %d, %v; want %d", c.name, len(page.Entries), page.Next, err, c.want)
			}
		}
		for name, by := range map[string]trace.Key{
			"a writer":           {Scopes: []trace.Scope{trace.Write}},
			"of another's safra": {Scopes: []trace.Scope{trace.Read}, Harvests: []string{"S-1"}},
		} {
			if _, err := svc.Trail(context.Background(), &by, proof.TrailQuery{HarvestID: "S-0"}); trace.AsError(err).Class() != trace.Forbidden {
				t.Errorf("%s: %v", name, err)
			}
		}
	}},
	{"shows a recall to keys that may read it, in every harvest it names", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		svc, root := trailStore(t, s, 0)
		create(t, svc, identification.Prefix, "S-1", `{"codigoLote":"A-1"}`)
		create(t, svc, identification.Prefix, "S-2", `{"codigoLote":"B-1"}`)
		create(t, svc, receipt.Prefix, "S-2", `{"loteOrigem":"A-1"}`)
		place(t, s, svc)
		one := trace.Key{Name: "um", AccessKey: "um", Scopes: []trace.Scope{trace.Read, trace.Write}, Harvests: []string{"S-2"}}
		for _, made := range []struct {
			by  *trace.Key
			lot string
		}{{root, "A-1"}, {&one, "B-1"}} {
			if _, err := svc.Recall(ctx, made.by, recall.Request{Lots: []string{made.lot}}); err != nil {
				t.Fatal(err)
			}
		}
		place(t, s, svc)
		reader := trace.Key{AccessKey: "leitor", Scopes: []trace.Scope{trace.Read}, Harvests: []string{"S-2"}}
		for _, c := range []struct {
			name, harvest string
			by            *trace.Key
			want          []string // who made the recalls, the newest first
		}{
			{"everything", "", root, []string{"um", root.Author()}},
			{"the harvest of the first lot", "S-1", root, []string{root.Author()}},
			{"the harvest of both", "S-2", root, []string{"um", root.Author()}},
			{"another harvest", "S-3", root, nil},
			{"a reader of one harvest", "", &reader, []string{"um"}},
			{"a reader of one harvest, in it", "S-2", &reader, []string{"um"}},
		} {
			page, err := svc.Trail(ctx, c.by, proof.TrailQuery{HarvestID: c.harvest, Size: 100})
			if err != nil {
				t.Fatal(err)
			}
			var by []string
			for _, e := range page.Entries {
				if e.Kind == kind.RecallReport {
					by = append(by, e.By)
				}
			}
			if !slices.Equal(by, c.want) {
				t.Errorf("%s: recalls by %q, want %q", c.name, by, c.want)
			}
		}
	}},
	{"stops looking, and continues from there", func(t *testing.T, s trace.Store) {
		svc, root := trailStore(t, s, 0)
		update(t, s, func(w trace.Writer) error {
			for i := range 2100 {
				if err := w.Append(context.Background(), record(t, planting, "S", i)); err != nil {
					return err
				}
			}
			return nil
		})
		place(t, s, svc)
		lone := *root
		lone.Scopes, lone.Harvests = []trace.Scope{trace.Read}, []string{"nenhuma"}
		page, err := svc.Trail(context.Background(), &lone, proof.TrailQuery{Size: 50})
		if err != nil || len(page.Entries) != 0 || page.Next == 0 || page.Looked > 2300 {
			t.Fatalf("looked at %d, next %d, %d entries, %v", page.Looked, page.Next, len(page.Entries), err)
		}
		page, err = svc.Trail(context.Background(), &lone, proof.TrailQuery{Size: 50, Before: page.Next})
		if err != nil || len(page.Entries) != 1 || page.Next != 0 { // the catalogue
			t.Errorf("then: next %d, %d entries, %v", page.Next, len(page.Entries), err)
		}
	}},
	{"reports the log", func(t *testing.T, s trace.Store) {
		svc, _ := trailStore(t, s, 3)
		report, err := svc.LogReport(context.Background(), 5)
		if err != nil || report.Origin != "trail.example/log" || report.Size != 7 || report.Behind || len(report.Kept) != 1 || report.VerifierKey != svc.VerifierKey() {
			t.Errorf("%+v, %v", report, err)
		}
	}},
}
