package api

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"rastro/internal/admit"
	"rastro/internal/api/epcisrest"
	"rastro/internal/api/openapi"
	"rastro/internal/api/params"
	"rastro/internal/httpkit"
	"rastro/internal/httpkit/early"
	"rastro/internal/httpkit/fallback"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// call is a request on its way to a handler.
type call struct {
	ctx   context.Context
	r     *http.Request
	w     http.ResponseWriter // only for headers
	route *Route
	lang  lang.Lang
	key   *trace.Key
	body  []byte
	claim *admit.Claim // its share of the memory; nil: not counted
	// recordID is the id of the record, if the path names it in another way.
	recordID string
}

// Outcome is what the access log says about a request in addition to its status.
type Outcome struct {
	AccessKey string
	Code      trace.Code // of the error, "" for none
	Cause     error      // of an error that is not the caller's fault
	Left      bool       // the caller had already left: Cause is only for information
}

// Noter is a writer that records the outcome of its request for the access log.
type Noter interface{ Outcome() *Outcome }

func outcome(w http.ResponseWriter) *Outcome {
	if n, ok := w.(Noter); ok {
		return n.Outcome()
	}
	return &Outcome{}
}

// adapt turns a route into a handler: key, limits, body, handler, answer.
func (a *API) adapt(route Route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w = fallback.Routed(w)
		a.introduce(w, r)
		c := &call{ctx: r.Context(), r: r, w: w, route: &route, lang: language(r)}
		c.claim = admit.From(c.ctx)
		sent := r.Body
		answer, err := a.answer(c)
		if err != nil {
			end := early.Refuse(w, r, sent, err, a.options.Rest)
			defer func() { c.claim.Release(); end() }() // the sender decides how long the rest takes
			if route.page {
				a.failFor(w, r, err)
				return
			}
			a.Fail(w, r, err)
			return
		}
		send(w, r, c.lang, answer)
	})
}

// introduce sets the headers that every answer of the API has, and reports whether the
// request is a browser's preflight.
func (a *API) introduce(w http.ResponseWriter, r *http.Request) (preflight bool) {
	w.Header()["X-Rastro-Version"] = a.version
	if epcisrest.Serves(r.URL.Path) {
		epcisrest.Headers(w.Header(), a.options.PublicURL)
	}
	return a.cors.Admit(w, r)
}

func (a *API) answer(c *call) (reply, error) {
	if len(c.route.Scopes) > 0 {
		var err error
		if c.key, err = a.authenticate(c); err != nil {
			return reply{}, err
		}
		outcome(c.w).AccessKey = c.key.AccessKey
		c.claim.For(c.key.AccessKey)
		if err := within(c.w, a.options.Gate.Use(c.key)); err != nil {
			return reply{}, err
		}
		if err := c.route.admit(c.key); err != nil {
			return reply{}, err
		}
	} else if !c.route.Probe {
		if err := a.visit(c.w, c.r); err != nil {
			return reply{}, err
		}
	}
	if err := c.knownQuery(c.route); err != nil {
		return reply{}, err
	}
	if c.route.Body > 0 && c.key != nil {
		c.r.Body = httpkit.Recheck(c.r.Body, a.service.Now, func() error { return a.recheck(c) })
	}
	if c.route.Body > 0 && !c.route.streams {
		var err error
		if c.body, err = readBody(c); err != nil {
			return reply{}, err
		}
	}
	answer, err := a.admitted(c)
	if failed := c.key.ReachErr(); failed != nil && !answer.sent {
		return reply{}, replyUnknownReach(c, err, failed)
	}
	if err == nil && answer.message == (lang.Text{}) {
		answer.message = c.route.Success
	}
	return answer, err
}

// replyUnknownReach answers a caller whose reach could not be looked up: the handler's result may be wrong.
// What a write wrote before it failed stays written.
func replyUnknownReach(c *call, err, failed error) error {
	if err == nil && !isRead(c.r) {
		return &trace.Error{Code: trace.CodeUncertain, Cause: failed}
	}
	return failed
}

// recheck authenticates a caller again whose body took long.
func (a *API) recheck(c *call) error {
	key, err := a.authenticate(c)
	if err != nil {
		return err
	}
	c.key = key
	return c.route.admit(key)
}

// readBody reads the whole body within the route's limit. It must be JSON unless the route takes a
// file.
func readBody(c *call) ([]byte, error) {
	if err := params.Uncompressed(c.r.Header); err != nil {
		return nil, err
	}
	limit := c.route.Body
	tooLarge := func() error { return trace.Fail(trace.CodeBodyTooLarge, "max", strconv.FormatInt(limit, 10)) }
	if c.r.ContentLength > limit {
		return nil, tooLarge()
	}
	body, err := c.claim.ReadBody(c.ctx, http.MaxBytesReader(c.w, c.r.Body, limit), c.r.ContentLength, c.cost())
	if err != nil {
		if _, over := errors.AsType[*http.MaxBytesError](err); over {
			return nil, tooLarge()
		}
		if trace.AsError(err).Class() != trace.Internal {
			return nil, err
		}
		return nil, &trace.Error{Code: trace.CodeTruncated, Cause: err}
	}
	if c.route.file {
		return body, nil
	}
	return body, params.WantJSON(c.r.Header, body)
}

// cost returns how many bytes are claimed per byte of the body. An import that is not all or
// nothing keeps one batch of rows in addition to a body in lines; a list is first read as a whole.
func (c *call) cost() int64 {
	if c.route.Lines && params.InLines(c.r.Header) {
		if query := c.query(); query.Get("simular") == "true" || query.Get("modo") == "validas" {
			return batchedCost
		}
	}
	return cmp.Or(c.route.Cost, bodyCost)
}

// path returns a path parameter. One that no stored text can equal, because it
// is not UTF-8 or contains a NUL, is returned as "".
func (c *call) path(name string) string {
	if name == "id" && c.recordID != "" {
		return c.recordID
	}
	value := c.r.PathValue(name)
	if !utf8.ValidString(value) || strings.IndexByte(value, 0) >= 0 {
		return ""
	}
	return value
}

// query returns the query's parameters; nil if there are none.
func (c *call) query() url.Values {
	if c.r.URL.RawQuery == "" {
		return nil
	}
	return c.r.URL.Query()
}

// knownQuery refuses parameters that a route does not have; the error lists those that it has. The
// interface's own routes ignore them.
func (c *call) knownQuery(route *Route) error {
	if !route.strict || c.r.URL.RawQuery == "" {
		return nil
	}
	known := openapi.QueryNames(route.Doc.Params)
	if slices.Contains(known, "size") {
		known = append(known, params.OtherSizeNames...)
	}
	for name := range c.query() {
		if !slices.Contains(known, name) {
			return trace.Fail(trace.CodeUnknownParameter, "nome", params.Clip(name), "conhecidos", cmp.Or(strings.Join(known, ", "), "–"))
		}
	}
	return nil
}

// unmatchable tells a path parameter that no stored text can equal from one the
// route does not have.
func (c *call) unmatchable(name string) bool { return c.r.PathValue(name) != "" && c.path(name) == "" }

func language(r *http.Request) lang.Lang { return lang.Match(first(r.Header, "Accept-Language")) }
