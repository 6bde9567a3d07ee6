package trace

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io"
	"time"
)

// Session is somebody signed in with a key: who holds its token acts with that
// key, while the key works. Only a digest of the token is stored. On every
// server of a store the same sessions hold.
type Session struct {
	Digest    [32]byte
	AccessKey string
	// Once marks an invitation: its token is good for one session, and for
	// nothing else.
	Once      bool
	ExpiresAt time.Time
}

// How long a session and an invitation last. A session is a working day: a
// clerk signs in in the morning.
const (
	SessionLifetime    = 12 * time.Hour
	InvitationLifetime = time.Hour
)

// SessionReader and SessionWriter keep sessions; they are parts of Reader and Writer.
type SessionReader interface {
	// Session finds what a digest stands for, also where it has expired;
	// CodeUnauthenticated when nothing does.
	Session(ctx context.Context, digest [32]byte) (Session, error)
}

type SessionWriter interface {
	// PutSession keeps a session.
	PutSession(ctx context.Context, s Session) error
	// TakeSession ends a session, and MUST fail with CodeUnauthenticated in all
	// but one of several transactions that end the same one.
	TakeSession(ctx context.Context, digest [32]byte) error
	// DropSessions forgets the sessions that expired before an instant.
	DropSessions(ctx context.Context, before time.Time) error
}

// SignIn begins a session of a key, which was authenticated, and returns its
// token, the only time it is known.
func (s *Service) SignIn(ctx context.Context, key *Key) (token string, expires time.Time, err error) {
	return s.beginSession(ctx, key.AccessKey, false, SessionLifetime)
}

// Invite makes a token that signs in with a key, once.
func (s *Service) Invite(ctx context.Context, key *Key) (token string, err error) {
	token, _, err = s.beginSession(ctx, key.AccessKey, true, InvitationLifetime)
	return token, err
}

func (s *Service) beginSession(ctx context.Context, access string, once bool, lifetime time.Duration) (string, time.Time, error) {
	token, session, err := s.newSession(access, once, lifetime)
	if err != nil {
		return "", time.Time{}, err
	}
	err = s.store.Update(ctx, func(w Writer) error { return w.PutSession(ctx, session) })
	return token, session.ExpiresAt, err
}

func (s *Service) newSession(access string, once bool, lifetime time.Duration) (token string, session Session, err error) {
	var bits [32]byte
	if _, err := io.ReadFull(s.random, bits[:]); err != nil {
		return "", Session{}, err
	}
	token = base64.RawURLEncoding.EncodeToString(bits[:])
	return token, Session{Digest: sha256.Sum256([]byte(token)), AccessKey: access, Once: once, ExpiresAt: s.now().Add(lifetime)}, nil
}

// Invited fails with CodeUnauthenticated where an invitation cannot be accepted
// any more. It uses nothing up.
func (s *Service) Invited(ctx context.Context, invitation string) error {
	_, err := s.invitation(ctx, sha256.Sum256([]byte(invitation)))
	return err
}

func (s *Service) invitation(ctx context.Context, digest [32]byte) (Session, error) {
	invited, err := s.store.Session(ctx, digest)
	if err != nil {
		return Session{}, err
	}
	if !invited.Once || s.sessionKey(invited) == nil {
		return Session{}, Fail(CodeUnauthenticated)
	}
	return invited, nil
}

// Accept turns an invitation into a session. Of two who present it, one is let in.
func (s *Service) Accept(ctx context.Context, invitation string) (token string, expires time.Time, err error) {
	digest := sha256.Sum256([]byte(invitation))
	invited, err := s.invitation(ctx, digest)
	if err != nil {
		return "", time.Time{}, err
	}
	token, session, err := s.newSession(invited.AccessKey, false, SessionLifetime)
	if err != nil {
		return "", time.Time{}, err
	}
	err = s.store.Update(ctx, func(w Writer) error {
		return errors.Join(w.TakeSession(ctx, digest), w.PutSession(ctx, session))
	})
	return token, session.ExpiresAt, err
}

// SessionKey is the key that a session's token acts with; CodeUnauthenticated
// when there is no such session, it is over, or its key does not work any more.
func (s *Service) SessionKey(ctx context.Context, token string) (*Key, error) {
	session, err := s.store.Session(ctx, sha256.Sum256([]byte(token)))
	if err != nil {
		return nil, err
	}
	key := s.sessionKey(session)
	if session.Once || key == nil {
		return nil, Fail(CodeUnauthenticated)
	}
	s.keys.used(key, s.now())
	return key, nil
}

func (s *Service) sessionKey(session Session) *Key {
	now := s.now()
	key, known := s.keys.held.Load().byAccess[session.AccessKey]
	if !known || !key.ActiveAt(now) || !now.Before(session.ExpiresAt) {
		return nil
	}
	return key
}

// SignOut ends a session. One that is over already is no error.
func (s *Service) SignOut(ctx context.Context, token string) error {
	err := s.store.Update(ctx, func(w Writer) error { return w.TakeSession(ctx, sha256.Sum256([]byte(token))) })
	if Is(err, CodeUnauthenticated) {
		return nil
	}
	return err
}
