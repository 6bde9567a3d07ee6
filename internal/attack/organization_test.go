package attack_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"rastro/internal/access"
	"rastro/internal/account"
	"rastro/internal/kind"
	"rastro/internal/organization"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

// The same attacks as in TestAttackMatrix, by the keys and a person of an organisation against the
// data of another one. Only a write reveals that somebody has a harvest.
func TestAttackOrganizationMatrix(t *testing.T) {
	t.Parallel()
	matrix(t, true)
}

// register registers an organisation.
func (w *world) register(name string) (id string) {
	w.t.Helper()
	made, _, err := w.service.RegisterOrganization(w.t.Context(), &w.root.Key, organization.Request{Name: &name}, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	return made.ID.String()
}

// members returns keys of one organisation, with every set of rights, and its administrator. The
// first harvest that the fourth writes in is their own.
func (w *world) members() []*party {
	w.register("Norte")
	all := []trace.Scope{trace.Read, trace.Write, trace.Admin}
	of := func(name string, scopes []trace.Scope, phases ...string) *party {
		return w.newParty(name, access.Request{Name: name, Organization: "norte", Scopes: scopes, Phases: phases})
	}
	return []*party{
		of("reader", all[:1]), of("writer", all[1:2]), of("admin alone", all[2:]), of("everything", all), of("a phase", all, "02"),
		w.newParty("a list", access.Request{Name: "a list", Organization: "Norte", Scopes: all, Harvests: []string{ownHarvest}}),
		w.newPerson("a person", account.Administrator, "Norte"),
	}
}

// victim returns the other party.
func (w *world) victim() *party {
	req := access.Request{Name: mark + "-NOME", Organization: mark + "-ORG", Scopes: []trace.Scope{trace.Read, trace.Write, trace.Admin}, Harvests: []string{theirHarvest}}
	if w.organizations {
		req.Harvests = nil
	}
	w.organization = w.register(mark + "-ORG")
	return w.newParty("victim", req)
}

// begins are the ways to begin a harvest. There is no other way to learn that somebody has it.
var begins = []string{"/novo", "/perfil", "/validar", "/all"}

// refusedToBegin reports whether an attack only reveals that somebody has a harvest, because
// writing in it is refused where writing in an unused one would begin it.
func (p *party) refusedToBegin(q request, got [2]answer) bool {
	if p.organizations && q.path[0] == q.path[1] && q.body[0] == q.body[1] {
		return true // the board reviews, step by step, the harvests that the attacker began
	}
	if !p.organizations || q.probe.theirs != theirHarvest || got[0].status != http.StatusForbidden && !strings.Contains(got[0].body, string(trace.CodeForbiddenHarvest)) {
		return false
	}
	path, _, _ := strings.Cut(q.path[0], "?")
	created := q.method == http.MethodPost && kind.ByPrefix(path) != nil
	return created || strings.HasPrefix(path, "/safras/") && q.method == http.MethodPut || slices.ContainsFunc(begins, func(end string) bool { return strings.HasSuffix(path, end) })
}

// on returns the party at another server.
func (p *party) on(w *world) *party {
	other := *p
	other.world = w
	return &other
}

// shared returns pages and answers about a harvest, and about its records.
func shared(harvestID, id string) []string {
	planting := kind.ByPrefix(kind.Planting).Prefix
	return []string{
		"/safras", "/safras/" + harvestID, "/safras/" + harvestID + "/conferencia", "/safras/" + harvestID + "/historico", "/painel", "/lotes", "/rastreio/lote/N-L-9", "/rastreio/safra/" + harvestID,
		planting, planting + "/" + id, planting + "/" + id + "/historico", planting + "/safra/" + harvestID, "/lotes/disputas",
		"/console", "/console/safras", "/console/safras/" + harvestID, "/console/lotes", "/console/registros",
	}
}

// A share that is revoked on one server ends on all of them: the others answer as before the share,
// also from their caches.
func TestAttackOrganizationRevokedShare(t *testing.T) {
	t.Parallel()
	for _, engine := range stores.Engines {
		t.Run(engine.Name, func(t *testing.T) {
			d := engine.New(t)
			w := newWorld(t, d)
			all := []trace.Scope{trace.Read, trace.Write, trace.Admin}
			w.register("Norte")
			w.register("Sul")
			owner, buyer := w.newParty("owner", access.Request{Organization: "Norte", Scopes: all}), w.newParty("buyer", access.Request{Organization: "Sul", Scopes: all})
			planting := kind.ByPrefix(kind.Planting)
			buyer.must("POST", planting.Prefix, entity("S-1", "25", `{"cultura":"Soja"}`))
			id := owner.must("POST", planting.Prefix, entity("N-1", "25", `{"cultura":"Soja"}`))["id"].(string)
			owner.must("POST", kind.ByPrefix(kind.LotIdentification).Prefix, entity("N-1", "25", `{"codigoLote":"N-L-9"}`))
			away := buyer.on(w.again(d))
			ask := func() map[string]string {
				said := map[string]string{}
				for _, path := range shared("N-1", id) {
					for name, p := range map[string]*party{"here": buyer, "there": away} {
						said[name+" "+path] = p.call("GET", path, "", "").plain()
					}
				}
				return said
			}
			before := ask()
			for range 2 { // the second time, cached first answers must not count
				owner.must("PUT", "/safras/N-1/acessos/Sul", `{"nivel":"leitura"}`)
				for path, said := range ask() {
					if said == before[path] && !strings.HasSuffix(path, "/disputas") && !strings.HasSuffix(path, "/registros") {
						t.Errorf("%s: what is shared does not show: %.300s", path, said)
					}
				}
				owner.must("DELETE", "/safras/N-1/acessos/Sul", "")
				for path, said := range ask() {
					if said != before[path] {
						t.Errorf("%s: after the share was revoked: %.300s\nbefore it was made: %.300s", path, said, before[path])
					}
				}
			}
		})
	}
}

// If an organisation's reach cannot be looked up, its keys get no answer: neither a refusal nor
// part of the truth. Others notice nothing.
func TestAttackOrganizationLookup(t *testing.T) {
	t.Parallel()
	for _, engine := range stores.Engines {
		t.Run(engine.Name, func(t *testing.T) {
			d := engine.New(t)
			w := newWorld(t, d)
			w.register("Norte")
			all := []trace.Scope{trace.Read, trace.Write, trace.Admin}
			inside, outside := w.newParty("inside", access.Request{Organization: "Norte", Scopes: all}), w.newParty("outside", access.Request{Scopes: all})
			planting := kind.ByPrefix(kind.Planting).Prefix
			id := inside.must("POST", planting, entity("N-1", "25", `{"cultura":"Soja"}`))["id"].(string)
			db := d.SQL(t)
			rename := func(from, to string) {
				t.Helper()
				if _, err := db.ExecContext(t.Context(), `ALTER TABLE `+from+` RENAME TO `+to); err != nil {
					t.Fatal(err)
				}
			}
			calls := []struct{ method, path, body string }{
				{"GET", planting + "/" + id, ""}, {"GET", planting + "/safra/N-1", ""}, {"GET", planting + "/safra/NADA", ""}, {"GET", planting + "/" + id + "/historico", ""},
				{"GET", "/safras/N-1", ""}, {"GET", "/safras/N-1/conferencia", ""}, {"GET", "/rastreio/safra/N-1", ""}, {"POST", planting, entity("N-1", "25", `{}`)},
				{"POST", planting, entity("NOVA", "25", `{}`)}, {"PUT", planting + "?id=" + id, entity("N-1", "25", `{}`)}, {"DELETE", planting + "/" + id, ""},
				{"GET", "/console/safras/N-1", ""},
			}
			rename("harvest_reach", "away")
			for _, c := range calls {
				if got := inside.call(c.method, c.path, c.body, "application/json"); got.status != http.StatusServiceUnavailable {
					t.Errorf("%s %s: %d %.300s", c.method, c.path, got.status, got.body)
				}
			}
			outside.must("GET", planting+"/"+id, "")
			rename("away", "harvest_reach")
			inside.must("GET", planting+"/"+id, "")
			if got := outside.must("GET", planting+"/safra/N-1", "")["content"].([]any); len(got) != 1 {
				t.Errorf("%d records were written meanwhile", len(got)-1)
			}
		})
	}
}
