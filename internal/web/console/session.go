package console

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"rastro/internal/account"
	"rastro/internal/httpkit"
	"rastro/internal/lang"
	"rastro/internal/sheet"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// The session's cookie. If the browser uses TLS, its name binds it to this host and to TLS; a plain
// address, such as that of a machine in the office, only gets a plain cookie. Lax, so that a link
// in a message leads to the page and not to the sign-in page; requests that change something are
// guarded by their origin.
const sessionCookie = "rastro"

// secure reports whether the browser uses TLS: directly with us, with a trusted proxy that says so,
// or with the proxy that the public address names.
func (c *Console) secure(r *http.Request) bool {
	return c.proxies.Client(r).Secure || c.publicURL.Scheme == "https" && sameHost(r.Host, c.publicURL.Host)
}

// sameHost reports whether two hosts of https addresses are the same: a name may end with a dot, and
// the usual port may be written.
func sameHost(a, b string) bool {
	plain := func(host string) string { return strings.TrimSuffix(strings.TrimSuffix(host, ":443"), ".") }
	return strings.EqualFold(plain(a), plain(b))
}

// cookieName returns the name of a cookie: under TLS the name binds it to this host.
func (c *Console) cookieName(r *http.Request, name string) string {
	if c.secure(r) {
		return "__Host-" + name
	}
	return name
}

func (c *Console) cookie(r *http.Request, value string, expires time.Time) *http.Cookie {
	cookie := &http.Cookie{
		Name: c.cookieName(r, sessionCookie), Value: value, Path: "/", HttpOnly: true, Secure: c.secure(r), SameSite: http.SameSiteLaxMode, Expires: expires,
	}
	if value == "" {
		cookie.MaxAge = -1
	}
	return cookie
}

func (c *Console) token(r *http.Request) string {
	cookie, err := r.Cookie(c.cookieName(r, sessionCookie))
	if err != nil {
		return ""
	}
	return cookie.Value
}

// signedIn finds the user that the request's session acts for.
func (c *Console) signedIn(on *pagekit.Call) error {
	token := c.token(on.Request)
	if token == "" {
		return trace.Fail(trace.CodeUnauthenticated)
	}
	signed, err := c.service.SignedIn(on.Ctx, token)
	if err != nil {
		return err
	}
	on.Session, on.Key, on.Since, on.Person = token, signed.Key, signed.Since, signed.Person
	return nil
}

// begin gives the browser a new session and ends the previous one, so that nobody who planted or
// saw its token can continue with it.
func (c *Console) begin(on *pagekit.Call, token string, expires time.Time) error {
	if before := c.token(on.Request); before != "" {
		if err := c.service.EndSession(on.Ctx, before); err != nil {
			return err
		}
	}
	http.SetCookie(on.Writer, c.cookie(on.Request, token, expires))
	return nil
}

// doorView is the sign-in page. If the session turned out to have ended while something was being
// sent, that is carried through the page, so that nothing typed is lost.
type doorView struct {
	pagekit.Frame
	Login    string
	Access   string
	WithKey  bool // someone tried a key
	Confirm  bool // signed in, but too long ago for the next step
	Wrong    string
	Back     string // where to go afterwards, below /console
	Carried  []carried
	Again    bool   // signed in: what was carried can be sent
	Invited  string // the invitation that a button accepts
	TooLong  bool   // what was sent is too long to carry
	Inside   bool   // already signed in: nothing to do here
	Passkeys bool   // browsers may have some
	// Provider is the label of the OpenID Connect provider's button; "" if there is none.
	Provider string
}

type carried struct{ Name, Value string }

// carriedPrefix marks, in the form of the door, what belongs to another form.
const carriedPrefix = "campo."

func (*Console) showDoor(on *pagekit.Call) (pagekit.Reply, error) {
	v := &doorView{Back: wayBack(on.Request.URL.Query().Get("volta"))}
	return pagekit.Reply{Page: "door", View: v}, nil
}

// freshFor is how long after signing in somebody may change keys and people, and erase, without
// signing in again: an unattended screen must not be enough.
const freshFor = 10 * time.Minute

// askAgain makes somebody who signed in too long ago do so again. What they sent is carried
// through, as for an ended session.
func (c *Console) askAgain(s screen, on *pagekit.Call) (pagekit.Reply, error) {
	answer, err := c.askToSignIn(s, on)
	if v, ok := answer.View.(*doorView); ok && err == nil {
		v.Confirm = true
		switch { // what cannot be carried over has to be sent again, and the page says so
		case sendsFiles(on.Request):
			v.Wrong = doorTexts["confirmfile"].In(on.Lang)
		case v.TooLong:
			v.Wrong = doorTexts["confirmlong"].In(on.Lang)
		default:
			v.Wrong = doorTexts["confirm"].In(on.Lang)
		}
		if v.WithKey = on.Person == nil; v.WithKey {
			v.Access = on.Key.AccessKey
		} else {
			v.Login = on.Person.Login
		}
		on.Key = nil // show the page as for somebody who is not signed in
	}
	return answer, err
}

