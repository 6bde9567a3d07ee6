package trace

import (
	"crypto/sha256"
	"crypto/subtle"
	"slices"
	"strings"
	"time"

	"rastro/internal/author"
	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/right"
)

// Scope is a right that a key may have.
type Scope string

// The scopes. Managing keys and phases needs Admin.
const (
	Read  Scope = "leitura"
	Write Scope = "escrita"
	Admin Scope = "admin"
)

// Scopes are all scopes.
var Scopes = []Scope{Read, Write, Admin}

// Key is an access key. Only a digest of its secret is stored. The secret has 256 random bits, so a
// slow hash would add no protection.
type Key struct {
	AccessKey     string
	SecretHash    [32]byte
	Name          string
	Organization  string
	Scopes        []Scope
	Phases        []string // phase codes it may write; empty: all
	Harvests      []string // harvests it may touch; empty: all
	CreatedAt     time.Time
	ExpiresAt     time.Time // zero: never
	DeactivatedAt time.Time // zero: active
	LastUse       time.Time // zero: never used
	// Note is the number of the key's newest note in the journal, which commits to
	// everything here but LastUse; 0: no note does yet.
	Note int64
	// Person is the id of the signed-in person. Such a key is made for the session from the
	// person's role, is not stored, and has only the Rights of that role.
	Person string
	Rights right.Set
	// Deployment: the person administers the whole server. The organisation is only the name under
	// which they write.
	Deployment bool

	member *membership // of an organisation; nil: of none
}

// Limits on a key's restrictions.
const (
	MaxKeyHarvests = 1000
	MaxKeyPhases   = 20
)

// Author returns how versions name who wrote them.
func (k *Key) Author() string {
	if k.Person != "" {
		return author.Person(k.Person, k.Organization)
	}
	return k.Party()
}

// Party returns the name under which the key writes. The people and keys of an organisation are one
// party, which owns what it claims. A key of an earlier build whose name looks like a person's is
// its own party.
func (k *Key) Party() string {
	switch {
	case k.Organization != "" && !author.Reserved(k.Organization):
		return k.Organization
	case k.Name != "" && !author.Reserved(k.Name):
		return k.Name
	}
	return k.AccessKey
}

// ActiveAt reports whether the key works at an instant.
func (k *Key) ActiveAt(at time.Time) bool {
	return k.DeactivatedAt.IsZero() && (k.ExpiresAt.IsZero() || at.Before(k.ExpiresAt))
}

// Opens reports, in constant time, whether a secret is the key's.
func (k *Key) Opens(secret string) bool {
	sum := sha256.Sum256([]byte(secret))
	return subtle.ConstantTimeCompare(sum[:], k.SecretHash[:]) == 1
}

// Scopes reads a list of scopes.
func (m *Members) Scopes(name string, written []string) []Scope {
	var list []Scope
	for _, s := range written {
		scope := Scope(strings.ToLower(s))
		if !slices.Contains(Scopes, scope) {
			m.Report(name, ruleValue, lang.Args{"valor": Clip(s), "valores": "leitura, escrita, admin"})
			continue
		}
		if !slices.Contains(list, scope) {
			list = append(list, scope)
		}
	}
	return list
}

// Phases reads a list of phases.
func (m *Members) Phases(name string, written []string) []string {
	var list []string
	for _, s := range written {
		codes := kind.ResolvePhases(s)
		if codes == nil {
			m.Report(name, ruleValue, lang.Args{"valor": Clip(s), "valores": phaseNames()})
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

// KeyNote is the content of a key's note in the journal: the key as the API shows it, and the
// members that make the note commit to the rest of its row. Notes of earlier builds have no
// number and no digest of the secret.
type KeyNote struct {
	KeyJSON
	// Note numbers the notes of a key. Servers' clocks differ, so neither ids nor times show which
	// note is the newest.
	Note int64 `json:"nota"`
	// Secret is SHA-256 over Salt and the stored digest of the secret. A note makes
	// a secret no easier to find than the row does: the salt is random, so two keys
	// with the same secret do not show it.
	Salt   string `json:"sal"`
	Secret string `json:"segredo"`
}

// Key returns the key as the note has it, without its secret and its last use.
func (n *KeyNote) Key() Key {
	return Key{
		AccessKey: n.AccessKey, Name: n.Name, Organization: n.Organization, Scopes: n.Scopes, Phases: n.Phases, Harvests: n.Harvests,
		CreatedAt: Moment(n.CreatedAt), ExpiresAt: Moment(n.ExpiresAt), DeactivatedAt: Moment(n.DeactivatedAt), Note: n.Note,
	}
}

// Moment reads an instant of the wire. If it cannot be read, Moment returns a time that no key has.
func Moment(text *string) time.Time {
	if text == nil {
		return time.Time{}
	}
	at, err := time.Parse(TimeLayout, *text)
	if err != nil {
		return time.UnixMilli(-1).UTC() // no key has it, so it differs
	}
	return at.UTC()
}

// NumbersKey reports whether the version is a numbered note of a key.
func (r *Record) NumbersKey() bool {
	var note KeyNote
	return r.Kind == kind.KeyChange && canon.UnmarshalLenient(r.Payload, &note) == nil && note.Note > 0
}

// Ended reports whether the key was deactivated.
func (n *KeyNote) Ended() bool { return n.DeactivatedAt != nil }

// KeyJSON is a key as the wire shows it, without the secret's digest.
type KeyJSON struct {
	AccessKey     string   `json:"accessKey"`
	SecretKey     string   `json:"secretKey,omitzero"`
	Name          string   `json:"nome"`
	Organization  string   `json:"organizacao"`
	Scopes        []Scope  `json:"escopos"`
	Phases        []string `json:"fases"`
	Harvests      []string `json:"safras"`
	Active        bool     `json:"ativo"`
	CreatedAt     *string  `json:"criadoEm"`
	ExpiresAt     *string  `json:"expiraEm"`
	DeactivatedAt *string  `json:"desativadoEm"`
	LastUse       *string  `json:"ultimoUso"`
}

// JSON returns the key as the wire shows it, without its secret.
func (k *Key) JSON(now time.Time) []byte { return k.JSONWith("", now) }

// JSONWith is JSON with the secret, which only the answer to its creation shows.
func (k *Key) JSONWith(secret string, now time.Time) []byte {
	data, err := canon.Marshal(KeyJSON{
		AccessKey: k.AccessKey, SecretKey: secret, Name: k.Name, Organization: k.Organization,
		Scopes: k.Scopes, Phases: k.Phases, Harvests: k.Harvests, Active: k.ActiveAt(now),
		CreatedAt: instant(k.CreatedAt), ExpiresAt: instant(k.ExpiresAt), DeactivatedAt: instant(k.DeactivatedAt), LastUse: instant(k.LastUse),
	})
	if err != nil {
		panic(err) // plain strings: cannot fail
	}
	return data
}

// instant returns a time on the wire, null for none.
func instant(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	s := t.UTC().Format(TimeLayout)
	return &s
}
