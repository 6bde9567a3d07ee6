// Package cosign reads, checks and makes cosignatures of checkpoints (C2SP tlog-cosignature, Ed25519):
// a witness states that it saw the log grow to this state, and never saw it change.
package cosign

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	notes "github.com/transparency-dev/formats/note"
	"golang.org/x/mod/sumdb/note"

	"rastro/internal/ledger"
)

// Types of keys (C2SP signed-note). A witness may publish its key as either.
const (
	ed25519Key      = 1
	cosignatureKey  = 4
	publicKeyLength = 32
)

// MaxWitnesses bounds the witnesses of a log, and those that a reader pins.
const MaxWitnesses = 32

// Witness is a trusted witness.
type Witness struct {
	verifier note.Verifier
	public   string
}

// Name returns the name in the key.
func (w *Witness) Name() string { return w.verifier.Name() }

// Parse reads a witness's verifier key.
func Parse(vkey string) (Witness, error) {
	vkey = strings.TrimSpace(vkey)
	parts := strings.SplitN(vkey, "+", 3)
	if len(parts) != 3 {
		return Witness{}, errors.New("not a witness's key: it looks like NAME+HASH+KEY")
	}
	key, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil || len(key) != 1+publicKeyLength || key[0] != ed25519Key && key[0] != cosignatureKey {
		return Witness{}, errors.New("not an Ed25519 key of a witness: it looks like NAME+HASH+KEY")
	}
	if sum := sha256.Sum256(append([]byte(parts[0]+"\n"), key...)); hex.EncodeToString(sum[:4]) != parts[1] {
		return Witness{}, errors.New("the witness's key is mistyped: its HASH is not that of its NAME and KEY")
	}
	verifier, err := notes.NewVerifierForCosignatureV1(vkey)
	if err != nil {
		return Witness{}, fmt.Errorf("not a witness's key: %w", err)
	}
	return Witness{verifier, string(key[1:])}, nil
}

// ParseAll reads the keys of several witnesses. One key under two names would count twice.
func ParseAll(vkeys []string) ([]Witness, error) {
	if len(vkeys) > MaxWitnesses {
		return nil, fmt.Errorf("at most %d witnesses", MaxWitnesses)
	}
	var all []Witness
	seen := map[string]bool{}
	for _, vkey := range vkeys {
		w, err := Parse(vkey)
		if err != nil {
			return nil, err
		}
		if seen[w.public] {
			return nil, fmt.Errorf("the key of the witness %s is there twice", w.Name())
		}
		seen[w.public] = true
		all = append(all, w)
	}
	return all, nil
}

// Cosignature is a valid one.
type Cosignature struct {
	Witness string
	At      time.Time // as the witness says
}

// Of returns the cosignatures of a checkpoint by some witnesses, at most one of each.
func Of(checkpoint []byte, witnesses []Witness) []Cosignature {
	var all []Cosignature
	for i := range witnesses {
		opened, err := note.Open(checkpoint, note.VerifierList(witnesses[i].verifier))
		if err != nil {
			continue // not signed by it, or wrongly
		}
		at, err := notes.CoSigV1Timestamp(opened.Sigs[0])
		if err == nil {
			all = append(all, Cosignature{witnesses[i].Name(), at})
		}
	}
	return all
}

// maxLines bounds what is looked at of an answer.
const maxLines = 16 << 10

// Add adds a witness's cosignature, taken from the signature lines of its answer, to a checkpoint.
// Other lines of the answer are dropped.
func Add(checkpoint, lines []byte, w *Witness) ([]byte, error) {
	none := fmt.Errorf("the answer has no valid cosignature by %s", w.Name())
	if len(lines) > maxLines {
		return nil, none
	}
	text, _, found := bytes.Cut(checkpoint, []byte("\n\n"))
	if !found {
		return nil, errors.New("not a checkpoint")
	}
	for line := range bytes.Lines(lines) {
		if !bytes.HasSuffix(line, []byte("\n")) {
			continue
		}
		alone := bytes.Join([][]byte{text, []byte("\n\n"), line}, nil)
		if opened, err := note.Open(alone, note.VerifierList(w.verifier)); err == nil && len(opened.Sigs) == 1 {
			return append(bytes.Clone(checkpoint), line...), nil
		}
	}
	return nil, none
}

// NewKey returns the key pair of a witness. The verifier key is in the form for cosignatures.
func NewKey(random io.Reader, name string) (secret, vkey string, err error) {
	secret, plain, err := note.GenerateKey(random, name)
	if err != nil {
		return "", "", err
	}
	vkey, err = notes.VKeyToCosignatureV1(plain)
	return secret, vkey, err
}

// PublicKey returns the verifier key that goes with a witness's signing key, in the form for
// cosignatures.
func PublicKey(secret string) (string, error) {
	plain, err := ledger.VerifierKey(secret)
	if err != nil {
		return "", errors.New("the witness's signing key cannot be read")
	}
	return notes.VKeyToCosignatureV1(plain)
}

// Sign returns the signature line with which a witness cosigns a checkpoint, at the present time.
func Sign(secret string, checkpoint []byte) ([]byte, error) {
	signer, err := notes.NewSignerForCosignatureV1(secret)
	if err != nil {
		return nil, errors.New("the witness's signing key cannot be read")
	}
	text, _, found := bytes.Cut(checkpoint, []byte("\n\n"))
	if !found {
		return nil, errors.New("not a checkpoint")
	}
	signed, err := note.Sign(&note.Note{Text: string(text) + "\n"}, signer)
	if err != nil {
		return nil, err
	}
	return signed[len(text)+2:], nil
}
