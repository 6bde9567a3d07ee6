package console_test

import (
	"html"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rastro/internal/account"
	"rastro/internal/kind"
	"rastro/internal/organization"
	"rastro/internal/reach"
	"rastro/internal/trace"
	"rastro/internal/web/console"
	"rastro/internal/web/console/consoletest"
	"rastro/internal/web/console/pagekit"
)

// roleSite returns a site with the demonstration, whose harvests an organisation owns, and somebody
// of it with each built-in role.
func roleSite(s *consoletest.Site) map[string]*consoletest.Browser {
	s.T.Helper()
	s.As(s.Root).Post("/demonstracao", "vez", "uma").Has(200, consoletest.SoyHarvest)
	name := "Coopervale"
	if _, _, err := s.Service.RegisterOrganization(s.T.Context(), &s.Root.Key, organization.Request{Name: &name}, nil); err != nil {
		s.T.Fatal(err)
	}
	for _, harvest := range []string{consoletest.SoyHarvest, consoletest.CoffeeHarvest} {
		if _, err := s.Service.ShareHarvest(s.T.Context(), &s.Root.Key, harvest, name, reach.Owner); err != nil {
			s.T.Fatal(err)
		}
	}
	s.Person("Aa Ninguém", "aa@x.example", "CLASSIFICADOR", name) // the first of the list, whom buttons deactivate
	people := map[string]*consoletest.Browser{}
	for i := range account.Roles {
		role := account.Roles[i].ID
		people[role], _ = s.Person("Pessoa "+role, strings.ToLower(role)+"@x.example", role, name)
	}
	return people
}

// Harvests that differ in what may be done in them: one with mistakes of the role's own organisation,
// one that a neighbour shares to be read, and one that the neighbour shares to be written.
const ownHarvest, readHarvest, sharedHarvest = "TORTA", "LIDA", "ESCRITA"

// untidy adds to a site what a demonstration does not have: mistakes, harvests of others, and the
// traces of work that was undone.
func untidy(s *consoletest.Site) {
	s.T.Helper()
	neighbour := "Vizinha"
	if _, _, err := s.Service.RegisterOrganization(s.T.Context(), &s.Root.Key, organization.Request{Name: &neighbour}, nil); err != nil {
		s.T.Fatal(err)
	}
	root := s.As(s.Root)
	for harvest, shares := range map[string][]sharedTo{
		ownHarvest: {{"Coopervale", reach.Owner}}, readHarvest: {{neighbour, reach.Owner}, {"Coopervale", reach.Read}},
		sharedHarvest: {{neighbour, reach.Owner}, {"Coopervale", reach.Write}},
	} {
		lot := "L-" + harvest
		s.Create(kind.Plan, harvest, `{"cultura":"CAFE","areaHectares":"muita"}`)
		s.Create(kind.Planting, harvest, `{"dataPlantio":"31/02/2025"}`)
		s.Create(kind.LotIdentification, harvest, `{"codigoLote":"`+lot+`"}`)
		s.Create(kind.Cargo, harvest, `{"loteOrigem":"`+lot+`","placaVeiculo":"???"}`)
		s.Create(kind.PostHarvest, harvest, `{"loteOrigem":"`+lot+`","volume":"uma carreta"}`)
		s.Create(kind.Processing, harvest, `{"loteOrigem":"`+lot+`"}`)
		s.Create(kind.Shipment, harvest, `{"dataSaida":"31/02/2025"}`)
		gone := s.Create(kind.Receiving, harvest, `{"loteOrigem":"`+lot+`","volume":"uma carreta"}`)
		root.Post(pagekit.RecordPath(gone.Kind, gone.ID.String())+"/excluir", "versao", "1").Has(200)
		s.Create(kind.Receiving, harvest, `{"loteOrigem":"`+lot+`","volume":"uma carreta"}`)
		v := s.Create(kind.Validation, harvest, `{"status":"REPROVADO"}`)
		root.Post(pagekit.RecordPath(v.Kind, v.ID.String())+"/excluir", "versao", "1").Has(200)
		s.Create(kind.Validation, harvest, `{"status":"REPROVADO"}`)
		for _, with := range shares {
			if _, err := s.Service.ShareHarvest(s.T.Context(), &s.Root.Key, harvest, with.organization, with.level); err != nil {
				s.T.Fatal(err)
			}
		}
	}
	asked := []string{"uma", root.Get("/recall").Hidden("uma"), "motivo", "mofo", "lotes", "L-" + ownHarvest}
	asked[1] = root.Post("/recall", asked...).Has(200).Hidden("uma")
	root.Post("/recall", append(asked, "acao", "registrar")...).Has(200)
	s.Integrate()
}

