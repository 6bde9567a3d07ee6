package ledger

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"rastro/internal/canon"
)

// memory is a log's tiles in memory, by level and index.
type memory map[[2]int64][]byte

func (m memory) read(t Tile) ([]byte, error) {
	data, ok := m[[2]int64{int64(t.Level), t.Index}]
	if !ok {
		return nil, fmt.Errorf("no tile %s", t.Path())
	}
	return data, nil
}

func (m memory) extend(tb testing.TB, old Tree, entries [][]byte) Tree {
	tb.Helper()
	next, tiles, err := Extend(old, m.read, entries)
	if err != nil {
		tb.Fatalf("Extend(%d, %d entries): %v", old.Size, len(entries), err)
	}
	for _, t := range tiles {
		m[[2]int64{int64(t.Level), t.Index}] = t.Data
	}
	return next
}

func entry(i int) []byte {
	sum := sha256.Sum256(fmt.Appendf(nil, "entry %d", i))
	return sum[:]
}

func entries(from, to int) [][]byte {
	var list [][]byte
	for i := from; i < to; i++ {
		list = append(list, entry(i))
	}
	return list
}

// naive returns the tree hash of RFC 6962, straight from its definition.
func naive(list [][]byte) Hash {
	if len(list) == 0 {
		return sha256.Sum256(nil)
	}
	if len(list) == 1 {
		return sha256.Sum256(append([]byte{0}, list[0]...))
	}
	k := 1
	for k*2 < len(list) {
		k *= 2
	}
	left, right := naive(list[:k]), naive(list[k:])
	return sha256.Sum256(slices.Concat([]byte{1}, left[:], right[:]))
}

func TestExtendGivesTheSameTreeInAnySteps(t *testing.T) {
	all := entries(0, 700)
	want := naive(all)
	for _, steps := range [][]int{{700}, {1, 1, 254, 1, 1, 442}, {255, 1, 444}, {256, 256, 188}, {300, 400}} {
		log, tree := memory{}, Empty
		at := 0
		for _, n := range steps {
			tree = log.extend(t, tree, all[at:at+n])
			at += n
			if got := naive(all[:at]); tree.Root != got || tree.Size != int64(at) {
				t.Fatalf("steps %v at %d: root %x, want %x", steps, at, tree.Root, got)
			}
		}
		if tree.Root != want {
			t.Errorf("steps %v: root %x, want %x", steps, tree.Root, want)
		}
		for key := range log {
			if key[0] < 0 {
				t.Errorf("steps %v: a tile of entries is stored", steps)
			}
		}
	}
}

func TestProofsHoldAndChangedOnesDoNot(t *testing.T) {
	log := memory{}
	older := log.extend(t, Empty, entries(0, 300))
	tree := log.extend(t, older, entries(300, 1000))
	for _, i := range []int64{0, 1, 255, 256, 299, 300, 767, 999} {
		proof, err := Inclusion(tree, log.read, i)
		if err != nil {
			t.Fatalf("Inclusion(%d): %v", i, err)
		}
		if err := CheckInclusion(proof, tree, i, entry(int(i))); err != nil {
			t.Errorf("inclusion of %d: %v", i, err)
		}
		if CheckInclusion(proof, tree, i, entry(int(i)+1)) == nil {
			t.Errorf("inclusion of %d holds for another entry", i)
		}
	}
	proof, err := Consistency(tree, log.read, older.Size)
	if err != nil {
		t.Fatal(err)
	}
	if err := CheckConsistency(proof, tree, older); err != nil {
		t.Errorf("consistency: %v", err)
	}
	forked := older
	forked.Root[0] ^= 1
	if CheckConsistency(proof, tree, forked) == nil {
		t.Error("consistency holds with a forked log")
	}
}

func TestChangedTileIsNoticed(t *testing.T) {
	log := memory{}
	tree := log.extend(t, Empty, entries(0, 1000))
	for key, data := range log {
		if key[0] < 0 {
			continue
		}
		data[len(data)-1] ^= 1
		_, err := Inclusion(tree, log.read, 999)
		_, err2 := Inclusion(tree, log.read, key[1]*TileWidth)
		if err == nil && err2 == nil {
			t.Errorf("a changed byte in tile %v went unnoticed", key)
		}
		data[len(data)-1] ^= 1
	}
}

