package sqlstore

import (
	"context"
	"time"

	"rastro/internal/trace"
)

func (r reader) Session(ctx context.Context, digest [32]byte) (trace.Session, error) {
	session := trace.Session{Digest: digest}
	var once, expires int64
	err := r.one(ctx, trace.CodeUnauthenticated, []any{&session.AccessKey, &once, &expires},
		`SELECT access_key, once, expires_at FROM session WHERE digest = $1`, digest[:])
	session.Once, session.ExpiresAt = once == 1, instant(expires)
	return session, err
}

func (w *writer) PutSession(_ context.Context, s trace.Session) error {
	return w.later(anyRows, `INSERT INTO session (digest, access_key, once, expires_at) VALUES ($1, $2, $3, $4)`,
		s.Digest[:], s.AccessKey, bit(s.Once), millis(s.ExpiresAt))
}

func (w *writer) TakeSession(ctx context.Context, digest [32]byte) error {
	// It is looked up first, so that the caller learns if it is gone; of two callers that
	// find it, the one whose row is gone at the end runs again, and finds nothing.
	if _, err := w.Session(ctx, digest); err != nil {
		return err
	}
	return w.later(1, `DELETE FROM session WHERE digest = $1`, digest[:])
}

func (w *writer) DropSessions(_ context.Context, before time.Time) error {
	return w.later(anyRows, `DELETE FROM session WHERE expires_at < $1`, millis(before))
}