type sharedTo struct {
	organization string
	level        reach.Level
}

// Nobody is shown a link, a form or a button for what their role does not allow: from the start,
// everybody with a built-in role follows what pages lead to, one page of each form and phase,
// and then presses every button, without having filled anything in. The pages near a harvest that
// differs are followed for themselves.
func TestPagesShowWhatRolesAllow(t *testing.T) {
	t.Parallel()
	consoletest.Each(t, func(s *consoletest.Site) {
		people := roleSite(s)
		untidy(s)
		for i := range account.Roles {
			w := &walk{role: account.Roles[i].ID, Browser: people[account.Roles[i].ID], seen: map[string]bool{}, buttons: map[string]string{}}
			w.follow("/console", most)
			if len(w.seen) < 60 {
				w.T.Errorf("%s: only %d links and buttons were followed", w.role, len(w.seen))
			}
			for _, harvest := range []string{ownHarvest, readHarvest, sharedHarvest} {
				w.seen = map[string]bool{}
				w.follow("/console/safras/"+harvest, 2)
				w.seen = map[string]bool{}
				w.follow("/console/lotes/L-"+harvest, 1)
			}
			w.press()
		}
	})
}

// A role cannot do what it does not allow, even with the address: every route answers 403 to
// somebody whose role lacks what it needs.
func TestAttackRoutesBeyondARole(t *testing.T) {
	t.Parallel()
	consoletest.Each(t, func(s *consoletest.Site) {
		people := roleSite(s)
		refused := 0
		for i := range account.Roles {
			role := &account.Roles[i]
			for _, r := range console.Routes() {
				allowed := r.Scopes == nil || slices.ContainsFunc(role.Scopes, func(has trace.Scope) bool { return slices.Contains(r.Scopes, has) })
				for _, needed := range r.Rights {
					allowed = allowed && role.Rights.Has(needed)
				}
				if allowed {
					continue
				}
				refused++
				path := strings.NewReplacer("{id}", consoletest.SoyHarvest, "{codigo}", consoletest.SoyLot, "{tipo}", consoletest.ReceiptSlug).Replace(strings.TrimPrefix(r.Path, "/console"))
				if got := people[role.ID].Do(r.Method, path, nil, []string{"Content-Type", "application/x-www-form-urlencoded", "Origin", s.Server.URL}); got.Status != http.StatusForbidden {
					s.T.Errorf("%s: %s %s is %d", role.ID, r.Method, path, got.Status)
				}
			}
		}
		if refused < 100 {
			s.T.Errorf("only %d routes were refused to somebody", refused)
		}
	})
}

// Those who only read are not told to correct or to record something; others are.
func TestReadersAreGivenNoAdvice(t *testing.T) {
	t.Parallel()
	s := consoletest.NewSite(t)
	people := roleSite(s)
	s.Create(kind.Planting, "TORTA", `{"dataPlantio":"31/02/2025"}`)
	s.Create(kind.Receiving, "TORTA", `{"loteOrigem":"L-1","volume":"uma carreta"}`)
	if _, err := s.Service.ShareHarvest(t.Context(), &s.Root.Key, "TORTA", "Coopervale", reach.Owner); err != nil {
		t.Fatal(err)
	}
	s.Integrate()
	for path, advice := range map[string]string{
		"": "para resolver", "/safras": "Corrigir", "/safras/TORTA/conferencia": "<th scope=\"col\" class=\"screen\">Fazer</th>",
		"/lotes/L-1/eudr": "Corrija os erros abaixo.", "/registros": "ou acrescente um registro",
	} {
		people["GERENTE"].Get(path).Has(200, advice).Lacks("Você só lê")
		people["AUDITOR"].Get(path).Has(200).Lacks(advice)
	}
	people["AUDITOR"].Get("/lotes/L-1/eudr").Has(200, "nenhum registro diz de que talhão veio o lote").Lacks("de 0 talhões")
	for _, path := range []string{"/safras/TORTA", "/safras/TORTA/conferencia", "/lotes/L-1/eudr"} {
		people["AUDITOR"].Get(path).Has(200, "Você só lê")
	}
}