func TestTilePath(t *testing.T) {
	for _, tc := range []struct {
		tile Tile
		path string
	}{
		{Tile{0, 0, 256}, "tile/0/000"},
		{Tile{0, 1234067, 256}, "tile/0/x001/x234/067"},
		{Tile{1, 5, 3}, "tile/1/005.p/3"},
		{Tile{EntryLevel, 7, 256}, "tile/entries/007"},
		{Tile{EntryLevel, 7, 12}, "tile/entries/007.p/12"},
	} {
		if got := tc.tile.Path(); got != tc.path {
			t.Errorf("%+v.Path() = %s, want %s", tc.tile, got, tc.path)
		}
		if got, err := ParsePath(tc.path); err != nil || got != tc.tile {
			t.Errorf("ParsePath(%s) = %+v, %v", tc.path, got, err)
		}
	}
	for _, bad := range []string{"", "tile", "tile/0", "tile/0/0", "tile/0/0000", "tile/-1/000", "tile/data/000", "tile/8/0/000", "tile/0/000.p/256", "tile/0/000.p/0", "tile/0/../000", "tile/64/000", "tile/entries/", "x", strings.Repeat("tile/0/x001", 40)} {
		if got, err := ParsePath(bad); err == nil {
			t.Errorf("ParsePath(%q) = %+v, want an error", bad, got)
		}
	}
}

func TestWithin(t *testing.T) {
	for _, tc := range []struct {
		tile Tile
		size int64
		want bool
	}{
		{Tile{0, 0, 1}, 1, true}, {Tile{0, 0, 2}, 1, false}, {Tile{0, 0, 256}, 256, true}, {Tile{0, 1, 1}, 256, false},
		{Tile{1, 0, 1}, 255, false}, {Tile{1, 0, 1}, 256, true}, {Tile{EntryLevel, 0, 256}, 255, false}, {Tile{EntryLevel, 0, 200}, 255, true},
		{Tile{0, 1 << 60, 256}, 255, false},
	} {
		if got := tc.tile.Within(tc.size); got != tc.want {
			t.Errorf("%+v.Within(%d) = %v", tc.tile, tc.size, got)
		}
	}
}

func testKey(tb testing.TB, origin string) (*Signer, *Verifier) {
	tb.Helper()
	secret, public, err := NewKey(rand.Reader, origin)
	if err != nil {
		tb.Fatal(err)
	}
	s, err := NewSigner(secret)
	if err != nil {
		tb.Fatal(err)
	}
	v, err := NewVerifier(public + "\n")
	if err != nil {
		tb.Fatal(err)
	}
	return s, v
}

func TestCheckpoint(t *testing.T) {
	signer, verifier := testKey(t, "coop.example/log")
	tree := memory{}.extend(t, Empty, entries(0, 5))
	signed, err := signer.Sign(tree)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := verifier.Open(signed); err != nil || got != tree {
		t.Errorf("Open = %+v, %v; want %+v", got, err, tree)
	}
	_, other := testKey(t, "coop.example/log")
	_, elsewhere := testKey(t, "other.example/log")
	changed := strings.Replace(string(signed), "\n5\n", "\n6\n", 1)
	for name, bad := range map[string]struct {
		v    *Verifier
		text string
	}{
		"another key": {other, string(signed)}, "another log": {elsewhere, string(signed)},
		"a changed size": {verifier, changed}, "cut short": {verifier, string(signed[:len(signed)-9])}, "empty": {verifier, ""}, "noise": {verifier, "x\n"},
	} {
		if got, err := bad.v.Open([]byte(bad.text)); err == nil {
			t.Errorf("%s: Open = %+v, want an error", name, got)
		}
	}
}

// testProof returns a proof of entry 3 of 300.
func testProof(tb testing.TB) (Proof, *Verifier) {
	tb.Helper()
	signer, verifier := testKey(tb, "coop.example/log")
	document, salt := []byte(`{"dados":{"a":1.5,"b":"ç"},"versao":1}`), []byte("0123456789abcdef")
	hash := Commit(salt, document)
	list := entries(0, 300)
	list[3] = hash[:]
	log := memory{}
	tree := log.extend(tb, Empty, list)
	hashes, err := Inclusion(tree, log.read, 3)
	if err != nil {
		tb.Fatal(err)
	}
	checkpoint, err := signer.Sign(tree)
	if err != nil {
		tb.Fatal(err)
	}
	return NewProof(document, salt, hash, 3, hashes, checkpoint, signer.Origin()), verifier
}

