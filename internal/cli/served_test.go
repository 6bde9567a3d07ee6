package cli_test

import (
	"strings"
	"testing"
)

// A store restored from an older backup is consistent in itself, but the server refuses it, and
// verify reports it. verify accepts what the server accepts.
func TestVerifyComparesWithWhatWasServed(t *testing.T) {
	for _, engine := range restorable {
		t.Run(engine.name, func(t *testing.T) {
			db, snapshot, restore := engine.make(t)
			c, stop := serve(t, db)
			proofOf(t, c, create(t, c, `{}`).Data.ID)
			stop()
			snapshot()
			said(t, "the store as it was served", []string{"verify", "--db", db}, 0, "The log was held against the last checkpoint that was served, ", "")
			c, stop = serve(t, db)
			proofOf(t, c, create(t, c, `{}`).Data.ID)
			said(t, "while its server is running", []string{"verify", "--db", db}, 0, "The log was held against", "")
			stop()
			restore()
			if got := refusal(t, db); !strings.Contains(got, "a checkpoint of 4") {
				t.Errorf("the server says %q", got)
			}
			said(t, "an older store", []string{"verify", "--db", db}, 1, "the last checkpoint that was served has 4 entries, and this store has 3 for the log", "the store is older than what was served from it")
			if code, _, errs := run(t, "log", "adopt", "--db", db); code != 0 {
				t.Fatal(errs)
			}
			said(t, "the adopted log", []string{"verify", "--db", db}, 0, "The log was held against", "")

			behind := door(t, db)
			tamper(t, behind, `DELETE FROM log_state`)
			said(t, "without its log", []string{"verify", "--db", db}, 1, "log: missing", "the store is damaged in ")
		})
	}
}

// A database that 'rastro key create' has just created has no log, which is not damage.
func TestVerifyBeforeTheFirstStart(t *testing.T) {
	for _, engine := range engines {
		t.Run(engine.name, func(t *testing.T) {
			db := engine.db(t)
			if code, _, errs := run(t, "key", "create", "--db", db, "--scopes", "admin"); code != 0 {
				t.Fatal(errs)
			}
			said(t, "no log yet", []string{"verify", "--db", db}, 2, "log: there is none yet, so no signature can be checked; 'rastro serve' starts it\n", "nothing is damaged, but 1 part could not be compared")
			said(t, "where a key is given", []string{"verify", "--db", db, "--key", "verify.example/log+0+A"}, 1, "log: missing", "the store is damaged in 1 place")
		})
	}
}
