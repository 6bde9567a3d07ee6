package api

import (
	"mime"
	"net/http"
	"strconv"

	"rastro/internal/api/openapi"
	"rastro/internal/api/params"
	"rastro/internal/canon"
	"rastro/internal/intake"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

const mediaNDJSON = params.MediaNDJSON

// importRoute is there for every kind that can be imported.
var importRoute = Route{Method: "POST", Path: "/all", Operation: "import", Body: manyBodyLimit, Cost: importCost, Lines: true, Scopes: writers, handle: importRecords,
	Doc:     openapi.Facts{ID: "import{kind}", Summary: "Criar muitos: {title}", Takes: "[]CreateChainEntity{kind}", Most: intake.MaxRows, Gives: "Importacao", Params: []string{"modo", "simular", "repetidas", "Idempotency-Key"}, Forms: importForms},
	Success: lang.Text{PT: "Importação concluída; veja cada linha em 'resultados'.", EN: "Import done; see each row in 'resultados'.", ES: "Importación concluida; vea cada fila en 'resultados'."}}

var simulatedMessage = lang.Text{PT: "Simulação: nada foi gravado; veja cada linha em 'resultados'.", EN: "Dry run: nothing was written; see each row in 'resultados'.", ES: "Simulación: no se guardó nada; vea cada fila en 'resultados'."}

// repeatedRows says what happens to a row that was imported before, or a load that is registered.
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
		// No single transaction could store the answer together with all that it describes.
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

// importRows imports rows and answers with the result of each. lead is the beginning of the answer:
// members of an object, each followed by a comma.
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
	case err != nil && !out.stopped(err):
		return out.fail(a, err)
	case kept != nil:
		return replayed(c, kept, http.StatusCreated, 0), nil
	case lines:
		out.wait = append(appendCounts(appendStopped(append(out.wait, `{"resumo":{`...), err, c.lang), count), "}\n"...)
	default:
		out.wait = append(appendCounts(appendStopped(append(out.wait, `],`...), err, c.lang), count), "}\n"...)
	}
	if err := c.key.ReachErr(); err != nil {
		return out.fail(a, replyUnknownReach(c, nil, err))
	}
	_ = out.close() // a caller who hung up needs no answer
	return sent, nil
}

// stopped reports whether an answer that has begun can itself say why it ends: the import was
// undone meanwhile, so nothing remains of what the answer has listed.
func (s *stream) stopped(err error) bool { return s.begun && trace.Is(err, trace.CodeImportUndone) }

// appendStopped appends why an import ended early, as members with their commas.
func appendStopped(dst []byte, err error, l lang.Lang) []byte {
	if err == nil {
		return dst
	}
	failed := trace.AsError(err)
	dst = canon.AppendString(append(dst, `"error":`...), string(failed.Code))
	dst = canon.AppendString(append(dst, `,"mensagem":`...), failed.Text(l))
	return append(dst, ',')
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
	switch {
	case r.MaybeSameLoad:
		dst = append(dst, `,"talvezMesmaCarga":true`...)
	case r.Load:
		dst = append(dst, `,"mesmaCarga":true`...)
	case r.Twice != 0:
		dst = strconv.AppendInt(append(dst, `,"repeteLinha":`...), r.Twice, 10)
	}
	if r.Outcome == intake.RowCreated {
		dst = append(dst, `,"versao":`...)
		dst = strconv.AppendInt(dst, r.Record.Version, 10)
	}
	return dst
}

// appendBareResult appends what is stored for a repeated request: nothing that an erasure would
// have to remove.
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
