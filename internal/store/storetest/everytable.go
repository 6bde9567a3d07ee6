package storetest

import (
	"context"
	"crypto/rand"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"rastro/internal/app"
	"rastro/internal/derive"
	"rastro/internal/logkey"
	"rastro/internal/trace"
)

// unchecked are the tables whose rows cannot be derived from anything signed. EveryTable fails for
// a table that is not listed here and has a change that is not named: decide which it is.
var unchecked = map[string]string{
	"reply":           "kept answers: they expire within a day, and what they answer is in the journal",
	"session":         "who is signed in; deleting all rows signs everybody out",
	"credential":      "how people sign in: the journal commits to log-ins and hashes, and a row that differs opens nothing",
	"person_tail":     "finds people by what somebody types; who they are is in the journal",
	"own_role":        "finds the roles of organisations; what they allow is in the journal",
	"factor":          "what else opens accounts: the journal commits to it, and a row that differs opens nothing",
	"ticket":          "sessions and links of people, as session",
	"imported":        "marks of imported rows: a missing one lets a row in again, which the journal then shows",
	"tax_document":    "marks of imported tax documents, as imported",
	"cursor_key":      "the keys that cursors are sealed with; a changed one makes cursors void",
	"regular":         "networks of recent log-ins: a convenience",
	"regular_key":     "the key of those",
	"search_harvest":  "folded names of harvests: what a search finds by it is looked up, and the list of harvests does without it",
	"meta":            "single numbers: what servers compare to notice changes of keys and erasures, and marks of a rebuild",
	"blob":            "attached files: each is compared with the SHA-256 that records name it by, by 'rastro verify' (attach.Verify)",
	"blob_chunk":      "the bytes of those",
	"file_mark":       "files that a sweep is deleting: a missing mark can cost a file that is stored at that moment, which attach.Verify then names",
	"webhook_state":   "how far webhooks have come: a changed row sends events again, or leaves some out, which receivers see by the positions",
	"webhook_failure": "deliveries that are tried again: what they send is read from the log",
	"land_layer":      "public layers: the file is the operator's, and reviews and dossiers name it by its SHA-256",
	"land_piece":      "the areas of those: importing the file again restores them",
	"schema_version":  "the migrations' own",
}

