package api

import (
	"strings"
	"time"

	"rastro/internal/api/openapi"
	"rastro/internal/api/params"
	"rastro/internal/eudr"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// eudrRoutes are the rows for what the EU asks for.
var eudrRoutes = []Route{
	{Method: "GET", Path: "/eudr/lote/{codigo}", Operation: "eudr file", Scopes: readers, Memory: eudr.Memory, handle: eudrFile,
		Doc:     openapi.Facts{ID: "getEUDRFile", Tag: openapi.TagEUDR, Summary: "GeoJSON de todos os talhões de um lote, na forma da UE (EUDR)", Params: []string{"parte", "furos"}, Headers: attached, Errors: []int{409}, Forms: []openapi.Form{{Media: mediaGeoJSON, Schema: "ArquivoEUDR"}}},
		Success: lang.Text{PT: "Arquivo da UE com os talhões do lote.", EN: "The EU's file with the plots of the lot.", ES: "Archivo de la UE con las parcelas del lote."}},
	{Method: "GET", Path: "/eudr/lote/{codigo}/conferencia", Operation: "eudr check", Scopes: readers, Memory: eudr.Memory, handle: eudrCheck,
		Doc:     openapi.Facts{ID: "checkEUDR", Tag: openapi.TagEUDR, Summary: "O que a UE recusaria no arquivo de um lote, e o que falta do artigo 9", Params: []string{"furos"}, Gives: "ConferenciaEUDR", Errors: []int{409}},
		Success: lang.Text{PT: "Conferência do lote para a UE.", EN: "Pre-flight check of the lot for the EU.", ES: "Revisión del lote para la UE."}},
	{Method: "GET", Path: "/eudr/lote/{codigo}/dossie.zip", Operation: "eudr dossier", Scopes: readers, Memory: eudr.Memory, handle: eudrDossier,
		Doc:     openapi.Facts{ID: "getEUDRDossier", Tag: openapi.TagEUDR, Summary: "Dossiê EUDR de um lote, que 'rastro verify' confere sem servidor", Params: []string{"anexosPessoais"}, Headers: attached, Errors: []int{409}, Forms: []openapi.Form{{Media: mediaZip, Schema: "binary"}}},
		Success: lang.Text{PT: "Dossiê do lote: confira com 'rastro verify'.", EN: "Dossier of the lot: check it with 'rastro verify'.", ES: "Expediente del lote: compruébelo con 'rastro verify'."}},
}

const mediaZip = "application/zip"

// eudrFile answers with the EU's file of the plots behind a lot, or with one part
// of it. A file that is incomplete or would be rejected is not sent.
func eudrFile(a *API, c *call) (reply, error) {
	part, err := params.Ordinal(c.query(), "parte")
	if err != nil {
		return reply{}, err
	}
	desk := a.desk(c)
	if desk.CutHoles, err = cutHoles(c); err != nil {
		return reply{}, err
	}
	report, err := desk.Part(c.ctx, c.path("codigo"), part)
	if trace.Is(err, trace.CodeEUDRInParts) {
		c.w.Header()["Link"] = []string{partLinks(report, 0)}
	}
	if err != nil {
		return reply{}, err
	}
	part, parts := max(part, 1), len(report.Parts)
	c.w.Header()["Content-Disposition"] = []string{`attachment; filename="` + eudr.FileName(report.Lot, part, parts) + `"`}
	return reply{media: mediaGeoJSON, raw: report.File, link: partLinks(report, part)}, nil
}

// cutHoles reads whether plots with holes are to be cut.
func cutHoles(c *call) (bool, error) {
	return params.OneOf(c.query(), "furos", "recusar", map[string]bool{"recusar": false, "cortar": true})
}

// desk puts together what the EU asks for, for the caller.
func (a *API) desk(c *call) eudr.Desk { return eudr.Desk{Service: a.service, By: c.key} }

// partLinks leads from a part to the others, and to the pre-flight.
func partLinks(report *eudr.Report, part int) string {
	check, parts := eudr.Path(report.Lot)+"/conferencia", len(report.Parts)
	if report.HolesCut {
		check += "?furos=cortar"
	}
	links := []string{"<" + check + `>; rel="describedby"`}
	link := func(rel string, n int) {
		links = append(links, "<"+report.PartPath(n)+`>; rel="`+rel+`"`)
	}
	if parts > 1 {
		link("first", 1)
		if part > 1 {
			link("prev", part-1)
		}
		if part < parts {
			link("next", part+1)
		}
		link("last", parts)
	}
	return strings.Join(links, ", ")
}

// eudrCheck answers with the pre-flight of a lot.
func eudrCheck(a *API, c *call) (reply, error) {
	desk := a.desk(c)
	var err error
	if desk.CutHoles, err = cutHoles(c); err != nil {
		return reply{}, err
	}
	report, origin, err := desk.Survey(c.ctx, c.path("codigo"), 0, time.Time{})
	if err != nil {
		return reply{}, err
	}
	article9, harvests, err := desk.Judge(c.ctx, report, origin)
	if err != nil {
		return reply{}, err
	}
	return reply{data: report.AppendJSON(nil, c.lang, article9, harvests)}, nil
}

// eudrDossier answers with the dossier of a lot. Everything that can fail because of the
// caller or the records fails before the first byte.
func eudrDossier(a *API, c *call) (reply, error) {
	desk := a.desk(c)
	var err error
	if desk.Personal, err = params.OneOf(c.query(), "anexosPessoais", "false", map[string]bool{"true": true, "false": false}); err != nil {
		return reply{}, err
	}
	d, err := desk.Dossier(c.ctx, c.path("codigo"))
	if err != nil {
		return reply{}, err
	}
	const disposition = "Content-Disposition"
	c.w.Header()[disposition] = []string{`attachment; filename="` + eudr.DossierName(d.Report.Lot) + `"`}
	out := &stream{c: c, media: mediaZip}
	err = d.Write(out)
	if err == nil {
		err = out.close()
	}
	if err != nil {
		c.w.Header().Del(disposition)
		return out.fail(a, err)
	}
	return sent, nil
}
