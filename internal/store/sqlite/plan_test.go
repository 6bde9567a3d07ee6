package sqlite

import (
	"context"
	"slices"
	"strings"
	"testing"

	"rastro/internal/store/sqlstore"
	"rastro/internal/store/storetest"
)

// explaining is a connection that notes the plan of every query before it
// runs it.
type explaining struct {
	*conn
	steps []string
}

func (e *explaining) Query(ctx context.Context, query string, args ...any) (sqlstore.Rows, error) {
	plan, err := e.conn.Query(ctx, "EXPLAIN QUERY PLAN "+query, args...)
	if err != nil {
		return nil, err
	}
	defer plan.Close()
	for plan.Next() {
		var id, parent, unused int
		var step string
		if err := plan.Scan(&id, &parent, &unused, &step); err != nil {
			return nil, err
		}
		e.steps = append(e.steps, step)
	}
	if err := plan.Err(); err != nil {
		return nil, err
	}
	return e.conn.Query(ctx, query, args...)
}

// TestPlans checks that reads whose cost must not grow with the store use an index and its order.
// It checks with and without statistics, since an operator may run ANALYZE.
func TestPlans(t *testing.T) {
	ctx := context.Background()
	s := open(t).(*Store)
	reads := storetest.BoundedReads(t, s)
	c, err := s.pool.take(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer s.pool.give(c)
	for _, prepare := range []string{"SELECT 1", "ANALYZE"} {
		if _, err := c.Exec(ctx, prepare); err != nil {
			t.Fatal(err)
		}
		for _, read := range reads {
			e := &explaining{conn: c}
			if err := read.Run(sqlstore.NewReader(e, s.dialect)); err != nil {
				t.Fatalf("%s: %v", read.Name, err)
			}
			plan := strings.Join(e.steps, "; ")
			if !strings.Contains(plan, "INDEX") && !strings.Contains(plan, "PRIMARY KEY") {
				t.Errorf("%s, after %s: no index: %s", read.Name, prepare, plan)
			}
			if strings.HasSuffix(read.Name, "after one") && !strings.Contains(plan, ")>(") {
				t.Errorf("%s, after %s: it passes over all that came before: %s", read.Name, prepare, plan)
			}
			for _, step := range e.steps {
				scanned, scans := strings.CutPrefix(step, "SCAN ")
				// Rows from a subquery are bounded by its own plan, and lists of arguments by the
				// request.
				scans = scans && !slices.Contains(e.steps, "CO-ROUTINE "+scanned) &&
					!strings.HasPrefix(scanned, "json_each") && scanned != "code" && scanned != "CONSTANT ROW"
				sorts := strings.Contains(step, "TEMP B-TREE") && !strings.HasSuffix(read.Name, storetest.Sorted)
				elsewhere := strings.HasSuffix(read.Name, storetest.Sorted) && strings.Contains(step, "journal") && !strings.Contains(step, "journal_harvest")
				if scans || sorts || elsewhere {
					t.Errorf("%s, after %s: %s", read.Name, prepare, plan)
					break
				}
			}
		}
	}
}
