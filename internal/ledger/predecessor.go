package ledger

import (
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/mod/sumdb/note"
)

// Predecessor is the log that another one continues. The successor has the same
// first Size entries under its own name and key.
type Predecessor struct {
	Origin string `json:"origem"`
	Key    string `json:"chave"`   // verifies the predecessor's checkpoints
	Size   int64  `json:"tamanho"` // how many entries both logs share
	Root   string `json:"raiz"`    // base64: the hash over these entries
	// SeenSize and SeenRoot are the last known checkpoint of the predecessor. Entries from Size up
	// to SeenSize are not in the successor.
	SeenSize int64  `json:"vistoTamanho,omitempty"`
	SeenRoot string `json:"vistoRaiz,omitempty"`
	// Statement states all of this, signed by the successor.
	Statement string `json:"declaracao"`
}

// adoption is the first line of a statement, which names its type.
const adoption = "rastro log adoption"

// Adopt states that the signer's log continues another one at a shared state. seen is the last
// known checkpoint of the other log; the zero Tree if none is known.
func (s *Signer) Adopt(verifierKey string, shared, seen Tree) (Predecessor, error) {
	verifier, err := NewVerifier(verifierKey)
	if err != nil {
		return Predecessor{}, err
	}
	p := Predecessor{Origin: verifier.Origin(), Key: strings.TrimSpace(verifierKey), Size: shared.Size, Root: rootText(shared)}
	if seen.Size > 0 {
		p.SeenSize, p.SeenRoot = seen.Size, rootText(seen)
	}
	signed, err := s.SignText(adoption, p.text())
	p.Statement = string(signed)
	return p, err
}

func rootText(t Tree) string { return base64.StdEncoding.EncodeToString(t.Root[:]) }

// text returns the text of a statement, one fact per line.
func (p *Predecessor) text() string {
	text := fmt.Sprintf("continues %s\nkey %s\nsize %d\nroot %s\n", p.Origin, p.Key, p.Size, p.Root)
	if p.SeenSize > 0 {
		text += fmt.Sprintf("seen-size %d\nseen-root %s\n", p.SeenSize, p.SeenRoot)
	}
	return text
}

// Succession is one step in a log's past: the log named Successor continues the predecessor.
type Succession struct {
	Successor string
	Predecessor
}

// Lineage pairs each log of a chain with the one it continues. The chain is oldest
// first, as stores and proofs hold it; the lineage begins with the present log, named
// origin, and goes back. Everything that shows earlier logs uses it.
func Lineage(origin string, chain []Predecessor) []Succession {
	steps := make([]Succession, 0, len(chain))
	for _, p := range slices.Backward(chain) {
		steps = append(steps, Succession{origin, p})
		origin = p.Origin
	}
	return steps
}

// CheckPredecessors checks a chain of predecessors, oldest first: each is stated
// by the log after it, and the last one by the log that v verifies.
func CheckPredecessors(chain []Predecessor, v *Verifier) error {
	for i := len(chain) - 1; i >= 0; i-- {
		p := &chain[i]
		said, err := v.OpenText(adoption, []byte(p.Statement))
		if err != nil {
			return err
		}
		if said != p.text() {
			return fmt.Errorf("%s did not state that it continues %s in this way", v.Origin(), p.Origin)
		}
		if v, err = NewVerifier(p.Key); err != nil {
			return err
		}
		if v.Origin() != p.Origin {
			return fmt.Errorf("the key of the predecessor %s is of %s", p.Origin, v.Origin())
		}
	}
	return nil
}

// VerifierKey returns the verifier key that goes with a secret key.
func VerifierKey(secret string) (string, error) {
	unreadable := errors.New("the log's signing key cannot be read: it looks like PRIVATE+KEY+NAME+HASH+KEY")
	signer, err := note.NewSigner(secret)
	if err != nil {
		return "", unreadable
	}
	parts := strings.SplitN(secret, "+", 5) // the last part is base64, which may contain a +
	key, err := base64.StdEncoding.DecodeString(parts[len(parts)-1])
	if err != nil || len(key) != 1+ed25519.SeedSize {
		return "", unreadable
	}
	public := ed25519.NewKeyFromSeed(key[1:]).Public().(ed25519.PublicKey)
	return note.NewEd25519VerifierKey(signer.Name(), public)
}
