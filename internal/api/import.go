package api

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strconv"

	"rastro/internal/api/openapi"
	"rastro/internal/api/params"
	"rastro/internal/canon"
	"rastro/internal/fiscal"
	"rastro/internal/intake"
	"rastro/internal/lang"
	"rastro/internal/taxdocs"
	"rastro/internal/trace"
)

const mediaNDJSON = params.MediaNDJSON

// importRoute is there for every kind that can be imported.
var importRoute = Route{Method: "POST", Path: "/all", Operation: "import", Body: manyBodyLimit, Cost: importCost, Lines: true, Scopes: writers, handle: importRecords,
	Doc:     openapi.Facts{ID: "import{kind}", Summary: "Criar muitos: {title}", Takes: "[]CreateChainEntity{kind}", Most: intake.MaxRows, Gives: "Importacao", Params: []string{"modo", "simular", "repetidas", "Idempotency-Key"}, Forms: importForms},
	Success: lang.Text{PT: "Importação concluída; veja cada linha em 'resultados'.", EN: "Import done; see each row in 'resultados'.", ES: "Importación concluida; vea cada fila en 'resultados'."}}

// taxRoutes are the rows about tax documents.
var taxRoutes = []Route{
	{Method: "POST", Path: "/documentos/importar", Operation: "import tax documents", Body: fiscal.MaxZipBytes + maxFormAround, Cost: 1, Memory: taxdocs.Memory, Scopes: writers, file: true, handle: importTaxDocuments,
		Doc: openapi.Facts{ID: "importDocumentos", Tag: openapi.TagHarvests, Summary: "Importar notas fiscais e seus documentos (NF-e, CT-e, MDF-e e eventos): um XML, ou um zip de muitos",
			Files: []string{mediaXML, "text/xml", "application/zip", mediaForm}, Gives: "ImportacaoDeDocumentos", Params: []string{"simularDocumentos", "safraDosDocumentos", "criar"}, Errors: []int{413, 422}, Forms: taxForms},
		Success: lang.Text{PT: "Documentos importados; veja cada um em 'resultados'.", EN: "Documents imported; see each in 'resultados'.", ES: "Documentos importados; vea cada uno en 'resultados'."}},
}

// proposalRoutes are the rows about what tax documents propose.
var proposalRoutes = []Route{
	{Method: "GET", Path: "/documentos/propostas", Operation: "tax proposals", Memory: taxdocs.ProposalMemory, Scopes: writers, handle: listProposals,
		Doc:     openapi.Facts{ID: "listPropostas", Tag: openapi.TagHarvests, Summary: "Registros que as notas de uma safra propõem e ninguém aceitou ainda", Gives: "PaginaDePapelComPropostas", Params: []string{"safraDasPropostas", "size", "cursor"}, Headers: paged, Errors: []int{404}},
		Success: lang.Text{PT: "Propostas das notas.", EN: "Proposals of the documents.", ES: "Propuestas de las facturas."}},
	{Method: "POST", Path: "/documentos/propostas", Operation: "accept tax proposals", Body: bodyLimit, Memory: taxdocs.ProposalMemory, Scopes: writers, handle: acceptProposals,
		Doc:     openapi.Facts{ID: "acceptPropostas", Tag: openapi.TagHarvests, Summary: "Aceitar propostas das notas: todas viram registros, ou nenhuma; cada uma vira um só", Takes: "PedidoDeAceite", Example: proposalExample, Gives: "AceiteDePropostas", Params: onceOnly, Errors: []int{404}},
		Success: lang.Text{PT: "Propostas aceitas.", EN: "Proposals accepted.", ES: "Propuestas aceptadas."}},
}

const proposalExample = `{"propostas":[{"id":"0199e1c2-7a40-7a3f-8c11-5b6c0d9a1e22","numero":0,"lote":"MT25-S-001","placa":"ABC1C34"}]}`

const mediaXML = "application/xml"

var taxForms = []openapi.Form{{Status: 200, Media: mediaJSON, Schema: "RespostaDosDocumentos", Text: "Nada foi criado: uma simulação, ou nenhum documento novo."}}

var simulatedMessage = lang.Text{PT: "Simulação: nada foi gravado; veja cada linha em 'resultados'.", EN: "Dry run: nothing was written; see each row in 'resultados'.", ES: "Simulación: no se guardó nada; vea cada fila en 'resultados'."}

// repeatedRows says what happens to a row that was imported before.
var repeatedRows = map[string]bool{"criar": false, "ignorar": true}

