package proof

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"rastro/internal/ledger"
	"rastro/internal/trace"
)

// leaf returns the hash that the stored tree has of an entry.
func (c *storeCheck) leaf(index int64) (leaf ledger.Hash, err error) {
	if at := index / ledger.TileWidth; at != c.tileIndex {
		width := int(min(ledger.TileWidth, c.tree.Size-at*ledger.TileWidth))
		if c.tile, err = c.store.Tile(c.ctx, ledger.Tile{Index: at, Width: width}); err != nil {
			c.tileIndex = -1
			return leaf, err
		}
		c.tileIndex = at
	}
	copy(leaf[:], c.tile[index%ledger.TileWidth*int64(len(leaf)):])
	return leaf, nil
}

// rebuild builds the tree again from the entries and compares every tile.
func (c *storeCheck) rebuild() error {
	built := map[ledger.Tile][]byte{} // by level and index; the newest width
	read := func(t ledger.Tile) ([]byte, error) {
		data, ok := built[ledger.Tile{Level: t.Level, Index: t.Index}]
		if !ok {
			return nil, fmt.Errorf("tile %s is missing", t.Path())
		}
		return data, nil
	}
	growing := map[int]ledger.TileData{} // the partial tile of each level
	same := func(t ledger.TileData) {
		stored, err := c.store.Tile(c.ctx, t.Tile)
		if err != nil || string(stored) != string(t.Data) {
			c.v.damage("log: %s is not what its entries give", t.Path())
		}
	}
	tree := ledger.Empty
	for tree.Size < c.tree.Size {
		width := int(min(ledger.TileWidth, c.tree.Size-tree.Size))
		data, err := c.store.Tile(c.ctx, ledger.Tile{Level: ledger.EntryLevel, Index: tree.Size / ledger.TileWidth, Width: width})
		if err != nil {
			c.v.damage("log: entries from %d on cannot be read: %v", tree.Size, err)
			return nil
		}
		entries, err := ledger.Entries(data)
		if err != nil {
			c.v.damage("log: entries from %d on cannot be read: %v", tree.Size, err)
			return nil
		}
		next, tiles, err := ledger.Extend(tree, read, entries)
		if err != nil {
			c.v.damage("log: %v", err)
			return nil
		}
		for _, t := range tiles {
			built[ledger.Tile{Level: t.Level, Index: t.Index}] = t.Data
			if t.Width < ledger.TileWidth {
				growing[t.Level] = t
				continue
			}
			delete(growing, t.Level)
			same(t)
			if t.Level == 0 && t.Width == ledger.TileWidth && t.Index > 0 {
				delete(built, ledger.Tile{Level: 0, Index: t.Index - 1}) // not read again
			}
		}
		tree = next
	}
	for _, level := range slices.Sorted(maps.Keys(growing)) {
		same(growing[level])
	}
	if tree != c.tree {
		c.v.damage("log: its entries give another root than the checkpoint's")
	}
	return nil
}

// consistent compares another checkpoint of the log with the present state.
func (c *storeCheck) consistent(verifier *ledger.Verifier, checkpoint []byte, name string) {
	other, err := verifier.Open(checkpoint)
	if shared, ok := c.earlier(checkpoint); ok && err != nil {
		if other, err = shared.open(checkpoint); err == nil && other.Size > shared.Size {
			c.v.damage("%s: it has %d entries of the log %s, which this store continues from entry %d only: the rest of it is lost", name, other.Size, shared.Origin, shared.Size)
			return
		}
	}
	if err != nil {
		c.v.damage("%s: %v", name, err)
		return
	}
	if other.Size > c.tree.Size {
		c.v.damage("%s: it has %d entries, the store's log %d: the store was rolled back", name, other.Size, c.tree.Size)
		return
	}
	c.extends(other, name)
}

// extends compares an older state with the present one.
func (c *storeCheck) extends(other ledger.Tree, name string) {
	if other.Size > c.tree.Size {
		c.v.damage("%s: it has %d entries, the store's log %d", name, other.Size, c.tree.Size)
		return
	}
	read := func(t ledger.Tile) ([]byte, error) { return c.store.Tile(c.ctx, t) }
	proof, err := ledger.Consistency(c.tree, read, other.Size)
	if err == nil {
		err = ledger.CheckConsistency(proof, c.tree, other)
	}
	if err != nil {
		c.v.damage("%s: the log does not extend it: %v", name, err)
	}
}

// clockSlack is by how much clocks are believed to have been wrong.
const clockSlack = 24 * time.Hour

// signingTimes judges the claimed signing times of kept checkpoints. No signature covers them, but
// each must lie between its neighbours, the first after the log's first entry was written, and the
// last before the newest state, with a tolerance for clocks that were set back. A change within
// these limits is not noticed.
func (c *storeCheck) signingTimes(kept []trace.KeptCheckpoint, newest time.Time) error {
	if len(kept) == 0 {
		return nil
	}
	first, err := c.store.Logged(c.ctx, 0, 1)
	if err != nil {
		return err
	}
	var earliest time.Time
	if len(first) > 0 {
		earliest = first[0].UpdatedAt
	}
	for i := range kept {
		latest, at := newest, kept[i].SignedAt
		if i+1 < len(kept) {
			latest = kept[i+1].SignedAt
		}
		if at.Before(earliest.Add(-clockSlack)) || at.After(latest.Add(clockSlack)) {
			c.v.damage("kept checkpoint %d: its time of signing was changed: %s is not between those before and after it (adulterado)", i+1, at.Format(trace.TimeLayout))
		}
		earliest = at
	}
	return nil
}
