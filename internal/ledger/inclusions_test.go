package ledger

import (
	"encoding/binary"
	"fmt"
	"slices"
	"testing"
)

// grownLog returns a log with n entries, and its tiles.
func grownLog(t *testing.T, size int) (Tree, map[Tile][]byte) {
	t.Helper()
	stored := map[Tile][]byte{}
	entries := make([][]byte, size)
	for i := range entries {
		entries[i] = binary.BigEndian.AppendUint64(nil, uint64(i))
	}
	tree, tiles, err := Extend(Empty, nil, entries)
	if err != nil {
		t.Fatal(err)
	}
	for _, tile := range tiles {
		stored[tile.Tile] = tile.Data
	}
	return tree, stored
}

// Proofs made together equal those made one by one, and a changed tile is noticed whatever was
// proven before.
func TestInclusions(t *testing.T) {
	for _, size := range []int{1, 2, 255, 256, 257, 700} {
		tree, stored := grownLog(t, size)
		read := func(want Tile) ([]byte, error) {
			if data, ok := stored[want]; ok {
				return data, nil
			}
			return nil, fmt.Errorf("no tile %v", want)
		}
		many := NewInclusions(tree)
		for index := range int64(size) {
			single, err := Inclusion(tree, read, index)
			if err != nil {
				t.Fatal(err)
			}
			got, err := many.Of(read, index)
			if err != nil || !slices.Equal(got, single) {
				t.Fatalf("%d of %d: %v", index, size, err)
			}
			entry := binary.BigEndian.AppendUint64(nil, uint64(index))
			if err := CheckInclusion(got, tree, index, entry); err != nil {
				t.Fatalf("%d of %d: %v", index, size, err)
			}
		}
	}
	tree, stored := grownLog(t, 700)
	many := NewInclusions(tree)
	read := func(want Tile) ([]byte, error) { return stored[want], nil }
	if _, err := many.Of(read, 3); err != nil {
		t.Fatal(err)
	}
	for tile, data := range stored {
		if tile.Level == 0 && tile.Index == 1 {
			data = slices.Clone(data)
			data[40] ^= 1
			stored[tile] = data
		}
	}
	if _, err := many.Of(read, 300); err == nil {
		t.Error("a changed tile is believed")
	}
}
