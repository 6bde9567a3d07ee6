package attack_test

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/url"
	"regexp"
	"strings"
	"time"

	"rastro/internal/kind"
	"rastro/internal/testkit"
	"rastro/internal/web/console"
)

// pageForm is a form of the console. If it names something of the victim's, X stands for it and the
// path is the attacker's own; otherwise the path is what is probed. NEW is a name that no form has
// had before.
type pageForm struct{ body, names string }

// pageForms are the forms of the console, by route. A route that is neither here nor skipped fails
// the test: state what its form may name of another party's.
var pageForms = map[string][]pageForm{
	"POST /console/registros/{tipo}/novo":     {{"uma=NEW&safraId=X", "safra"}},
	"POST /console/registros/{tipo}/conferir": {{"uma=NEW&safraId=X", "safra"}, {"id=X&versao=1&safraId=" + ownHarvest, "id"}},
	"POST /console/registros/{tipo}/talhao":   {{"uma=NEW&safraId=X", "safra"}, {"id=X&versao=1&safraId=" + ownHarvest, "id"}},
	"POST /console/talhao/conferir":           {{`poligono=[-55.72,-12.55,-55.71,-12.54]`, ""}},
	"POST /console/registros/{tipo}/{id}/editar": {
		{"versao=1&safraId=" + ownHarvest, ""}, {"versao=1&safraId=X", "safra"}, {"versao=1&id=X&safraId=" + ownHarvest, "id"},
	},
	"POST /console/registros/{tipo}/{id}/excluir":     {{"versao=1", ""}},
	"POST /console/registros/{tipo}/{id}/anexos":      {{"x=x", ""}},
	"POST /console/registros/{tipo}/{id}/restaurar":   {{"versao=1&restaura=1", ""}},
	"POST /console/safras/{id}/perfil":                {{"uma=NEW&versao=0&fazenda=x", ""}},
	"POST /console/safras/{id}/validar":               {{"vez=NEW&status=APROVADO", ""}},
	"POST /console/lotes/{codigo}/eudr/declaracao":    {{"numeroReferencia=26FRYUI34JTQKB&situacao=AVAILABLE", ""}},
	"POST /console/lotes/{codigo}/links":              {{"uma=NEW&para=x&limite=5", ""}},
	"POST /console/lotes/{codigo}/links/{id}/revogar": {{"x=x", ""}},
	"POST /console/recall": {
		{"uma=NEW&motivo=x&lotes=X", "lote"}, {"uma=NEW&motivo=x&talhoes=X", "talhao"}, {"uma=NEW&motivo=x&insumos=X", "insumo"},
		{"uma=NEW&motivo=x&lotes=X&acao=registrar", "lote"}, {"uma=NEW&motivo=x&talhoes=X&acao=registrar", "talhao"}, {"uma=NEW&motivo=x&insumos=X&acao=registrar", "insumo"},
	},
	"POST /console/disputas": {
		{"uma=NEW&tipo=lote&codigo=X&motivo=x&safraId=" + ownHarvest, "lote"}, {"uma=NEW&tipo=gtin&codigo=X&motivo=x&safraId=" + ownHarvest, "gtin"},
		{"uma=NEW&tipo=lote&codigo=PROPRIO-L-9&motivo=x&safraId=X", "safra"},
	},
	"POST /console/chaves/nova":                  {{"uma=NEW&escopos=leitura&safras=X", "safra"}, {"uma=NEW&escopos=leitura&organizacao=X", "organizacao"}},
	"POST /console/chaves/{accessKey}/desativar": {{"motivo=x", ""}},
	"POST /console/webhooks":                     {{"uma=NEW&url=https%3A%2F%2Fexample.com&chave=X", "accessKey"}},
	"POST /console/webhooks/{id}/ativar":         {{"ativo=sim", ""}},
	"POST /console/fases/nova":                   {{"uma=NEW&cultura=SOJA&etapa=02&nome=x", ""}},
	"POST /console/fases/{id}/editar":            {{"versao=1&cultura=SOJA&etapa=02&nome=x", ""}},
	"POST /console/fases/{id}/excluir":           {{"versao=1", ""}},
	"POST /console/importar":                     {{"safraId;dose\nX;1 L/ha\n", "safra"}},
	"POST /console/importar/{id}/gravar":         {{"modo=validas", ""}},
	"POST /console/importar/{id}/descartar":      {{"x=x", ""}},
	"POST /console/importar/{id}/escolhas":       {{"modo=validas", ""}},
	"POST /console/notas/envio/{id}/escolhas":    {{"quais=todas", ""}},
	"POST /console/notas":                        {{"x=x", ""}},
	"POST /console/notas/gravar":                 {{"id=x&safra=X", "safra"}},
	"POST /console/notas/propostas":              {{"todos=1&safra=X", "safra"}, {"id=X&numero=0&safra=" + ownHarvest, "id"}, {"id=X&dispensar=1&safra=" + ownHarvest, "id"}},
	"POST /console/importar/{id}/colunas":        {{"acao=ver", ""}},

	"POST /console/registros/{tipo}/{id}/anexos/{sha256}/tirar": {{"x=x", ""}},

	"POST /console/importar/feitas/{id}/desfazer":   {{"x=x", ""}},
	"POST /console/importar/formatos/{id}/renomear": {{"nome=NEW", ""}},
	"POST /console/importar/formatos/{id}/excluir":  {{"x=x", ""}},
	"POST /console/convite/{convite}":               {{"x=x", ""}},
	"POST /console/pessoas/nova":                    {{"nome=x&login=NEW@x.example&papel=CAMPO&organizacao=X", "organizacao"}},
	"POST /console/pessoas/{id}":                    {{"versao=1&nome=x&login=x@x.example&papel=CAMPO", ""}},
	"POST /console/pessoas/{id}/link":               {{"x=x", ""}},
	"POST /console/pessoas/{id}/email":              {{"convite=x", ""}},
	"POST /console/pessoas/{id}/situacao":           {{"ativo=nao", ""}},
	"POST /console/pessoas/{id}/servidor":           {{"servidor=sim", ""}, {"servidor=nao", ""}},
	"POST /console/pessoas/{id}/expurgar":           {{"motivo=x", ""}},
	"POST /console/papeis/novo":                     {{"nome=NEW&escopos=leitura", ""}},
	"POST /console/papeis/{papel}":                  {{"versao=1&nome=NEW&escopos=leitura", ""}},
	"POST /console/papeis/{papel}/remover":          {{"versao=1", ""}},
	"POST /console/organizacoes/nova":               {{"uma=NEW&nome=NEW", ""}},
	"POST /console/organizacoes/{id}":               {{"versao=1&contato=x", ""}},
	"POST /console/safras/{id}/compartilhar":        {{"organizacao=NINGUEM&nivel=leitura", ""}, {"organizacao=NINGUEM&nivel=nenhum", ""}}, // whoever shares learns that the other is registered
	"POST /console/conta":                           {{"nome=x&idioma=pt", ""}},
	"POST /console/conta/senha":                     {{"atual=x&senha=x", ""}},
	"POST /console/conta/passkeys":                  {{"cerimonia=x&passkey=x", ""}},
	"POST /console/conta/passkeys/remover":          {{"id=x", ""}},
	"POST /console/conta/passkeys/exigir":           {{"exigir=sim", ""}},
	"POST /console/conta/sair":                      {{"x=x", ""}},
}

