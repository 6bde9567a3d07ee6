package attack_test

import (
	"strings"
	"testing"

	"rastro/internal/access"
	"rastro/internal/kind"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

// An organisation's administrator key for one harvest sees nothing of the others in the audit trail.
func TestAttackTrailOfALimitedAdmin(t *testing.T) {
	t.Parallel()
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		w := newWorld(t, d)
		w.register("Norte")
		w.register("Sul")
		w.register("Leste")
		all := []trace.Scope{trace.Read, trace.Write, trace.Admin}
		norte, sul := w.newParty("norte", access.Request{Organization: "Norte", Scopes: all}), w.newParty("sul", access.Request{Organization: "Sul", Scopes: all})
		planting := kind.ByPrefix(kind.Planting).Prefix
		for party, list := range map[*party][]string{norte: {"N-1", "N-2"}, sul: {"S-1", "S-2"}} {
			for _, harvestID := range list {
				party.must("POST", planting, entity(harvestID, "25", `{}`))
			}
		}
		norte.must("PUT", "/safras/N-1/acessos/Leste", `{"nivel":"leitura"}`)
		norte.must("PUT", "/safras/N-2/acessos/Leste", `{"nivel":"leitura"}`)
		sul.must("PUT", "/safras/S-1/acessos/Norte", `{"nivel":"leitura"}`)
		sul.must("PUT", "/safras/S-2/acessos/Norte", `{"nivel":"escrita"}`)
		sul.must("DELETE", "/safras/S-2/acessos/Norte", "")
		stores.Integrate(t, w.service)
		for limit, shown := range map[string]string{"": "N-1 N-2 S-1 S-2", "N-1": "N-1", "S-1": "S-1"} {
			req := access.Request{Name: "limited", Organization: "Norte", Scopes: all}
			if limit != "" {
				req.Harvests = []string{limit}
			}
			got := w.newParty("limited", req).call("GET", "/console/trilha", "", "").body
			var seen []string
			for _, harvestID := range []string{"N-1", "N-2", "S-1", "S-2"} {
				if strings.Contains(got, harvestID) {
					seen = append(seen, harvestID)
				}
			}
			if strings.Join(seen, " ") != shown {
				t.Errorf("a key for %q sees %s, want %s", limit, seen, shown)
			}
		}
	})
}
