package api

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"rastro/internal/api/openapi"
	"rastro/internal/api/params"
	"rastro/internal/eudr"
	"rastro/internal/eudr/dds"
	"rastro/internal/eudr/draft"
	"rastro/internal/filings"
	"rastro/internal/lang"
	"rastro/internal/lineage"
	"rastro/internal/trace"
)

// eudrRoutes are the routes for the EU's requirements.
var eudrRoutes = []Route{
	{Method: "GET", Path: "/eudr/lote/{codigo}", Operation: "eudr file", Scopes: readers, Memory: eudr.Memory, handle: eudrFile,
		Doc:     openapi.Facts{ID: "getEUDRFile", Tag: openapi.TagEUDR, Summary: "GeoJSON de todos os talhões de um lote, na forma da UE (EUDR)", Params: []string{"parte", "furos"}, Headers: attached, Errors: []int{409}, Forms: []openapi.Form{{Media: mediaGeoJSON, Schema: "ArquivoEUDR"}}},
		Success: lang.Text{PT: "Arquivo da UE com os talhões do lote.", EN: "The EU's file with the plots of the lot.", ES: "Archivo de la UE con las parcelas del lote."}},
	{Method: "GET", Path: "/eudr/lote/{codigo}/conferencia", Operation: "eudr check", Scopes: readers, Memory: eudr.Memory, handle: eudrCheck,
		Doc:     openapi.Facts{ID: "checkEUDR", Tag: openapi.TagEUDR, Summary: "O que a UE recusaria no arquivo de um lote, e o que falta do artigo 9", Params: []string{"furos"}, Gives: "ConferenciaEUDR", Errors: []int{409}},
		Success: lang.Text{PT: "Conferência do lote para a UE.", EN: "Pre-flight check of the lot for the EU.", ES: "Revisión del lote para la UE."}},
	{Method: "GET", Path: "/eudr/lote/{codigo}/dossie.zip", Operation: "eudr dossier", Scopes: readers, Memory: eudr.Memory, handle: eudrDossier,
		Doc:     openapi.Facts{ID: "getEUDRDossier", Tag: openapi.TagEUDR, Summary: "Dossiê EUDR de um lote, que 'rastro verify' confere sem servidor", Params: []string{"anexosPessoais"}, Headers: attached, Errors: []int{409}, Forms: []openapi.Form{{Media: mediaZip, Schema: "binary"}}},
		Success: lang.Text{PT: "Dossiê do lote: confira com 'rastro verify'.", EN: "Dossier of the lot: check it with 'rastro verify'.", ES: "Dosier del lote: compruébelo con 'rastro verify'."}},
	{Method: "GET", Path: "/eudr/lote/{codigo}/dds.xml", Operation: "eudr statement", Scopes: readers, Memory: eudr.Memory, handle: statementXML,
		Doc:     openapi.Facts{ID: "getEUDRStatement", Tag: openapi.TagEUDR, Summary: "Declaração de diligência devida (DDS) de um ou vários lotes, como mensagem do sistema da UE (versão 3)", Params: statementParams, Headers: attached, Errors: []int{409}, Forms: []openapi.Form{{Media: mediaXML, Schema: "text"}}},
		Success: statementMade},
	{Method: "GET", Path: "/eudr/lote/{codigo}/dds.json", Operation: "eudr statement json", Scopes: readers, Memory: eudr.Memory, handle: statementJSON,
		Doc:     openapi.Facts{ID: "getEUDRStatementJSON", Tag: openapi.TagEUDR, Summary: "A mesma declaração em JSON, com os nomes da mensagem", Params: statementParams, Gives: "DeclaracaoEUDR", Errors: []int{409}},
		Success: statementMade},
	{Method: "POST", Path: "/eudr/declaracoes", Operation: "note statement", Body: bodyLimit, Scopes: writers, handle: noteStatement,
		Doc:     openapi.Facts{ID: "createDeclaracaoEUDR", Tag: openapi.TagEUDR, Summary: "Anotar o número de uma declaração entregue à UE, ou a situação dela, nos lotes que ela cobre", Takes: "NovaDeclaracaoUE", Example: filingExample, Gives: "DeclaracoesUE", Params: onceOnly, Errors: []int{404, 409}},
		Success: lang.Text{PT: "Declaração anotada.", EN: "Statement noted.", ES: "Declaración anotada."}},
	{Method: "GET", Path: "/eudr/declaracoes", Operation: "statements", Scopes: readers, Memory: eudr.Memory, handle: listStatements,
		Doc:     openapi.Facts{ID: "listDeclaracoesEUDR", Tag: openapi.TagEUDR, Summary: "As declarações à UE de um lote, e as dos lotes que entraram nele", Params: []string{"loteDasDeclaracoes"}, Gives: "DeclaracoesUE", Errors: []int{404}},
		Success: lang.Text{PT: "Declarações do lote à UE.", EN: "Statements of the lot to the EU.", ES: "Declaraciones del lote a la UE."}},
	{Method: "GET", Path: "/eudr/declaracoes/{id}", Operation: "statement", Scopes: readers, handle: getStatement,
		Doc:     openapi.Facts{ID: "getDeclaracaoEUDR", Tag: openapi.TagEUDR, Summary: "Uma declaração à UE, como anotada em um lote", Gives: "DeclaracaoUE"},
		Success: lang.Text{PT: "Declaração à UE.", EN: "Statement to the EU.", ES: "Declaración a la UE."}},
}

