// Package ledger implements the public log: a Merkle tree over commitments, stored
// and served as tiles (C2SP tlog-tiles), signed checkpoints (C2SP
// tlog-checkpoint), and proofs that anyone can check. It is pure: callers provide
// storage, key and entries.
package ledger

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/mod/sumdb/tlog"
)

// Tiles are 256 hashes wide: the height that the tiles specification fixes.
const (
	tileHeight = 8
	TileWidth  = 1 << tileHeight
)

// maxLevel is the highest level a log of 2⁶³ entries could have.
const maxLevel = 7

// EntryLevel is the level of the tiles that contain the entries themselves. They are served but not
// stored: the store has the entries.
const EntryLevel = -1

// Tile names a tile of the log. A tile whose width is less than TileWidth is
// partial: it will grow.
type Tile struct {
	Level int
	Index int64
	Width int
}

// Path returns the tile's path below the log's address: tile/0/x001/067 or
// tile/entries/000.p/12.
func (t Tile) Path() string {
	path := t.asTlog().Path() // tile/8/0/x001/067: the library names the height too
	path = strings.TrimPrefix(path, fmt.Sprintf("tile/%d/", tileHeight))
	if rest, ok := strings.CutPrefix(path, "data/"); ok {
		path = "entries/" + rest
	}
	return "tile/" + path
}

func (t Tile) asTlog() tlog.Tile {
	return tlog.Tile{H: tileHeight, L: t.Level, N: t.Index, W: t.Width}
}

// ErrPath is a path that names no tile.
var ErrPath = errors.New("not the path of a tile")

// ParsePath reads only what Path writes.
func ParsePath(path string) (Tile, error) {
	rest, ok := strings.CutPrefix(path, "tile/")
	if !ok || len(path) > 100 {
		return Tile{}, ErrPath
	}
	if index, ok := strings.CutPrefix(rest, "entries/"); ok {
		rest = "data/" + index
	}
	parsed, err := tlog.ParseTilePath(fmt.Sprintf("tile/%d/%s", tileHeight, rest))
	if err != nil {
		return Tile{}, ErrPath
	}
	t := Tile{parsed.L, parsed.N, parsed.W}
	if t.Level > maxLevel || t.Path() != path {
		return Tile{}, ErrPath
	}
	return t, nil
}

// Within reports whether a log of a size has the tile: all of a full one, or a
// partial one as it once was.
func (t Tile) Within(size int64) bool {
	if t.Level > maxLevel || t.Index < 0 || t.Index > size {
		return false
	}
	level := max(0, t.Level)
	return t.Index*TileWidth+int64(t.Width) <= size>>(tileHeight*level)
}

// maxEntry is the longest entry a bundle can hold.
const maxEntry = 1<<16 - 1

// AppendEntry appends an entry to an entry bundle.
func AppendEntry(bundle, entry []byte) ([]byte, error) {
	if len(entry) > maxEntry {
		return nil, fmt.Errorf("an entry of %d bytes is too long for the log", len(entry))
	}
	bundle = binary.BigEndian.AppendUint16(bundle, uint16(len(entry)))
	return append(bundle, entry...), nil
}

// Entries splits an entry bundle.
func Entries(bundle []byte) ([][]byte, error) {
	var entries [][]byte
	for len(bundle) > 0 {
		if len(bundle) < 2 {
			return nil, errors.New("an entry bundle is cut short")
		}
		n := int(binary.BigEndian.Uint16(bundle))
		if len(bundle) < 2+n {
			return nil, errors.New("an entry bundle is cut short")
		}
		entries = append(entries, bundle[2:2+n])
		bundle = bundle[2+n:]
	}
	return entries, nil
}

// Narrow returns the first t.Width hashes of a stored hash tile that may be wider.
func Narrow(t Tile, data []byte) ([]byte, error) {
	if len(data) < t.Width*len(Hash{}) {
		return nil, fmt.Errorf("tile %s is cut short", t.Path())
	}
	return data[:t.Width*len(Hash{})], nil
}
