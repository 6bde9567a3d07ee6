package ledger

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"

	"rastro/internal/attachment"
	"rastro/internal/canon"
)

// Commit returns the commitment to a document: SHA-256 over a salt and the document's canonical
// form. It is the entry in the log, and reveals nothing to a reader who lacks the document or the
// salt. A large document may be passed in parts.
func Commit(salt []byte, canonical ...[]byte) [32]byte {
	digest := sha256.New()
	digest.Write(salt)
	for _, part := range canonical {
		digest.Write(part)
	}
	return [32]byte(digest.Sum(nil))
}

// Proof is everything a stranger needs to check, offline, that a document was committed to and that
// the commitment is in the log. Without the document, which may be private, it shows only the
// second.
type Proof struct {
	// Document is the committed document: the whole content of one version. A proof has both it
	// and the salt, or neither.
	Document canon.Value `json:"documento,omitzero"`
	Salt     string      `json:"sal,omitempty"` // hex
	Hash     string      `json:"hash"`          // hex; the commitment, which is the entry in the log
	Index    int64       `json:"indice"`
	// Hashes is the path from the entry up to the checkpoint's root (RFC 6962).
	Hashes     []string `json:"prova"` // base64
	Checkpoint string   `json:"checkpoint"`
	// Origin names the log for human readers; the checkpoint contains it too.
	Origin string `json:"origem"`
	// Revealed are the details of personal files, of which the document has only digests.
	// Without them the proof is valid too, and reveals less.
	Revealed []attachment.Details `json:"revelados,omitempty"`
	// Predecessors are the logs that this one continues, oldest first.
	Predecessors []Predecessor `json:"antecessores,omitempty"`
}

// NewProof puts a proof together.
func NewProof(document, salt []byte, hash [32]byte, index int64, hashes []Hash, checkpoint []byte, origin string) Proof {
	p := Proof{
		Document: document, Salt: hex.EncodeToString(salt), Hash: hex.EncodeToString(hash[:]),
		Index: index, Hashes: []string{}, Checkpoint: string(checkpoint), Origin: origin,
	}
	for _, h := range hashes {
		p.Hashes = append(p.Hashes, base64.StdEncoding.EncodeToString(h[:]))
	}
	return p
}

// Step is a step of checking a proof.
type Step string

// The steps, in order.
const (
	StepFile       Step = "file"       // the file can be read
	StepCommitment Step = "commitment" // the document and salt give the hash
	StepSignature  Step = "signature"  // the checkpoint is signed by the log's key
	StepInclusion  Step = "inclusion"  // the hash is in the log that the checkpoint vouches for
	// StepPredecessor: signed statements prove which logs it continues.
	StepPredecessor Step = "predecessor"
)

// Failure says which step of a check failed, and why.
type Failure struct {
	Step Step
	Err  error
}

func (f *Failure) Error() string { return string(f.Step) + ": " + f.Err.Error() }

func (f *Failure) Unwrap() error { return f.Err }

// ReadProof reads a proof file: the proof, or an answer that carries it as its
// data.
func ReadProof(file []byte) (Proof, error) {
	if err := canon.Validate(file); err != nil {
		return Proof{}, &Failure{StepFile, err}
	}
	var answer struct {
		Data canon.Value `json:"data"`
	}
	if err := canon.UnmarshalLenient(file, &answer); err != nil {
		return Proof{}, &Failure{StepFile, errors.New("not a proof: it is not a JSON object")}
	}
	if answer.Data != nil {
		file = answer.Data
	}
	var p Proof
	if err := canon.UnmarshalLenient(file, &p); err != nil {
		return Proof{}, &Failure{StepFile, fmt.Errorf("not a proof: %w", err)}
	}
	if whole := p.Document != nil || p.Salt != ""; whole && p.Document.Kind() != '{' || p.Hash == "" || p.Checkpoint == "" {
		return Proof{}, &Failure{StepFile, errors.New("not a proof: documento, hash or checkpoint is missing")}
	}
	return p, nil
}

// Bare reports whether the proof covers only a commitment, without its document.
func (p Proof) Bare() bool { return p.Document == nil && p.Salt == "" }

// Check performs every step of checking a proof with the log's verifier key. It returns the log's
// state in which the proof holds, or a *Failure.
func (p Proof) Check(v *Verifier) (Tree, error) {
	tree, err := p.checkIn(v.Open)
	if err != nil {
		return Tree{}, err
	}
	if err := CheckPredecessors(p.Predecessors, v); err != nil {
		return Tree{}, &Failure{StepPredecessor, err}
	}
	return tree, nil
}

// CheckUnsigned performs the steps that need no key. It returns the state that the proof says the
// log has, which anyone may have made up.
func (p Proof) CheckUnsigned() (tree Tree, origin string, err error) {
	tree, err = p.checkIn(func(checkpoint []byte) (tree Tree, err error) {
		tree, origin, err = ReadCheckpoint(checkpoint)
		return tree, err
	})
	return tree, origin, err
}

// checkIn checks the proof in the state that open reads from its checkpoint.
func (p Proof) checkIn(open func(checkpoint []byte) (Tree, error)) (Tree, error) {
	salt, err := hex.DecodeString(p.Salt)
	if err != nil {
		return Tree{}, &Failure{StepFile, errors.New("sal is not hexadecimal")}
	}
	entry, err := hex.DecodeString(p.Hash)
	if err != nil {
		return Tree{}, &Failure{StepFile, errors.New("hash is not hexadecimal")}
	}
	hashes := make([]Hash, len(p.Hashes))
	for i, text := range p.Hashes {
		raw, err := base64.StdEncoding.DecodeString(text)
		if err != nil || len(raw) != len(hashes[i]) {
			return Tree{}, &Failure{StepFile, fmt.Errorf("prova[%d] is not a hash", i)}
		}
		copy(hashes[i][:], raw)
	}
	if !p.Bare() {
		canonical, err := canon.Canonical(p.Document)
		if err != nil {
			return Tree{}, &Failure{StepFile, err}
		}
		if sum := Commit(salt, canonical); !bytes.Equal(sum[:], entry) {
			return Tree{}, &Failure{StepCommitment, errors.New("the document is not the one that was committed to")}
		}
		for i := range p.Revealed {
			if !p.Revealed[i].Within(canonical) {
				return Tree{}, &Failure{StepCommitment, fmt.Errorf("revelados[%d] is not what the document commits to", i)}
			}
		}
	}
	tree, err := open([]byte(p.Checkpoint))
	if err != nil {
		return Tree{}, &Failure{StepSignature, err}
	}
	if p.Index < 0 || p.Index >= tree.Size {
		return Tree{}, &Failure{StepInclusion, fmt.Errorf("entry %d is beyond the %d of the checkpoint", p.Index, tree.Size)}
	}
	if err := CheckInclusion(hashes, tree, p.Index, entry); err != nil {
		return Tree{}, &Failure{StepInclusion, errors.New("the commitment is not in the log at that place")}
	}
	return tree, nil
}
