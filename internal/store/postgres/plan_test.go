package postgres

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"rastro/internal/kind"
	"rastro/internal/lot"
	"rastro/internal/store/sqlstore"
	"rastro/internal/store/storetest"
	"rastro/internal/trace"
)

// explaining is a connection that notes both plans of every query before it runs it: the one for
// its values, and the generic one, to which the server may change after a prepared statement has
// run a few times.
type explaining struct {
	querier
	conn  *pgx.Conn
	plans []string
}

func (e *explaining) Query(ctx context.Context, query string, args ...any) (sqlstore.Rows, error) {
	found, err := e.conn.Query(ctx, "EXPLAIN "+query, args...)
	if err != nil {
		return nil, err
	}
	plan, err := pgx.CollectRows(found, pgx.RowTo[string])
	if err != nil {
		return nil, err
	}
	e.plans = append(e.plans, "for its values: "+strings.Join(plan, "\n"))

	nulls := strings.TrimSuffix(strings.Repeat("NULL, ", len(args)), ", ")
	execute := "EXPLAIN EXECUTE explained"
	if nulls != "" {
		execute += "(" + nulls + ")"
	}
	results, err := e.conn.PgConn().Exec(ctx, "PREPARE explained AS "+query+"; "+execute+"; DEALLOCATE explained").ReadAll()
	if err != nil {
		return nil, err
	}
	plan = nil
	for _, row := range results[1].Rows {
		plan = append(plan, string(row[0]))
	}
	e.plans = append(e.plans, "for any values: "+strings.Join(plan, "\n"))
	return e.querier.Query(ctx, query, args...)
}

var (
	unbounded = regexp.MustCompile(`Seq Scan|Sort`)
	// begins is how a plan shows that an index is entered at a row.
	begins = regexp.MustCompile(`Index Cond: .*ROW\(`)
)

// TestPlans checks that reads whose cost must not grow with the store use an index and its order,
// on a table large enough for the planner to care.
func TestPlans(t *testing.T) {
	ctx := context.Background()
	s := open(t).(*Store)
	reads := storetest.BoundedReads(t, s)
	lent, err := s.pool.Acquire(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer lent.Release()
	conn := lent.Conn()
	for _, statement := range []string{
		`INSERT INTO journal SELECT gen_random_uuid(), version, part, kind, operation, safra_id, safra_codigo, created_at, updated_at, until,
			created_by, updated_by, codigo, salt, hash, dados, findings, seal FROM journal CROSS JOIN generate_series(1, 40) AS copies`,
		`INSERT INTO plot_cell SELECT season, cell, gen_random_uuid(), part, kind, safra_id, west, south, east, north FROM plot_cell CROSS JOIN generate_series(1, 40) AS copies`,
		`INSERT INTO search_term SELECT realm, term, gen_random_uuid(), safra_id FROM search_term CROSS JOIN generate_series(1, 40) AS copies`,
		`INSERT INTO lot_mention SELECT 'M-' || row_number() OVER () % 500, 9, id, version, part FROM journal`,
		`INSERT INTO code_holder (realm, code, safra_id, author, id, since, live, against)
			SELECT 1, 'C-' || n, 'S-' || lpad((n % 150)::text, 3, '0'), 'x', gen_random_uuid(), n, 1, 'S-' || lpad(((n + 7) % 150)::text, 3, '0') FROM generate_series(1, 20000) n`,
		`INSERT INTO credential (person, login, password, name, organization, role, active)
			SELECT gen_random_uuid(), login || n, password, name, organization, role, active FROM credential CROSS JOIN generate_series(1, 50) n`,
		`INSERT INTO person_tail SELECT organization, substr(name, 5), person FROM credential ON CONFLICT DO NOTHING`,
		`INSERT INTO own_role SELECT organization, name || n, gen_random_uuid() FROM own_role CROSS JOIN generate_series(1, 50) n`,
		`VACUUM ANALYZE`, // as the server does by itself
		`SET plan_cache_mode = force_generic_plan`,
		`SET enable_seqscan = off`, // the tables of codes and answers are empty
	} {
		if _, err := conn.Exec(ctx, statement); err != nil {
			t.Fatal(err)
		}
	}
	for _, read := range reads {
		e := &explaining{querier: querier{on: conn}, conn: conn}
		if err := read.Run(sqlstore.NewReader(e, dialect)); err != nil {
			t.Fatalf("%s: %v", read.Name, err)
		}
		for _, plan := range e.plans {
			if strings.HasSuffix(read.Name, "after one") && !begins.MatchString(plan) {
				t.Errorf("%s passes over all that came before, %s", read.Name, plan)
			}
			sorted := strings.HasSuffix(read.Name, storetest.Sorted)
			if sorted && strings.Contains(plan, "journal") && !strings.Contains(plan, "journal_harvest") {
				t.Errorf("%s passes over the records of others, %s", read.Name, plan)
			}
			if unbounded.MatchString(plan) && !(sorted && !strings.Contains(plan, "Seq Scan")) {
				t.Errorf("%s, %s", read.Name, plan)
			}
		}
	}
}

// A new store has no statistics yet. Even there, a batch of claims is compared only with the owners
// of its own codes.
func TestPlanOfClaimsInANewStore(t *testing.T) {
	ctx := context.Background()
	s := open(t).(*Store)
	lent, err := s.pool.Acquire(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer lent.Release()
	conn := lent.Conn()
	if _, err := conn.Exec(ctx, ownColumnList+`SELECT 1, 'C-' || n, 'S', gen_random_uuid(), n, 0 FROM generate_series(1, 3000) n`); err != nil {
		t.Fatal(err)
	}
	var claims [][]any
	for i := range 1000 {
		claims = append(claims, []any{int16(1), fmt.Sprint("C-", i), "S", [16]byte{byte(i)}, int64(i)})
	}
	found, err := conn.Query(ctx, "EXPLAIN "+takeMany, ownColumns(claims)...)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := pgx.CollectRows(found, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	if all := strings.Join(plan, "\n"); regexp.MustCompile(`Join Filter: .*o\.code`).MatchString(all) {
		t.Errorf("every claim is compared with every owner:\n%s", all)
	}
}

// There the records that name a lot are found by its code too, not among all of their kind.
func TestPlanOfALotInANewStore(t *testing.T) {
	ctx := context.Background()
	s := open(t).(*Store)
	lent, err := s.pool.Acquire(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer lent.Release()
	conn := lent.Conn()
	validation := kind.ByPrefix(kind.Validation).Code
	for _, lots := range [][]string{{"L-1"}, {"L-1", "L-2", "L-3"}} {
		e := &explaining{querier: querier{on: conn}, conn: conn}
		q := trace.LotQuery{Lots: lots, From: lot.Validated, To: lot.Validated, Kind: validation, Limit: trace.RowPage}
		if err := sqlstore.NewReader(e, dialect).EachLotRow(ctx, q, func(*lot.Row) error { return nil }); err != nil {
			t.Fatal(err)
		}
		if len(e.plans) == 0 {
			t.Fatalf("%q: no plan", lots)
		}
		for _, plan := range e.plans {
			if strings.Contains(plan, "journal_kind") {
				t.Errorf("%q are looked for among all validations, %s", lots, plan)
			}
		}
	}
}
