package citus

import (
	"context"
	"encoding/base64"
	"encoding/json"

	"rastro/internal/kind"
	"rastro/internal/store/sqlstore"
	"rastro/internal/trace"
)

// How versions get their places in the log without numbers that nodes share, and without waiting
// for what may still become visible:
//
// A version is written together with a row of log_outbox on the same node, so both become visible
// at once, whenever that is. Whoever integrates locks log_state, takes rows from the outbox, and
// gives them the next places in log_leaf. Both tables are on the version's node too, so a version
// is always in one of them. From then on its place is fixed, and a later step signs it. A version
// that becomes visible late was not in an outbox before, and gets a later place.
//
// A signed step may have been promised before it is stored, so the waiting versions must come in
// the same order at every query. That is why places are assigned first, in a transaction of their
// own, and signed afterwards.

// placed is the condition that a version has a place in the signed log.
const placed = `EXISTS (SELECT 1 FROM log_leaf l WHERE l.part = journal.part AND l.id = journal.id AND l.version = journal.version AND l.num < (SELECT size FROM log_state))`

func logDialect(one sqlstore.LogDialect) sqlstore.LogDialect {
	one.Lock = ` FOR UPDATE SKIP LOCKED`
	one.InOrder = `FROM journal JOIN log_leaf USING (id, version, part) WHERE num >= $1 AND num < (SELECT size FROM log_state) ORDER BY num LIMIT $2`
	one.Entries = `SELECT num, hash FROM journal JOIN log_leaf USING (id, version, part) WHERE num >= $1 AND num < $2 ORDER BY num`
	one.Behind = `SELECT count(*) FROM (SELECT id FROM log_outbox UNION ALL SELECT id FROM log_leaf WHERE num >= (SELECT size FROM log_state)) waiting`
	one.Unplaced = `NOT ` + placed
	one.Recent = `(id, version, part) IN (SELECT id, version, part FROM log_outbox UNION ALL SELECT id, version, part FROM log_leaf WHERE num >= (SELECT size FROM log_state))`
	one.Unlogged = unlogged
	one.Waiting = func(ctx context.Context, conn sqlstore.Conn, size int64, _ string, limit int) ([]trace.Commitment, error) {
		return waiting(ctx, conn, size, limit)
	}
	one.PutPlaces = func(context.Context, sqlstore.Tx, int64, []trace.Commitment) error { return nil } // they have them
	return one
}

// batch is how many versions get a place at once.
const batch = 1024

// unlogged assigns places to what is in the outbox, and returns what comes next in the log.
func unlogged(ctx context.Context, conn sqlstore.Conn, size int64, mark string, limit int) ([]trace.Commitment, string, error) {
	if err := give(ctx, conn); err != nil {
		return nil, mark, err
	}
	found, err := waiting(ctx, conn, size, limit)
	return found, mark, err
}

// waiting reads the versions with the next places, in order. A transaction that assigned places may
// be visible on one node before another, so whatever follows a place that is not visible yet has to
// wait.
func waiting(ctx context.Context, conn sqlstore.Conn, size int64, limit int) ([]trace.Commitment, error) {
	rows, err := conn.Query(ctx, `SELECT id, version, hash, num FROM journal JOIN log_leaf USING (id, version, part) WHERE num >= $1 ORDER BY num LIMIT $2`, size, int64(limit))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var found []trace.Commitment
	for rows.Next() {
		var c trace.Commitment
		var hash []byte
		var num int64
		if err := rows.Scan((*[16]byte)(&c.ID), &c.Version, &hash, &num); err != nil {
			return nil, err
		}
		if num != size+int64(len(found)) {
			break
		}
		copy(c.Hash[:], hash)
		found = append(found, c)
	}
	return found, rows.Err()
}

// give assigns places to versions in the outbox. The caller holds log_state. A node may not yet
// show that the last transaction removed a version from the outbox. Such a version has its place
// already, and giving it another one is a conflict.
func give(ctx context.Context, conn sqlstore.Conn) error {
	found, err := outbox(ctx, conn)
	if err != nil || len(found) == 0 {
		return err
	}
	next, err := count(ctx, conn, `SELECT greatest(placed, size) FROM log_state WHERE one = 1`)
	if err != nil {
		return err
	}
	rows := make([][]any, len(found))
	ids, versions, parts := make([][16]byte, len(found)), make([]int64, len(found)), make([]int16, len(found))
	for i, e := range found {
		rows[i] = []any{e.id, e.version, e.part, next + int64(i)}
		ids[i], versions[i], parts[i] = e.id, e.version, e.part
	}
	putLeaves(rows, func(sql string, args ...any) {
		if err == nil {
			_, err = conn.Exec(ctx, sql, args...)
		}
	})
	if err == nil {
		_, err = conn.Exec(ctx, `UPDATE log_state SET placed = $1 WHERE one = 1`, next+int64(len(found)))
	}
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, `DELETE FROM log_outbox WHERE part = ANY($1::smallint[]) AND (id, version) IN (SELECT * FROM unnest($2::uuid[], $3::bigint[]))`, parts, ids, versions)
	return err
}

var putLeaves = rowsOf(`INSERT INTO log_leaf (id, version, part, num) VALUES ($1, $2, $3, $4)`)

// entry is a version without a place.
type entry struct {
	id      [16]byte
	version int64
	part    int16
}

