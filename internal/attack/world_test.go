// Package attack_test attacks the whole server, API and console, with keys limited in every
// possible way, and checks that none of them reaches another party's data. RASTRO_ATTACK=full tries
// every record kind; by default a few represent all.
package attack_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"rastro/internal/access"
	"rastro/internal/account"
	"rastro/internal/api"
	"rastro/internal/app"
	"rastro/internal/columns"
	"rastro/internal/httpkit/keygate"
	"rastro/internal/kind"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
	"rastro/internal/web/console"
	"rastro/internal/web/console/intake"
)

// mark is in everything that the victim writes, and in nothing else.
const mark = "ZQVITIMA"

const (
	theirHarvest, ownHarvest = mark + "-SAFRA", "MINHA"
	theirLot                 = mark + "-L-9"
	theirGTIN                = "7891234567895"
)

// world is a server with two parties on it.
type world struct {
	t       *testing.T
	service *app.App
	handler http.Handler
	clock   *testkit.Clock
	calls   atomic.Int64
	root    *access.NewKey

	// The victim's records by kind: live, changed, deleted, erased.
	records map[*kind.Kind][]string
	key     string // the victim's access key
	recall  string // the id of the victim's recall
	file    string // the SHA-256 of a file of the victim's
	person  string // the id of a person of the victim's organisation
	role    string // the id of a role that it made
	job     string // the id of the victim's file that waits for its import
	taxJob  string // and of one that has tax documents
	run     string // the id of an import that it made
	webhook string // the id of its webhook
	mapping string // the id of a column mapping that it saved
	link    string // the id of a link of its lot
	filing  string // the id of a statement that it filed with the EU

	own   map[*kind.Kind][]string // the attacker's records
	forms int                     // that were filled in
	// organizations: the parties are organisations, which may begin any harvest that nobody
	// has. nobodys counts the names of harvests that were probed: each is used once.
	organizations bool
	nobodys       int
	organization  string // the id of the victim's
}

// nobodysHarvest returns a harvest that does not exist.
func (w *world) nobodysHarvest() string {
	if !w.organizations {
		return "NADA-SAFRA"
	}
	w.nobodys++
	return fmt.Sprintf("NADA-SAFRA-%d", w.nobodys)
}

func full() bool { return os.Getenv("RASTRO_ATTACK") == "full" }

// kinds are those that are attacked.
func kinds() []*kind.Kind {
	if full() {
		return append([]*kind.Kind{kind.Profile}, kind.All...)
	}
	some := []*kind.Kind{kind.Profile}
	for _, prefix := range []string{"/cadastroPlanejamento/planoCultivo", "/producaoAgricola/plantioManejo", "/colheitaIdentificacaoProducao/identificacaoLote", "/validacao"} {
		some = append(some, kind.ByPrefix(prefix))
	}
	return some
}

func newWorld(t *testing.T, d *stores.Database) *world {
	t.Helper()
	w := &world{t: t, clock: testkit.Ticking(), records: map[*kind.Kind][]string{}}
	w.service, w.root = stores.Rooted(t, d.Store(t), w.clock.Now, d.Blobs(t))
	w.serve()
	return w
}

// again returns a second server of the same database.
func (w *world) again(d *stores.Database) *world {
	w.t.Helper()
	other := &world{t: w.t, clock: w.clock, root: w.root, service: stores.Service(w.t, d.Store(w.t), w.clock.Now, "", d.Blobs(w.t))}
	other.serve()
	return other
}

