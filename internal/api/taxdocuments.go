package api

import (
	"bytes"
	"errors"
	"io"
	"math"
	"mime"
	"mime/multipart"
	"net/http"
	"strconv"

	"rastro/internal/api/openapi"
	"rastro/internal/api/params"
	"rastro/internal/canon"
	"rastro/internal/fiscal"
	"rastro/internal/lang"
	"rastro/internal/taxdocs"
	"rastro/internal/trace"
)

// taxRoutes are the rows about tax documents.
var taxRoutes = []Route{
	{Method: "POST", Path: "/documentos/importar", Operation: "import tax documents", Body: fiscal.MaxZipBytes + maxFormAround, Cost: 1, Memory: taxdocs.Memory, Scopes: writers, file: true, handle: importTaxDocuments,
		Doc: openapi.Facts{ID: "importDocumentos", Tag: openapi.TagHarvests, Summary: "Importar notas fiscais e seus documentos (NF-e, CT-e, MDF-e e eventos): um XML, ou um zip de muitos",
			Files: []string{mediaXML, "text/xml", "application/zip", mediaForm}, Gives: "ImportacaoDeDocumentos", Params: []string{"simularDocumentos", "safraDosDocumentos", "criar", "suspeitas"}, Errors: []int{413, 422}, Forms: taxForms},
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
	o.Source = "api"
	alone := len(sent) == 1 && !fiscal.IsZip(sent[0].Content)
	o.Alone = alone
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
	if err != nil && !out.stopped(err) {
		return out.fail(a, err)
	}
	out.wait = append(taxdocs.AppendCounts(appendStopped(append(out.wait, `],`...), err, c.lang), count), "}\n"...)
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
	if o.LeaveSuspect, err = params.OneOf(query, "suspeitas", "ignorar", taxdocs.Suspects); err != nil {
		return o, err
	}
	o.HarvestID = query.Get("safraId")
	if query.Has("safraId") && (o.HarvestID == "" || len(o.HarvestID) > trace.MaxName) {
		return o, trace.BadParameter("safraId", "1–"+strconv.Itoa(trace.MaxName))
	}
	return o, nil
}

// files returns the body, or all files of a form.
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

// proposalList names the list of a harvest's proposals in cursors.
func proposalList(harvestID string) string { return "propostas " + harvestID }

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
		text, err := a.service.OpenText(c.ctx, c.key, proposalList(harvestID), p.Cursor)
		if err != nil {
			return reply{}, err
		}
		after = string(text)
	}
	p.Size = min(p.Size, taxdocs.MaxPapers)
	found, next, err := a.service.TaxDocuments.Waiting(c.ctx, c.key, harvestID, after, p.Size)
	if err == nil && next != "" {
		next, err = a.service.SealText(c.ctx, c.key, proposalList(harvestID), []byte(next))
	}
	if err != nil {
		return reply{}, err
	}
	p.Total, p.Cursor = false, "-" // a position in it has no number
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
		choices = append(choices, readChoice(&members, len(choices), []byte(one)))
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

// readChoice reads one of them, and reports a mistake at its position.
func readChoice(all *trace.Members, number int, one canon.Value) (c taxdocs.Choice) {
	m := trace.Members{At: "/propostas/" + strconv.Itoa(number)}
	defer func() { all.Problems = append(all.Problems, m.Problems...) }()
	if one.Kind() != '{' {
		m.Problems = append(m.Problems, trace.NewProblem("propostas", m.At, trace.RuleObject, nil))
		return c
	}
	numbered := false
	_ = canon.Members(one, func(member string, value canon.Value) error { // it is part of a body that has been read successfully
		switch member {
		case "id":
			c.ID = m.Text(member, value, trace.MaxName)
		case "numero":
			c.Number, numbered = m.Integer(member, value, math.MaxInt32), true
		case "registroId":
			c.Record = m.Text(member, value, trace.MaxName)
		default:
			if !c.Write(member, "") {
				m.Report(trace.Clip(member), taxdocs.RuleNoBox, lang.Args{"campos": taxdocs.BoxNames()})
				return nil
			}
			c.Write(member, m.Text(member, value, trace.MaxName))
		}
		return nil
	})
	if m.Required("id", c.ID); !numbered {
		m.Required("numero", "")
	}
	return c
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
