package api

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// document serves one of the OpenAPI documents.
func document(a *API, c *call) (reply, error) {
	return reply{media: mediaJSON, raw: a.documents[c.route.Path]}, nil
}

// documents makes the OpenAPI documents by path, from the route and kind tables.
func documents() (map[string][]byte, error) {
	doc := openAPI()
	newer, err := encode(nil, doc)
	if err != nil {
		return nil, fmt.Errorf("OpenAPI 3.1: %w", err)
	}
	older, err := encode(nil, downgrade(doc).(object).set("openapi", "3.0.3"))
	if err != nil {
		return nil, fmt.Errorf("OpenAPI 3.0: %w", err)
	}
	return map[string][]byte{"/openapi.json": newer, "/openapi-3.0.json": older}, nil
}

func openAPI() object {
	return object{
		{"openapi", "3.1.0"},
		{"info", object{
			{"title", "Rastro"},
			{"summary", "Rastreabilidade de safras, do plano de cultivo ao navio"},
			{"description", apiDescription},
			{"version", "1"},
			{"license", object{{"name", "Apache-2.0"}, {"identifier", "Apache-2.0"}}},
		}},
		{"servers", list31{object{{"url", "/"}}}},
		{"security", list31{object{{"chaveAcesso", list31{}}, {"chaveSecreta", list31{}}}, object{{"basic", list31{}}}}},
		{"tags", tags()},
		{"paths", paths()},
		{"components", object{
			{"securitySchemes", object{
				{"chaveAcesso", object{{"type", "apiKey"}, {"in", "header"}, {"name", accessHeader}, {"description", "A accessKey (rk_…)."}}},
				{"chaveSecreta", object{{"type", "apiKey"}, {"in", "header"}, {"name", secretHeader}, {"description", "A secretKey (rs_…), entregue uma só vez na criação da chave."}}},
				{"basic", object{{"type", "http"}, {"scheme", "basic"}, {"description", "accessKey como usuário, secretKey como senha."}}},
			}},
			{"parameters", parameters()},
			{"responses", errorResponses()},
			{"schemas", schemas()},
		}},
	}
}

const apiDescription = `Registros de rastreabilidade de uma safra, por fase e por tipo.

Toda escrita é aceita pela **forma** e avaliada pelo **conteúdo**: o que foi enviado fica guardado byte a byte, e o que parece errado volta em ` + "`avisos`" + `.
Respostas de sucesso trazem ` + "`status`, `message` e `data`" + `; as de erro trazem também ` + "`code`" + ` (o status HTTP), ` + "`error`" + ` (um nome estável) e ` + "`requestId`" + `.
Mensagens em português; em inglês ou espanhol com ` + "`Accept-Language`" + `.`

const (
	tagPhases = "Catálogo de fases"
	tagKeys   = "Chaves de acesso"
	tagLots   = "Lotes"
	tagServer = "Servidor"
)

func tags() list31 {
	var all list31
	for _, p := range kind.Phases {
		all = append(all, object{{"name", phaseTag(p)}})
	}
	for _, name := range []string{tagPhases, tagKeys, tagLots, tagServer} {
		all = append(all, object{{"name", name}})
	}
	return all
}

func phaseTag(p kind.Phase) string { return p.Code + " " + p.Title.PT }

func (r Route) tag() string {
	switch {
	case r.Kind != nil:
		p, _ := kind.PhaseByCode(r.Kind.Phase)
		return phaseTag(p)
	case strings.HasPrefix(r.Path, "/validacao"):
		p, _ := kind.PhaseByCode("10")
		return phaseTag(p)
	case strings.HasPrefix(r.Path, "/fase"):
		return tagPhases
	case strings.HasPrefix(r.Path, "/apikey"):
		return tagKeys
	case strings.HasPrefix(r.Path, "/rastreio"), strings.HasPrefix(r.Path, "/lotes"), strings.HasPrefix(r.Path, "/eudr"):
		return tagLots
	}
	return tagServer
}

// paths lists the routes by path, each path's methods together.
func paths() object {
	var all object
	index := map[string]int{}
	for _, r := range slices.Concat(Routes(), publicPages) {
		path := strings.ReplaceAll(r.Path, "...}", "}")
		i, ok := index[path]
		if !ok {
			i = len(all)
			index[path] = i
			all = append(all, member{path, object{}})
		}
		all[i].value = append(all[i].value.(object), member{strings.ToLower(r.Method), operation(r)})
	}
	return all
}

// details says what an operation takes and gives, by the route's operation and
// whether it serves a record kind.
func operation(r Route) object {
	op := object{
		{"operationId", r.operationID()},
		{"tags", list31{r.tag()}},
		{"summary", r.summary()},
	}
	if len(r.Scopes) == 0 {
		op = append(op, member{"security", list31{}})
	} else {
		op = append(op, member{"description", "Escopo da chave: " + joinScopes(r.Scopes) + "."})
	}
	if p := r.parameters(); len(p) > 0 {
		op = append(op, member{"parameters", p})
	}
	if r.Body > 0 {
		schema, example := r.request()
		op = append(op, member{"requestBody", object{
			{"required", true},
			{"content", r.bodyContent(schema, example)},
		}})
	}
	return append(op, member{"responses", r.responses()})
}

