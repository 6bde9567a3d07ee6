package e2e

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestGeneratedClients generates clients from the served OpenAPI documents as
// integrators do, compiles them, and writes and reads a record through each.
// Linters find no error in the documents.
func TestGeneratedClients(t *testing.T) {
	t.Parallel()
	needBrowser(t) // Node.js comes with it
	for _, document := range []string{"openapi.json", "openapi-3.0.json"} {
		t.Run(document, func(t *testing.T) {
			t.Parallel()
			s := startWith(t, hooked...)
			served := filepath.Join(t.TempDir(), document)
			if err := os.WriteFile(served, s.call(t, http.MethodGet, "/"+document, "", http.StatusOK), 0o600); err != nil {
				t.Fatal(err)
			}
			t.Run("oapi-codegen", func(t *testing.T) {
				in := clientFolder(t, "goclient")
				if err := os.Mkdir(filepath.Join(in, "client"), 0o755); err != nil {
					t.Fatal(err)
				}
				toolIn(t, in, "go", "tool", "oapi-codegen", "-generate", "types,client", "-package", "client", "-o", "client/client.go", served)
				// Not optimised: the client is a hundred thousand lines long, and called a few
				// times.
				toolIn(t, in, "go", "run", "-trimpath", "-gcflags=goclient/...=-N -l", ".", s.url, rootAccess, rootSecret)
			})
			t.Run("typescript", func(t *testing.T) {
				in := clientFolder(t, "ts")
				toolIn(t, in, "node", "node_modules/openapi-typescript/bin/cli.js", served, "-o", "schema.d.ts")
				toolIn(t, in, "node", "node_modules/@hey-api/openapi-ts/bin/run.js", "-i", served, "-o", "hey")
				if document == "openapi.json" {
					t.Run("own", func(t *testing.T) {
						t.Parallel()
						ownTypeScript(t, s, filepath.Join(in, "schema.d.ts"))
					})
				}
				toolIn(t, in, "node", "node_modules/typescript/bin/tsc", "-p", ".")
				toolIn(t, in, "node", "built/main.js", s.url, rootAccess, rootSecret)
			})
			t.Run("linters", func(t *testing.T) {
				in := clientFolder(t, "ts")
				toolIn(t, in, "node", "node_modules/@stoplight/spectral-cli/dist/index.js", "lint", "--ruleset", "spectral.yaml", "--fail-severity", "error", served)
				toolIn(t, in, "node", "node_modules/@redocly/cli/bin/cli.js", "lint", served)
			})
		})
	}
}

// clientFolder copies a folder of clients, so that what is generated does not
// stay. The packages of npm are linked.
func clientFolder(t *testing.T, name string) string {
	t.Helper()
	from, err := filepath.Abs(filepath.Join("clients", name))
	if err != nil {
		t.Fatal(err)
	}
	in := t.TempDir()
	files, err := os.ReadDir(from)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if f.IsDir() {
			if err := os.Symlink(filepath.Join(from, f.Name()), filepath.Join(in, f.Name())); err != nil {
				t.Fatal(err)
			}
			continue
		}
		data, err := os.ReadFile(filepath.Join(from, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(in, f.Name()), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return in
}

// toolIn runs a program in a folder, and shows its output if it fails.
func toolIn(t *testing.T, folder, name string, args ...string) {
	t.Helper()
	toolWith(t, folder, []string{"GOFLAGS=-mod=mod"}, name, args...)
}

// toolWith is toolIn with some more variables.
func toolWith(t *testing.T, folder string, environ []string, name string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = folder
	cmd.Env = append(append(os.Environ(), "REDOCLY_TELEMETRY=off", "NO_UPDATE_NOTIFIER=1"), environ...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, tail(out))
	}
}

// tail returns the end of a program's output.
func tail(out []byte) []byte { return out[max(0, len(out)-8000):] }
