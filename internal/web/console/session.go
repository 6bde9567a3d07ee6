package console

import (
	"io"
	"net/http"
	"strings"
	"time"

	"rastro/internal/httpstatus"
	"rastro/internal/lang"
	"rastro/internal/sheet"
	"rastro/internal/trace"
)

var sessionScreens = []screen{
	{method: http.MethodGet, path: "/entrar", door: true, serve: askForKey},
	{method: http.MethodPost, path: "/entrar", body: maxCarriedForm, door: true, serve: signIn},
	{method: http.MethodPost, path: "/sair", body: 4 << 10, serve: signOut},
	{method: http.MethodGet, path: "/convite/{convite}", serve: showInvitation},
	{method: http.MethodPost, path: "/convite/{convite}", body: 4 << 10, serve: accept},
}

// The session's cookie. Where the browser came by TLS its name binds it to this
// host and to TLS; a plain address, of a machine in the office, has no more than
// a plain cookie. Lax, so that a link in a message leads to the page and not to
// the door; what changes something is guarded by its origin.
const (
	secureCookie = "__Host-rastro"
	plainCookie  = "rastro"
)

// secure reports whether the browser came by TLS: to us, to a trusted proxy that
// says so, or to the proxy that the public address names.
func (c *Console) secure(r *http.Request) bool {
	return c.proxies.Client(r).Secure || c.publicURL.Scheme == "https" && strings.EqualFold(r.Host, c.publicURL.Host)
}

func (c *Console) cookie(r *http.Request, value string, expires time.Time) *http.Cookie {
	cookie := &http.Cookie{Name: plainCookie, Value: value, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode, Expires: expires}
	if c.secure(r) {
		cookie.Name, cookie.Secure = secureCookie, true
	}
	if value == "" {
		cookie.MaxAge = -1
	}
	return cookie
}

func (c *Console) token(r *http.Request) string {
	name := plainCookie
	if c.secure(r) {
		name = secureCookie
	}
	cookie, err := r.Cookie(name)
	if err != nil {
		return ""
	}
	return cookie.Value
}

// signedIn is the key of the request's session.
func (c *Console) signedIn(on *call) (*trace.Key, error) {
	token := c.token(on.r)
	if token == "" {
		return nil, trace.Fail(trace.CodeUnauthenticated)
	}
	return c.service.SessionKey(on.ctx, token)
}

// doorView is the page at which one signs in. What was being sent when the
// session turned out to be over is carried through it, so that nothing typed is
// lost.
type doorView struct {
	frameView
	Access  string
	Wrong   string
	Back    string // where to go then, below /console
	Carried []carried
	Again   bool   // signed in: what was carried can be sent
	Invited string // the invitation that a button accepts
	TooLong bool   // what was sent is too long to be carried
	Inside  bool   // signed in already: there is nothing to do here
}

type carried struct{ Name, Value string }

// carriedPrefix marks, in the form of the door, what belongs to another form.
const carriedPrefix = "campo."

func askForKey(_ *Console, on *call) (reply, error) {
	v := &doorView{Back: wayBack(on.r.URL.Query().Get("volta"))}
	return reply{page: "door", view: v}, nil
}

// askToSignIn answers who is not signed in, any more or yet. A part of a page must
// not become a door: one that was asked for makes the page load anew, and one that
// answers what is being typed says what will happen, and leaves the form alone.
func (c *Console) askToSignIn(s screen, on *call) (reply, error) {
	here := strings.TrimPrefix(on.r.URL.EscapedPath(), "/console")
	v := &doorView{}
	switch {
	case on.r.Method == http.MethodGet || on.r.Method == http.MethodHead:
		if on.r.URL.RawQuery != "" {
			here += "?" + on.r.URL.RawQuery
		}
		v.Back = wayBack(here)
		if on.partial() {
			on.w.Header().Set("HX-Refresh", "true")
		}
	case sendsFiles(on.r): // a file is not carried through
		_, _ = io.CopyN(io.Discard, on.r.Body, sheet.DefaultLimits.Bytes) // a browser that is still sending sees no answer
		v.Back, v.Wrong = wayBack(here), doorTexts["file"].In(on.lang)
	default:
		form, tooLong, err := readCarried(on, s.limit())
		if err != nil {
			return reply{}, err
		}
		v.TooLong = tooLong
		if on.partial() {
			return reply{page: "door", view: v, block: "typing", status: http.StatusUnauthorized}, nil
		}
		v.Back, v.Carried, v.Holds = wayBack(here), carry(form, ""), true
		if v.Wrong = doorTexts["over"].In(on.lang); tooLong {
			v.Wrong = doorTexts["long"].In(on.lang)
		}
	}
	return reply{page: "door", view: v, status: http.StatusUnauthorized}, nil
}

