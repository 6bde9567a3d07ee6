package cli_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"rastro/internal/cli"
)

// filled creates a database with records, one of them marked, and returns its path.
func filled(t *testing.T, mark string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "rastro.db")
	_, stop := serve(t, "sqlite:"+path)
	stop()
	var rows strings.Builder
	for i := range 200 {
		text := strings.Repeat("-", 400)
		if i == 77 {
			text = mark + text
		}
		fmt.Fprintf(&rows, `{"safraId":"S","dados":{"observacao":%q}}`+"\n", text)
	}
	file := filepath.Join(t.TempDir(), "rows.ndjson")
	if err := os.WriteFile(file, []byte(rows.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := run(t, "import", file, "--kind", "/armazenamento/recebimento", "--db", "sqlite:"+path); code != 0 {
		t.Fatal(stderr)
	}
	return path
}

// The command line tells the operator what to do, and not to ask the operator.
func TestOperatorIsToldWhatToDo(t *testing.T) {
	const mark, pageSize = "a sentence that stands on one page of the file", 4096
	path := filled(t, mark)
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(file, []byte(mark)) / pageSize * pageSize
	copy(file[at:], bytes.Repeat([]byte{0xff}, 64))
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	code, _, stderr := run(t, "export", "--db", "sqlite:"+path)
	if code != 1 || !strings.Contains(stderr, "BANCO_DANIFICADO") || !strings.Contains(stderr, "restore the newest backup") || strings.Contains(stderr, "server's operator") {
		t.Errorf("a damaged page: exit %d, %s", code, stderr)
	}
}

// A database that others can open is reported at start and by verify, with the command that fixes
// it.
func TestAttackReadableDatabase(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("rights on files tell nothing here")
	}
	path := filled(t, "x")
	if code, _, stderr := run(t, "verify", "--db", "sqlite:"+path); code != 0 || stderr != "" {
		t.Errorf("mode 0600: exit %d, %s", code, stderr)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	want := "chmod 600 " + path
	if code, _, stderr := run(t, "verify", "--db", "sqlite:"+path); code != 0 || !strings.Contains(stderr, "rastro: warning: ") || !strings.Contains(stderr, want) {
		t.Errorf("verify: exit %d, %s; want %q", code, stderr, want)
	}
	if log := logOf(t, "sqlite:"+path); !strings.Contains(log, "level=WARN") || !strings.Contains(log, want) {
		t.Errorf("at start: %s; want %q", log, want)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("%v, %v: the rights are the operator's", info.Mode(), err)
	}
}

// logOf returns a server's standard error from its start to its end.
func logOf(t *testing.T, db string) string {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out, errs := newListening(), newListening()
	ended := make(chan int, 1)
	go func() {
		ended <- cli.Run(ctx, []string{"serve", "--addr", "127.0.0.1:0", "--db", db}, environ(), out, errs)
	}()
	select {
	case <-out.url:
	case code := <-ended:
		t.Fatalf("serve exited with %d:\n%s", code, errs)
	}
	cancel()
	<-ended
	return errs.String()
}
