package ledger

import (
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
)

// ErrCheckpoint is a text that is not a checkpoint.
var ErrCheckpoint = errors.New("not a checkpoint")

// NewKey returns the key pair of a log. The origin names the log permanently; both keys carry it.
// The secret key signs checkpoints, the other one verifies them.
func NewKey(random io.Reader, origin string) (secret, verifier string, err error) {
	return note.GenerateKey(random, origin)
}

// ValidOrigin reports whether a name can be a log's origin.
func ValidOrigin(origin string) bool {
	return origin != "" && len(origin) <= 200 && !strings.ContainsAny(origin, "+ \t\r\n") &&
		strings.IndexFunc(origin, func(r rune) bool { return r <= ' ' || r > '~' }) < 0
}

// Signer signs checkpoints of one log.
type Signer struct {
	signer note.Signer
	secret string
}

// Derive makes a secret of 32 bytes, for other things that the servers of this log sign, from
// the log's key and a salt. It reveals nothing about the key, and nobody without the key can
// make it.
func (s *Signer) Derive(what string, salt []byte) ([]byte, error) {
	return hkdf.Key(sha256.New, []byte(s.secret), salt, "rastro "+what, sha256.Size)
}

// NewSigner returns a signer of a secret key.
func NewSigner(secret string) (*Signer, error) {
	signer, err := note.NewSigner(secret)
	if err != nil {
		return nil, errors.New("the log's signing key cannot be read")
	}
	return &Signer{signer, secret}, nil
}

// Origin returns the name of the log that the key belongs to.
func (s *Signer) Origin() string { return s.signer.Name() }

// Sign makes the checkpoint of a state.
func (s *Signer) Sign(tree Tree) ([]byte, error) {
	return note.Sign(&note.Note{Text: checkpointText(s.Origin(), tree)}, s.signer)
}

// SignText signs a text other than a checkpoint, in lines. Its first line names its type and the
// log, so that it can never be taken for a checkpoint, whose first line is the log alone.
func (s *Signer) SignText(what, text string) ([]byte, error) {
	return note.Sign(&note.Note{Text: what + " " + s.Origin() + "\n" + text}, s.signer)
}

// OpenText checks a signed text and returns it without its first line.
func (v *Verifier) OpenText(what string, signed []byte) (string, error) {
	opened, err := note.Open(signed, note.VerifierList(v.verifier))
	if err != nil {
		return "", fmt.Errorf("the text is not signed by %s: %w", v.Origin(), err)
	}
	text, ok := strings.CutPrefix(opened.Text, what+" "+v.Origin()+"\n")
	if !ok {
		return "", fmt.Errorf("the text is not a %s of %s", what, v.Origin())
	}
	return text, nil
}

func checkpointText(origin string, tree Tree) string {
	return fmt.Sprintf("%s\n%d\n%s\n", origin, tree.Size, base64.StdEncoding.EncodeToString(tree.Root[:]))
}

// Verifier checks the checkpoints of one log.
type Verifier struct{ verifier note.Verifier }

// NewVerifier returns a verifier of a verifier key.
func NewVerifier(key string) (*Verifier, error) {
	verifier, err := note.NewVerifier(strings.TrimSpace(key))
	if err != nil {
		return nil, errors.New("not a verifier key: it looks like NAME+HASH+KEY")
	}
	return &Verifier{verifier}, nil
}

// OpenUnder opens a checkpoint that a verifier key's log signed.
func OpenUnder(key string, checkpoint []byte) (Tree, error) {
	verifier, err := NewVerifier(key)
	if err != nil {
		return Tree{}, err
	}
	return verifier.Open(checkpoint)
}

// Origin returns the name of the log that the key belongs to.
func (v *Verifier) Origin() string { return v.verifier.Name() }

// Open checks a checkpoint's signature and returns the state it vouches for.
func (v *Verifier) Open(checkpoint []byte) (Tree, error) {
	opened, err := note.Open(checkpoint, note.VerifierList(v.verifier))
	if err != nil {
		if unverified, ok := errors.AsType[*note.UnverifiedNoteError](err); ok {
			return Tree{}, fmt.Errorf("the checkpoint is not signed by %s but by %s", v.Origin(), signers(unverified.Note))
		}
		if _, ok := errors.AsType[*note.InvalidSignatureError](err); ok {
			return Tree{}, errors.New("the checkpoint's signature is wrong")
		}
		return Tree{}, ErrCheckpoint
	}
	origin, tree, err := parseCheckpoint(opened.Text)
	if err != nil {
		return Tree{}, err
	}
	if origin != v.Origin() {
		return Tree{}, fmt.Errorf("the checkpoint is of log %s, the key of %s", origin, v.Origin())
	}
	return tree, nil
}

// Alone returns a checkpoint with only the log's own signature.
func (v *Verifier) Alone(checkpoint []byte) ([]byte, error) {
	opened, err := note.Open(checkpoint, note.VerifierList(v.verifier))
	if err != nil {
		return nil, err
	}
	return note.Sign(&note.Note{Text: opened.Text, Sigs: opened.Sigs})
}

// Alone does the same with the verifier of a key.
func Alone(key string, checkpoint []byte) ([]byte, error) {
	v, err := NewVerifier(key)
	if err != nil {
		return nil, err
	}
	return v.Alone(checkpoint)
}

// ReadCheckpoint reads the content of a checkpoint without checking who signed it.
func ReadCheckpoint(checkpoint []byte) (tree Tree, origin string, err error) {
	origin, tree, err = parseCheckpoint(string(checkpoint))
	return tree, origin, err
}

func signers(n *note.Note) string {
	var names []string
	for _, s := range n.UnverifiedSigs {
		names = append(names, s.Name)
	}
	if names == nil {
		return "nobody"
	}
	return strings.Join(names, ", ")
}

func parseCheckpoint(text string) (origin string, tree Tree, err error) {
	lines := strings.Split(text, "\n")
	if len(lines) < 4 || lines[0] == "" {
		return "", Tree{}, ErrCheckpoint
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil || size < 0 || strconv.FormatInt(size, 10) != lines[1] {
		return "", Tree{}, ErrCheckpoint
	}
	root, err := base64.StdEncoding.DecodeString(lines[2])
	if err != nil || len(root) != len(tree.Root) {
		return "", Tree{}, ErrCheckpoint
	}
	tree.Size = size
	copy(tree.Root[:], root)
	return lines[0], tree, nil
}
