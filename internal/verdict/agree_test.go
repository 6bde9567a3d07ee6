package verdict_test

import (
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"strings"
	"testing"

	"rastro/internal/access"
	"rastro/internal/api"
	"rastro/internal/app"
	"rastro/internal/httpkit/keygate"
	"rastro/internal/kind"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
	"rastro/internal/verdict"
	"rastro/internal/web"
	"rastro/internal/web/console"
	"rastro/internal/web/console/intake"
	"rastro/internal/zone"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// site is the API, the console and the public page over one store.
type site struct {
	*testing.T
	service *app.App
	handler http.Handler
	root    *access.NewKey
	cookie  string
	random  *rand.Rand
}

func newSite(t *testing.T, d *stores.Database, seed uint64) *site {
	t.Helper()
	s := &site{T: t, random: rand.New(rand.NewPCG(seed, 1))}
	s.service, s.root = stores.Rooted(t, d.Store(t), testkit.Ticking().Now)
	door, err := keygate.New(s.service, keygate.Limits{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	surface, err := api.New(s.service, api.Options{Gate: door, PublicURL: "https://rastro.example", Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	surface.Mount(mux)
	jobs := intake.NewJobs(nil)
	t.Cleanup(jobs.Close)
	if err := console.Mount(mux, console.Options{Service: s.service, Gate: door, PublicURL: "https://rastro.example", Log: testkit.Silent(), Jobs: jobs}); err != nil {
		t.Fatal(err)
	}
	if err := web.MountPublic(mux, s.service, nil, "https://rastro.example", nil, testkit.Silent(), zone.Zone{}); err != nil {
		t.Fatal(err)
	}
	s.handler = surface.Over(mux)
	if s.cookie, _, err = s.service.SignIn(t.Context(), &s.root.Key); err != nil {
		t.Fatal(err)
	}
	return s
}

// ask makes a call that must succeed.
func (s *site) ask(method, path, accept, body string) string {
	s.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("Accept", accept)
	r.AddCookie(&http.Cookie{Name: "rastro", Value: s.cookie})
	r.Header.Set("X-API-ACCESS-KEY", s.root.AccessKey)
	r.Header.Set("X-API-SECRET-KEY", s.root.SecretKey)
	rec := httptest.NewRecorder()
	s.handler.ServeHTTP(rec, r)
	if rec.Code >= 300 {
		s.Fatalf("%s %s: %d %s", method, path, rec.Code, rec.Body)
	}
	return rec.Body.String()
}

// data returns the data in the API's answer.
func (s *site) data(method, path, body string) map[string]any {
	s.Helper()
	var answer struct{ Data map[string]any }
	if err := json.Unmarshal([]byte(s.ask(method, path, "application/json", body)), &answer); err != nil {
		s.Fatal(err)
	}
	return answer.Data
}

// grow writes a random harvest: some records as the contract's examples have them, some
// wrong; perhaps a validation; perhaps changes after it. It returns the validation's id and
// code.
func (s *site) grow(harvestID string) (id, code string) {
	s.Helper()
	var written []string
	create := func(k *kind.Kind, payload string) {
		made := s.data("POST", k.Prefix, fmt.Sprintf(`{"safraId":%q,"safraCodigo":"2024/25","dados":%s}`, harvestID, payload))
		written = append(written, k.Prefix+"/"+made["id"].(string))
	}
	share := s.random.Float64()
	for _, k := range kind.All {
		if !k.IsValidation() && s.random.Float64() < share {
			create(k, k.Example)
		}
	}
	planting := kind.ByPrefix(kind.Planting)
	if s.random.IntN(3) == 0 || len(written) == 0 {
		create(planting, `{"dataPlantio":"31/02/2025"}`)
	}
	if s.random.IntN(3) == 0 {
		create(kind.ByPrefix(kind.Receiving), `{"loteOrigem":"LOTE-QUE-NINGUEM-TEM-9"}`)
	}
	if s.random.IntN(4) == 0 {
		return "", ""
	}
	reason := ""
	if errors := s.data("GET", "/safras/"+harvestID+"/conferencia", "")["resumo"].(map[string]any)["erro"].(float64); errors > 0 && s.random.IntN(2) == 0 {
		reason = `"justificativa":"Conferido no caderno de campo.",`
	}
	made := s.data("POST", kind.Validation, fmt.Sprintf(`{"safraId":%q,%s"dados":{"status":"APROVADO","cultura":"SOJA"}}`, harvestID, reason))
	switch s.random.IntN(4) {
	case 0:
		create(planting, `{"dataPlantio":"05/10/2024"}`)
	case 1:
		s.ask("DELETE", written[s.random.IntN(len(written))], "application/json", "")
	}
	return made["id"].(string), made["codigo"].(string)
}

// shows reports whether a page shows the badge of a verdict.
func (s *site) shows(path string, want map[string]any) {
	s.Helper()
	page := s.ask("GET", path, "text/html", "")
	class := map[verdict.Level]string{verdict.Green: "bom", verdict.Amber: "alerta", verdict.Red: "erro"}[verdict.Level(want["nivel"].(string))]
	if badge := fmt.Sprintf(`<span class="badge %s">%s</span>`, class, html.EscapeString(want["frase"].(string))); !strings.Contains(page, badge) {
		s.Errorf("%s does not show %s", path, badge)
	}
}

// Every place gives the same verdict on a harvest, and on a validation.
func TestAllPlacesAgree(t *testing.T) {
	const harvests = 12
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		seed := rand.Uint64()
		t.Logf("seed %d", seed)
		s := newSite(t, d, seed)
		type validation struct{ id, code string }
		made := map[string]validation{}
		for i := range harvests {
			name := fmt.Sprintf("S-%02d", i)
			id, code := s.grow(name)
			made[name] = validation{id, code}
		}
		listed := map[string]any{}
		for range 2 { // cards are made, and remembered
			page := s.data("GET", "/safras?size=100", "")
			for _, card := range page["content"].([]any) {
				card := card.(map[string]any)
				listed[card["safraId"].(string)] = card["veredito"]
			}
		}
		levels := map[any]int{}
		for name, v := range made {
			review := s.data("GET", "/safras/"+name+"/conferencia", "")
			said := review["veredito"].(map[string]any)
			levels[said["nivel"]]++
			if !reflect.DeepEqual(listed[name], any(said)) {
				t.Errorf("%s: the list says %v, the review %v", name, listed[name], said)
			}
			for _, market := range []string{"EUDR", "EXPORTACAO", "INTERNO"} {
				s.agreeOnMarket(name, market, said)
			}
			counted := review["resumo"].(map[string]any)
			if said["erros"] != counted["erro"] || said["alertas"] != counted["alerta"] {
				t.Errorf("%s: the verdict counts %v and %v, the review %v", name, said["erros"], said["alertas"], counted)
			}
			if present := review["completude"].(map[string]any)["presentes"].([]any); float64(len(present)) != said["presentes"] {
				t.Errorf("%s: the verdict has %v steps, the review %d", name, said["presentes"], len(present))
			}
			s.shows("/console/safras?busca="+name, said)
			s.shows("/console/safras/"+name, said)
			s.shows("/console/safras/"+name+"/conferencia", said)
			if v.code != "" {
				s.agreeOn(v.id, v.code, said)
			}
		}
		t.Logf("levels %v", levels)
	})
}

// agreeOnMarket compares what the board, the list and a review say of a harvest for a market,
// and its gates there with those that a review for no market shows.
func (s *site) agreeOnMarket(name, market string, harvest map[string]any) {
	s.Helper()
	review := s.data("GET", "/safras/"+name+"/conferencia?alvo="+market, "")["veredito"].(map[string]any)
	for _, of := range s.data("GET", "/safras?size=100&alvo="+market, "")["content"].([]any) {
		if card := of.(map[string]any); card["safraId"] == name && !reflect.DeepEqual(card["veredito"], any(review)) {
			s.Errorf("%s for %s: the list says %v, the review %v", name, market, card["veredito"], review)
		}
	}
	if !reflect.DeepEqual(review["alvos"], harvest["alvos"]) {
		s.Errorf("%s: a review for %s says %v of the markets, one for none %v", name, market, review["alvos"], harvest["alvos"])
	}
	row := s.data("GET", "/painel?alvo="+market+"&busca="+name, "")["content"].([]any)[0].(map[string]any)
	for _, of := range review["alvos"].([]any) {
		if of := of.(map[string]any); of["alvo"] == market && (!reflect.DeepEqual(row["portas"], of["portas"]) || row["pronta"] != of["pronta"]) {
			s.Errorf("%s for %s: the board says %v, the review %v", name, market, row["portas"], of["portas"])
		}
	}
	said := maps.Clone(review)
	delete(said, "alvos")
	if !reflect.DeepEqual(row["veredito"], any(said)) {
		s.Errorf("%s for %s: the board says %v, the review %v", name, market, row["veredito"], said)
	}
	s.shows("/console?alvo="+market+"&busca="+name, said)
	s.shows("/console/safras/"+name+"/conferencia?alvo="+market, said)
}

// agreeOn compares what is said about a validation and, as long as nothing has changed since, about
// its harvest.
func (s *site) agreeOn(id, code string, harvest map[string]any) {
	s.Helper()
	record := s.data("GET", kind.Validation+"/"+id, "")
	said := record["veredito"].(map[string]any)
	public := s.data("GET", "/v/"+code, "")
	if !reflect.DeepEqual(public["veredito"], any(said)) || public["estado"] != record["estado"] {
		s.Errorf("%s: the record says %v, the public answer %v", code, said, public["veredito"])
	}
	// The console's page shows the verdict at the time of the validation, and the present one on
	// the harvest.
	then := strings.Replace(said["frase"].(string), "Alterada depois da validação", "Registros íntegros", 1)
	page := s.ask("GET", "/console/validacoes/"+code, "text/html", "")
	for _, want := range []string{then, harvest["frase"].(string)} {
		if !strings.Contains(page, html.EscapeString(want)) {
			s.Errorf("%s: the console's page does not say %q", code, want)
		}
	}
	page = s.ask("GET", "/v/"+code, "text/html", "")
	if green := strings.Contains(page, `<section class="state valida"`); green != (said["nivel"] == string(verdict.Green)) {
		s.Errorf("%s: the public page is green: %v, and the verdict %v", code, green, said["nivel"])
	}
	if said["nivel"] != string(verdict.Green) && !strings.Contains(page, html.EscapeString(said["frase"].(string))) {
		s.Errorf("%s: the public page does not say %q", code, said["frase"])
	}
	if said["integridade"] != string(verdict.Intact) {
		return
	}
	for _, member := range []string{"nivel", "integridade", "erros", "presentes", "total"} {
		if said[member] != harvest[member] {
			s.Errorf("%s: %s is %v of the validation and %v of its harvest", code, member, said[member], harvest[member])
		}
	}
}