// askToSignIn answers a visitor who is not signed in. A part of a page must not become a sign-in
// page: a requested part makes the whole page reload, and a part that answers typing says what will
// happen and leaves the form alone.
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
		_, _ = io.CopyN(io.Discard, on.Request.Body, sheet.DefaultLimits.Bytes) // a browser that is still sending would not see the answer
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

// wayBack returns a path below /console to go to after signing in, "" for its start. It cannot lead
// to another server: it is put behind our own path.
func wayBack(to string) string {
	if to == "" || to[0] != '/' && to[0] != '?' || strings.ContainsAny(to, "\\\r\n") || strings.Contains(to, "..") || strings.HasPrefix(to, "/entrar") || len(to) > 2000 {
		return ""
	}
	return to
}

func (c *Console) signIn(on *pagekit.Call) (pagekit.Reply, error) {
	v := &doorView{
		Login: strings.TrimSpace(on.Form.Get("login")), Access: strings.TrimSpace(on.Form.Get("accessKey")),
		Back: wayBack(on.Form.Get("volta")), Carried: carry(on.Form, carriedPrefix),
	}
	v.Holds = len(v.Carried) > 0
	if on.Form.Get("ja") != "" {
		return c.alreadyIn(on, v)
	}
	if on.Form.Get("passkey") != "" {
		return c.signInPasskey(on, v)
	}
	if v.Access == "" {
		return c.signInPerson(on, v)
	}
	v.WithKey = true
	key, wait, err := c.gate.Open(c.network(on), v.Access, strings.TrimSpace(on.Form.Get("secretKey")))
	httpkit.RetryAfter(on.Writer.Header(), wait)
	if err != nil {
		return refuseAtDoor(on, v, err)
	}
	token, expires, err := c.service.SignIn(on.Ctx, key)
	if err == nil {
		err = c.begin(on, token, expires)
	}
	if err != nil {
		return pagekit.Reply{}, err
	}
	on.Key = key
	return onward(v), nil
}

// refuseAtDoor says why somebody cannot sign in. What is not their fault is returned as an error.
func refuseAtDoor(on *pagekit.Call, v *doorView, err error) (pagekit.Reply, error) {
	failed := trace.AsError(err)
	if failed.Class() == trace.Internal || failed.Class() == trace.Unavailable {
		return pagekit.Reply{}, err
	}
	v.Wrong = on.ErrorText(failed)
	if errors.Is(err, account.ErrDeactivated) {
		v.Wrong = doorTexts["deactivated"].In(on.Lang)
	}
	return pagekit.Reply{Page: "door", View: v, Status: httpkit.Status(failed.Class())}, nil
}

// onward sends somebody who signed in to where they wanted to go.
func onward(v *doorView) pagekit.Reply {
	if len(v.Carried) > 0 {
		v.Again = true
		return pagekit.Reply{Page: "door", View: v}
	}
	return pagekit.GoTo(v.Back)
}

func (c *Console) signOut(on *pagekit.Call) (pagekit.Reply, error) {
	if token := c.token(on.Request); token != "" {
		if err := c.service.EndSession(on.Ctx, token); err != nil {
			return pagekit.Reply{}, err
		}
	}
	http.SetCookie(on.Writer, c.cookie(on.Request, "", time.Unix(1, 0)))
	on.Writer.Header().Set("Clear-Site-Data", `"storage"`) // drafts of forms, which may contain personal data
	return pagekit.GoTo("/entrar"), nil
}

// showInvitation answers with a button that accepts an invitation. Opening the
// link uses nothing up: programs that preview links in messages open them too.
func (c *Console) showInvitation(on *pagekit.Call) (pagekit.Reply, error) {
	invitation := on.Path("convite")
	if account.IsToken(invitation) {
		return c.showLink(on, invitation)
	}
	err := c.service.Invited(on.Ctx, invitation)
	if trace.Is(err, trace.CodeUnauthenticated) {
		return c.spent(on), nil
	}
	return pagekit.Reply{Page: "door", View: &doorView{Invited: invitation}}, err
}

// spent says that an invitation is no longer valid. Someone who is signed in is not asked to sign
// in again.
func (c *Console) spent(on *pagekit.Call) pagekit.Reply {
	if err := c.signedIn(on); err == nil {
		text := doorTexts["inside"].Fill(on.Lang, lang.Args{"nome": on.Key.Name})
		return pagekit.Reply{Page: "door", View: &doorView{Wrong: text, Inside: true}, Status: http.StatusGone}
	}
	return pagekit.Reply{Page: "door", View: &doorView{Wrong: doorTexts["spent"].In(on.Lang)}, Status: http.StatusUnauthorized}
}

// accept signs in with an invitation.
func (c *Console) accept(on *pagekit.Call) (pagekit.Reply, error) {
	if account.IsToken(on.Path("convite")) {
		return c.takeLink(on, on.Path("convite"))
	}
	token, expires, err := c.service.Accept(on.Ctx, on.Path("convite"))
	if trace.Is(err, trace.CodeUnauthenticated) {
		return c.spent(on), nil
	}
	if err == nil {
		err = c.begin(on, token, expires)
	}
	if err != nil {
		return pagekit.Reply{}, err
	}
	return pagekit.GoTo(""), nil
}
