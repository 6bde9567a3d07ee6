package internal_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// testRules says what the tests of a package import besides the standard library, the package
// itself and what the package's own row names. Rows are exact, like those of rules. Tests that
// import nothing more have no row.
var testRules = []row{
	{"landlayer/landimport", []string{"app", "check/harvest", "eudr", "finding", "harvests", "kind", "store/geopackage", "store/postgres/pgtest", "store/sqlite/native", "testkit", "testkit/stores", "math/rand", "os", "time.Now"}},
	{"lang", []string{"pgregory.net/rapid"}},
	{"kind", []string{"os", "github.com/go-json-experiment/json"}},
	{"vital", []string{"testkit/drive", "net/http", "os", "time.Now"}},
	{"brdoc", []string{"github.com/google/go-cmp", "pgregory.net/rapid"}},
	{"ptbr/letters", []string{"lang", "pgregory.net/rapid"}},
	{"ptbr", []string{"kind", "lang", "ptbr/lotlist", "ptbr/words", "os", "pgregory.net/rapid"}},
	{"ptbr/words", []string{"kind"}},
	{"ptbr/lotlist", []string{"pgregory.net/rapid"}},
	{"tiles", []string{"pgregory.net/rapid"}},
	{"geo", []string{"math/rand", "github.com/google/go-cmp", "pgregory.net/rapid"}},
	{"geo/brazil", []string{"brdoc"}},
	{"geo/country", []string{"brdoc"}},
	{"print/qr", []string{"print/printtest", "math/rand", "os"}},
	{"print/font", []string{"os", "pgregory.net/rapid"}},
	{"print/page", []string{"pgregory.net/rapid"}},
	{"logo", []string{"math/rand"}},
	{"attach/filetype", []string{"print/printtest", "github.com/xuri/excelize/v2"}},
	{"attach/photo", []string{"attach/photo/phototest", "testkit", "math/rand"}},
	{"attach", []string{"access", "app", "attach/photo/phototest", "blob/folder", "organization", "store/postgres/pgtest", "testkit", "testkit/stores", "wholefile", "math/rand", "os", "time.Now"}},
	{"blob/folder", []string{"blob/blobtest", "time.Now"}},
	{"blob/pgblob", []string{"blob/blobtest", "store/postgres", "store/postgres/pgtest", "testkit/stores", "os"}},
	{"blob/s3blob", []string{"blob/blobtest", "testkit/outside", "os"}},
	{"mail", []string{"testkit", "testkit/outside"}},
	{"account/oidc", []string{"testkit", "testkit/outside", "time.Now"}},
	{"account/passkey", []string{"account/passkey/passkeytest", "testkit"}},
	{"admit", []string{"time.Now"}},
	{"lot", []string{"demo", "pgregory.net/rapid"}},
	{"check/record", []string{"check", "check/checktest", "demo", "os"}},
	{"check/harvest/facts", []string{"check/checktest", "demo"}},
	{"naming", []string{"trace/tracetest"}},
	{"organization", []string{"access", "account", "app", "harvests", "store/postgres/pgtest", "testkit", "testkit/stores", "trace/tracetest", "os"}},
	{"intake/mappings", []string{"access", "organization", "store/postgres/pgtest", "testkit", "testkit/stores", "os"}},
	{"load", []string{"app", "intake", "store/postgres/pgtest", "testkit", "testkit/stores", "os"}},
	{"intake/runs", []string{"access", "app", "intake", "lineage/recall", "organization", "store/postgres/pgtest", "testkit", "testkit/stores", "os"}},
	{"dispute", []string{"access", "app", "kind", "store/postgres/pgtest", "testkit", "testkit/stores", "os"}},
	{"corpus", []string{"brdoc", "check/record", "finding", "kind", "lot", "ptbr", "ptbr/words", "os"}}, // tests alone: all readers together
	{"check/harvest", []string{"check", "check/checktest", "demo", "testkit", "math/rand", "os", "pgregory.net/rapid"}},
	{"check", []string{"finding", "kind", "lang", "os"}},
	{"ownership", []string{"math/rand"}},
	{"epcis/uri", []string{"pgregory.net/rapid"}},
	{"epcis", []string{"os"}},
	{"epcis/eventhash", []string{"canon", "os", "pgregory.net/rapid"}},
	{"epcis/ours", []string{"demo", "epcis/eventhash", "os", "pgregory.net/rapid"}},
	{"epcis/feed", []string{"access", "app", "organization", "os", "store/postgres/pgtest", "testkit", "testkit/stores"}},
	{"fiscal", []string{"fiscal/fiscaltest", "fiscal/grade", "os"}},
	{"fiscal/grade", []string{"fiscal/fiscaltest"}},
	{"fiscal/propose", []string{"fiscal/fiscaltest", "ptbr"}},
	{"fiscal/xmlsig", []string{"fiscal", "fiscal/fiscaltest", "os"}}, // a signature is checked where a reader left it
	{"account", []string{"account/passkey/passkeytest", "store/postgres/pgtest", "testkit", "testkit/stores", "trace/tracetest", "os"}},
	{"disclose", []string{"demo"}},
	{"demo", []string{"kind", "github.com/go-json-experiment/json"}},
	{"trace", []string{"trace/tracetest", "math/rand", "time.Now", "pgregory.net/rapid"}},
	{"title", []string{"demo", "right", "pgregory.net/rapid"}},
	{"bench", []string{"proof"}},
	{"access", []string{"trace/tracetest", "math/rand"}},
	{"catalogue", []string{"trace/tracetest", "math/rand"}},
	{"cursors", []string{"kind", "pgregory.net/rapid"}},
	{"proof", []string{"testkit/world", "pgregory.net/rapid"}},
	{"erase", []string{"testkit/world"}},
	{"public", []string{"testkit/world", "demo", "lang"}},
	{"publiclog", []string{"app", "testkit/world", "proof"}},
	{"records", []string{"testkit/world"}},
	{"lineage/recall", []string{"testkit/world", "math/rand"}},
	{"review", []string{"app", "catalogue", "testkit/world", "os"}},
	{"verdict", []string{"access", "api", "app", "httpkit/keygate", "kind", "net/http/httptest", "store/postgres/pgtest", "testkit", "testkit/stores", "web", "web/console", "web/console/intake", "zone", "math/rand", "net/http", "os"}},
	{"taxdocs", []string{"app", "fiscal/fiscaltest", "intake", "verdict", "store/postgres/pgtest", "testkit", "testkit/stores", "os", "time.Now"}},
	{"board", []string{"finding", "geo/layerfile", "landlayer", "landlayer/landimport", "access", "app", "catalogue", "intake", "kind", "store/postgres/pgtest", "testkit", "testkit/stores", "math/rand", "os"}},
	{"changes", []string{"access", "app", "derive", "lineage/recall", "organization", "store/postgres/pgtest", "testkit", "testkit/stores", "os"}},
	{"webhook/deliver", []string{"access", "app", "kind", "organization", "store/postgres/pgtest", "testkit", "testkit/outside", "testkit/stores", "os", "time.Now"}},
	{"webhook/post", []string{"golang.org/x/net"}}, // a name server whose answers change
	{"reminders", []string{"app", "changes", "organization", "store/postgres/pgtest", "testkit", "testkit/stores", "os"}},
	{"httpkit/live", []string{"net"}},
	{"find", []string{"access", "app", "kind", "store/postgres/pgtest", "testkit", "testkit/stores", "os"}},
	{"harvests", []string{"access", "app", "attach", "store/postgres/pgtest", "testkit", "testkit/stores", "os"}},
	{"share", []string{"access", "app", "lineage/recall", "organization", "reach", "store/postgres/pgtest", "testkit", "testkit/stores", "web", "zone", "database/sql", "net/http", "os"}},
	{"profiles", []string{"access", "app", "store/postgres/pgtest", "testkit", "testkit/stores", "os"}},
	{"store/sqlstore", []string{"time.Now"}},
	{"store/sqlite", []string{"app", "proof", "store/storetest", "testkit", "pgregory.net/rapid"}},
	{"store/postgres", []string{"app", "ledger", "logkey", "lot", "proof", "store/postgres/pgtest", "store/storetest", "testkit", "os", "time.Now"}},
	{"store/citus", []string{"app", "blob/blobtest", "blob/pgblob", "home", "ledger", "proof", "store/citus/citustest", "store/postgres/pgtest", "store/schema", "store/storetest", "testkit", "database/sql", "os", "time.Now"}},
	{"store/postgres/pgtest", []string{"time.Now"}},
	{"testkit/stores", []string{"kind"}},
	{"httpkit/answercache", []string{"check/harvest", "finding"}},
	{"httpkit/publiccache", []string{"app", "filings", "kind", "organization", "store/postgres/pgtest", "testkit", "testkit/stores", "database/sql", "os", "time.Now"}},
	{"quota", []string{"time.Now"}},
	{"regular", []string{"testkit", "testkit/stores", "time.Now"}},
	{"httpkit/keygate", []string{"app", "testkit", "testkit/stores", "time.Now"}},
	{"tracefile", []string{"kind"}},
	{"eudr/dds", []string{"os"}},
	{"eudr", []string{"check/harvest/rules"}},
	{"eudr/plotfile", []string{"kind", "os", "pgregory.net/rapid"}},
	{"print/reading", []string{"print/printtest"}},
	{"print/labels", []string{"organization", "print/printtest", "math/rand", "os"}},
	{"print/artwork", []string{"print/printtest"}},
	{"print/certificate", []string{"finding", "organization", "print/printtest"}},
	{"columns/guess", []string{"canon"}},
	{"sheet", []string{"demo", "testkit", "os", "pgregory.net/rapid"}},
	{"api", []string{"eudr/dossierproof", "epcis", "epcis/query", "geo/layerfile", "landlayer", "landlayer/landimport", "brdoc", "demo", "eudr/traces", "fiscal/fiscaltest", "profile", "public", "print/printtest", "store/postgres/pgtest", "testkit", "testkit/outside", "testkit/stores", "web", "zone", "net", "os", "time.Now", "github.com/andybalholm/brotli", "github.com/getkin/kin-openapi", "github.com/santhosh-tekuri/jsonschema/v6", "github.com/xuri/excelize/v2", "attach/photo/phototest"}},
	{"web", []string{"access", "demo", "finding", "ptbr/words", "store/postgres/pgtest", "testkit", "testkit/stores", "database/sql", "os", "time.Now", "github.com/andybalholm/brotli"}},
	{"web/assets", []string{"os"}},
	{"web/drawing", []string{"pgregory.net/rapid"}},
	{"web/graph", []string{"math/rand"}},
	{"web/console/harvest", []string{"access", "httpkit/answercache", "web/console/consoletest"}},
	{"web/console/plot", []string{"access", "web/console/consoletest"}},
	{"web/console/reviewed", []string{"access", "app", "kind", "web/console/consoletest"}}, // it counts the reviews of a real service
	{"web/console/record", []string{"demo", "access", "web/console/consoletest", "pgregory.net/rapid"}},
	{"web/console/files", []string{"store/postgres/pgtest", "access", "account", "attach/photo/phototest", "web/console/consoletest", "os"}},
	{"web/console/land", []string{"access", "geo/layerfile", "landlayer/landimport", "web/console/consoletest"}},
	{"web/console/search", []string{"access", "kind", "web/console/consoletest"}},
	{"web/console/lot", []string{"access", "demo", "store/storetest", "web/console/consoletest", "os", "time.Now"}},
	{"web/console/taxdocs", []string{"fiscal/fiscaltest", "kind", "web/console/consoletest"}},
	{"web/console/intake", []string{"store/postgres/pgtest", "access", "web/console/consoletest", "time.Now", "github.com/xuri/excelize/v2"}},
	{"web/console/people", []string{"access", "organization", "reach", "store/postgres/pgtest", "web/console/consoletest", "testkit", "testkit/outside", "web/console", "os", "time.Now"}},
	{"web/console/admin", []string{"web/console", "web/console/consoletest"}},
	{"web/console/events", []string{"kind", "web/console/consoletest"}},
	{"web/console/hook", []string{"web/console/consoletest"}},
	{"web/console", []string{"columns", "store/postgres/pgtest", "reach", "access", "organization", "catalogue", "demo", "fiscal/fiscaltest", "intake", "proof", "share", "web/console/consoletest", "os", "time.Now", "account/passkey/passkeytest", "testkit/outside"}},
	{"backup", nil},
	{"doctor", nil},
	{"servercert", []string{"servercert/certtest"}},
	{"server/handover", []string{"net/http"}}, // it passes a port from one real server to the next
	{"server", []string{"access", "app", "httpkit/early", "kind", "testkit", "testkit/stores", "web", "zone", "os"}},
	{"build", []string{"os"}},
	{"config", []string{"os", "github.com/google/go-cmp"}},
	{"cli", []string{"attach/photo/phototest", "demo", "store/postgres/pgtest", "testkit", "database/sql", "math/rand", "github.com/jackc/pgx/v5", "github.com/rogpeppe/go-internal", "go.uber.org/goleak", "golang.org/x/mod", "modernc.org/sqlite", "servercert/certtest", "testkit/outside"}},
	{"witness", []string{"logkey", "os"}},
	{"witness/asking", []string{"logkey"}},
	{"verifyfile/standalone", []string{"cosign", "ledger"}},
	{"e2e", []string{"cosign", "verifyfile/standalone", "attach/photo/phototest", "cli", "demo", "fiscal/fiscaltest", "kind", "lang", "ledger", "print/printtest", "testkit", "database/sql", "net/http", "os", "github.com/xuri/excelize/v2", "modernc.org/sqlite", "testkit/outside", "web/console/pagekit"}},
	{"attack", []string{"columns", "access", "account", "api", "app", "httpkit/keygate", "kind", "testkit", "testkit/stores", "trace", "web/console", "web/console/intake", "net/http", "os", "time.Now", "organization"}},
	{"chaos", []string{"store/citus/citustest", "store/postgres/pgtest", "testkit", "testkit/drive", "net", "net/http", "os", "time.Now", "github.com/jackc/pgx/v5"}},
	{"crashtest", []string{"attach", "store/postgres/pgtest", "testkit", "testkit/drive", "database/sql", "net", "os", "time.Now"}},
	{"failover", []string{"store/postgres/pgtest", "testkit", "testkit/drive", "net/http", "os", "time.Now", "github.com/jackc/pgx/v5"}},
	{"internal", []string{"build", "check", "demo", "epcis", "eudr", "eudr/dds", "eudr/draft", "eudr/plotfile", "filings", "finding", "geo", "harvests", "intake/runs", "kind", "landlayer", "lot", "organization", "profile", "share", "sheet", "taxdocs", "trace", "os"}},
	{"livetest", []string{"changes", "store/postgres/pgtest", "testkit", "testkit/drive", "net", "net/http", "os", "time.Now"}},
	{"memorytest", []string{"testkit", "net", "net/http", "os", "time.Now"}},
}