// What somebody may write elsewhere gives no advice about a harvest that is only shared to be read.
func TestSharedToBeReadGivesNoAdvice(t *testing.T) {
	t.Parallel()
	s := consoletest.NewSite(t)
	manager := roleSite(s)["GERENTE"]
	untidy(s)
	const advice, form = "Corrija os erros abaixo.", `name="numeroReferencia"`
	for _, harvest := range []string{ownHarvest, sharedHarvest} {
		manager.Get("/lotes/L-"+harvest+"/eudr").Has(200, advice, "O que fazer", "/links\"").Lacks("Você só lê")
		manager.Get("/lotes/L-"+harvest+"/eudr/declaracao").Has(200, form)
	}
	manager.Get("/lotes/L-"+readHarvest+"/eudr").Has(200, "Você só lê", "O que falta fazer").Lacks(advice, "/links\"")
	manager.Get("/lotes/L-" + readHarvest + "/eudr/declaracao").Has(200).Lacks(form)
	todo := manager.Get("/safras").Has(200, "O que precisa ser feito")
	for harvest, tag := range map[string]string{ownHarvest: "Corrigir", sharedHarvest: "Corrigir", readHarvest: "Com erros"} {
		item := regexp.MustCompile(`<li><span class="badge[^<]*</span> <span><a [^>]*>` + harvest + `</a> 1 erro`).FindString(todo.Body)
		if !strings.Contains(item, tag) || tag != "Corrigir" && strings.Contains(item, "Corrigir") {
			t.Errorf("%s: %q, want %s", harvest, item, tag)
		}
	}
}

// What the built-in roles open, in words of their own: the table of roles does not decide it.
func TestBuiltInRoles(t *testing.T) {
	t.Parallel()
	s := consoletest.NewSite(t)
	people := roleSite(s)
	soy := "/safras/" + consoletest.SoyHarvest
	for path, roles := range map[string]string{
		"/safras":                  "BALANCA CLASSIFICADOR CAMPO DOCUMENTACAO GERENTE AUDITOR ADMINISTRADOR",
		"/importar":                "BALANCA DOCUMENTACAO GERENTE ADMINISTRADOR",
		"/painel.xlsx":             "DOCUMENTACAO GERENTE AUDITOR ADMINISTRADOR",
		soy + "/mapa":              "BALANCA CAMPO DOCUMENTACAO GERENTE AUDITOR ADMINISTRADOR",
		soy + "/compartilhar":      "GERENTE ADMINISTRADOR",
		"/pessoas":                 "GERENTE ADMINISTRADOR",
		"/pessoas/nova":            "GERENTE ADMINISTRADOR",
		"/pessoas/x/expurgar":      "ADMINISTRADOR",
		"/papeis":                  "ADMINISTRADOR",
		"/chaves":                  "ADMINISTRADOR",
		"/webhooks":                "ADMINISTRADOR",
		"/organizacoes":            "ADMINISTRADOR",
		"POST " + soy + "/validar": "GERENTE ADMINISTRADOR",
		"01":                       "CAMPO DOCUMENTACAO GERENTE ADMINISTRADOR", "02": "CAMPO GERENTE ADMINISTRADOR", "03": "CAMPO GERENTE ADMINISTRADOR",
		"04": "CLASSIFICADOR GERENTE ADMINISTRADOR", "05": "BALANCA DOCUMENTACAO GERENTE ADMINISTRADOR", "06": "BALANCA CLASSIFICADOR GERENTE ADMINISTRADOR",
		"07": "CLASSIFICADOR GERENTE ADMINISTRADOR", "08": "DOCUMENTACAO GERENTE ADMINISTRADOR", "09": "DOCUMENTACAO GERENTE ADMINISTRADOR",
	} {
		for role, b := range people {
			var got consoletest.Seen
			post, isPost := strings.CutPrefix(path, "POST ")
			switch {
			case isPost:
				got = b.Post(post)
			case len(path) == 2: // a phase
				at := slices.IndexFunc(kind.All, func(k *kind.Kind) bool { return k.Phase == path && !k.IsValidation() })
				if at < 0 {
					t.Fatalf("no kind has the phase %s", path)
				}
				got = b.Get(pagekit.RecordsPath(kind.All[at]) + "/novo")
			default:
				got = b.Get(path)
			}
			if allowed := slices.Contains(strings.Fields(roles), role); allowed == (got.Status == http.StatusForbidden) {
				t.Errorf("%s: %s is %d", role, path, got.Status)
			}
		}
	}
}

