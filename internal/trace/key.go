package trace

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"io"
	"slices"
	"strings"
	"time"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/ptbr"
)

// Scope is a right that a key may have.
type Scope string

// The scopes. Managing keys and phases needs Admin and nothing less.
const (
	Read  Scope = "leitura"
	Write Scope = "escrita"
	Admin Scope = "admin"
)

var scopes = []Scope{Read, Write, Admin}

// Key is an access key. Its secret is never stored, only a digest of it: the
// secret has 256 random bits, so a slow hash would protect nothing more.
type Key struct {
	AccessKey    string
	SecretHash   [32]byte
	Nome         string
	Organizacao  string
	Escopos      []Scope
	Fases        []string // phase codes it may write; empty: all
	Safras       []string // harvests it may touch; empty: all
	CriadoEm     time.Time
	ExpiraEm     time.Time // zero: never
	DesativadoEm time.Time // zero: active
	UltimoUso    time.Time // zero: never used
	// Note is the number of the key's newest note in the journal, which commits to
	// everything here but UltimoUso; 0: no note does yet.
	Note int64
}

// Limits on a key's restrictions.
const (
	maxKeyHarvests = 1000
	maxKeyPhases   = 20
)

// Author is what records say of who wrote them.
func (k *Key) Author() string {
	switch {
	case k.Organizacao != "":
		return k.Organizacao
	case k.Nome != "":
		return k.Nome
	}
	return k.AccessKey
}

// ActiveAt tells whether the key works at an instant.
func (k *Key) ActiveAt(at time.Time) bool {
	return k.DesativadoEm.IsZero() && (k.ExpiraEm.IsZero() || at.Before(k.ExpiraEm))
}

// Has tells whether the key has a scope.
func (k *Key) Has(s Scope) bool { return slices.Contains(k.Escopos, s) }

// Need fails with CodeForbiddenScope when the key has none of the scopes.
func (k *Key) Need(any ...Scope) error {
	if slices.ContainsFunc(any, k.Has) {
		return nil
	}
	return Fail(CodeForbiddenScope, "escopo", string(any[0]))
}

func (k *Key) needHarvest(safraID string) error {
	if len(k.Safras) == 0 || slices.Contains(k.Safras, safraID) {
		return nil
	}
	return Fail(CodeForbiddenHarvest)
}

func (k *Key) needWrite(kd *kind.Kind, safraID string) error {
	if err := k.Need(Write); err != nil {
		return err
	}
	if len(k.Fases) > 0 && !slices.Contains(k.Fases, kd.Phase) {
		return Fail(CodeForbiddenPhase, "fase", kd.Phase)
	}
	return k.needHarvest(safraID)
}

// MayWrite tells whether the key may write records of a kind in a harvest; "" is
// some harvest.
func (k *Key) MayWrite(kd *kind.Kind, safraID string) bool {
	if safraID == "" && len(k.Safras) > 0 {
		safraID = k.Safras[0]
	}
	return k.needWrite(kd, safraID) == nil
}

// Opens tells, in constant time, whether a secret is the key's.
func (k *Key) Opens(secret string) bool {
	sum := sha256.Sum256([]byte(secret))
	return subtle.ConstantTimeCompare(sum[:], k.SecretHash[:]) == 1
}

// NewKey is a key just made, the only time its secret is known.
type NewKey struct {
	Key
	SecretKey string
}

// accessAlphabet leaves out what people misread.
const accessAlphabet = "ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789"

func newSecrets(random io.Reader) (access, secret string, err error) {
	letters := make([]byte, 24)
	for i := range letters {
		// 54 letters do not divide 256: draw again rather than favour some.
		for {
			var b [1]byte
			if _, err := io.ReadFull(random, b[:]); err != nil {
				return "", "", err
			}
			if int(b[0]) < 256/len(accessAlphabet)*len(accessAlphabet) {
				letters[i] = accessAlphabet[int(b[0])%len(accessAlphabet)]
				break
			}
		}
	}
	bits := make([]byte, 32)
	if _, err := io.ReadFull(random, bits); err != nil {
		return "", "", err
	}
	return "rk_" + string(letters), "rs_" + base64.RawURLEncoding.EncodeToString(bits), nil
}

// KeyRequest is what a caller may say of a new key (CreateApiKeyRequest).
type KeyRequest struct {
	Nome, Organizacao string
	Escopos           []Scope
	Fases, Safras     []string
	ExpiraEm          time.Time
}

// ReadKeyRequest reads a request body; every member is optional.
func ReadKeyRequest(body []byte, now time.Time) (KeyRequest, error) {
	var req KeyRequest
	var m members
	err := readObject(body, func(name string, value canon.Value) error {
		switch name {
		case "nome":
			req.Nome = m.text(name, value, maxName)
		case "organizacao":
			req.Organizacao = m.text(name, value, maxName)
		case "escopos":
			req.Escopos = m.scopes(name, m.texts(name, value, len(scopes)))
		case "fases":
			req.Fases = m.phases(name, m.texts(name, value, maxKeyPhases))
		case "safras":
			req.Safras = m.texts(name, value, maxKeyHarvests)
		case "expiraEm":
			req.ExpiraEm = m.future(name, m.text(name, value, maxName), now)
		}
		return nil
	})
	if err != nil {
		return KeyRequest{}, err
	}
	return req, m.err()
}

func (m *members) scopes(name string, written []string) []Scope {
	var list []Scope
	for _, s := range written {
		scope := Scope(strings.ToLower(s))
		if !slices.Contains(scopes, scope) {
			m.report(name, ruleValue, lang.Args{"valor": clip(s), "valores": "leitura, escrita, admin"})
			continue
		}
		if !slices.Contains(list, scope) {
			list = append(list, scope)
		}
	}
	return list
}

func (m *members) phases(name string, written []string) []string {
	var list []string
	for _, s := range written {
		codes := kind.ResolvePhases(s)
		if codes == nil {
			m.report(name, ruleValue, lang.Args{"valor": clip(s), "valores": phaseNames()})
		}
		list = append(list, codes...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func phaseNames() string {
	names := make([]string, len(kind.Phases))
	for i, p := range kind.Phases {
		names[i] = p.Code + " (" + p.Slug + ")"
	}
	return strings.Join(names, ", ")
}

func (m *members) future(name, written string, now time.Time) time.Time {
	if written == "" {
		return time.Time{}
	}
	at, reading := ptbr.Date(written)
	if reading != ptbr.Read || !at.After(now) {
		m.report(name, ruleInstant, nil)
		return time.Time{}
	}
	return at.UTC().Truncate(time.Millisecond)
}

// newKey makes a key of a request.
func newKey(req KeyRequest, now time.Time, random io.Reader) (NewKey, error) {
	access, secret, err := newSecrets(random)
	if err != nil {
		return NewKey{}, err
	}
	if len(req.Escopos) == 0 {
		req.Escopos = []Scope{Read, Write}
	}
	return NewKey{SecretKey: secret, Key: Key{
		AccessKey: access, SecretHash: sha256.Sum256([]byte(secret)), Nome: req.Nome, Organizacao: req.Organizacao,
		Escopos: req.Escopos, Fases: req.Fases, Safras: req.Safras, CriadoEm: now, ExpiraEm: req.ExpiraEm,
	}}, nil
}
