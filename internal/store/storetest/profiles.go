package storetest

import (
	"context"
	"strconv"
	"testing"

	"rastro/internal/derive"
	"rastro/internal/kind"
	"rastro/internal/proof"
	"rastro/internal/trace"
)

// stated states the profile of harvest S.
func stated(payload string) trace.Envelope {
	return trace.Envelope{HarvestID: "S", Payload: []byte(payload)}
}

var profileCases = []namedCase{
	{"a profile is one record until it is erased", func(t *testing.T, s trace.Store) {
		ctx, svc := context.Background(), service(t, s)
		if err := svc.StartLog(ctx, origin); err != nil {
			t.Fatal(err)
		}
		newest := func(id trace.ID, version int64, op trace.Operation) {
			t.Helper()
			if r, err := s.NewestProfile(ctx, "S"); err != nil || r.ID != id || r.Version != version || r.Operation != op || r.HarvestID != "S" {
				t.Errorf("newest profile %s version %d %s, %v; want version %d %s of %s", r.ID, r.Version, r.Operation, err, version, op, id)
			}
			live := int64(0)
			if op == trace.Created || op == trace.Updated {
				live = 1
			}
			if n, err := s.Count(ctx, trace.Query{Kind: kind.Profile}); err != nil || n != live {
				t.Errorf("%d live profiles, %v; want %d", n, err, live)
			}
			if damages := verified(t, s); len(damages) > 0 {
				t.Errorf("after %s: damages %q", op, damages)
			}
		}
		if _, err := s.NewestProfile(ctx, "S"); !trace.Is(err, trace.CodeRecordNotFound) {
			t.Errorf("a harvest without a profile: %v", err)
		}
		put := func(want bool) trace.Record {
			t.Helper()
			made, err := svc.PutProfile(ctx, everybody, stated(`{"cultura":"SOJA"}`), trace.AnyVersion, nil)
			if err != nil || made.Created != want {
				t.Fatalf("PutProfile = %+v, %v", made, err)
			}
			return made.Record
		}
		first := put(true)
		newest(first.ID, 1, trace.Created)
		put(false)
		newest(first.ID, 2, trace.Updated)
		if _, err := svc.Delete(ctx, everybody, kind.Profile, first.ID.String(), trace.AnyVersion); err != nil {
			t.Fatal(err)
		}
		newest(first.ID, 3, trace.Deleted)
		put(true)
		newest(first.ID, 4, trace.Created)
		if _, err := svc.Erase(ctx, everybody, kind.Profile, first.ID.String(), "pedido"); err != nil {
			t.Fatal(err)
		}
		newest(first.ID, 5, trace.Erased)
		second := put(true)
		if second.ID == first.ID {
			t.Errorf("the erased profile goes on")
		}
		newest(second.ID, 1, trace.Created)
	}},

	{"the newest profile is of its own harvest", func(t *testing.T, s trace.Store) {
		ctx, svc := context.Background(), service(t, s)
		for i := range 3 {
			if _, err := svc.PutProfile(ctx, everybody, trace.Envelope{HarvestID: "S" + strconv.Itoa(i), Payload: []byte(`{}`)}, trace.AnyVersion, nil); err != nil {
				t.Fatal(err)
			}
		}
		if r, err := s.NewestProfile(ctx, "S1"); err != nil || r.HarvestID != "S1" {
			t.Errorf("%+v, %v", r, err)
		}
		found, err := s.Harvests(ctx, trace.HarvestQuery{Limit: 10, CountTo: 10})
		if err != nil || len(found) != 3 {
			t.Errorf("harvests with only a profile: %v, %v", found, err)
		}
	}},
}

// verified returns all that is wrong with a store.
func verified(t *testing.T, s trace.Store) []string {
	t.Helper()
	ctx := context.Background()
	svc := service(t, s)
	if err := svc.StartLog(ctx, origin); err != nil {
		t.Fatal(err)
	}
	for behind := true; behind; {
		if _, err := svc.Integrate(ctx); err != nil {
			t.Fatal(err)
		}
		var err error
		if behind, err = s.LogBehind(ctx); err != nil {
			t.Fatal(err)
		}
	}
	var result proof.Verification
	err := s.(derive.Store).ViewRows(ctx, func(r derive.Reader) (err error) {
		result, err = derive.Verify(ctx, r, nil)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return result.Damages
}

// Two services represent two servers: neither knows what the other does.
var profilesAtOnceCases = []namedCase{
	{"profiles stated at once leave one", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		const writers = 24
		for round := range 4 {
			one, other := service(t, s), service(t, s)
			created := make([]bool, writers)
			errs := together(writers, func(i int) error {
				svc := one
				if i%2 == 1 {
					svc = other
				}
				env := trace.Envelope{HarvestID: "S" + strconv.Itoa(round), Payload: []byte(`{"nome":"` + strconv.Itoa(i) + `"}`)}
				put, err := svc.PutProfile(ctx, everybody, env, trace.AnyVersion, nil)
				created[i] = put.Created
				return err
			})
			if got := outcomes(errs); got["ok"] != writers {
				t.Errorf("outcomes %v", got)
			}
			n := 0
			for _, c := range created {
				if c {
					n++
				}
			}
			if n != 1 {
				t.Errorf("%d of them were the first", n)
			}
			live, err := s.Records(ctx, trace.Query{Kind: kind.Profile, Reach: trace.Only("S" + strconv.Itoa(round)), Order: trace.OldestFirst, Limit: 10})
			if err != nil || len(live) != 1 || live[0].Version != writers {
				t.Errorf("%d live profiles %v, %v; want one of version %d", len(live), live, err, writers)
			}
		}
	}},
}
