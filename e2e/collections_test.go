package e2e

import (
	"encoding/json"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestBrunoCollection runs every request in clients/bruno against an empty server, with the program
// that Bruno's users run: each answer must match its request.
func TestBrunoCollection(t *testing.T) {
	t.Parallel()
	needBrowser(t) // Node.js comes with it
	s := startWith(t)
	collection := filepath.Join("..", "clients", "bruno")
	program, err := filepath.Abs(filepath.Join("clients", "bruno", "node_modules", "@usebruno", "cli", "bin", "bru.js"))
	if err != nil {
		t.Fatal(err)
	}
	report := filepath.Join(t.TempDir(), "report.json")
	cmd := exec.CommandContext(t.Context(), "node", program, "run", "-r", "--env", "servidor", "--env-var", "baseUrl="+s.url, "--env-var", "accessKey="+rootAccess, "--env-var", "secretKey="+rootSecret,
		"--exclude-tags", "sem-fim", "--format", "json", "--output", report)
	cmd.Dir = collection
	out, failed := cmd.CombinedOutput() // the report says what failed
	content, err := os.ReadFile(report)
	if err != nil {
		t.Fatalf("%v, %v: %s", err, failed, tail(out))
	}
	var runs []struct {
		Results []struct {
			Name             string
			Response         struct{ Status any }
			AssertionResults []struct{ LHSExpr, RHSExpr, Status, Error string }
		}
	}
	if err := json.Unmarshal(content, &runs); err != nil || len(runs) != 1 {
		t.Fatalf("%d runs, %v", len(runs), err)
	}
	for _, r := range runs[0].Results {
		for _, a := range r.AssertionResults {
			if a.Status != "pass" {
				t.Errorf("%s: %v: %s %s: %s", r.Name, r.Response.Status, a.LHSExpr, a.RHSExpr, a.Error)
			}
		}
	}
	requests := 0
	err = filepath.WalkDir(collection, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, ".bru") && entry.Name() != "folder.bru" && entry.Name() != "collection.bru" && filepath.Base(filepath.Dir(name)) != "environments" {
			requests++
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(runs[0].Results); n != requests-1 || failed != nil { // one never ends
		t.Errorf("%d of %d requests were sent, %v", n, requests, failed)
	}
}

// TestPostmanImports converts the served document with Postman's own importer: every operation
// becomes a request.
func TestPostmanImports(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	s := startWith(t)
	document := s.call(t, http.MethodGet, "/openapi-3.0.json", "", http.StatusOK)
	served := filepath.Join(t.TempDir(), "openapi.json")
	if err := os.WriteFile(served, document, 0o600); err != nil {
		t.Fatal(err)
	}
	var described struct {
		Paths map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal(document, &described); err != nil {
		t.Fatal(err)
	}
	operations := 0
	for _, methods := range described.Paths {
		for _, method := range []string{"get", "post", "put", "delete"} {
			if methods[method] != nil {
				operations++
			}
		}
	}
	cmd := exec.CommandContext(t.Context(), "node", "postman.mjs", served)
	cmd.Dir = filepath.Join("clients", "bruno")
	out, err := cmd.CombinedOutput()
	var made int
	if err != nil || json.Unmarshal(out, &made) != nil || made != operations {
		t.Errorf("%s requests of %d operations, %v", tail(out), operations, err)
	}
}
