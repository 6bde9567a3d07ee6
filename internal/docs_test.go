package internal_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rastro/internal/build"
	"rastro/internal/check"
	"rastro/internal/demo"
	"rastro/internal/eudr"
	"rastro/internal/eudr/plotfile"
	"rastro/internal/geo"
	"rastro/internal/harvests"
	"rastro/internal/kind"
	"rastro/internal/landlayer"
	"rastro/internal/lot"
	"rastro/internal/profile"
	"rastro/internal/sheet"
	"rastro/internal/trace"
)

// documents returns every Markdown document of the project by its path from
// the project's root.
func documents(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, pattern := range []string{"../*.md", "../docs/*.md"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			all[filepath.ToSlash(strings.TrimPrefix(name, ".."+string(filepath.Separator)))] = read(t, name)
		}
	}
	return all
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The README's GTIN is that of a demonstration harvest: anyone who follows the tour finds the page.
func TestReadmeGTINIsTheDemonstrations(t *testing.T) {
	named := regexp.MustCompile("`(\"gtin\":[^`]*)`").FindStringSubmatch(read(t, "../docs/tour.md"))
	if named == nil {
		t.Fatal("docs/tour.md names no GTIN")
	}
	var example struct {
		GTIN  string
		Lotes []string
	}
	if err := json.Unmarshal([]byte("{"+named[1]+"}"), &example); err != nil {
		t.Fatal(err)
	}
	records, err := demo.Harvests()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		var payload struct {
			GTIN  string
			Lotes []string
		}
		if r.Prefix == "/validacao" && json.Unmarshal(r.Payload, &payload) == nil && payload.GTIN == example.GTIN && slices.Equal(payload.Lotes, example.Lotes) {
			return
		}
	}
	t.Errorf("the demonstration has no validation with %s", named[1])
}

var link = regexp.MustCompile(`\]\(([^)\s#]+)(#[^)\s]*)?\)`)

func TestLinksLeadSomewhere(t *testing.T) {
	for name, text := range documents(t) {
		for _, found := range link.FindAllStringSubmatch(text, -1) {
			if target := found[1]; !strings.Contains(target, "://") {
				if _, err := os.Stat(filepath.Join("..", path.Dir(name), target)); err != nil {
					t.Errorf("%s links to %s: %v", name, target, err)
				}
			}
		}
	}
}

// dependencyRow is a row of docs/dependencies.md.
var dependencyRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (\\S+) \\|")

func TestDependencies(t *testing.T) {
	want := vendored(t)
	maps.Copy(want, direct(t))
	maps.Copy(want, mapped(t))
	var manifest struct{ Dependencies, DevDependencies map[string]string }
	if err := json.Unmarshal([]byte(read(t, "../e2e/package.json")), &manifest); err != nil {
		t.Fatal(err)
	}
	maps.Copy(want, manifest.Dependencies)
	maps.Copy(want, manifest.DevDependencies)
	got := map[string]string{}
	for _, found := range dependencyRow.FindAllStringSubmatch(read(t, "../docs/dependencies.md"), -1) {
		got[found[1]] = found[2]
	}
	for name, version := range want {
		if got[name] != version {
			t.Errorf("docs/dependencies.md has %s at %q, want %q", name, got[name], version)
		}
	}
	for name := range got {
		if want[name] == "" {
			t.Errorf("docs/dependencies.md has a row for %s, which nothing here depends on", name)
		}
	}
}

// What is bundled with the program is in its list of components, too.
func TestBundledPackagesAreListed(t *testing.T) {
	want := vendored(t)
	maps.Copy(want, mapped(t))
	list, err := build.Of(&debug.BuildInfo{}, "", "").SBOM()
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Components []struct{ Name, Version, PURL string }
	}
	if err := json.Unmarshal(list, &doc); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, c := range doc.Components {
		if strings.HasPrefix(c.PURL, "pkg:npm/") {
			got[c.Name] = c.Version
		}
	}
	if !maps.Equal(got, want) {
		t.Errorf("internal/build lists %v, want %v", got, want)
	}
}

// vendored returns the packages whose files the pages load.
func vendored(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, match := range regexp.MustCompile(`name: '([^']+)', version: '([^']+)'`).FindAllStringSubmatch(read(t, "web/assets/update"), -1) {
		found[match[1]] = match[2]
	}
	if len(found) == 0 {
		t.Fatal("web/assets/update names no version")
	}
	return found
}

