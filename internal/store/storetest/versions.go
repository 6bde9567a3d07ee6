package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"rastro/internal/access"
	"rastro/internal/catalogue"
	"rastro/internal/kind"
	"rastro/internal/trace"
)

var versionCases = []namedCase{
	{"every version comes back, oldest first", func(t *testing.T, s trace.Store) {
		v1 := record(t, planting, "S", 1)
		v2 := next(v1, trace.Updated)
		v3 := next(v2, trace.Deleted)
		write(t, s, v1, record(t, planting, "S", 1)) // another one next to it
		write(t, s, v2)
		write(t, s, v3)
		got, err := s.Versions(context.Background(), v1.ID)
		if err != nil {
			t.Fatal(err)
		}
		if d := diff([]trace.Record{v1, v2, v3}, got); d != "" {
			t.Errorf("-want +got:\n%s", d)
		}
		if got, err := s.Versions(context.Background(), record(t, planting, "S", 1).ID); len(got) != 0 || err != nil {
			t.Errorf("Versions of what never was = %v, %v; want none", got, err)
		}
	}},
	{"records that ended come in their last version", func(t *testing.T, s trace.Store) {
		live, old, deleted, other := record(t, planting, "S", 1), record(t, planting, "S", 2), record(t, planting, "S", 3), record(t, planting, "T", 4)
		write(t, s, live, old, deleted, other)
		write(t, s, next(live, trace.Updated))
		end, gone, elsewhere := next(old, trace.Deleted), next(deleted, trace.Deleted), next(other, trace.Deleted)
		write(t, s, end, gone, elsewhere)
		got, err := s.Records(context.Background(), trace.Query{Kind: planting, Reach: trace.Only("S"), NoLongerLive: true, Order: trace.NewestFirst, Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		if d := diff([]trace.Record{gone, end}, got); d != "" {
			t.Errorf("-want +got:\n%s", d)
		}
	}},
	{"a code keeps its owner, whatever becomes of it", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		v := record(t, validationKind(), "S", 1)
		v.ValidationCode = "ABC"
		owner := func(when string) {
			t.Helper()
			if id, err := s.CodeOwner(ctx, "ABC"); id != v.ID || err != nil {
				t.Errorf("CodeOwner %s = %s, %v; want %s", when, id, err, v.ID)
			}
		}
		_, err := s.CodeOwner(ctx, "ABC")
		wantCode(t, "CodeOwner before", err, trace.CodeCodeNotFound)
		update(t, s, func(w trace.Writer) error {
			return errors.Join(w.ReserveCode(ctx, "ABC", v.ID), w.Append(ctx, v))
		})
		owner("while it lives")
		gone := next(v, trace.Deleted)
		write(t, s, gone)
		owner("after its deletion")
		erase(t, s, gone, true)
		owner("after its erasure")
	}},
	{"a code that no text can be is not found", func(t *testing.T, s trace.Store) {
		svc := service(t, s)
		for _, code := range []string{"", "\x00", "A\x00B", "\xff\xfe", "\xed\xa0\x80", strings.Repeat("ç", 5000)} {
			_, err := svc.PublicValidation(context.Background(), code)
			wantCode(t, fmt.Sprintf("%.12q", code), err, trace.CodeCodeNotFound)
		}
	}},
	{"each live record of a harvest, by kind and id", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		var want []trace.Record
		for i := range 24 {
			r := record(t, []*kind.Kind{receipt, planting, validationKind()}[i%3], []string{"S", "s", "S/1"}[i/3%3], 100-i)
			write(t, s, r)
			switch {
			case i%4 == 1:
				r = next(r, trace.Updated)
				write(t, s, r)
			case i%4 == 2:
				write(t, s, next(r, trace.Deleted))
				continue
			}
			if r.HarvestID == "S" {
				want = append(want, r)
			}
		}
		slices.SortFunc(want, func(a, b trace.Record) int {
			if a.Kind != b.Kind {
				return int(a.Kind.Code) - int(b.Kind.Code)
			}
			return strings.Compare(string(a.ID[:]), string(b.ID[:]))
		})
		var got []trace.Record
		if err := s.EachOf(ctx, "S", func(r *trace.Record) error {
			got = append(got, *r)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if d := diff(want, got); d != "" {
			t.Errorf("-want +got:\n%s", d)
		}
		calls := 0
		err := s.EachOf(ctx, "S", func(*trace.Record) error {
			calls++
			return errOwn
		})
		if !errors.Is(err, errOwn) || calls != 1 {
			t.Errorf("a function that fails: %v after %d calls; want its own error after 1", err, calls)
		}
		for _, none := range []string{"none", ""} {
			if err := s.EachOf(ctx, none, func(*trace.Record) error { return errOwn }); err != nil {
				t.Errorf("EachOf(%q) = %v; want no call", none, err)
			}
		}
		write(t, s, record(t, planting, "S", 1)) // an interrupted walk blocks nothing
	}},
	{"changes of keys and phases are in the journal, and nowhere else", func(t *testing.T, s trace.Store) {
		ctx, svc := context.Background(), service(t, s)
		first, err := svc.Bootstrap(ctx, "", "")
		if err != nil {
			t.Fatal(err)
		}
		second, err := svc.CreateKey(ctx, everybody, access.Request{Name: "Balança"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := svc.DeactivateKey(ctx, everybody, second.Key.AccessKey); err != nil {
			t.Fatal(err)
		}
		request, err := catalogue.ReadRequest([]byte(`{"cultura":"SOJA","etapa":"02","nome":"Dessecação"}`))
		if err != nil {
			t.Fatal(err)
		}
		made, err := svc.CreatePhases(ctx, everybody, []catalogue.Request{request}, nil, func([]trace.CropPhase) []byte { return nil })
		if err != nil {
			t.Fatal(err)
		}
		id := made.Phases[0].ID.String()
		request, err = catalogue.ReadRequest([]byte(`{"id":"` + id + `","descricao":"nova"}`))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := svc.UpdatePhase(ctx, everybody, request, trace.AnyVersion); err != nil {
			t.Fatal(err)
		}
		if _, err := svc.DeletePhase(ctx, everybody, id, trace.AnyVersion); err != nil {
			t.Fatal(err)
		}
		if err := svc.StartLog(ctx, origin); err != nil {
			t.Fatal(err)
		}
		// The catalogue and the first key, then the six changes above.
		want := []struct{ prefix, says string }{
			{"/fase", `"cultura":"SOJA"`}, {"/apikey", first.AccessKey},
			{"/apikey", `"ativo":true`}, {"/apikey", `"ativo":false`},
			{"/fase", "Dessecação"}, {"/fase", `"descricao":"nova"`}, {"/fase", `"excluida":true`},
		}
		drain(t, s, svc, int64(len(want)))
		all := logged(t, s)
		if len(all) != len(want) {
			t.Fatalf("%d versions in the journal, want %d", len(all), len(want))
		}
		if first.SecretKey == "" || second.Key.SecretKey == "" {
			t.Fatal("no secrets to look for")
		}
		for i := range all {
			r := &all[i]
			if r.Kind.Prefix != want[i].prefix || !strings.Contains(string(r.Payload), want[i].says) || !r.Intact() {
				t.Errorf("place %d: %s %s, intact %t; want %s with %s", i, r.Kind.Prefix, r.Payload, r.Intact(), want[i].prefix, want[i].says)
			}
			for _, secret := range []string{first.SecretKey, second.Key.SecretKey} {
				if strings.Contains(string(r.Payload), secret) {
					t.Errorf("place %d holds a secret: %s", i, r.Payload)
				}
			}
		}
		for _, k := range kind.Changes {
			for _, at := range []time.Time{{}, all[0].UpdatedAt, time.Now()} {
				if got, err := s.Records(ctx, trace.Query{Kind: k, Order: trace.OldestFirst, At: at, Limit: 10}); len(got) != 0 || err != nil {
					t.Errorf("Records of %s at %v: %d, %v; want none", k.Prefix, at, len(got), err)
				}
			}
			for _, harvests := range [][]string{nil, {""}} {
				if n, err := s.Count(ctx, trace.Query{Kind: k, Reach: trace.Only(harvests...)}); n != 0 || err != nil {
					t.Errorf("Count of %s in %q = %d, %v; want 0", k.Prefix, harvests, n, err)
				}
			}
		}
		if err := s.EachOf(ctx, "", func(r *trace.Record) error { return errOwn }); err != nil {
			t.Errorf("EachOf of no harvest: %v; want no call", err)
		}
		checkHistory(t, s, svc, nil)
	}},
}
