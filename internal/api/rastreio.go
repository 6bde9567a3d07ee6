package api

import (
	"bytes"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"rastro/internal/api/openapi"
	"rastro/internal/api/params"
	"rastro/internal/canon"
	"rastro/internal/fiscal"
	"rastro/internal/lang"
	"rastro/internal/lineage"
	"rastro/internal/lineage/recall"
	"rastro/internal/lot"
	"rastro/internal/trace"
	"rastro/internal/tracefile"
)

// traceRoutes are the rows that follow lots.
var traceRoutes = []Route{
	{Method: "GET", Path: "/rastreio/lote/{codigo}", Operation: "trace lot", Scopes: readers, Memory: lineage.TraceMemory, handle: traceLots, replica: true,
		Doc:     openapi.Facts{ID: "traceLote", Tag: openapi.TagLots, Summary: "Rastrear um lote: de onde veio e para onde foi", Gives: "Rastreio", Params: []string{"direcao", "profundidade", "em", "limite", "cursor", "formatoDoRastreio"}, Forms: formsOf(traceFormats[1:])},
		Success: lang.Text{PT: "Rastreio do lote.", EN: "Trace of the lot.", ES: "Rastreo del lote."}},
	{Method: "GET", Path: "/rastreio/safra/{id}", Operation: "trace harvest", Scopes: readers, Memory: lineage.TraceMemory, handle: traceLots, replica: true,
		Doc:     openapi.Facts{ID: "traceSafra", Tag: openapi.TagLots, Summary: "Rastrear os lotes de uma safra", Gives: "Rastreio", Params: []string{"direcao", "profundidade", "em", "limite", "cursor", "formatoDoRastreio"}, Forms: formsOf(traceFormats[1:])},
		Success: lang.Text{PT: "Rastreio dos lotes da safra.", EN: "Trace of the lots of the harvest.", ES: "Rastreo de los lotes de la cosecha."}},
	{Method: "GET", Path: "/rastreio/lote/{codigo}/balanco", Operation: "balance", Scopes: readers, Memory: lineage.TraceMemory, handle: balance, replica: true,
		Doc:     openapi.Facts{ID: "getBalanco", Tag: openapi.TagLots, Summary: "Balanço de massa de um lote", Gives: "Balanco", Params: []string{"em"}},
		Success: lang.Text{PT: "Balanço de massa do lote.", EN: "Mass balance of the lot.", ES: "Balance de masa del lote."}},
	{Method: "GET", Path: "/rastreio/lote/{codigo}/nfe-rastro.xml", Operation: "lot for an invoice", Scopes: readers, Memory: lineage.TraceMemory, handle: lotForInvoice,
		Doc:     openapi.Facts{ID: "getNFeRastro", Tag: openapi.TagLots, Summary: "O grupo <rastro> de um lote, para o sistema que emite a NF-e", Params: []string{"quantidadeDoLote", "fabricacaoDoLote", "validadeDoLote"}, Errors: []int{422}, Forms: []openapi.Form{{Media: mediaXML, Schema: "text"}}},
		Success: lang.Text{PT: "Grupo rastro do lote.", EN: "The rastro group of the lot.", ES: "Grupo rastro del lote."}},
	{Method: "GET", Path: "/lotes", Operation: "find lots", Scopes: readers, handle: findLots, replica: true,
		Doc:     openapi.Facts{ID: "findLotes", Tag: openapi.TagLots, Summary: "Procurar lotes", Gives: "PaginaDeLote", Params: []string{"buscaDeLotes", "size", "cursor"}, Headers: paged},
		Success: lang.Text{PT: "Lotes.", EN: "Lots.", ES: "Lotes."}},
	{Method: "POST", Path: "/rastreio/recall", Operation: "recall", Body: bodyLimit, Scopes: writers, Memory: lineage.TraceMemory, handle: makeRecall,
		Doc:     openapi.Facts{ID: "createRecall", Tag: openapi.TagLots, Summary: "Recall: tudo o que foi afetado, com relatório assinado no log", Takes: "PedidoDeRecall", Example: `{"motivo":"Resíduo acima do limite","lotes":["MT25-S-001"]}`, Gives: "Recall", Params: []string{"formatoDoRecall", "Idempotency-Key"}, Headers: locatedHeaders, Errors: []int{404}, Forms: formsOf(recallFormats[1:])},
		Success: lang.Text{PT: "Recall registrado no log.", EN: "Recall recorded in the log.", ES: "Retiro registrado en el log."}},
	{Method: "GET", Path: "/rastreio/recall/{id}", Operation: "recall report", Scopes: readers, handle: recalled,
		Doc:     openapi.Facts{ID: "getRecall", Tag: openapi.TagLots, Summary: "Relatório de um recall que foi feito", Gives: "Recall", Params: []string{"formatoDoRecall"}, Forms: formsOf(recallFormats[1:])},
		Success: lang.Text{PT: "Relatório do recall.", EN: "Report of the recall.", ES: "Informe del retiro."}},
}

// The media types of a trace.
const (
	mediaCSV     = tracefile.CSV
	mediaGeoJSON = tracefile.GeoJSON
	mediaText    = "text/plain"
)

