package find_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"rastro/internal/access"
	"rastro/internal/account"
	"rastro/internal/app"
	"rastro/internal/kind"
	"rastro/internal/organization"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// site is a service with a key that may do everything.
type site struct {
	testing.TB
	store trace.Store
	app   *app.App
	root  *access.NewKey
}

func onBoth(t *testing.T, run func(t *testing.T, s *site)) {
	t.Helper()
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		s := &site{TB: t, store: d.Store(t)}
		s.app, s.root = stores.Rooted(t, s.store, testkit.Ticking().Now)
		run(t, s)
	})
}

func (s *site) create(by *trace.Key, prefix, harvestID, payload string) trace.Record {
	s.Helper()
	made, err := s.app.Create(s.Context(), by, kind.ByPrefix(prefix), trace.Envelope{HarvestID: harvestID, HarvestCode: "2024/25", Payload: []byte(payload)}, nil)
	if err != nil {
		s.Fatal(err)
	}
	return made.Record
}

// follow adds what was written to the log, and to the index.
func (s *site) follow() {
	s.Helper()
	stores.Integrate(s, s.app)
	for behind := true; behind; {
		var err error
		if behind, err = s.app.Follow(s.Context()); err != nil {
			s.Fatal(err)
		}
	}
}

// found returns a caller's results, as "source: text text*; source: …", with a star after what
// equals the text.
func (s *site) found(by *trace.Key, text string) string {
	s.Helper()
	groups, err := s.app.Find(s.Context(), by, text, 5)
	if err != nil {
		s.Fatal(err)
	}
	var all []string
	for _, g := range groups {
		line := g.Source.Name + ":"
		for _, h := range g.Hits {
			line += " " + h.Text
			if h.Exact {
				line += "*"
			}
		}
		if g.More {
			line += " …"
		}
		all = append(all, line)
	}
	return strings.Join(all, "; ")
}

func (s *site) inside(name string) *trace.Key {
	by := s.root.Key
	by.AccessKey, by.Organization = name, name
	return s.app.Inside(&by)
}

func (s *site) register(name string) organization.Organization {
	s.Helper()
	made, _, err := s.app.RegisterOrganization(s.Context(), &s.root.Key, organization.Request{Name: &name}, nil)
	if err != nil {
		s.Fatal(err)
	}
	return made
}

const invoiceKey = "51250211222333000181550010000123451123456780"

func TestFind(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		root := &s.root.Key
		plan := s.create(root, kind.Plan, "Safra São João 2025", `{}`)
		s.create(root, kind.LotIdentification, "S-1", `{"codigoLote":"MT25-S-001"}`)
		s.create(root, kind.Receiving, "S-1", `{"loteOrigem":"MT25-S-001","veiculo":"ABC1C34","volume":"36 t"}`)
		s.create(root, kind.Cargo, "S-1", `{"notaFiscal":"`+invoiceKey+`"}`)
		s.create(root, kind.Cargo, "S-1", `{"notaFiscal":"NF 98.765, série 1, de 10/02/2025"}`)
		validation := s.create(root, kind.Validation, "S-1", `{"codigo":"FEIRA-1","status":"APROVADO","lotes":["MT25-S-001"]}`)
		if _, _, err := s.app.People.Invite(t.Context(), root, account.Draft{Name: "Ana Luísa Prado", Login: "ana@coop.example", Organization: "Coop", Role: "GERENTE"}); err != nil {
			t.Fatal(err)
		}
		s.register("Cooperativa Três Irmãos")
		s.follow()
		for text, want := range map[string]string{
			"abc-1c34":            "placa: ABC1C34*",
			"ABC 1C":              "placa: ABC1C34",
			"safra sao joao":      "safra: Safra São João 2025",
			"SAFRA são joão 2025": "safra: Safra São João 2025*",
			"s-1":                 "safra: S-1*",
			"mt25s001":            "lote: MT25-S-001*",
			"MT25":                "lote: MT25-S-001",
			invoiceKey[:20]:       "nota: " + invoiceKey,
			"5125 0211 2223 3300 0181 5500 1000 0123 4511 2345 6780": "nota: " + invoiceKey + "*",
			"12345":                       "nota: 12345*",
			"000012345":                   "nota: 12345*",
			"98.765":                      "nota: 98765*",
			"feira1":                      "validacao: FEIRA-1*",
			plan.ID.String():              "registro: " + plan.ID.String() + "*",
			"ana luisa":                   "pessoa: Ana Luísa Prado",
			"ana@coop.example":            "pessoa: Ana Luísa Prado*",
			"COOPERATIVA tres irmaos":     "organizacao: Cooperativa Três Irmãos*",
			"nada disso":                  "",
			"--- / ..":                    "",
			"\x00":                        "",
			strings.Repeat("é", 300):      "",
			validation.HarvestID + "\xff": "safra: S-1*",
		} {
			if got := s.found(root, text); got != want {
				t.Errorf("%q finds %q, want %q", text, got, want)
			}
		}
	})
}

