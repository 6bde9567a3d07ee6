package internal_test

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"
	"testing"
)

// guarded are the packages of the standard library, and the one function, that
// only a row naming them may use; every row may import the rest.
var guarded = []string{"net", "net/http", "os", "database/sql", "html/template", "math/rand", "time.Now"}

// row says what a package imports besides the standard library: packages of this module by their
// path under internal, each individually; a guarded package or a library, including everything
// below it.
type row struct {
	pkg string
	may []string
}

// rules is the architecture that the compiler does not enforce. Rows are exact: an import that is
// not in its row fails the test, and so does a name that nothing imports, or a package without a
// row. Imports run downward: a row names rows above it, as far as one list can show that. Widen a
// row only with the reason in the commit, and the same sentence in docs/architecture.md.
var rules = []row{
	{"lang", []string{"golang.org/x/text"}},
	{"zone", []string{"lang"}},
	{"vital", []string{"lang"}},
	{"strictzip", []string{"golang.org/x/text"}},
	{"finding", []string{"canon", "lang"}},
	{"canon", []string{"github.com/go-json-experiment/json"}},
	{"kind", []string{"canon", "crop", "finding", "geo", "lang"}}, // a crop is a known value of a field, and has its own table of names
	{"brdoc", []string{"lang"}},
	{"ptbr/letters", nil},
	{"ptbr", []string{"ptbr/letters"}},
	{"ptbr/words", []string{"ptbr", "ptbr/letters"}},
	{"ptbr/lotlist", []string{"ptbr", "ptbr/letters"}},
	{"geo", []string{"geo/country"}}, // a plot may lie outside the country that it claims
	{"geo/brazil", []string{"lang"}},
	{"geo/country", []string{"geo/brazil"}},
	{"geo/euproperty", []string{"canon"}},
	{"geo/landfile", []string{"canon", "finding", "geo", "geo/euproperty", "lang"}},
	{"geo/layerfile", []string{"geo", "geo/landfile", "lang"}},
	{"landlayer", []string{"canon", "geo", "lang"}},
	{"tiles", nil},
	{"print/qr", []string{"rsc.io/qr"}},
	{"print/font", []string{"golang.org/x/image"}},
	{"print/page", []string{"lang", "print/font", "print/qr", "codeberg.org/go-pdf/fpdf"}},
	{"sealedtext", nil},
	{"logo", []string{"lang", "golang.org/x/image"}},
	{"print/artwork", []string{"logo", "print/font", "golang.org/x/image"}},

	{"mail/postage", []string{"quota"}},
	{"mail", []string{"lang", "net", "github.com/wneessen/go-mail"}},                                      // it calls a server, and does not know accounts
	{"account/oidc", []string{"lang", "net/http", "github.com/coreos/go-oidc/v3", "golang.org/x/oauth2"}}, // it calls a provider, and keeps no accounts
	{"account/passkey", []string{"lang", "github.com/go-webauthn/webauthn"}},
	{"account/passkey/passkeytest", []string{"github.com/go-webauthn/webauthn"}},

	{"webhook/sign", nil},
	{"webhook/retry", []string{"net/http"}}, // a header that has a date
	{"webhook/post", []string{"lang", "net", "net/http", "code.dny.dev/ssrf"}}, // it calls strangers, and does not know what it sends

	{"onestate", nil},
	{"replica", nil},
	{"admit", []string{"os"}}, // callers claim memory everywhere
	{"parked", nil},

	{"ledger", []string{"attachment", "canon", "golang.org/x/mod"}},
	{"cosign", []string{"ledger", "github.com/transparency-dev/formats", "golang.org/x/mod"}},
	{"witness", []string{"cosign", "ledger", "net/http"}}, // it answers others' logs, and keeps nothing itself
	{"lot", []string{"brdoc", "canon", "finding", "kind", "lang", "ptbr", "ptbr/lotlist", "ptbr/words", "golang.org/x/text"}},
	{"fiscal/paper", []string{"brdoc", "lang"}},
	{"fiscal/found", []string{"brdoc", "canon", "finding", "kind", "lang"}}, // not a reader of documents: records repeat findings about theirs
	{"check/record", []string{"brdoc", "canon", "finding", "fiscal/found", "fiscal/paper", "geo", "geo/country", "kind", "lang", "lot", "ptbr", "ptbr/lotlist", "ptbr/words", "profile"}},                       // a lot's code, a mass and a day are read in one place
	{"check/harvest/facts", []string{"brdoc", "canon", "check/record", "finding", "geo", "geo/euproperty", "kind", "lang", "lot", "ptbr", "ptbr/lotlist", "ptbr/words", "geo/brazil", "profile", "attachment"}}, // a day that the checks of the record doubt counts as unknown
	{"check/harvest/rules", []string{"finding", "kind", "lang", "lot"}},
	{"verdict", []string{"canon", "finding", "lang"}},
	{"check/harvest", []string{"landlayer", "attachment", "canon", "check/harvest/facts", "check/harvest/rules", "check/record", "finding", "geo", "kind", "lang", "lot", "ptbr", "ptbr/words", "verdict", "profile"}},
	{"crop", []string{"lang"}},
	{"epcis/uri", []string{"brdoc"}}, // check digits are worked out in one place
	{"epcis", []string{"canon", "epcis/uri", "finding", "lang"}},
	{"epcis/eventhash", []string{"epcis", "epcis/uri", "finding"}},
	{"epcis/query", []string{"canon", "epcis", "epcis/uri", "lang"}},
	{"fiscal/xmlsig", []string{"lang", "github.com/beevik/etree", "github.com/russellhaering/goxmldsig"}}, // it checks the element that a reader has, in the reader's tree
	{"charset", []string{"golang.org/x/text"}},
	{"fiscal", []string{"charset", "finding", "fiscal/paper", "fiscal/xmlsig", "lang", "ptbr", "github.com/beevik/etree"}},
	{"fiscal/grade", []string{"brdoc", "crop", "finding", "fiscal", "fiscal/found", "fiscal/xmlsig", "lang"}},
	{"fiscal/propose", []string{"brdoc", "canon", "crop", "fiscal", "fiscal/grade", "kind", "lang", "lot"}},
	{"fiscal/fiscaltest", nil}, // documents for tests
	{"profile", []string{"brdoc", "canon", "crop", "finding", "geo/brazil", "kind", "lang", "ptbr"}},
	{"check", []string{"check/harvest/rules", "check/record"}}, // the one list of rules
	{"check/checktest", nil},
	{"right", []string{"lang"}},
	{"author", nil},
	{"account/credential", nil},
	{"account/password", []string{"lang", "golang.org/x/crypto"}},
	{"reach", nil},
	{"taxdocs/kept", []string{"reach"}},
	{"ownership", []string{"lot"}}, // which roles claim a lot is defined in one place
	{"disclose", []string{"brdoc", "canon", "geo", "geo/brazil", "kind", "lot", "profile", "ptbr", "ptbr/words"}},
	{"wholefile", []string{"os"}},
	{"logkey", []string{"wholefile", "os"}}, // a key is completely on disk before anyone signs with it
	{"attachment", []string{"canon", "reach"}},
	{"attach/filetype", []string{"attachment", "charset", "lang", "github.com/gabriel-vasile/mimetype"}},
	{"attach/photo", []string{"attach/filetype", "attachment", "github.com/bep/imagemeta", "golang.org/x/image"}},
	{"attach/photo/phototest", nil},   // photos for tests
	{"blob", []string{"admit", "os"}}, // files that are sent elsewhere wait on disk
	{"blob/blobtest", []string{"blob"}},
	{"blob/folder", []string{"blob", "wholefile", "os"}},
	{"blob/pgblob", []string{"blob", "github.com/jackc/pgx/v5"}},
	{"blob/s3blob", []string{"blob", "net/http", "github.com/minio/minio-go/v7"}}, // it calls a server
	{"clock", []string{"time.Now"}},
	{"demo", []string{"canon"}},

	{"trace", []string{"admit", "attachment", "author", "right", "brdoc", "canon", "check/harvest/facts", "check/record", "sealedtext", "finding", "geo", "kind", "lang", "ledger", "lot", "ownership", "ptbr", "verdict", "github.com/google/uuid", "crop", "reach"}},
	{"logged", []string{"trace"}},
	{"witness/asking", []string{"cosign", "ledger", "trace", "witness", "net/http", "time.Now"}}, // it calls witnesses
	{"home", []string{"kind", "trace"}},
	{"naming", []string{"author", "finding", "lang", "trace"}},
	{"organization", []string{"author", "right", "brdoc", "canon", "finding", "kind", "lang", "logo", "naming", "ptbr", "reach", "trace", "zone"}},
	{"catalogue", []string{"canon", "crop", "kind", "lang", "trace"}},
	{"access", []string{"right", "ptbr", "canon", "catalogue", "kind", "lang", "ledger", "reach", "trace", "author"}},
	{"personal", []string{"lang", "canon", "check/record", "finding", "kind", "right", "trace", "attachment"}},
	{"title", []string{"brdoc", "canon", "crop", "kind", "lang", "lot", "personal", "ptbr", "trace"}},
	{"notebook", []string{"canon", "kind", "personal", "right", "trace"}},
	{"cursors", []string{"canon", "sealedtext", "trace"}},
	{"ownerbook", []string{"admit", "canon", "kind", "lang", "lot", "ownership", "trace"}},
	{"publiclog", []string{"canon", "kind", "ledger", "trace"}},
	{"evidence", []string{"admit", "check/record", "kind", "ledger", "lot", "ownership", "onestate", "publiclog", "trace"}},
	{"lineage", []string{"admit", "canon", "cursors", "evidence", "finding", "geo", "kind", "lang", "ledger", "lot", "ownerbook", "onestate", "ownership", "parked", "profile", "trace", "personal"}},
	{"lineage/covered", []string{"reach", "trace"}},
	{"records", []string{"landlayer", "admit", "canon", "check/harvest", "check/record", "cursors", "finding", "home", "kind", "lang", "lot", "ptbr", "reach", "review", "trace", "personal"}},
	{"review", []string{"landlayer", "reach", "admit", "check/harvest", "check/harvest/facts", "finding", "geo", "kind", "lang", "lot", "ownerbook", "ownership", "trace", "verdict", "personal", "attachment"}},
	{"attach", []string{"admit", "attach/filetype", "attach/photo", "attachment", "blob", "bounded", "canon", "kind", "lang", "personal", "reach", "trace"}},
	{"attach/filesend", []string{"attach/filetype", "attach/photo", "attachment", "blob", "trace", "net/http"}},
	{"account", []string{"account/credential", "account/passkey", "account/password", "author", "bounded", "canon", "finding", "kind", "lang", "naming", "right", "trace"}},
	{"profiles", []string{"canon", "crop", "check/harvest/facts", "kind", "lang", "profile", "review", "trace", "personal"}},
	{"taxdocs/marks", []string{"fiscal/propose", "kind", "taxdocs/kept"}},
	{"intake/runs", []string{"admit", "brdoc", "canon", "check/record", "filings", "finding", "kind", "lang", "lineage/covered", "lot", "notebook", "ownership", "reach", "share", "taxdocs/kept", "taxdocs/marks", "trace"}},
	{"intake/mappings", []string{"author", "canon", "columns", "columns/guess", "kind", "lang", "naming", "notebook", "sheet", "trace"}},
	{"load", []string{"brdoc", "canon", "check/record", "find/term", "kind", "lang", "lot", "ptbr", "trace"}},
	{"intake", []string{"personal", "admit", "canon", "intake/runs", "kind", "load", "parallel", "profiles", "records", "sheet", "trace"}},
	{"taxdocs", []string{"admit", "attach", "attach/filetype", "attachment", "brdoc", "canon", "check/record", "crop", "find/term", "finding", "fiscal", "fiscal/found", "fiscal/grade", "fiscal/paper", "fiscal/propose", "fiscal/xmlsig", "intake/runs", "kind", "lang", "load", "lot", "ownership", "parallel", "personal", "profiles", "records", "taxdocs/kept", "taxdocs/marks", "trace"}},
	{"harvests", []string{"landlayer", "canon", "check/harvest", "check/harvest/facts", "cursors", "finding", "geo", "kind", "lang", "lineage", "lot", "profile", "ptbr", "review", "trace", "verdict", "personal"}},
	{"board", []string{"check/harvest", "check/harvest/facts", "harvests", "lang", "trace", "verdict", "golang.org/x/text", "personal"}},
	{"reminders", []string{"canon", "kind", "trace"}},
	{"proof", []string{"intake/runs", "reminders", "account", "canon", "evidence", "kind", "lang", "ledger", "notebook", "organization", "ownerbook", "publiclog", "reach", "right", "logged", "trace", "personal", "attachment"}},
	{"lineage/recall", []string{"naming", "admit", "canon", "cursors", "evidence", "kind", "lang", "ledger", "lineage", "lineage/covered", "lot", "ownership", "onestate", "publiclog", "quota", "reach", "trace", "time.Now", "golang.org/x/text"}},
	{"erase", []string{"canon", "kind", "lineage/recall", "ownership", "trace", "attachment"}},
	{"filings", []string{"canon", "eudr/dds", "finding", "kind", "lang", "lot", "notebook", "ownership", "trace"}},
	{"share", []string{"canon", "finding", "kind", "lang", "lot", "notebook", "ownership", "personal", "ptbr", "right", "trace"}},
	{"public", []string{"attachment", "brdoc", "canon", "check/harvest", "disclose", "filings", "kind", "ledger", "lot", "organization", "ownerbook", "ownership", "proof", "publiclog", "records", "trace", "verdict"}},
	{"find/term", []string{"attachment", "brdoc", "canon", "check/record", "kind", "lot", "ownership", "reach", "trace", "golang.org/x/text"}},
	{"find", []string{"account", "find/term", "lang", "lot", "organization", "personal", "right", "trace"}},
	{"webhook/endpoint", []string{"canon", "kind", "lang", "trace", "webhook/sign"}},
	{"webhook/progress", []string{"trace"}},
	{"changes", []string{"admit", "bounded", "canon", "finding", "intake/runs", "kind", "lang", "ledger", "logged", "lot", "notebook", "personal", "publiclog", "reach", "reminders", "trace", "webhook/endpoint"}}, // a webhook that is disabled is an event
	{"webhook", []string{"canon", "changes", "finding", "kind", "lang", "notebook", "trace", "webhook/endpoint", "webhook/post", "webhook/progress", "webhook/sign"}},
	{"webhook/deliver", []string{"canon", "changes", "lang", "trace", "webhook", "webhook/endpoint", "webhook/post", "webhook/progress", "webhook/retry", "webhook/sign", "math/rand", "net/http"}},
	{"epcis/ours", []string{"brdoc", "canon", "epcis", "epcis/uri", "kind", "lang", "lot", "ptbr", "ptbr/words", "trace"}}, // records as events: what a lot, a mass and a day are is read where the records' checks read it
	{"epcis/feed", []string{"admit", "canon", "cursors", "epcis", "epcis/ours", "epcis/query", "epcis/uri", "kind", "lineage", "logged", "lot", "personal", "publiclog", "trace"}},
	{"app", []string{"load", "personal", "epcis/feed", "geo", "landlayer", "landlayer/landimport", "access", "account", "account/password", "board", "catalogue", "changes", "reminders", "cursors", "demo", "erase", "evidence", "filings", "find", "fiscal/xmlsig", "harvests", "intake", "intake/mappings", "intake/runs", "kind", "ledger", "lineage", "lineage/recall", "ownerbook", "profiles", "proof", "public", "publiclog", "records", "review", "share", "taxdocs", "trace", "organization", "attach", "blob", "webhook", "webhook/deliver", "webhook/endpoint", "webhook/post"}},
	{"trace/tracetest", []string{"trace"}},

	{"derive", []string{"access", "canon", "find/term", "kind", "ledger", "lineage/recall", "lot", "notebook", "organization", "ownership", "proof", "trace", "math/rand", "attachment"}},

	{"store/sqlconn", nil},
	{"landlayer/landimport", []string{"geo", "geo/layerfile", "lang", "landlayer", "trace"}},
	{"store/landstore", []string{"geo", "landlayer", "store/sqlconn"}},
	{"store/hookstore", []string{"store/sqlconn", "trace", "webhook/progress"}},
	{"store/background", nil},
	{"store/regularstore", []string{"store/sqlconn", "trace"}},
	{"store/stray", []string{"kind", "store/sqlstore"}},
	{"store/sqlstore", []string{"landlayer", "store/landstore", "store/hookstore", "store/sqlconn", "webhook/progress", "account/credential", "admit", "canon", "sealedtext", "derive", "find/term", "geo", "kind", "ledger", "lot", "notebook", "ownership", "taxdocs/kept", "trace", "vital", "database/sql", "math/rand", "reach", "attachment"}},
	{"store/schema", []string{"database/sql", "github.com/pressly/goose/v3"}},
	{"store/sqlite", []string{"store/regularstore", "bounded", "canon", "derive", "kind", "store/schema", "store/sqlite/native", "store/sqlstore", "store/stray", "trace", "vital", "wholefile", "database/sql", "math/rand", "os", "time.Now", "github.com/pressly/goose/v3", "modernc.org/sqlite", "reach"}},
	{"store/sqlite/native", []string{"modernc.org/libc", "modernc.org/sqlite"}},
	{"store/postgres", []string{"derive", "home", "kind", "onestate", "reach", "replica", "store/background", "store/regularstore", "store/schema", "store/sqlstore", "store/stray", "trace", "vital", "database/sql", "net", "github.com/jackc/pgx/v5", "github.com/pressly/goose/v3"}},
	{"store/citus", []string{"store/background", "derive", "kind", "math/rand", "store/postgres", "store/sqlstore", "trace", "net", "github.com/jackc/pgx/v5"}},
	{"store/geopackage", []string{"geo/landfile", "geo/layerfile", "store/sqlite/native"}}, // a GeoPackage is an SQLite file, and SQL is the stores'
	{"store/citus/citustest", []string{"store/postgres/pgtest", "os", "github.com/jackc/pgx/v5"}},
	{"store/postgres/pgtest", []string{"math/rand", "net", "os", "github.com/jackc/pgx/v5"}},
	{"store/storetest", []string{"access", "account/credential", "admit", "app", "attachment", "canon", "catalogue", "check/harvest", "sealedtext", "demo", "derive", "evidence", "find/term", "geo", "harvests", "intake", "kind", "lang", "ledger", "lineage", "lineage/recall", "logkey", "lot", "notebook", "ownership", "proof", "publiclog", "records", "regular", "review", "testkit", "taxdocs/kept", "trace", "math/rand", "os", "time.Now", "github.com/google/go-cmp", "golang.org/x/text", "pgregory.net/rapid", "organization", "reach", "attach", "blob/folder"}},

	{"testkit", []string{"os", "time.Now"}}, // shared by tests; the program does not import it
	{"testkit/stores", []string{"access", "account/password", "app", "store/postgres", "store/postgres/pgtest", "store/sqlite", "testkit", "trace", "database/sql", "os", "github.com/jackc/pgx/v5", "modernc.org/sqlite", "blob", "blob/folder", "blob/pgblob", "time.Now"}},
	{"testkit/drive", []string{"attachment", "canon", "kind", "ledger", "testkit", "trace", "database/sql", "math/rand", "net/http", "os", "github.com/jackc/pgx/v5", "modernc.org/sqlite"}},
	{"testkit/outside", []string{"servercert/certtest", "testkit", "net", "net/http", "os", "time.Now", "golang.org/x/net"}},
	{"testkit/world", []string{"app", "kind", "lang", "proof", "store/sqlite", "trace", "database/sql"}},

	{"httpkit/early", []string{"trace", "net/http", "time.Now"}}, // a sender has a time for each piece
	{"httpkit/live", []string{"net/http", "time.Now"}},           // a reader has a time for each piece
	{"httpkit/cors", []string{"net/http"}},
	{"httpkit/fallback", []string{"net/http"}},
	{"httpkit/answercache", []string{"bounded", "harvests", "replica", "trace"}},
	{"httpkit/publiccache", []string{"admit", "bounded", "httpkit/answercache", "public", "trace"}}, // it follows harvests with answercache
	{"parallel", nil},
	{"bounded", []string{"github.com/maypok86/otter/v2"}},
	{"quota", []string{"bounded"}},
	{"remote", []string{"net/http"}}, // only reads forwarded addresses from headers
	{"regular", []string{"remote"}},
	{"httpkit/keygate", []string{"quota", "regular", "remote", "trace"}},
	{"httpkit", []string{"lang", "trace", "net/http", "github.com/andybalholm/brotli"}},
	{"boardfile", []string{"board", "canon", "check/harvest", "crop", "lang", "sheet", "trace", "verdict"}},
	{"tracefile", []string{"canon", "finding", "lang", "lineage", "lineage/recall", "lot", "trace"}},
	{"dispute", []string{"canon", "ownerbook", "ownership", "trace"}},
	{"eudr/dds", []string{"brdoc", "canon", "finding", "lang"}},
	{"eudr/traces", []string{"eudr/dds", "lang", "net/http", "time.Now"}}, // it calls the EU's system, and stores nothing
	{"eudr/plotfile", []string{"brdoc", "canon", "check/harvest/rules", "check/record", "finding", "geo", "geo/euproperty", "landlayer", "lang", "lineage", "profile", "trace"}},
	{"eudr/dossierzip", []string{"attachment", "canon", "lang", "lineage", "trace"}},
	{"eudr/dossierproof", []string{"attachment", "canon", "eudr/dossierzip", "eudr/plotfile", "kind", "ledger", "lineage", "lot", "strictzip", "trace"}}, // rastro-verify links it: nothing that makes documents
	{"eudr", []string{"attach/photo", "attachment", "canon", "check/harvest", "eudr/dossierzip", "eudr/plotfile", "filings", "finding", "geo", "kind", "landlayer", "lang", "ledger", "lineage", "logo", "lot", "print/reading", "profile", "proof", "public", "review", "sheet", "trace", "tracefile", "verdict", "web/drawing"}}, // a dossier has the balance, as the API writes it
	{"print/labels", []string{"lang", "print/font", "print/page", "print/qr", "public", "trace", "codeberg.org/go-pdf/fpdf"}},
	{"print/reading", []string{"lang", "print/font", "print/page", "web/drawing", "codeberg.org/go-pdf/fpdf", "html/template"}},
	{"print/certificate", []string{"kind", "lang", "ledger", "print/font", "print/page", "print/qr", "public", "trace", "verdict", "codeberg.org/go-pdf/fpdf", "zone"}},
	{"print/printtest", []string{"organization", "public", "trace", "os"}},
	{"sheet", []string{"canon", "geo/landfile", "kind", "lang", "ptbr", "github.com/xuri/excelize/v2"}}, // pure: it knows kinds, but not records
	{"columns", []string{"canon", "kind", "lang", "ptbr", "sheet"}},
	{"columns/guess", []string{"brdoc", "columns", "kind", "lang", "ptbr", "sheet"}},

	{"verifyfile", []string{"cosign", "eudr/dossierproof", "eudr/dossierzip", "landlayer", "lang", "ledger"}},
	{"verifyfile/pinflags", []string{"lang", "os", "verifyfile"}},
	{"verifyfile/standalone", []string{"lang", "os", "verifyfile", "verifyfile/pinflags"}},
	{"eudr/draft", []string{"crop", "eudr", "eudr/dds", "eudr/plotfile", "filings", "finding", "lang", "lineage", "lot", "trace", "tracefile"}},
	{"eudr/submit", []string{"eudr", "eudr/dds", "eudr/draft", "eudr/traces", "filings", "lang", "trace"}},
	{"api/epcisrest", []string{"api/openapi", "api/params", "canon", "epcis/feed", "epcis/ours", "epcis/query", "lang", "trace", "net/http"}},
	{"api/linkset", []string{"canon", "lang"}},
	{"api", []string{"api/epcisrest", "api/linkset", "epcis/uri", "webhook", "webhook/progress", "webhook/sign", "changes", "httpkit/early", "httpkit/live", "access", "admit", "api/openapi", "api/params", "app", "board", "boardfile", "canon", "catalogue", "check", "check/harvest", "check/record", "columns", "dispute", "erase", "eudr", "eudr/dds", "eudr/draft", "eudr/submit", "filings", "finding", "fiscal", "geo/landfile", "harvests", "httpkit", "httpkit/answercache", "httpkit/cors", "httpkit/fallback", "httpkit/keygate", "httpkit/publiccache", "intake", "intake/mappings", "kind", "lang", "ledger", "lineage", "lineage/recall", "logo", "lot", "organization", "ownerbook", "ownership", "print/labels", "print/page", "print/qr", "profiles", "reach", "records", "replica", "remote", "share", "sheet", "taxdocs", "trace", "tracefile", "net/http", "attach", "attach/filesend", "attach/filetype", "attachment", "blob"}},
	{"api/openapi", []string{"landlayer", "epcis/query", "webhook", "webhook/endpoint", "webhook/progress", "attachment", "board", "canon", "changes", "check/harvest", "eudr/dds", "eudr/draft", "filings", "harvests", "kind", "lang", "lineage", "lot", "print/labels", "profile", "share", "taxdocs", "trace", "verdict"}},
	{"api/params", []string{"catalogue", "lang", "trace", "net/http"}},
	{"web", []string{"admit", "app", "bounded", "brdoc", "canon", "disclose", "eudr", "geo/brazil", "httpkit", "httpkit/answercache", "httpkit/publiccache", "kind", "lang", "ledger", "lineage", "logo", "organization", "print/artwork", "print/certificate", "print/page", "print/qr", "public", "share", "trace", "tracefile", "verdict", "web/assets", "web/drawing", "web/verifier", "html/template", "net/http", "zone"}},
	{"web/verifier", []string{"landlayer", "lang", "web/assets"}},
	{"web/assets", []string{"httpkit", "net/http", "github.com/andybalholm/brotli"}},
	{"web/drawing", []string{"geo", "geo/brazil", "tiles"}},
	{"web/graph", nil},
	{"web/console/pagekit", []string{"organization", "account", "admit", "author", "httpkit", "httpkit/early", "kind", "lang", "personal", "right", "tiles", "title", "trace", "verdict", "net/http", "zone"}},
	{"web/console/harvest", []string{"board", "boardfile", "canon", "check/harvest", "dispute", "finding", "geo", "geo/brazil", "harvests", "kind", "lang", "lineage", "lineage/recall", "organization", "print/labels", "print/page", "print/qr", "profile", "right", "profiles", "ptbr", "public", "records", "review", "sheet", "title", "trace", "verdict", "web/console/pagekit", "web/console/plot", "web/drawing", "html/template", "net/http", "personal"}},
	{"web/console/organization", []string{"brdoc", "canon", "lang", "logo", "organization", "reach", "trace", "web/console/pagekit", "net/http"}},
	{"web/console/people", []string{"account", "account/password", "kind", "lang", "right", "trace", "web/console/pagekit", "net/http", "bounded", "httpkit", "mail", "mail/postage", "naming"}},
	{"web/console/plot", []string{"canon", "check/record", "finding", "geo", "geo/brazil", "kind", "lang", "lineage", "personal", "profile", "tiles", "trace", "web/console/pagekit", "web/drawing", "net/http"}},
	{"web/console/reviewed", []string{"check/harvest", "finding", "httpkit/answercache", "personal", "review", "trace"}}, // a review is kept while nothing is written
	{"web/console/record", []string{"load", "right", "brdoc", "canon", "check/record", "crop", "lineage", "finding", "geo/landfile", "httpkit", "kind", "lang", "ledger", "proof", "ptbr", "records", "sheet", "title", "trace", "web/console/files", "web/console/pagekit", "web/console/plot", "web/console/reviewed", "net/http", "personal"}},
	{"web/console/files", []string{"attach", "attach/filesend", "attach/filetype", "attach/photo", "attachment", "blob", "kind", "lang", "personal", "title", "trace", "web/console/pagekit", "net/http"}},
	{"web/console/lot", []string{"right", "records", "title", "canon", "dispute", "eudr", "eudr/dds", "eudr/draft", "eudr/plotfile", "filings", "finding", "httpkit", "kind", "lang", "lineage", "lineage/recall", "lot", "ownership", "share", "trace", "tracefile", "verdict", "web/console/pagekit", "web/graph", "html/template", "net/http"}},
	{"web/console/intake", []string{"personal", "admit", "canon", "title", "columns", "columns/guess", "finding", "httpkit", "intake", "intake/mappings", "intake/runs", "kind", "lang", "sheet", "trace", "web/console/pagekit", "net/http", "os"}},
	{"web/console/events", []string{"canon", "epcis/feed", "epcis/ours", "epcis/query", "epcis/uri", "lang", "lot", "trace", "web/console/pagekit"}},
	{"web/console/hook", []string{"canon", "changes", "lang", "trace", "web/console/pagekit", "webhook", "webhook/endpoint", "net/http"}},
	{"web/console/admin", []string{"intake/runs", "access", "account", "organization", "reach", "canon", "catalogue", "dispute", "kind", "lang", "ledger", "lot", "ownerbook", "ownership", "proof", "publiclog", "trace", "vital", "web/console/pagekit", "net/http", "author"}},
	{"web/console/land", []string{"check/harvest", "finding", "kind", "landlayer", "lang", "personal", "review", "trace", "web/console/pagekit"}},
	{"web/console/search", []string{"find", "lang", "title", "trace", "web/console/pagekit"}},
	{"web/console/taxdocs", []string{"admit", "finding", "fiscal", "lang", "parked", "taxdocs", "title", "trace", "web/console/pagekit", "net/http", "os"}},
	{"web/console/consoletest", []string{"access", "account", "account/password", "admit", "app", "httpkit/keygate", "kind", "remote", "testkit", "testkit/stores", "trace", "web/console", "web/console/harvest", "web/console/intake", "zone", "net", "net/http", "time.Now"}},
	{"web/console", []string{"web/console/events", "web/console/hook", "changes", "httpkit/live", "account", "account/credential", "account/password", "admit", "right", "web/console/people", "web/console/organization", "app", "boardfile", "eudr", "httpkit", "httpkit/answercache", "httpkit/keygate", "kind", "lang", "lineage", "logo", "print/page", "replica", "remote", "sheet", "tiles", "taxdocs", "trace", "vital", "web/assets", "web/console/admin", "web/console/files", "web/console/harvest", "web/console/intake", "web/console/land", "web/console/lot", "web/console/pagekit", "web/console/plot", "web/console/record", "web/console/reviewed", "web/console/search", "web/console/taxdocs", "zone", "html/template", "net/http", "account/oidc", "account/passkey", "mail"}},
	{"backup", []string{"wholefile", "os"}},
	{"doctor", nil},
	{"servercert", []string{"net/http", "os", "time.Now", "golang.org/x/crypto"}},
	{"servercert/certtest", []string{"net", "os"}},
	{"server/handover", []string{"net"}}, // it passes a port on, whatever is served there
	{"server", []string{"admit", "api", "remote", "trace", "vital", "net", "net/http", "time.Now", "github.com/prometheus/client_golang"}},

	{"build", nil},
	{"config", []string{"cosign", "ledger", "account/oidc", "admit", "mail", "tiles", "webhook/post", "zone", "net", "github.com/spf13/pflag"}}, // the smallest budget is defined in one place, and so is what mail and OpenID Connect accept
	{"cli", []string{"cosign", "witness", "witness/asking", "verifyfile", "verifyfile/pinflags", "geo/layerfile", "landlayer", "landlayer/landimport", "store/geopackage", "access", "account", "account/oidc", "admit", "api", "app", "backup", "build", "canon", "clock", "columns", "columns/guess", "config", "derive", "doctor", "eudr/submit", "eudr/traces", "fiscal", "fiscal/xmlsig", "httpkit/answercache", "httpkit/keygate", "httpkit/publiccache", "intake", "intake/mappings", "kind", "lang", "ledger", "logkey", "mail", "proof", "regular", "remote", "server", "server/handover", "servercert", "sheet", "store/citus", "store/postgres", "store/schema", "store/sqlite", "taxdocs", "trace", "vital", "web", "web/console", "web/console/intake", "webhook", "webhook/post", "wholefile", "net", "net/http", "os", "time.Now", "github.com/spf13/cobra", "attach", "blob", "blob/folder", "blob/pgblob", "blob/s3blob"}},
	{"cmd/rastro", []string{"cli", "os"}},
	{"cmd/rastro-verify", []string{"os", "verifyfile/standalone"}},

	{"bench/pages", []string{"demo", "kind", "net", "net/http", "os"}}, // it starts other builds, so it knows only their data
	{"bench", []string{"app", "check/record", "kind", "ledger", "store/postgres", "store/sqlite", "trace", "math/rand", "net", "net/http", "os", "time.Now", "github.com/andybalholm/brotli", "github.com/jackc/pgx/v5"}},
	{"e2e", nil}, // its tests drive a browser
}

