package internal_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// file is a parsed file of a package.
type file struct {
	*ast.File
	name  string
	lines int
}

// uses lists a file's imports, and its uses of time.Now.
func (f file) uses() (paths []string) {
	clock := ""
	for _, spec := range f.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			panic(err) // it was parsed
		}
		if path == "time" {
			clock = path
			if spec.Name != nil {
				clock = spec.Name.Name
			}
		}
		paths = append(paths, path)
	}
	ast.Inspect(f.File, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && sel.Sel.Name == "Now" {
			if from, ok := sel.X.(*ast.Ident); ok && clock != "" && from.Name == clock {
				paths = append(paths, "time.Now")
			}
		}
		return true
	})
	return paths
}

// source reads every Go file that is not a test, by package.
func source(t *testing.T) map[string][]file {
	t.Helper()
	return files(t, func(name string) bool { return !strings.HasSuffix(name, "_test.go") })
}

// testSource reads the tests, by the package whose folder they are in.
func testSource(t *testing.T) map[string][]file {
	t.Helper()
	return files(t, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
}

// files returns the selected Go files of this module, by package.
func files(t *testing.T, wanted func(name string) bool) map[string][]file {
	t.Helper()
	all, err := everyFile()
	if err != nil {
		t.Fatal(err)
	}
	packages := map[string][]file{}
	for _, f := range all {
		if wanted(f.name) {
			pkg := packageOf(f.name)
			packages[pkg] = append(packages[pkg], f)
		}
	}
	return packages
}

// everyFile reads the Go files of this module, once for all tests. It reads the files
// themselves: the test cache notices when these change, but not when the answer of
// a command such as go list would.
var everyFile = sync.OnceValues(func() (all []file, err error) {
	for _, root := range []string{".", "../cmd", "../bench", "../e2e"} {
		err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case entry.IsDir() && (entry.Name() == "testdata" || entry.Name() == "node_modules" || ownModule(name)):
				return fs.SkipDir
			case entry.IsDir() || filepath.Ext(name) != ".go":
				return nil
			}
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			all = append(all, file{parsed, name, bytes.Count(text, []byte("\n"))})
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
})

// ownModule reports whether a folder is another module, which these rules do not
// cover.
func ownModule(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, "go.mod"))
	return err == nil
}

// packageOf names the package of a file as the tables do.
func packageOf(name string) string {
	pkg := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(name)), "../")
	if pkg == "." {
		return "internal"
	}
	return pkg
}

// parsed returns a package of one file, for the tests of these tests.
func parsed(t *testing.T, src string) []file {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "a.go", "package a\n"+src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return []file{{f, "a.go", strings.Count(src, "\n") + 2}}
}
