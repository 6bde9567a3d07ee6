package pgblob_test

import (
	"os"
	"testing"

	"rastro/internal/blob/blobtest"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit/stores"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

func TestPostgreSQL(t *testing.T) {
	d := stores.PostgreSQL(t)
	d.Store(t) // makes the tables
	blobtest.Run(t, d.Blobs(t))
}
