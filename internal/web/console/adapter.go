package console

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"rastro/internal/admit"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// call is one request on its way to a handler.
type call struct {
	ctx  context.Context
	r    *http.Request
	w    http.ResponseWriter
	lang lang.Lang
	key  *trace.Key // of who is signed in
	form url.Values // of a form that was sent

	claim *admit.Claim // what it holds of the memory; nil: nobody counts
}

// reply is what a handler answers: a page, a way to another one, or whatever
// raw writes.
type reply struct {
	page   string // its template
	view   framed
	status int // 0: 200
	// block, where the request is htmx's, is the part of the page that is sent
	// alone; "" is the whole page.
	block string
	// elsewhere leads to another page, to, below /console.
	elsewhere bool
	to        string
	raw       func(w http.ResponseWriter) error
}

// goTo leads to a page below /console, "" for its start.
func goTo(page string) reply { return reply{elsewhere: true, to: page} }

// adapt turns a screen into a handler: origin, session, right, form, handler,
// answer.
func (c *Console) adapt(s screen) http.Handler {
	return c.origin.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		guard(w.Header())
		on := &call{ctx: r.Context(), r: r, w: w, lang: chooseLanguage(w, r), claim: admit.From(r.Context())}
		if err := c.answer(s, on); err != nil {
			c.fail(on, err)
		}
	}))
}

// answer lets a request in, once, and serves it. A page that finds the memory taken
// waits for it and is made again: pages are made whole before they are sent, and
// reading repeats. It is still one request, and counts as one.
func (c *Console) answer(s screen, on *call) error {
	serve, err := c.enter(s, on)
	if err != nil {
		return err
	}
	err = c.serve(serve, on)
	if errors.Is(err, admit.ErrBusy) && on.r.Method != http.MethodPost {
		if err = on.claim.WaitMost(on.ctx); err == nil {
			err = c.serve(serve, on)
		}
	}
	return err
}

func (c *Console) serve(serve func(*Console, *call) (reply, error), on *call) error {
	made, err := serve(c, on)
	if err != nil {
		return err
	}
	return c.send(on, made)
}

// enter looks at who asks before it reads what he sends: a stranger's form is read
// only as far as it can be carried through the sign-in. It returns what serves the
// request: the screen, or the way to sign in.
func (c *Console) enter(s screen, on *call) (func(*Console, *call) (reply, error), error) {
	if s.scopes == nil && !s.door {
		if err := on.within(c.visit(on)); err != nil {
			return nil, err
		}
	}
	if s.scopes != nil {
		key, err := c.signedIn(on)
		if trace.Is(err, trace.CodeUnauthenticated) {
			if err := on.within(c.visit(on)); err != nil {
				return nil, err
			}
			return func(c *Console, on *call) (reply, error) { return c.askToSignIn(s, on) }, nil
		}
		if err != nil {
			return nil, err
		}
		on.key = key
		on.claim.For(key.AccessKey)
		if err := on.within(c.gate.Use(key).Wait); err != nil {
			return nil, err
		}
		if err := key.Need(s.scopes...); err != nil {
			return nil, err
		}
	}
	if on.r.Method == http.MethodPost && !sendsFiles(on.r) { // files are read by their handlers, as they come
		var err error
		if on.form, err = readForm(on, s.limit()); err != nil {
			return nil, err
		}
	}
	if s.memory > on.claim.Reserved() {
		if err := on.claim.Wait(on.ctx, s.memory); err != nil {
			return nil, err
		}
	}
	return s.serve, nil
}

// send writes an answer. Pages are made whole before the first byte goes out, so
// that one that fails is an error and not half a page.
func (c *Console) send(on *call, a reply) error {
	switch {
	case a.raw != nil:
		return a.raw(on.w)
	case a.elsewhere:
		leave(on.w, on.r, "console"+a.to)
		return nil
	}
	page := c.pages[a.page]
	c.dress(a.view.frame(), page, on)
	name := "frame"
	if a.block != "" && on.partial() {
		name = a.block
	}
	body := made{}
	if on.r.Method != http.MethodPost { // what a form is answered with was claimed with it
		body.claim = on.claim
	}
	if err := page.template.ExecuteTemplate(&body, name, a.view); err != nil {
		return err
	}
	h := on.w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Language", on.lang.Tag())
	h.Set("Content-Length", strconv.Itoa(body.size))
	if a.status == 0 {
		a.status = http.StatusOK
	}
	on.w.WriteHeader(a.status)
	if on.r.Method != http.MethodHead {
		body.send(on.w)
	}
	return nil
}

// partial tells whether htmx asks for a part of a page. When it goes back in the
// history it needs the whole.
func (on *call) partial() bool {
	return on.r.Header.Get("HX-Request") == "true" && on.r.Header.Get("HX-History-Restore-Request") == ""
}

// policy lets a page load what this server has, and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// guard sets the headers that every answer has. Nothing is kept: what is on a
// page is not for who comes to the same machine later.
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
	w.Header().Set("Location", root(r)+to)
	w.WriteHeader(http.StatusSeeOther)
}

// root is the way from a request's address to the server's root.
func root(r *http.Request) string {
	if up := strings.Count(r.URL.EscapedPath(), "/") - 1; up > 0 {
		return strings.Repeat("../", up)
	}
	return "./"
}

// path is a path parameter; one that no stored text can equal is "".
func (on *call) path(name string) string {
	value := on.r.PathValue(name)
	if !utf8.ValidString(value) || strings.IndexByte(value, 0) >= 0 {
		return ""
	}
	return value
}
