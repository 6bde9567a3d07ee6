package console

import (
	"net/http"

	"rastro/internal/account"
	"rastro/internal/account/credential"
	"rastro/internal/account/password"
	"rastro/internal/httpkit"
	"rastro/internal/lang"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// browserCookie shows that somebody signed in with a browser before.
const browserCookie = "rastro-navegador"

// signInPerson signs a person in with a log-in and a password.
func (c *Console) signInPerson(on *pagekit.Call, v *doorView) (pagekit.Reply, error) {
	known, err := c.knows(on, v.Login)
	if err != nil {
		return pagekit.Reply{}, err
	}
	if known {
		on.Claim.For("pessoa:" + v.Login) // strangers share the rest
	}
	var opened account.Opened
	wait, err := c.gate.Try(c.network(on), account.ParseLogin(v.Login), known, func() (err error) {
		if err := on.Claim.Wait(on.Ctx, password.Memory); err != nil {
			return err
		}
		opened, err = c.service.People.SignIn(on.Ctx, v.Login, on.Form.Get("senha"), device(on.Request))
		return err
	})
	httpkit.RetryAfter(on.Writer.Header(), wait)
	if err != nil {
		return refuseAtDoor(on, v, err)
	}
	if err := c.beginPerson(on, &opened, !known); err != nil {
		return pagekit.Reply{}, err
	}
	return onward(v), nil
}

// tryOwn checks a password of the person who is signed in. Wrong ones count against the person,
// wherever they come from, but not against signing in: somebody who finds an open screen must
// neither guess the password nor lock its owner out.
func (c *Console) tryOwn(on *pagekit.Call, check func() error) error {
	wait, err := c.gate.Try(c.network(on), on.Key.AccessKey, true, check)
	httpkit.RetryAfter(on.Writer.Header(), wait)
	return err
}

// knows reports whether somebody has signed in with a log-in in this browser before.
func (c *Console) knows(on *pagekit.Call, login string) (bool, error) {
	cookie, err := on.Request.Cookie(c.cookieName(on.Request, browserCookie))
	if err != nil {
		return false, nil
	}
	return c.service.People.Knows(on.Ctx, cookie.Value, login)
}

// beginPerson begins the session of a person, whose language the pages then have.
func (c *Console) beginPerson(on *pagekit.Call, opened *account.Opened, remember bool) error {
	if err := c.begin(on, opened.Token, opened.ExpiresAt); err != nil {
		return err
	}
	if remember {
		token, expires, err := c.service.People.Remember(on.Ctx, &opened.Person)
		if err != nil {
			return err
		}
		http.SetCookie(on.Writer, &http.Cookie{
			Name: c.cookieName(on.Request, browserCookie), Value: token, Path: "/", HttpOnly: true, Secure: c.secure(on.Request), SameSite: http.SameSiteLaxMode, Expires: expires,
		})
	}
	on.Lang = opened.Person.Lang
	rememberLanguage(on.Writer, on.Lang)
	on.Key, on.Person, on.Since = opened.Person.Key(), &opened.Person, c.service.Now()
	return nil
}

// device returns a short description from the browser's User-Agent. The rest of it is not stored.
func device(r *http.Request) string { return httpkit.Device(r.UserAgent()) }

// linkView is the page of a one-time link: it makes the first account, opens one that somebody
// was invited to, or sets a new password.
type linkView struct {
	pagekit.Frame
	Token        string
	First, Reset bool
	Name, Login  string
	Organization string
	Role         string
	Wrong        string
	Errors       map[string]string // by field
	Provider     string            // as on the sign-in page
}

// showLink shows what a link is for, without using it up.
func (c *Console) showLink(on *pagekit.Call, token string) (pagekit.Reply, error) {
	v, err := c.linkView(on, token)
	if trace.Is(err, trace.CodeLinkSpent) {
		return c.spent(on), nil
	}
	return pagekit.Reply{Page: "link", View: v}, err
}

func (c *Console) linkView(on *pagekit.Call, token string) (*linkView, error) {
	linked, err := c.service.People.Linked(on.Ctx, token)
	if err != nil {
		return nil, err
	}
	v := &linkView{Token: token, First: linked.Purpose == credential.First, Reset: linked.Purpose == credential.Reset, Errors: map[string]string{}}
	v.Title = linkTexts["welcome"].In(on.Lang)
	if !v.First {
		p := &linked.Person
		v.Name, v.Login, v.Organization, v.Role = p.Name, account.ShownLogin(p.Login), p.Organization, p.Role.Title.In(on.Lang)
	}
	if v.Reset {
		v.Title = linkTexts["newpass"].In(on.Lang)
	}
	return v, nil
}

// takeLink uses a link up.
func (c *Console) takeLink(on *pagekit.Call, token string) (pagekit.Reply, error) {
	v, err := c.linkView(on, token)
	if trace.Is(err, trace.CodeLinkSpent) {
		return c.spent(on), nil
	}
	if err != nil {
		return pagekit.Reply{}, err
	}
	if err := on.Claim.Wait(on.Ctx, password.Memory); err != nil {
		return pagekit.Reply{}, err
	}
	var opened account.Opened
	written := on.Form.Get("senha")
	if v.First {
		v.Name, v.Login, v.Organization = on.Form.Get("nome"), on.Form.Get("login"), on.Form.Get("organizacao")
		d := account.Draft{Name: v.Name, Login: v.Login, Organization: v.Organization, Lang: on.Lang}
		opened, err = c.service.People.First(on.Ctx, token, d, written, device(on.Request))
	} else {
		opened, err = c.service.People.SetPassword(on.Ctx, token, written, device(on.Request))
	}
	switch {
	case trace.Is(err, trace.CodeLinkSpent): // somebody was faster
		return c.spent(on), nil
	case trace.Is(err, trace.CodeInvalid), trace.Is(err, trace.CodeLoginTaken):
		return pagekit.RefuseForm(on, v, v.Errors, &v.Wrong, err, "link")
	case err != nil:
		return pagekit.Reply{}, err
	}
	if err := c.beginPerson(on, &opened, true); err != nil {
		return pagekit.Reply{}, err
	}
	return pagekit.GoTo(""), nil
}

// setOwn changes a person's own name and language, which the pages then have.
func (c *Console) setOwn(on *pagekit.Call) (pagekit.Reply, error) {
	answer, err := c.people.SetOwn(on)
	if l, known := lang.ByCode(on.Form.Get("idioma")); err == nil && answer.Elsewhere && known {
		rememberLanguage(on.Writer, l)
	}
	return answer, err
}