// traceFormats are the values of ?formato, JSON first.
var traceFormats = func() (all []params.Format) {
	for _, f := range tracefile.Formats {
		all = append(all, params.Format{Name: f.Name, Media: f.Media})
	}
	return all
}()

// media picks the format of an answer: ?formato, then Accept, then the first.
func (c *call) media(formats []params.Format) (string, error) {
	return params.Media(c.query(), c.r.Header.Get("Accept"), formats)
}

// traceQuery reads the parameters of a trace.
func (a *API) traceQuery(c *call) (lineage.Query, error) {
	query := c.query()
	q := lineage.Query{Direction: lineage.BothWays, Depth: -1, Limit: lineage.DefaultTraceLots, Cursor: query.Get("cursor")}
	if q.HarvestID = c.path("id"); q.HarvestID == "" {
		if q.Lot = c.path("codigo"); q.Lot == "" {
			return q, trace.Fail(trace.CodeLotNotFound, "lote", "")
		}
	}
	if query.Has("direcao") {
		switch d := lineage.Direction(strings.ToLower(query.Get("direcao"))); d {
		case lineage.ToOrigin, lineage.ToDestination, lineage.BothWays:
			q.Direction = d
		default:
			return q, trace.BadParameter("direcao", "origem, destino, ambos")
		}
	}
	var err error
	if q.Depth, err = params.Number(query, "profundidade", -1, 0, 1_000_000); err != nil {
		return q, err
	}
	if q.Limit, err = params.Number(query, "limite", q.Limit, 1, lineage.MaxTraceLots); err != nil {
		return q, err
	}
	at, _, err := a.instant(query, "em")
	q.At = at
	return q, err
}

