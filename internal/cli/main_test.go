package cli

import (
	"context"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/store/sqlite"
)

// tests ends the shared PostgreSQL server with the tests.
type tests struct{ m *testing.M }

func (t tests) Run() int {
	folder, err := os.MkdirTemp("", "rastro-cli-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	if err := os.Setenv("STATE_DIRECTORY", folder); err != nil { // of servers on PostgreSQL
		panic(err)
	}
	// Pages are reserved before the first database is opened, also by a test that opens one before
	// it starts a server.
	if err := sqlite.Current(context.Background(), filepath.Join(folder, "none.db")); err == nil {
		panic("there is a database in a new folder")
	}
	return pgtest.Main(t.m)
}

func TestMain(m *testing.M) {
	if os.Getenv("CLI_TEST_AS_PROGRAM") != "" {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		go func() { // gone when the test is, however that ends
			_, _ = io.Copy(io.Discard, os.Stdin)
			os.Exit(1)
		}()
		os.Exit(Run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr))
	}
	testscript.Main(tests{m}, map[string]func(){
		"rastro": func() {
			os.Exit(Run(context.Background(), os.Args[1:], os.Environ(), os.Stdout, os.Stderr))
		},
	})
}
