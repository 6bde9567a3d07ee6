package console

import (
	"io"
	"net/http"
	"strings"
	"time"

	"rastro/internal/httpkit"
	"rastro/internal/lang"
	"rastro/internal/sheet"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

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
func (c *Console) signedIn(on *pagekit.Call) (*trace.Key, error) {
	on.Session = c.token(on.Request)
	if on.Session == "" {
		return nil, trace.Fail(trace.CodeUnauthenticated)
	}
	return c.service.SessionKey(on.Ctx, on.Session)
}

// doorView is the sign-in page. What was being sent when the session turned out to be over is
// carried through it, so that nothing typed is lost.
type doorView struct {
	pagekit.Frame
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

func (*Console) askForKey(on *pagekit.Call) (pagekit.Reply, error) {
	v := &doorView{Back: wayBack(on.Request.URL.Query().Get("volta"))}
	return pagekit.Reply{Page: "door", View: v}, nil
}

// askToSignIn answers a visitor who is not signed in. A part of a page must not become a sign-in
// page: a requested part makes the page reload, and one that answers what is being typed says
// what will happen, and leaves the form alone.
func (c *Console) askToSignIn(s screen, on *pagekit.Call) (pagekit.Reply, error) {
	here := strings.TrimPrefix(on.Request.URL.EscapedPath(), "/console")
	v := &doorView{}
	switch {
	case on.Request.Method == http.MethodGet || on.Request.Method == http.MethodHead:
		if on.Request.URL.RawQuery != "" {
			here += "?" + on.Request.URL.RawQuery
		}
		v.Back = wayBack(here)
		if on.Partial() {
			on.Writer.Header().Set("HX-Refresh", "true")
		}
	case sendsFiles(on.Request): // a file is not carried through
		_, _ = io.CopyN(io.Discard, on.Request.Body, sheet.DefaultLimits.Bytes) // a browser that is still sending sees no answer
		v.Back, v.Wrong = wayBack(here), doorTexts["file"].In(on.Lang)
	default:
		form, tooLong, err := readCarried(on, s.limit())
		if err != nil {
			return pagekit.Reply{}, err
		}
		v.TooLong = tooLong
		if on.Partial() {
			return pagekit.Reply{Page: "door", View: v, Block: "typing", Status: http.StatusUnauthorized}, nil
		}
		v.Back, v.Carried, v.Holds = wayBack(here), carry(form, ""), true
		if v.Wrong = doorTexts["over"].In(on.Lang); tooLong {
			v.Wrong = doorTexts["long"].In(on.Lang)
		}
	}
	return pagekit.Reply{Page: "door", View: v, Status: http.StatusUnauthorized}, nil
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

// wayBack is a path below /console to go to after signing in, "" for its start. It cannot lead
// to another server: it is put behind our own path.
func wayBack(to string) string {
	if to == "" || to[0] != '/' && to[0] != '?' || strings.ContainsAny(to, "\\\r\n") || strings.Contains(to, "..") || strings.HasPrefix(to, "/entrar") || len(to) > 2000 {
		return ""
	}
	return to
}

func (c *Console) signIn(on *pagekit.Call) (pagekit.Reply, error) {
	v := &doorView{Access: strings.TrimSpace(on.Form.Get("accessKey")), Back: wayBack(on.Form.Get("volta")), Carried: carry(on.Form, carriedPrefix)}
	v.Holds = len(v.Carried) > 0
	key, wait, err := c.gate.Open(c.proxies.Client(on.Request).Network, v.Access, strings.TrimSpace(on.Form.Get("secretKey")))
	httpkit.RetryAfter(on.Writer.Header(), wait)
	if err != nil {
		failed := trace.AsError(err)
		v.Wrong = failed.Text(on.Lang)
		return pagekit.Reply{Page: "door", View: v, Status: httpkit.Status(failed.Class())}, nil
	}
	token, expires, err := c.service.SignIn(on.Ctx, key)
	if err != nil {
		return pagekit.Reply{}, err
	}
	http.SetCookie(on.Writer, c.cookie(on.Request, token, expires))
	on.Key = key
	if len(v.Carried) > 0 {
		v.Again = true
		return pagekit.Reply{Page: "door", View: v}, nil
	}
	return pagekit.GoTo(v.Back), nil
}

func (c *Console) signOut(on *pagekit.Call) (pagekit.Reply, error) {
	if token := c.token(on.Request); token != "" {
		if err := c.service.SignOut(on.Ctx, token); err != nil {
			return pagekit.Reply{}, err
		}
	}
	http.SetCookie(on.Writer, c.cookie(on.Request, "", time.Unix(1, 0)))
	return pagekit.GoTo("/entrar"), nil
}

// showInvitation answers with a button that accepts an invitation. Opening the
// link uses nothing up: programs that preview links in messages open them too.
func (c *Console) showInvitation(on *pagekit.Call) (pagekit.Reply, error) {
	invitation := on.Path("convite")
	err := c.service.Invited(on.Ctx, invitation)
	if trace.Is(err, trace.CodeUnauthenticated) {
		return c.spent(on), nil
	}
	return pagekit.Reply{Page: "door", View: &doorView{Invited: invitation}}, err
}

// spent says that an invitation is no longer valid. Someone who is signed in is not asked to
// sign in again.
func (c *Console) spent(on *pagekit.Call) pagekit.Reply {
	if key, err := c.signedIn(on); err == nil {
		on.Key = key
		text := doorTexts["inside"].Fill(on.Lang, lang.Args{"nome": key.Name})
		return pagekit.Reply{Page: "door", View: &doorView{Wrong: text, Inside: true}, Status: http.StatusGone}
	}
	return pagekit.Reply{Page: "door", View: &doorView{Wrong: doorTexts["spent"].In(on.Lang)}, Status: http.StatusUnauthorized}
}

// accept signs in with an invitation.
func (c *Console) accept(on *pagekit.Call) (pagekit.Reply, error) {
	token, expires, err := c.service.Accept(on.Ctx, on.Path("convite"))
	if trace.Is(err, trace.CodeUnauthenticated) {
		return c.spent(on), nil
	}
	if err != nil {
		return pagekit.Reply{}, err
	}
	http.SetCookie(on.Writer, c.cookie(on.Request, token, expires))
	return pagekit.GoTo(""), nil
}
