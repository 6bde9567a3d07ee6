package rastro

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// LogKey is the public key of a server's log. Get it from the server's operator, who prints it
// with "rastro log key": one that came with a proof proves nothing.
type LogKey struct {
	name   string
	id     []byte
	public ed25519.PublicKey
}

// ParseLogKey reads NAME+ID+KEY.
func ParseLogKey(text string) (LogKey, error) {
	bad := errors.New("rastro: not the key of a log: NAME+ID+KEY, as 'rastro log key' prints it")
	parts := strings.SplitN(strings.TrimSpace(text), "+", 3) // the key itself may have a +
	if len(parts) != 3 || parts[0] == "" {
		return LogKey{}, bad
	}
	key, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil || len(key) != 1+ed25519.PublicKeySize || key[0] != 1 {
		return LogKey{}, bad
	}
	id := sha256.Sum256(append([]byte(parts[0]+"\n"), key...))
	if hex.EncodeToString(id[:4]) != parts[1] {
		return LogKey{}, bad
	}
	return LogKey{name: parts[0], id: id[:4], public: key[1:]}, nil
}

// Checkpoint is a state of the log signed by its owner.
type Checkpoint struct {
	Size int64
	Root []byte
}

// Open checks the signature of a checkpoint.
func (k LogKey) Open(note string) (c Checkpoint, err error) {
	end := strings.LastIndex(note, "\n\n")
	if end < 0 {
		return c, errors.New("rastro: not a checkpoint")
	}
	text, signatures := note[:end+1], note[end+2:]
	if !k.signed(text, signatures) {
		return c, errors.New("rastro: this key did not sign the checkpoint")
	}
	lines := strings.Split(text, "\n")
	if len(lines) < 4 || lines[0] != k.name {
		return c, errors.New("rastro: the checkpoint is of another log")
	}
	if c.Size, err = strconv.ParseInt(lines[1], 10, 64); err != nil || c.Size < 0 {
		return c, errors.New("rastro: the checkpoint has no size")
	}
	if c.Root, err = base64.StdEncoding.DecodeString(lines[2]); err != nil || len(c.Root) != sha256.Size {
		return c, errors.New("rastro: the checkpoint has no root")
	}
	return c, nil
}

func (k LogKey) signed(text, signatures string) bool {
	for line := range strings.Lines(signatures) {
		encoded, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "— "+k.name+" ")
		signature, err := base64.StdEncoding.DecodeString(encoded)
		if ok && err == nil && len(k.public) == ed25519.PublicKeySize && bytes.HasPrefix(signature, k.id) && ed25519.Verify(k.public, []byte(text), signature[len(k.id):]) {
			return true
		}
	}
	return false
}

// Proof is the result of a proof: that the log has an entry, and what it commits to.
type Proof struct {
	Index int64 // of the entry; the first is 0
	Size  int64 // of the log when it was signed
	// Document is the whole content of a version of a record; nil in a public proof.
	Document json.RawMessage
}

// Verify checks a proof, from Records.Proof or saved from the interface, without contacting anyone.
// It uses the document's bytes as they are: do not format them. It refuses a proof with a repeated
// member, or one in another case, because a person might read the other one.
func (k LogKey) Verify(proof []byte) (*Proof, error) {
	proof, err := inner(proof)
	if err != nil {
		return nil, fmt.Errorf("rastro: read the proof: %w", err)
	}
	var p struct {
		Documento  json.RawMessage
		Sal, Hash  string
		Indice     *int64
		Prova      [][]byte
		Checkpoint string
		Revelados  []struct {
			Sal      string
			Detalhes json.RawMessage
		}
	}
	if err := json.Unmarshal(proof, &p); err != nil {
		return nil, fmt.Errorf("rastro: read the proof: %w", err)
	}
	entry, err := hex.DecodeString(p.Hash)
	if err != nil || len(entry) != sha256.Size || p.Indice == nil {
		return nil, errors.New("rastro: not a proof")
	}
	if p.Documento != nil || p.Sal != "" {
		if !bytes.Equal(commitment(p.Sal, p.Documento), entry) {
			return nil, errors.New("rastro: the document is not the one that the log has")
		}
		for _, part := range p.Revelados {
			if !revealed(p.Documento, hex.EncodeToString(commitment(part.Sal, part.Detalhes))) {
				return nil, errors.New("rastro: what is revealed is not what the document commits to")
			}
		}
	}
	c, err := k.Open(p.Checkpoint)
	if err != nil {
		return nil, err
	}
	root, ok := rootOf(leafHash(entry), *p.Indice, c.Size, p.Prova)
	if !ok || !bytes.Equal(root, c.Root) {
		return nil, errors.New("rastro: the entry is not in the log")
	}
	return &Proof{Index: *p.Indice, Size: c.Size, Document: p.Documento}, nil
}

// PublicProof returns the public proof of a validation, which needs no key and has no document.
func (c *Client) PublicProof(ctx context.Context, codigo string) (json.RawMessage, error) {
	return c.answer(ctx, http.MethodGet, "/v/"+url.PathEscape(codigo)+"/prova", nil, nil, nil)
}

// commitment returns the SHA-256 of a salt, which is in hex, and a document.
func commitment(salt string, document []byte) []byte {
	raw, err := hex.DecodeString(salt)
	if err != nil || len(raw) == 0 {
		return nil
	}
	sum := sha256.Sum256(append(raw, document...))
	return sum[:]
}

// revealed reports whether a document has a file with the digest of details.
func revealed(document []byte, digest string) bool {
	var d struct {
		Selo struct{ Anexos []struct{ Detalhes any } }
	}
	if json.Unmarshal(document, &d) != nil {
		return false
	}
	for _, file := range d.Selo.Anexos {
		if file.Detalhes == digest {
			return true
		}
	}
	return false
}