func TestImportsOfTests(t *testing.T) {
	for _, fault := range testFaults(rules, testRules, testSource(t)) {
		t.Error(fault)
	}
}

const testTable = "internal/archtests_test.go"

// testFaults lists what tests and their rules disagree on.
func testFaults(rules, testRules []row, packages map[string][]file) (all []string) {
	for pkg, files := range packages {
		product, _ := rowOf(rules, pkg)
		own, _ := rowOf(testRules, pkg)
		free := row{pkg, append(slices.Clone(product.may), pkg)}
		beyond := row{pkg, own.may}
		for _, name := range own.may {
			if slices.Contains(free.may, name) {
				all = append(all, fmt.Sprintf("the row of %s in %s names %s, which the package's own row names: remove it", pkg, testTable, name))
			}
		}
		all = append(all, beyond.faultsBeyond(free, files)...)
	}
	for _, r := range testRules {
		if packages[r.pkg] == nil {
			all = append(all, fmt.Sprintf("%s has a row for %s, which has no tests: remove it", testTable, r.pkg))
		}
	}
	slices.Sort(all)
	return all
}

// faultsBeyond is faults without what another row allows already.
func (r row) faultsBeyond(free row, files []file) (all []string) {
	used := map[string]bool{}
	for _, f := range files {
		for _, path := range f.uses() {
			if _, ok := free.allows(path); ok {
				continue
			}
			name, ok := r.allows(path)
			if !ok {
				all = append(all, fmt.Sprintf("%s: the tests of %s may not import %s; their row in %s does not name it", f.name, r.pkg, path, testTable))
			}
			used[name] = true
		}
	}
	for _, name := range r.may {
		if !used[name] && !slices.Contains(free.may, name) {
			all = append(all, fmt.Sprintf("the row of %s in %s names %s, which no test of it imports: remove it", r.pkg, testTable, name))
		}
	}
	return all
}

