// Package endpoint defines the journal's document of a webhook: its address, what it subscribes to,
// the key it reads with, and which secrets sign. It does not contain the secrets.
package endpoint

import (
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"time"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
	"rastro/internal/webhook/sign"
)

// Endpoint is a webhook.
type Endpoint struct {
	ID          trace.ID
	Version     int64
	Owner       string // the organisation of its key; "" for none
	URL         string
	Description string
	// AccessKey is the key it reads with: it receives what that key may read, as long as the key
	// works.
	AccessKey string
	// An empty list does not restrict what is sent.
	Types, Phases, Harvests []string
	Full                    bool // whole records
	Ordered                 bool // one after the other
	Secrets                 []Secret
	Disabled                Reason // "" while it is active
	DisabledAt              time.Time
}

// Secret identifies a secret: it can be derived again from Salt and the key of the log, and Digest
// shows whether it is the same.
type Secret struct {
	Salt   string `json:"sal"`
	Digest string `json:"resumo"`
	Until  string `json:"ate"` // "": until another replaces it
}

// Reason is why an endpoint was disabled.
type Reason string

// The reasons.
const (
	ByHand  Reason = "pedido"  // a person did
	Gone    Reason = "410"     // the receiver said so
	Failing Reason = "falhas"  // no attempt succeeded for days
	NoKey   Reason = "chave"   // its key no longer works, or no longer reads
	NoSign  Reason = "segredo" // its secret cannot be made any more: the key of the log is another
	Rewound Reason = "log"     // the log is shorter than what was delivered
)

// Reasons are their texts.
var Reasons = map[Reason]lang.Text{
	ByHand:  {PT: "alguém o desativou", EN: "somebody disabled it", ES: "alguien lo desactivó"},
	Gone:    {PT: "o destino respondeu 410 (não quer mais receber)", EN: "the receiver answered 410 (no longer wanted)", ES: "el destino respondió 410 (ya no quiere recibir)"},
	Failing: {PT: "nenhuma entrega deu certo em cinco dias", EN: "no delivery succeeded for five days", ES: "ninguna entrega tuvo éxito en cinco días"},
	NoKey:   {PT: "a chave que ele usa não vale mais", EN: "the key that it uses no longer works", ES: "la clave que usa ya no vale"},
	NoSign:  {PT: "a chave do log mudou, e o segredo com ela; gere outro segredo", EN: "the key of the log changed, and the secret with it; make another secret", ES: "la clave del log cambió, y el secreto con ella; genere otro secreto"},
	Rewound: {PT: "o log é menor do que o que já foi entregue: o banco foi restaurado de um backup anterior", EN: "the log is shorter than what was delivered: the database was restored from an earlier backup", ES: "el log es menor que lo ya entregado: la base se restauró de un respaldo anterior"},
}

// document is the journal's document.
type document struct {
	Owner      string   `json:"dono"`
	Name       string   `json:"chave"` // "": it is found by its id
	Title      string   `json:"nome"`
	URL        string   `json:"url"`
	AccessKey  string   `json:"accessKey"`
	Types      []string `json:"tipos"`
	Phases     []string `json:"fases"`
	Harvests   []string `json:"safras"`
	Full       bool     `json:"completo"`
	Ordered    bool     `json:"emOrdem"`
	Secrets    []Secret `json:"segredos"`
	Disabled   Reason   `json:"desativadoPor"`
	DisabledAt string   `json:"desativadoEm"`
}

// Body returns the endpoint as the journal has it.
func (e *Endpoint) Body() ([]byte, error) {
	d := document{
		Owner: e.Owner, Title: e.Description, URL: e.URL, AccessKey: e.AccessKey, Types: e.Types, Phases: e.Phases, Harvests: e.Harvests,
		Full: e.Full, Ordered: e.Ordered, Secrets: e.Secrets, Disabled: e.Disabled,
	}
	if !e.DisabledAt.IsZero() {
		d.DisabledAt = e.DisabledAt.UTC().Format(trace.TimeLayout)
	}
	return canon.Marshal(d)
}

// Read reads the body of a note.
func Read(id trace.ID, version int64, body []byte) (e Endpoint, ok bool) {
	var d document
	if canon.UnmarshalLenient(body, &d) != nil || d.URL == "" {
		return e, false
	}
	e = Endpoint{
		ID: id, Version: version, Owner: d.Owner, URL: d.URL, Description: d.Title, AccessKey: d.AccessKey, Types: d.Types, Phases: d.Phases, Harvests: d.Harvests,
		Full: d.Full, Ordered: d.Ordered, Secrets: d.Secrets, Disabled: d.Disabled,
	}
	e.DisabledAt, _ = time.Parse(trace.TimeLayout, d.DisabledAt)
	return e, true
}

// Of reads a version of the journal; false if it is not an endpoint's, was erased, or was changed
// behind the server's back.
func Of(v *trace.Record) (Endpoint, bool) {
	if v.Kind != kind.Webhook || v.Operation.Ends() || v.Gone() {
		return Endpoint{}, false
	}
	return Read(v.ID, v.Version, v.Payload)
}

// Overlap is how long a secret still signs after another replaced it.
const Overlap = 24 * time.Hour

// Deriver derives secrets from the key of the log, which is kept outside the database.
type Deriver interface {
	Derive(what string, salt []byte) ([]byte, error)
}

// ErrSecret means that a secret cannot be derived again.
var ErrSecret = errors.New("the secret is of another key of the log")

// Make derives a secret from a new salt.
func Make(d Deriver, salt []byte) (sign.Secret, Secret, error) {
	made, err := d.Derive("webhook secret", salt)
	sum := sha256.Sum256(made)
	return made, Secret{Salt: hex.EncodeToString(salt), Digest: hex.EncodeToString(sum[:])}, err
}

// Signing returns the secrets that sign at an instant, the newest first. It fails with ErrSecret if
// the newest cannot be made again.
func (e *Endpoint) Signing(d Deriver, now time.Time) (all []sign.Secret, err error) {
	for i, s := range e.Secrets {
		until, _ := time.Parse(trace.TimeLayout, s.Until)
		if s.Until != "" && !now.Before(until) {
			continue
		}
		salt, err := hex.DecodeString(s.Salt)
		if err != nil {
			return nil, ErrSecret
		}
		made, again, err := Make(d, salt)
		if err != nil {
			return nil, err
		}
		if subtle.ConstantTimeCompare([]byte(again.Digest), []byte(s.Digest)) != 1 {
			if i == 0 {
				return nil, ErrSecret
			}
			continue
		}
		all = append(all, made)
	}
	if len(all) == 0 {
		return nil, ErrSecret
	}
	return all, nil
}

// Rotate puts a new secret before the existing ones; the newest of those keeps signing for a while.
func (e *Endpoint) Rotate(s Secret, now time.Time) {
	had := e.Secrets
	e.Secrets = []Secret{s}
	if len(had) > 0 {
		last := had[0]
		last.Until = now.Add(Overlap).UTC().Format(trace.TimeLayout)
		e.Secrets = append(e.Secrets, last)
	}
}

// Pair returns the key pair for all endpoints of a server; receivers know the public half.
func Pair(d Deriver) (ed25519.PrivateKey, error) {
	seed, err := d.Derive("webhook ed25519", nil)
	if err != nil {
		return nil, err
	}
	return ed25519.NewKeyFromSeed(seed), nil
}