// Harvests are found by any word of their name and by their product, receipts by their ticket and
// the number of their invoice; before the index has followed, and after.
func TestFindByProductAndTicket(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		root := &s.root.Key
		s.create(root, kind.Plan, "DEMO-SOJA-2025", `{}`)
		s.create(root, kind.Plan, "Fazenda Boa Vista", `{"soja":"Café arábica, orgânico"}`)
		s.create(root, kind.Receiving, "DEMO-SOJA-2025", `{"numeroRomaneio":"000812","documentosFiscais":["NF 98.765"]}`)
		stores.Integrate(s, s.app)
		for _, when := range []string{"at once", "followed"} {
			for text, want := range map[string]string{
				"soja":          "safra: DEMO-SOJA-2025",
				"Soja 2025":     "safra: DEMO-SOJA-2025",
				"cafe":          "safra: Fazenda Boa Vista; produto: Café arábica, orgânico",
				"café arábica":  "safra: Fazenda Boa Vista; produto: Café arábica, orgânico",
				"boa vista":     "safra: Fazenda Boa Vista",
				"812":           "numero: 812*",
				"000812":        "numero: 000812* 812*",
				"98765":         "nota: 98765*",
				"NF 98.765":     "nota: 98765*",
				"outra cultura": "",
			} {
				if got := s.found(root, text); got != want {
					t.Errorf("%s: %q finds %q, want %q", when, text, got, want)
				}
			}
			s.follow()
		}
	})
}

// A record that changes, goes or comes back is found by its current content.
func TestFollow(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		root := &s.root.Key
		moved := s.create(root, kind.Receiving, "S-1", `{"veiculo":"AAA1111"}`)
		gone := s.create(root, kind.Receiving, "S-1", `{"veiculo":"BBB2222"}`)
		erased := s.create(root, kind.Receiving, "S-1", `{"veiculo":"CCC3333"}`)
		s.follow()
		env := trace.Envelope{ID: moved.ID.String(), HarvestID: "S-1", Payload: []byte(`{"veiculo":"DDD4444"}`)}
		if _, err := s.app.Update(t.Context(), root, moved.Kind, env, trace.AnyVersion); err != nil {
			t.Fatal(err)
		}
		if _, err := s.app.Delete(t.Context(), root, gone.Kind, gone.ID.String(), trace.AnyVersion); err != nil {
			t.Fatal(err)
		}
		if _, err := s.app.Erase(t.Context(), root, erased.Kind, erased.ID.String(), "pedido"); err != nil {
			t.Fatal(err)
		}
		check := func(when string, want map[string]string) {
			t.Helper()
			for text, want := range want {
				if got := s.found(root, text); got != want {
					t.Errorf("%s: %q finds %q, want %q", when, text, got, want)
				}
			}
		}
		// The index has not followed yet: what no longer applies is not shown.
		check("at once", map[string]string{"AAA1111": "", "BBB2222": "", "CCC3333": ""})
		s.follow()
		check("then", map[string]string{"AAA1111": "", "BBB2222": "", "CCC3333": "", "DDD4444": "placa: DDD4444*"})
		if behind, err := s.app.Follow(t.Context()); behind || err != nil {
			t.Errorf("with nothing new: %v, %v", behind, err)
		}
	})
}

// A person without the right to see personal data does not find records by it.
func TestFindWithoutPersonalData(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		s.register("Coop")
		by := s.inside("Coop")
		s.create(by, kind.Receiving, "S-1", `{"veiculo":"ABC1C34","loteOrigem":"L-1"}`)
		s.create(by, kind.LotIdentification, "S-1", `{"codigoLote":"L-1"}`)
		s.follow()
		_, link, err := s.app.People.Invite(t.Context(), &s.root.Key, account.Draft{Name: "Rui", Login: "rui@coop.example", Organization: "Coop", Role: "CLASSIFICADOR"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.app.People.SetPassword(t.Context(), link, "cavalo bateria grampo", "browser"); err != nil {
			t.Fatal(err)
		}
		people, _, err := s.app.People.People(t.Context(), &s.root.Key, "rui", nil, 1)
		if err != nil || len(people) != 1 {
			t.Fatal(people, err)
		}
		rui := s.app.Inside(people[0].Key())
		for text, want := range map[string]string{"ABC1C34": "", "L-1": "lote: L-1*", "S-1": "safra: S-1*", "Rui": "", "Coop": ""} {
			if got := s.found(rui, text); got != want {
				t.Errorf("%q finds %q, want %q", text, got, want)
			}
		}
		if got := s.found(by, "ABC1C34"); got != "placa: ABC1C34*" {
			t.Errorf("the organisation's key finds %q", got)
		}
	})
}