func TestImports(t *testing.T) {
	for _, fault := range faults(rules, source(t)) {
		t.Error(fault)
	}
}

// faults lists what packages and rules do not agree on.
func faults(rules []row, packages map[string][]file) (all []string) {
	for pkg, files := range packages {
		r, ok := rowOf(rules, pkg)
		if !ok {
			all = append(all, fmt.Sprintf("package %s has no row in the rules of internal/arch_test.go: add one that says what it may import", pkg))
			continue
		}
		all = append(all, r.faults(files, "internal/arch_test.go")...)
	}
	for _, r := range rules {
		if packages[r.pkg] == nil {
			all = append(all, fmt.Sprintf("internal/arch_test.go has a row for %s, which is not a package: remove it", r.pkg))
		}
	}
	slices.Sort(all)
	return all
}

// faults lists the differences between a package's files and its row in a table.
func (r row) faults(files []file, table string) (all []string) {
	used := map[string]bool{}
	for _, f := range files {
		for _, path := range f.uses() {
			name, ok := r.allows(path)
			if !ok {
				all = append(all, fmt.Sprintf("%s: %s may not import %s; its row in %s does not name it", f.name, r.pkg, path, table))
			}
			used[name] = true
		}
	}
	for _, name := range r.may {
		if !used[name] {
			all = append(all, fmt.Sprintf("the row of %s in %s names %s, which the package does not import: remove it", r.pkg, table, name))
		}
	}
	return all
}