// outbox reads versions without a place, in the order in which they were written. Nodes whose
// clocks differ may return the versions of one record out of order: see inOrder.
func outbox(ctx context.Context, conn sqlstore.Conn) ([]entry, error) {
	found, err := entries(ctx, conn, `SELECT id, version, part FROM log_outbox ORDER BY at, id, version LIMIT $1`, int64(batch))
	if err != nil {
		return nil, err
	}
	var changed [][16]byte
	for _, e := range found {
		if e.version > 1 {
			changed = append(changed, e.id)
		}
	}
	if len(changed) == 0 {
		return found, nil
	}
	of, err := entries(ctx, conn, `SELECT id, version, part FROM log_outbox WHERE id = ANY($1::uuid[]) ORDER BY id, version`, changed)
	if err != nil {
		return nil, err
	}
	return inOrder(found, of), nil
}

// inOrder gives the versions of each record their own order, in the places that they have among the
// others. of has all waiting versions of some records, in order: a version comes before a later one
// even if it was not found.
func inOrder(found, of []entry) []entry {
	left, last := map[[16]byte]int{}, map[[16]byte]int64{}
	for _, e := range found {
		left[e.id]++
		last[e.id] = max(last[e.id], e.version)
	}
	versions := map[[16]byte][]entry{}
	for _, e := range of {
		if e.version <= last[e.id] {
			versions[e.id] = append(versions[e.id], e)
		}
	}
	var all []entry
	for _, e := range found {
		queue, ok := versions[e.id]
		if !ok {
			all = append(all, e)
			continue
		}
		n := max(0, len(queue)-left[e.id]+1) // more than found: they come first
		left[e.id]--
		all, versions[e.id] = append(all, queue[:n]...), queue[n:]
	}
	return all
}

func entries(ctx context.Context, conn sqlstore.Conn, sql string, args ...any) (found []entry, err error) {
	rows, err := conn.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var e entry
		if err := rows.Scan(&e.id, &e.version, &e.part); err != nil {
			return nil, err
		}
		found = append(found, e)
	}
	return found, rows.Err()
}

func count(ctx context.Context, conn sqlstore.Conn, sql string, args ...any) (n int64, err error) {
	rows, err := conn.Query(ctx, sql, args...)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	if rows.Next() {
		if err := rows.Scan(&n); err != nil {
			return 0, err
		}
	}
	return n, rows.Err()
}

// mark is where Touched continues: the next place of the log, and the versions that had none.
type mark struct {
	Next    int64
	Waiting []string `json:",omitempty"`
	Unknown bool     `json:",omitempty"` // too many versions had no place
}

// manyWaiting limits the versions in a mark. If more are waiting, nobody integrates.
const manyWaiting = 4096

func (m mark) place() trace.Place {
	text, _ := json.Marshal(m) // of numbers and texts
	return trace.Place(text)
}

// touched implements trace.Store. It reads the outbox first: what leaves it meanwhile is in
// log_leaf by then. A version is returned again when it gets its place; by then everything written
// with it on other nodes is visible too.
func touched(ctx context.Context, conn sqlstore.Conn, since trace.Place, limit int) (found trace.Touched, err error) {
	var from, to mark
	if since != "" {
		if err := json.Unmarshal([]byte(since), &from); err != nil {
			return found, err
		}
	}
	known := map[string]bool{}
	for _, name := range from.Waiting {
		known[name] = true
	}
	fresh := 0
	take := func(harvest string, code int16) {
		fresh++
		switch code {
		case kind.PhaseChange.Code:
			found.Catalogue = true
		case kind.OrganizationChange.Code, kind.ShareChange.Code, kind.Statement.Code:
			found.Organizations = true
		}
		if harvest != "" {
			found.Harvests = append(found.Harvests, harvest)
		}
	}
	read := func(each func(name, harvest string, code int16), sql string, args ...any) error {
		rows, err := conn.Query(ctx, `SELECT id, version, safra_id, kind FROM journal JOIN `+sql, args...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var id [16]byte
			var version int64
			var harvest string
			var code int16
			if err := rows.Scan(&id, &version, &harvest, &code); err != nil {
				return err
			}
			each(versionName(id, version), harvest, code)
		}
		return rows.Err()
	}
	err = read(func(name, harvest string, code int16) {
		if to.Waiting = append(to.Waiting, name); !known[name] {
			take(harvest, code)
		}
	}, `log_outbox USING (id, version, part) LIMIT $1`, int64(manyWaiting)+1)
	if err != nil {
		return found, err
	}
	to.Unknown = len(to.Waiting) > manyWaiting
	if to.Unknown {
		to.Waiting = nil
	}
	if to.Next, err = count(ctx, conn, `SELECT coalesce(max(num) + 1, 0) FROM log_leaf`); err != nil {
		return found, err
	}
	found.Next = to.place()
	if since == "" || from.Unknown || to.Unknown {
		return trace.Touched{Next: found.Next, All: true}, nil
	}
	err = read(func(_, harvest string, code int16) { take(harvest, code) },
		`log_leaf USING (id, version, part) WHERE num >= $1 AND num < $2 ORDER BY num LIMIT $3`, from.Next, to.Next, int64(limit)+1)
	found.All = fresh > limit
	return found, err
}

func versionName(id [16]byte, version int64) string {
	return base64.RawStdEncoding.EncodeToString(append(id[:12:12], byte(version), byte(version>>8)))
}