// carry collects the fields of a form whose names begin with a prefix, without it.
func carry(form map[string][]string, prefix string) []carried {
	var all []carried
	for name, values := range form {
		if name, ok := strings.CutPrefix(name, prefix); ok {
			for _, value := range values {
				all = append(all, carried{name, value})
			}
		}
	}
	return all
}

// wayBack is a way below /console that may be gone after signing in, "" for its
// start. It cannot lead to another server: it is put behind our own path.
func wayBack(to string) string {
	if to == "" || to[0] != '/' && to[0] != '?' || strings.ContainsAny(to, "\\\r\n") || strings.Contains(to, "..") || strings.HasPrefix(to, "/entrar") || len(to) > 2000 {
		return ""
	}
	return to
}

func signIn(c *Console, on *call) (reply, error) {
	v := &doorView{Access: strings.TrimSpace(on.form.Get("accessKey")), Back: wayBack(on.form.Get("volta")), Carried: carry(on.form, carriedPrefix)}
	v.Holds = len(v.Carried) > 0
	key, wait, err := c.gate.Open(c.proxies.Client(on.r).Network, v.Access, strings.TrimSpace(on.form.Get("secretKey")))
	httpstatus.RetryAfter(on.w.Header(), wait)
	if err != nil {
		failed := trace.AsError(err)
		v.Wrong = failed.Text(on.lang)
		return reply{page: "door", view: v, status: httpstatus.Of(failed.Class())}, nil
	}
	token, expires, err := c.service.SignIn(on.ctx, key)
	if err != nil {
		return reply{}, err
	}
	http.SetCookie(on.w, c.cookie(on.r, token, expires))
	on.key = key
	if len(v.Carried) > 0 {
		v.Again = true
		return reply{page: "door", view: v}, nil
	}
	return goTo(v.Back), nil
}

func signOut(c *Console, on *call) (reply, error) {
	if token := c.token(on.r); token != "" {
		if err := c.service.SignOut(on.ctx, token); err != nil {
			return reply{}, err
		}
	}
	http.SetCookie(on.w, c.cookie(on.r, "", time.Unix(1, 0)))
	return goTo("/entrar"), nil
}

// showInvitation answers with a button that accepts an invitation. Opening the
// link uses nothing up: programs that preview links in messages open them too.
func showInvitation(c *Console, on *call) (reply, error) {
	invitation := on.path("convite")
	err := c.service.Invited(on.ctx, invitation)
	if trace.Is(err, trace.CodeUnauthenticated) {
		return c.spent(on), nil
	}
	return reply{page: "door", view: &doorView{Invited: invitation}}, err
}

// spent says that an invitation opens nothing any more. Who is signed in need not sign in.
func (c *Console) spent(on *call) reply {
	if key, err := c.signedIn(on); err == nil {
		on.key = key
		text := doorTexts["inside"].Fill(on.lang, lang.Args{"nome": key.Nome})
		return reply{page: "door", view: &doorView{Wrong: text, Inside: true}, status: http.StatusGone}
	}
	return reply{page: "door", view: &doorView{Wrong: doorTexts["spent"].In(on.lang)}, status: http.StatusUnauthorized}
}

// accept signs in who has an invitation.
func accept(c *Console, on *call) (reply, error) {
	token, expires, err := c.service.Accept(on.ctx, on.path("convite"))
	if trace.Is(err, trace.CodeUnauthenticated) {
		return c.spent(on), nil
	}
	if err != nil {
		return reply{}, err
	}
	http.SetCookie(on.w, c.cookie(on.r, token, expires))
	return goTo(""), nil
}