// ofRows are changes of tables, in addition to those in falsified.
var ofRows = []struct {
	table, what string // changed, deleted or added
	do          func(*testing.T, *derivedScene)
	says        string
	because     string // it is not named, with the reason
}{
	{"harvest", "changed", falsely(`UPDATE harvest SET safra_id = 'OTHER' WHERE safra_id = 'S-1'`), "changed after it was written", ""},
	{"harvest", "deleted", falsely(`DELETE FROM harvest WHERE safra_id = 'S-1'`), "has no name", ""},
	{"harvest", "added", falsely(`INSERT INTO harvest (safra_id) VALUES ('FORGED')`), `harvest safra_id "FORGED": the name of a harvest that no record is of`, ""},
	{"journal", "changed", falsely(`UPDATE journal SET safra_codigo = 'FORGED' WHERE codigo = 'FEIRA-1'`), "changed after it was written", ""},
	{"journal", "deleted", falsely(`DELETE FROM journal WHERE codigo = 'FEIRA-1'`), "has no version", ""},
	{"journal", "added", func(t *testing.T, d *derivedScene) {
		copyRow("journal", `codigo = 'FEIRA-1'`, `version = 7, `+d.Next)(t, d)
	}, "version 7: changed after it was written", ""},
	{"log_leaf", "changed", falsely(`UPDATE log_leaf SET num = num + 1000 WHERE num = (SELECT max(num) FROM log_leaf)`), "of the log has no version", ""},
	{"log_leaf", "deleted", falsely(`DELETE FROM log_leaf WHERE num = (SELECT max(num) FROM log_leaf)`), "journal: it ends at entry", ""},
	{"log_leaf", "added", copyRow("log_leaf", `num = 0`, `num = 1000, version = 99`), "log_leaf num 1000: a place in the log that the log does not reach", ""},
	{"log_state", "changed", falsely(`UPDATE log_state SET size = size - 1`), "checkpoint: it is not of the stored state", ""},
	{"log_state", "deleted", falsely(`DELETE FROM log_state`), "log: missing", ""},
	{"log_state", "added", nil, "", "it has one row"},
	{"log_tile", "changed", falsely(`UPDATE log_tile SET data = (SELECT hash FROM journal LIMIT 1) WHERE level = 0`), "is not what its entries give", ""},
	{"log_tile", "deleted", falsely(`DELETE FROM log_tile WHERE level = 0`), "is not what its entries give", ""},
	{"log_tile", "added", copyRow("log_tile", `level = 0`, `num = num + 7`), "log_tile level 0 num 7: a tile that the log does not reach", ""},
	{"log_checkpoint", "changed", falsely(`UPDATE log_checkpoint SET size = size + 1000`), "and is stored as one of", ""},
	{"log_checkpoint", "changed", falsely(`UPDATE log_checkpoint SET signed_at = signed_at + 1000000000`), "its time of signing was changed", ""},
	{"log_checkpoint", "changed", falsely(`UPDATE log_checkpoint SET signed_at = 5`), "its time of signing was changed", ""},
	{"log_checkpoint", "deleted", falsely(`DELETE FROM log_checkpoint`), "log_checkpoint missing 1: kept checkpoints were deleted", ""},
	{"log_checkpoint", "added", copyRow("log_checkpoint", `size > 0`, `size = size + 1000`), "log_checkpoint missing -1", ""},
	{"log_predecessor", "changed", falsely(`UPDATE log_predecessor SET size = size + 1`), "what it says of the log before it was changed", ""},
	{"log_predecessor", "deleted", falsely(`DELETE FROM log_predecessor`), "a log that this one continues is missing", ""},
	{"log_predecessor", "added", copyRow("log_predecessor", `num = 1`, `num = 9, statement = 'FORGED'`), "what it says of the log before it was changed", ""},
	{"api_key", "changed", falsely(`UPDATE api_key SET scopes = '["leitura"]' WHERE access_key = 'root'`), "root", ""},
	{"api_key", "deleted", falsely(`DELETE FROM api_key WHERE access_key = 'root'`), "root", ""},
	{"api_key", "added", copyRow("api_key", `access_key = 'root'`, `access_key = 'forged'`), "forged", ""},
	{"cover", "changed", falsely(`UPDATE cover SET body = (SELECT hash FROM journal LIMIT 1)`), "the list of records it covers was changed", ""},
	{"cover", "deleted", falsely(`DELETE FROM cover`), "the list of records it covers was changed", ""},
	{"cover", "added", copyRow("cover", `id = (SELECT id FROM journal WHERE codigo = 'FEIRA-1' LIMIT 1)`, `id = (SELECT id FROM phase LIMIT 1)`), "a list of covered records that no validation has", ""},
	{"report", "changed", falsely(`UPDATE report SET body = (SELECT hash FROM journal LIMIT 1)`), "the review it was made with was changed", ""},
	{"report", "changed", falsely(`UPDATE report SET safra_id = 'OTHER'`), "a review that no validation of its harvest was made with", ""},
	{"report", "deleted", falsely(`DELETE FROM report`), "the review it was made with is gone", ""},
	{"report", "added", copyRow("report", `safra_id = 'S-1'`, `id = (SELECT id FROM phase LIMIT 1)`), "a review that no validation of its harvest was made with", ""},
	{"import_seed", "changed", falsely(`UPDATE import_seed SET seed = (SELECT hash FROM journal LIMIT 1)`), "import_seed: the seed is not the one", ""},
	{"import_seed", "deleted", falsely(`DELETE FROM import_seed`), "INTERNO", ""},
	{"import_seed", "added", nil, "", "it has one row"},
	{"lot_state", "deleted", falsely(`DELETE FROM lot_state`), "still being added", ""},
	{"lot_state", "added", nil, "", "it has one row"},
	{"plot_state", "changed", falsely(`UPDATE plot_state SET done = 0`), "plot_cell: older records are still being added", ""},
	{"plot_state", "deleted", falsely(`DELETE FROM plot_state`), "plot_cell: older records are still being added", ""},
	{"plot_state", "added", nil, "", "it has one row"},
}

