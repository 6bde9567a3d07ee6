package citus

import (
	"database/sql"
	"regexp"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"

	"rastro/internal/store/storetest"
	"rastro/internal/trace"
)

// openEngine returns a store on a worker, on a database that the previous test has used, and a
// second door to it.
func openEngine(tb testing.TB) storetest.Engine {
	tb.Helper()
	nodes := tables.Reused(tb)
	return engineOf(tb, openShared(tb, nodes, 1), nodes[0])
}

func engineOf(tb testing.TB, s trace.Store, door string) storetest.Engine {
	tb.Helper()
	db, err := sql.Open("pgx", door)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := db.Close(); err != nil {
			tb.Error(err)
		}
	})
	return storetest.Engine{
		Store: s,
		Exec: func(tb testing.TB, query string, args ...any) {
			tb.Helper()
			query = asideOf.ReplaceAllStringFunc(query, func(found string) string {
				var value string
				if err := db.QueryRow(`SELECT ` + found).Scan(&value); err != nil {
					tb.Fatalf("%s: %v", found, err)
				}
				return `'` + value + `'`
			})
			for _, query := range moved(query) {
				if _, err := db.Exec(query, args...); err != nil {
					tb.Fatalf("%s: %v", query, err)
				}
			}
		},
		Value: func(tb testing.TB, query string, args ...any) (value any) {
			tb.Helper()
			if err := db.QueryRow(query, args...).Scan(&value); err != nil {
				tb.Fatalf("%s: %v", query, err)
			}
			return value
		},
		ID:     func(id trace.ID) any { return id.String() },
		Move:   `UPDATE journal SET safra_id = $1 WHERE id = $2 AND version = $3`,
		Next:   `xid = '0'`,
		Hidden: `xid = '3'`,
	}
}

// asideOf matches what a row that was moved aside takes from another table: the extension does not
// join the two.
var asideOf = regexp.MustCompile(`\(SELECT id FROM phase LIMIT 1\)`)

var newPlace = regexp.MustCompile(`^UPDATE (\w+) SET (lot|gtin|code) = ('[^']*'|\$1) WHERE (.*)$`)

// others are the columns of tables other than the one that determines the shard.
var others = map[string]string{
	"lot_entry": `role, id, version, part, kind, since, until, body`, "trade_item": `lot, id, safra_id`,
	"code_owner": `realm, safra_id, id, since, settled`, "code_holder": `realm, safra_id, author, id, since, live, against`,
}

// moved returns a statement that moves rows to another shard, in a form that the extension accepts.
func moved(query string) []string {
	found := newPlace.FindStringSubmatch(query)
	if found == nil || others[found[1]] == "" {
		return []string{query}
	}
	table, column, value, where := found[1], found[2], found[3], found[4]
	rest := others[table]
	return []string{
		`INSERT INTO ` + table + ` (` + column + `, ` + rest + `) SELECT ` + value + `::text, ` + rest + ` FROM ` + table + ` WHERE ` + where,
		`DELETE FROM ` + table + ` WHERE ` + where + ` AND ` + column + ` <> ` + value + `::text`,
	}
}

func TestSpreadTables(t *testing.T) {
	for name, run := range map[string]func(*testing.T, storetest.Engine){
		"derived": storetest.Derived, "tampered": storetest.Tamper, "tampered keys": storetest.KeyTamper, "adopted keys": storetest.AdoptKeys,
		"repair": storetest.DerivedRepair, "erased": storetest.DerivedErased, "predecessors": storetest.DerivedPredecessors,
		"owners": storetest.FillOwners, "the last administrator": storetest.LastAdminTampered, "recalls": storetest.RecallTamper,
		"recalls over a tampered journal": storetest.RecallJournalTamper, "the seed": storetest.SeedChanged, "origins": storetest.OriginTamper,
		"lots": storetest.FillLots, "erased plots": storetest.ErasePlots, "scrubbed": storetest.Scrub, "written": storetest.DerivedWrites,
	} {
		t.Run(name, func(t *testing.T) { run(t, openEngine(t)) })
	}
}
