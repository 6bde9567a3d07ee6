package internal_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// scripts/fuzz runs every target, also after one that fails, and ends with the
// list of those.
func TestFuzzScriptGoesOnAfterAFailure(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	script, err := os.ReadFile("../scripts/fuzz")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"go.mod":                  "module fuzzed\n\ngo 1.26\n",
		"scripts/fuzz":            string(script),
		"cmd/a/a.go":              "package a\n",
		"cmd/a/a_test.go":         "package a\n\nimport \"testing\"\n\nfunc FuzzBroken(f *testing.F) {\n\tf.Add(1)\n\tf.Fuzz(func(t *testing.T, n int) { t.Fatal(n) })\n}\n",
		"internal/b/b.go":         "package b\n",
		"internal/b/b_test.go":    "package b\n\nimport \"testing\"\n\nfunc FuzzSound(f *testing.F) {\n\tf.Add(1)\n\tf.Fuzz(func(t *testing.T, n int) {})\n}\n",
		"internal/b/more_test.go": "package b\n\nimport \"testing\"\n\nfunc FuzzBrokenToo(f *testing.F) {\n\tf.Add(1)\n\tf.Fuzz(func(t *testing.T, n int) { t.Fatal(n) })\n}\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) (string, int) {
		cmd := exec.CommandContext(t.Context(), filepath.Join(dir, "scripts/fuzz"), args...)
		cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "CGO_ENABLED=0")
		out, _ := cmd.CombinedOutput() // the code says it
		return string(out), cmd.ProcessState.ExitCode()
	}
	out, code := run("10x")
	if code != 1 || !strings.Contains(out, "== internal/b/FuzzSound") ||
		!strings.Contains(out, "3 fuzz targets ran, and these failed:\n  cmd/a/FuzzBroken\n  internal/b/FuzzBrokenToo\n") {
		t.Errorf("exit code %d:\n%s", code, out)
	}
	if out, code := run("10x", "FuzzSound"); code != 0 || !strings.Contains(out, "1 fuzz targets ran without a finding") {
		t.Errorf("the sound target alone: exit code %d:\n%s", code, out)
	}
	if out, code := run("10x", "nothing"); code != 2 {
		t.Errorf("no target: exit code %d:\n%s", code, out)
	}
}

// Every test that the Makefile takes out of the run with the race detector is there: a
// name that is none would leave its test with the others, and nobody would know.
func TestNamesOfTestsThatRunAlone(t *testing.T) {
	t.Parallel()
	makefile, err := os.ReadFile("../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`(?m)^ALONE := \^\((.*)\)\$\$$`).FindSubmatch(makefile)
	if list == nil {
		t.Fatal("the Makefile has no list ALONE")
	}
	var sources []byte
	for _, pattern := range []string{"store/sqlite/*_test.go", "store/postgres/*_test.go", "api/*_test.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			sources = append(sources, source...)
		}
	}
	for name := range strings.SplitSeq(string(list[1]), "|") {
		if !strings.Contains(string(sources), "func "+name+"(t *testing.T)") {
			t.Errorf("no test is called %s", name)
		}
	}
}
