package e2e

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"rastro/internal/cli"
	"rastro/internal/testkit"
)

// hooked are the options of a server whose webhooks reach receivers of a test.
var hooked = []string{"--webhook-http", "--webhook-allow", "127.0.0.1"}

// TestGoClient runs the tests of clients/go against a real server.
func TestGoClient(t *testing.T) {
	t.Parallel()
	s := startWith(t, hooked...)
	toolWith(t, filepath.Join("..", "clients", "go"), clientEnv(t, s), "go", "test", "-vet=off", "-count=1", ".")
}

// ownTypeScript builds clients/typescript with the types of a server, and runs its tests against it.
func ownTypeScript(t *testing.T, s *running, schema string) {
	from := filepath.Join("..", "clients", "typescript")
	in := t.TempDir()
	for _, folder := range []string{"src", "test"} {
		if err := os.CopyFS(filepath.Join(in, folder), os.DirFS(filepath.Join(from, folder))); err != nil {
			t.Fatal(err)
		}
	}
	packages, err := filepath.Abs(filepath.Join("clients", "ts", "node_modules"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(packages, filepath.Join(in, "node_modules")); err != nil {
		t.Fatal(err)
	}
	types := readFile(t, schema)
	for name, content := range map[string]string{
		"package.json": readFile(t, filepath.Join(from, "package.json")), "tsconfig.json": readFile(t, filepath.Join(from, "tsconfig.json")),
		"src/schema.d.ts": types, "src/readme.ts": shown(t, readFile(t, filepath.Join(from, "README.md"))),
	} {
		if err := os.WriteFile(filepath.Join(in, filepath.FromSlash(name)), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	toolIn(t, in, "node", "node_modules/typescript/bin/tsc", "-p", ".")
	toolWith(t, in, clientEnv(t, s), "node", "--test", "test/client.test.mjs", "test/vectors.test.mjs")
}

// given are the names that the README's code presupposes.
const given = `declare const accessKey: string, secretKey: string, secret: string, nextSecret: string, logKey: string, request: Request;
declare let position: number;
`

// shown returns the code that a README shows, as one module: it is compiled, not run.
func shown(t *testing.T, readme string) string {
	blocks := regexp.MustCompile("(?s)```ts\n(.*?)```").FindAllStringSubmatch(readme, -1)
	if len(blocks) == 0 {
		t.Fatal("the README shows no code")
	}
	var b strings.Builder
	b.WriteString(given)
	for _, block := range blocks {
		b.WriteString(block[1])
	}
	return b.String()
}

// The client is tested with the packages that it names.
func TestTypeScriptClientPackages(t *testing.T) {
	t.Parallel()
	type manifest struct{ Dependencies, DevDependencies map[string]string }
	read := func(name string) (m manifest) {
		if err := json.Unmarshal([]byte(readFile(t, name)), &m); err != nil {
			t.Fatal(err)
		}
		return m
	}
	own, tested := read("../clients/typescript/package.json"), read("clients/ts/package.json").DevDependencies
	if len(own.Dependencies) != 1 {
		t.Errorf("the client depends on %v, not on openapi-fetch alone", own.Dependencies)
	}
	maps.Copy(own.Dependencies, own.DevDependencies)
	for name, version := range own.Dependencies {
		if tested[name] != version {
			t.Errorf("the client asks for %s %s, and is tested with %q", name, version, tested[name])
		}
	}
}

// clientEnv tells a client's tests which server to call.
func clientEnv(t *testing.T, s *running) []string {
	t.Helper()
	page, err := filepath.Abs(filepath.Join("..", "docs", "verify.md"))
	if err != nil {
		t.Fatal(err)
	}
	var key, errs testkit.Transcript
	if code := cli.Run(t.Context(), []string{"log", "key", "--db", "sqlite:" + s.file}, nil, &key, &errs); code != 0 {
		t.Fatalf("log key: %s", &errs)
	}
	return []string{"RASTRO_URL=" + s.url, "RASTRO_ACCESS_KEY=" + rootAccess, "RASTRO_SECRET_KEY=" + rootSecret, "RASTRO_LOG_KEY=" + strings.TrimSpace(key.String()), "RASTRO_VERIFY_PAGE=" + page}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
