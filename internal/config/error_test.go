package config

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
	"unicode"
)

const (
	wantNames       = ` is not a list of names; write them as in an address, for instance rastro.example.org`
	wantAddr        = ` is not an address; write HOST:PORT with a port from 0 to 65535, for instance 127.0.0.1:8080`
	wantURL         = ` is not a public address; write http:// or https:// and a host, without user, query or fragment, for instance https://rastro.example.org`
	wantSQLite      = ` names no file; write sqlite:FILE, for instance sqlite:/var/lib/rastro/rastro.db`
	wantReplicas    = ` is not a list of PostgreSQL databases; write postgres://USER@HOST/DATABASE`
	wantDB          = ` is not a database; write sqlite:FILE or postgres://USER@HOST/DATABASE`
	wantPG          = ` is not a readable address; write postgres://USER:PASSWORD@HOST/DATABASE with special characters of the password percent-encoded`
	wantBool        = ` is neither true nor false; write true or false`
	wantHeader      = ` is not a header name; write letters, digits and hyphens, for instance X-Client-Id`
	wantFormat      = ` is not a log format; write text or json`
	wantProfileAddr = ` is not an address of this machine alone; write for instance 127.0.0.1:6060`
	wantLogOrigin   = ` is not a name for a log: use visible ASCII without spaces or +, such as rastro.example.org/log`
	wantRate        = ` is not a rate; write requests per second from 0.001 to 1000000 with a decimal point, or 0 for no limit`
	wantNetworks    = ` is not a list of networks; write addresses or CIDR networks, for instance 127.0.0.1, 10.0.0.0/8`
	wantSize        = ` is not a size; write a number with a unit, such as 512MiB or 4GiB`
	wantMore        = ` is too little: the largest request alone takes more; write 128MiB or more`
	wantOrigin      = ` is not a list of origins; write scheme://host[:port] without a path, for instance https://app.example.org`
	wantAccess      = `the value (not shown) is not an access key; give 3 to 100 visible ASCII characters without a colon`
	wantSecret      = `the value (not shown) is not a secret key; give 16 to 200 visible ASCII characters`
	wantMailServer  = ` is not a mail server; write HOST:PORT, for instance smtp.example.org:587`
	wantMailFrom    = ` is not an address that mail can come from; write nao-responda@example.org or Cooperativa <nao-responda@example.org>`
	wantEUSystem    = ` is not the EU's system; write its address with https, for instance https://eudr.webcloud.ec.europa.eu`
	wantIssuer      = ` is not an OpenID Connect provider; write its address with https, for instance https://accounts.google.com`
	wantPlain       = ` holds a control character or is not UTF-8; write it as plain text on one line`
)

// canary stands for a secret in the values below; no message may contain it.
const canary = "hunter2"

