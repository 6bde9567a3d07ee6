package attack_test

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rastro/internal/access"
	"rastro/internal/account"
	"rastro/internal/api"
	"rastro/internal/kind"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
	"rastro/internal/web/console"
)

// probe is something of the victim's that a request names, and something of the same form that
// nobody has: the answers must not differ.
type probe struct{ theirs, nobodys string }

func (w *world) newID(harvestID string) string {
	id, err := trace.NewID(time.Date(2026, 11, 15, 2, 0, 1, 0, time.UTC), harvestID, rand.Reader)
	if err != nil {
		w.t.Fatal(err)
	}
	return id.String()
}

// probes returns what a path parameter may name of the victim's. An unknown parameter fails the
// test: state what the victim has for it.
func (w *world) probes(path, name string, k *kind.Kind) []probe {
	ids := func(list ...string) (all []probe) {
		for _, id := range list {
			all = append(all, probe{id, w.newID("NADA")}, probe{id, w.newID(ownHarvest)})
		}
		return all
	}
	switch name {
	case "id":
		switch {
		case strings.Contains(path, "/safra/{id}"), strings.Contains(path, "/safras/{id}"):
			return []probe{{theirHarvest, w.nobodysHarvest()}}
		case strings.Contains(path, "/pessoas/"):
			return ids(w.person)
		case strings.Contains(path, "/organizacoes/"):
			return []probe{{w.organization, w.newID("")}}
		case strings.Contains(path, "/webhooks/"):
			return ids(w.webhook)
		case strings.Contains(path, "/declaracoes/"):
			return ids(w.filing)
		case strings.Contains(path, "/compartilhamentos/"), strings.Contains(path, "/links/"):
			return ids(w.link)
		case strings.Contains(path, "/recall/"):
			return ids(w.recall)
		case strings.Contains(path, "/importar/feitas/"), strings.Contains(path, "/importacoes/{id}"):
			return ids(w.run)
		case strings.Contains(path, "/formatos/"), strings.Contains(path, "/mapeamentos/"):
			return ids(w.mapping)
		case strings.Contains(path, "/notas/envio/"):
			return []probe{{w.taxJob, "nadanadanadanadanadanada"}}
		case strings.Contains(path, "/importar/"):
			return []probe{{w.job, "nadanadanadanadanadanada"}}
		case strings.Contains(path, "/fase"):
			return []probe{{w.newID("SOJA"), w.newID("SOJA")}} // everyone's
		case k != nil:
			return ids(w.records[k]...)
		}
	case "codigo":
		if strings.Contains(path, "/valida") {
			return []probe{{mark + "-CODIGO-0", "NADA-CODIGO-0"}, {mark + "-CODIGO-2", "NADA-CODIGO-2"}, {mark + "-CODIGO-3", "NADA-CODIGO-3"}}
		}
		return []probe{{theirLot, "NADA-L-9"}}
	case "eventID":
		var all []probe
		for _, list := range w.records {
			for _, id := range list {
				all = append(all, probe{id + ".1", w.newID("NADA") + ".1"}, probe{id + ".1", w.newID(ownHarvest) + ".1"})
			}
		}
		return all
	case "value":
		switch {
		case strings.Contains(path, "/eventTypes/"):
			return []probe{{"ObjectEvent", "ObjectEvent"}} // everyone's
		case strings.Contains(path, "/bizSteps/"):
			return []probe{{"receiving", "receiving"}}
		case strings.Contains(path, "/dispositions/"):
			return []probe{{"in_progress", "in_progress"}}
		}
		return []probe{{publicURL + "/id/lote/" + theirLot, publicURL + "/id/lote/NADA-L-9"}, {publicURL + "/id/safra/" + theirHarvest, publicURL + "/id/safra/" + w.nobodysHarvest()}, {"https://id.gs1.org/01/" + theirGTIN + "/10/" + theirLot, "https://id.gs1.org/01/07899999999999/10/NADA-L-9"}}
	case "sha256":
		return []probe{{w.file, strings.Repeat("0", 64)}}
	case "papel":
		return ids(w.role)
	case "gtin":
		return []probe{{theirGTIN, "7899999999999"}}
	case "accessKey":
		return []probe{{w.key, "rk_nadanadanadanadanadanad"}, {w.root.AccessKey, "rk_nadanadanadanadanadanad"}}
	}
	for fixed, value := range map[string]string{"organizacao": "norte", "cultura": "SOJA", "etapa": "02", "nome": "x", "path...": "0/000", "lote": theirLot,
		"formato": "csv", "arquivo": "x.csv", "convite": "x", "entrega": "0", "nada...": "nada", "$": ""} {
		if name == fixed {
			return []probe{{value, value}}
		}
	}
	w.t.Errorf("%s: no case for the parameter {%s}; say in probes what the victim has of it", path, name)
	return nil
}

