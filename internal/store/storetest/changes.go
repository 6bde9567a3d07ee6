package storetest

import (
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/ledger"
	"rastro/internal/trace"
)

// changes are the classes of stored bytes, beginning with the journal's: the content of a version,
// and its commitment.
var changes = []change{
	{"payload", set("a", "dados", []byte(`{"dataPlantio":"2024-10-06","quantidadeSemente":7200}`)), []string{"{a}: changed"}, true, tamperedFresh},
	{"payload, one byte", flip("b", "dados"), []string{"{b}: changed"}, true, tamperedFresh},
	{"payload that is not JSON any more", set("a", "dados", []byte(`{"`)), []string{"{a}: changed"}, true, tamperedFresh},
	{"payload of an old record", set("old", "dados", []byte(`{}`)), []string{"{old}: changed"}, false, tamperedAncient},
	{"payload emptied, as if erased", set("a", "dados", []byte{}), []string{"{a}"}, true, tamperedFresh},
	{"payload of a version since replaced, emptied", set("m1", "dados", []byte{}), []string{"{m1}"}, true, tamperedChanged},
	{"payload of a version since replaced", set("m1", "dados", []byte(`{}`)), []string{"{m1}: changed"}, true, tamperedChanged},
	{"payload of the version that replaced it", set("m2", "dados", []byte(`{}`)), []string{"{m2}: changed"}, true, tamperedChanged},
	{"salt", flip("a", "salt"), []string{"{a}: changed"}, true, tamperedFresh},
	{"author", set("a", "created_by", "Outra"), []string{"{a}: changed"}, true, tamperedFresh},
	{"author of the version", set("b", "updated_by", "Outra"), []string{"{b}: changed"}, true, tamperedFresh},
	{"time", set("a", "updated_at", start.UnixMilli()), []string{"{a}: changed"}, true, tamperedFresh},
	{"version", set("a", "version", int64(7)), []string{"version 7: changed"}, true, tamperedFresh},
	{"kind", set("a", "kind", int64(receipt.Code)), []string{": changed"}, true, tamperedFresh},
	{"kind of a validation", set(fresh, "kind", int64(kind.All[0].Code)), []string{": changed"}, true, tamperedFresh},
	{"harvest", move("a", "X"), []string{"{a}: changed"}, true, tamperedFresh},
	{"harvest code", set("a", "safra_codigo", "2030"), []string{"{a}: changed"}, true, tamperedFresh},
	{"operation", set("a", "operation", int64(trace.Updated)), []string{"{a}: changed"}, true, tamperedFresh},
	{"hash", flip("a", "hash"), []string{"{a}: changed", "{a}: its hash is not entry", "another root"}, true, tamperedFresh},
	{"payload, with the hash to match", rewrite("a"), []string{"{a}: its hash is not entry", "another root"}, true, tamperedFresh},
	{"hash of an old record", flip("old", "hash"), []string{"{old}: changed", "{old}: its hash is not entry 0", "another root"}, false, tamperedAncient},
	{"a living record is hidden", set("a", "until", start.UnixMilli()), []string{"{a}"}, false, tamperedFresh},
	{"a replaced version is brought back", set("m1", "until", nil), []string{"{m1}"}, false, tamperedChanged},

	// A validation's own.
	{"payload of a validation", set(fresh, "dados", []byte(`{"codigo":"NOVA","status":"APROVADO"}`)), []string{"{NOVA}: changed"}, true, tamperedFresh},
	{"seal", flip(ancient, "seal"), []string{"{VELHA}: changed"}, false, tamperedAncient},
	{"code of a validation", set(fresh, "codigo", "OUTRA"), []string{"{NOVA}"}, true, tamperedFresh},
	{"list that a validation covers", flipOf(fresh, "cover", "body"), []string{"{NOVA}: the list"}, false, tamperedFresh},
	{"list that a validation covers, gone", dropOf(fresh, "cover"), []string{"{NOVA}: the list"}, false, tamperedFresh},
	{"review of a validation", flipOf(fresh, "report", "body"), []string{"{NOVA}: the review"}, false, tamperedFresh},
	{"review of a validation, gone", dropOf(fresh, "report"), []string{"{NOVA}: the review"}, false, nil},
	{"code led to another validation", lead(fresh, ancient), []string{"{NOVA}: its code"}, false, tamperedFresh},

	// Rows that were added or removed.
	{"a row inserted", forge(func(sc *scene) string { return sc.Next }, false), []string{"{forged}: changed"}, false, tamperedFresh},
	{"a row inserted where nobody looks", forge(func(sc *scene) string { return sc.Hidden }, true), []string{"{forged}: it has no place in the log"}, false, map[string]trace.State{fresh: trace.Altered}},
	{"a row deleted", drop("journal", `id = $1 AND version = $2`, version("a")), []string{"has no version", "cannot be read: entry"}, true, tamperedFresh},
	{"an old row deleted", drop("journal", `id = $1 AND version = $2`, version("old")), []string{"entry 0 of the log has no version"}, false, tamperedAncient},
	{"the newest row deleted", drop("journal", `id = $1 AND version = $2`, version("last")), []string{"journal: it ends at entry"}, true, nil},

	// The log's.
	{"hash tile, full", flipIn("log_tile", "data", `level = 0 AND num = 0`), []string{"tile/0/000 is not"}, false, nil},
	{"hash tile, partial", flipIn("log_tile", "data", `level = 0 AND num = 1`), []string{"tile/0/001.p/"}, true, nil},
	{"hash tile, of the level above", flipIn("log_tile", "data", `level = 1 AND num = 0`), []string{"tile/1/000.p/1"}, true, nil},
	{"width of a tile", bump("log_tile", "width", `level = 0 AND num = 1`, -1), []string{"tile/0/001"}, true, nil},
	{"hash tile, gone", drop("log_tile", `level = 0 AND num = 1`, nil), []string{"tile/0/001.p/"}, true, nil},
	{"root", flipIn("log_state", "root", `one = 1`), []string{"checkpoint: it is not of the stored state"}, true, nil},
	{"size", bump("log_state", "size", `one = 1`, 1), []string{"checkpoint: it is not of the stored state"}, true, nil},
	{"checkpoint, its text", spell("log_state", func(note string) string { return strings.Replace(note, "\n2", "\n1", 1) }), []string{"checkpoint: "}, true, nil},
	{"checkpoint, its signature", spell("log_state", endOf), []string{"checkpoint: "}, true, nil},
	{"checkpoint, an older one", older, []string{"checkpoint: it is not of the stored state"}, true, nil},
	{"kept checkpoint, its text", spell("log_checkpoint", func(note string) string { return strings.Replace(note, "\n3\n", "\n2\n", 1) }), []string{"kept checkpoint 1: "}, false, nil},
	{"kept checkpoint, its signature", spell("log_checkpoint", endOf), []string{"kept checkpoint 1: "}, false, nil},
	{"signing key", secret, []string{"log: its signing key"}, true, nil},
}