func importOptions(c *call) (o intake.Options, err error) {
	query := c.query()
	if o.Mode, err = params.OneOf(query, "modo", "tudo", intake.Modes); err != nil {
		return o, err
	}
	if o.DryRun, err = params.OneOf(query, "simular", "false", map[string]bool{"true": true, "false": false}); err != nil {
		return o, err
	}
	if o.SkipRepeated, err = params.OneOf(query, "repetidas", "criar", repeatedRows); err != nil {
		return o, err
	}
	if o.Once, err = params.Once(c.r, c.body, c.lang); err != nil || o.Once == nil {
		return o, err
	}
	if o.Mode != intake.ImportAll || o.DryRun {
		// No single transaction could keep the answer with what it describes.
		return o, trace.BadParameter("Idempotency-Key", "modo=tudo | repetidas=ignorar")
	}
	o.Encode = func(results []intake.Result, count intake.Count) []byte {
		data := []byte(`{"resultados":[`)
		for i := range results {
			data = appendBareResult(separated(data, i), &results[i])
		}
		return appendCounts(append(data, `],`...), count)
	}
	return o, nil
}

// importRecords creates the rows of a body. The body is read whole before the
// first row is written: a caller that sends everything before it reads would otherwise wait
// for us while we wait for it.
func importRecords(a *API, c *call) (reply, error) {
	o, err := importOptions(c)
	if err != nil {
		return reply{}, err
	}
	media, _, _ := mime.ParseMediaType(c.r.Header.Get("Content-Type"))
	rows, err := intake.ReadRows(c.body, c.route.Kind, media == mediaJSON)
	if err != nil {
		return reply{}, err
	}
	return a.importRows(c, rows, o, nil)
}

// importRows imports rows and answers with what became of each. lead is what the answer begins
// with: members of an object, each with its comma.
func (a *API) importRows(c *call, rows intake.Source, o intake.Options, lead []byte) (reply, error) {
	o.Source = "api"
	out := &stream{c: c, media: mediaJSON}
	if o.DryRun {
		out.message = simulatedMessage
	}
	lines := params.Accepted(c.r.Header.Get("Accept"), mediaJSON, mediaNDJSON) == mediaNDJSON
	if lines {
		out.media = mediaNDJSON
	} else {
		out.openEnvelope()
		out.wait = append(append(append(out.wait, '{'), lead...), `"resultados":[`...)
	}
	n := 0
	var line []byte
	count, kept, err := a.service.Import(c.ctx, c.key, rows, o, func(r *intake.Result) error {
		line = line[:0]
		if !lines {
			line = separated(line, n)
		}
		if line, n = a.appendResult(c, line, r), n+1; lines {
			line = append(line, '\n')
		}
		if r.Outcome == intake.RowCreated {
			out.status = http.StatusCreated
		}
		_, err := out.Write(line)
		return err
	})
	switch {
	case err != nil:
		return out.fail(a, err)
	case kept != nil:
		return replayed(c, kept, http.StatusCreated, 0), nil
	case lines:
		out.wait = append(appendCounts(append(out.wait, `{"resumo":{`...), count), "}\n"...)
	default:
		out.wait = append(appendCounts(append(out.wait, `],`...), count), "}\n"...)
	}
	if err := c.key.ReachErr(); err != nil {
		return out.fail(a, unsure(c, nil, err))
	}
	_ = out.close() // a caller who hung up needs no answer
	return sent, nil
}

// separated puts a comma before every item but the first.
func separated(dst []byte, n int) []byte {
	if n > 0 {
		return append(dst, ',')
	}
	return dst
}

// appendCounts appends the counts as the last members of an object, and ends it.
func appendCounts(dst []byte, count intake.Count) []byte {
	for _, c := range []struct {
		name string
		n    int64
	}{{"total", count.Total}, {"criados", count.Created}, {"existentes", count.Existing}, {"recusados", count.Refused}} {
		dst = append(dst, '"')
		dst = append(dst, c.name...)
		dst = append(dst, `":`...)
		dst = append(strconv.AppendInt(dst, c.n, 10), ',')
	}
	if count.Run != (trace.ID{}) {
		dst = append(append(append(dst, `"importacaoId":"`...), count.Run.String()...), `",`...)
	}
	dst = append(dst, `"simulado":`...)
	return append(strconv.AppendBool(dst, count.DryRun), '}')
}