var parameter = regexp.MustCompile(`\{([^}]*)\}`)

// bodies are the bodies of requests, per operation of the route table; X is what is probed. An
// operation that is missing here fails the test.
var bodies = map[string][]string{
	"create": {`{"safraId":"X","dados":{}}`}, "update": {`{"id":"X","safraId":"` + ownHarvest + `","dados":{}}`, `{"safraId":"X","dados":{}}`},
	"import": {`[{"safraId":"X","dados":{}}]`}, "erase": {`{"motivo":"x"}`}, "put profile": {`{"dados":{}}`, `{"dados":{"uf":"ZZ"}}`}, "erase profile": {`{"motivo":"x"}`}, "create many": {`[{"cultura":"SOJA","etapa":"02","nome":"x"}]`},
	"createApiKey": {`{"safras":["X"]}`}, "recall": {`{"motivo":"x","lotes":["X"]}`, `{"motivo":"x","talhoes":["X"]}`, `{"motivo":"x","insumos":["X"]}`},
	"register organization": {`{"nome":"X-1"}`}, "change organization": {`{"nome":"x"}`}, "share": {`{"nivel":"leitura"}`},
	"import sheet": {"Data;Placa;Peso (kg)\n15/02/2025;ABC1C34;36.200,5\n"}, "create mapping": {`{"nome":"x","mapa":{}}`}, "change mapping": {`{"nome":"x","mapa":{}}`},
	"create webhook":       {`{"url":"https://example.com","safras":["X"]}`, `{"url":"https://example.com","chave":"X"}`},
	"change webhook":       {`{"url":"https://example.com"}`},
	"replay webhook":       {`{"desde":0}`},
	"share lot":            {`{"lote":"X","para":"x"}`},
	"put logo":             {`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="4"/></svg>`},
	"attach":               {"nome;valor\nx;1\n"},
	"note statement":       {`{"lotes":["X"],"numeroReferencia":"26FRYUI34JTQKB"}`},
	"read plot file":       {`{"type":"Point","coordinates":[-55.7,-12.5]}`, `X`},
	"accept tax proposals": {`{"propostas":[{"id":"X","numero":0,"lote":"L","placa":"ABC1C34"}]}`},
	"import tax documents": {
		`<NFe><infNFe Id="NFe51250211222333000181550010000123451123456780"><ide><mod>55</mod></ide><det nItem="1"><prod><xProd>SOJA</xProd><NCM>12019000</NCM><rastro><nLote>X</nLote></rastro></prod><infAdProd>Lote X</infAdProd></det></infNFe><!-- "lotes" --></NFe>`,
	},
	"settle lot": {`{"safraId":"` + ownHarvest + `","motivo":"x"}`, `{"safraId":"X","motivo":"x"}`}, "settle gtin": {`{"safraId":"` + ownHarvest + `","motivo":"x"}`, `{"safraId":"X","motivo":"x"}`},
}

// request is a call of the matrix, against the victim and against nobody.
type request struct {
	method, media string
	path, body    [2]string
	probe         probe
}

