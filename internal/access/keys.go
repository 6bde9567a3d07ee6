package access

import (
	"context"
	"crypto/sha256"
	"errors"
	"slices"
	"strings"
	"time"

	"rastro/internal/catalogue"
	"rastro/internal/trace"
)

// Authenticate finds the key for a pair of access key and secret. The error is always the same,
// whatever is wrong with the pair.
func (s *KeyKeeper) Authenticate(access, secret string) (*trace.Key, error) {
	now := s.now()
	key := s.keys.find(access, secret, now)
	if key == nil {
		return nil, trace.Fail(trace.CodeUnauthenticated)
	}
	s.keys.used(key, now)
	return s.Inside(key), nil
}

// KeyNamed returns the key with an access key, unless its row differs from the journal.
func (s *KeyKeeper) KeyNamed(access string) (*trace.Key, bool) {
	key, ok := s.keys.held.Load().byAccess[access]
	if !ok {
		return nil, false
	}
	return s.Inside(key), true
}

// Written is the result of creating a key: the key, or the kept answer.
type Written struct {
	Key    NewKey
	Replay *trace.Reply
}

// CreateKey makes a key with at most the rights of by; CodeBeyondKey if the request asks for
// more. by is nil for the server's operator.
func (s *KeyKeeper) CreateKey(ctx context.Context, by *trace.Key, req Request, once *trace.Idempotency) (Written, error) {
	if err := mayKeep(by); err != nil {
		return Written{}, err
	}
	// Outside an organisation a key reaches everything: that is for those who administer the server.
	if by != nil && by.Person != "" && by.Member() == nil && !by.Administers() {
		return Written{}, trace.Fail(trace.CodeUnregistered, "organizacao", by.Organization)
	}
	req, err := grant(by, req)
	if err != nil {
		return Written{}, err
	}
	var out Written
	err = s.store.Update(ctx, func(w Writer) error {
		out = Written{}
		now := s.now()
		replay, err := once.Replay(ctx, w, by, now)
		if err != nil {
			return err
		}
		if replay != nil {
			replay.Data, err = once.Open(replay.Data)
			out.Replay = replay
			return err
		}
		if _, err := s.begin(ctx, w); err != nil {
			return err
		}
		if out.Key, err = MakeKey(req, now, s.random); err != nil {
			return err
		}
		if err := s.putKey(ctx, w, by, &out.Key.Key); err != nil || once == nil {
			return err
		}
		sealed, err := once.Seal(out.Key.JSON(now), s.random)
		if err != nil {
			return err
		}
		return once.Remember(ctx, w, by, now, "/apikey/"+out.Key.AccessKey, sealed)
	})
	if err != nil {
		return Written{}, err
	}
	if out.Replay == nil {
		s.keys.put(out.Key.Key)
	}
	return out, nil
}

// Keys lists the keys that by manages, oldest first.
func (s *KeyKeeper) Keys(ctx context.Context, by *trace.Key) ([]trace.Key, error) {
	if by != nil {
		if err := by.Need(trace.Admin); err != nil {
			return nil, err
		}
	}
	all, err := s.store.Direct().Keys(ctx)
	return slices.DeleteFunc(all, func(k trace.Key) bool { return !by.Manages(&k) }), err
}

