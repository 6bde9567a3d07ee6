package postgres

import (
	"bytes"
	"crypto/rand"
	"log/slog"
	"testing"
	"time"

	"rastro/internal/app"
	"rastro/internal/logkey"
)

// The attack: the signing key was moved out of the database, but a copy of the database's files
// still contains it in dead rows.
func TestAttackSigningKeyInDeadRows(t *testing.T) {
	e := openEngine(t)
	old := startLog(t, e.Store) // as an older build left it
	create(t, old)
	integrateTo(t, e.Store, old, 1)
	state, err := e.Store.Log(t.Context())
	if err != nil || state.Secret == "" {
		t.Fatalf("an old store has no key: %v", err)
	}
	held := func() bool {
		e.Exec(t, `CHECKPOINT`)
		pages, ok := e.Value(t, `SELECT pg_read_binary_file(pg_relation_filepath('log_state'))`).([]byte)
		if !ok {
			t.Fatal("the table's file cannot be read")
		}
		return bytes.Contains(pages, []byte(state.Secret))
	}
	if !held() {
		t.Fatal("the key is not where the test looks for it")
	}
	var told bytes.Buffer
	files := logkey.In(t.TempDir(), "suite", "")
	svc, err := app.New(t.Context(), e.Store, app.Options{Now: time.Now, Random: rand.Reader, Log: slog.New(slog.NewTextHandler(&told, nil)), Vault: files})
	if err == nil {
		err = svc.StartLog(t.Context(), "")
	}
	if err != nil {
		t.Fatal(err)
	}
	if held() {
		t.Error("the table's file still holds the key")
	}
	if said := told.String(); !bytes.Contains(told.Bytes(), []byte(files.KeyPlace())) || bytes.Count(told.Bytes(), []byte("\n")) != 1 {
		t.Errorf("the log says %q; want one line with the key's place", said)
	}
}