// requests fill a route in with everything that it can be probed by.
func (w *world) requests(method, path string, k *kind.Kind, bodies []string, media string) (all []request) {
	names := parameter.FindAllStringSubmatch(path, -1)
	fill := func(p probe, probed string) (paths [2]string) {
		for i, value := range []string{p.theirs, p.nobodys} {
			filled := path
			for _, n := range names {
				put := value
				if n[1] != probed {
					if other := w.probes(path, n[1], k); len(other) > 0 {
						put = other[0].theirs
					}
				}
				filled = strings.ReplaceAll(filled, n[0], url.PathEscape(put))
			}
			paths[i] = filled
		}
		return paths
	}
	if len(bodies) == 0 {
		bodies = []string{""}
	}
	for _, body := range bodies {
		if strings.Contains(body, "X") {
			for _, p := range w.named(path, body, k) {
				all = append(all, request{method, media, fill(probe{}, ""), [2]string{strings.ReplaceAll(body, "X", p.theirs), strings.ReplaceAll(body, "X", p.nobodys)}, p})
			}
			continue
		}
		if len(names) == 0 {
			all = append(all, request{method, media, [2]string{path, path}, [2]string{body, body}, probe{}})
		}
		for _, n := range names {
			for _, p := range w.probes(path, n[1], k) {
				all = append(all, request{method, media, fill(p, n[1]), [2]string{body, body}, p})
			}
		}
	}
	return all
}

// named returns what a body may name of the victim's.
func (w *world) named(path, body string, k *kind.Kind) (all []probe) {
	switch {
	case strings.Contains(body, `"lotes"`), strings.Contains(body, `"lote":"X"`):
		return []probe{{theirLot, "NADA-L-9"}}
	case strings.Contains(body, `"talhoes"`):
		k = kind.ByPrefix("/cadastroPlanejamento/planoCultivo")
	case strings.Contains(body, `"insumos"`):
		k = kind.ByPrefix("/producaoAgricola/aplicacaoInsumo")
	case !strings.Contains(body, `"id"`):
		return []probe{{theirHarvest, w.nobodysHarvest()}}
	}
	for _, id := range w.records[k] {
		all = append(all, probe{id, w.newID("NADA")})
	}
	return all
}

// noise matches what always differs between two answers: the request's id, the time, names of
// forms, cookies.
var noise = regexp.MustCompile(`data-options="[^"]*"|name="cerimonia" value="[^"]*"|convite(/|%2[fF])p\.[A-Za-z0-9_-]{43}|requestId":"[^"]*"|\d{4}-\d\d-\d\dT[\d:.]+Z|\d\d/\d\d/\d{4},? \d\d:\d\d(:\d\d)?|name="uma" value="[^"]*"|name="marca" value="[^"]*"|forma-\d+|rk_\w+|rs_[\w-]+`)

// plain returns an answer without noise, and without what the request itself named.
func (a answer) plain(named ...string) string {
	text := fmt.Sprint(a.status)
	for _, name := range []string{"Etag", "Location", "Last-Modified", "Link", "Content-Type", "Content-Language", "Retry-After"} {
		text += " " + a.header.Get(name)
	}
	text += "\n" + a.body
	for _, n := range named {
		if n == "" {
			continue
		}
		for _, form := range []string{n, url.PathEscape(n), url.QueryEscape(n)} {
			text = strings.ReplaceAll(text, form, "«»")
		}
	}
	lines := strings.Split(quiet(strings.ReplaceAll(text, "<input", "\n<input")), "\n")
	slices.Sort(lines) // form fields carried through the sign-in have no order
	return strings.Join(lines, "\n")
}

// quietPieces are tags and members of objects that are known to have no noise. Answers share most
// of them, and checking each again would take most of the run.
var quietPieces sync.Map

// quiet returns a text without noise.
func quiet(text string) string {
	var b strings.Builder
	for tag := range strings.SplitAfterSeq(text, ">") {
		for piece := range strings.SplitAfterSeq(tag, `,"`) {
			if _, known := quietPieces.Load(piece); !known {
				without := noise.ReplaceAllString(piece, "~")
				if without == piece {
					quietPieces.Store(piece, nil)
				}
				piece = without
			}
			b.WriteString(piece)
		}
	}
	return b.String()
}