// DeactivateKey deactivates a key; on this server it takes effect before the call returns.
// Deactivating twice changes nothing. It fails with CodeKeyNotFound for a key that by does not
// manage, and with CodeLastAdmin for the last active admin key without limits, because nobody could
// create another. A key that was tampered with does not work, so it does not count.
func (s *KeyKeeper) DeactivateKey(ctx context.Context, by *trace.Key, access string) (trace.Key, error) {
	if err := mayKeep(by); err != nil {
		return trace.Key{}, err
	}
	var out trace.Key
	err := s.store.Update(ctx, func(w Writer) error {
		if err := w.LockKeys(ctx); err != nil {
			return err
		}
		keys, err := w.Keys(ctx)
		if err != nil {
			return err
		}
		if keys, err = s.adoptKeys(ctx, w, keys); err != nil {
			return err
		}
		now := s.now()
		found := slices.IndexFunc(keys, func(k trace.Key) bool { return k.AccessKey == access && by.Manages(&k) })
		if found < 0 {
			return trace.Fail(trace.CodeKeyNotFound)
		}
		out = keys[found]
		if !out.DeactivatedAt.IsZero() {
			return nil
		}
		notes, err := readKeyNotes(ctx, w)
		if err != nil {
			return err
		}
		if !replaceable(s.Inside(&out), s.joinedAll(notes.sound(keys)), now) {
			return trace.Fail(trace.CodeLastAdmin)
		}
		out.DeactivatedAt = now
		return s.putKey(ctx, w, by, &out)
	})
	if err != nil {
		return trace.Key{}, err
	}
	s.keys.put(out)
	return out, nil
}

// joinedAll returns keys as they are inside their organisations: an admin inside one does not
// administer the server.
func (s *KeyKeeper) joinedAll(keys []trace.Key) []trace.Key {
	all := make([]trace.Key, len(keys))
	for i := range keys {
		all[i] = *s.Inside(&keys[i])
	}
	return all
}

// ErrRootKey describes the form of a configured root key.
var ErrRootKey = errors.New("the root access key needs 3 to 100 visible ASCII characters without a colon, the root secret key 16 to 200")

// begin locks the keys for a change. Before the very first key it seeds the phase catalogue: a
// store without keys is new, since keys are never removed.
func (s *KeyKeeper) begin(ctx context.Context, w Writer) (isNew bool, err error) {
	if err := w.LockKeys(ctx); err != nil {
		return false, err
	}
	keys, err := w.Keys(ctx)
	if err == nil {
		keys, err = s.adoptKeys(ctx, w, keys)
	}
	if err != nil || len(keys) > 0 {
		return false, err
	}
	phases, err := catalogue.Default(s.now(), s.random)
	if err != nil {
		return false, err
	}
	for _, p := range phases {
		if err := w.PutPhase(ctx, p); err != nil {
			return false, err
		}
	}
	return true, s.journal.NotePhases(ctx, w, nil, phases...)
}

// Bootstrap makes an empty store usable: it creates the first admin key from the given pair or, if
// both are "", from random bits. If the store has keys, it does nothing and returns nil. If several
// servers start at once on one store, exactly one does it.
func (s *KeyKeeper) Bootstrap(ctx context.Context, access, secret string) (*NewKey, error) {
	if access+secret != "" && (!visible(access, 3, 100) || strings.Contains(access, ":") || !visible(secret, 16, 200)) {
		return nil, ErrRootKey
	}
	if keys, err := s.store.Direct().Keys(ctx); err != nil || len(keys) > 0 {
		return nil, err
	}
	var first *NewKey
	err := s.store.Update(ctx, func(w Writer) error {
		first = nil
		isNew, err := s.begin(ctx, w)
		if err != nil || !isNew {
			return err
		}
		now := s.now()
		made, err := MakeKey(Request{Name: "root", Scopes: trace.Scopes}, now, s.random)
		if err != nil {
			return err
		}
		if access != "" {
			made.AccessKey, made.SecretKey, made.SecretHash = access, secret, sha256.Sum256([]byte(secret))
		}
		first = &made
		return s.putKey(ctx, w, nil, &made.Key)
	})
	if err != nil || first == nil {
		return nil, err
	}
	s.keys.put(first.Key)
	return first, nil
}

func visible(s string, least, most int) bool {
	return len(s) >= least && len(s) <= most && strings.IndexFunc(s, func(r rune) bool { return r <= ' ' || r > '~' }) < 0
}

// JSON returns the key as the wire shows it once, with its secret.
func (k *NewKey) JSON(now time.Time) []byte { return k.JSONWith(k.SecretKey, now) }
