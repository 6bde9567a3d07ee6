package citus

import (
	"cmp"
	"slices"
	"strings"

	"rastro/internal/store/sqlstore"
)

// The statements that record who owns codes. They run in this order, each of one shard: the first
// waits for another transaction that claims the same code.
const (
	own  = `INSERT INTO code_owner (realm, code, safra_id, id, since, settled) VALUES ($1, $2, $3, $4, $5, 0) ON CONFLICT DO NOTHING`
	hold = `INSERT INTO code_holder AS c (realm, code, safra_id, author, id, since, live, against) VALUES ($1, $2, $3, $4, $5, $6, $7, '')
		ON CONFLICT (realm, code, safra_id, author) DO UPDATE SET live = c.live + excluded.live`
	// The owner does not change from here to the end of the transaction.
	keep = `SELECT 1 FROM code_owner WHERE realm = $1 AND code = $2 FOR SHARE`
	take = `UPDATE code_owner AS o SET safra_id = $3, id = $4, since = $5 WHERE o.realm = $1 AND o.code = $2 AND o.safra_id <> $3 AND ` + sqlstore.Free
	turn = `UPDATE code_holder h SET against = CASE WHEN h.safra_id = o.safra_id THEN '' ELSE o.safra_id END FROM code_owner o
		WHERE h.realm = $1 AND h.code = $2 AND o.realm = $1 AND o.code = $2 AND h.against <> CASE WHEN h.safra_id = o.safra_id THEN '' ELSE o.safra_id END`
)

var putHolders = rowsOf(hold)

// byCode puts rows in the order of codes, so that two transactions do not wait for each other;
// those of one code stay as they came.
func byCode(rows [][]any) [][]any {
	slices.SortStableFunc(rows, func(a, b []any) int {
		return cmp.Or(cmp.Compare(a[0].(int16), b[0].(int16)), strings.Compare(a[1].(string), b[1].(string)))
	})
	return rows
}

var putOwners = rowsOf(own)

func ownMany(rows [][]any, queue func(string, ...any)) { putOwners(byCode(rows), queue) }

// holdMany counts claims. Those of one party on one code are one row: a statement changes none
// twice.
func holdMany(rows [][]any, queue func(string, ...any)) {
	type holder struct{ realm, code, harvest, author any }
	at := map[holder]int{}
	var held [][]any
	for _, row := range byCode(rows) {
		of := holder{row[0], row[1], row[2], row[3]}
		if i, ok := at[of]; ok {
			held[i][6] = held[i][6].(int64) + 1
			continue
		}
		at[of] = len(held)
		held = append(held, append(row[:6:6], int64(1)))
	}
	putHolders(held, queue)
}

// takeMany gives codes that their owners no longer claim to the first party that does, and makes
// the others rivals.
func takeMany(rows [][]any, queue func(string, ...any)) {
	type code struct{ realm, text any }
	known := map[code]bool{}
	for _, row := range byCode(rows) {
		of := code{row[0], row[1]}
		if known[of] {
			continue
		}
		known[of] = true
		queue(keep, row[:2]...)
		queue(take, row...)
		queue(turn, row[:2]...)
	}
}
