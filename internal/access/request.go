package access

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"slices"
	"strings"
	"time"

	"rastro/internal/canon"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// NewKey is a key just made, the only time its secret is known.
type NewKey struct {
	trace.Key
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

// Request is what a caller may say of a new key (CreateApiKeyRequest).
type Request struct {
	Nome, Organizacao string
	Escopos           []trace.Scope
	Fases, Safras     []string
	ExpiraEm          time.Time
}

// ReadRequest reads a request body; every member is optional.
func ReadRequest(body []byte, now time.Time) (Request, error) {
	var req Request
	var m trace.Members
	err := trace.ReadObject(body, func(name string, value canon.Value) error {
		switch name {
		case "nome":
			req.Nome = m.Text(name, value, trace.MaxName)
		case "organizacao":
			req.Organizacao = m.Text(name, value, trace.MaxName)
		case "escopos":
			req.Escopos = m.Scopes(name, m.Texts(name, value, len(trace.Scopes)))
		case "fases":
			req.Fases = m.Phases(name, m.Texts(name, value, trace.MaxKeyPhases))
		case "safras":
			req.Safras = m.Texts(name, value, trace.MaxKeyHarvests)
		case "expiraEm":
			req.ExpiraEm = m.Future(name, m.Text(name, value, trace.MaxName), now)
		}
		return nil
	})
	if err != nil {
		return Request{}, err
	}
	return req, m.Err()
}

// defaultScopes are those of a key whose request names none.
func defaultScopes() []trace.Scope { return []trace.Scope{trace.Read, trace.Write} }

// MakeKey makes a key of a request.
func MakeKey(req Request, now time.Time, random io.Reader) (NewKey, error) {
	access, secret, err := newSecrets(random)
	if err != nil {
		return NewKey{}, err
	}
	if len(req.Escopos) == 0 {
		req.Escopos = defaultScopes()
	}
	return NewKey{SecretKey: secret, Key: trace.Key{
		AccessKey: access, SecretHash: sha256.Sum256([]byte(secret)), Nome: req.Nome, Organizacao: req.Organizacao,
		Escopos: req.Escopos, Fases: req.Fases, Safras: req.Safras, CriadoEm: now, ExpiraEm: req.ExpiraEm,
	}}, nil
}

// grant completes a request for a new key with the limits of the key that makes
// it, and fails with CodeBeyondKey where it asks for more than that key holds. What
// the request leaves out is the maker's own limit. nil may grant everything.
func grant(k *trace.Key, req Request) (Request, error) {
	if k == nil {
		return req, nil
	}
	if len(req.Escopos) == 0 {
		req.Escopos = slices.DeleteFunc(defaultScopes(), func(s trace.Scope) bool { return !k.Has(s) })
	}
	var problems []trace.Problem
	refuse := func(field string, most []string) {
		problems = append(problems, trace.NewProblem(field, "/"+field, trace.RuleBeyondKey, lang.Args{"valores": lang.Clip(strings.Join(most, ", "), 200)}))
	}
	if len(req.Escopos) == 0 || slices.ContainsFunc(req.Escopos, func(s trace.Scope) bool { return !k.Has(s) }) {
		refuse("escopos", trace.ScopeNames(k.Escopos))
	}
	limit := func(field string, asked *[]string, most []string) {
		if len(*asked) == 0 {
			*asked = slices.Clone(most)
		}
		if !trace.Within(*asked, most) {
			refuse(field, most)
		}
	}
	limit("fases", &req.Fases, k.Fases)
	limit("safras", &req.Safras, k.Safras)
	// Authors say whose a lot is, so a limited key must not write under another's name.
	// Without an organisation it is itself: two keys may share a name.
	if k.Limited() {
		organisation := cmp.Or(k.Organizacao, k.AccessKey)
		if req.Organizacao == "" {
			req.Organizacao = organisation
		}
		if req.Organizacao != organisation {
			refuse("organizacao", []string{organisation})
		}
	}
	if !k.ExpiraEm.IsZero() {
		if req.ExpiraEm.IsZero() {
			req.ExpiraEm = k.ExpiraEm
		}
		if req.ExpiraEm.After(k.ExpiraEm) {
			refuse("expiraEm", []string{k.ExpiraEm.UTC().Format(trace.TimeLayout)})
		}
	}
	if problems != nil {
		return Request{}, &trace.Error{Code: trace.CodeBeyondKey, Problems: problems}
	}
	return req, nil
}
