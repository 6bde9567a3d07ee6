package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// unwanted are prefixes of packages that a program for reading files does not need.
var unwanted = []string{
	"modernc.org/", "github.com/jackc/", "github.com/pressly/", "github.com/spf13/", "github.com/prometheus/", "github.com/minio/",
	"codeberg.org/go-pdf/", "github.com/xuri/", "github.com/go-webauthn/", "html/template", "net/http",
	"rastro/internal/store", "rastro/internal/api", "rastro/internal/account", "rastro/internal/print", "rastro/internal/web", "rastro/internal/server", "rastro/internal/cli", "rastro/internal/app", "rastro/internal/config",
}

// What it links stays small: no database, no server.
func TestImports(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), "go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for pkg := range strings.FieldsSeq(string(out)) {
		if pkg == "database/sql" {
			t.Error("it links " + pkg)
		}
		for _, begin := range unwanted {
			if strings.HasPrefix(pkg, begin) {
				t.Errorf("it links %s", pkg)
			}
		}
	}
}

// most is the maximum size of the program.
const most = 8 << 20

// It is one file of a bounded size. make verifier builds it for the systems that readers have.
func TestSize(t *testing.T) {
	program := filepath.Join(t.TempDir(), "rastro-verify")
	build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-ldflags=-s -w", "-o", program, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	info, err := os.Stat(program)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes", info.Size())
	if info.Size() > most {
		t.Errorf("%d bytes, at most %d", info.Size(), most)
	}
}
