package stores_test

import (
	"context"
	"os"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

func records(t *testing.T, d *stores.Database) (n int) {
	t.Helper()
	if err := d.SQL(t).QueryRowContext(t.Context(), "SELECT count(*) FROM journal").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// What one test writes is not in the database of the next, also where both are copies
// of one template; two stores on one database see each other's records.
func TestDatabasesAreSeparate(t *testing.T) {
	for _, e := range stores.Engines {
		t.Run(e.Name, func(t *testing.T) {
			d, other := e.New(t), e.New(t)
			before := records(t, other)
			service, root := stores.Rooted(t, d.Store(t), testkit.Ticking().Now)
			k := kind.ByPrefix("/producaoAgricola/plantioManejo")
			made, err := service.Create(t.Context(), &root.Key, k, trace.Envelope{HarvestID: "S", HarvestCode: "2025/26", Payload: []byte(`{}`)}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := records(t, other); got != before {
				t.Errorf("another database has %d rows, and had %d", got, before)
			}
			second := stores.Service(t, d.Store(t), testkit.Ticking().Now, "")
			if _, err := second.Get(t.Context(), &root.Key, k, made.Record.ID.String()); err != nil {
				t.Errorf("the second store: %v", err)
			}
		})
	}
}

// A template is filled once per engine, and its copies have the same content.
func TestTemplateIsFilledOnce(t *testing.T) {
	filled := 0
	template := stores.NewTemplate(func(ctx context.Context, store trace.Store) error {
		filled++
		return store.Update(ctx, func(w trace.Writer) error { return w.LockKeys(ctx) })
	})
	for i, fresh := range []func(testing.TB) *stores.Database{template.SQLite, template.PostgreSQL} {
		for range 2 {
			revision, err := fresh(t).Store(t).KeyRevision(t.Context())
			if err != nil || revision != 1 || filled != i+1 {
				t.Errorf("revision %d, %v, filled %d times, want 1 and %d", revision, err, filled, i+1)
			}
		}
	}
}
