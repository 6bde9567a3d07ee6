package console

import (
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"

	"rastro/internal/account"
	"rastro/internal/account/passkey"
	"rastro/internal/lang"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// newPasskeys prepares passkeys for a public address. If browsers refuse them there, it returns
// none, and the reason.
func newPasskeys(o *Options) (keys *account.Passkeys, why lang.Text, err error) {
	party, err := passkey.New(o.PublicURL, "Rastro", o.Service.Now)
	if no, impossible := errors.AsType[*passkey.Impossible](err); impossible {
		return nil, no.Why, nil
	}
	if err != nil {
		return nil, lang.Text{}, err
	}
	return o.Service.People.WithPasskeys(party), lang.Text{}, nil
}

// beginPasskey gives a page what its browser needs to request a passkey.
func (c *Console) beginPasskey(on *pagekit.Call) (pagekit.Reply, error) {
	if c.passkeys == nil {
		return pagekit.Reply{}, trace.Fail(trace.CodePathNotFound)
	}
	options, ceremony, err := c.passkeys.BeginSignIn(on.Ctx, c.network(on).String())
	if err != nil {
		return pagekit.Reply{}, err
	}
	text, err := json.Marshal(struct {
		Options  json.RawMessage `json:"options"`
		Ceremony string          `json:"ceremony"`
	}{options, ceremony})
	return pagekit.Reply{Raw: func(w http.ResponseWriter) error {
		w.Header().Set("Content-Type", "application/json")
		_, err := w.Write(text)
		return err
	}}, err
}

// signInPasskey signs in whoever has a passkey.
func (c *Console) signInPasskey(on *pagekit.Call, v *doorView) (pagekit.Reply, error) {
	if c.passkeys == nil {
		return refuseAtDoor(on, v, trace.Fail(trace.CodePasskeyRefused))
	}
	// Signatures cannot be guessed, so wrong ones slow nobody down; visits are limited as
	// elsewhere.
	if err := within(on, c.visit(on)); err != nil {
		return pagekit.Reply{}, err
	}
	opened, err := c.passkeys.SignIn(on.Ctx, on.Form.Get("cerimonia"), on.Form.Get("passkey"), device(on.Request))
	if err != nil {
		if cause := errors.Unwrap(trace.AsError(err)); cause != nil {
			c.log.Warn("a passkey was refused", slog.Any("error", cause))
		}
		return refuseAtDoor(on, v, err)
	}
	known, err := c.knows(on, opened.Person.Login)
	if err == nil {
		err = c.beginPerson(on, &opened, !known)
	}
	if err != nil {
		return pagekit.Reply{}, err
	}
	return onward(v), nil
}