// openResult begins the result of a row: everything that does not quote it.
func openResult(dst []byte, r *intake.Result) []byte {
	dst = append(dst, `{"linha":`...)
	dst = strconv.AppendInt(dst, r.Line, 10)
	dst = append(dst, `,"situacao":"`...)
	dst = append(dst, r.Outcome...)
	dst = append(dst, '"')
	if r.ID != (trace.ID{}) {
		dst = append(dst, `,"id":"`...)
		dst = append(dst, r.ID.String()...)
		dst = append(dst, '"')
	}
	if r.Outcome == intake.RowCreated {
		dst = append(dst, `,"versao":`...)
		dst = strconv.AppendInt(dst, r.Record.Version, 10)
	}
	return dst
}

// appendBareResult appends what is kept for a repeated request: nothing that an
// erasure would have to reach.
func appendBareResult(dst []byte, r *intake.Result) []byte {
	return append(openResult(dst, r), '}')
}

func (a *API) appendResult(c *call, dst []byte, r *intake.Result) []byte {
	dst = openResult(dst, r)
	if r.Record != nil {
		dst = r.Record.AppendGraded(append(dst, ','), c.lang)
	}
	if r.Err != nil {
		failed := trace.AsError(r.Err)
		if failed.Class() == trace.Internal {
			a.Note(c.w, r.Err)
		}
		dst = append(dst, `,"error":`...)
		dst = canon.AppendString(dst, string(failed.Code))
		dst = append(dst, `,"mensagem":`...)
		dst = canon.AppendString(dst, failed.Text(c.lang))
		dst = append(dst, `,"erros":[`...)
		for i, p := range intake.RowProblems(r.At, failed) {
			dst = appendProblem(separated(dst, i), p, c.lang)
		}
		dst = append(dst, ']')
	}
	return append(dst, '}')
}

// importTaxDocuments makes records of tax documents. They are read whole before the first is
// written, as the rows of an import are.
func importTaxDocuments(a *API, c *call) (reply, error) {
	o, err := taxOptions(c)
	if err != nil {
		return reply{}, err
	}
	sent, err := c.files()
	if err != nil {
		return reply{}, err
	}
	all := make([]taxdocs.Sent, len(sent))
	for i := range sent {
		all[i] = taxdocs.InMemory(sent[i])
	}
	files, err := taxdocs.Files(all...)
	if err != nil {
		return reply{}, err
	}
	if o.Source = "api"; len(sent) == 1 {
		o.File = sent[0].Name
	}
	alone := len(sent) == 1 && !fiscal.IsZip(sent[0].Content)
	out := &stream{c: c, media: mediaJSON}
	if o.DryRun {
		out.message = lang.Text{PT: "Simulação: nada foi gravado; veja cada documento em 'resultados'.", EN: "Dry run: nothing was written; see each document in 'resultados'.", ES: "Simulación: no se guardó nada; vea cada documento en 'resultados'."}
	}
	out.openEnvelope()
	out.wait = append(out.wait, `{"resultados":[`...)
	n := 0
	var line []byte
	count, err := a.service.TaxDocuments.Import(c.ctx, c.key, files, o, func(r *taxdocs.Result) error {
		if alone && r.Document == nil {
			return r.Err // what cannot be read is an error of the request
		}
		if r.Outcome == taxdocs.Created {
			out.status = http.StatusCreated
		}
		if r.Err != nil && trace.AsError(r.Err).Class() == trace.Internal {
			a.Note(c.w, r.Err)
		}
		line, n = r.AppendJSON(separated(line[:0], n), c.lang), n+1
		_, err := out.Write(line)
		return err
	})
	if err == nil {
		err = c.key.ReachErr()
	}
	if err != nil {
		return out.fail(a, err)
	}
	out.wait = append(taxdocs.AppendCounts(append(out.wait, `],`...), count), "}\n"...)
	_ = out.close() // a caller who hung up needs no answer
	return reply{sent: true}, nil
}

func taxOptions(c *call) (o taxdocs.Options, err error) {
	query := c.query()
	if o.DryRun, err = params.OneOf(query, "simular", "false", map[string]bool{"true": true, "false": false}); err != nil {
		return o, err
	}
	if o.Create, err = params.OneOf(query, "criar", "notas", taxdocs.Creates); err != nil {
		return o, err
	}
	o.HarvestID = query.Get("safraId")
	if query.Has("safraId") && (o.HarvestID == "" || len(o.HarvestID) > trace.MaxName) {
		return o, trace.BadParameter("safraId", "1–"+strconv.Itoa(trace.MaxName))
	}
	return o, nil
}

