package storetest

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"rastro/internal/lang"
	"rastro/internal/ledger"
	"rastro/internal/proof"
	"rastro/internal/publiclog"
	"rastro/internal/trace"
)

// change is a way to tamper with a store. do returns a function that undoes it.
type change struct {
	name string
	do   func(t *testing.T, sc *scene) (undo func())
	// names must each occur in the verification's damages.
	names []string
	// edge: a start of the server checks this place.
	edge bool
	// states are those that differ from a sound store's.
	states map[string]trace.State
}

var (
	tamperedFresh   = map[string]trace.State{fresh: trace.Tampered}
	tamperedAncient = map[string]trace.State{ancient: trace.Tampered}
	tamperedChanged = map[string]trace.State{changed: trace.Tampered}
)

// Tamper changes each class of stored bytes in turn. The verification must name it, a start must
// refuse it if it checks that place, and an affected validation must report it.
func Tamper(t *testing.T, e Engine) {
	sc := newScene(t, e)
	sound := map[string]trace.State{fresh: trace.Valid, ancient: trace.Valid, changed: trace.Altered}
	for code, want := range sound {
		if got := sc.stateOf(t, code); got != want {
			t.Errorf("before: %s is %s, want %s", code, got, want)
		}
	}
	for _, c := range changes {
		t.Run(c.name, func(t *testing.T) {
			if damages := sc.verify(t); len(damages) > 0 {
				t.Fatalf("damaged before: %q", damages)
			}
			before := stamp(t, sc.Store)
			undo := c.do(t, sc)
			defer undo()
			if stamp(t, sc.Store) == before {
				t.Error("the stamp is as before")
			}
			damages := sc.verify(t)
			for _, text := range c.names {
				if text = sc.name(text); !named(damages, text) {
					t.Errorf("VerifyStore does not say %q but %q", text, damages)
				}
			}
			if len(damages) > 12 {
				t.Errorf("VerifyStore says %d things: %q", len(damages), damages)
			}
			if err := sc.service(t).StartLog(context.Background(), ""); errors.Is(err, publiclog.ErrLog) != c.edge || !c.edge && err != nil {
				t.Errorf("StartLog = %v; want refused: %t", err, c.edge)
			}
			for code, want := range sound {
				if differs, ok := c.states[code]; ok {
					want = differs
				}
				if got := sc.stateOf(t, code); got != want {
					t.Errorf("%s is %s, want %s", code, got, want)
				}
			}
		})
	}
	t.Run("all undone", func(t *testing.T) {
		if damages := sc.verify(t); len(damages) > 0 {
			t.Errorf("damaged: %q", damages)
		}
	})
	t.Run("an erasure is not damage", func(t *testing.T) { eraseCovered(t, sc) })
}

// eraseCovered erases a covered record in the lawful way.
func eraseCovered(t *testing.T, sc *scene) {
	ctx := context.Background()
	a := sc.refs["a"]
	if _, err := sc.svc.Erase(ctx, everybody, a.Kind, a.ID.String(), "pedido do titular"); err != nil {
		t.Fatal(err)
	}
	state, err := sc.Store.Log(ctx)
	if err != nil {
		t.Fatal(err)
	}
	drain(t, sc.Store, sc.svc, state.Tree.Size+1)
	result, err := proof.VerifyStore(ctx, sc.Store, nil)
	if err != nil || len(result.Damages) > 0 || result.Erased != 1 {
		t.Errorf("VerifyStore = %+v, %v; want one erased and no damage", result, err)
	}
	if err := sc.service(t).StartLog(ctx, ""); err != nil {
		t.Errorf("StartLog: %v", err)
	}
	if got := sc.stateOf(t, fresh); got != trace.Altered {
		t.Errorf("%s is %s, want %s", fresh, got, trace.Altered)
	}
	v, err := sc.svc.Validation(ctx, everybody, fresh)
	told := string(v.AppendJSON(nil, lang.PT))
	if want := `"divergencias":[{"prefixo":"` + a.Kind.Prefix + `","id":"` + a.ID.String() + `","motivo":"expurgado"}]`; err != nil || !strings.Contains(told, want) {
		t.Errorf("the validation is %s, %v; want %s", told, err, want)
	}
}