// TestFaultsAreFound shows that the test above fails when it should.
func TestFaultsAreFound(t *testing.T) {
	for _, tc := range []struct {
		name string
		may  []string
		src  string
		want string // part of the only fault; "" for none
	}{
		{"nothing", nil, ``, ""},
		{"the standard library", nil, `import "strings"`, ""},
		{"what the row names", []string{"lot", "net/http", "golang.org/x/text"}, `import ("rastro/internal/lot"; "net/http"; "golang.org/x/text/cases")`, ""},
		{"a package of ours", nil, `import "rastro/internal/trace"`, "a may not import rastro/internal/trace"},
		{"a package below one that is named", []string{"check/harvest"}, `import ("rastro/internal/check/harvest"; "rastro/internal/check/harvest/facts")`, "a may not import rastro/internal/check/harvest/facts"},
		{"a guarded package", nil, `import "net/http"`, "a may not import net/http"},
		{"below a guarded package", nil, `import "net/http/httptest"`, "a may not import net/http/httptest"},
		{"next to a guarded package", nil, `import "net/url"`, ""},
		{"the file system", nil, `import "os"`, "a may not import os"},
		{"the clock", nil, `import "time"; var now = time.Now`, "a may not import time.Now"},
		{"the clock under another name", nil, `import clock "time"; var now = clock.Now()`, "a may not import time.Now"},
		{"time without the clock", nil, `import "time"; var day = 24 * time.Hour`, ""},
		{"a library", nil, `import "github.com/google/uuid"`, "a may not import github.com/google/uuid"},
		{"a package that is not used", []string{"lot"}, ``, "names lot, which the package does not import"},
		{"a guarded package that is not used", []string{"net/http"}, `import "strings"`, "names net/http, which the package does not import"},
		{"a library that is not used", []string{"golang.org/x/text"}, ``, "names golang.org/x/text, which the package does not import"},
	} {
		checkFault(t, tc.name, faults([]row{{"a", tc.may}}, map[string][]file{"a": parsed(t, tc.src)}), tc.want)
	}
	if got := faults(nil, map[string][]file{"a": parsed(t, ``)}); len(got) != 1 || !strings.Contains(got[0], "has no row") {
		t.Errorf("a package without a row: %q", got)
	}
	if got := faults([]row{{"a", nil}}, nil); len(got) != 1 || !strings.Contains(got[0], "which is not a package") {
		t.Errorf("a row without a package: %q", got)
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

// TestRules tests the table against the rules that it implements.
func TestRules(t *testing.T) {
	for _, c := range []struct {
		path string
		only []string // nil: none
	}{
		{"net/http", []string{"witness", "witness/asking", "attach/filesend", "httpkit/cors", "httpkit/early", "httpkit/fallback", "httpkit/live", "web/console/files", "eudr/traces", "webhook/retry", "webhook/post", "webhook/deliver", "account/oidc", "blob/s3blob", "testkit/drive", "testkit/outside", "remote", "httpkit", "api", "api/epcisrest", "api/params", "web", "web/assets", "web/console", "web/console/pagekit", "web/console/harvest", "web/console/plot", "web/console/record", "web/console/lot", "web/console/intake", "web/console/admin", "web/console/hook", "web/console/people", "web/console/organization", "web/console/consoletest", "server", "servercert", "cli", "bench", "bench/pages", "web/console/taxdocs"}},
		{"database/sql", []string{"store/schema", "store/sqlstore", "store/sqlite", "store/postgres", "testkit/drive", "testkit/stores", "testkit/world"}},
		{"modernc.org/sqlite", []string{"store/sqlite", "store/sqlite/native", "testkit/drive", "testkit/stores"}},
		{"modernc.org/libc", []string{"store/sqlite/native"}},
		{"github.com/jackc/pgx/v5/pgxpool", []string{"blob/pgblob", "store/citus", "store/citus/citustest", "store/postgres", "store/postgres/pgtest", "testkit/drive", "testkit/stores", "bench"}},
		{"github.com/pressly/goose/v3", []string{"store/schema", "store/sqlite", "store/postgres"}},
		{"html/template", []string{"print/reading", "web", "web/console", "web/console/harvest", "web/console/lot"}},
		{"github.com/xuri/excelize/v2", []string{"sheet"}},
		{"github.com/wneessen/go-mail", []string{"mail"}},
		{"code.dny.dev/ssrf", []string{"webhook/post"}},
		{"github.com/minio/minio-go/v7", []string{"blob/s3blob"}},
		{"github.com/gabriel-vasile/mimetype", []string{"attach/filetype"}},
		{"github.com/bep/imagemeta", []string{"attach/photo"}},
		{"github.com/beevik/etree", []string{"fiscal", "fiscal/xmlsig"}},
		{"github.com/russellhaering/goxmldsig", []string{"fiscal/xmlsig"}},
		{"github.com/coreos/go-oidc/v3/oidc", []string{"account/oidc"}},
		{"golang.org/x/oauth2", []string{"account/oidc"}},
		{"github.com/go-webauthn/webauthn/webauthn", []string{"account/passkey", "account/passkey/passkeytest"}},
		{"rastro/internal/api", []string{"server", "cli"}},
		{"rastro/internal/web", []string{"cli"}},
		{"rastro/internal/store/sqlite", []string{"cli", "testkit/stores", "testkit/world", "bench"}},
		{"rastro/internal/config", []string{"cli"}},
		{"rastro/internal/server", []string{"cli"}},
		{"rastro/internal/cli", []string{"cmd/rastro"}},
		{"rastro/internal/testkit", []string{"store/storetest", "testkit/drive", "testkit/outside", "testkit/stores", "web/console/consoletest"}}, // tests alone
		{"rastro/bench", nil},
		{"github.com/stretchr/testify", nil},
		{"go.uber.org/mock", nil},
	} {
		for _, r := range rules {
			if _, got := r.allows(c.path); got != slices.Contains(c.only, r.pkg) {
				t.Errorf("%s may import %s: %t, want %t", r.pkg, c.path, got, !got)
			}
		}
	}
}

// Only test helpers use cheap password hashes.
func TestOnlyTestsHashCheaply(t *testing.T) {
	for pkg, files := range source(t) {
		if pkg == "testkit/stores" || pkg == "web/console/consoletest" {
			continue
		}
		for _, f := range files {
			ast.Inspect(f.File, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.SelectorExpr:
					if from, ok := n.X.(*ast.Ident); ok && from.Name == "password" && n.Sel.Name == "Least" {
						t.Errorf("%s names password.Least", f.name)
					}
				case *ast.KeyValueExpr:
					if key, ok := n.Key.(*ast.Ident); ok && key.Name == "PasswordWork" {
						t.Errorf("%s sets PasswordWork", f.name)
					}
				}
				return true
			})
		}
	}
}

