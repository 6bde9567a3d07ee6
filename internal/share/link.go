// Package share manages links with which a buyer without an account reads one lot: its dossier and
// where it came from. A link is a note in the journal, in the harvest that owns the lot, and each
// time it is opened is a further version of that note.
package share

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"io"
	"strconv"
	"time"

	"rastro/internal/canon"
	"rastro/internal/finding"
	"rastro/internal/lang"
	"rastro/internal/lot"
	"rastro/internal/ptbr"
	"rastro/internal/trace"
)

// Link is a link given to a buyer.
type Link struct {
	ID        trace.ID
	Version   int64
	HarvestID string // that owns the lot
	Lot       string
	For       string // for whom, in its maker's words
	Party     string // who made it, as the buyer sees them
	ExpiresAt time.Time
	RevokedAt time.Time // zero: it was not
	Limit     int       // how often it opens
	Views     int       // how often it was opened

	maker  string // the access key of its maker; the link shows what that key may read
	digest [sha256.Size]byte
	last   Part // what was opened with this version; "": nothing
}

// Part is what a link opens.
type Part string

// The parts.
const (
	Page    Part = "lote"
	Trace   Part = "rastreio"
	Dossier Part = "dossie"
)

// View is one opening of a link. Nothing is stored about who did it: neither the address nor the
// program.
type View struct {
	Number int
	At     time.Time
	Part   Part
}

// State is whether a link opens.
type State string

// The states.
const (
	Active  State = "ATIVO"
	Expired State = "VENCIDO"
	Revoked State = "REVOGADO"
	UsedUp  State = "ESGOTADO"
)

// State reports whether the link opens at an instant.
func (l *Link) State(now time.Time) State {
	switch {
	case !l.RevokedAt.IsZero():
		return Revoked
	case !now.Before(l.ExpiresAt):
		return Expired
	case l.Views >= l.Limit:
		return UsedUp
	}
	return Active
}

// CreatedAt is when the link was made.
func (l *Link) CreatedAt() time.Time { return l.ID.Time() }

// document is the journal's document of a link.
type document struct {
	Harvest string `json:"dono"`
	Key     string `json:"chave"`
	For     string `json:"nome"`
	Lot     string `json:"lote"`
	Maker   string `json:"por"`
	Party   string `json:"parte"`
	Digest  string `json:"segredo"` // of the secret, which has 256 random bits
	Expires string `json:"expiraEm"`
	Revoked string `json:"revogadoEm"`
	Limit   int    `json:"limite"`
	Views   int    `json:"vistas"`
	Part    Part   `json:"visto"`
}

// between separates a lot from the digest in the name of a note; no lot's code contains it.
const between = "\n"

func instant(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(trace.TimeLayout)
}

func (l *Link) body() ([]byte, error) {
	digest := hex.EncodeToString(l.digest[:])
	return canon.Marshal(document{l.HarvestID, l.Lot + between + digest, l.For, l.Lot, l.maker, l.Party, digest, instant(l.ExpiresAt), instant(l.RevokedAt), l.Limit, l.Views, l.last})
}

// read reads a note; false if this build did not write it.
func read(id trace.ID, version int64, body []byte) (l Link, ok bool) {
	var d document
	if canon.UnmarshalLenient(body, &d) != nil || d.Harvest == "" || d.Lot == "" {
		return l, false
	}
	l = Link{ID: id, Version: version, HarvestID: d.Harvest, Lot: d.Lot, For: d.For, Party: d.Party, Limit: d.Limit, Views: d.Views, maker: d.Maker, last: d.Part}
	if n, err := hex.Decode(l.digest[:], []byte(d.Digest)); err != nil || n != len(l.digest) {
		return l, false
	}
	var err error
	if l.ExpiresAt, err = time.Parse(trace.TimeLayout, d.Expires); err != nil {
		return l, false
	}
	if d.Revoked != "" {
		if l.RevokedAt, err = time.Parse(trace.TimeLayout, d.Revoked); err != nil {
			return l, false
		}
	}
	return l, true
}

// secretBytes is the length of a link's secret.
const secretBytes = 32

// newSecret makes the secret of a link. It is not stored.
func newSecret(random io.Reader) (secret [secretBytes]byte, err error) {
	_, err = io.ReadFull(random, secret[:])
	return secret, err
}