// traceLots streams a trace in the requested format.
func traceLots(a *API, c *call) (reply, error) {
	media, err := c.media(traceFormats)
	if err != nil {
		return reply{}, err
	}
	q, err := a.traceQuery(c)
	if err != nil {
		return reply{}, err
	}
	out := &stream{c: c, media: media, hold: q.Limit <= lineage.DefaultTraceLots}
	format := &tracefile.Formats[slices.IndexFunc(tracefile.Formats, func(f tracefile.Format) bool { return f.Media == media })]
	var writer tracefile.Writer
	end, err := a.service.Trace(c.ctx, c.key, q, func(head lineage.Head) (lineage.Sink, error) {
		if media == mediaJSON {
			out.openEnvelope()
		}
		writer = format.Open(out, head)
		return writer, nil
	})
	if err == nil {
		err = writer.End(end)
	}
	if err == nil && media == mediaJSON {
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

// balance answers with the mass balance of a lot.
func balance(a *API, c *call) (reply, error) {
	at, _, err := a.instant(c.query(), "em")
	if err != nil {
		return reply{}, err
	}
	found, err := a.service.BalanceWithReviews(c.ctx, c.key, c.path("codigo"), at)
	if err != nil {
		return reply{}, err
	}
	data := append([]byte(nil), `{"lote":`...)
	data = canon.AppendString(data, found.Lot)
	data = append(data, `,"em":"`...)
	data = trace.AppendTime(data, found.At)
	data = append(data, `",`...)
	return reply{data: append(tracefile.AppendBalance(data, found, c.lang), '}')}, nil
}

// maxLotSearch bounds the text of a search for lots.
const maxLotSearch = lot.MaxCode

// findLots lists lots.
func findLots(a *API, c *call) (reply, error) {
	query := c.query()
	p, err := params.Paging(query)
	if err != nil {
		return reply{}, err
	}
	text := query.Get("busca")
	if len(text) > maxLotSearch || !utf8.ValidString(text) || strings.IndexByte(text, 0) >= 0 {
		return reply{}, trace.BadParameter("busca", "≤ "+strconv.Itoa(maxLotSearch))
	}
	found, next, err := a.service.FindLots(c.ctx, c.key, text, p.Cursor, p.Size)
	if err != nil {
		return reply{}, err
	}
	p.Total, p.Cursor = false, "-" // a position in it has no number
	return list(c.r, p, 0, next, 128*len(found), func(dst []byte) []byte {
		for i := range found {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(dst, `{"codigo":`...)
			dst = canon.AppendString(dst, found[i].Code)
			dst = append(dst, `,"conhecido":`...)
			dst = strconv.AppendBool(dst, found[i].Known)
			dst = append(dst, `,"registros":`...)
			dst = strconv.AppendInt(dst, int64(found[i].Records), 10)
			dst = append(dst, `,"safras":`...)
			dst = append(canon.AppendStrings(dst, found[i].HarvestIDs), '}')
		}
		return dst
	}), nil
}

// missingInGroup says what to do about an element of a rastro group that cannot be written.
var missingInGroup = map[string]struct {
	parameter string
	message   lang.Text
}{
	"nLote": {"codigo", lang.Text{PT: "o código do lote tem mais de 20 caracteres, o máximo da NF-e", EN: "the code of the lot has over 20 characters, the maximum of an NF-e", ES: "el código del lote tiene más de 20 caracteres, el máximo de la NF-e"}},
	"qLote": {"quantidade", lang.Text{PT: "não se sabe quanto há do lote, ou não cabe na NF-e; informe ?quantidade= em kg", EN: "it is not known how much of the lot there is, or it does not fit into an NF-e; say ?quantidade= in kg", ES: "no se sabe cuánto hay del lote, o no cabe en la NF-e; indique ?quantidade= en kg"}},
	"dFab":  {"fabricacao", lang.Text{PT: "não se sabe quando o lote foi feito; informe ?fabricacao=AAAA-MM-DD", EN: "it is not known when the lot was made; say ?fabricacao=YYYY-MM-DD", ES: "no se sabe cuándo se hizo el lote; indique ?fabricacao=AAAA-MM-DD"}},
	"dVal":  {"validade", lang.Text{PT: "a NF-e exige a validade do lote, não anterior à fabricação; informe ?validade=AAAA-MM-DD", EN: "an NF-e requires the expiry date of the lot, not before it was made; say ?validade=YYYY-MM-DD", ES: "la NF-e exige la fecha de vencimiento del lote, no anterior a la fabricación; indique ?validade=AAAA-MM-DD"}},
}

// lotForInvoice answers with an invoice's data about a lot. The caller supplies what the records
// lack, because the layout allows no gaps.
func lotForInvoice(a *API, c *call) (reply, error) {
	group, err := lotParameters(c)
	if err != nil {
		return reply{}, err
	}
	found, err := a.service.BalanceOf(c.ctx, c.key, c.path("codigo"), time.Time{})
	if err != nil {
		return reply{}, err
	}
	group.Code = found.Lot
	for i := range found.Accounts {
		if account := &found.Accounts[i]; account.Depth == 0 && math.IsNaN(group.Kilos) && !found.Restricted && account.Complete {
			group.Kilos = account.Left
		}
	}
	for i := range found.Steps {
		if step := &found.Steps[i]; group.Made.IsZero() && slices.Contains(step.To, lot.Fold(found.Lot)) && step.Row.On.Known() {
			group.Made = step.Row.On.To.Time()
		}
	}
	if missing := group.Missing(); len(missing) > 0 {
		failed := trace.Fail(trace.CodeInvalid)
		for _, name := range missing {
			row := missingInGroup[name]
			failed.Problems = append(failed.Problems, trace.Problem{Field: row.parameter, Rule: "NFE_RASTRO_INCOMPLETO", Message: row.message})
		}
		return reply{}, failed
	}
	return reply{media: mediaXML + "; charset=utf-8", raw: group.XML()}, nil
}

// lotParameters reads what the caller states about a lot.
func lotParameters(c *call) (g fiscal.LotGroup, err error) {
	query := c.query()
	g.Kilos = math.NaN()
	if said := query.Get("quantidade"); said != "" {
		if g.Kilos, err = strconv.ParseFloat(said, 64); err != nil || math.IsInf(g.Kilos, 0) {
			return g, trace.BadParameter("quantidade", "36000.5")
		}
	}
	for name, to := range map[string]*time.Time{"fabricacao": &g.Made, "validade": &g.Expires} {
		if said := query.Get(name); said != "" {
			if *to, err = time.Parse(time.DateOnly, said); err != nil {
				return g, trace.BadParameter(name, "2025-02-10")
			}
		}
	}
	return g, nil
}

// recallFormats are the values of ?formato of a recall.
var recallFormats = []params.Format{{Name: "json", Media: mediaJSON}, {Name: "csv", Media: mediaCSV}, {Name: "assinado", Media: mediaText}}

// makeRecall finds what is affected, records it, and answers with the report.
func makeRecall(a *API, c *call) (reply, error) {
	media, err := c.media(recallFormats)
	if err != nil {
		return reply{}, err
	}
	q, err := recall.ReadRequest(c.body)
	if err != nil {
		return reply{}, err
	}
	if q.Once, err = params.Once(c.r, c.body, c.lang); err != nil {
		return reply{}, err
	}
	found, err := a.service.Recall(c.ctx, c.key, q)
	if err != nil {
		return reply{}, err
	}
	if found.Replayed {
		markReplayed(c)
	}
	return recallReply(media, http.StatusCreated, found)
}

// recalled answers with the report of an existing recall.
func recalled(a *API, c *call) (reply, error) {
	media, err := c.media(recallFormats)
	if err != nil {
		return reply{}, err
	}
	found, err := a.service.RecallOf(c.ctx, c.key, c.path("id"))
	if err != nil {
		return reply{}, err
	}
	return recallReply(media, http.StatusOK, found)
}

func recallReply(media string, status int, found *recall.Signed) (reply, error) {
	switch media {
	case mediaText:
		return reply{status: status, media: mediaText, raw: found.Signature}, nil
	case mediaCSV:
		var out bytes.Buffer
		err := tracefile.RecallCSV(&out, found)
		return reply{status: status, media: mediaCSV, raw: out.Bytes()}, err
	}
	report, rest := tracefile.Recall(found)
	return reply{status: status, data: report, rest: rest}, nil
}
