package storetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"rastro/internal/app"
	"rastro/internal/intake"
	"rastro/internal/kind"
	"rastro/internal/trace"
)

// exported returns the lines of an export.
func exported(t *testing.T, svc *app.App, by *trace.Key, kinds []*kind.Kind, harvestID string) (lines []string, err error) {
	t.Helper()
	err = svc.Export(context.Background(), by, kinds, harvestID, func(r *trace.Record) error {
		lines = append(lines, string(r.AppendExport(nil)))
		return nil
	})
	return lines, err
}

var exportCases = []namedCase{
	{"profiles are exported, and an import restores them", func(t *testing.T, s trace.Store) {
		ctx, svc := context.Background(), service(t, s)
		const line = `{"prefixo":"/safras","tipo":"perfil","safraId":"S","safraCodigo":"2024/25","dados":{"cultura":"SOJA","produtor":"Ana Lima"}}` + "\n"
		outcome := func(file string, o intake.Options, want intake.Outcome) {
			t.Helper()
			got := importAs(t, svc, everybody, nil, strings.NewReader(file), o)
			if got.err != nil || len(got.results) != 1 || got.results[0].Outcome != want {
				t.Errorf("imported with %+v: %+v, %v; want %s", o, got.results, got.err, want)
			}
		}
		stated := func(want string) trace.Record {
			t.Helper()
			r, err := s.NewestProfile(ctx, "S")
			if err != nil || string(r.Payload) != want || !r.Intact() {
				t.Errorf("the profile is %s (intact: %t), %v; want %s", r.Payload, r.Intact(), err, want)
			}
			return r
		}
		const said = `{"cultura":"SOJA","produtor":"Ana Lima"}`
		outcome(line, intake.Options{Mode: intake.ImportValid, DryRun: true}, intake.RowValid)
		outcome(line, all, intake.RowCreated)
		first := stated(said)
		// A harvest has only one profile, and keeps it.
		outcome(strings.Replace(line, "Ana Lima", "Bia", 1), valid, intake.RowExisting)
		outcome(line, intake.Options{Mode: intake.ImportValid, DryRun: true}, intake.RowExisting)
		outcome(line, allOnce, intake.RowExisting)
		stated(said)
		lines, err := exported(t, svc, everybody, intake.Importable(), "S")
		if err != nil || len(lines) != 1 || !strings.HasPrefix(lines[0], `{"prefixo":"/safras","tipo":"perfil"`) {
			t.Fatalf("exported %q, %v", lines, err)
		}
		if _, err := svc.Delete(ctx, everybody, kind.Profile, first.ID.String(), trace.AnyVersion); err != nil {
			t.Fatal(err)
		}
		outcome(lines[0], validOnce, intake.RowExisting) // what was deleted since does not come back by itself
		outcome(lines[0], valid, intake.RowCreated)
		if again := stated(said); again.ID != first.ID || again.Version != 3 {
			t.Errorf("restored as version %d of %s, want 3 of %s", again.Version, again.ID, first.ID)
		}
		twice := strings.ReplaceAll(line, `"S"`, `"U"`)
		got := importAs(t, svc, everybody, nil, strings.NewReader(twice+strings.Replace(twice, "Ana Lima", "Bia", 1)), all)
		if got.err != nil || len(got.results) != 2 || got.results[0].Outcome != intake.RowCreated || got.results[1].Outcome != intake.RowExisting {
			t.Errorf("two profiles of one harvest: %+v, %v", got.results, got.err)
		}
		got = importAs(t, svc, everybody, nil, strings.NewReader(`{"prefixo":"/safras","safraId":"T","dados":{"cultura":"PEDRA"}}`), valid)
		if got.err != nil || got.Refused != 1 {
			t.Errorf("an impossible profile: %+v, %v", got.Count, got.err)
		}
		if damages := verified(t, s); len(damages) > 0 {
			t.Errorf("damages %q", damages)
		}
	}},
	{"what is exported and imported elsewhere has the same payloads", func(t *testing.T, s trace.Store) {
		svc := service(t, s)
		if got := importFile(t, s, seeds(1300), valid); got.err != nil {
			t.Fatal(got.err)
		}
		odd := "{\"safraId\":\"S-1\",\"dados\":{ \"a\\nb\" :\r 1.50,\t\"chave\":31250611222333000181550010000001011123456784 } }"
		if _, err := svc.Create(context.Background(), everybody, receipt, mustRead(t, strings.Replace(odd, ":\r", ":\n", 1)), nil); err != nil {
			t.Fatal(err)
		}
		lines, err := exported(t, svc, everybody, intake.Importable(), "")
		if err != nil || len(lines) != 1301 {
			t.Fatalf("%d lines, %v", len(lines), err)
		}
		whole := strings.Join(lines, "")
		for i := range 1300 {
			if want := fmt.Sprintf(`"dados":{"quantidadeSemente":%d}}`+"\n", i); strings.Count(whole, want) != 1 {
				t.Fatalf("not one line ends with %s", want)
			}
		}
		if last := lines[1300]; strings.Count(last, "\n") != 1 || !strings.Contains(last, `"dados":{ "a\nb" :  1.50,	"chave":31250611222333000181550010000001011123456784 }}`) {
			t.Errorf("the last line is %q", last)
		}
		// Into the same store as other records: without marks nothing is skipped.
		again := importAs(t, svc, everybody, nil, strings.NewReader(whole), all)
		if again.err != nil || again.Created != 1301 {
			t.Fatalf("%+v, %v", again.Count, again.err)
		}
		twice, err := exported(t, svc, everybody, []*kind.Kind{receipt}, "")
		if err != nil || len(twice) != 2 {
			t.Fatalf("%d receipts, %v", len(twice), err)
		}
		payload := func(line string) string { return line[strings.Index(line, `"dados":`):] }
		if payload(twice[0]) != payload(twice[1]) {
			t.Errorf("the payload came back as %s, want %s", payload(twice[1]), payload(twice[0]))
		}
	}},
	{"of a harvest, and of what a key may touch", func(t *testing.T, s trace.Store) {
		svc := service(t, s)
		importFile(t, s, seeds(21), valid)
		limited := &trace.Key{AccessKey: "rk", Scopes: []trace.Scope{trace.Read}, Harvests: []string{"S-1", "S-2"}}
		for _, c := range []struct {
			by      *trace.Key
			harvest string
			want    int
			code    trace.Code
		}{
			{everybody, "", 21, ""}, {everybody, "S-3", 3, ""}, {everybody, "none", 0, ""},
			{limited, "", 6, ""}, {limited, "S-1", 3, ""}, {limited, "S-3", 0, trace.CodeForbiddenHarvest},
			{&trace.Key{Scopes: []trace.Scope{trace.Write}}, "", 0, trace.CodeForbiddenScope},
		} {
			lines, err := exported(t, svc, c.by, intake.Importable(), c.harvest)
			if len(lines) != c.want || (err != nil) != (c.code != "") || err != nil && !trace.Is(err, c.code) {
				t.Errorf("%+v: %d lines, %v", c, len(lines), err)
			}
		}
		stop := errors.New("enough")
		if err := svc.Export(context.Background(), everybody, intake.Importable(), "", func(*trace.Record) error { return stop }); !errors.Is(err, stop) {
			t.Errorf("an error of the caller's: %v", err)
		}
	}},
	{"pages that are too large are read in smaller ones", func(t *testing.T, s trace.Store) {
		var large []trace.Record
		for i := range 12 {
			r := record(t, planting, "S", i)
			r.Payload = []byte(`{"x":"` + strings.Repeat("x", 8<<20) + `"}`)
			large = append(large, r)
		}
		for _, r := range large {
			write(t, s, r)
		}
		n := 0
		err := service(t, s).Export(context.Background(), everybody, []*kind.Kind{planting}, "", func(r *trace.Record) error {
			if r.ID != large[n].ID {
				t.Errorf("record %d is %s", n, r.ID)
			}
			n++
			return nil
		})
		if err != nil || n != len(large) {
			t.Errorf("%d records, %v", n, err)
		}
	}},
}

func mustRead(t *testing.T, body string) trace.Envelope {
	t.Helper()
	env, err := trace.ReadEnvelope(receipt, []byte(body))
	if err != nil {
		t.Fatal(err)
	}
	return env
}