// leaks are counted by what they reveal, and listed by route.
type leaks struct {
	requests int
	content  map[string]bool
	exists   map[string]bool
	count    map[string]bool
	last     struct { // the victim's data that was read last
		party *party
		path  string
		got   answer
	}
}

// theirs requests something of the victim's. A GET that was just made is not repeated, so that one
// answer can be compared with those for several things that nobody has.
func (l *leaks) theirs(p *party, q request) answer {
	if q.method == http.MethodGet && l.last.party == p && l.last.path == q.path[0] {
		return l.last.got
	}
	l.requests++
	got := p.call(q.method, q.path[0], q.body[0], q.media)
	if q.method == http.MethodGet {
		l.last.party, l.last.path, l.last.got = p, q.path[0], got
	}
	return got
}

func (l *leaks) try(p *party, route string, q request) {
	named := []string{q.probe.theirs, q.probe.nobodys}
	for _, code := range []string{theirLot, theirGTIN, theirHarvest} {
		if strings.Contains(q.path[0], code) { // the path names it next to what is probed
			named = append(named, code)
		}
	}
	var said [2]string
	var got [2]answer
	for i := range said {
		if i == 0 {
			got[i] = l.theirs(p, q)
		} else {
			l.requests++
			got[i] = p.call(q.method, q.path[i], q.body[i], q.media)
		}
		if q.media == uploadMedia {
			got[i] = p.uploaded(got[i])
		}
		said[i] = got[i].plain(named...)
	}
	if strings.Contains(said[0], mark) {
		l.content[p.name+": "+route] = true
		p.t.Logf("content: %s: %s %s %s: %.600s", p.name, q.method, q.path[0], q.body[0], said[0])
	}
	if said[0] != said[1] && !p.refusedToBegin(q, got) {
		l.exists[p.name+": "+route] = true
		p.t.Logf("existence: %s: %s %s %s: %.300s\n against nobody's: %.300s", p.name, q.method, q.path[0], q.body[0], said[0], said[1])
	}
}

// invite makes a person of an organisation.
func (w *world) invite(name, organization string) string {
	p, _, err := w.service.People.Invite(w.t.Context(), &w.root.Key, account.Draft{Name: name, Login: strings.ToLower(name) + "@x.example", Organization: organization, Role: "CAMPO"})
	if err != nil {
		w.t.Fatal(err)
	}
	return p.ID.String()
}