// Checks, and everything they consist of, use no clock, disk, network or randomness.
func TestPurePackages(t *testing.T) {
	pure := []string{"check", "check/harvest", "eudr/dds", "fiscal/propose", "ledger", "ownership"}
	for i := 0; i < len(pure); i++ { // it grows as imports are found
		pkg := pure[i]
		r, ok := rowOf(rules, pkg)
		if !ok {
			t.Errorf("%s has no row", pkg)
		}
		for _, name := range r.may {
			if _, ours := rowOf(rules, name); ours && !slices.Contains(pure, name) {
				pure = append(pure, name)
			}
		}
		for _, name := range r.may {
			if slices.Contains(guarded, name) {
				t.Errorf("%s uses %s", pkg, name)
			}
		}
	}
}

func rowOf(rules []row, pkg string) (row, bool) {
	i := slices.IndexFunc(rules, func(r row) bool { return r.pkg == pkg })
	if i < 0 {
		return row{}, false
	}
	return rules[i], true
}

// allows reports whether a package may use a path, and by which name of its row;
// "" if it needs none.
func (r row) allows(path string) (name string, ok bool) {
	if ours, ok := strings.CutPrefix(path, "rastro/"); ok {
		name := strings.TrimPrefix(ours, "internal/")
		return name, slices.Contains(r.may, name)
	}
	named := func(names []string) int {
		return slices.IndexFunc(names, func(name string) bool { return under(path, name) })
	}
	if i := named(r.may); i >= 0 {
		return r.may[i], true
	}
	return "", !library(path) && named(guarded) < 0
}

// under reports whether a path is name or lies below it. Below net there is more
// than the network.
func under(path, name string) bool {
	return path == name || name != "net" && strings.HasPrefix(path, name+"/")
}

// library reports whether a path is that of a module outside the standard library.
func library(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return strings.Contains(first, ".")
}
