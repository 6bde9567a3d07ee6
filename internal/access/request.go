package access

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"slices"
	"strings"
	"time"

	"rastro/internal/author"
	"rastro/internal/canon"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// NewKey is a new key. Its secret is known only now.
type NewKey struct {
	trace.Key
	SecretKey string
}

// accessAlphabet leaves out characters that people misread.
const accessAlphabet = "ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789"

func newSecrets(random io.Reader) (access, secret string, err error) {
	letters := make([]byte, 24)
	for i := range letters {
		// 256 is not a multiple of 54: draw again, so that no letter is more likely.
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

// Request is a request for a new key (CreateApiKeyRequest).
type Request struct {
	Name, Organization string
	Scopes             []trace.Scope
	Phases, Harvests   []string
	ExpiresAt          time.Time
}

// ReadRequest reads a request body; every member is optional.
func ReadRequest(body []byte, now time.Time) (Request, error) {
	var req Request
	var m trace.Members
	err := trace.ReadObject(body, func(name string, value canon.Value) error {
		switch name {
		case "nome":
			req.Name = nameOf(&m, name, value)
		case "organizacao":
			req.Organization = nameOf(&m, name, value)
		case "escopos":
			req.Scopes = m.Scopes(name, m.Texts(name, value, len(trace.Scopes)))
		case "fases":
			req.Phases = m.Phases(name, m.Texts(name, value, trace.MaxKeyPhases))
		case "safras":
			req.Harvests = m.Texts(name, value, trace.MaxKeyHarvests)
		case "expiraEm":
			req.ExpiresAt = future(&m, name, m.Text(name, value, trace.MaxName), now)
		}
		return nil
	})
	if err != nil {
		return Request{}, err
	}
	return req, m.Err()
}

// nameOf reads a name under which a key writes. It refuses a name that could be mistaken for a
// person.
func nameOf(m *trace.Members, name string, value canon.Value) string {
	written := m.Text(name, value, trace.MaxName)
	if author.Reserved(written) {
		m.Report(name, trace.RuleReserved, nil)
	}
	return written
}

// defaultScopes returns the scopes of a key whose request names none.
func defaultScopes() []trace.Scope { return []trace.Scope{trace.Read, trace.Write} }

// MakeKey makes a key from a request.
func MakeKey(req Request, now time.Time, random io.Reader) (NewKey, error) {
	access, secret, err := newSecrets(random)
	if err != nil {
		return NewKey{}, err
	}
	if len(req.Scopes) == 0 {
		req.Scopes = defaultScopes()
	}
	return NewKey{SecretKey: secret, Key: trace.Key{
		AccessKey: access, SecretHash: sha256.Sum256([]byte(secret)), Name: req.Name, Organization: req.Organization,
		Scopes: req.Scopes, Phases: req.Phases, Harvests: req.Harvests, CreatedAt: now, ExpiresAt: req.ExpiresAt,
	}}, nil
}

// grant completes a request for a new key with the limits of the key that makes it, and fails with
// CodeBeyondKey if it asks for more than that key has. What the request leaves out becomes the
// maker's own limit. A nil maker may grant everything.
func grant(k *trace.Key, req Request) (Request, error) {
	if k == nil {
		return req, nil
	}
	if len(req.Scopes) == 0 {
		req.Scopes = slices.DeleteFunc(defaultScopes(), func(s trace.Scope) bool { return !k.Has(s) })
	}
	var problems []trace.Problem
	refuse := func(field string, most []string) {
		problems = append(problems, trace.NewProblem(field, "/"+field, trace.RuleBeyondKey, lang.Args{"valores": lang.Clip(strings.Join(most, ", "), 200)}))
	}
	if len(req.Scopes) == 0 || slices.ContainsFunc(req.Scopes, func(s trace.Scope) bool { return !k.Has(s) }) {
		refuse("escopos", trace.ScopeNames(k.Scopes))
	}
	limit := func(field string, asked *[]string, most []string) {
		if len(*asked) == 0 {
			*asked = slices.Clone(most)
		}
		if !trace.Within(*asked, most) {
			refuse(field, most)
		}
	}
	limit("fases", &req.Phases, k.Phases)
	limit("safras", &req.Harvests, k.Harvests)
	// The author decides who owns a lot, so a limited key must not write under another's name, nor
	// must a person who does not administer the server. Without an organisation the key itself is
	// the author, because two keys may share a name.
	if k.Limited() || k.Confined() {
		organisation := cmp.Or(k.Organization, k.AccessKey)
		if req.Organization == "" {
			req.Organization = organisation
		}
		if req.Organization != organisation {
			refuse("organizacao", []string{organisation})
		}
	}
	if !k.ExpiresAt.IsZero() {
		if req.ExpiresAt.IsZero() {
			req.ExpiresAt = k.ExpiresAt
		}
		if req.ExpiresAt.After(k.ExpiresAt) {
			refuse("expiraEm", []string{k.ExpiresAt.UTC().Format(trace.TimeLayout)})
		}
	}
	if problems != nil {
		return Request{}, &trace.Error{Code: trace.CodeBeyondKey, Problems: problems}
	}
	return req, nil
}