// mapped returns the packages from which the maps of Brazil and of countries were made.
func mapped(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, match := range regexp.MustCompile(`'([\w-]+)': \{\s+version: '([^']+)'`).FindAllStringSubmatch(read(t, "geo/brazil/update")+read(t, "geo/country/update"), -1) {
		found[match[1]] = match[2]
	}
	if len(found) == 0 {
		t.Fatal("geo/brazil/update and geo/country/update name no version")
	}
	return found
}

// direct returns the modules this one depends on directly, with their versions:
// those that go.mod requires without calling them indirect, and those a Go file
// imports, which is the same once go mod tidy has run.
func direct(t *testing.T) map[string]string {
	t.Helper()
	required, found := map[string]string{}, map[string]string{}
	for line := range strings.Lines(read(t, "../go.mod")) {
		words := strings.Fields(strings.TrimPrefix(strings.TrimSpace(line), "require "))
		if len(words) < 2 || !library(words[0]) {
			continue
		}
		required[words[0]] = words[1]
		if !strings.HasSuffix(strings.TrimSpace(line), "// indirect") {
			found[words[0]] = words[1]
		}
	}
	for _, imported := range imports(t) {
		for module, version := range required {
			if under(imported, module) {
				found[module] = version
			}
		}
	}
	return found
}

// imports lists the imports of the project's Go files, including tests.
func imports(t *testing.T) []string {
	t.Helper()
	seen := map[string]bool{}
	err := filepath.WalkDir("..", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "node_modules" || strings.HasPrefix(entry.Name(), ".") && entry.Name() != ".."):
			return fs.SkipDir
		case filepath.Ext(name) != ".go":
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range parsed.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			seen[imported] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return slices.Sorted(maps.Keys(seen))
}

// folder matches a line of the folder drawing in README.md.
var folder = regexp.MustCompile(`(?m)^([\w./]+)/ +\S`)

func TestReadmeNamesEveryFolder(t *testing.T) {
	var drawn []string
	for _, found := range folder.FindAllStringSubmatch(read(t, "../README.md"), -1) {
		top, _, _ := strings.Cut(found[1], "/")
		drawn = append(drawn, top)
	}
	entries, err := os.ReadDir("..")
	if err != nil {
		t.Fatal(err)
	}
	var there []string
	for _, e := range entries {
		if e.IsDir() && !slices.Contains([]string{".git", ".idea", ".vscode", "bin"}, e.Name()) {
			there = append(there, e.Name())
		}
	}
	slices.Sort(drawn)
	if !slices.Equal(drawn, there) {
		t.Errorf("README.md draws the folders %q, there are %q", drawn, there)
	}
}

// room matches a line of the package drawing in docs/architecture.md.
var room = regexp.MustCompile(`(?m)^  (\w+)/ +\S`)

func TestArchitectureNamesEveryRoom(t *testing.T) {
	text := read(t, "../docs/architecture.md")
	var drawn []string
	for _, found := range room.FindAllStringSubmatch(text, -1) {
		drawn = append(drawn, found[1])
	}
	_, notBuilt, found := strings.Cut(text, "Not built yet:")
	if !found {
		t.Fatal("docs/architecture.md does not say what is not built yet")
	}
	notBuilt, _, _ = strings.Cut(notBuilt, "\n\n")
	built := map[string]bool{} // parts of the program: another package imports them
	for pkg, files := range source(t) {
		for _, f := range files {
			for _, spec := range f.Imports {
				imported, ours := strings.CutPrefix(strings.Trim(spec.Path.Value, `"`), "rastro/internal/")
				if top, _, _ := strings.Cut(imported, "/"); ours && !under(pkg, top) {
					built[top] = true
				}
			}
		}
	}
	for name := range built {
		if !slices.Contains(drawn, name) {
			t.Errorf("docs/architecture.md does not draw the room %s", name)
		}
		if strings.Contains(notBuilt, "`"+name+"`") {
			t.Errorf("docs/architecture.md says that %s is not built yet", name)
		}
	}
	for _, name := range drawn {
		if !built[name] {
			t.Errorf("docs/architecture.md draws the room %s, which is not part of the program", name)
		}
	}
	for _, r := range rules {
		if top, _, _ := strings.Cut(r.pkg, "/"); !slices.Contains([]string{"cmd", "bench", "e2e", "testkit"}, top) && !built[top] && !strings.Contains(notBuilt, "`"+top+"`") {
			t.Errorf("docs/architecture.md does not list %s as not built yet", top)
		}
	}
}

// word matches what could be an error, a rule or an environment variable.
var word = regexp.MustCompile("[`\"]([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)[`\"=]")

