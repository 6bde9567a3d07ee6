package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"rastro/internal/httpkit/publiccache"
	"rastro/internal/public"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// servers are several servers on one database, each with its own memory.
func servers(t *testing.T, n int, clock *testkit.Clock, d *stores.Database) []*site {
	t.Helper()
	db := d.SQL(t)
	var all []*site
	for range n {
		service := stores.Service(t, d.Store(t), clock.Now, "")
		all = append(all, newSiteOn(t, service, "https://rastro.example", db))
	}
	return all
}

// Whatever changes, through any server, shows in the next answer of every server: page and JSON
// alike. A change behind their backs shows when the last check is two minutes old.
func TestEveryStateShowsOnTheNextRequest(t *testing.T) {
	for _, engine := range stores.Engines {
		t.Run(engine.Name, func(t *testing.T) {
			d := engine.New(t)
			clock := testkit.At(time.Date(2026, 11, 16, 2, 54, 30, 0, time.UTC)) // a day ends with Brazil's
			all := servers(t, 3, clock, d)
			one, two := all[0], all[1]
			one.t, two.t, all[2].t = t, t, t
			planted := one.create("/producaoAgricola/plantioManejo", `{"cultura":"soja"}`)
			v := one.create("/validacao", `{"codigo":"COD","status":"APROVADO","validade":"2026-11-15"}`)
			expect := func(step string, want trace.State) {
				t.Helper()
				for i, s := range all {
					for range 2 { // the second is answered from memory
						page, data := s.get("cod", "Accept-Language", "en"), s.get("COD", "Accept", "application/json")
						if !strings.Contains(page.body, `class="state `+strings.ToLower(string(want))+`"`) {
							t.Errorf("%s: the page of server %d is not %s", step, i, want)
						}
						var told struct{ Data public.Page }
						if err := json.Unmarshal([]byte(data.body), &told); err != nil || told.Data.State != want {
							t.Errorf("%s: server %d says %s, want %s (%v)", step, i, told.Data.State, want, err)
						}
					}
				}
			}
			set := func(query string, args ...any) {
				t.Helper()
				if _, err := one.db.Exec(query, args...); err != nil {
					t.Fatal(err)
				}
			}
			expect("made", trace.Valid)
			set(`UPDATE journal SET dados = $1 WHERE id = $2`, []byte(`{"cultura":"cafe"}`), d.ID(planted.ID))
			clock.Advance(publiccache.CheckAgain)
			expect("a record changed behind their backs", trace.Tampered)
			set(`UPDATE journal SET dados = $1 WHERE id = $2`, []byte(`{"cultura":"soja"}`), d.ID(planted.ID))
			clock.Advance(publiccache.CheckAgain)
			expect("and put back", trace.Valid)
			added := two.create("/armazenamento/recebimento", `{}`)
			expect("a record added through another server", trace.Altered)
			if _, err := all[2].service.Delete(t.Context(), admin, added.Kind, added.ID.String(), trace.AnyVersion); err != nil {
				t.Fatal(err)
			}
			expect("and deleted through a third", trace.Valid)
			update := func(payload string) {
				t.Helper()
				env := trace.Envelope{ID: v.ID.String(), HarvestID: "S", HarvestCode: "2025/26", Payload: []byte(payload)}
				if _, err := two.service.Update(t.Context(), admin, v.Kind, env, trace.AnyVersion); err != nil {
					t.Fatal(err)
				}
			}
			update(`{"codigo":"COD","status":"REPROVADO","validade":"2026-11-15"}`)
			expect("refused", trace.Refused)
			update(`{"codigo":"COD","status":"APROVADO","validade":"2026-11-15"}`)
			expect("approved again", trace.Valid)
			clock.Advance(89 * time.Second)
			expect("the last second of the last day", trace.Valid)
			clock.Advance(time.Second)
			expect("the next day", trace.Expired)
			if _, err := one.service.Delete(t.Context(), admin, v.Kind, v.ID.String(), trace.AnyVersion); err != nil {
				t.Fatal(err)
			}
			expect("deleted", trace.Revoked)
			if _, err := two.service.Erase(t.Context(), admin, v.Kind, v.ID.String(), "pedido"); err != nil {
				t.Fatal(err)
			}
			for i, s := range all {
				if got := s.get("COD"); got.status != http.StatusNotFound {
					t.Errorf("erased: server %d answers %d", i, got.status)
				}
			}
		})
	}
}

// A validity that ends within a day ends then, not at midnight.
func TestAnHourOfExpiry(t *testing.T) {
	clock := testkit.At(time.Date(2026, 11, 15, 10, 0, 0, 0, time.UTC))
	s := servers(t, 1, clock, stores.SQLite(t))[0]
	s.create("/validacao", `{"codigo":"COD","status":"APROVADO","validade":"2026-11-14T10:00:30Z"}`)
	state := func() string {
		var told struct{ Data public.Page }
		_ = json.Unmarshal([]byte(s.get("COD", "Accept", "application/json").body), &told)
		return string(told.Data.State)
	}
	before := state()
	clock.Advance(29 * time.Second)
	still := state()
	clock.Advance(24 * time.Hour)
	if after := state(); before != string(trace.Valid) || still != before || after != string(trace.Expired) {
		t.Errorf("%s, %s, then %s", before, still, after)
	}
}

// Readers never see a state older than the last answered write, while writers write.
func TestFreshUnderWrites(t *testing.T) {
	clock := testkit.At(time.Now().UTC())
	all := servers(t, 2, clock, stores.SQLite(t))
	all[0].create("/validacao", `{"codigo":"COD","status":"APROVADO"}`)
	for n := range 40 {
		all[n%2].create("/armazenamento/recebimento", `{}`)
		for i, s := range all {
			var told struct{ Data public.Page }
			if err := json.Unmarshal([]byte(s.get("COD", "Accept", "application/json").body), &told); err != nil {
				t.Fatal(err)
			}
			if got := told.Data.Phases[0].Records; got != n+1 {
				t.Fatalf("server %d counts %d records after %d were written", i, got, n+1)
			}
			if want := fmt.Sprintf(">%s<", countOf(n+1, 0)); !strings.Contains(s.get("COD").body, strings.Trim(want, "<>")) {
				t.Fatalf("the page of server %d does not count %d", i, n+1)
			}
		}
	}
}
