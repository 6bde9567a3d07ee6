package internal_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The floors of the house, from the ground up. Imports run downward only.
var (
	pure   = []string{"lang", "kind", "canon", "brdoc", "ptbr", "geo", "qr", "font", "cursor"}
	facts  = slices.Concat(pure, []string{"ledger", "lot", "audit", "ownership", "outline", "demo", "admit", "parked"})
	domain = slices.Concat(facts, []string{"trace"})
	shapes = slices.Concat(domain, []string{"quota", "remote", "regular", "httpkit", "tracefile", "dispute", "eudr", "epcis", "report", "sheet"})
	all    = slices.Concat(shapes, []string{"derive", "wholefile", "logkey", "clock", "store", "api", "web", "event", "server", "build", "config", "cli"})
)

// guarded are the packages of the standard library that only a row naming them
// may import; every row may import the rest.
var guarded = []string{"net/http", "database/sql", "html/template"}

// row says what a package may import beside the standard library: packages of
// this module by their path under internal, a guarded package, or a library.
// A name stands for everything below it as well.
type row struct {
	pkg string
	may []string
}

// rules is the whole of the architecture that the compiler does not enforce. A
// package without a row fails the test. Widen a row only with the reason in the
// commit, and the same sentence in docs/architecture.md.
var rules = []row{
	{"lang", with(nil, "golang.org/x/text")},
	{"canon", with(nil, "lang", "github.com/go-json-experiment/json")},
	{"kind", with(nil, "lang", "canon", "geo")},
	{"brdoc", with(nil, "lang", "canon")},
	{"ptbr", with(nil, "lang", "canon", "golang.org/x/text")},
	{"geo", with(nil, "lang", "canon", "github.com/paulmach/orb", "github.com/peterstace/simplefeatures")},
	{"geo/brazil", with(nil)},
	{"qr", with(nil, "lang", "canon", "rsc.io/qr")},
	{"font", with(nil)},
	{"cursor", with(nil)},

	{"admit", with(nil)}, // what needs memory asks for it, wherever it is

	{"parked", with(nil)},

	{"ledger", with(pure, "golang.org/x/mod")},
	{"lot", with(pure)},
	{"audit", with(pure, "lot")},     // a lot's code, a mass and a day are read in one place
	{"ownership", with(pure, "lot")}, // which roles claim a lot is said in one place
	{"outline", with(pure, "lot")},
	{"wholefile", with(nil)},
	{"logkey", with(nil, "wholefile")}, // a key is on disk, whole, before anybody signs with it
	{"clock", with(nil)},
	{"demo", with(pure)},

	{"trace", with(facts, "github.com/google/uuid", "golang.org/x/sync")},

	{"derive", with(domain)},

	{"store/sqlstore", with(domain, "derive", "database/sql", "github.com/pressly/goose/v3", "golang.org/x/sync")},
	{"store/sqlite", with(domain, "derive", "wholefile", "store/sqlstore", "store/sqlite/native", "database/sql", "github.com/maypok86/otter/v2", "github.com/pressly/goose/v3", "golang.org/x/sync", "modernc.org/sqlite")},
	{"store/sqlite/native", with(nil, "modernc.org/libc", "modernc.org/sqlite")},
	{"store/postgres", with(domain, "derive", "store/sqlstore", "database/sql", "github.com/pressly/goose/v3", "golang.org/x/sync", "github.com/jackc/pgx/v5")},
	{"store/postgres/pgtest", with(nil, "github.com/jackc/pgx/v5")},
	{"store/storetest", with(domain, "regular", "derive", "logkey", "github.com/google/go-cmp", "pgregory.net/rapid")},

	{"quota", with(nil, "github.com/maypok86/otter/v2")},
	{"remote", with(nil, "net/http")}, // reads forwarded addresses out of headers, and nothing else
	{"regular", with(nil, "remote")},
	{"httpkit", with(nil, "lang", "trace", "net/http", "github.com/andybalholm/brotli")},
	{"httpkit/keygate", with(nil, "quota", "regular", "remote", "trace")},
	{"httpkit/answercache", with(nil, "trace", "github.com/maypok86/otter/v2")},
	{"httpkit/publiccache", with(nil, "admit", "httpkit/answercache", "trace", "github.com/maypok86/otter/v2")}, // it follows harvests as answercache does
	{"tracefile", with(domain)},
	{"dispute", with(domain)},
	{"eudr", with(domain, "tracefile")}, // a dossier has the balance, as the API writes it
	{"epcis", with(domain)},
	{"report", with(domain, "codeberg.org/go-pdf/fpdf")},
	{"sheet", with(nil, "lang", "canon", "kind", "ptbr", "github.com/xuri/excelize/v2")}, // pure: it knows kinds, not records

	{"api", with(shapes, "api/openapi", "net/http", "github.com/klauspost/compress")},
	{"api/openapi", with(domain, "report")},
	{"web", with(shapes, "web/assets", "web/drawing", "net/http", "html/template")},
	{"web/assets", with(nil, "httpkit", "net/http", "github.com/andybalholm/brotli")},
	{"web/drawing", with(pure)},
	{"web/graph", with(nil)},
	{"web/console", with(nil, "admit", "eudr", "httpkit", "kind", "lang", "remote", "report", "sheet", "trace", "web/assets", "web/console/admin", "web/console/harvest", "web/console/intake", "web/console/lot", "web/console/pagekit", "web/console/record", "net/http", "html/template")},
	{"web/console/pagekit", with(nil, "admit", "kind", "lang", "trace", "net/http")},
	{"web/console/harvest", with(nil, "audit", "canon", "dispute", "geo", "kind", "lang", "lot", "qr", "report", "trace", "web/console/pagekit", "web/drawing", "net/http", "html/template")},
	{"web/console/record", with(nil, "audit", "canon", "httpkit", "kind", "lang", "ledger", "ptbr", "sheet", "trace", "web/console/pagekit", "net/http")},
	{"web/console/lot", with(nil, "audit", "canon", "dispute", "eudr", "httpkit", "kind", "lang", "lot", "ownership", "trace", "tracefile", "web/console/pagekit", "web/graph", "net/http", "html/template")},
	{"web/console/intake", with(nil, "admit", "audit", "httpkit", "kind", "lang", "sheet", "trace", "web/console/pagekit", "net/http")},
	{"web/console/admin", with(nil, "canon", "dispute", "httpkit", "kind", "lang", "ledger", "lot", "ownership", "trace", "web/console/pagekit", "net/http")},
	{"web/console/consoletest", with(nil, "admit", "httpkit/keygate", "kind", "remote", "store/sqlite", "trace", "web/console", "net/http")}, // a console over a real store, for tests
	{"event", with(domain, "net/http")},
	{"server", with(shapes, "api", "web", "event", "net/http", "github.com/prometheus/client_golang", "github.com/klauspost/compress", "github.com/caddyserver/certmagic")},

	{"build", with(nil)},
	{"config", with(nil, "admit", "github.com/spf13/pflag")}, // the least budget is said in one place
	{"cli", with(all, "net/http", "github.com/spf13/cobra", "github.com/spf13/pflag", "golang.org/x/sync")},
	{"cmd/rastro", with(nil, "cli")},
}