// move moves a version to another harvest.
func move(ref, harvestID string) func(*testing.T, *scene) func() {
	return func(t *testing.T, sc *scene) func() {
		r := sc.refs[ref]
		put := func(to string) { sc.Exec(t, sc.Move, to, sc.ID(r.ID), r.Version) }
		put(harvestID)
		return func() { put(r.HarvestID) }
	}
}

// rewrite changes a payload as an attacker would who knows how the hashes are computed.
func rewrite(ref string) func(*testing.T, *scene) func() {
	return func(t *testing.T, sc *scene) func() {
		r := sc.refs[ref]
		r.Payload = []byte(`{"quantidadeSemente":1}`)
		document, err := r.Document()
		if err != nil {
			t.Fatal(err)
		}
		sum := ledger.Commit(r.Salt[:], document)
		payload, hash := set(ref, "dados", r.Payload)(t, sc), set(ref, "hash", sum[:])(t, sc)
		return func() {
			payload()
			hash()
		}
	}
}

func flipOf(ref, table, column string) func(*testing.T, *scene) func() {
	return func(t *testing.T, sc *scene) func() {
		return flipWhere(t, sc, table, column, `id = $1`, sc.ID(sc.refs[ref].ID))
	}
}

func dropOf(ref, table string) func(*testing.T, *scene) func() {
	return drop(table, `id = $1`, func(sc *scene) []any { return []any{sc.ID(sc.refs[ref].ID)} })
}

// lead makes the code of one validation find another.
func lead(code, other string) func(*testing.T, *scene) func() {
	return func(t *testing.T, sc *scene) func() {
		put := func(to string) { sc.Exec(t, `UPDATE code SET id = $1 WHERE code = $2`, sc.ID(sc.refs[to].ID), code) }
		put(other)
		return func() { put(code) }
	}
}

// spell writes the checkpoint of a table's first row in another way.
func spell(table string, otherwise func(note string) string) func(*testing.T, *scene) func() {
	column := map[string]string{"log_state": "checkpoint", "log_checkpoint": "body"}[table]
	return func(t *testing.T, sc *scene) func() {
		where := ` WHERE size = (SELECT min(size) FROM ` + table + `)`
		before := sc.Value(t, `SELECT `+column+` FROM `+table+where).([]byte)
		after := otherwise(string(before))
		if after == string(before) {
			t.Fatalf("nothing to change in %q", before)
		}
		put := func(note []byte) { sc.Exec(t, `UPDATE `+table+` SET `+column+` = $1`+where, note) }
		put([]byte(after))
		return func() { put(before) }
	}
}

// endOf changes a character of a note's signature.
func endOf(note string) string {
	at := len(note) - 10
	other := "A"
	if note[at] == 'A' {
		other = "B"
	}
	return note[:at] + other + note[at+1:]
}

// older puts a checkpoint that was signed before in place of the newest.
func older(t *testing.T, sc *scene) func() {
	before := sc.Value(t, `SELECT checkpoint FROM log_state`)
	put := func(note any) { sc.Exec(t, `UPDATE log_state SET checkpoint = $1`, note) }
	put(sc.Value(t, `SELECT body FROM log_checkpoint ORDER BY size LIMIT 1`))
	return func() { put(before) }
}

// secret replaces the signing key with another log's.
func secret(t *testing.T, sc *scene) func() {
	another, _, err := ledger.NewKey(strings.NewReader(strings.Repeat("x", 64)), origin)
	if err != nil {
		t.Fatal(err)
	}
	before := sc.Value(t, `SELECT secret FROM log_state`)
	put := func(key any) { sc.Exec(t, `UPDATE log_state SET secret = $1`, key) }
	put(another)
	return func() { put(before) }
}