// sendRoutes are the optional client of the EU's system.
var sendRoutes = []Route{
	{Method: "POST", Path: "/eudr/lote/{codigo}/envio", Operation: "send statement", Scopes: writers, Memory: eudr.Memory, handle: sendStatement,
		Doc:     openapi.Facts{ID: "sendDeclaracaoEUDR", Tag: openapi.TagEUDR, Summary: "Enviar a declaração do lote ao sistema da UE e anotá-la", Params: slices.Concat(onceOnly, statementParams), Gives: "DeclaracoesUE", Errors: []int{404, 409}},
		Success: lang.Text{PT: "Declaração enviada à UE.", EN: "Statement sent to the EU.", ES: "Declaración enviada a la UE."}},
	{Method: "POST", Path: "/eudr/declaracoes/{id}/consulta", Operation: "refresh statement", Scopes: writers, handle: refreshStatement,
		Doc:     openapi.Facts{ID: "refreshDeclaracaoEUDR", Tag: openapi.TagEUDR, Summary: "Perguntar ao sistema da UE o que foi feito da declaração, e anotar", Status: 200, Gives: "DeclaracoesUE", Errors: []int{404, 409}},
		Success: lang.Text{PT: "Situação da declaração à UE.", EN: "State of the statement to the EU.", ES: "Situación de la declaración a la UE."}},
	{Method: "PUT", Path: "/eudr/declaracoes/{id}/envio", Operation: "amend statement", Scopes: writers, Memory: eudr.Memory, handle: amendStatement,
		Doc:     openapi.Facts{ID: "amendDeclaracaoEUDR", Tag: openapi.TagEUDR, Summary: "Corrigir a declaração no sistema da UE com o que os registros dizem agora; até 72 horas depois do envio", Params: statementParams, Gives: "DeclaracoesUE", Errors: []int{404, 409}},
		Success: lang.Text{PT: "Declaração corrigida no sistema da UE.", EN: "Statement amended in the EU's system.", ES: "Declaración corregida en el sistema de la UE."}},
	{Method: "DELETE", Path: "/eudr/declaracoes/{id}/envio", Operation: "withdraw statement", Scopes: writers, handle: withdrawStatement,
		Doc:     openapi.Facts{ID: "withdrawDeclaracaoEUDR", Tag: openapi.TagEUDR, Summary: "Retirar a declaração do sistema da UE; até 72 horas depois do envio", Gives: "DeclaracoesUE", Errors: []int{404, 409}},
		Success: lang.Text{PT: "Declaração retirada do sistema da UE.", EN: "Statement withdrawn from the EU's system.", ES: "Declaración retirada del sistema de la UE."}},
}

// sendStatement files the statement of a lot with the EU's system.
func sendStatement(a *API, c *call) (reply, error) {
	once, err := params.Once(c.r, c.body, c.lang)
	if err != nil {
		return reply{}, err
	}
	ask, desk, err := a.asked(c, c.path("codigo"))
	if err != nil {
		return reply{}, err
	}
	sent, replayed, err := a.options.Sender.Send(c.ctx, desk, ask, once)
	if err != nil {
		return reply{}, err
	}
	if replayed {
		markReplayed(c)
	}
	return reply{status: http.StatusCreated, data: eudr.AppendFiled(nil, sent)}, nil
}

func amendStatement(a *API, c *call) (reply, error) {
	ask, desk, err := a.asked(c, "")
	if err != nil {
		return reply{}, err
	}
	return a.told(a.options.Sender.Amend(c.ctx, desk, c.path("id"), ask))
}

func refreshStatement(a *API, c *call) (reply, error) {
	return a.told(a.options.Sender.Refresh(c.ctx, c.key, c.path("id")))
}

func withdrawStatement(a *API, c *call) (reply, error) {
	return a.told(a.options.Sender.Withdraw(c.ctx, c.key, c.path("id")))
}

