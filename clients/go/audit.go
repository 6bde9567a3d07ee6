package rastro

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
)

// Audit proves that nothing of the feed is missing. Read it from position 0 with lacunas=true, give
// every event to Add, and compare with a page's checkpoint at its end. It grows by a few hashes
// only, and can be kept as JSON between two runs.
type Audit struct {
	// Size is the position that comes next.
	Size int64 `json:"size"`
	// Roots are the roots of the perfect trees that the entries so far form, the largest first.
	Roots [][]byte `json:"roots"`
}

// Add takes in the next event. It fails if one is missing.
func (a *Audit) Add(e *Event) error {
	if e.Type == checkpointSigned {
		return nil // not an entry: it contains what is signed
	}
	entry, err := hex.DecodeString(e.Hash)
	if err != nil || len(entry) != 32 {
		return fmt.Errorf("rastro: event %s has no hash", e.ID)
	}
	if e.Posicao != a.Size {
		return fmt.Errorf("rastro: position %d follows %d", e.Posicao, a.Size-1)
	}
	node := leafHash(entry)
	for trees := a.Size; trees&1 == 1; trees >>= 1 {
		last := len(a.Roots) - 1
		if last < 0 {
			return errors.New("rastro: the audit lacks roots")
		}
		node, a.Roots = nodeHash(a.Roots[last], node), a.Roots[:last]
	}
	a.Roots, a.Size = append(a.Roots, node), a.Size+1
	return nil
}

// Check compares what has been read with a signed state of the log of the same size.
func (a *Audit) Check(key LogKey, checkpoint string) error {
	signed, err := key.Open(checkpoint)
	if err != nil {
		return err
	}
	if signed.Size != a.Size {
		return fmt.Errorf("rastro: the checkpoint is of %d entries, and %d were read", signed.Size, a.Size)
	}
	if len(a.Roots) == 0 {
		return nil
	}
	root := a.Roots[len(a.Roots)-1]
	for i := len(a.Roots) - 2; i >= 0; i-- {
		root = nodeHash(a.Roots[i], root)
	}
	if !bytes.Equal(root, signed.Root) {
		return errors.New("rastro: what was read is not what the log's owner signed")
	}
	return nil
}
