package internal_test

import (
	"fmt"
	"go/ast"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The maximum size of a package. Only files other than tests count: tests are next to what they
// test, and a well-tested package should not be split because of them.
const (
	maxFiles = 30
	maxLines = 5000
)

// largePackages may be larger. An unnecessary row fails the test.
var largePackages = []string{
	"store/storetest", // the suite that both engines pass
}

func TestPackageSizes(t *testing.T) {
	for _, fault := range sizeFaults(largePackages, source(t)) {
		t.Error(fault)
	}
}

// sizeFaults lists packages that are too large, and exceptions without need.
func sizeFaults(large []string, packages map[string][]file) (all []string) {
	for pkg, files := range packages {
		lines := 0
		for _, f := range files {
			lines += f.lines
		}
		over := len(files) > maxFiles || lines > maxLines
		switch excepted := slices.Contains(large, pkg); {
		case over && !excepted:
			all = append(all, fmt.Sprintf("package %s has %d files and %d lines, of at most %d and %d: split it", pkg, len(files), lines, maxFiles, maxLines))
		case excepted && !over:
			all = append(all, fmt.Sprintf("package %s has %d files and %d lines: remove it from largePackages", pkg, len(files), lines))
		}
	}
	for _, pkg := range large {
		if packages[pkg] == nil {
			all = append(all, fmt.Sprintf("largePackages names %s, which is not a package: remove it", pkg))
		}
	}
	slices.Sort(all)
	return all
}

// maxMethods is the maximum number of methods of an interface, including embedded ones.
const maxMethods = 12

// largePorts are the interfaces that have more, and how many. They may only shrink:
// a number that is too large fails the test as well.
var largePorts = map[string]int{
	"derive.Reader":     67,
	"derive.Store":      78,
	"derive.Writer":     111,
	"proof.StoreReader": 16, // a store is verified as a whole
	"trace.Reader":      63,
	"trace.Store":       74,
	"trace.Writer":      99,
}

// sharedPorts are the structs of ports with which a use case calls others in its own snapshot or
// transaction, with the total number of methods. Each port has its own limit; this table shows what
// a package can reach in all.
var sharedPorts = map[string]int{
	"account.Writers":        27, // credentials, factors, the indexes of roles, and the journal of people
	"attach.Readers":         6,
	"attach.Writers":         14, // records, and where their files are
	"erase.Writers":          16, // its own, and recall's
	"harvests.Readers":       16, // its own, and review's
	"intake.Writers":         16, // its own, and what lists imports
	"intake/runs.Writers":    25, // what an undo reads and writes
	"lineage.Readers":        19, // its own, and evidence's
	"lineage/recall.Readers": 26, // its own two, lineage's and evidence's
	"organization.Writers":   21, // its own, and those for the journal and keys
	"public.Readers":         14, // its own, that for who validated, and that for filings with the EU
	"records.Writers":        20, // its own two, and review's
	"review.Readers":         13, // its own, and what says when the catalogue changed
	"share.Writers":          13, // its own, and the lock of a harvest
	"taxdocs.Readers":        12, // records, and what is kept of documents
	"taxdocs.Writers":        21, // the same, where files are noted, and answers that are kept
}

func TestPortSizes(t *testing.T) {
	for _, fault := range portFaults(largePorts, source(t)) {
		t.Error(fault)
	}
}

func TestSharedPortSizes(t *testing.T) {
	for _, fault := range sharedFaults(sharedPorts, source(t)) {
		t.Error(fault)
	}
}

// sharedFaults compares the structs of several ports with a table of them.
func sharedFaults(table map[string]int, packages map[string][]file) (all []string) {
	found := interfaces(packages).shared(packages)
	for name, n := range found {
		if said, ok := table[name]; !ok || said != n {
			all = append(all, fmt.Sprintf("the ports of struct %s have %d methods: sharedPorts says %d", name, n, said))
		}
	}
	for name := range table {
		if _, ok := found[name]; !ok {
			all = append(all, fmt.Sprintf("sharedPorts names %s, which is not a struct of ports: remove it", name))
		}
	}
	slices.Sort(all)
	return all
}

// portFaults lists interfaces that are larger than they may be, and exceptions that allow more than
// is needed.
func portFaults(large map[string]int, packages map[string][]file) (all []string) {
	ports := interfaces(packages)
	for name := range ports {
		n := len(ports.methods(name))
		allowed, excepted := large[name]
		switch {
		case n > max(allowed, maxMethods):
			all = append(all, fmt.Sprintf("interface %s has %d methods, of at most %d: split it by use case", name, n, max(allowed, maxMethods)))
		case excepted && n <= maxMethods:
			all = append(all, fmt.Sprintf("interface %s has %d methods: remove it from largePorts", name, n))
		case excepted && n < allowed:
			all = append(all, fmt.Sprintf("interface %s has %d methods: largePorts says %d; lower it", name, n, allowed))
		}
	}
	for name := range large {
		if _, ok := ports[name]; !ok {
			all = append(all, fmt.Sprintf("largePorts names %s, which is not an interface: remove it", name))
		}
	}
	slices.Sort(all)
	return all
}

// portTable has every interface type by its package and name: trace.Store. One
// without a name, such as a field's, is named after its file and place.
type portTable map[string]port

type port struct {
	*ast.InterfaceType
	file file
	pkg  string
}

func interfaces(packages map[string][]file) portTable {
	table := portTable{}
	for pkg, files := range packages {
		for _, f := range files {
			named := map[*ast.InterfaceType]bool{}
			ast.Inspect(f.File, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.TypeSpec:
					if i, ok := n.Type.(*ast.InterfaceType); ok {
						named[i] = true
						table[pkg+"."+n.Name.Name] = port{i, f, pkg}
					}
				case *ast.InterfaceType:
					if !named[n] {
						table[fmt.Sprintf("%s (byte %d)", f.name, n.Pos())] = port{n, f, pkg}
					}
				}
				return true
			})
		}
	}
	return table
}