// namable returns what a form may name of the victim's, and what nobody has.
func (w *world) namable(names string, k *kind.Kind) []probe {
	switch names {
	case "safra":
		return []probe{{theirHarvest, w.nobodysHarvest()}}
	case "lote":
		return []probe{{theirLot, "NADA-L-9"}}
	case "gtin":
		return []probe{{theirGTIN, "7899999999999"}}
	case "organizacao":
		return []probe{{mark + "-ORG", "NADA-ORG"}}
	case "accessKey":
		return []probe{{w.key, "rk_nadanadanadanadanadanad"}}
	case "talhao":
		k = kind.ByPrefix("/cadastroPlanejamento/planoCultivo")
	case "insumo":
		k = kind.ByPrefix("/producaoAgricola/aplicacaoInsumo")
	}
	var all []probe
	for _, id := range w.records[k] {
		all = append(all, probe{id, w.newID("NADA")}, probe{id, w.newID(ownHarvest)})
	}
	return all
}

// formRequests fills in the forms of a page; for each kind, if it is about records.
func (w *world) formRequests(r console.Route, path string, k *kind.Kind) (all []request) {
	forms, ok := pageForms[r.Method+" "+r.Path]
	if !ok {
		w.t.Fatalf("%s %s: no form; say in pageForms what it may name of another party's", r.Method, r.Path)
	}
	const media = "application/x-www-form-urlencoded"
	for _, f := range forms {
		if w.organizations && strings.Contains(f.body, "safras=X") {
			continue // a key may be limited to any names: it reaches those that its organisation reaches
		}
		if f.names == "" {
			for _, q := range w.requests(r.Method, path, k, []string{f.body}, media) {
				q.body = w.fresh(q.body)
				all = append(all, q)
			}
			continue
		}
		for _, p := range w.namable(f.names, k) {
			own := parameter.ReplaceAllStringFunc(path, func(string) string {
				if k != nil {
					return w.own[k][0]
				}
				return ownHarvest
			})
			q := request{r.Method, media, [2]string{own, own}, w.fresh([2]string{strings.ReplaceAll(f.body, "X", p.theirs), strings.ReplaceAll(f.body, "X", p.nobodys)}), p}
			if strings.HasSuffix(r.Path, "/importar") {
				q.media = uploadMedia
				q.body = [2]string{upload(q.body[0]), upload(q.body[1])}
			}
			if strings.HasSuffix(r.Path, "/talhao") {
				q.media = uploadMedia
				q.body = [2]string{landUpload(q.body[0]), landUpload(q.body[1])}
			}
			all = append(all, q)
		}
	}
	return all
}

