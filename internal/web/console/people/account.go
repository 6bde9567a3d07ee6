package people

import (
	"rastro/internal/account"
	"rastro/internal/lang"
	"rastro/internal/right"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// session is a person's session, as shown on the page.
type session struct {
	Device, Made, Used string
	Own                bool
}

type accountView struct {
	pagekit.Frame
	fields
	Person   row
	Rights   []string
	Sessions []session
	Others   bool
	Passkeys passkeysView
	// Old is what is wrong with the old password.
	Old string
}

// Account shows one's own account.
func (c *Controller) Account(on *pagekit.Call) (pagekit.Reply, error) {
	v, err := c.account(on)
	return pagekit.Reply{Page: "account", View: v}, err
}

func (c *Controller) account(on *pagekit.Call) (*accountView, error) {
	if on.Person == nil { // a key has no account
		return nil, trace.Fail(trace.CodePathNotFound)
	}
	p := on.Person
	v := &accountView{Person: personRow(on, p), fields: ownFields(on, account.Draft{Name: p.Name, Lang: p.Lang})}
	for _, r := range right.All {
		if on.Key.May(r.Right) {
			v.Rights = append(v.Rights, r.Text.In(on.Lang))
		}
	}
	sessions, err := c.people.Sessions(on.Ctx, on.Session)
	if err != nil {
		return nil, err
	}
	for _, s := range sessions {
		shown := session{Device: s.Device, Made: on.Moment(s.CreatedAt), Used: on.Moment(s.LastUse), Own: s.Own}
		if shown.Device == "" {
			shown.Device = accountTexts["unknown"].In(on.Lang)
		}
		v.Sessions = append(v.Sessions, shown)
	}
	v.Others = len(sessions) > 1
	v.Passkeys, err = c.passkeyRows(on)
	return v, err
}

// SetOwn changes one's own name and language.
func (c *Controller) SetOwn(on *pagekit.Call) (pagekit.Reply, error) {
	v, err := c.account(on)
	if err != nil {
		return pagekit.Reply{}, err
	}
	l, _ := lang.ByCode(on.Form.Get("idioma"))
	v.Name = on.Form.Get("nome")
	err = c.people.SetOwn(on.Ctx, on.Session, v.Name, l)
	if trace.Is(err, trace.CodeInvalid) {
		return refuse(on, v, &v.fields, err, "account")
	}
	if err != nil {
		return pagekit.Reply{}, err
	}
	return pagekit.Done("/conta", "accountkept"), nil
}

// ChangePassword replaces one's own password.
func (c *Controller) ChangePassword(on *pagekit.Call) (pagekit.Reply, error) {
	v, err := c.account(on)
	if err != nil {
		return pagekit.Reply{}, err
	}
	err = c.try(on, func() error {
		return c.people.ChangePassword(on.Ctx, on.Session, on.Form.Get("atual"), on.Form.Get("senha"))
	})
	switch {
	case trace.Is(err, trace.CodeTooManyPasswords):
		return pagekit.RefuseForm(on, v, v.Errors, &v.Wrong, err, "account")
	case trace.Is(err, trace.CodeWrongPassword):
		v.Old = accountTexts["wrongold"].In(on.Lang)
		return pagekit.RefuseForm(on, v, v.Errors, &v.Wrong, nil, "account")
	case trace.Is(err, trace.CodeInvalid):
		return refuse(on, v, &v.fields, err, "account")
	case err != nil:
		return pagekit.Reply{}, err
	}
	return pagekit.Done("/conta", "passwordkept"), nil
}

// SignOutEverywhere ends all other sessions.
func (c *Controller) SignOutEverywhere(on *pagekit.Call) (pagekit.Reply, error) {
	if on.Person == nil {
		return pagekit.Reply{}, trace.Fail(trace.CodePathNotFound)
	}
	if err := c.people.SignOutEverywhere(on.Ctx, on.Session); err != nil {
		return pagekit.Reply{}, err
	}
	return pagekit.Done("/conta", "signedout"), nil
}
