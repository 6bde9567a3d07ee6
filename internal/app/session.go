package app

import (
	"context"
	"strings"
	"time"

	"rastro/internal/account"
	"rastro/internal/trace"
)

// SignedIn is who a session acts as.
type SignedIn struct {
	Key    *trace.Key
	Since  time.Time       // when the session began
	Person *account.Person // nil for someone who signed in with a key
}

// SignedIn finds who is signed in with a token, a person or someone with a key;
// CodeUnauthenticated for nobody.
func (a *App) SignedIn(ctx context.Context, token string) (SignedIn, error) {
	if account.IsToken(token) {
		signed, err := a.People.Acting(ctx, token)
		if err != nil {
			return SignedIn{}, err
		}
		if !signed.Person.Deployment { // whoever administers the server acts outside organisations
			if signed.Key, err = a.PersonInside(ctx, signed.Key); err != nil {
				return SignedIn{}, err
			}
		}
		return SignedIn{signed.Key, signed.Since, &signed.Person}, nil
	}
	key, since, err := a.SessionKey(ctx, token)
	return SignedIn{Key: key, Since: since}, err
}

// ActsNow returns what a key or a person acts with now, by its access key; CodeUnauthenticated if it
// may no longer act.
func (a *App) ActsNow(ctx context.Context, access string) (*trace.Key, error) {
	text, person := strings.CutPrefix(access, account.AccessPrefix)
	if !person {
		key, known := a.KeyNamed(access)
		if !known || !key.ActiveAt(a.now()) {
			return nil, trace.Fail(trace.CodeUnauthenticated)
		}
		return key, nil
	}
	id, ok := trace.ParseID(text)
	if !ok {
		return nil, trace.Fail(trace.CodeUnauthenticated)
	}
	key, err := a.People.ActsNow(ctx, id)
	if err != nil || key.Deployment { // whoever administers the server acts outside organisations
		return key, err
	}
	return a.PersonInside(ctx, key)
}

// SessionWorks fails with CodeUnauthenticated if a session has ended.
func (a *App) SessionWorks(ctx context.Context, token string) error {
	_, err := a.SignedIn(ctx, token)
	return err
}

// EndSession signs somebody out. A session that has already ended is not an error.
func (a *App) EndSession(ctx context.Context, token string) error {
	if account.IsToken(token) {
		return a.People.SignOut(ctx, token)
	}
	return a.SignOut(ctx, token)
}
