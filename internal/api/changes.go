package api

import (
	"errors"
	"net/http"
	"strconv"
	"time"

	"rastro/internal/api/openapi"
	"rastro/internal/api/params"
	"rastro/internal/canon"
	"rastro/internal/changes"
	"rastro/internal/httpkit/live"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// changeFormats are the values of ?formato of the feed.
var changeFormats = []params.Format{{Name: "json", Media: mediaJSON}, {Name: "ndjson", Media: mediaNDJSON}}

// changeRoutes are the routes of the change feed.
var changeRoutes = []Route{
	{Method: "GET", Path: "/mudancas", Operation: "changes", Scopes: readers, handle: listChanges,
		Doc: openapi.Facts{ID: "listMudancas", Tag: openapi.TagChanges, Summary: "O que foi gravado desde uma posição, como eventos na ordem do log", Gives: "Mudancas", Errors: []int{409}, Headers: paged,
			Params: []string{"desde", "tamanhoDaPagina", "tipoDeEvento", "prefixoDoEvento", "faseDoEvento", "safraDoEvento", "loteDoEvento", "espera", "conteudo", "lacunas", "formatoDasMudancas"},
			Forms:  []openapi.Form{{Media: mediaNDJSON, Schema: "LinhasDeMudancas"}}},
		Success: lang.Text{PT: "Mudanças, na ordem do log.", EN: "Changes, in the order of the log.", ES: "Cambios, en el orden del log."}},
	{Method: "GET", Path: "/mudancas/ao-vivo", Operation: "live changes", Scopes: readers, handle: liveChanges,
		Doc: openapi.Facts{ID: "followMudancas", Tag: openapi.TagChanges, Summary: "O que é gravado, no momento em que entra no log (server-sent events)", Errors: []int{409},
			Params: []string{"desdeAoVivo", "tipoDeEvento", "prefixoDoEvento", "faseDoEvento", "safraDoEvento", "loteDoEvento", "conteudo", "lacunas", "Last-Event-ID"},
			Forms:  []openapi.Form{{Media: live.Media, Schema: "text"}}},
		Success: lang.Text{PT: "Eventos, até quem lê fechar a conexão.", EN: "Events, until the reader closes the connection.", ES: "Eventos, hasta que quien lee cierre la conexión."}},
}

// maxWait is how long a call may wait for an event, in seconds.
const maxWait = 60

// changesAsked reads the parameters of the feed. start is where it begins by default.
func (a *API) changesAsked(c *call, start changes.Start) (q changes.Query, err error) {
	query := c.query()
	q = changes.Query{Start: start, Phase: query.Get("fase"), HarvestID: query.Get("safraId"), Lang: c.lang}
	if q.Size, err = params.Number(query, "tamanho", changes.DefaultSize, 1, changes.MaxSize); err != nil {
		return q, err
	}
	if query.Has("desde") {
		if q.Start, err = a.changesStart(query.Get("desde")); err != nil {
			return q, err
		}
	}
	if err := q.Narrow(query); err != nil {
		return q, err
	}
	if q.Full, err = params.OneOf(query, "conteudo", "resumo", map[string]bool{"resumo": false, "completo": true}); err != nil {
		return q, err
	}
	q.Gaps, err = params.OneOf(query, "lacunas", "false", map[string]bool{"false": false, "true": true})
	return q, err
}

// changesStart reads a position, "agora" or an instant.
func (a *API) changesStart(text string) (changes.Start, error) {
	if text == "agora" {
		return changes.Start{Now: true}, nil
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && n >= 0 {
		return changes.Start{From: n}, nil
	}
	at, err := a.service.Instant("desde", text)
	if trace.Is(err, trace.CodeBadParameter) {
		err = trace.Fail(trace.CodeBadCursor)
	}
	return changes.Start{At: at}, err
}

// again returns the current state of a call's caller.
func (a *API) again(c *call) changes.Again {
	access, secret := a.credentials(c.r)
	return func() (*trace.Key, error) {
		key, err := a.service.Authenticate(access, secret)
		if err == nil {
			c.key, err = key, c.route.admit(key)
		}
		return key, err
	}
}

func listChanges(a *API, c *call) (reply, error) {
	q, err := a.changesAsked(c, changes.Start{})
	if err != nil {
		return reply{}, err
	}
	wait, err := params.Number(c.query(), "espera", 0, 0, maxWait)
	if err != nil {
		return reply{}, err
	}
	media, err := c.media(changeFormats)
	if err != nil {
		return reply{}, err
	}
	if c.r.Method == http.MethodHead {
		wait = 0
	}
	page, err := a.service.Changes.Wait(c.ctx, c.key, q, time.Duration(wait)*time.Second, a.again(c))
	if err != nil {
		return reply{}, err
	}
	if media == mediaNDJSON {
		return reply{media: mediaNDJSON, raw: changeLines(&page), link: nextChanges(c.r, &page)}, nil
	}
	return reply{data: []byte(`{"content":[`), parts: page.Parts(), rest: appendPlace([]byte(`],`), &page), link: nextChanges(c.r, &page)}, nil
}

// appendPlace appends a page's position in the log, and the end of the object.
func appendPlace(dst []byte, p *changes.Page) []byte {
	dst = strconv.AppendInt(append(dst, `"next":`...), p.Next, 10)
	dst = strconv.AppendInt(append(dst, `,"tamanhoDoLog":`...), p.Size, 10)
	dst = canon.AppendString(append(dst, `,"checkpoint":`...), string(p.Checkpoint))
	return append(dst, '}')
}

// changeLines writes one event per line and, on the last line, where to continue.
func changeLines(p *changes.Page) []byte {
	lines := p.Append(make([]byte, 0, p.Bytes()+p.Len()+1024), "\n")
	if p.Len() > 0 {
		lines = append(lines, '\n')
	}
	return append(appendPlace(append(lines, '{'), p), '\n')
}

func nextChanges(r *http.Request, p *changes.Page) string {
	query := r.URL.Query()
	query.Set("desde", strconv.FormatInt(p.Next, 10))
	return "<" + r.URL.EscapedPath() + "?" + query.Encode() + `>; rel="next"`
}

func liveChanges(a *API, c *call) (reply, error) {
	q, err := a.changesAsked(c, changes.Start{Now: true})
	if err != nil {
		return reply{}, err
	}
	after := int64(-1)
	if text := c.r.Header.Get("Last-Event-ID"); text != "" {
		if after, err = strconv.ParseInt(text, 10, 64); err != nil || after < 0 {
			return reply{}, trace.Fail(trace.CodeBadCursor)
		}
	}
	stream, err := a.service.Changes.Open(c.ctx, c.key, q, after)
	if err != nil {
		return reply{}, err
	}
	defer stream.Close()
	if c.r.Method == http.MethodHead {
		return reply{media: live.Media}, nil
	}
	c.claim.Release()
	sender, err := live.Start(c.w, live.Patience)
	if err == nil {
		err = stream.Run(c.ctx, a.again(c), sender.Send)
	}
	if err != nil && c.ctx.Err() == nil && !errors.Is(err, live.ErrGone) {
		a.Note(c.w, err) // the reader continues after the last event that it has
	}
	return sent, nil
}
