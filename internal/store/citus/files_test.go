package citus

import (
	"fmt"
	"testing"

	"rastro/internal/blob/blobtest"
	"rastro/internal/blob/pgblob"
)

// Files that the database keeps are distributed too.
func TestFiles(t *testing.T) {
	for n, dsn := range tables.DSN(t) {
		t.Run(fmt.Sprintf("node %d", n), func(t *testing.T) {
			files, err := pgblob.Open(t.Context(), dsn)
			if err != nil {
				t.Fatal(err)
			}
			defer files.Close()
			blobtest.Run(t, files)
		})
	}
}
