package api

import (
	"cmp"
	"slices"
	"strings"

	"rastro/internal/api/linkset"
	"rastro/internal/api/openapi"
	"rastro/internal/api/params"
	"rastro/internal/httpkit"
	"rastro/internal/lang"
	"rastro/internal/print/labels"
)

// Texts that several routes share in the documents.
var (
	onceOnly     = []string{"Idempotency-Key"}
	pagingParams = []string{"size", "page", "sort", "cursor", "total"}
	recordPaging = append(pagingParams[:len(pagingParams):len(pagingParams)], "em")

	createdHeaders = []string{"Location", "ETag", "Idempotent-Replayed"}
	locatedHeaders = []string{"Location", "Idempotent-Replayed"}
	versioned      = []string{"ETag"}
	paged          = []string{"Link"}
	attached       = []string{"Content-Disposition"}

	documentForm  = []openapi.Form{{Media: mediaJSON, Schema: "object", Text: "O documento."}}
	validationTag = openapi.PhaseTag("10")
	linkForms     = []openapi.Form{
		{Media: linkset.Media, Schema: "Linkset", Text: "Os links (RFC 9264)."},
		{Status: 307, Media: mediaJSON, Schema: "LinkDoProduto"},
	}
	createdToo  = []openapi.Form{{Status: 201, Media: mediaJSON, Schema: "PerfilCriado", Text: "Perfil da safra criado."}}
	importForms = []openapi.Form{
		{Media: mediaNDJSON, Schema: "LinhasImportadas"},
		{Status: 200, Media: mediaJSON, Schema: "RespostaDaImportacao", Text: "Nada foi criado: uma simulação, ou nenhuma linha nova."},
		{Status: 200, Media: mediaNDJSON, Schema: "LinhasImportadas"},
	}
)

const logText = "O log público (C2SP tlog-tiles)."

// settlementExample is the body of a decision; tests send it.
const settlementExample = `{"safraId":"DEMO-SOJA-MT-2024-25","motivo":"Contrato e romaneio conferidos"}`

// formsOf returns the formats of an answer other than JSON.
func formsOf(formats []params.Format) (all []openapi.Form) {
	for _, f := range formats {
		schema := "text"
		if f.Media == mediaGeoJSON {
			schema = "object"
		}
		all = append(all, openapi.Form{Media: f.Media, Schema: schema})
	}
	return all
}

func labelForms() (all []openapi.Form) {
	for _, f := range labels.Formats {
		media, _, _ := strings.Cut(f.Media, ";")
		all = append(all, openapi.Form{Media: media, Schema: "binary"})
	}
	return all
}

// publicPages are pages that the documents describe and web serves: someone who
// scans a code may ask for JSON. They are not routes of the API.
var publicPages = []Route{
	{Method: "GET", Path: "/v/{codigo}", Operation: "public validation",
		Doc:     openapi.Facts{ID: "getPublicValidacao", Tag: openapi.TagPublic, Summary: "O que qualquer pessoa pode saber de uma validação", Gives: "ValidacaoPublica", Params: []string{"formatoDaPagina"}},
		Success: lang.Text{PT: "O que qualquer pessoa pode saber de uma validação; também como página.", EN: "What anyone may know about a validation; also as a page.", ES: "Lo que cualquiera puede saber de una validación; también como página."}},
}

// documents writes the OpenAPI documents by path, from the route and kind tables.
func documents(publicURL string) (map[string]*httpkit.Document, error) {
	var all []openapi.Operation
	for _, r := range slices.Concat(Routes(), publicPages) {
		o := openapi.Operation{
			Method: r.Method, Path: r.Path, Kind: r.Kind, Probe: r.Probe, Body: r.Body > 0, Lines: r.Lines, Success: r.Success, Facts: r.Doc,
		}
		for _, s := range r.Scopes {
			o.Scopes = append(o.Scopes, string(s))
		}
		for _, s := range r.Also {
			o.Also = append(o.Also, string(s))
		}
		all = append(all, o)
	}
	newer, older, err := openapi.Documents(openapi.Site{URL: cmp.Or(publicURL, "/"), AccessHeader: accessHeader, SecretHeader: secretHeader}, all)
	return map[string]*httpkit.Document{"/openapi.json": httpkit.NewDocument(mediaJSON, newer), "/openapi-3.0.json": httpkit.NewDocument(mediaJSON, older)}, err
}

// document serves one of the OpenAPI documents.
func document(a *API, c *call) (reply, error) {
	all, err := a.documents()
	return reply{document: all[c.route.Path]}, err
}
