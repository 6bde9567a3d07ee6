package ledger

import (
	"golang.org/x/mod/sumdb/tlog"
)

// Inclusions proves many entries of one state of a log. It compares each tile with the root only
// once, which is nearly all of a proof's cost.
type Inclusions struct {
	tree  Tree
	tiles map[[2]int64]checkedTile // by level and number
	known map[int64]Hash           // by stored index
}

type checkedTile struct {
	tile tlog.Tile
	data []byte
}

// Limits on what is kept, at 8 KiB and 40 bytes each. When a limit is exceeded, everything is
// dropped.
const (
	maxCheckedTiles = 1024
	maxKnownHashes  = 1 << 17
)

// NewInclusions returns the Inclusions of a state.
func NewInclusions(tree Tree) *Inclusions {
	return &Inclusions{tree, map[[2]int64]checkedTile{}, map[int64]Hash{}}
}

// Of proves that the entry at an index is in the log.
func (p *Inclusions) Of(read ReadTile, index int64) ([]Hash, error) {
	checked := tlog.TileHashReader(tlog.Tree{N: p.tree.Size, Hash: p.tree.Root}, savingReader{tileReader{read}, p})
	return tlog.ProveRecord(p.tree.Size, index, tlog.HashReaderFunc(func(indexes []int64) ([]Hash, error) {
		out := make([]Hash, len(indexes))
		for i, at := range indexes {
			hash, ok := p.find(at)
			if !ok { // check them all, which records their tiles for the next proof
				return checked.ReadHashes(indexes)
			}
			out[i] = hash
		}
		return out, nil
	}))
}

// find returns a hash from the checked tiles.
func (p *Inclusions) find(index int64) (Hash, bool) {
	if hash, ok := p.known[index]; ok {
		return hash, true
	}
	in := tlog.TileForIndex(tileHeight, index)
	kept, ok := p.tiles[[2]int64{int64(in.L), in.N}]
	if !ok {
		return Hash{}, false
	}
	hash, err := tlog.HashFromTile(kept.tile, kept.data, index)
	if err != nil { // the tile was narrower
		return Hash{}, false
	}
	if len(p.known) == maxKnownHashes {
		clear(p.known)
	}
	p.known[index] = hash
	return hash, true
}

// savingReader keeps the tiles that were checked.
type savingReader struct {
	tileReader
	p *Inclusions
}

// SaveTiles is called with tiles that agree with the root.
func (r savingReader) SaveTiles(tiles []tlog.Tile, data [][]byte) {
	for i, t := range tiles {
		if len(r.p.tiles) >= maxCheckedTiles {
			clear(r.p.tiles)
		}
		r.p.tiles[[2]int64{int64(t.L), t.N}] = checkedTile{t, data[i]}
	}
}