// methods names the methods of an interface, with those of the interfaces that it
// embeds. An interface from outside this module counts as one method.
func (t portTable) methods(name string) map[string]bool {
	p, ok := t[name]
	if !ok {
		return map[string]bool{name: true}
	}
	all := map[string]bool{}
	for _, field := range p.Methods.List {
		for _, method := range field.Names {
			all[method.Name] = true
		}
		if len(field.Names) == 0 {
			if embedded := p.embedded(field.Type); embedded != "" {
				maps.Copy(all, t.methods(embedded))
			}
		}
	}
	return all
}

// shared counts the methods of each struct that consists only of interfaces and embeds the first: a
// package's own port, with those of others.
func (t portTable) shared(packages map[string][]file) map[string]int {
	structs := map[string]int{}
	for pkg, files := range packages {
		for _, f := range files {
			ast.Inspect(f.File, func(n ast.Node) bool {
				spec, ok := n.(*ast.TypeSpec)
				if !ok {
					return true
				}
				s, ok := spec.Type.(*ast.StructType)
				if !ok || len(s.Fields.List) < 2 || len(s.Fields.List[0].Names) > 0 {
					return true
				}
				all := map[string]bool{}
				for _, field := range s.Fields.List {
					name := port{file: f, pkg: pkg}.embedded(field.Type)
					if _, ok := t[name]; !ok {
						return true
					}
					maps.Copy(all, t.methods(name))
				}
				structs[pkg+"."+spec.Name.Name] = len(all)
				return true
			})
		}
	}
	return structs
}

// embedded returns the name of an embedded interface in the table; "" for a union of
// types, which has no methods.
func (p port) embedded(expr ast.Expr) string {
	switch expr := expr.(type) {
	case *ast.Ident:
		return p.pkg + "." + expr.Name
	case *ast.SelectorExpr:
		from, ok := expr.X.(*ast.Ident)
		if !ok {
			return ""
		}
		return p.imported(from.Name) + "." + expr.Sel.Name
	case *ast.IndexExpr:
		return p.embedded(expr.X)
	}
	return ""
}

// imported returns the package that a file refers to by a name, as the tables name it.
func (p port) imported(name string) string {
	for _, spec := range p.file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			panic(err) // it was parsed
		}
		known := path[strings.LastIndexByte(path, '/')+1:]
		if spec.Name != nil {
			known = spec.Name.Name
		}
		if known == name {
			return strings.TrimPrefix(strings.TrimPrefix(path, "rastro/"), "internal/")
		}
	}
	return name
}