// token returns what the address of a link ends with: which link it is, and its secret.
func token(id trace.ID, secret [secretBytes]byte) string {
	return base64.RawURLEncoding.EncodeToString(append(id[:], secret[:]...))
}

// TokenLength is the length of every token.
var TokenLength = base64.RawURLEncoding.EncodedLen(len(trace.ID{}) + secretBytes)

// parseToken reads a token. An invalid one gives a link that does not exist.
func parseToken(text string) (id trace.ID, secret [secretBytes]byte, ok bool) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(raw) != len(id)+len(secret) {
		return id, secret, false
	}
	copy(id[:], raw)
	copy(secret[:], raw[len(id):])
	return id, secret, true
}

// opens reports, in constant time, whether a secret is the link's.
func (l *Link) opens(secret [secretBytes]byte) bool {
	sum := sha256.Sum256(secret[:])
	return subtle.ConstantTimeCompare(sum[:], l.digest[:]) == 1
}

// Limits of links.
const (
	DefaultViews = 50
	MaxViews     = 1000
	DefaultDays  = 30
	MaxDays      = 366
	MaxOfLot     = 100 // links of a lot, with those that ended
	maxFor       = 80
)

// Request is a request for a link.
type Request struct {
	Lot, For  string
	ExpiresAt time.Time // zero: DefaultDays from now
	Views     int       // 0: DefaultViews
}

// The rules of a request.
var (
	tooLate = &finding.Rule{ID: "LINK_VALIDADE", Severity: finding.Error, Message: lang.Text{
		PT: "um link vale no máximo {max} dias", EN: "a link is good for {max} days at most", ES: "un enlace vale {max} días como máximo",
	}}
	outlives = &finding.Rule{ID: "LINK_ALEM_DA_CHAVE", Severity: finding.Error, Message: lang.Text{
		PT: "o link não pode durar mais que a chave que o cria, que vence em {ate}", EN: "the link cannot outlast the key that makes it, which ends on {ate}", ES: "el enlace no puede durar más que la clave que lo crea, que vence el {ate}",
	}}
	tooMany = &finding.Rule{ID: "LINK_DEMAIS", Severity: finding.Error, Message: lang.Text{
		PT: "o lote {lote} já tem {max} links, e não cabem mais", EN: "lot {lote} has {max} links already, and no more fit", ES: "el lote {lote} ya tiene {max} enlaces, y no caben más",
	}}
)

// Rules are the rules of a request.
var Rules = []*finding.Rule{tooLate, outlives, tooMany}

// Read reads the body of a request.
func Read(body []byte, now time.Time) (Request, error) {
	var m trace.Members
	var r Request
	var until string
	err := trace.ReadObject(body, func(name string, value canon.Value) error {
		switch name {
		case "lote":
			r.Lot = m.Text(name, value, lot.MaxCode)
		case "para":
			r.For = m.Text(name, value, maxFor)
		case "expiraEm":
			until = m.Text(name, value, trace.MaxName)
		case "limite":
			r.Views = m.Integer(name, value, MaxViews)
		}
		return nil
	})
	if err != nil {
		return r, err
	}
	return r, r.complete(&m, until, now)
}

// Fill is Read for a form.
func Fill(code, recipient, until, views string, now time.Time) (Request, error) {
	var m trace.Members
	r := Request{Lot: code, For: m.Text("para", canon.AppendString(nil, recipient), maxFor)}
	if views != "" {
		r.Views = m.Integer("limite", canon.Value(views), MaxViews)
	}
	return r, r.complete(&m, until, now)
}

// complete sets defaults, and notes the problems of the rest.
func (r *Request) complete(m *trace.Members, until string, now time.Time) error {
	m.Required("lote", r.Lot)
	if r.Views == 0 {
		r.Views = DefaultViews
	}
	r.ExpiresAt = now.AddDate(0, 0, DefaultDays)
	if until != "" {
		at, reading := ptbr.Date(until)
		if len(until) == len(time.DateOnly) { // the link is good on its last day too
			at = at.AddDate(0, 0, 1)
		}
		switch {
		case reading != ptbr.Read || !at.After(now):
			m.Report("expiraEm", trace.RuleInstant, nil)
		case at.After(now.AddDate(0, 0, MaxDays+1)):
			m.Report("expiraEm", tooLate, lang.Args{"max": strconv.Itoa(MaxDays)})
		}
		r.ExpiresAt = at.UTC().Truncate(time.Millisecond)
	}
	return m.Err()
}