// EveryTable goes over every table of the schema: a row that is changed, deleted or
// added must be named by the verification, or the table must be in unchecked. tables
// is the query of their names, in one text; reopen opens the store again, as
// 'rastro verify' does.
func EveryTable(t *testing.T, e Engine, tables string, reopen func() trace.Store) {
	d := newDerivedScene(t, e)
	d.recallIsRight(t)
	adoptOnce(t, d)
	names := strings.Fields(e.Value(t, tables).(string))
	if len(names) < 20 {
		t.Fatalf("the schema has the tables %q", names)
	}
	for table := range maps.Keys(unchecked) {
		if !slices.Contains(names, table) && !strings.HasPrefix(table, "blob") { // which SQLite keeps in a folder
			t.Errorf("%s is unchecked, and no table", table)
		}
	}
	for _, table := range names {
		decided := map[string]bool{}
		for _, f := range falsified { // which Derived tries
			if rest, ok := strings.CutPrefix(f.name, table+": "); ok {
				switch {
				case strings.HasSuffix(rest, "deleted"):
					decided["deleted"] = true
				case strings.HasSuffix(rest, "added"):
					decided["added"] = true
				default:
					decided["changed"] = true
				}
			}
		}
		for _, c := range ofRows {
			if c.table != table {
				continue
			}
			decided[c.what] = true
			if c.because == "" {
				t.Run(table+" "+c.what, func(t *testing.T) { tamperRow(t, d, table, c.do, c.says, reopen) })
			}
		}
		_, left := unchecked[table]
		for _, what := range []string{"changed", "deleted", "added"} {
			if left == decided[what] {
				t.Errorf("%s: a row that is %s: decide whether 'rastro verify' names it (ofRows, falsified), or why not (unchecked)", table, what)
			}
		}
	}
	if said := d.verify(t); len(said) > 0 {
		t.Errorf("in the end: %q", said)
	}
}

// adoptOnce gives the log a predecessor.
func adoptOnce(t *testing.T, d *derivedScene) {
	t.Helper()
	ctx, files := context.Background(), logkey.In(t.TempDir(), "suite", "")
	server := func(starts bool) *app.App { // with the clock that the scene was written by
		svc, err := app.New(ctx, d.store, app.Options{Now: time.Now, Random: rand.Reader, Log: slog.New(slog.DiscardHandler), Vault: files})
		if err == nil && starts {
			err = svc.StartLog(ctx, "")
		}
		if err != nil {
			t.Fatal(err)
		}
		return svc
	}
	server(true)
	if _, err := server(false).AdoptLog(ctx, "second.example/log", true); err != nil {
		t.Fatal(err)
	}
	d.svc = server(true)
	d.integrate(t)
}

// tamperRow falsifies a table, verifies the store as another process does, and puts
// the table back.
func tamperRow(t *testing.T, d *derivedScene, table string, do func(*testing.T, *derivedScene), says string, reopen func() trace.Store) {
	ctx := context.Background()
	d.Exec(t, `CREATE TABLE before AS SELECT * FROM `+table)
	defer func() {
		d.Exec(t, `DELETE FROM `+table)
		d.Exec(t, `INSERT INTO `+table+` SELECT * FROM before`)
		d.Exec(t, `DROP TABLE before`)
	}()
	do(t, d)
	store := reopen().(derive.Store)
	var said []string
	err := store.ViewRows(ctx, func(r derive.Reader) error {
		result, err := derive.Verify(ctx, r, nil)
		said = append(result.Damages, result.Unchecked...)
		return err
	})
	if err != nil { // a store that cannot be read is not sound either
		said = append(said, err.Error())
	}
	if len(said) == 0 || !named(said, says) {
		t.Errorf("Verify says %q, want %q", said, says)
	}
}
