// Package openapi builds the OpenAPI documents. Each route describes its requests
// and responses in its row of the route table; this package holds the schemas and
// parameters that rows refer to by name.
package openapi

import (
	"fmt"
	"strings"

	"rastro/internal/kind"
	"rastro/internal/lang"
)

// Site is the address of the API, and how it is reached.
type Site struct {
	URL                        string // of the server, without a slash at its end
	AccessHeader, SecretHeader string
}

// Documents writes the document of some operations as OpenAPI 3.1 and as 3.0.
func Documents(at Site, operations []Operation) (newer, older []byte, err error) {
	doc := document(at, operations)
	if newer, err = encode(nil, doc); err != nil {
		return nil, nil, fmt.Errorf("OpenAPI 3.1: %w", err)
	}
	if older, err = encode(nil, downgrade(doc).(object).set("openapi", "3.0.3")); err != nil {
		return nil, nil, fmt.Errorf("OpenAPI 3.0: %w", err)
	}
	return newer, older, nil
}

func document(at Site, operations []Operation) object {
	return object{
		{"openapi", "3.1.0"},
		{"info", object{
			{"title", "Rastro"},
			{"summary", "Rastreabilidade de safras, do plano de cultivo ao navio"},
			{"description", about},
			{"version", "1"},
			{"license", object{{"name", "Apache-2.0"}, {"url", "https://www.apache.org/licenses/LICENSE-2.0"}}},
		}},
		{"servers", list{object{{"url", at.URL}, {"description", "Este servidor"}}}},
		{"security", list{object{{"chaveAcesso", list{}}, {"chaveSecreta", list{}}}, object{{"basic", list{}}}}},
		{"tags", tags()},
		{"paths", paths(operations)},
		{"components", object{
			{"securitySchemes", object{
				{"chaveAcesso", object{{"type", "apiKey"}, {"in", "header"}, {"name", at.AccessHeader}, {"description", "A accessKey (rk_…)."}}},
				{"chaveSecreta", object{{"type", "apiKey"}, {"in", "header"}, {"name", at.SecretHeader}, {"description", "A secretKey (rs_…), entregue uma só vez na criação da chave."}}},
				{"basic", object{{"type", "http"}, {"scheme", "basic"}, {"description", "accessKey como usuário, secretKey como senha."}}},
			}},
			{"headers", headers()},
			{"parameters", parameters()},
			{"responses", errorResponses()},
			{"schemas", schemas()},
		}},
	}
}

const about = `Registros de rastreabilidade de uma safra, por fase e por tipo.

Toda escrita é aceita pela **forma** e avaliada pelo **conteúdo**: o que foi enviado fica guardado byte a byte, e o que parece errado volta em ` + "`avisos`" + `.
Respostas de sucesso trazem ` + "`status`, `message` e `data`" + `; as de erro trazem também ` + "`code`" + ` (o status HTTP), ` + "`error`" + ` (um nome estável) e ` + "`requestId`" + `.
Mensagens em português; em inglês ou espanhol com ` + "`Accept-Language`" + `.`

// The groups of operations that serve no record kind. The operations of a kind belong to the
// group of its phase.
const (
	TagHarvests = "Safras"
	TagLots     = "Lotes"
	TagEUDR     = "EUDR"
	TagFiles    = "Anexos"
	TagPublic   = "Consulta pública"
	TagPhases   = "Catálogo de fases"
	TagKeys     = "Chaves de acesso"
	// TagOrganizations is the group for organisations and their reach.
	TagOrganizations = "Organizações"
	// TagImports is the group on spreadsheets, their mappings, and their imports.
	TagImports = "Importações"
	// TagChanges is the group on changes as events.
	TagChanges = "Mudanças"
	// TagWebhooks is the group on webhooks.
	TagWebhooks = "Webhooks"
	TagServer   = "Servidor"
)

var otherTags = []struct{ name, text string }{
	{TagHarvests, "As safras, o que falta em cada uma e o que mudou."},
	{TagLots, "De onde um lote veio, para onde foi, quanto dele há, e de quem é."},
	{TagEUDR, "O arquivo de talhões que a União Europeia pede, e o que falta para ele."},
	{TagFiles, "Os arquivos anexados a registros. Anexar e tirar estão com cada tipo de registro."},
	{TagPublic, "O que qualquer pessoa pode ver sem chave: o link de um produto e o log assinado."},
	{TagPhases, "As etapas que a conferência de uma safra espera."},
	{TagKeys, "Chaves de integradores, com escopos e limites."},
	{TagOrganizations, "Organizações, as safras de cada uma, e com quem elas são compartilhadas."},
	{TagImports, "Planilhas de qualquer formato, o que é cada coluna delas, e as importações, que podem ser desfeitas."},
	{TagChanges, "O que foi gravado, na ordem do log: para acompanhar sem perder nada, e poder provar isso."},
	{TagWebhooks, "Para onde os eventos são enviados, assinados (Standard Webhooks 1.0), e o que foi deles."},
	{TagEPCIS, "Os registros como eventos EPCIS 2.0, para outros sistemas: consulta, com as respostas e os erros do padrão."},
	{TagServer, "Saúde do servidor, regras e este documento."},
}

func tags() list {
	var all list
	for _, p := range kind.Phases {
		all = append(all, object{{"name", phaseTag(p)}, {"description", "Registros da fase " + p.Code + "."}})
	}
	for _, t := range otherTags {
		all = append(all, object{{"name", t.name}, {"description", t.text}})
	}
	return all
}

// PhaseTag returns the group of a phase's operations.
func PhaseTag(code string) string {
	p, _ := kind.PhaseByCode(code)
	return phaseTag(p)
}

func phaseTag(p kind.Phase) string { return p.Code + " " + p.Title.PT }

// paths lists the operations by path, each path's methods together.
func paths(operations []Operation) object {
	var all object
	index := map[string]int{}
	for i := range operations {
		o := &operations[i]
		path := strings.ReplaceAll(o.Path, "...}", "}")
		at, ok := index[path]
		if !ok {
			at = len(all)
			index[path] = at
			all = append(all, member{path, object{}})
		}
		all[at].value = append(all[at].value.(object), member{strings.ToLower(o.Method), o.document()})
	}
	return all
}

// told returns a text in the document's language.
func told(t lang.Text) string { return t.In(lang.PT) }