// files is the body, or all files of a form.
func (c *call) files() (list []fiscal.File, err error) {
	media, args, err := mime.ParseMediaType(c.r.Header.Get("Content-Type"))
	if err != nil || media != mediaForm {
		return []fiscal.File{{Content: c.body}}, nil
	}
	parts := multipart.NewReader(bytes.NewReader(c.body), args["boundary"])
	for {
		part, err := parts.NextPart()
		switch {
		case errors.Is(err, io.EOF) && len(list) > 0:
			return list, nil
		case errors.Is(err, io.EOF):
			return []fiscal.File{{}}, nil // which is an empty file
		case err != nil:
			return nil, &trace.Error{Code: trace.CodeFormUnreadable, Cause: err}
		case part.FileName() == "":
			continue
		case len(list) == fiscal.MaxSent:
			return nil, trace.Fail(trace.CodeTooManySent, "max", strconv.Itoa(fiscal.MaxSent))
		}
		content, err := io.ReadAll(part)
		if err != nil {
			return nil, &trace.Error{Code: trace.CodeFormUnreadable, Cause: err}
		}
		list = append(list, fiscal.File{Name: fiscal.ShownName(part.FileName()), Content: content})
	}
}

// proposalList names the list of proposals in cursors.
const proposalList = "propostas"

func listProposals(a *API, c *call) (reply, error) {
	p, err := params.Paging(c.query())
	if err != nil {
		return reply{}, err
	}
	harvestID := c.query().Get("safraId")
	if harvestID == "" || len(harvestID) > trace.MaxName {
		return reply{}, trace.BadParameter("safraId", "1–"+strconv.Itoa(trace.MaxName))
	}
	after := ""
	if p.Cursor != "" {
		text, err := a.service.OpenText(c.ctx, c.key, proposalList, p.Cursor)
		if err != nil {
			return reply{}, err
		}
		after = string(text)
	}
	p.Size = min(p.Size, taxdocs.MaxPapers)
	found, next, err := a.service.TaxDocuments.Waiting(c.ctx, c.key, harvestID, after, p.Size)
	if err == nil && next != "" {
		next, err = a.service.SealText(c.ctx, c.key, proposalList, []byte(next))
	}
	if err != nil {
		return reply{}, err
	}
	p.Total, p.Cursor = false, "-" // a place in it has no number
	return list(c.r, p, 0, next, 2048*len(found), func(dst []byte) []byte {
		for i := range found {
			dst = found[i].AppendJSON(separated(dst, i))
		}
		return dst
	}), nil
}

// readChoices reads which proposals a request accepts.
func readChoices(body []byte) (choices []taxdocs.Choice, err error) {
	var members trace.Members
	var listed canon.Value
	err = trace.ReadObject(body, func(member string, value canon.Value) error {
		if member == "propostas" && value.Kind() == '[' {
			listed = value.Clone()
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	canon.Each(string(listed), func(_, one string) bool {
		var c taxdocs.Choice
		c.Number = -1
		_ = trace.ReadObject([]byte(one), func(member string, value canon.Value) error { // a number that is none stays -1
			switch member {
			case "id":
				c.ID = members.Text(member, value, trace.MaxName)
			case "numero":
				if n, err := strconv.Atoi(string(value)); err == nil {
					c.Number = n
				}
			case "lote":
				c.Lots = members.Text(member, value, trace.MaxName)
			case "placa":
				c.Plates = members.Text(member, value, trace.MaxName)
			case "dose":
				c.Dose = members.Text(member, value, trace.MaxName)
			case "data":
				c.Day = members.Text(member, value, trace.MaxName)
			}
			return nil
		})
		choices = append(choices, c)
		return len(choices) <= taxdocs.MaxAccepted
	})
	switch {
	case len(choices) == 0:
		members.Required("propostas", "")
	case len(choices) > taxdocs.MaxAccepted:
		members.Report("propostas", trace.RuleTooLong, lang.Args{"max": strconv.Itoa(taxdocs.MaxAccepted)})
	}
	return choices, members.Err()
}

func acceptProposals(a *API, c *call) (reply, error) {
	choices, err := readChoices(c.body)
	if err != nil {
		return reply{}, err
	}
	once, err := params.Once(c.r, c.body, c.lang)
	if err != nil {
		return reply{}, err
	}
	list, kept, err := a.service.TaxDocuments.Accept(c.ctx, c.key, choices, once, taxdocs.AcceptedJSON)
	if err != nil {
		return reply{}, err
	}
	if kept != nil {
		return replayed(c, kept, http.StatusCreated, 0), nil
	}
	return reply{status: http.StatusCreated, data: taxdocs.AcceptedJSON(list)}, nil
}
