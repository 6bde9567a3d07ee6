package cursors

import (
	"context"
	"io"
	"time"

	"rastro/internal/sealedtext"
	"rastro/internal/trace"
)

// cursorKeyLifetime is how long a key seals. The previous key can still open, so a cursor is valid
// for at least a month.
const cursorKeyLifetime = 30 * 24 * time.Hour

// cursorKeyLook is the minimum time between searches for an unknown key: another server may have
// made it, or a caller may have invented the cursor.
const cursorKeyLook = time.Second

// heldCursorKeys are the keys in a server's memory.
type heldCursorKeys struct {
	ring *sealedtext.Ring
	at   time.Time // when they were read
}

// cursorRing returns the keys. unknown means that a cursor has a key that is not in memory.
//
// It reads through r, never through the store: code inside a View holds a connection, and would
// wait for a second one while others in a View do the same.
func (s *Sealer) cursorRing(ctx context.Context, r Reader, unknown bool) (*sealedtext.Ring, error) {
	now := s.now()
	if held := s.cursorKeys.Load(); held != nil && (!unknown || now.Sub(held.at).Abs() < cursorKeyLook) {
		return held.ring, nil
	}
	keys, err := r.CursorKeys(ctx)
	if err != nil {
		return nil, err
	}
	ring, err := sealedtext.NewRing(keys)
	if err != nil {
		return nil, err
	}
	if ring.Empty() {
		return nil, trace.Fail(trace.CodeInternal)
	}
	s.cursorKeys.Store(&heldCursorKeys{ring, now})
	return ring, nil
}

// Seal seals the text of a cursor for a list.
func (s *Sealer) Seal(ctx context.Context, r Reader, scope string, text []byte) (string, error) {
	ring, err := s.cursorRing(ctx, r, false)
	if err != nil {
		return "", err
	}
	return ring.Close(scope, text), nil
}

// Unseal opens what Seal sealed for the same list; CodeBadCursor for anything else.
func (s *Sealer) Unseal(ctx context.Context, r Reader, scope, written string) ([]byte, error) {
	if len(written) > maxCursor {
		return nil, trace.Fail(trace.CodeBadCursor)
	}
	ring, err := s.cursorRing(ctx, r, false)
	if err == nil && !ring.Knows(written) {
		ring, err = s.cursorRing(ctx, r, true)
	}
	if err != nil {
		return nil, err
	}
	text, ok := ring.Open(scope, written)
	if !ok {
		return nil, trace.Fail(trace.CodeBadCursor)
	}
	return text, nil
}

// RotateCursorKey makes a new key when the newest has sealed long enough. It keeps the previous one
// and deletes older ones.
func (s *Sealer) RotateCursorKey(ctx context.Context) error {
	keys, err := s.store.Direct().CursorKeys(ctx)
	if err != nil || len(keys) > 0 && !s.cursorKeyOver(keys[len(keys)-1]) {
		return err
	}
	err = s.store.Update(ctx, func(w Writer) error {
		keys, err := w.CursorKeys(ctx)
		if err != nil {
			return err
		}
		next := sealedtext.Key{Number: 1, CreatedMs: s.now().UnixMilli()}
		if len(keys) > 0 {
			newest := keys[len(keys)-1]
			if !s.cursorKeyOver(newest) {
				return nil // another server was first
			}
			next.Number = newest.Number + 1
		}
		if _, err := io.ReadFull(s.random, next.Secret[:]); err != nil {
			return err
		}
		return w.PutCursorKey(ctx, next, next.Number-1)
	})
	if err == nil {
		s.cursorKeys.Store(nil)
	}
	return err
}

func (s *Sealer) cursorKeyOver(k sealedtext.Key) bool {
	return s.now().Sub(time.UnixMilli(k.CreatedMs)) >= cursorKeyLifetime
}
