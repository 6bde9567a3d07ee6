package api_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"rastro/internal/demo"
	"rastro/internal/harvests"
	"rastro/internal/testkit/stores"
)

// harvest is an item of the list of harvests on the wire.
type harvest struct {
	SafraID, Situacao            string
	Motivo, SafraCodigo, Cultura *string
	Periodo                      *struct{ De, Ate string }
	CriadoEm, AtualizadoEm       *string
	Registros                    *struct {
		Total   int
		PorTipo []struct {
			Prefixo, Tipo, Fase string
			Total               int
		}
	}
	Completude *struct {
		Alvo                             *string
		Percentual, Presentes, Faltantes int
	}
	Resumo *struct{ Erro, Alerta, Info int }
	Pior   *struct {
		Regra, Severidade, Mensagem string
		Registros                   []struct{ Prefixo, ID, Campo string }
	}
}

type harvestList struct {
	Content []harvest
	Page    struct{ Size, Number, TotalElements *int }
	Next    *string
}

func (p harvestList) names() []string {
	var names []string
	for _, s := range p.Content {
		names = append(names, s.SafraID)
	}
	return names
}

func (c client) harvests(query string, headers ...string) harvestList {
	c.t.Helper()
	var got harvestList
	if err := json.Unmarshal(c.get("/safras"+query, headers...).ok(200).Data, &got); err != nil {
		c.t.Fatal(err)
	}
	return got
}

// harvest returns the item of one harvest.
func (c client) harvest(name, query string, headers ...string) harvest {
	c.t.Helper()
	got := c.harvests("?busca="+url.QueryEscape(name)+query, headers...)
	i := slices.IndexFunc(got.Content, func(s harvest) bool { return s.SafraID == name })
	if i < 0 {
		c.t.Fatalf("no harvest %s in %v", name, got.names())
	}
	return got.Content[i]
}

// servers are two servers over one new database of each engine.
func servers(t *testing.T) map[string][2]client {
	all := map[string][2]client{}
	for _, d := range []*stores.Database{ready.SQLite(t), ready.PostgreSQL(t)} {
		shared := func(s *settings) { s.store = func(testing.TB) *stores.Database { return d } }
		all[d.Name] = [2]client{start(t, shared), start(t, shared)}
	}
	return all
}

// The golden harvests as the console will show them, and every change in them
// at once: on the server that made it and on the other.
func TestHarvests(t *testing.T) {
	t.Parallel()
	for name, pair := range servers(t) {
		t.Run(name, func(t *testing.T) {
			c, other := pair[0].in(t), pair[1].in(t)
			if got := c.harvests(""); got.Content == nil || len(got.Content) != 0 || got.Next != nil {
				t.Errorf("an empty store: %+v", got)
			}
			records, err := demo.Harvests()
			if err != nil {
				t.Fatal(err)
			}
			var receipt record
			counts := map[string]int{}
			for _, r := range records {
				made := c.create(r.Prefix, r.HarvestID, string(r.Payload))
				if r.Prefix == "/armazenamento/recebimento" {
					receipt = made
				}
				counts[r.HarvestID]++
			}
			for harvestID, count := range counts {
				got, reviewed := c.harvest(harvestID, ""), c.review(harvestID, "")
				if got.Situacao != "CONFERIDA" || got.Motivo != nil || *got.Cultura != *reviewed.Cultura || got.Registros.Total != count ||
					*got.Resumo != reviewed.Resumo || got.Completude.Percentual != 100 || got.Completude.Faltantes != 0 || got.Completude.Alvo != nil ||
					got.Periodo.De >= got.Periodo.Ate || *got.CriadoEm >= *got.AtualizadoEm || (got.Pior == nil) != (len(reviewed.Avisos) == 0) {
					t.Errorf("%+v, reviewed %+v", got, reviewed)
				}
				sum := 0
				for _, of := range got.Registros.PorTipo {
					sum += of.Total
				}
				if sum != count {
					t.Errorf("%s: %d records by kind, want %d", harvestID, sum, count)
				}
				for _, target := range []string{"EUDR", "exportacao", "INTERNO"} {
					got, reviewed := c.harvest(harvestID, "&alvo="+target).Completude, c.review(harvestID, "?alvo="+target).Completude
					if *got.Alvo != strings.ToUpper(target) || got.Percentual != reviewed.Percentual || got.Presentes != len(reviewed.Presentes) || got.Faltantes != len(reviewed.Faltantes) {
						t.Errorf("%s for %s: %+v, reviewed %+v", harvestID, target, got, reviewed)
					}
				}
			}

			before := other.harvest(receipt.SafraID, "")
			same := func(what string, change func()) harvest { // what both servers say once something has changed
				t.Helper()
				change()
				got, there := c.harvest(receipt.SafraID, ""), other.harvest(receipt.SafraID, "")
				a, _ := json.Marshal(got)
				b, _ := json.Marshal(there)
				if string(a) != string(b) {
					t.Errorf("%s: one server says %s\nthe other %s", what, a, b)
				}
				if *got.AtualizadoEm <= *before.AtualizadoEm {
					t.Errorf("%s: last change %s, was %s", what, *got.AtualizadoEm, *before.AtualizadoEm)
				}
				before = got
				return got
			}
			wet := same("a wet load", func() {
				changed := strings.Replace(string(receipt.Dados), `"umidade":"`, `"umidade":"4`, 1)
				c.put("/armazenamento/recebimento?id="+receipt.ID, entity(receipt.SafraID, changed)).ok(200)
			})
			if wet.Pior == nil || wet.Pior.Severidade == "info" || wet.Pior.Registros[0].ID != receipt.ID || wet.Pior.Registros[0].Campo != "umidade" {
				t.Errorf("a wet load: %+v", wet.Pior)
			}
			if english := c.harvest(receipt.SafraID, "", "Accept-Language: en").Pior; english.Mensagem == wet.Pior.Mensagem || english.Regra != wet.Pior.Regra {
				t.Errorf("in English: %+v", english)
			}
			more := same("one more, by the other server", func() {
				other.clock.Advance(1e9)
				other.create("/armazenamento/recebimento", receipt.SafraID, `{"loteOrigem":"X"}`)
			})
			if more.Registros.Total != counts[receipt.SafraID]+1 {
				t.Errorf("one more: %+v", more.Registros)
			}
			c.clock.Advance(2e9)
			less := same("a deletion", func() { c.delete("/armazenamento/recebimento/" + receipt.ID).ok(200) })
			if less.Registros.Total != counts[receipt.SafraID] {
				t.Errorf("one less: %+v", less.Registros)
			}

			// The catalogue's requirements apply at once.
			asked := c.harvest(receipt.SafraID, "").Completude
			step := c.get("/fase/cultura/" + *less.Cultura + "?size=1000").phases().Content
			i := slices.IndexFunc(step, func(p phaseAnswer) bool { return !p.Obrigatoria })
			c.put("/fase", fmt.Sprintf(`{"id":%q,"obrigatoria":true}`, step[i].ID)).ok(200)
			if now := other.harvest(receipt.SafraID, "").Completude; now.Presentes+now.Faltantes != asked.Presentes+asked.Faltantes+1 {
				t.Errorf("one more step is due: %+v, was %+v", now, asked)
			}
		})
	}
}