func (a *API) told(noted []filings.Filing, err error) (reply, error) {
	if err != nil {
		return reply{}, err
	}
	return reply{data: eudr.AppendFiled(nil, noted)}, nil
}

const filingExample = `{"lotes":["MT25-S-001"],"numeroReferencia":"26FRYUI34JTQKB","numeroVerificacao":"ABCD1234","situacao":"AVAILABLE","em":"2026-11-18T12:00:00Z"}`

// noteStatement notes a statement that was filed with the EU.
func noteStatement(a *API, c *call) (reply, error) {
	r, err := filings.Read(c.body)
	if err != nil {
		return reply{}, err
	}
	once, err := params.Once(c.r, c.body, c.lang)
	if err != nil {
		return reply{}, err
	}
	noted, replayed, err := a.service.FileStatement(c.ctx, c.key, r, once)
	if err != nil {
		return reply{}, err
	}
	if replayed {
		markReplayed(c)
	}
	return reply{status: http.StatusCreated, data: eudr.AppendFiled(nil, noted)}, nil
}

// listStatements lists what was filed for a lot and for the lots that went into it.
func listStatements(a *API, c *call) (reply, error) {
	code := c.query().Get("lote")
	if code == "" {
		return reply{}, trace.BadParameter("lote", "MT25-S-001")
	}
	origin, err := a.service.OriginOf(c.ctx, c.key, code, time.Time{}, func(*lineage.OriginPlot) error { return nil })
	if err != nil {
		return reply{}, err
	}
	filed, err := a.desk(c).Filed(c.ctx, origin)
	if err != nil {
		return reply{}, err
	}
	return reply{data: eudr.AppendFiled(nil, filed)}, nil
}

func getStatement(a *API, c *call) (reply, error) {
	found, err := a.service.Filing(c.ctx, c.key, c.path("id"))
	if err != nil {
		return reply{}, err
	}
	return reply{data: found.AppendJSON(nil), version: found.Version}, nil
}

var (
	statementMade   = lang.Text{PT: "Declaração de diligência devida do lote.", EN: "Due diligence statement of the lot.", ES: "Declaración de diligencia debida del lote."}
	statementParams = []string{"loteDaDDS", "atividade", "paisDaDDS", "fronteira", "hs", "quantidadeKg", "descricaoDaDDS", "referencia", "confidencial", "conferidas", "agrupar", "parteDaDDS", "furos"}
)

// asked returns the statement that a call refers to.
func (a *API) asked(c *call, lot string) (*draft.Request, eudr.Preparer, error) {
	desk := a.desk(c)
	ask, err := draft.Read(lot, c.query())
	if err == nil {
		desk.CutHoles, err = cutHoles(c)
	}
	return ask, desk, err
}

// drafted drafts the statement that a call requests, and sets headers that say where its parts are.
func (a *API) drafted(c *call) (*draft.Draft, error) {
	ask, desk, err := a.asked(c, c.path("codigo"))
	if err != nil {
		return nil, err
	}
	made, err := draft.Make(c.ctx, desk, ask)
	if made != nil {
		c.w.Header()["Link"] = []string{made.Links(c.r.URL.Path, c.query())}
	}
	return made, err
}

// statementXML answers with the statement as the message that the EU's system takes.
func statementXML(a *API, c *call) (reply, error) {
	made, err := a.drafted(c)
	if err != nil {
		return reply{}, err
	}
	const disposition = "Content-Disposition"
	c.w.Header()[disposition] = []string{`attachment; filename="` + made.FileName(".xml") + `"`}
	out := &stream{c: c, media: mediaXML}
	if err = dds.WriteXML(out, made.Statement); err == nil {
		err = out.close()
	}
	if err != nil {
		c.w.Header().Del(disposition)
		return out.fail(a, err)
	}
	return sent, nil
}

// statementJSON answers with the content of the message.
func statementJSON(a *API, c *call) (reply, error) {
	made, err := a.drafted(c)
	if err != nil {
		return reply{}, err
	}
	out := &stream{c: c, media: mediaJSON}
	out.openEnvelope()
	err = dds.WriteJSON(out, made.Statement)
	if err == nil {
		_, err = out.Write([]byte("}\n"))
	}
	if err == nil {
		err = out.close()
	}
	if err != nil {
		return out.fail(a, err)
	}
	return sent, nil
}

const mediaZip = "application/zip"

// eudrFile answers with the EU's file of the plots behind a lot, or a part of it. A file that is
// incomplete, or that the EU would reject, is not sent.
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

// desk returns the drafter of EU documents, for the caller.
func (a *API) desk(c *call) eudr.Preparer { return eudr.Preparer{Service: a.service, By: c.key} }

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
