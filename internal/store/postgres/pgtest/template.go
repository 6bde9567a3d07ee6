package pgtest

import (
	"context"
	"crypto/rand"
	"strings"
	"sync"
	"testing"
)

// Template is a database on the shared server from which others are copied. Copying takes a
// fraction of the time of creating the tables.
type Template struct {
	// Prepare fills the database, which is empty, and closes its connections.
	Prepare func(ctx context.Context, dsn string) error

	once sync.Once
	name string
	err  error
}

// DSN returns the URL of a fresh copy of the template, which the first call prepares.
// The copy is dropped when the test ends.
func (t *Template) DSN(tb testing.TB) string {
	tb.Helper()
	c := sharedCluster(tb)
	t.once.Do(func() { t.err = t.make(c) })
	if t.err != nil {
		tb.Fatal(t.err)
	}
	return c.copyOf(tb, t.name)
}

func (t *Template) make(c *Cluster) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	t.name = "template_" + strings.ToLower(rand.Text())
	if err := c.exec("CREATE DATABASE " + t.name + " TEMPLATE template0"); err != nil {
		return err
	}
	return t.Prepare(ctx, c.url(t.name))
}
