package internal_test

import (
	"bytes"
	"cmp"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
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
		out, _ := cmd.CombinedOutput() // the exit code shows it
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

// All tests of every package but the browser's run, with the race detector or without
// it. What shares memory between goroutines runs with it, and so do concurrent tests of
// packages that do not.
func TestPackagesAreTested(t *testing.T) {
	t.Parallel()
	list := func(name string, args ...string) []string {
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Dir = ".."
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s %q: %v", name, args, err)
		}
		return strings.Fields(string(out))
	}
	race, raceBench := list("scripts/test-packages", "race"), list("scripts/test-packages", "race-bench")
	plain, all := list("scripts/test-packages", "plain"), list("go", "list", "./...")
	got := slices.Sorted(slices.Values(slices.Concat(race, plain, []string{"rastro/e2e"})))
	if slices.Sort(all); !slices.Equal(got, all) {
		t.Errorf("tested are %q, want %q", got, all)
	}
	for _, name := range []string{"admit", "httpkit/answercache", "httpkit/publiccache", "quota", "server", "store/postgres", "store/sqlite", "store/sqlstore", "app"} {
		if !slices.Contains(race, "rastro/internal/"+name) {
			t.Errorf("%s is tested without the race detector", name)
		}
	}
	some, tests := list("scripts/test-packages", "race-some"), list("scripts/test-packages", "race-tests")
	for _, name := range []string{"api", "web", "web/console", "web/console/record"} {
		if !slices.Contains(some, "rastro/internal/"+name) || !slices.Contains(plain, "rastro/internal/"+name) {
			t.Errorf("%s is not tested both ways", name)
		}
	}
	concurrent, err := regexp.Compile(strings.Join(tests, " "))
	if err != nil || !concurrent.MatchString("TestRecallsAndDecisionsHappenOnce") || concurrent.MatchString("TestCORS") ||
		concurrent.MatchString("TestRepeatedRecallAfterAnErasure") {
		t.Errorf("tests that run at once: %q, %v", tests, err)
	}
	for _, name := range []string{"attack", "brdoc", "canon", "geo", "kind", "lang", "lot", "memorytest", "ptbr"} {
		if !slices.Contains(plain, "rastro/internal/"+name) {
			t.Errorf("%s is tested with the race detector", name)
		}
	}
	if !slices.Contains(raceBench, "rastro/internal/store/sqlite") || slices.Contains(raceBench, "rastro/internal/admit") {
		t.Errorf("packages with benchmarks that are tested with the race detector: %q", raceBench)
	}
	if race[0] != "rastro/internal/store/postgres" || plain[0] != "rastro/internal/cli" {
		t.Errorf("the slowest packages are not the first: %q, %q", race, plain)
	}
	for _, name := range list("sh", "-c", `sed -n "/^slow='/,/'\$/p" scripts/test-packages | tr -d "'" | sed 's/^slow=//'`) {
		if !slices.Contains(all, "rastro/"+name) {
			t.Errorf("scripts/test-packages calls %s slow, which is not a package", name)
		}
	}
}

// Short is for benchmarks, and only testkit uses it: make test also passes it to tests, and none of
// them may do less.
func TestShortIsForBenchmarks(t *testing.T) {
	t.Parallel()
	err := filepath.WalkDir("..", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Name() == "node_modules" {
			return cmp.Or(err, fs.SkipDir)
		}
		if !strings.HasSuffix(name, ".go") || name == "../internal/testkit/sized.go" || name == "../internal/scripts_test.go" {
			return nil
		}
		source, err := os.ReadFile(name)
		if bytes.Contains(source, []byte("testing.Short(")) {
			t.Errorf("%s reads -short", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The tests that the Makefile runs without the race detector exist in exactly the packages that it
// names for them. With a wrong name a test would stay with the others, and in another package it
// would never run.
func TestNamesOfTestsThatRunAlone(t *testing.T) {
	t.Parallel()
	makefile, err := os.ReadFile("../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range misplacedAlone(t, string(makefile), os.DirFS("..")) {
		t.Error(problem)
	}
	const small = "ALONE := ^(TestA|TestB)$$\n\ttest -run '$(ALONE)' $(FRESH) ./internal/a\n"
	source := func(name string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte("package x\n\nfunc " + name + "(t *testing.T) {}\n")}
	}
	got := misplacedAlone(t, small, fstest.MapFS{
		"internal/a/a_test.go": source("TestA"), "internal/b/b_test.go": source("TestA"), "e2e/c_test.go": source("TestAB"),
	})
	if want := []string{"internal/b has a TestA too, which would never run", "no test is called TestB"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

var (
	aloneNames    = regexp.MustCompile(`(?m)^ALONE := \^\((.*)\)\$\$$`)
	alonePackages = regexp.MustCompile(`(?m)-run '\$\(ALONE\)'.* \$\(FRESH\) (\./.*)$`)
	testFunction  = regexp.MustCompile(`(?m)^func (Test\w*)\(\w+ \*testing\.T\)`)
)

// misplacedAlone lists the names of a Makefile's ALONE that no test has in the packages
// that it is run in, and those that a test of another package has.
func misplacedAlone(t *testing.T, makefile string, tree fs.FS) (wrong []string) {
	t.Helper()
	list, in := aloneNames.FindStringSubmatch(makefile), alonePackages.FindStringSubmatch(makefile)
	if list == nil || in == nil {
		t.Fatal("the Makefile has no list ALONE, or does not run it")
	}
	names, packages := strings.Split(list[1], "|"), strings.Fields(in[1])
	found := map[string]bool{}
	err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "node_modules" || len(name) > 1 && strings.HasPrefix(entry.Name(), ".")):
			return fs.SkipDir
		case !strings.HasSuffix(name, "_test.go"):
			return nil
		}
		source, err := fs.ReadFile(tree, name)
		folder := path.Dir(name)
		for _, function := range testFunction.FindAllSubmatch(source, -1) {
			switch test := string(function[1]); {
			case !slices.Contains(names, test):
			case slices.Contains(packages, "./"+folder):
				found[test] = true
			default:
				wrong = append(wrong, folder+" has a "+test+" too, which would never run")
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if !found[name] {
			wrong = append(wrong, "no test is called "+name)
		}
	}
	return wrong
}
