package ledger

import (
	"fmt"

	"golang.org/x/mod/sumdb/tlog"
)

// Hash is a hash of the tree.
type Hash = tlog.Hash

// Tree is the state of a log: how many entries, and the hash over all of them.
type Tree struct {
	Size int64
	Root Hash
}

// Empty is a log without entries. Its root is the hash of nothing.
var Empty = Tree{Root: emptyRoot()}

func emptyRoot() Hash {
	root, err := tlog.TreeHash(0, nil)
	if err != nil {
		panic(err) // needs no hashes: cannot fail
	}
	return root
}

// ReadTile returns the hashes of a stored hash tile. If a wider one is stored, it returns the
// first t.Width of it.
type ReadTile func(t Tile) ([]byte, error)

// TileData is a tile with its content.
type TileData struct {
	Tile
	Data []byte
}

// LeafHash returns the hash of an entry in the tree.
func LeafHash(entry []byte) Hash { return tlog.RecordHash(entry) }

// hashes reads the tree's hashes from its tiles. The content of the tiles is checked against the
// root before it is trusted: a changed tile is an error.
func hashes(tree Tree, read ReadTile) tlog.HashReader {
	return tlog.TileHashReader(tlog.Tree{N: tree.Size, Hash: tree.Root}, tileReader{read})
}

type tileReader struct{ read ReadTile }

func (tileReader) Height() int { return tileHeight }

func (r tileReader) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	data := make([][]byte, len(tiles))
	for i, t := range tiles {
		var err error
		if data[i], err = r.read(Tile{t.L, t.N, t.W}); err != nil {
			return nil, err
		}
		if len(data[i]) < t.W*tlog.HashSize {
			return nil, fmt.Errorf("tile %s is cut short", Tile{t.L, t.N, t.W}.Path())
		}
		data[i] = data[i][:t.W*tlog.HashSize]
	}
	return data, nil
}

func (tileReader) SaveTiles([]tlog.Tile, [][]byte) {}

// Extend appends entries to a log. It returns the new state and every hash tile that is new or
// wider than before. It does not change the log: the caller stores the tiles and then the state,
// and keeps the entries as well.
func Extend(old Tree, read ReadTile, entries [][]byte) (Tree, []TileData, error) {
	if len(entries) == 0 {
		return old, nil, nil
	}
	before := hashes(old, read)
	stored := tlog.StoredHashCount(old.Size)
	var fresh []Hash // the stored hashes from that count on
	reader := tlog.HashReaderFunc(func(indexes []int64) ([]Hash, error) {
		out := make([]Hash, len(indexes))
		var oldIndexes []int64
		for _, x := range indexes {
			if x < stored {
				oldIndexes = append(oldIndexes, x)
			}
		}
		var oldHashes []Hash
		if len(oldIndexes) > 0 {
			var err error
			if oldHashes, err = before.ReadHashes(oldIndexes); err != nil {
				return nil, err
			}
		}
		for i, x := range indexes {
			if x < stored {
				out[i], oldHashes = oldHashes[0], oldHashes[1:]
			} else {
				out[i] = fresh[x-stored]
			}
		}
		return out, nil
	})
	for i, entry := range entries {
		more, err := tlog.StoredHashes(old.Size+int64(i), entry, reader)
		if err != nil {
			return Tree{}, nil, fmt.Errorf("adding entry %d: %w", old.Size+int64(i), err)
		}
		fresh = append(fresh, more...)
	}
	next := Tree{Size: old.Size + int64(len(entries))}
	var err error
	if next.Root, err = tlog.TreeHash(next.Size, reader); err != nil {
		return Tree{}, nil, err
	}
	tiles, err := hashTiles(old.Size, next.Size, reader)
	if err != nil {
		return Tree{}, nil, err
	}
	return next, tiles, nil
}

func hashTiles(from, to int64, reader tlog.HashReader) ([]TileData, error) {
	var tiles []TileData
	for _, t := range tlog.NewTiles(tileHeight, from, to) {
		data, err := tlog.ReadTileData(t, reader)
		if err != nil {
			return nil, err
		}
		tiles = append(tiles, TileData{Tile{t.L, t.N, t.W}, data})
	}
	return tiles, nil
}

// Inclusion proves that the entry at an index is in a log.
func Inclusion(tree Tree, read ReadTile, index int64) ([]Hash, error) {
	return tlog.ProveRecord(tree.Size, index, hashes(tree, read))
}

// CheckInclusion checks an inclusion proof.
func CheckInclusion(proof []Hash, tree Tree, index int64, entry []byte) error {
	return tlog.CheckRecord(proof, tree.Size, tree.Root, index, LeafHash(entry))
}

// Consistency returns the proof that a log extends an older state of itself.
func Consistency(tree Tree, read ReadTile, older int64) ([]Hash, error) {
	if older == 0 {
		return nil, nil
	}
	return tlog.ProveTree(tree.Size, older, hashes(tree, read))
}

// CheckConsistency checks a consistency proof.
func CheckConsistency(proof []Hash, tree, older Tree) error {
	if older.Size == 0 {
		return nil // every log extends the empty one
	}
	return tlog.CheckTree(proof, tree.Size, tree.Root, older.Size, older.Root)
}
