package people

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"rastro/internal/account"
	"rastro/internal/httpkit"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// Passkeys is what the pages need about passkeys; account.Passkeys documents each method.
type Passkeys interface {
	List(ctx context.Context, session string) ([]account.Passkey, error)
	BeginAdding(ctx context.Context, network, session string) (options []byte, ceremony string, err error)
	Add(ctx context.Context, session, ceremony, answer, name string) error
	Remove(ctx context.Context, session, id string) error
	Require(ctx context.Context, session string, required bool) error
}

// passkeyRow is a passkey as the page shows it.
type passkeyRow struct{ ID, Name, Made, Used string }

// passkeysView is the part of one's account about passkeys.
type passkeysView struct {
	Rows     []passkeyRow
	Why      string // there are none on this server, for this reason
	Required bool
	MayAsk   bool // there is another way to sign in, which can be closed
}

func (c *Controller) passkeyRows(on *pagekit.Call) (v passkeysView, err error) {
	if c.passkeys == nil {
		if !on.Key.Administers() { // cannot change the options that the reason names
			return passkeysView{Why: accountTexts["nopasskeys"].In(on.Lang)}, nil
		}
		return passkeysView{Why: c.noPasskeys.In(on.Lang)}, nil
	}
	list, err := c.passkeys.List(on.Ctx, on.Session)
	for _, k := range list {
		row := passkeyRow{ID: k.ID, Name: k.Name, Made: on.Moment(k.CreatedAt), Used: accountTexts["never"].In(on.Lang)}
		if row.Name == "" {
			row.Name = accountTexts["unknown"].In(on.Lang)
		}
		if !k.LastUse.IsZero() {
			row.Used = on.Moment(k.LastUse)
		}
		v.Rows = append(v.Rows, row)
	}
	v.Required = on.Person.NeedsPasskey
	v.MayAsk = len(v.Rows) > 0 && on.Person.Accepted()
	return v, err
}

type passkeyNewView struct {
	pagekit.Frame
	Options, Ceremony string
	Wrong             string
}

// possible fails unless the caller is a person who may have passkeys here.
func (c *Controller) possible(on *pagekit.Call) error {
	if on.Person == nil || c.passkeys == nil {
		return trace.Fail(trace.CodePathNotFound)
	}
	return nil
}

// AskForPasskey shows the page whose script makes a passkey.
func (c *Controller) AskForPasskey(on *pagekit.Call) (pagekit.Reply, error) {
	if err := c.possible(on); err != nil {
		return pagekit.Reply{}, err
	}
	options, ceremony, err := c.passkeys.BeginAdding(on.Ctx, c.network(on), on.Session)
	return pagekit.Reply{Page: "passkey_new", View: &passkeyNewView{Options: string(options), Ceremony: ceremony}}, err
}

// AddPasskey keeps the passkey that the browser made. It is named after the device.
func (c *Controller) AddPasskey(on *pagekit.Call) (pagekit.Reply, error) {
	if err := c.possible(on); err != nil {
		return pagekit.Reply{}, err
	}
	err := c.passkeys.Add(on.Ctx, on.Session, on.Form.Get("cerimonia"), on.Form.Get("passkey"), httpkit.Device(on.Request.UserAgent()))
	if trace.Is(err, trace.CodePasskeyRefused) {
		if cause := errors.Unwrap(trace.AsError(err)); cause != nil {
			on.Log.Warn("a passkey was not made", slog.Any("error", cause))
		}
		again, failed := c.AskForPasskey(on)
		if failed != nil {
			return pagekit.Reply{}, failed
		}
		again.View.(*passkeyNewView).Wrong = accountTexts["notmade"].In(on.Lang)
		again.Status = http.StatusUnprocessableEntity
		return again, nil
	}
	if err != nil {
		return pagekit.Reply{}, err
	}
	return pagekit.Done("/conta", "passkeymade"), nil
}

// RemovePasskey removes a passkey.
func (c *Controller) RemovePasskey(on *pagekit.Call) (pagekit.Reply, error) {
	if err := c.possible(on); err != nil {
		return pagekit.Reply{}, err
	}
	if err := c.passkeys.Remove(on.Ctx, on.Session, on.Form.Get("id")); err != nil {
		return pagekit.Reply{}, err
	}
	return pagekit.Done("/conta", "passkeygone"), nil
}

// RequirePasskey reports whether a passkey is the only way in.
func (c *Controller) RequirePasskey(on *pagekit.Call) (pagekit.Reply, error) {
	if err := c.possible(on); err != nil {
		return pagekit.Reply{}, err
	}
	required := on.Form.Get("exigir") == "sim"
	if err := c.passkeys.Require(on.Ctx, on.Session, required); err != nil {
		return pagekit.Reply{}, err
	}
	if required && !on.Person.HasPasskey() { // nothing was changed
		return pagekit.Done("/conta", "passkeyfirst"), nil
	}
	if required {
		return pagekit.Done("/conta", "passkeyneeded"), nil
	}
	return pagekit.Done("/conta", "passkeychoice"), nil
}
