// Package witness cosigns checkpoints of other logs (C2SP tlog-witness): only states that extend all it
// cosigned before, however often it is stopped. The package asking has the other side.
package witness

import (
	"bytes"
	"encoding/base64"
	"errors"
	"strconv"

	"rastro/internal/ledger"
)

// Path is where a witness takes checkpoints, below its address.
const Path = "/add-checkpoint"

// SizeType is the media type of an answer that tells the size that a witness knows.
const SizeType = "text/x.tlog.size"

// MaxRequest bounds a request: 63 hashes, and a checkpoint with its signatures.
const MaxRequest = 16 << 10

const maxHashes = 63

// Request asks for a cosignature.
type Request struct {
	Old        int64 // the size that the witness knows
	Proof      []ledger.Hash
	Checkpoint []byte
}

// Encode writes a request as it goes over the wire.
func (r *Request) Encode() []byte {
	out := append(strconv.AppendInt([]byte("old "), r.Old, 10), '\n')
	for i := range r.Proof {
		out = append(base64.StdEncoding.AppendEncode(out, r.Proof[i][:]), '\n')
	}
	return append(append(out, '\n'), r.Checkpoint...)
}

var errRequest = errors.New("not a request for a cosignature")

// ParseSize reads a size as it is written: decimal, without leading zeroes.
func ParseSize(text string) (int64, bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil && n >= 0 && strconv.FormatInt(n, 10) == text
}

// ReadRequest reads a request.
func ReadRequest(body []byte) (Request, error) {
	var r Request
	head, checkpoint, found := bytes.Cut(body, []byte("\n\n"))
	if !found {
		return r, errRequest
	}
	lines := bytes.Split(head, []byte("\n"))
	size, old := bytes.CutPrefix(lines[0], []byte("old "))
	var ok bool
	if r.Old, ok = ParseSize(string(size)); !old || !ok || len(lines)-1 > maxHashes {
		return r, errRequest
	}
	for _, line := range lines[1:] {
		var hash ledger.Hash
		raw, err := base64.StdEncoding.Strict().DecodeString(string(line))
		if err != nil || copy(hash[:], raw) != len(hash) || len(raw) != len(hash) {
			return r, errRequest
		}
		r.Proof = append(r.Proof, hash)
	}
	r.Checkpoint = checkpoint
	return r, nil
}