func with(floor []string, more ...string) []string { return slices.Concat(floor, more) }

func TestImports(t *testing.T) {
	for pkg, files := range source(t) {
		if _, ok := rowOf(pkg); !ok {
			t.Errorf("package %s has no row in the rules of internal/arch_test.go: add one that says what it may import", pkg)
			continue
		}
		for _, f := range files {
			for _, spec := range f.Imports {
				path, err := strconv.Unquote(spec.Path.Value)
				if err != nil {
					t.Fatal(err)
				}
				if !allowed(pkg, path) {
					t.Errorf("%s: %s may not import %s; its row in internal/arch_test.go does not name it", f.name, pkg, path)
				}
			}
		}
	}
}

func TestEveryPackageSaysWhatItIs(t *testing.T) {
	for pkg, files := range source(t) {
		if !slices.ContainsFunc(files, func(f file) bool { return strings.TrimSpace(f.Doc.Text()) != "" }) {
			t.Errorf("package %s has no package comment", pkg)
		}
	}
}

func TestNoInit(t *testing.T) {
	for _, files := range source(t) {
		for _, f := range files {
			for _, decl := range f.Decls {
				if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
					t.Errorf("%s: func init(): pass in what it sets up", f.name)
				}
			}
		}
	}
}

// TestRules holds the table to the sentences it was made from.
func TestRules(t *testing.T) {
	for _, r := range rules {
		for _, name := range r.may {
			if library(name) || slices.Contains(guarded, name) {
				continue
			}
			if !slices.ContainsFunc(rules, func(other row) bool { return under(other.pkg, name) }) {
				t.Errorf("row %s names %s, which is no row, library or guarded package", r.pkg, name)
			}
		}
	}
	for _, c := range []struct {
		path string
		only []string // nil: none
	}{
		{"net/http", []string{"remote", "httpkit", "api", "web", "web/assets", "web/console", "web/console/pagekit", "web/console/harvest", "web/console/record", "web/console/lot", "web/console/intake", "web/console/admin", "web/console/consoletest", "event", "server", "cli"}},
		{"net/http/httputil", []string{"remote", "httpkit", "api", "web", "web/assets", "web/console", "web/console/pagekit", "web/console/harvest", "web/console/record", "web/console/lot", "web/console/intake", "web/console/admin", "web/console/consoletest", "event", "server", "cli"}},
		{"database/sql", []string{"store/sqlstore", "store/sqlite", "store/postgres"}},
		{"modernc.org/sqlite", []string{"store/sqlite", "store/sqlite/native"}},
		{"modernc.org/libc", []string{"store/sqlite/native"}},
		{"github.com/jackc/pgx/v5/pgxpool", []string{"store/postgres", "store/postgres/pgtest"}},
		{"github.com/pressly/goose/v3", []string{"store/sqlstore", "store/sqlite", "store/postgres"}},
		{"html/template", []string{"web", "web/console", "web/console/harvest", "web/console/lot"}},
		{"github.com/xuri/excelize/v2", []string{"sheet"}},
		{"rastro/internal/api", []string{"server", "cli"}},
		{"rastro/internal/web", []string{"server", "cli"}},
		{"rastro/internal/store/sqlite", []string{"cli", "web/console/consoletest"}},
		{"rastro/internal/config", []string{"cli"}},
		{"rastro/internal/server", []string{"cli"}},
		{"rastro/internal/cli", []string{"cli", "cmd/rastro"}},
		{"rastro/bench", nil},
		{"github.com/stretchr/testify", nil},
		{"go.uber.org/mock", nil},
	} {
		for _, r := range rules {
			if got, want := allowed(r.pkg, c.path), slices.Contains(c.only, r.pkg); got != want {
				t.Errorf("%s may import %s: %t, want %t", r.pkg, c.path, got, want)
			}
		}
	}
}

