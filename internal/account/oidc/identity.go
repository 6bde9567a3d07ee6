package oidc

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	gooidc "github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// The maximum lengths of claims, in bytes. Longer ones are left out.
const (
	maxSubject = 255 // OpenID Connect Core, 2
	maxEmail   = 254
	maxPhone   = 40
)

// claims are claims about a person, in the token or from elsewhere.
type claims struct {
	Party         string `json:"azp"`
	Email         string `json:"email"`
	EmailVerified truth  `json:"email_verified"`
	Phone         string `json:"phone_number"`
	PhoneVerified truth  `json:"phone_number_verified"`
	AskedAt       int64  `json:"auth_time"` // in seconds; 0: missing
}

// truth is true or "true": some providers write it as text. Anything else is false.
type truth bool

func (t *truth) UnmarshalJSON(text []byte) error {
	*t = truth(bytes.Equal(text, []byte("true")) || bytes.Equal(text, []byte(`"true"`)))
	return nil
}

// verify reads the token of a sign-in: the signature, who issued it, for whom, and until
// when it is valid.
func (f *found) verify(ctx context.Context, token *oauth2.Token) (*gooidc.IDToken, error) {
	raw, ok := token.Extra("id_token").(string)
	if !ok || raw == "" {
		return nil, &Error{Reason: Invalid, detail: "there is no token"}
	}
	said, err := f.verifier.Verify(ctx, raw)
	switch {
	case ctx.Err() != nil:
		return nil, because(Unavailable, ctx.Err())
	case err != nil:
		return nil, because(Invalid, err)
	case said.AccessTokenHash != "" && said.VerifyAccessToken(token.AccessToken) != nil:
		return nil, &Error{Reason: Invalid, detail: "the two tokens do not belong together"}
	case said.Subject == "" || plain(said.Subject, maxSubject) != said.Subject:
		return nil, &Error{Reason: Invalid, detail: "it names nobody"}
	}
	return said, nil
}

// identity returns whom the token is about. It asks the provider for what the token lacks.
func (f *found) identity(ctx context.Context, token *oauth2.Token, said *gooidc.IDToken) (Identity, error) {
	var told claims
	if err := said.Claims(&told); err != nil {
		return Identity{}, &Error{Reason: Invalid, detail: "the token cannot be read"}
	}
	if told.Party != "" && told.Party != f.config.ClientID {
		return Identity{}, &Error{Reason: Invalid, detail: "the token was made for another client"}
	}
	if !told.verified() && f.provider.UserInfoEndpoint() != "" {
		more, err := f.ask(ctx, token, said.Subject)
		if err != nil {
			return Identity{}, err
		}
		told.add(more)
	}
	// Google writes its name in tokens in two ways; we use one.
	who := Identity{Issuer: f.issuer, Subject: said.Subject}
	if who.Email = plain(told.Email, maxEmail); who.Email != "" {
		who.EmailVerified = bool(told.EmailVerified)
	}
	if told.AskedAt > 0 { // both come from the provider's clock, which may differ from ours
		who.AskedKnown = true
		who.Age = max(said.IssuedAt.Sub(time.Unix(told.AskedAt, 0)), 0)
	}
	if who.Phone = plain(told.Phone, maxPhone); who.Phone != "" {
		who.PhoneVerified = bool(told.PhoneVerified)
	}
	return who, nil
}

// ask asks the provider for claims that are not in the token.
func (f *found) ask(ctx context.Context, token *oauth2.Token, subject string) (claims, error) {
	var more claims
	info, err := f.provider.UserInfo(ctx, oauth2.StaticTokenSource(token))
	switch {
	case errors.Is(err, errTooLong):
		return more, because(Unavailable, errTooLong)
	case err != nil:
		return more, outage("it does not say who somebody is", err)
	case info.Subject != subject:
		return more, &Error{Reason: Invalid, detail: "it speaks of somebody else"}
	case info.Claims(&more) != nil:
		return more, &Error{Reason: Invalid, detail: "what it says cannot be read"}
	}
	return more, nil
}

// verified reports whether the provider vouches for a way to reach the person.
func (c *claims) verified() bool {
	return c.Email != "" && bool(c.EmailVerified) || c.Phone != "" && bool(c.PhoneVerified)
}

// add fills in missing claims. An address and whether it is verified come from one source, or one
// could vouch for the other's.
func (c *claims) add(more claims) {
	if c.Email == "" || bool(more.EmailVerified) && strings.EqualFold(c.Email, more.Email) {
		c.Email, c.EmailVerified = more.Email, more.EmailVerified
	}
	if c.Phone == "" || bool(more.PhoneVerified) && c.Phone == more.Phone {
		c.Phone, c.PhoneVerified = more.Phone, more.PhoneVerified
	}
}

// plain returns a text without the spaces around it; "" if it is too long or cannot be
// shown on one line.
func plain(text string, most int) string {
	text = strings.TrimSpace(text)
	if len(text) > most || !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return ""
	}
	return text
}
