package derive

import (
	"fmt"
	"testing"
	"time"

	"rastro/internal/kind"
	"rastro/internal/trace"
)

// If a store has more claims than are held at once, every code is looked at in exactly one of
// several walks.
func TestClaimsInShares(t *testing.T) {
	const codes, held = 1000, 100
	identification := kind.ByPrefix("/colheitaIdentificacaoProducao/identificacaoLote")
	walk := func(c *claims) {
		for i := range codes {
			v := &Version{Place: int64(i)}
			v.Kind, v.Version, v.Operation, v.HarvestID, v.CreatedBy, v.UpdatedAt = identification, 1, trace.Created, "S", "a", time.UnixMilli(int64(i))
			v.ID[0], v.ID[1] = byte(i), byte(i>>8)
			v.Payload = fmt.Appendf(nil, `{"codigoLote":"L-%d"}`, i)
			c.take(v)
		}
	}
	c := newClaims(held)
	seen := map[string]int{}
	for share := uint64(0); share == 0 || share < c.among; share++ {
		walk(c)
		if len(c.events) > 2*held {
			t.Errorf("share %d of %d holds %d claims; want about %d", share, c.among, len(c.events), held)
		}
		for _, g := range c.codes() {
			seen[c.events[g.from].Text]++
		}
		c.next()
	}
	// Shares are drawn by chance and differ a little: the first may hold fewer than the mean.
	if len(seen) != codes || c.among < codes/(2*held) {
		t.Errorf("%d codes were looked at in %d walks, want %d", len(seen), c.among, codes)
	}
	for code, n := range seen {
		if n != 1 {
			t.Errorf("%s was looked at %d times", code, n)
		}
	}
}