// Nothing of another organisation is found, and what it writes changes no answer.
func TestAttackSearchOfAnotherOrganisation(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		s.register("Alfa")
		s.register("Beta")
		alfa, beta := s.inside("Alfa"), s.inside("Beta")
		limited := s.root.Key
		limited.AccessKey, limited.Harvests = "limited", []string{"A-1"}
		s.create(alfa, kind.Receiving, "A-1", `{"veiculo":"AAA1111"}`)
		s.follow()
		texts := []string{"BBB2222", "BBB", "B-1", "b", "LB-1", "98765", "987", invoiceKey, "FEIRAB", "Beta", "Bruno", "AAA1111", "AAA"}
		callers := map[string]*trace.Key{"another organisation": alfa, "a key of other harvests": s.app.Inside(&limited)}
		before := map[string]string{}
		for name, by := range callers {
			for _, text := range texts {
				before[name+text] = s.found(by, text)
			}
		}
		var ids []string
		for i := range 8 {
			ids = append(ids,
				s.create(beta, kind.Receiving, "B-1", fmt.Sprintf(`{"veiculo":"BBB2222","loteOrigem":"LB-%d"}`, i)).ID.String(),
				s.create(beta, kind.Receiving, "B-2", `{"veiculo":"AAA1111"}`).ID.String(),
				s.create(beta, kind.LotIdentification, "B-1", fmt.Sprintf(`{"codigoLote":"LB-%d"}`, i)).ID.String(),
				s.create(beta, kind.Cargo, "B-1", `{"notaFiscal":"NF 98765"}`).ID.String(),
				s.create(beta, kind.Cargo, "B-1", `{"notaFiscal":"`+invoiceKey+`"}`).ID.String())
		}
		s.create(beta, kind.Validation, "B-1", `{"codigo":"FEIRAB","status":"APROVADO"}`)
		if _, _, err := s.app.People.Invite(context.Background(), &s.root.Key, account.Draft{Name: "Bruno", Login: "b@coop.example", Organization: "Beta", Role: "GERENTE"}); err != nil {
			t.Fatal(err)
		}
		s.follow()
		for name, by := range callers {
			for _, text := range texts {
				if got := s.found(by, text); got != before[name+text] {
					t.Errorf("%s: %q finds %q, and found %q before", name, text, got, before[name+text])
				}
			}
			for _, id := range ids {
				if got := s.found(by, id); got != "" {
					t.Errorf("%s: a record's id finds %q", name, got)
				}
			}
		}
		if got := s.found(beta, "BBB2222"); !strings.HasSuffix(got, " …") {
			t.Errorf("its owner finds %q", got)
		}
	})
}

// Harvests whose names are slips for one another are found within reach, whether or not the index
// has them yet.
func TestHarvestsLike(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		for i := range 150 { // more than are seen by their first word alone
			s.create(&s.root.Key, kind.Receiving, fmt.Sprintf("soja-a%03d", i), `{}`)
		}
		s.create(&s.root.Key, kind.Receiving, "SOJA-2025", `{}`)
		for _, indexed := range []bool{false, true} {
			if indexed {
				s.follow()
			} else {
				stores.Integrate(t, s.app)
			}
			for name, want := range map[string]string{"soja-2025": "[SOJA-2025]", "Soja 2025": "[SOJA-2025]", "soja2025": "[SOJA-2025]", "SOJA-2025": "[]", "soja-2026": "[]", "soja": "[]", "-": "[]", "": "[]"} {
				got, err := s.app.HarvestsLike(t.Context(), &s.root.Key, name)
				if err != nil || fmt.Sprint(got) != want {
					t.Errorf("indexed %v, %q: %v %v", indexed, name, got, err)
				}
			}
			limited := trace.Key{AccessKey: "x", Scopes: []trace.Scope{trace.Read}, Harvests: []string{"soja-a001"}}
			blind := s.root.Key
			blind.Scopes = []trace.Scope{trace.Write}
			if got, err := s.app.HarvestsLike(t.Context(), &blind, "soja-2025"); err != nil || len(got) > 0 {
				t.Errorf("to a key that only writes: %v, %v", got, err)
			}
			if got, err := s.app.HarvestsLike(t.Context(), &limited, "soja-2025"); err != nil || len(got) > 0 {
				t.Errorf("a limited key sees %v, %v", got, err)
			}
		}
	})
}
