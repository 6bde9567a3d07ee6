package proof

import (
	"encoding/base64"
	"fmt"

	"rastro/internal/ledger"
)

// predecessors checks what the store says about the logs that its log continues: the statements,
// and the entries shared with each.
func (c *storeCheck) predecessors(verifier *ledger.Verifier) error {
	all, err := c.store.Predecessors(c.ctx)
	if err != nil {
		return err
	}
	c.v.Continues = all
	if err := ledger.CheckPredecessors(all, verifier); err != nil {
		c.v.damage("log: what it says of the log before it was changed (adulterado): %v", err)
		return nil
	}
	for i := range all {
		shared := ledger.Tree{Size: all[i].Size}
		root, err := base64.StdEncoding.DecodeString(all[i].Root)
		if err != nil || len(root) != len(shared.Root) {
			c.v.damage("log: the root of its predecessor %s cannot be read", all[i].Origin)
			continue
		}
		copy(shared.Root[:], root)
		c.extends(shared, fmt.Sprintf("the predecessor %s", all[i].Origin))
	}
	return nil
}

type predecessor struct{ ledger.Predecessor }

func (p predecessor) open(checkpoint []byte) (ledger.Tree, error) {
	return ledger.OpenUnder(p.Key, checkpoint)
}

// earlier finds the predecessor that a checkpoint belongs to.
func (c *storeCheck) earlier(checkpoint []byte) (predecessor, bool) {
	_, origin, err := ledger.ReadCheckpoint(checkpoint)
	if err != nil {
		return predecessor{}, false
	}
	for _, p := range c.v.Continues {
		if p.Origin == origin {
			return predecessor{p}, true
		}
	}
	return predecessor{}, false
}