func rowOf(pkg string) (row, bool) {
	i := slices.IndexFunc(rules, func(r row) bool { return r.pkg == pkg })
	if i < 0 {
		return row{}, false
	}
	return rules[i], true
}

// allowed tells whether a package may import a path.
func allowed(pkg, path string) bool {
	named := func(names []string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return under(path, name) })
	}
	r, _ := rowOf(pkg)
	if ours, ok := strings.CutPrefix(path, "rastro/"); ok {
		path = strings.TrimPrefix(ours, "internal/")
		return named(r.may)
	}
	return named(r.may) || !library(path) && !named(guarded)
}

// under tells whether a path is name or lies below it.
func under(path, name string) bool { return path == name || strings.HasPrefix(path, name+"/") }

// library tells a module's path from one of the standard library.
func library(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return strings.Contains(first, ".")
}

type file struct {
	*ast.File
	name string
}

// source reads every Go file of the program that is not a test, by package. It
// reads the files themselves: the test cache notices when these change, but not
// when the answer of a command such as go list would.
func source(t *testing.T) map[string][]file {
	t.Helper()
	packages := map[string][]file{}
	for _, root := range []string{".", "../cmd"} {
		err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case entry.IsDir() && entry.Name() == "testdata":
				return fs.SkipDir
			case entry.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
				return nil
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			pkg := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(name)), "../")
			packages[pkg] = append(packages[pkg], file{parsed, name})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return packages
}