// badValues are each passed in a variable; a want that begins with a space follows the quoted
// value.
var badValues = []struct{ name, value, want string }{
	{"tiles", "https://tiles.example.org/{z}/{x}.png?key=" + canary, `"https:…" must have {z}, {x} and {y} once each, and nothing else in braces; of a source with several hosts ({s}) name one`},
	{"tiles", "http://tiles.example.org/{z}/{x}/{y}.png", `"http:…" is not fetched over TLS; write https://, since only a server on this machine may use http://`},
	{"tiles", "https://*/{z}/{x}/{y}.png", `"https:…" names no host, or one that is not plain; write a host and perhaps a port, without a user, and without {z}, {x} or {y}`},
	{"tiles", "/{z}/{x}/{y}.png", `the value (not shown) is not an address of map tiles; write it with {z}, {x} and {y}, for instance https://tiles.example.org/{z}/{x}/{y}.png`},
	{"tiles-credit", strings.Repeat("9", 201), `"` + strings.Repeat("9", 80) + `…" is too long for one line below a map; write up to 200 characters, for instance © OpenStreetMap contributors`},
	{"addr", "8080", wantAddr},
	{"addr", "127.0.0.1", wantAddr},
	{"addr", "127.0.0.1:http", wantAddr},
	{"addr", ":65536", wantAddr},
	{"addr", ":-1", wantAddr},
	{"addr", "a b:80", wantAddr},
	{"addr", "::1:80", wantAddr},
	{"addr", ":80\n", wantPlain},
	{"addr", "h\xff:80", wantPlain},
	{"addr", strings.Repeat("9", 81), `"` + strings.Repeat("9", 80) + `…"` + wantAddr},
	{"addr", "http://u:" + canary + "@h:80", `"http://…@h:80"` + wantAddr},
	{"addr", "u:" + canary + "@h:80", `"…@h:80"` + wantAddr},
	{"db", "rastro.db", `the value (not shown)` + wantDB},
	{"db", "host=h password=" + canary, `the value (not shown)` + wantDB},
	{"db", "mysql://u:" + canary + "@h/d", `"mysql:…"` + wantDB},
	{"db", "postgres:u:" + canary + "@h/d", `"postgres:…"` + wantDB},
	{"db", "postgres://u:" + canary + "%zz@h/d", `"postgres:…"` + wantPG},
	{"db", "postgresql://u:" + canary + "#@h/d", `"postgresql:…"` + wantPG},
	{"db", "postgres://u:" + canary + "\n@h/d", `"postgres:…"` + wantPlain},
	{"db-replicas", "sqlite:rastro.db", `"sqlite:…"` + wantReplicas},
	{"db-replicas", "postgres://u:" + canary + "@h/d,sqlite://x", `"postgres:…"` + wantReplicas},
	{"db-replicas", "postgres://u:" + canary + "%zz@h/d", `"postgres:…"` + wantPG},
	{"db", "sqlite:", `"sqlite:…"` + wantSQLite},
	{"db", "sqlite:?_pragma=x", `"sqlite:…"` + wantSQLite},
	{"db", "sqlite://rastro.db", `"sqlite:…"` + wantSQLite},
	{"public-url", "rastro.example.org", wantURL},
	{"public-url", "/base", wantURL},
	{"public-url", "ftp://h", wantURL},
	{"public-url", "https://", wantURL},
	{"public-url", "https://:443", wantURL},
	{"public-url", "https://h:", wantURL},
	{"public-url", "https://h:99999", wantURL},
	{"public-url", "https://h?", wantURL},
	{"public-url", "https://h/#x", wantURL},
	{"public-url", "https://hé", wantURL},
	{"public-url", "https://u:" + canary + "@h", `"https://…@h"` + wantURL},
	{"strict", "sim", wantBool},
	{"demo", "2", wantBool},
	{"access-key-header", "X Key", wantHeader},
	{"access-key-header", "Chávez", wantHeader},
	{"access-key-header", "X-Key:", wantHeader},
	{"access-key-header", "x-api-secret-key", ` has another meaning already; choose another header, for instance X-Client-Id`},
	{"smtp", "smtp.example.org", wantMailServer},
	{"smtp", ":587", wantMailServer},
	{"smtp", "smtp.example.org:0", wantMailServer},
	{"smtp", "smtp example:25", wantMailServer},
	{"smtp-tls", "ssl", ` is no way to encrypt mail; write starttls, implicit or none`},
	{"blobs", "http://x/y", ` is neither a folder nor a bucket; write a path, or s3://BUCKET/FOLDER`},
	{"blobs", "s3://user:pass@bucket", ` is neither a folder nor a bucket; write a path, or s3://BUCKET/FOLDER`},
	{"blobs", "sqlite:x", ` is not a folder; write a path, for instance /var/lib/rastro/anexos`},
	{"s3-endpoint", "s3.example.org", ` is not the address of an S3 server; write it with https, for instance https://s3.example.org`},
	{"s3-region", "a\nb", wantPlain},
	{"s3-access-key", canary + "\n", `the value (not shown)` + wantPlain},
	{"s3-secret-key", canary + "\n", `the value (not shown)` + wantPlain},
	{"smtp-user", "a\nb", wantPlain},
	{"smtp-password", canary + "\n", `the value (not shown)` + wantPlain},
	{"eudr-user", "a\nb", wantPlain},
	{"eudr-key", canary + "\n", `the value (not shown)` + wantPlain},
	{"eudr-client", "a\nb", wantPlain},
	{"eudr-organization", "a\nb", wantPlain},
	{"eudr-url", "http://eudr.example.org", wantEUSystem},
	{"eudr-url", "https://u:" + canary + "@h", `"https://…@h"` + wantEUSystem},
	{"oidc-client", "a\nb", wantPlain},
	{"oidc-secret", canary + "\x00", `the value (not shown)` + wantPlain},
	{"mail-from", "Cooperativa", wantMailFrom},
	{"mail-from", "a@example.org, b@example.org", `"…@example.org"` + wantMailFrom},
	{"oidc-name", strings.Repeat("a", 41), ` is too long for a button; write up to 40 characters, for instance Google`},
	{"oidc-issuer", "accounts.google.com", wantIssuer},
	{"oidc-issuer", "http://accounts.google.com", wantIssuer},
	{"oidc-issuer", "https://u:" + canary + "@h", `"https://…@h"` + wantIssuer},
	{"time-zone", "Brasilia", ` is not a time zone; write a name such as America/Sao_Paulo, America/Manaus or UTC`},
	{"time-zone", "Local", ` is not a time zone; write a name such as America/Sao_Paulo, America/Manaus or UTC`},
	{"log-format", "JSON", wantFormat},
	{"profile-addr", ":6060", wantProfileAddr},
	{"profile-addr", "0.0.0.0:6060", wantProfileAddr},
	{"profile-addr", "example.org:6060", wantProfileAddr},
	{"profile-addr", "127.0.0.1", wantProfileAddr},
	{"log-origin", "two words", wantLogOrigin},
	{"log-origin", "a+b", wantLogOrigin},
	{"log-origin", strings.Repeat("x", 201), ` is too long for the name of a log: use at most 200 characters`},
	{"log-dir", "https://example.org/x", ` is not a folder; write a path, for instance /var/lib/rastro`},
	{"icp-brasil", "https://example.org/x", ` is not a folder; write a path, for instance /var/lib/rastro`},
	{"log-dir", "sqlite:rastro.db", ` is not a folder; write a path, for instance /var/lib/rastro`},
	{"log-key", canary, `the value (not shown) is not a signing key; write what a .logkey file holds, PRIVATE+KEY+NAME+HASH+KEY`},
	{"witness", "https://w.example", ` is not a list of witnesses; write each as its key, a space and its address`},
	{"witness", "w.example+00df7ba9+BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA ftp://w.example", ` has something else as the address of a witness; write it with https, for instance https://witness.example.org`},
	{"witness", ".example+00df7ba9+BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA https://w.example", ` cannot be used: the witness's key is mistyped: its HASH is not that of its NAME and KEY`},
	{"witness-logs", "coop.example/log", ` is not a list of keys of logs; 'rastro log key' prints a log's key`},
	{"expect-existing", "sim", wantBool},
	{"rate-limit", "fast", wantRate},
	{"visitor-rate-limit", "many", wantRate},
	{"recall-limit", "-1", " is not a number from 0 to 1000000"},
	{"recall-limit", "1.5", " is not a number from 0 to 1000000"},
	{"streams", "many", " is not a number from 0 to 1000000"},
	{"streams-per-key", "-1", " is not a number from 0 to 1000000"},
	{"rate-limit", "-1", wantRate},
	{"rate-limit", "0,5", wantRate},
	{"rate-limit", "0.0001", wantRate},
	{"rate-limit", "NaN", wantRate},
	{"rate-limit", "inf", wantRate},
	{"webhook-allow", "erp.example.com", ` is not an address or a network; write 10.0.0.0/8 or 127.0.0.1`},
	{"webhook-allow", "127.0.0.0/8", ` has addresses of this machine or of its cloud (127.0.0.0/8); list each address by itself`},
	{"webhook-http", "2", wantBool},
	{"trusted-proxies", "proxy.example.org", wantNetworks},
	{"trusted-proxies", "10.0.0.0/33", wantNetworks},
	{"trusted-proxies", "10.0.0.1,", wantNetworks},
	{"trusted-proxies", "fe80::1%eth0", wantNetworks},
	{"trusted-proxies", "10.0.0.1/8", ` has a network with bits beyond its mask; write 10.0.0.0/8 for that network, or the address alone`},
	{"trusted-proxies", "10.0.0.1,0.0.0.0/0", ` trusts every address, so that every caller could say to be anybody; name the proxies`},
	{"trusted-proxies", "::/0", ` trusts every address, so that every caller could say to be anybody; name the proxies`},
	{"memory", "much", wantSize},
	{"memory", "1 apple", wantSize},
	{"memory", "64MiB", wantMore},
	{"cors-origin", "app.example.org", wantOrigin},
	{"cors-origin", "https://app.example.org/", wantOrigin},
	{"cors-origin", "https://a,", wantOrigin},
	{"cors-origin", "https://a:0x50", wantOrigin},
	{"cors-origin", "null", wantOrigin},
	{"cors-origin", "https://*.example.org", wantOrigin},
	{"cors-origin", "https://a,*", ` has * next to origins; write * alone, or the origins alone`},
	{"root-access-key", "rk", wantAccess},
	{"root-access-key", canary + ":x", wantAccess},
	{"root-access-key", canary + "\n", `the value (not shown)` + wantPlain},
	{"root-secret-key", canary, wantSecret},
	{"root-secret-key", "0123456789 " + canary, wantSecret},
	{"root-secret-key", strings.Repeat(canary, 30), wantSecret},
	{"http-addr", "80", wantAddr},
	{"tls-cert", "a\nb", wantPlain},
	{"tls-key", "a\nb", wantPlain},
	{"acme", "10.0.0.1", wantNames},
	{"acme", "*.example.org", wantNames},
	{"acme", "localhost", wantNames},
	{"acme-email", "a\nb", wantPlain},
	{"acme-directory", "http://ca.example.org/directory", ` is not the directory of an ACME authority; write its address with https, for instance https://ca.example.org/acme/directory`},
	{"acme-roots", "a\nb", wantPlain},
	{"config", "nowhere.conf", `cannot read "nowhere.conf": file does not exist; name a configuration file`},
}