var (
	anchors = regexp.MustCompile(`<a [^>]*href="([^"#]+)[^>]*>`)
	forms   = regexp.MustCompile(`<form [^>]*>`)
	action  = regexp.MustCompile(`(?: action| formaction)="([^"]*)"`)
	buttons = regexp.MustCompile(`<button [^>]*formaction="[^"]*"[^>]*>`)
	// particular are the parts of an address that many pages of one form differ in.
	particular = regexp.MustCompile(`[0-9A-Z]{26}|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{64}|=[^&]*|[A-Z0-9]+(-[A-Z0-9]+)+`)
	// looks are the choices of how pages look, which lead back to the same page.
	looks     = regexp.MustCompile(`[?&](lang|detalhes|atalhos)=`)
	aboutKind = regexp.MustCompile(`/registros/([a-zA-Z.]+)`)
)

// walk is somebody with a role who goes from page to page.
type walk struct {
	*consoletest.Browser
	role    string
	seen    map[string]bool   // forms of addresses
	buttons map[string]string // where each sends something, and the page that has it
}

// form returns what the addresses of pages have in common that differ only in what they show:
// of records, the phase counts.
func form(address string) string {
	return aboutKind.ReplaceAllStringFunc(particular.ReplaceAllString(address, "~"), func(found string) string {
		slug := strings.TrimPrefix(found, "/registros/")
		if k := kind.ByPrefix("/" + strings.ReplaceAll(slug, ".", "/")); k != nil {
			return "/registros/" + k.Phase
		}
		return found
	})
}

// most is how many pages a walk may follow.
const most = 400

// follow opens a page and those that lead on from it, by no more than some steps.
func (w *walk) follow(start string, steps int) {
	w.T.Helper()
	type step struct {
		to, from string
		left     int
	}
	for queue := []step{{start, "a walk", steps}}; len(queue) > 0; queue = queue[1:] {
		to := queue[0].to
		if w.seen[form(to)] {
			continue
		}
		w.seen[form(to)] = true
		page := w.Get(strings.TrimPrefix(to, "/console"))
		if page.Status >= http.StatusBadRequest {
			w.T.Errorf("%s: %s leads to %s, which is %d", w.role, queue[0].from, to, page.Status)
			continue
		}
		base, err := url.Parse(page.Path)
		if err != nil {
			w.T.Fatal(err)
		}
		for _, found := range anchors.FindAllStringSubmatch(page.Body, -1) {
			if next, ok := inConsole(base, found[1]); ok && !looks.MatchString(next) && queue[0].left > 0 {
				queue = append(queue, step{next, to, queue[0].left - 1})
			}
		}
		for _, tag := range slices.Concat(forms.FindAllString(page.Body, -1), buttons.FindAllString(page.Body, -1)) {
			sent := base.Path
			if found := action.FindStringSubmatch(tag); found != nil {
				var ok bool
				if sent, ok = inConsole(base, found[1]); !ok {
					continue
				}
			}
			method := "POST "
			if strings.HasPrefix(tag, "<form") && !strings.Contains(tag, `method="post"`) {
				method = "GET "
			}
			if known := method + form(sent); !w.seen[known] {
				w.seen[known] = true
				w.buttons[method+sent] = to
			}
		}
	}
	if w.T.Logf("%s from %s: %d links and buttons", w.role, start, len(w.seen)); len(w.seen) > most {
		w.T.Errorf("%s: %d links and buttons were followed", w.role, len(w.seen))
	}
}

// inConsole returns the page of the console that an address on a page names.
func inConsole(base *url.URL, address string) (string, bool) {
	next, err := base.Parse(html.UnescapeString(address))
	if err != nil || next.Host != "" && next.Host != base.Host || !strings.HasPrefix(next.Path, "/console") {
		return "", false
	}
	return next.RequestURI(), true
}

// press sends what each button sends when nothing was filled in: the answer may be that something
// is missing, but not that the role does not allow it.
func (w *walk) press() {
	w.T.Helper()
	for _, button := range slices.Sorted(maps.Keys(w.buttons)) { // one press changes what the next finds
		page := w.buttons[button]
		method, to, _ := strings.Cut(button, " ")
		path := strings.TrimPrefix(to, "/console")
		if path == "/sair" { // ends the walk
			continue
		}
		var got consoletest.Seen
		if method == "POST" {
			got = w.Post(path)
		} else {
			got = w.Get(path)
		}
		if got.Status == http.StatusForbidden || got.Status == http.StatusUnauthorized || got.Status >= http.StatusInternalServerError {
			w.T.Errorf("%s: %s has %s, which is %d", w.role, page, button, got.Status)
		}
	}
}
