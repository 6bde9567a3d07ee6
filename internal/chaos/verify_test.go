package chaos

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"rastro/internal/store/citus/citustest"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit/drive"
)

// While others write and erase, `rastro verify` finds nothing wrong.
func TestVerifyBesideWriters(t *testing.T) {
	t.Parallel()
	for _, engine := range []struct {
		name string
		open func(*testing.T) *drive.Store
	}{
		{onSQLite, func(t *testing.T) *drive.Store { return drive.SQLite(filepath.Join(t.TempDir(), "rastro.db")) }},
		{onPostgres, func(t *testing.T) *drive.Store { return drive.Postgres(pgtest.New(t).DSN(t)) }},
		{onCitus, func(t *testing.T) *drive.Store { return drive.Postgres(citustest.New(t, 3).DSN(t)[0]) }},
	} {
		t.Run(engine.name, func(t *testing.T) {
			store := engine.open(t)
			s := drive.Start(t, store, drive.How{})
			load := drive.NewLoad(seed)
			load.Round(t, s, func(r *drive.Round) {
				var over atomic.Bool
				ended := make(chan int)
				go func() {
					n := 0
					for ; !over.Load() && erased(t, s, n); n++ {
					}
					ended <- n
				}()
				for range number("VERIFIES", 3) {
					if said, err := store.Run(t, "verify"); err != nil {
						t.Errorf("rastro verify: %v: %s", err, said)
					}
					r.More(5)
				}
				over.Store(true)
				if n := <-ended; n == 0 || !r.Going() {
					t.Errorf("%d records were erased meanwhile, and writers go on: %t", n, r.Going())
				}
			})
			sound(t, store, s)
		})
	}
}

// erased creates a record that the search finds and a lot's graph has, and erases it.
func erased(t *testing.T, s *drive.Server, n int) bool {
	const receipts = "/armazenamento/recebimento"
	made, err := s.Do("POST", receipts, fmt.Sprintf(`{"safraId":"S-erased","dados":{"veiculo":"ABC%04d","loteOrigem":"L-%d"}}`, n%10000, n))
	if err != nil || made.Status != http.StatusCreated {
		t.Errorf("create: %d %s, %v", made.Status, made.Body, err)
		return false
	}
	_, id, _ := strings.Cut(string(made.Body), `"id":"`)
	id, _, _ = strings.Cut(id, `"`)
	gone, err := s.Do("POST", receipts+"/"+id+"/expurgo", `{"motivo":"pedido"}`)
	if err != nil || gone.Status != http.StatusOK {
		t.Errorf("erase %s: %d %s, %v", id, gone.Status, gone.Body, err)
		return false
	}
	return true
}
