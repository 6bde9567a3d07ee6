package access

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io"
	"time"

	"rastro/internal/trace"
)

// InvitationLifetime is how long an invitation of a key lasts.
const InvitationLifetime = time.Hour

// SignIn begins a session of an authenticated key and returns its token, which is not stored.
func (s *KeyKeeper) SignIn(ctx context.Context, key *trace.Key) (token string, expires time.Time, err error) {
	return s.beginSession(ctx, key.AccessKey, false, trace.SessionLifetime)
}

// Invite makes a token that signs in with a key, once.
func (s *KeyKeeper) Invite(ctx context.Context, key *trace.Key) (token string, err error) {
	token, _, err = s.beginSession(ctx, key.AccessKey, true, InvitationLifetime)
	return token, err
}

func (s *KeyKeeper) beginSession(ctx context.Context, access string, once bool, lifetime time.Duration) (string, time.Time, error) {
	token, session, err := s.newSession(access, once, lifetime)
	if err != nil {
		return "", time.Time{}, err
	}
	err = s.sessions.Update(ctx, func(w trace.SessionWriter) error { return w.PutSession(ctx, session) })
	return token, session.ExpiresAt, err
}

func (s *KeyKeeper) newSession(access string, once bool, lifetime time.Duration) (token string, session trace.Session, err error) {
	var bits [32]byte
	if _, err := io.ReadFull(s.random, bits[:]); err != nil {
		return "", trace.Session{}, err
	}
	token = base64.RawURLEncoding.EncodeToString(bits[:])
	return token, trace.Session{Digest: sha256.Sum256([]byte(token)), AccessKey: access, Once: once, ExpiresAt: s.now().Add(lifetime)}, nil
}

// Invited fails with CodeUnauthenticated if an invitation can no longer be accepted. It does
// not use it up.
func (s *KeyKeeper) Invited(ctx context.Context, invitation string) error {
	_, err := s.invitation(ctx, sha256.Sum256([]byte(invitation)))
	return err
}

func (s *KeyKeeper) invitation(ctx context.Context, digest [32]byte) (trace.Session, error) {
	invited, err := s.sessions.Direct().Session(ctx, digest)
	if err != nil {
		return trace.Session{}, err
	}
	if !invited.Once || s.sessionKey(invited) == nil {
		return trace.Session{}, trace.Fail(trace.CodeUnauthenticated)
	}
	return invited, nil
}

// Accept turns an invitation into a session. It works only once.
func (s *KeyKeeper) Accept(ctx context.Context, invitation string) (token string, expires time.Time, err error) {
	digest := sha256.Sum256([]byte(invitation))
	invited, err := s.invitation(ctx, digest)
	if err != nil {
		return "", time.Time{}, err
	}
	token, session, err := s.newSession(invited.AccessKey, false, trace.SessionLifetime)
	if err != nil {
		return "", time.Time{}, err
	}
	err = s.sessions.Update(ctx, func(w trace.SessionWriter) error {
		return errors.Join(w.TakeSession(ctx, digest), w.PutSession(ctx, session))
	})
	return token, session.ExpiresAt, err
}

// SessionKey returns the key that a session's token acts with, and when the session began;
// CodeUnauthenticated if there is no such session, it has ended, or its key no longer works.
func (s *KeyKeeper) SessionKey(ctx context.Context, token string) (key *trace.Key, since time.Time, err error) {
	session, err := s.sessions.Direct().Session(ctx, sha256.Sum256([]byte(token)))
	if err != nil {
		return nil, time.Time{}, err
	}
	key = s.sessionKey(session)
	if session.Once || key == nil {
		return nil, time.Time{}, trace.Fail(trace.CodeUnauthenticated)
	}
	s.keys.used(key, s.now())
	return s.Inside(key), session.ExpiresAt.Add(-trace.SessionLifetime), nil
}

func (s *KeyKeeper) sessionKey(session trace.Session) *trace.Key {
	now := s.now()
	key, known := s.keys.held.Load().byAccess[session.AccessKey]
	if !known || !key.ActiveAt(now) || !now.Before(session.ExpiresAt) {
		return nil
	}
	return key
}

// SignOut ends a session. A session that has already ended is not an error.
func (s *KeyKeeper) SignOut(ctx context.Context, token string) error {
	err := s.sessions.Update(ctx, func(w trace.SessionWriter) error { return w.TakeSession(ctx, sha256.Sum256([]byte(token))) })
	if trace.Is(err, trace.CodeUnauthenticated) {
		return nil
	}
	return err
}