func TestBadValues(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range badValues {
		seen[c.name] = true
		want := c.want
		if strings.HasPrefix(want, " ") {
			want = quote(c.value) + want
		}
		_, _, err := sources{env: []string{lookup(c.name).env() + "=" + c.value}}.load(t)
		checkError(t, c.name+"="+c.value, err, lookup(c.name).env()+": "+want)
	}
	for i := range options {
		if !seen[options[i].name] {
			t.Errorf("no bad value for %s", options[i].name)
		}
	}
}

// TestOrigins has a case for every mistake in a source itself.
func TestOrigins(t *testing.T) {
	names := "addr, http-addr, tls-cert, tls-key, acme, acme-email, acme-directory, acme-roots, db, db-replicas, blobs, s3-endpoint, s3-region, s3-access-key, s3-secret-key, public-url, strict, time-zone, access-key-header, log-format, log-origin, log-dir, log-key, witness, witness-logs, expect-existing, demo, rate-limit, visitor-rate-limit, recall-limit, streams, streams-per-key, trusted-proxies, memory, icp-brasil, cors-origin, profile-addr, tiles, tiles-credit, root-access-key, root-secret-key, smtp, smtp-tls, smtp-user, smtp-password, mail-from, webhook-allow, webhook-http, eudr-url, eudr-user, eudr-key, eudr-client, eudr-organization, oidc-issuer, oidc-client, oidc-secret, oidc-name"
	env := func(lines ...string) sources {
		return sources{env: lines, files: map[string]string{"/run/v": canary + "\nmore\n", "/run/empty": "\n"}}
	}
	for _, c := range []struct {
		in   sources
		want string
	}{
		{sources{flags: []string{"--addr", "8080"}}, `flag --addr: "8080"` + wantAddr},
		{sources{flags: []string{"--strict=maybe"}}, `flag --strict: "maybe"` + wantBool},
		{sources{flags: []string{"--addr", ""}}, `flag --addr: ""` + wantAddr},
		{sources{flags: []string{"--config=x\ny"}}, `flag --config: cannot read "x\ny": file does not exist; name a configuration file`},
		{sources{flags: []string{"--addr=:1"}, env: []string{"RASTRO_ADDR=x"}}, `RASTRO_ADDR: "x"` + wantAddr},

		{env("RASTRO_ADDR=:1", "RASTRO_ADDR_FILE=/run/v"), `RASTRO_ADDR: set together with RASTRO_ADDR_FILE; unset one of them`},
		{env("RASTRO_ADDR_FILE=/run/v"), `RASTRO_ADDR_FILE: the value in "/run/v"` + wantPlain},
		{env("RASTRO_DB_FILE=/run/empty"), `RASTRO_DB_FILE: the file "/run/empty" is empty; name a file that holds the value`},
		{env("RASTRO_ADDR_FILE=/none"), `RASTRO_ADDR_FILE: cannot read "/none": file does not exist; name a file that holds the value`},
		{env("RASTRO_ROOT_SECRET_KEY_FILE=" + canary), `RASTRO_ROOT_SECRET_KEY_FILE: cannot read the file (name not shown): file does not exist; name a file that holds the value`},
		{env("RASTRO_DB_FILE=postgres://u:" + canary + "@h"), `RASTRO_DB_FILE: cannot read "postgres:…": file does not exist; name a file that holds the value`},
		{env("RASTRO_ROOT_ACCESS_KEY=rk_" + canary), `RASTRO_ROOT_ACCESS_KEY: the root key is incomplete; set RASTRO_ROOT_SECRET_KEY as well, or neither`},
		{env("RASTRO_SMTP=smtp.example.org:587"), `RASTRO_SMTP: the mail server is incomplete; set RASTRO_MAIL_FROM as well, or neither`},
		{env("RASTRO_TILES=https://tiles.example.org/{z}/{x}/{y}.png"), `RASTRO_TILES: the source of map tiles is incomplete; set RASTRO_TILES_CREDIT as well, or neither`},
		{env("RASTRO_SMTP_PASSWORD=" + canary), `RASTRO_SMTP_PASSWORD: the mail server's account is incomplete; set RASTRO_SMTP_USER as well, or neither`},
		{env("RASTRO_OIDC_CLIENT=rastro", "RASTRO_OIDC_SECRET="+canary), `RASTRO_OIDC_CLIENT: OpenID Connect is incomplete; set RASTRO_OIDC_ISSUER as well, or none of them`},
		{env("RASTRO_EUDR_URL=https://eudr.example.org", "RASTRO_EUDR_USER=u", "RASTRO_EUDR_KEY="+canary), `RASTRO_EUDR_URL: the EU's system is incomplete; set RASTRO_EUDR_CLIENT as well, or none of them`},
		{env("RASTRO_OIDC_NAME=Google"), `RASTRO_OIDC_NAME: it does nothing without RASTRO_OIDC_ISSUER; set that as well, or leave it out`},
		{env("RASTRO_SMTP_USER=x", "RASTRO_SMTP_PASSWORD="+canary), `RASTRO_SMTP_USER: it does nothing without RASTRO_SMTP; set that as well, or leave it out`},
		{conf("root-secret-key = 0123456789" + canary), `r.conf:1: root-secret-key: the root key is incomplete; set RASTRO_ROOT_ACCESS_KEY as well, or neither`},

		{conf("\n# x\naddr = 8080"), `r.conf:3: addr: "8080"` + wantAddr},
		{conf("db ="), `r.conf:1: db: the value (not shown)` + wantDB},
		{conf("root-secret-key " + canary), `r.conf:1: the line has no =; write name = value, or # before a comment`},
		{conf("root-secret-key: " + canary + "="), `r.conf:1: unknown option; the names are ` + names},
		{conf("adr = :1"), `r.conf:1: unknown option "adr"; did you mean addr?`},
		{conf("RASTRO_PUBLIC_URL=x"), `r.conf:1: unknown option "RASTRO_PUBLIC_URL"; did you mean public-url?`},
		{conf("strict = true\ndb = sqlite:x\nstrict = true"), `r.conf:3: strict is set on line 1 already; remove one of the two`},
		{conf("config = other.conf"), `r.conf:1: config cannot be set in the file itself; give it as --config or RASTRO_CONFIG`},
		{conf(`root-secret-key = "` + canary + `"`), `r.conf:1: root-secret-key begins with a quotation mark; write the value without`},
		{conf("db = sqlite:x.db # " + canary), `r.conf:1: db has a comment behind its value; put the comment on its own line`},
	} {
		_, _, err := c.in.load(t)
		checkError(t, strings.Join(c.in.flags, " ")+strings.Join(c.in.env, " ")+c.in.files["r.conf"], err, c.want)
	}
}

func TestUnreadableFileStaysRecognisable(t *testing.T) {
	_, _, err := sources{env: []string{"RASTRO_CONFIG_FILE=nowhere"}}.load(t)
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v, want an error that is fs.ErrNotExist", err)
	}
}

func checkError(t *testing.T, input string, err error, want string) {
	t.Helper()
	switch {
	case err == nil:
		t.Errorf("%q: no error, want %s", input, want)
	case err.Error() != want:
		t.Errorf("%q:\n got %s\nwant %s", input, err, want)
	case strings.Contains(err.Error(), canary):
		t.Errorf("%q: the message holds the secret: %s", input, err)
	case strings.ContainsFunc(err.Error(), unicode.IsControl):
		t.Errorf("%q: the message is not one line: %q", input, err)
	}
}