// TestWordsExist compares the names quoted in documents with the tables that define them: error
// codes, rules, reasons of spreadsheets, crops, values of fields, and options.
func TestWordsExist(t *testing.T) {
	known := map[string]bool{}
	for code := range trace.Errors {
		known[string(code)] = true
	}
	for _, rule := range slices.Concat(kind.Rules, check.Rules, profile.Rules) {
		known[rule.ID] = true
	}
	for _, rule := range plotfile.Rules {
		known[rule.ID] = true
	}
	for _, situation := range []eudr.Situation{eudr.There, eudr.Missing, eudr.Elsewhere, eudr.Unexamined} {
		known[string(situation)] = true
	}
	for _, closing := range []lot.Closing{lot.Closes, lot.Differs, lot.Unjudged} {
		known[string(closing)] = true
	}
	for reason := range sheet.Reasons {
		known[string(reason)] = true
	}
	for _, k := range landlayer.Kinds {
		known[k.Code] = true
	}
	for _, crop := range trace.Crops {
		known[string(crop)] = true
	}
	for _, order := range []geo.Order{geo.LonLat, geo.LatLon} {
		known[string(order)] = true
	}
	for _, why := range []harvests.Unreviewed{harvests.HarvestTooLarge, harvests.HarvestPostponed, harvests.HarvestDamaged} {
		known[string(why)] = true
	}
	for _, k := range kind.All {
		for _, f := range k.Fields {
			for _, value := range f.Values {
				known[value] = true
			}
		}
	}
	options := read(t, "../docs/options.md") // itself compared with the option table
	for name, text := range documents(t) {
		for _, found := range word.FindAllStringSubmatch(text, -1) {
			switch w := found[1]; {
			case known[w], memberRule(t, w):
			case strings.HasPrefix(w, "RASTRO_"):
				if base := strings.TrimSuffix(w, "_FILE"); !strings.Contains(options, "`"+base+"`") {
					t.Errorf("%s names the variable %s, which docs/options.md does not", name, w)
				}
			default:
				t.Errorf("%s names %s, which no table has", name, w)
			}
		}
	}
}

// memberRule reports whether a text is in the source of the domain as a rule
// on a request's member; that table is its own.
func memberRule(t *testing.T, w string) bool {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), "trace/members.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	found := false
	ast.Inspect(parsed, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Value == strconv.Quote(w) {
			found = true
		}
		return !found
	})
	return found
}

// TestMetricsExist compares the metrics named in docs/operations.md with the code.
func TestMetricsExist(t *testing.T) {
	code := read(t, "server/metrics.go")
	for _, found := range regexp.MustCompile("`(http_[a-z_]+)`").FindAllStringSubmatch(read(t, "../docs/operations.md"), -1) {
		if !strings.Contains(code, strconv.Quote(found[1])) {
			t.Errorf("docs/operations.md names %s, which internal/server/metrics.go does not", found[1])
		}
	}
}

// TestInstallMakesTheDatabaseFirst checks that the steps in docs/operations.md work in their order:
// the unit needs a database, so it is created before the unit is enabled.
func TestInstallMakesTheDatabaseFirst(t *testing.T) {
	text, last := read(t, "../docs/operations.md"), -1
	for _, step := range []string{"useradd --system", "install -o rastro -m 600 /dev/null", "install -d -o rastro", "rastro key create --config", "--expect-existing", "systemctl daemon-reload", "systemctl enable --now"} {
		at := strings.Index(text, step)
		if at < last || at < 0 {
			t.Errorf("docs/operations.md has %q at %d, before what it needs", step, at)
		}
		last = at
	}
}

// Every attack that a test makes is in the table of attacks, and the table names no
// test that is not there.
func TestEveryAttackIsInTheTable(t *testing.T) {
	name := regexp.MustCompile(`TestAttack\w+`)
	declared := regexp.MustCompile(`(?m)^func (TestAttack\w+)\(`)
	listed, made := map[string]bool{}, map[string]bool{}
	for _, found := range name.FindAllString(read(t, "../docs/security.md"), -1) {
		listed[found] = true
	}
	err := filepath.WalkDir("..", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(file, "_test.go") {
			return err
		}
		for _, found := range declared.FindAllStringSubmatch(read(t, file), -1) {
			made[found[1]] = true
		}
		return nil
	})
	if err != nil || len(made) == 0 {
		t.Fatalf("%d attacks, %v", len(made), err)
	}
	for test := range made {
		if !listed[test] {
			t.Errorf("docs/security.md has no row for %s", test)
		}
	}
	for test := range listed {
		if !made[test] {
			t.Errorf("docs/security.md names %s, which is not a test", test)
		}
	}
}