// fresh gives forms names that none had before.
func (w *world) fresh(bodies [2]string) [2]string {
	for i := range bodies {
		w.forms++
		bodies[i] = strings.ReplaceAll(bodies[i], "NEW", fmt.Sprintf("forma-%d", w.forms))
	}
	return bodies
}

const boundary = "x-boundary-x"

// uploadMedia is the media type of a form with a file.
const uploadMedia = "multipart/form-data; boundary=" + boundary

// upload returns a form that sends a file of rows.
func upload(rows string) string {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	_ = form.SetBoundary(boundary)
	_ = form.WriteField("tipo", "producaoAgricola.aplicacaoInsumo")
	part, _ := form.CreateFormFile("arquivo", "a.csv")
	_, _ = part.Write([]byte(rows))
	_ = form.Close()
	return body.String()
}

// landUpload returns a form with some fields that sends the file of a plot.
func landUpload(fields string) string {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	_ = form.SetBoundary(boundary)
	for field := range strings.SplitSeq(fields, "&") {
		name, value, _ := strings.Cut(field, "=")
		_ = form.WriteField(name, value)
	}
	part, _ := form.CreateFormFile("arquivo", "a.geojson")
	_, _ = part.Write([]byte(`{"type":"Point","coordinates":[-55.7,-12.5]}`))
	_ = form.Close()
	return body.String()
}

// importJob uploads a file, and returns the id of its import.
func (p *party) importJob() string {
	p.t.Helper()
	a := p.call("POST", "/console/importar", upload("safraId;dose\n"+theirHarvest+";1 L/ha\n"), uploadMedia)
	job := jobPath.FindStringSubmatch(a.header.Get("Location"))
	if job == nil {
		p.t.Fatalf("the upload: %d %s", a.status, a.body)
	}
	return job[1]
}

// importTaxJob sends a file as tax documents, and returns the id of its page.
func (p *party) importTaxJob() string {
	p.t.Helper()
	a := p.call("POST", "/console/notas", upload("<nota>"+theirHarvest+"</nota>"), uploadMedia)
	job := taxJobPath.FindStringSubmatch(a.header.Get("Location"))
	if job == nil {
		p.t.Fatalf("the upload: %d %s", a.status, a.body)
	}
	return job[1]
}

var taxJobPath = regexp.MustCompile(`notas/envio/([A-Za-z0-9_-]{16,})`)

var jobPath = regexp.MustCompile(`importar/([A-Za-z0-9_-]{16,})`)

// uploaded follows an upload to the page with its result, after the file was checked.
func (p *party) uploaded(a answer) answer {
	p.t.Helper()
	job := jobPath.FindStringSubmatch(a.header.Get("Location"))
	if job == nil {
		return a
	}
	for begin := time.Now(); ; {
		page := p.call("GET", "/console/importar/"+job[1], "", "")
		if !strings.Contains(page.body, "<progress") {
			page.body = strings.ReplaceAll(page.body, job[1], "~")
			p.call("POST", "/console/importar/"+job[1]+"/descartar", url.Values{}.Encode(), "application/x-www-form-urlencoded")
			return page
		}
		if time.Since(begin) > testkit.Patience {
			p.t.Fatalf("still under way: %.500s", page.body)
		}
	}
}