// A harvest is there from its first record to the deletion of its last.
func TestHarvestsComeAndGo(t *testing.T) {
	t.Parallel()
	for name, pair := range servers(t) {
		c, other := pair[0], pair[1]
		a := c.create(planting, "S-1", `{}`)
		b := c.create(planting, "S-2", `{}`)
		same(t, name, other.harvests("").names(), []string{"S-1", "S-2"})
		c.delete(planting + "/" + a.ID).ok(200)
		c.post(planting+"/"+b.ID+"/expurgo", `{"motivo":"pedido do titular"}`).ok(200)
		same(t, name+", deleted and erased", other.harvests("").names(), nil)
		other.create(planting, "S-2", `{}`)
		if got := c.harvests(""); len(got.Content) != 1 || got.Content[0].Registros.Total != 1 {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestHarvestPages(t *testing.T) {
	t.Parallel()
	c := start(t)
	var names []string
	for i := range 23 {
		names = append(names, fmt.Sprintf("S-%02d", i))
	}
	for _, name := range append([]string{"T/1 ç", "s-00"}, names...) {
		c.create(planting, name, `{}`)
	}
	all := append(slices.Clone(names), "T/1 ç", "s-00")
	first := c.harvests("")
	same(t, "the first page", first.names(), all[:10])
	if *first.Page.Size != 10 || *first.Page.Number != 0 || first.Page.TotalElements != nil || first.Next == nil {
		t.Errorf("the first page: %+v", first.Page)
	}
	for _, query := range []string{"?size=4", "?limit=7&sort=safraId,asc", "?size=100", "?size=5000"} {
		same(t, query, c.walkHarvests(query), all)
	}
	same(t, "backwards", c.walkHarvests("?size=4&sort=-safraId"), reversed(all))
	same(t, "by prefix", c.walkHarvests("?size=4&busca=S-1"), all[10:20])
	same(t, "by prefix, backwards", c.walkHarvests("?size=4&busca=S-1&sort=safraId,desc"), reversed(all[10:20]))
	same(t, "letters as written", c.walkHarvests("?busca=s-"), []string{"s-00"})
	same(t, "another letter", c.walkHarvests("?busca="+url.QueryEscape("T/1 ç")), []string{"T/1 ç"})
	same(t, "none", c.walkHarvests("?busca=%25"), nil)
	same(t, "page 2", c.harvests("?size=4&page=2").names(), all[8:12])
	same(t, "a page too far", c.harvests("?size=4&page=99").names(), nil)

	// A cursor is a position: changes before it do not shift what follows.
	c.create(planting, "A", `{}`)
	same(t, "the second page", c.harvests("?cursor="+*first.Next).names(), all[10:20])

	few := c.newKey(`{"safras":["S-03","T/1 ç","S-01","none","S-03"]}`)
	same(t, "a key of some harvests", few.walkHarvests("?size=1"), []string{"S-01", "S-03", "T/1 ç"})
	same(t, "and a prefix", few.walkHarvests("?busca=S-03&sort=-safraId"), []string{"S-03"})
	few.get("/safras?cursor="+*first.Next).fails(400, "CURSOR_INVALIDO") // another's
	same(t, "a key of none that there is", c.newKey(`{"safras":["none"]}`).walkHarvests(""), nil)
	c.newKey(`{"escopos":["escrita"]}`).get("/safras").fails(403, "SEM_PERMISSAO")
	c.as("", "").get("/safras").fails(401, "CHAVE_INVALIDA")
	for query, code := range map[string]string{
		"?size=0": "PARAMETRO_INVALIDO", "?size=x": "PARAMETRO_INVALIDO", "?page=-1": "PARAMETRO_INVALIDO", "?page=9223372036854775807": "PAGINA_DISTANTE", "?page=1001": "PAGINA_DISTANTE",
		"?total=talvez": "PARAMETRO_INVALIDO", "?alvo=marte": "PARAMETRO_INVALIDO", "?sort=cultura": "ORDENACAO_INVALIDA", "?sort=criadoEm,desc": "ORDENACAO_INVALIDA",
		"?cursor=": "CURSOR_INVALIDO", "?cursor=x": "CURSOR_INVALIDO", "?sort=-safraId&cursor=" + *first.Next: "CURSOR_INVALIDO", "?busca=S&cursor=" + *first.Next: "CURSOR_INVALIDO",
		"?busca=" + strings.Repeat("a", 101): "PARAMETRO_INVALIDO", "?busca=%00": "PARAMETRO_INVALIDO", "?busca=%FF": "PARAMETRO_INVALIDO",
	} {
		c.get("/safras"+query).fails(400, code)
	}
	c.post("/safras", `{}`).fails(405, "METODO_NAO_PERMITIDO")
}

// walkHarvests follows the cursors to the end.
func (c client) walkHarvests(query string) []string {
	c.t.Helper()
	var names []string
	page := c.harvests(query)
	for names = page.names(); page.Next != nil; names = append(names, page.names()...) {
		sep := "&"
		if query == "" {
			sep = "?"
		}
		page = c.harvests(query + sep + "cursor=" + *page.Next)
	}
	return names
}

// A harvest that is too large is named, with what to do; a page that would
// review too much continues the next time.
func TestHarvestLimits(t *testing.T) {
	t.Parallel()
	c := start(t, func(s *settings) { s.limits = harvests.Limits{Versions: 5, Request: 6} })
	for i := range 4 {
		for range 3 {
			c.create(planting, fmt.Sprintf("S-%d", i), `{}`)
		}
	}
	for range 6 {
		c.create(planting, "S-2/3 grande", `{}`)
	}
	situations := func() (all []string) {
		for _, s := range c.harvests("").Content {
			all = append(all, s.SafraID+" "+s.Situacao)
			if (s.Motivo == nil) != (s.Situacao == "CONFERIDA") || (s.Registros == nil) != (s.Situacao != "CONFERIDA") {
				t.Errorf("%+v", s)
			}
		}
		return all
	}
	same(t, "the first time", situations(), []string{"S-0 CONFERIDA", "S-1 CONFERIDA", "S-2 ADIADA", "S-2/3 grande SAFRA_GRANDE", "S-3 ADIADA"})
	same(t, "the second time", situations(), []string{"S-0 CONFERIDA", "S-1 CONFERIDA", "S-2 CONFERIDA", "S-2/3 grande SAFRA_GRANDE", "S-3 CONFERIDA"})
	large := c.harvest("S-2/3 grande", "", "Accept-Language: es")
	if !strings.Contains(*large.Motivo, "más de 5 ") || !strings.Contains(*large.Motivo, "/safras/S-2%2F3%20grande/conferencia") {
		t.Errorf("%s", *large.Motivo)
	}
	c.get("/safras/S-2%2F3%20grande/conferencia").ok(200)
}

// While writers run, lists show each harvest at one instant: counts, last change and findings of
// the same records.
func TestHarvestsBesideWriters(t *testing.T) {
	t.Parallel()
	for name, pair := range servers(t) {
		t.Run(name, func(t *testing.T) {
			var writers sync.WaitGroup
			const each = 15
			for i, c := range pair {
				writers.Go(func() {
					for range each {
						made := c.in(t).create(planting, "S", `{"dataPlantoi":"x"}`) // one finding a record
						if i == 0 {
							c.in(t).delete(planting + "/" + made.ID).ok(200)
						}
					}
				})
			}
			last := ""
			for range 2 * each {
				for _, c := range pair {
					for _, s := range c.in(t).harvests("").Content {
						if s.Resumo.Erro+s.Resumo.Alerta+s.Resumo.Info < s.Registros.Total {
							t.Errorf("%d records and %+v findings", s.Registros.Total, *s.Resumo)
						}
						last = max(last, *s.AtualizadoEm)
					}
				}
			}
			writers.Wait()
			for _, c := range pair {
				if got := c.in(t).harvest("S", ""); got.Registros.Total != each || *got.AtualizadoEm < last {
					t.Errorf("in the end: %+v", got)
				}
			}
		})
	}
}
