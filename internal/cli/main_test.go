package cli

import (
	"context"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"rastro/internal/store/postgres/pgtest"
)

// tests ends the shared PostgreSQL server with the tests.
type tests struct{ m *testing.M }

func (t tests) Run() int { return pgtest.Main(t.m) }

func TestMain(m *testing.M) {
	testscript.Main(tests{m}, map[string]func(){
		"rastro": func() {
			os.Exit(Run(context.Background(), os.Args[1:], os.Environ(), os.Stdout, os.Stderr))
		},
	})
}
