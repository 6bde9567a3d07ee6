package cli_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// looking are the commands that only look at a store.
var looking = [][]string{
	{"verify"}, {"log", "key"}, {"key", "list"}, {"export"}, {"rebuild", "--dry-run"},
}

// A read-only command leaves a store of an earlier version unchanged and reports it, and a backup
// of the store is still possible.
func TestLookingDoesNotUpgrade(t *testing.T) {
	for _, engine := range engines {
		t.Run(engine.name, func(t *testing.T) {
			db := engine.db(t)
			c, stop := serve(t, db)
			create(t, c, `{}`)
			stop()
			before := takeBack(t, db)
			path, isFile := strings.CutPrefix(db, "sqlite:")
			files := folder(t, path)
			if isFile && len(files) != 5 { // the database, its key, checkpoint, lock and the mark of a server
				t.Fatalf("%d files", len(files))
			}
			rows := file(t, "rows.ndjson", []byte(`{"safraId":"S","dados":{}}`+"\n"))
			for _, args := range append(slices.Clone(looking), []string{"import", "--dry-run", "--kind", "plantioManejo", rows}) {
				said(t, strings.Join(args, " "), append(args, "--db", db), 1, "", "the database is of an earlier version of Rastro and was left as it is: back it up")
			}
			if after := schemaOf(t, db); after != before {
				t.Errorf("the schema was %d and is %d", before, after)
			}
			if !isFile {
				return
			}
			if now := folder(t, path); !slices.Equal(now, files) {
				t.Error("the files are not what they were")
			}
			copied := filepath.Join(t.TempDir(), "copy.db")
			said(t, "backup", []string{"backup", "--db", db, "--out", copied}, 0, "is copied to", "")
			if got := schemaOf(t, "sqlite:"+copied); got != before {
				t.Errorf("the copy's schema is %d, want %d", got, before)
			}
			noted := func(file string) bool { return strings.HasPrefix(file, filepath.Base(path)+".copied ") }
			if now := slices.DeleteFunc(folder(t, path), noted); !slices.Equal(now, files) {
				t.Error("the backup changed the files")
			}
		})
	}
}

// An empty file is not turned into a database by a command that only looks, or that expects one.
func TestEmptyFileStaysEmpty(t *testing.T) {
	path := file(t, "rastro.db", nil)
	copied := filepath.Join(t.TempDir(), "copy.db")
	for _, args := range append(slices.Clone(looking),
		[]string{"backup", "--out", copied}, []string{"rebuild"}, []string{"log", "adopt"}, []string{"key", "deactivate", "rk_x"}, []string{"key", "link", "rk_x"}) {
		said(t, strings.Join(args, " "), append(args, "--db", "sqlite:"+path), 1, "", "the database "+path+" is empty")
	}
	if now := folder(t, path); !slices.Equal(now, []string{"rastro.db "}) {
		t.Errorf("the folder holds %q", now)
	}
}

// takeBack makes a store look as if the last migration had not been applied, and returns its
// version.
func takeBack(t *testing.T, db string) int64 {
	t.Helper()
	conn := door(t, db)
	defer conn.Close()
	if _, err := conn.Exec(`DELETE FROM schema_version WHERE version_id = (SELECT max(version_id) FROM schema_version)`); err != nil {
		t.Fatal(err)
	}
	return schemaOf(t, db)
}

func schemaOf(t *testing.T, db string) (version int64) {
	t.Helper()
	conn := door(t, db)
	defer conn.Close()
	if err := conn.QueryRow(`SELECT max(version_id) FROM schema_version`).Scan(&version); err != nil {
		t.Fatal(err)
	}
	return version
}

// folder returns every file next to a path, with its content.
func folder(t *testing.T, path string) (files []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return nil // not a file
	}
	for _, entry := range entries {
		content, err := os.ReadFile(filepath.Join(filepath.Dir(path), entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, entry.Name()+" "+string(content))
	}
	return files
}
