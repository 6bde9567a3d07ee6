package main

import (
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"rastro/internal/proof"
	"rastro/internal/store/sqlite"
	"rastro/internal/trace"
)

// TestFilledStoreVerifies fills a small store and lets the product's own check rebuild it: what the
// loads read is what the service would have written.
func TestFilledStoreVerifies(t *testing.T) {
	const records = 1_000
	out := newConsole(io.Discard, time.Now)
	system := sqliteSystem{cache: cache{dir: t.TempDir()}}
	t.Chdir("..") // the schema is read from the project's root
	made, err := system.prepare(t.Context(), out, records)
	if err != nil {
		t.Fatal(err)
	}
	l := layout{records}
	for file, want := range map[string]int64{
		idsFile: records * idWidth, hotFile: hotIDs * idWidth, harvestsFile: int64(l.full()) * harvestWidth,
		bodiesFile: bodyVariants * bodyBytes, cursorsFile: int64(l.cursors()) * cursorWidth, codesFile: int64(l.validated()) * codeWidth,
	} {
		info, err := os.Stat(filepath.Join(made.dir, file))
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() != want {
			t.Errorf("the list %s has %d bytes, want %d", file, info.Size(), want)
		}
	}
	store, err := sqlite.Open(t.Context(), filepath.Join(made.database(), "rastro.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	err = store.View(t.Context(), func(r trace.Reader) error {
		v, err := proof.VerifyStore(t.Context(), r, nil)
		if err != nil {
			return err
		}
		if len(v.Damages) > 0 {
			t.Errorf("the store is damaged: %q", v.Damages)
		}
		if least := int64(records + l.full()); v.Versions < least || v.Entries != v.Versions || v.Pending != 0 { // with the validations and the key
			t.Errorf("%d versions, %d entries, %d pending; want at least %d, all in the log", v.Versions, v.Entries, v.Pending, least)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	again, err := system.prepare(t.Context(), out, records)
	if err != nil || again.dir != made.dir || again.meta != made.meta {
		t.Errorf("the second time the store is %v, %v; want the kept one, %v", again, err, made)
	}
}

func TestLimitAnswersTheAskedSize(t *testing.T) {
	for _, size := range []int{100, 894, 40_000} {
		for _, method := range []string{"GET", "POST"} {
			w := httptest.NewRecorder()
			constant(size).ServeHTTP(w, httptest.NewRequest(method, "/", nil))
			if w.Body.Len() != size || w.Code/100 != 2 {
				t.Errorf("%s: %d bytes with status %d, want %d", method, w.Body.Len(), w.Code, size)
			}
		}
	}
}

func TestChildEndsWhenStopped(t *testing.T) {
	c, err := startChild(childSpec{name: "sleep", path: "/bin/sleep", args: []string{"60"}, log: filepath.Join(t.TempDir(), "log")})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.stop(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-c.ended:
	default:
		t.Error("it runs on")
	}
}