func TestProofFile(t *testing.T) {
	proof, verifier := testProof(t)
	file, err := canon.Marshal(proof)
	if err != nil {
		t.Fatal(err)
	}
	_, other := testKey(t, "coop.example/log")
	edit := func(old, new string) string { return strings.Replace(string(file), old, new, 1) }
	for _, tc := range []struct {
		name, file string
		key        *Verifier
		want       Step // "" means valid
	}{
		{"as made", string(file), verifier, ""},
		{"inside an answer", `{"status":"success","message":"","data":` + string(file) + `}`, verifier, ""},
		{"formatted differently", strings.ReplaceAll(string(file), `,"`, ",\n  \""), verifier, ""},
		{"document in another order", edit(`{"a":1.5,"b":"ç"}`, `{ "b" : "\u00e7", "a":1.50 }`), verifier, ""},
		{"document changed", edit(`"a":1.5`, `"a":1.6`), verifier, StepCommitment},
		{"salt changed", edit(hex.EncodeToString([]byte("0123")), hex.EncodeToString([]byte("0124"))), verifier, StepCommitment},
		{"index changed", edit(`"indice":3`, `"indice":4`), verifier, StepInclusion},
		{"index beyond", edit(`"indice":3`, `"indice":300`), verifier, StepInclusion},
		{"index negative", edit(`"indice":3`, `"indice":-1`), verifier, StepInclusion},
		{"checkpoint changed", edit(`\n300\n`, `\n301\n`), verifier, StepSignature},
		{"key of another log", string(file), other, StepSignature},
		{"cut short", string(file[:len(file)/2]), verifier, StepFile},
		{"not JSON", "proof", verifier, StepFile},
		{"a list", "[]", verifier, StepFile},
		{"empty object", "{}", verifier, StepFile},
		{"empty", "", verifier, StepFile},
		{"hash not hex", edit(proof.Hash[:4], "zzzz"), verifier, StepFile},
		{"path not base64", edit(proof.Hashes[0], "%"), verifier, StepFile},
		{"path cut", edit(`"`+proof.Hashes[0]+`",`, ""), verifier, StepInclusion},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p, err := ReadProof([]byte(tc.file))
			if err == nil {
				_, err = p.Check(tc.key)
			}
			var got Step
			if failure, ok := errors.AsType[*Failure](err); ok {
				got = failure.Step
			}
			if got != tc.want {
				t.Errorf("%v; want step %q to fail", err, tc.want)
			}
		})
	}
}

// Changing any byte of a proof never makes it vouch for another document.
func FuzzProofByte(f *testing.F) {
	proof, verifier := testProof(f)
	file, err := canon.Marshal(proof)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(10, byte(1))
	f.Fuzz(func(t *testing.T, at int, flip byte) {
		changed := slices.Clone(file)
		changed[uint(at)%uint(len(changed))] ^= flip
		p, err := ReadProof(changed)
		if err != nil {
			return
		}
		if _, err := p.Check(verifier); err != nil {
			return
		}
		canonical, err := canon.Canonical(p.Document)
		if err != nil || string(canonical) != string(proof.Document) {
			t.Fatalf("flipping byte %d with %x made the proof vouch for %s", at, flip, p.Document)
		}
	})
}

func FuzzParsePath(f *testing.F) {
	f.Add("tile/0/x001/067")
	f.Add("tile/entries/000.p/3")
	f.Fuzz(func(t *testing.T, path string) {
		if tile, err := ParsePath(path); err == nil && tile.Path() != path {
			t.Fatalf("ParsePath(%q) = %+v, whose path is %q", path, tile, tile.Path())
		}
	})
}

// Proofs and growth cost O(log n): compare the sizes.
func BenchmarkLog(b *testing.B) {
	for _, size := range []int{1_000, 1_000_000} {
		log := memory{}
		tree := Empty
		for at := 0; at < size; at += 50_000 {
			tree = log.extend(b, tree, entries(at, min(size, at+50_000)))
		}
		b.Run(fmt.Sprintf("inclusion/%d", size), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				if _, err := Inclusion(tree, log.read, int64(i*7919%size)); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("extend by 100/%d", size), func(b *testing.B) {
			more := entries(size, size+100)
			for b.Loop() {
				if _, _, err := Extend(tree, log.read, more); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// A proof has both its document and its salt, or neither.
func TestBareProof(t *testing.T) {
	for file, want := range map[string]bool{
		`{"hash":"00","indice":0,"prova":[],"checkpoint":"x"}`:                               true,
		`{"hash":"00","indice":0,"prova":[],"checkpoint":"x","documento":{},"sal":"00"}`:     true,
		`{"hash":"00","indice":0,"prova":[],"checkpoint":"x","sal":"00"}`:                    false,
		`{"hash":"00","indice":0,"prova":[],"checkpoint":"x","documento":null,"sal":"00"}`:   false,
		`{"hash":"00","indice":0,"prova":[],"checkpoint":"x","documento":"não é um objeto"}`: false,
		`{"indice":0,"prova":[],"checkpoint":"x"}`:                                           false,
		`{"hash":"00","indice":0,"prova":[]}`:                                                false,
	} {
		if _, err := ReadProof([]byte(file)); (err == nil) != want {
			t.Errorf("%s: %v", file, err)
		}
	}
}
