package trace

import (
	"context"
	"crypto/sha256"
	"errors"
	"slices"
	"strings"
	"time"

	"rastro/internal/canon"
)

// Authenticate finds the key a pair of secrets opens. Whatever is wrong with
// the pair, the error is the same.
func (s *Service) Authenticate(access, secret string) (*Key, error) {
	now := s.now()
	key := s.keys.find(access, secret, now)
	if key == nil {
		return nil, Fail(CodeUnauthenticated)
	}
	s.keys.used(key, now)
	return key, nil
}

// KeyNamed returns the key with an access key, unless its row is not what the
// journal says of it.
func (s *Service) KeyNamed(access string) (*Key, bool) {
	key, ok := s.keys.held.Load().byAccess[access]
	return key, ok
}

// KeyWritten is what came of creating a key: the key, or the kept answer.
type KeyWritten struct {
	Key    NewKey
	Replay *Reply
}

// CreateKey makes a key that holds at most what by holds; CodeBeyondKey where more
// is asked for. by is nil for the one who runs the server.
func (s *Service) CreateKey(ctx context.Context, by *Key, req KeyRequest, once *Once) (KeyWritten, error) {
	if by != nil {
		if err := by.Need(Admin); err != nil {
			return KeyWritten{}, err
		}
	}
	req, err := by.grant(req)
	if err != nil {
		return KeyWritten{}, err
	}
	var out KeyWritten
	err = s.store.Update(ctx, func(w Writer) error {
		out = KeyWritten{}
		now := s.now()
		replay, err := once.replay(ctx, w, by, now)
		if err != nil {
			return err
		}
		if replay != nil {
			replay.Data, err = once.open(replay.Data)
			out.Replay = replay
			return err
		}
		if _, err := s.begin(ctx, w); err != nil {
			return err
		}
		if out.Key, err = newKey(req, now, s.random); err != nil {
			return err
		}
		if err := s.putKey(ctx, w, by, &out.Key.Key); err != nil || once == nil {
			return err
		}
		sealed, err := once.seal(out.Key.JSON(now), s.random)
		if err != nil {
			return err
		}
		return once.remember(ctx, w, by, now, "/apikey/"+out.Key.AccessKey, sealed)
	})
	if err != nil {
		return KeyWritten{}, err
	}
	if out.Replay == nil {
		s.keys.put(out.Key.Key)
	}
	return out, nil
}

// Keys lists the keys that by manages, oldest first.
func (s *Service) Keys(ctx context.Context, by *Key) ([]Key, error) {
	if by != nil {
		if err := by.Need(Admin); err != nil {
			return nil, err
		}
	}
	all, err := s.store.Keys(ctx)
	return slices.DeleteFunc(all, func(k Key) bool { return !by.Manages(&k) }), err
}

// DeactivateKey makes a key stop working, on this server before it returns.
// Deactivating twice changes nothing. A key that by does not manage is
// CodeKeyNotFound, the last active admin key without limits CodeLastAdmin: nobody
// could make another. A key whose row was changed opens nothing, so it does not
// count.
func (s *Service) DeactivateKey(ctx context.Context, by *Key, access string) (Key, error) {
	if by != nil {
		if err := by.Need(Admin); err != nil {
			return Key{}, err
		}
	}
	var out Key
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
		found := slices.IndexFunc(keys, func(k Key) bool { return k.AccessKey == access && by.Manages(&k) })
		if found < 0 {
			return Fail(CodeKeyNotFound)
		}
		out = keys[found]
		if !out.DesativadoEm.IsZero() {
			return nil
		}
		notes, err := readKeyNotes(ctx, w)
		if err != nil {
			return err
		}
		if !out.replaceable(notes.sound(keys), now) {
			return Fail(CodeLastAdmin)
		}
		out.DesativadoEm = now
		return s.putKey(ctx, w, by, &out)
	})
	if err != nil {
		return Key{}, err
	}
	s.keys.put(out)
	return out, nil
}

// ErrRootKey says what a root key given from outside must look like.
var ErrRootKey = errors.New("the root access key needs 3 to 100 visible ASCII characters without a colon, the root secret key 16 to 200")

// begin locks the keys for a change. Before the first key of all it seeds the
// phase catalogue: a store without keys is new, since keys are never removed.
func (s *Service) begin(ctx context.Context, w Writer) (isNew bool, err error) {
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
	phases, err := defaultCatalogue(s.now(), s.random)
	if err != nil {
		return false, err
	}
	for _, p := range phases {
		if err := w.PutPhase(ctx, p); err != nil {
			return false, err
		}
	}
	return true, s.notePhases(ctx, w, nil, phases...)
}

// Bootstrap makes an empty store usable: it makes the first admin key, from the given pair or, where both are "", of random
// bits. On a store that has keys it does nothing and returns nil. Of several
// servers starting at once on one store, exactly one does it.
func (s *Service) Bootstrap(ctx context.Context, access, secret string) (*NewKey, error) {
	if access+secret != "" && (!visible(access, 3, 100) || strings.Contains(access, ":") || !visible(secret, 16, 200)) {
		return nil, ErrRootKey
	}
	if keys, err := s.store.Keys(ctx); err != nil || len(keys) > 0 {
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
		made, err := newKey(KeyRequest{Nome: "root", Escopos: scopes}, now, s.random)
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

// keyJSON is a key as the wire shows it. There is no member for the hash.
type keyJSON struct {
	AccessKey    string   `json:"accessKey"`
	SecretKey    string   `json:"secretKey,omitzero"`
	Nome         string   `json:"nome"`
	Organizacao  string   `json:"organizacao"`
	Escopos      []Scope  `json:"escopos"`
	Fases        []string `json:"fases"`
	Safras       []string `json:"safras"`
	Ativo        bool     `json:"ativo"`
	CriadoEm     *string  `json:"criadoEm"`
	ExpiraEm     *string  `json:"expiraEm"`
	DesativadoEm *string  `json:"desativadoEm"`
	UltimoUso    *string  `json:"ultimoUso"`
}

// JSON is the key as the wire shows it, without its secret.
func (k *Key) JSON(now time.Time) []byte { return k.json("", now) }

// JSON is the key as the wire shows it once, with its secret.
func (k *NewKey) JSON(now time.Time) []byte { return k.json(k.SecretKey, now) }

func (k *Key) json(secret string, now time.Time) []byte {
	data, err := canon.Marshal(keyJSON{
		AccessKey: k.AccessKey, SecretKey: secret, Nome: k.Nome, Organizacao: k.Organizacao,
		Escopos: k.Escopos, Fases: k.Fases, Safras: k.Safras, Ativo: k.ActiveAt(now),
		CriadoEm: instant(k.CriadoEm), ExpiraEm: instant(k.ExpiraEm), DesativadoEm: instant(k.DesativadoEm), UltimoUso: instant(k.UltimoUso),
	})
	if err != nil {
		panic(err) // plain strings: cannot fail
	}
	return data
}

// instant is a time on the wire, null where there is none.
func instant(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	s := t.UTC().Format(TimeLayout)
	return &s
}
