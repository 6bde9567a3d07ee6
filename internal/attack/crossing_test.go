package attack_test

import (
	"encoding/json"
	"strings"
	"testing"

	"rastro/internal/access"
	"rastro/internal/kind"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

// traced is a trace as a caller reads it.
type traced struct {
	Nodes []struct {
		Key        string   `json:"chave"`
		Type       string   `json:"tipo"`
		Code       string   `json:"codigo"`
		Harvests   []string `json:"safras"`
		Restricted bool     `json:"restrito"`
	} `json:"nos"`
	Edges []struct {
		From       string   `json:"de"`
		To         string   `json:"para"`
		Role       string   `json:"papel"`
		Kg         *float64 `json:"quantidadeKg"`
		Day        string   `json:"inicio"`
		Restricted bool     `json:"restrito"`
		Proof      *struct {
			Index int64  `json:"posicao"`
			Leaf  string `json:"folha"`
		} `json:"prova"`
		Record struct {
			Prefix, ID string
		} `json:"registro"`
	} `json:"arestas"`
}

// steps returns the restricted edges of a trace, as text, and fails on what they may not say.
func (p *party) steps(code, way string) string {
	p.t.Helper()
	var got struct{ Data traced }
	a := p.call("GET", "/rastreio/lote/"+code+"?direcao="+way, "", "")
	if err := json.Unmarshal([]byte(a.body), &got); err != nil || a.status != 200 {
		p.t.Fatalf("trace of %s: %d %s", code, a.status, a.body)
	}
	var steps []string
	for _, e := range got.Data.Edges {
		if !e.Restricted {
			continue
		}
		steps = append(steps, e.From+" "+e.Role+" "+e.To)
		if e.Kg != nil || e.Day != "" || e.Record.ID != "restrito" || e.Proof == nil || len(e.Proof.Leaf) != 64 {
			p.t.Errorf("trace of %s: %+v", code, e)
		}
	}
	for _, n := range got.Data.Nodes {
		if n.Restricted && len(n.Harvests) > 0 {
			p.t.Errorf("trace of %s: %+v", code, n)
		}
	}
	for _, path := range []string{"/rastreio/lote/" + code + "?formato=csv&direcao=" + way, "/rastreio/lote/" + code + "?formato=graphviz&direcao=" + way, "/console/lotes/" + code + "?direcao=" + way, "/console/lotes/" + code + "/baixar?formato=mermaid&direcao=" + way} {
		b := p.call("GET", path, "", "")
		if b.status != 200 || strings.Contains(b.body, "restrito") != (len(steps) > 0) && !strings.HasPrefix(path, "/console/lotes/"+code+"?") {
			p.t.Errorf("%s: %d %s", path, b.status, b.body)
		}
		a.body += b.body
	}
	for _, secret := range []string{mark, theirHarvest, "NLRTM", "48613907", "48.613.907"} {
		if strings.Contains(a.body, secret) {
			p.t.Errorf("trace of %s tells %s: %s", code, secret, a.body)
		}
	}
	return strings.Join(steps, "; ")
}

// logged reports whether every restricted step of a trace has its proof.
func logged(p *party) bool {
	return !strings.Contains(p.call("GET", "/rastreio/lote/MEU-1", "", "").body+p.call("GET", "/rastreio/lote/MEU-9", "", "").body, `"prova":null`)
}

// A trace that crosses into the harvest of another organisation shows the lot, the step and its
// place in the log, one step far, and nothing else. Naming or claiming the codes of others reveals
// nothing about what they did.
func TestAttackOrganizationCrossing(t *testing.T) {
	t.Parallel()
	for _, engine := range stores.Engines {
		t.Run(engine.Name, func(t *testing.T) {
			w := newWorld(t, engine.New(t))
			all := []trace.Scope{trace.Read, trace.Write, trace.Admin}
			w.register("Norte")
			w.register(mark)
			own, other := w.newParty("own", access.Request{Organization: "Norte", Scopes: all}), w.newParty(mark, access.Request{Organization: mark, Scopes: all})
			listed := w.newParty("list", access.Request{Organization: "Norte", Scopes: all, Harvests: []string{ownHarvest}})
			identify, process, receive, ship := kind.ByPrefix(kind.LotIdentification).Prefix, "/posColheita/beneficiamento", "/armazenamento/recebimento", kind.ByPrefix(kind.Shipment).Prefix
			mine := func(prefix, payload string) { own.must("POST", prefix, entity(ownHarvest, "25", payload)) }
			theirs := func(prefix, payload string) { other.must("POST", prefix, entity(theirHarvest, "25", payload)) }

			mine(identify, `{"codigoLote":"MEU-1"}`)
			theirs(receive, `{"loteOrigem":"MEU-1","volume":"48613907 kg","responsavel":"`+mark+`"}`)
			theirs(process, `{"loteEntrada":"MEU-1","loteSaida":"DELES-2","unidadeBeneficiamento":"`+mark+`","volumeEntrada":48613907}`)
			theirs(process, `{"loteEntrada":"DELES-2","loteSaida":"DELES-3"}`)
			theirs(ship, `{"loteOrigem":"MEU-1","destino":"NLRTM","volumeTransportado":48613907}`)
			theirs(identify, `{"codigoLote":"DELES-7"}`)
			theirs(process, `{"loteEntrada":"DELES-7, DELES-3","loteSaida":"DELES-8"}`)
			mine(process, `{"loteEntrada":"DELES-8","loteSaida":"MEU-9"}`) // it bought this one
			mine(receive, `{"loteOrigem":"DELES-2"}`)                      // and what came back of its own
			theirs(identify, `{"codigoLote":"DISPUTA-1"}`)
			theirs(process, `{"loteEntrada":"DISPUTA-1","loteSaida":"DELES-D"}`)
			mine(identify, `{"codigoLote":"DISPUTA-1"}`) // claimed after its owner
			mine(identify, `{"codigoLote":"TOMADO-1"}`)  // claimed before the other uses the code
			theirs(identify, `{"codigoLote":"TOMADO-1"}`)
			theirs(process, `{"loteEntrada":"TOMADO-1","loteSaida":"DELES-T"}`)
			mine(receive, `{"loteOrigem":"NINGUEM-1"}`)
			// Other tests on the same PostgreSQL server may delay what enters the log.
			testkit.Eventually(t, "everything is in the log", func() bool {
				stores.Integrate(t, w.service)
				return logged(own)
			})
			for _, c := range []struct{ code, way, want string }{
				{"MEU-1", "destino", "lote:MEU-1 beneficiamento lote:DELES-2; lote:MEU-1 embarque restrito:restrito; lote:MEU-1 recebimento restrito:restrito"},
				{"MEU-9", "origem", "restrito:restrito beneficiamento lote:DELES-8"},
				{"DELES-2", "origem", "lote:MEU-1 beneficiamento lote:DELES-2; lote:MEU-1 recebimento restrito:restrito"},
				{"DELES-2", "destino", ""}, {"DELES-8", "destino", ""}, {"DISPUTA-1", "ambos", ""}, {"TOMADO-1", "ambos", ""}, {"NINGUEM-1", "ambos", ""},
			} {
				if got := own.steps(c.code, c.way); got != c.want {
					t.Errorf("%s of %s: %s\nwant %s", c.way, c.code, got, c.want)
				}
				if got := listed.steps(c.code, c.way); got != "" {
					t.Errorf("a key of a list: %s of %s: %s", c.way, c.code, got)
				}
			}
			for _, code := range []string{"DELES-3", "DELES-7", "DELES-D", "DELES-T"} {
				if a := own.call("GET", "/rastreio/lote/"+code, "", ""); a.status != 404 {
					t.Errorf("%s: %d %s", code, a.status, a.body)
				}
			}
			other.must("PUT", "/safras/"+theirHarvest+"/acessos/Norte", `{"nivel":"leitura"}`)
			if a := own.call("GET", "/rastreio/lote/MEU-1?direcao=destino", "", ""); strings.Contains(a.body, `"prova"`) || !strings.Contains(a.body, "DELES-8") {
				t.Errorf("what is shared is restricted: %s", a.body)
			}
		})
	}
}