// TestSizeFaultsAreFound shows that the tests of sizes fail when they should.
func TestSizeFaultsAreFound(t *testing.T) {
	pkg := func(files, lines int) map[string][]file {
		all := make([]file, files)
		all[0].lines = lines
		return map[string][]file{"a": all}
	}
	for _, tc := range []struct {
		name         string
		files, lines int
		large        []string
		want         string // part of the only fault; "" for none
	}{
		{"as large as may be", maxFiles, maxLines, nil, ""},
		{"a file too many", maxFiles + 1, 1, nil, "package a has 31 files"},
		{"a line too many", 1, maxLines + 1, nil, "and 5001 lines"},
		{"an exception", maxFiles + 1, maxLines + 1, []string{"a"}, ""},
		{"an exception without need", maxFiles, maxLines, []string{"a"}, "remove it from largePackages"},
		{"an exception for nothing", 1, 1, []string{"b"}, "which is not a package"},
	} {
		checkFault(t, tc.name, sizeFaults(tc.large, pkg(tc.files, tc.lines)), tc.want)
	}
}

// TestPortFaultsAreFound shows that the test of ports fails when it should.
func TestPortFaultsAreFound(t *testing.T) {
	methods := func(from, to int) string {
		var src strings.Builder
		for i := from; i <= to; i++ {
			fmt.Fprintf(&src, "M%d(); ", i)
		}
		return src.String()
	}
	for _, tc := range []struct {
		name, src string
		large     map[string]int
		want      string // part of the only fault; "" for none
	}{
		{"as large as may be", "type P interface { " + methods(1, 12) + "}", nil, ""},
		{"a method too many", "type P interface { " + methods(1, 13) + "}", nil, "interface a.P has 13 methods"},
		{"with those it embeds", "type Q interface { " + methods(1, 7) + "}; type P interface { Q; " + methods(8, 13) + "}", nil, "interface a.P has 13 methods"},
		{"embedded twice", "type Q interface { " + methods(1, 12) + "}; type P interface { Q; " + methods(1, 12) + "}", nil, ""},
		{"from another package", `import b "rastro/internal/b"; type P interface { b.R; ` + methods(3, 13) + "}", nil, "interface a.P has 13 methods"},
		{"from the standard library", `import "io"; type P interface { io.Reader; ` + methods(1, 12) + "}", nil, "interface a.P has 13 methods"},
		{"without a name", "type S struct { on interface { " + methods(1, 13) + "} }", nil, "has 13 methods"},
		{"a constraint", "type P interface { ~int | ~string }", nil, ""},
		{"an exception", "type P interface { " + methods(1, 13) + "}", map[string]int{"a.P": 13}, ""},
		{"an exception that grew", "type P interface { " + methods(1, 14) + "}", map[string]int{"a.P": 13}, "has 14 methods, of at most 13"},
		{"an exception that shrank", "type P interface { " + methods(1, 13) + "}", map[string]int{"a.P": 14}, "lower it"},
		{"an exception without need", "type P interface { " + methods(1, 12) + "}", map[string]int{"a.P": 13}, "remove it from largePorts"},
		{"an exception for nothing", "", map[string]int{"a.P": 13}, "which is not an interface"},
	} {
		packages := map[string][]file{"a": parsed(t, tc.src), "b": parsed(t, "type R interface { M1(); M2() }")}
		checkFault(t, tc.name, portFaults(tc.large, packages), tc.want)
	}
}

// TestSharedPortFaultsAreFound shows that the test of structs of ports fails when it should.
func TestSharedPortFaultsAreFound(t *testing.T) {
	const (
		both = `import "rastro/internal/b"; type P interface { M1(); M3() }; type S struct { P; Other b.R }`
		not  = `import "rastro/internal/b"; type P interface { M1() }; type S struct { P; n int }; type T struct { p P; r b.R }`
	)
	for _, tc := range []struct {
		name, src string
		table     map[string]int
		want      string // part of the only fault; "" for none
	}{
		{"in the table", both, map[string]int{"a.S": 3}, ""},
		{"not in the table", both, nil, "struct a.S have 3 methods"},
		{"more than the table says", both, map[string]int{"a.S": 2}, "sharedPorts says 2"},
		{"less than the table says", both, map[string]int{"a.S": 4}, "sharedPorts says 4"},
		{"other structs", not, nil, ""},
		{"no such struct", not, map[string]int{"a.S": 3}, "not a struct of ports"},
	} {
		packages := map[string][]file{"a": parsed(t, tc.src), "b": parsed(t, "type R interface { M1(); M2() }")}
		checkFault(t, tc.name, sharedFaults(tc.table, packages), tc.want)
	}
}

// checkFault compares the faults found with the expected one.
func checkFault(t *testing.T, name string, got []string, want string) {
	t.Helper()
	if want == "" && len(got) > 0 || want != "" && (len(got) != 1 || !strings.Contains(got[0], want)) {
		t.Errorf("%s: %q, want %q", name, got, want)
	}
}
