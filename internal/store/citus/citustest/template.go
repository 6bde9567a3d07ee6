package citustest

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
)

// Template is a database on the shared cluster that others are copied from.
type Template struct {
	// Prepare fills the database, given the addresses of its nodes, and closes its connections.
	Prepare func(ctx context.Context, dsn []string) error

	once sync.Once
	name string
	err  error

	reused struct {
		once sync.Once
		name string
		err  error
	}
}

// DSN returns the addresses of a new copy of the template on every node, the coordinator's first.
func (t *Template) DSN(tb testing.TB) []string {
	tb.Helper()
	c := Shared(tb)
	t.once.Do(func() { t.err = t.make(c) })
	if t.err != nil {
		tb.Fatal(t.err)
	}
	name := newName()
	if err := c.create(name, t.name); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { c.drop(tb, name) })
	return c.urls(name)
}

func (t *Template) make(c *Cluster) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	t.name = "template_" + strings.ToLower(rand.Text())
	if err := c.create(t.name, "template0"); err != nil {
		return err
	}
	if err := c.join(t.name); err != nil {
		return err
	}
	if err := t.Prepare(ctx, c.urls(t.name)); err != nil {
		return err
	}
	if err := c.within(ctx, t.name, keep, `SELECT keep.save()`); err != nil {
		return err
	}
	// Open connections, such as those of the nodes' own daemons, would prevent copying.
	if err := c.each("ALTER DATABASE " + t.name + " ALLOW_CONNECTIONS false"); err != nil {
		return err
	}
	return c.each("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '" + t.name + "'")
}

// Reused returns the addresses of a single copy of the template, reset to its original content,
// which takes a fraction of the time of another copy. Its last user must be done with it. Tests
// that change the schema need a copy of their own.
func (t *Template) Reused(tb testing.TB) []string {
	tb.Helper()
	c := Shared(tb)
	t.once.Do(func() { t.err = t.make(c) })
	if t.err != nil {
		tb.Fatal(t.err)
	}
	t.reused.once.Do(func() {
		t.reused.name = newName()
		t.reused.err = c.create(t.reused.name, t.name)
	})
	err := t.reused.err
	if err == nil {
		err = c.within(tb.Context(), t.reused.name, `SELECT keep.reset()`)
	}
	if err != nil {
		tb.Fatal(err)
	}
	return c.urls(t.reused.name)
}

// within runs statements in a database on every node at once, each node for itself.
func (c *Cluster) within(ctx context.Context, database string, statements ...string) error {
	errs := make([]error, len(c.Nodes))
	var wg sync.WaitGroup
	for i, node := range c.Nodes {
		wg.Go(func() {
			conn, err := pgx.Connect(ctx, node.URL(database))
			for _, statement := range append([]string{own}, statements...) {
				if err == nil {
					_, err = conn.Exec(ctx, statement)
				}
			}
			if conn != nil {
				err = errors.Join(err, conn.Close(ctx))
			}
			errs[i] = err
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}

// own makes a connection see and change only the shards on its node.
const own = `SET citus.enable_ddl_propagation = off; SET citus.override_table_visibility = off; SET citus.enable_manual_changes_to_shards = on; SET session_replication_role = replica`

// keep keeps the rows of a node's shards, and puts them back.
const keep = `
CREATE SCHEMA keep;
CREATE FUNCTION keep.shards() RETURNS SETOF text LANGUAGE sql AS $$
	SELECT relname::text FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname ~ '_[0-9]{6,}$' $$;
CREATE FUNCTION keep.save() RETURNS void LANGUAGE plpgsql AS $$
DECLARE shard text; filled boolean;
BEGIN
	FOR shard IN SELECT keep.shards() LOOP
		EXECUTE format('SELECT EXISTS (SELECT 1 FROM public.%I)', shard) INTO filled;
		IF filled THEN EXECUTE format('CREATE TABLE keep.%I AS TABLE public.%I', shard, shard); END IF;
	END LOOP;
END $$;
CREATE FUNCTION keep.reset() RETURNS void LANGUAGE plpgsql AS $$
DECLARE shard text;
BEGIN
	FOR shard IN SELECT keep.shards() LOOP
		EXECUTE format('DELETE FROM public.%I', shard);
	END LOOP;
	FOR shard IN SELECT relname::text FROM pg_class WHERE relkind = 'r' AND relnamespace = 'keep'::regnamespace LOOP
		EXECUTE format('INSERT INTO public.%I SELECT * FROM keep.%I', shard, shard);
	END LOOP;
END $$`
