package console

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"rastro/internal/admit"
	"rastro/internal/httpkit"
	"rastro/internal/replica"
	"rastro/internal/right"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// adapt turns a screen into a handler: origin, session, right, form, handler,
// answer.
func (c *Console) adapt(s screen) http.Handler {
	return c.origin.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		guard(w.Header())
		on := c.newCall(w, r)
		on.Claim, on.Scopes, on.Rights = admit.From(r.Context()), s.scopes, s.rights()
		if err := c.answer(s, on); err != nil {
			c.fail(on, err)
		}
		on.EndUpload()
	}))
}

// newCall returns the call for a request whose sender is not known yet.
func (c *Console) newCall(w http.ResponseWriter, r *http.Request) *pagekit.Call {
	on := &pagekit.Call{
		Ctx: r.Context(), Request: r, Writer: w, Lang: chooseLanguage(w, r),
		PublicURL: strings.TrimSuffix(c.publicURL.String(), "/"), Log: c.log, Names: c.service.OnceName, Zone: c.zone, Tiles: c.tiles, People: c.service.People.Names, Helpers: c.service.People.Helpers, CurrentName: c.service.CurrentName,
	}
	choose(on)
	return on
}

// answer admits a request once, and serves it. A page that finds no free memory waits for it and is
// made again: pages are complete before they are sent, and reading can be repeated. It still counts
// as one request.
func (c *Console) answer(s screen, on *pagekit.Call) error {
	serve, err := c.enter(s, on)
	if err != nil {
		return err
	}
	if c.replicas && on.Request.Method != http.MethodPost && s.right != right.Export {
		on.Ctx = replica.May(on.Ctx) // not downloads, which cannot be restarted after they begin
	}
	err = c.serve(serve, on)
	if errors.Is(err, admit.ErrBusy) && on.Request.Method != http.MethodPost {
		if err = on.Claim.WaitMost(on.Ctx); err == nil {
			err = c.serve(serve, on)
		}
	}
	return err
}

func (c *Console) serve(serve func(*pagekit.Call) (pagekit.Reply, error), on *pagekit.Call) error {
	made, err := serve(on)
	if replica.Failed(on.Ctx) { // it went away meanwhile: the leader answers
		on.Ctx = replica.Never(on.Ctx)
		made, err = serve(on)
	}
	if failed := on.Key.ReachErr(); failed != nil { // the page's content may be wrong
		return failed
	}
	if unnamed := on.AuthorErr(); err == nil {
		err = unnamed
	}
	if err != nil {
		return err
	}
	if err := c.send(on, made); err != nil {
		return err
	}
	if made.Raw != nil && (on.Key.ReachErr() != nil || on.AuthorErr() != nil) {
		panic(http.ErrAbortHandler) // nobody must mistake the part for the whole
	}
	return nil
}

// enter checks who is asking before it reads the body: a stranger's form is only read as far as it
// can be carried through the sign-in. It returns what serves the request: the screen, or the
// sign-in.
func (c *Console) enter(s screen, on *pagekit.Call) (func(*pagekit.Call) (pagekit.Reply, error), error) {
	if s.scopes == nil && !s.door {
		if err := within(on, c.visit(on)); err != nil {
			return nil, err
		}
	}
	if s.scopes != nil {
		err := c.signedIn(on)
		if trace.Is(err, trace.CodeUnauthenticated) {
			if err := within(on, c.visit(on)); err != nil {
				return nil, err
			}
			return func(on *pagekit.Call) (pagekit.Reply, error) { return c.askToSignIn(s, on) }, nil
		}
		if err != nil {
			return nil, err
		}
		on.Claim.For(on.Key.AccessKey)
		if err := within(on, c.gate.Use(on.Key).Wait); err != nil {
			return nil, err
		}
		if err := s.admits(on.Key); err != nil {
			return nil, err
		}
		if s.fresh && c.service.Now().Sub(on.Since) > freshFor {
			return func(on *pagekit.Call) (pagekit.Reply, error) { return c.askAgain(s, on) }, nil
		}
	}
	if on.Request.Method == http.MethodPost && s.scopes != nil {
		on.Request.Body = httpkit.Recheck(on.Request.Body, c.service.Now, func() error { return c.recheck(s, on) })
	}
	if on.Request.Method == http.MethodPost && !sendsFiles(on.Request) { // files are read by their handlers, as they come
		var err error
		if on.Form, err = readForm(on, s.limit()); err != nil {
			return nil, err
		}
	}
	if s.memory > on.Claim.Reserved() {
		if err := on.Claim.Wait(on.Ctx, s.memory); err != nil {
			return nil, err
		}
	}
	return s.serve, nil
}

// recheck authenticates a caller again if the form took long.
func (c *Console) recheck(s screen, on *pagekit.Call) error {
	if err := c.signedIn(on); err != nil {
		return err
	}
	return s.admits(on.Key)
}

// send writes an answer. Pages are made whole before the first byte goes out, so
// that one that fails is an error and not half a page.
func (c *Console) send(on *pagekit.Call, a pagekit.Reply) error {
	switch {
	case a.Raw != nil:
		return a.Raw(on.Writer)
	case a.Elsewhere:
		leave(on.Writer, on.Request, "console"+a.To)
		return nil
	}
	page := c.pages[a.Page]
	c.addSignInChoices(a.View, on)
	c.dress(a.View.Framed(), page, on)
	name := "frame"
	if a.Block != "" && on.Partial() {
		name = a.Block
	}
	body := made{}
	if on.Request.Method != http.MethodPost { // the answer to a form was claimed together with it
		body.claim = on.Claim
	}
	if err := page.template.ExecuteTemplate(&body, name, a.View); err != nil {
		return err
	}
	h := on.Writer.Header()
	if a.Map && c.tiles.Set() {
		h.Set("Content-Security-Policy", policyOf(c.tiles.Origin))
	}
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Language", on.Lang.Tag())
	h.Set("Content-Length", strconv.Itoa(body.size))
	if a.Status == 0 {
		a.Status = http.StatusOK
	}
	on.Writer.WriteHeader(a.Status)
	if on.Request.Method != http.MethodHead {
		body.send(on.Writer)
	}
	return nil
}

// policy lets a page load only from this server.
var policy = policyOf("")

// policyOf also allows images from one other origin: the tiles of a map.
func policyOf(pictures string) string {
	if pictures != "" {
		pictures = " " + pictures
	}
	return "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:" + pictures + "; connect-src 'self'; " +
		"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
}

// guard sets the headers that every answer has. Nothing is kept: what is on a
// page is not for the next user of the same machine.
func guard(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	h.Set("Vary", "Cookie, Accept-Language, HX-Request")
}

// leave leads elsewhere on this server, by a relative address: a proxy may have
// put it below a prefix.
func leave(w http.ResponseWriter, r *http.Request, to string) {
	w.Header().Set("Location", pagekit.Root(r)+to)
	w.WriteHeader(http.StatusSeeOther)
}