// makeRole makes a role of an organisation.
func (w *world) makeRole(title, organization string) string {
	by := w.root.Key
	by.Organization = organization
	role, err := w.service.People.SaveRole(w.t.Context(), &by, "", account.RoleDraft{Title: title, Scopes: []string{"leitura"}}, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	return role.ID
}

// attackers are keys limited in every way. The last ones must be let in nowhere.
func (w *world) attackers() []*party {
	if w.organizations {
		return w.members()
	}
	all := []trace.Scope{trace.Read, trace.Write, trace.Admin}
	own := []string{ownHarvest}
	list := []*party{
		w.newParty("reader", access.Request{Name: "reader", Scopes: all[:1], Harvests: own}),
		w.newParty("writer", access.Request{Name: "writer", Scopes: all[1:2], Harvests: own}),
		w.newParty("admin alone", access.Request{Name: "admin alone", Scopes: all[2:], Harvests: own}),
		w.newParty("everything", access.Request{Name: "everything", Scopes: all, Harvests: own}),
		w.newParty("a phase", access.Request{Name: "a phase", Scopes: all, Harvests: own, Phases: []string{"02"}}),
		w.newParty("deactivated", access.Request{Name: "deactivated", Scopes: all}),
		{world: w, name: "anonymous"},
	}
	if _, err := w.service.DeactivateKey(w.t.Context(), nil, list[5].accessKey); err != nil {
		w.t.Fatal(err)
	}
	return list
}

// ownSession are pages that are not attacked as a person, each with its reason.
var ownSession = map[string]string{
	"/console/conta/sair": "ends the person's own session", "/console/conta/senha": "takes the person's own password alone, and a slow hash",
}

// skipped are routes that are not attacked, each with its reason.
var skipped = map[string]string{
	"POST /console/sair": "ends the attacker's own session", "POST /console/entrar": "signs in; see the tests of the gate",
	"POST /console/passkey":      "takes nothing, and answers everyone with a new random challenge",
	"POST /console/demonstracao": "needs a key without limits", "GET /console/convite/{convite}": "a random token",
	"GET /01/{gtin}": "public", "GET /01/{gtin}/10/{lote}": "public",
	"GET /.well-known/gs1resolver": "public",
	"GET /log/checkpoint":          "public", "GET /log/tile/{path...}": "public",
}

// Every route of the API and of the console, with keys limited in every way, against another
// party's data: no answer may contain any of it, distinguish an existing id from a non-existent
// one, or change because the other party wrote something.
func TestAttackMatrix(t *testing.T) {
	t.Parallel()
	matrix(t, false)
}

// matrix runs the attacks on both engines.
func matrix(t *testing.T, organizations bool) {
	for _, engine := range stores.Engines {
		t.Run(engine.Name, func(t *testing.T) {
			w := newWorld(t, engine.New(t))
			w.organizations = organizations
			attackers := w.attackers()
			w.own, _ = attackers[3].fill(ownHarvest, "PROPRIO")
			found := leaks{content: map[string]bool{}, exists: map[string]bool{}, count: map[string]bool{}}
			before := w.overview(attackers)
			victim := w.victim()
			w.key, w.person = victim.accessKey, w.invite(mark+"-PESSOA", mark+"-ORG")
			w.role = w.makeRole(mark+"-PAPEL", mark+"-ORG")
			w.records, w.recall = victim.fill(theirHarvest, mark)
			w.job, w.taxJob = victim.importJob(), victim.importTaxJob()
			w.run, w.mapping = victim.imported()
			w.filing, w.link = victim.filed(), victim.shared()
			w.webhook = victim.hooked()
			for call, said := range w.overview(attackers) {
				if strings.Contains(said, mark) {
					found.content[call] = true
					t.Logf("content: %s: %.600s", call, said)
				}
				if said != before[call] {
					found.count[call] = true
					t.Logf("count: %s:\n%.500s\nbefore\n%.500s", call, said, before[call])
				}
			}
			for _, p := range attackers {
				for _, r := range api.Routes() {
					if p.person {
						break // a session opens no route of the API: see overview
					}
					route := r.Method + " " + r.Path
					if skipped[route] != "" || w.organizations && r.Operation == "createApiKey" /* see formRequests */ || r.Kind != nil && !slices.Contains(kinds(), r.Kind) {
						continue
					}
					var said []string
					if r.Body > 0 {
						if said = bodies[r.Operation]; said == nil {
							t.Fatalf("%s: no body for the operation %q; say in bodies what it takes", route, r.Operation)
						}
						if strings.HasPrefix(r.Path, "/fase") && len(said) == 1 && r.Operation == "create" {
							said = []string{`{"cultura":"SOJA","etapa":"02","nome":"x"}`}
						}
						if strings.HasPrefix(r.Path, "/fase") && r.Operation == "update" {
							said = []string{`{"id":"x"}`}
						}
					}
					for _, q := range w.requests(r.Method, r.Path, r.Kind, said, "application/json") {
						found.try(p, route, q)
					}
					if strings.HasPrefix(r.Path, feed) {
						w.attackFeed(p, r.Path, &found)
					}
				}
				for _, r := range console.Routes() {
					if w.organizations && p.name == "a phase" && !full() {
						break // the person takes its place: the pages are the same
					}
					if !p.person || ownSession[r.Path] == "" {
						w.attackPage(p, r, &found)
					}
				}
				if a := p.call("GET", "/console/conta", "", ""); p.person && a.status != http.StatusOK {
					t.Errorf("%s was signed out: %d", p.name, a.status)
				}
			}
			t.Logf("%d requests; routes and keys with a leak of content: %d, of existence: %d, of count: %d", found.requests, len(found.content), len(found.exists), len(found.count))
			for what, list := range map[string]map[string]bool{"content": found.content, "existence": found.exists, "count": found.count} {
				for call := range list {
					t.Errorf("a leak of %s: %s", what, call)
				}
			}
		})
	}
}

// feed is the beginning of the feed's paths. The length of the log is public.
const feed = "/mudancas"

// attackFeed requests the changes of something of the victim's, and of something that nobody has.
func (w *world) attackFeed(p *party, path string, found *leaks) {
	for name, one := range map[string]probe{"safraId": {theirHarvest, w.nobodysHarvest()}, "lote": {theirLot, "NADA-L-9"}} {
		for _, more := range []string{"", "&conteudo=completo", "&lacunas=true"} {
			asked := func(value string) string { return path + "?desde=0&" + name + "=" + url.QueryEscape(value) + more }
			found.try(p, "GET "+path, request{"GET", "", [2]string{asked(one.theirs), asked(one.nobodys)}, [2]string{}, one})
		}
	}
}

// placed matches the parts of an answer that reveal the length of the log.
var placed = regexp.MustCompile(`"next":\d+,"tamanhoDoLog":\d+,"checkpoint":"[^"]*"`)

// changes returns the changes that a party receives, without signed states and the length of the
// log.
func (p *party) changes(path string) string {
	a := p.call("GET", path+"?desde=0&conteudo=completo&tipo=rastro.registro.criado,rastro.registro.alterado,rastro.validacao.criada,rastro.recall.criado,rastro.importacao.concluida", "", "")
	a.header = http.Header{}
	a.body = placed.ReplaceAllString(a.body, "")
	return a.plain()
}

// attackPage attacks a page of the console; for each kind, if it is about records.
func (w *world) attackPage(p *party, r console.Route, found *leaks) {
	route := r.Method + " " + r.Path
	if skipped[route] != "" {
		return
	}
	about := []*kind.Kind{nil}
	if strings.Contains(r.Path, "{tipo}") {
		about = kinds()
	}
	for _, k := range about {
		path := r.Path
		if k != nil {
			path = strings.ReplaceAll(path, "{tipo}", strings.ReplaceAll(strings.TrimPrefix(k.Prefix, "/"), "/", "."))
		}
		var asked []request
		if r.Method == "POST" {
			asked = w.formRequests(r, path, k)
		} else {
			asked = w.requests(r.Method, path, k, nil, "")
		}
		for _, q := range asked {
			found.try(p, route, q)
		}
	}
}

// overview returns what each attacker sees without naming anything of others.
func (w *world) overview(attackers []*party) map[string]string {
	said := map[string]string{}
	ask := func(p *party, path string) {
		said[p.name+": GET "+path] = p.call("GET", path, "", "").plain()
	}
	stores.Integrate(w.t, w.service)
	for _, p := range attackers {
		for _, r := range api.Routes() {
			if strings.HasPrefix(r.Path, feed) {
				said[p.name+": GET "+r.Path] = p.changes(r.Path)
				continue
			}
			if r.Path == "/epcis/events" { // all on one page: tokens of pages are random
				ask(p, r.Path+"?perPage=1000")
				continue
			}
			if r.Method == "GET" && skipped["GET "+r.Path] == "" && !strings.Contains(strings.ReplaceAll(r.Path, "/safra/{id}", ""), "{") {
				ask(p, strings.ReplaceAll(r.Path, "{id}", ownHarvest))
			}
		}
		for _, path := range []string{"/lotes?size=2", "/lotes?busca=L", "/safras/" + ownHarvest + "/conferencia", "/rastreio/lote/PROPRIO-L-9", "/rastreio/lote/PROPRIO-L-9/balanco", "/rastreio/safra/" + ownHarvest} {
			ask(p, path)
		}
		for _, r := range console.Routes() {
			// The log is public, and its size with it.
			if r.Method == "GET" && !strings.Contains(r.Path, "{") && r.Path != "/console/log" && r.Path != "/console/trilha" {
				ask(p, r.Path)
			}
		}
		if a := p.call("GET", "/console/trilha", "", ""); strings.Contains(a.body, mark) {
			said[p.name+": GET /console/trilha"] = a.body
		}
	}
	return said
}