func (r Route) bodyContent(schema, example any) object {
	content := object{{mediaJSON, object{{"schema", schema}, {"example", example}}}}
	if r.Lines {
		content = append(content, member{mediaNDJSON, object{{"schema", describe(typed("string"), "Um item da lista por linha.")}}})
	}
	return content
}

func joinScopes(scopes []trace.Scope) string {
	names := make([]string, len(scopes))
	for i, s := range scopes {
		names[i] = "`" + string(s) + "`"
	}
	return strings.Join(names, " ou ")
}

// operationID is the operation's name and its path, in one word.
func (r Route) operationID() string {
	var b strings.Builder
	b.WriteString(camel(r.Operation))
	if r.Kind != nil {
		b.WriteString(kindName(r.Kind))
	} else if strings.HasPrefix(r.Path, "/fase") {
		b.WriteString("Fase")
	}
	return b.String()
}

func camel(words string) string {
	parts := strings.FieldsFunc(words, func(r rune) bool { return r == ' ' || r == ',' || r == '.' })
	for i, p := range parts[1:] {
		parts[i+1] = strings.ToUpper(p[:1]) + p[1:]
	}
	return strings.Join(parts, "")
}

// kindName is a kind's prefix in one word: two kinds share a name.
func kindName(k *kind.Kind) string {
	var b strings.Builder
	for segment := range strings.SplitSeq(strings.Trim(k.Prefix, "/"), "/") {
		b.WriteString(strings.ToUpper(segment[:1]) + segment[1:])
	}
	return b.String()
}

var summaries = map[string]string{
	"import":  "Criar muitos: ",
	"history": "Histórico: ", "proof": "Prova: ", "conferred": "Conferência guardada: ", "erase": "Expurgar (LGPD): ",
	"create": "Criar: ", "update": "Alterar: ", "getById": "Ler por id: ", "getBySafra": "Ler por safra: ", "list": "Listar: ", "delete": "Excluir: ",
}

var otherSummaries = map[string]string{
	"generateQRCode": "QR code de uma validação", "create many": "Criar várias fases, todas ou nenhuma",
	"list by crop": "Listar fases de uma cultura", "list by crop and stage": "Listar fases de uma cultura e etapa",
	"list by crop, stage and name": "Listar fases de uma cultura, etapa e nome",
	"createApiKey":                 "Criar uma chave", "getAllApiKeys": "Listar as chaves", "deactivateApiKey": "Desativar uma chave",
	"harvests":     "Safras e como estão: completude, achados, última alteração",
	"digital link": "GS1 Digital Link: a validação que cita um GTIN", "digital link of a lot": "GS1 Digital Link: a validação que cita um GTIN e um lote",
	"label":       "Etiqueta de uma validação, para imprimir",
	"conference":  "Conferência de uma safra: achados e completude",
	"differences": "O que mudou numa safra entre dois instantes", "rules": "Regras da conferência, com exemplos", "log checkpoint": "Estado assinado do log público", "log tile": "Bloco do log público",
	"trace lot": "Rastrear um lote: de onde veio e para onde foi", "trace harvest": "Rastrear os lotes de uma safra", "balance": "Balanço de massa de um lote",
	"eudr file": "GeoJSON de todos os talhões de um lote, na forma da UE (EUDR)", "eudr check": "O que a UE recusaria no arquivo de um lote, e o que falta do artigo 9",
	"eudr dossier": "Dossiê EUDR de um lote, que 'rastro verify' confere sem servidor",
	"find lots":    "Procurar lotes", "recall": "Recall: tudo o que foi afetado, com relatório assinado no log",
	"recall report":     "Relatório de um recall que foi feito",
	"public validation": "O que qualquer pessoa pode saber de uma validação",
	"disputes":          "Lotes e GTINs que mais de uma parte reivindica", "settle lot": "Decidir de que safra é um lote", "settle gtin": "Decidir de que safra é um GTIN",
	"health": "O processo está de pé?", "ready": "O servidor pode atender?",
	"openapi": "Este documento (OpenAPI 3.1)", "openapi 3.0": "Este documento em OpenAPI 3.0",
}

func (r Route) summary() string {
	if r.Kind != nil {
		return summaries[r.Operation] + r.Kind.Title.PT
	}
	if s, ok := otherSummaries[r.Operation]; ok {
		return s
	}
	return summaries[r.Operation] + "fase do catálogo"
}

// success is the status of a successful answer.
func (r Route) success() int {
	if r.Method == http.MethodPost && r.Operation != "erase" {
		return http.StatusCreated
	}
	return http.StatusOK
}

// told gives a text in the document's language.
func told(t lang.Text) string { return t.In(lang.PT) }