// serve makes the handler of the service.
func (w *world) serve() {
	t, log := w.t, testkit.Silent()
	t.Helper()
	door, err := keygate.New(w.service, keygate.Limits{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	surface, err := api.New(w.service, api.Options{Gate: door, PublicURL: publicURL, Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	surface.Mount(mux)
	jobs := intake.NewJobs(nil)
	t.Cleanup(jobs.Close)
	if err := console.Mount(mux, console.Options{Service: w.service, Gate: door, PublicURL: publicURL, Log: log, Jobs: jobs}); err != nil {
		t.Fatal(err)
	}
	w.handler = surface.Over(mux)
	w.service.Changes.Close() // streams send what there is, and end
}

// party calls the server with a key, or a session of it, or as a person.
type party struct {
	*world
	name              string
	accessKey, secret string
	cookie            string
	person            bool
}

type answer struct {
	status int
	header http.Header
	body   string
}

func (p *party) call(method, path, body, media string) answer {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	n := p.calls.Add(1) // from its own address: an address that keeps failing is slowed down
	r.RemoteAddr = fmt.Sprintf("[2001:db8:%x:%x::1]:1", n>>16&0xffff, n&0xffff)
	if body != "" {
		r.Header.Set("Content-Type", media)
	}
	if strings.HasPrefix(path, "/console") || p.person {
		if p.cookie != "" {
			r.AddCookie(&http.Cookie{Name: "rastro", Value: p.cookie})
		}
	} else if p.accessKey != "" {
		r.Header.Set("X-API-ACCESS-KEY", p.accessKey)
		r.Header.Set("X-API-SECRET-KEY", p.secret)
	}
	rec := httptest.NewRecorder()
	p.handler.ServeHTTP(rec, r)
	return answer{rec.Code, rec.Header(), rec.Body.String()}
}

// must returns a call that has to succeed.
func (p *party) must(method, path, body string) map[string]any {
	p.t.Helper()
	a := p.call(method, path, body, "application/json")
	var envelope struct{ Data map[string]any }
	if err := json.Unmarshal([]byte(a.body), &envelope); err != nil || a.status >= 300 {
		p.t.Fatalf("%s %s %s: %d %s", method, path, body, a.status, a.body)
	}
	return envelope.Data
}

// newParty makes a key, signed in at the console too.
func (w *world) newParty(name string, req access.Request) *party {
	w.t.Helper()
	made, err := w.service.CreateKey(w.t.Context(), nil, req, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	token, _, err := w.service.SignIn(w.t.Context(), &made.Key.Key)
	if err != nil {
		w.t.Fatal(err)
	}
	return &party{world: w, name: name, accessKey: made.Key.AccessKey, secret: made.Key.SecretKey, cookie: token}
}

// newPerson is somebody with a role in an organisation, signed in at the console.
func (w *world) newPerson(name, role, organization string) *party {
	w.t.Helper()
	_, link, err := w.service.People.Invite(w.t.Context(), &w.root.Key, account.Draft{Name: name, Login: "pessoa@x.example", Organization: organization, Role: role})
	if err != nil {
		w.t.Fatal(err)
	}
	p := &party{world: w, name: name, person: true}
	a := p.call("POST", "/console/convite/"+link, "senha=tres+passaros+na+cerca", "application/x-www-form-urlencoded")
	for _, c := range (&http.Response{Header: a.header}).Cookies() {
		if c.Name == "rastro" {
			p.cookie = c.Value
		}
	}
	if p.cookie == "" {
		w.t.Fatalf("the invitation: %d %.500s", a.status, a.body)
	}
	return p
}

// payload has a text in every field of a kind.
func payload(k *kind.Kind, text string, n int) string {
	fields := map[string]any{"campoDesconhecido": text}
	for _, f := range k.Fields {
		switch {
		case k.IsValidation() && f.Name == "codigo":
			fields[f.Name] = fmt.Sprintf("%s-CODIGO-%d", text, n)
		case f.Name == "gtin":
			if text == mark {
				fields[f.Name] = theirGTIN
			}
		case f.Shape == kind.Number:
			fields[f.Name] = 12
		case f.Shape == kind.Plot && text == mark:
			fields[f.Name] = []float64{-55.72, -12.55, -55.71, -12.54}
		case f.Shape == kind.Plot: // not on the victim's land, whose existence may be revealed: see docs/decisions.md#overlapping-land
			fields[f.Name] = []float64{-52.72, -12.55, -52.71, -12.54}
		case f.Shape == kind.Texts || f.Shape == kind.TextOrTexts:
			fields[f.Name] = []string{text + "-L-9"}
		case f.Shape == kind.Objects:
			fields[f.Name] = []map[string]string{{"nome": text}}
		case f.Name == "codigoLote":
			fields[f.Name] = text + "-L-9"
		default:
			fields[f.Name] = text
		}
	}
	out, _ := json.Marshal(fields) // maps of texts and numbers: cannot fail
	return string(out)
}

func entity(harvestID, code, payload string) string {
	return fmt.Sprintf(`{"safraId":%q,"safraCodigo":%q,"dados":%s}`, harvestID, code, payload)
}

// fill writes a party's records: of each kind a live one, a changed one, a deleted
// one and an erased one, and a recall.
func (p *party) fill(harvestID, text string) (records map[*kind.Kind][]string, recall string) {
	p.t.Helper()
	records = map[*kind.Kind][]string{}
	for _, k := range kind.All {
		for n := range 4 {
			id := p.must("POST", k.Prefix, entity(harvestID, text+"-2024/25", payload(k, text, n)))["id"].(string)
			records[k] = append(records[k], id)
			switch n {
			case 0: // the victim's come last
				p.file = p.must("POST", k.Prefix+"/"+id+"/anexos", `{"type":"Feature","properties":{"nome":"`+text+`"},"geometry":null}`)["sha256"].(string)
			case 1:
				p.must("PUT", k.Prefix+"?id="+id, entity(harvestID, text+"-2024/25", payload(k, text, n)))
			case 2:
				p.must("DELETE", k.Prefix+"/"+id, "")
			case 3:
				p.must("POST", k.Prefix+"/"+id+"/expurgo", `{"motivo":"`+text+`"}`)
			}
		}
	}
	profile := fmt.Sprintf(`{"safraCodigo":%q,"dados":{"nome":%[2]q,"produtor":%[2]q,"fazenda":%[2]q,"localProducao":%[2]q,"municipio":"Sorriso","cultura":"SOJA"}}`, text+"-2024/25", text)
	records[kind.Profile] = []string{p.must("PUT", "/safras/"+harvestID, profile)["id"].(string)}
	report := p.must("POST", "/rastreio/recall", `{"motivo":"`+text+`","lotes":["`+text+`-L-9"]}`)
	return records, report["relatorio"].(map[string]any)["id"].(string)
}

// filed notes a statement to the EU, and returns its id.
func (p *party) filed() string {
	p.t.Helper()
	made := p.must("POST", "/eudr/declaracoes", `{"lotes":["`+theirLot+`"],"numeroReferencia":"26`+mark+`2026","numeroVerificacao":"`+mark+`"}`)
	return made["declaracoes"].([]any)[0].(map[string]any)["id"].(string)
}

// hooked makes a webhook, and returns its id.
func (p *party) hooked() string {
	p.t.Helper()
	return p.must("POST", "/webhooks", `{"url":"https://example.com/`+mark+`","descricao":"`+mark+`"}`)["id"].(string)
}

// shared makes a link of the lot, and returns its id.
func (p *party) shared() string {
	p.t.Helper()
	return p.must("POST", "/compartilhamentos", `{"lote":"`+theirLot+`","para":"`+mark+`"}`)["id"].(string)
}

// imported makes an import and keeps a mapping of columns, and returns their ids.
func (p *party) imported() (run, mapping string) {
	p.t.Helper()
	made := p.must("POST", "/armazenamento/recebimento/all", "["+entity(theirHarvest, mark+"-2024/25", `{"veiculo":"`+mark+`"}`)+"]")
	m := columns.Mapping{Version: columns.CurrentVersion, Kind: kind.Receiving, HeaderRows: 1, Header: 1, Columns: []columns.Column{{Header: mark + "-COLUNA", Use: columns.Field, Field: "veiculo"}}, Constants: []columns.Constant{{Field: "safraId", Value: theirHarvest}}}
	m.Sign()
	text, err := m.Append(nil)
	if err != nil {
		p.t.Fatal(err)
	}
	saved := p.must("POST", "/importacoes/mapeamentos", `{"nome":"`+mark+`-FORMATO","mapa":`+string(text)+`}`)
	return made["importacaoId"].(string), saved["id"].(string)
}

// publicURL is the address of the server.
const publicURL = "https://rastro.example"