// TestTestFaultsAreFound shows that TestImportsOfTests fails when it should.
func TestTestFaultsAreFound(t *testing.T) {
	for _, tc := range []struct {
		name     string
		may, own []string // of the package, and of its tests
		src      string
		want     string // part of the only fault; "" for none
	}{
		{"the package itself", nil, nil, `import "rastro/internal/a"`, ""},
		{"what the package imports", []string{"lot"}, nil, `import "rastro/internal/lot"`, ""},
		{"what the row names", nil, []string{"lot", "os"}, `import ("rastro/internal/lot"; "os")`, ""},
		{"another package of ours", nil, nil, `import "rastro/internal/lot"`, "the tests of a may not import rastro/internal/lot"},
		{"a library", nil, nil, `import "github.com/stretchr/testify/assert"`, "the tests of a may not import github.com/stretchr/testify/assert"},
		{"the clock", nil, nil, `import "time"; var now = time.Now`, "the tests of a may not import time.Now"},
		{"what nothing imports", nil, []string{"lot"}, ``, "names lot, which no test of it imports"},
		{"what the package's row names", []string{"lot"}, []string{"lot"}, `import "rastro/internal/lot"`, "names lot, which the package's own row names"},
	} {
		checkFault(t, tc.name, testFaults([]row{{"a", tc.may}}, []row{{"a", tc.own}}, map[string][]file{"a": parsed(t, tc.src)}), tc.want)
	}
	if got := testFaults(nil, []row{{"a", nil}}, nil); len(got) != 1 || !strings.Contains(got[0], "has no tests") {
		t.Errorf("a row without tests: %q", got)
	}
}
