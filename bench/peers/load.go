package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/security"
	"github.com/pocketbase/pocketbase/tools/types"
)

const (
	// batch is how many rows share a transaction.
	batch = 20_000
	// maxLine bounds one record.
	maxLine = 1 << 20

	// The ids that PocketBase makes itself look like this.
	idLength   = 15
	idAlphabet = "abcdefghijklmnopqrstuvwxyz0123456789"
)

// load fills a new PocketBase. The rows go straight into the collection's
// table: what is measured is how it serves them, not how it got them.
func load(dir, ids string, in io.Reader) error {
	app, err := open(dir)
	if err != nil {
		return err
	}
	defer app.ResetBootstrapState()
	if err := setup(app); err != nil {
		return err
	}
	file, err := os.Create(ids)
	if err != nil {
		return err
	}
	defer file.Close()
	out := bufio.NewWriterSize(file, 1<<20)
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	for more := true; more; {
		err := app.RunInTransaction(func(tx core.App) error {
			more, err = insert(tx, lines, out)
			return err
		})
		if err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	if _, err := app.DB().NewQuery("ANALYZE").Execute(); err != nil {
		return err
	}
	if _, err := app.DB().NewQuery("PRAGMA wal_checkpoint(TRUNCATE)").Execute(); err != nil {
		return err
	}
	return out.Flush()
}

// insert writes one transaction's rows and reports whether there may be more.
func insert(tx core.App, lines *bufio.Scanner, ids io.Writer) (more bool, err error) {
	now := types.NowDateTime()
	query := tx.DB().NewQuery("INSERT INTO {{" + collection + "}} (id, safraId, safraCodigo, tipo, dados, criadoEm, atualizadoEm) " +
		"VALUES ({:id}, {:safraId}, {:safraCodigo}, {:tipo}, {:dados}, {:now}, {:now})").Prepare()
	defer query.Close()
	for range batch {
		if !lines.Scan() {
			return false, nil
		}
		parts := bytes.SplitN(lines.Bytes(), []byte("\t"), 4)
		if len(parts) != 4 {
			return false, fmt.Errorf("a line with %d parts, want 4", len(parts))
		}
		id := security.PseudorandomStringWithAlphabet(idLength, idAlphabet)
		_, err := query.Bind(dbx.Params{
			"id": id, "safraId": string(parts[0]), "safraCodigo": string(parts[1]), "tipo": string(parts[2]), "dados": string(parts[3]), "now": now,
		}).Execute()
		if err != nil {
			return false, err
		}
		if _, err := io.WriteString(ids, id); err != nil {
			return false, err
		}
	}
	return true, nil
}