// set rewrites a column of one version.
func set(ref, column string, value any) func(*testing.T, *scene) func() {
	return func(t *testing.T, sc *scene) func() {
		id, number := any(sc.ID(sc.refs[ref].ID)), any(sc.refs[ref].Version)
		before := sc.Value(t, `SELECT `+column+` FROM journal WHERE id = $1 AND version = $2`, id, number)
		put := func(v any) {
			sc.Exec(t, `UPDATE journal SET `+column+` = $3 WHERE id = $1 AND version = $2`, id, number, v)
		}
		put(value)
		switch column { // the columns that identify the row
		case "id":
			id = value
		case "version":
			number = value
		}
		return func() { put(before) }
	}
}

// flip changes a byte in a blob of a version.
func flip(ref, column string) func(*testing.T, *scene) func() {
	return func(t *testing.T, sc *scene) func() {
		r := sc.refs[ref]
		return flipWhere(t, sc, "journal", column, ` id = $1 AND version = $2`, sc.ID(r.ID), r.Version)
	}
}

// flipIn changes a byte in a blob of the one row of a table that a condition selects.
func flipIn(table, column, where string, args ...any) func(*testing.T, *scene) func() {
	return func(t *testing.T, sc *scene) func() { return flipWhere(t, sc, table, column, where, args...) }
}

func flipWhere(t *testing.T, sc *scene, table, column, where string, args ...any) func() {
	t.Helper()
	before := sc.Value(t, `SELECT `+column+` FROM `+table+` WHERE `+where, args...)
	blob, ok := before.([]byte)
	if !ok || len(blob) == 0 {
		t.Fatalf("%s of %s is %v", column, table, before)
	}
	after := bytes.Clone(blob)
	after[len(after)/2+min(5, len(after)/2-1)] ^= 1 // inside an entry, not its length
	mark := "$" + strconv.Itoa(len(args)+1)
	put := func(v []byte) {
		sc.Exec(t, `UPDATE `+table+` SET `+column+` = `+mark+` WHERE `+where, append(args[:len(args):len(args)], v)...)
	}
	put(after)
	return func() { put(blob) }
}

// bump adds to a number, and subtracts it again.
func bump(table, column, where string, by int) func(*testing.T, *scene) func() {
	return func(t *testing.T, sc *scene) func() {
		add := func(n int) {
			sc.Exec(t, `UPDATE `+table+` SET `+column+` = `+column+` + (`+strconv.Itoa(n)+`) WHERE `+where)
		}
		add(by)
		return func() { add(-by) }
	}
}

// drop deletes rows and puts them back.
func drop(table, where string, args func(*scene) []any) func(*testing.T, *scene) func() {
	return func(t *testing.T, sc *scene) func() {
		var values []any
		if args != nil {
			values = args(sc)
		}
		sc.Exec(t, `CREATE TABLE aside AS SELECT * FROM `+table+` LIMIT 0`)
		sc.Exec(t, `INSERT INTO aside SELECT * FROM `+table+` WHERE `+where, values...)
		sc.Exec(t, `DELETE FROM `+table+` WHERE `+where, values...)
		return func() {
			sc.Exec(t, `INSERT INTO `+table+` SELECT * FROM aside`)
			sc.Exec(t, `DROP TABLE aside`)
		}
	}
}

func version(ref string) func(*scene) []any {
	return func(sc *scene) []any { return []any{sc.ID(sc.refs[ref].ID), sc.refs[ref].Version} }
}

// forge inserts a row of the journal next to a's, sound in itself or not.
func forge(place func(*scene) string, sound bool) func(*testing.T, *scene) func() {
	return func(t *testing.T, sc *scene) func() {
		r := sc.refs["a"]
		id, err := trace.NewID(r.UpdatedAt.Add(-time.Hour), r.HarvestID, rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		r.ID, r.Version = id, 1
		r.UpdatedAt = id.Time()
		if sound {
			document, err := r.Document()
			if err != nil {
				t.Fatal(err)
			}
			r.Hash = ledger.Commit(r.Salt[:], document)
		}
		sc.refs["forged"] = r
		sc.Exec(t, `CREATE TABLE aside AS SELECT * FROM journal LIMIT 0`)
		sc.Exec(t, `INSERT INTO aside SELECT * FROM journal WHERE id = $1 AND version = $2`, sc.ID(sc.refs["a"].ID), int64(1))
		sc.Exec(t, `UPDATE aside SET id = $1, hash = $2, created_at = $3, updated_at = $3, `+place(sc), sc.ID(id), r.Hash[:], r.UpdatedAt.UnixMilli())
		sc.Exec(t, `INSERT INTO journal SELECT * FROM aside`)
		sc.Exec(t, `DROP TABLE aside`)
		return func() { sc.Exec(t, `DELETE FROM journal WHERE id = $1`, sc.ID(id)) }
	}
}
