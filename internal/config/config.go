// Package config reads the configuration. One option table, in option.go, drives the flags, the
// RASTRO_ variables, the configuration file, the help text and docs/options.md; tests fail if they
// differ.
//
// A later source wins: default, configuration file, environment, flag. Callers pass in flags,
// environment and files. Every error is one line that names the source, the value and the remedy,
// and never contains a secret or a database password.
package config

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"rastro/internal/tiles"
	"rastro/internal/zone"
)

// Config contains the values of the options. It contains secrets, also in DB: never log it whole.
type Config struct {
	Addr             string   // HOST:PORT; an empty host means every interface
	HTTPAddr         string   // HOST:PORT that redirects to https; empty: none
	TLSCert          string   // a PEM file; set together with TLSKey, or both empty
	TLSKey           string   // a PEM file
	ACME             []string // names to get certificates for; empty: none
	ACMEEmail        string
	ACMEDirectory    string // address of the authority; empty: Let's Encrypt
	ACMERoots        string // a PEM file; empty: the system's
	DB               string // sqlite:FILE, postgres://… or postgresql://…
	Blobs            string // a folder or s3://…; empty: next to the database, or in it
	S3Endpoint       string // empty: Amazon's
	S3Region         string // empty: the server decides
	S3AccessKey      string // set together with S3SecretKey, or both empty
	S3SecretKey      string
	PublicURL        string    // without a trailing slash; empty: derived from the listening address
	Strict           bool      // findings of severity erro refuse a write
	AccessKeyHeader  string    // one more header read for the access key; empty: none
	TimeZone         zone.Zone // of the pages
	LogFormat        string    // text or json
	Witnesses        []WitnessAt
	WitnessLogs      []string // verifier keys of other logs
	LogOrigin        string   // names a new store's log; empty: a random name
	LogDir           string   // the folder of the log's key and last checkpoint; empty: see the option
	ICPBrasil        string   // the folder of ICP-Brasil's root certificates; empty: signers are not checked
	LogKey           string   // the log's signing key; empty: it is in a file
	ExpectExisting   bool     // a missing database is an error
	ProfileAddr      string   // address of the profiles, on the loopback; empty: none
	Demo             bool     // fill an empty store with the demonstration harvests
	RateLimit        float64  // requests a second for each key; 0: no limit
	VisitorRateLimit float64  // requests a second without a key for each network; 0: no limit
	RecallLimit      int      // reports of recalls an hour for each key; 0: no limit
	// Streams limits the readers that wait for changes, in all and per key.
	Streams, StreamsPerKey int
	TrustedProxies         []netip.Prefix // trusted proxies; empty: none
	WebhookAllow           []netip.Prefix // networks that webhooks may call, in addition to public ones
	WebhookHTTP            bool           // webhooks may call addresses without TLS
	Memory                 int64          // bytes that requests may claim; 0: a quarter of the machine's
	DBReplicas             []string       // addresses; empty: the leader answers everything
	CORSOrigin             []string       // as browsers send them, or "*" alone; empty: CORS is off
	Tiles                  tiles.Source   // source of map tiles; its credit is in TilesCredit
	TilesCredit            string         // set together with Tiles, or both empty
	RootAccessKey          string         // set together with RootSecretKey, or both empty
	RootSecretKey          string
	SMTP                   string // HOST:PORT of the mail server; empty: no mail is sent
	SMTPTLS                string // starttls, implicit or none
	SMTPUser               string // set together with SMTPPassword, or both empty
	SMTPPassword           string
	MailFrom               string // set together with SMTP, or both empty
	OIDCIssuer             string // set together with OIDCClient and OIDCSecret, or all empty
	OIDCClient             string
	OIDCSecret             string
	OIDCName               string
	EUDRURL                string // of the EU's system; set together with EUDRUser, EUDRKey and EUDRClient, or all empty
	EUDRUser               string
	EUDRKey                string
	EUDRClient             string
	EUDROrganization       string // whose the account is; empty: of the server itself
	ConfigFile             string // empty: none
}

// setting is a value for an option, and where it was found.
type setting struct {
	option *option
	value  string
	origin string
	path   string // of the file that a _FILE variable names
}

// Load reads every source for the command whose flags fs holds. Without flags of this package, or
// with a nil fs, it reads all options. environ has the form of os.Environ. The warnings name
// RASTRO_ variables without a meaning here: they are likely typing mistakes, but they may belong to
// another program, so they are not errors.
//
// A wrong value is an error even if a later source overrides it: otherwise it would take effect
// when the override is removed. Options of other commands are not read, because this command may
// have no access to their secrets; they keep their defaults.
func Load(fs *pflag.FlagSet, environ []string, readFile func(string) ([]byte, error)) (Config, []string, error) {
	wanted := wantedBy(fs)
	fromEnv, warnings, err := fromEnvironment(environ, wanted, readFile)
	if err != nil {
		return Config{}, warnings, err
	}
	fromFlag := fromFlags(fs)
	fromFile, err := fromConfigFile(slices.Concat(fromEnv, fromFlag), readFile)
	if err != nil {
		return Config{}, warnings, err
	}

	var c Config
	last := map[string]setting{}
	read := slices.DeleteFunc(slices.Concat(fromFile, fromEnv, fromFlag), func(s setting) bool { return !wanted(s.option) })
	for _, s := range slices.Concat(defaults(), read) {
		if err := s.apply(&c); err != nil {
			return Config{}, warnings, err
		}
		last[s.option.name] = s
	}
	if err := allOrNone(last); err != nil {
		return Config{}, warnings, err
	}
	return c, warnings, nil
}

func defaults() []setting {
	var list []setting
	for i := range options {
		o := &options[i]
		list = append(list, setting{option: o, value: o.def, origin: "default of " + o.name})
	}
	return list
}

func (s setting) apply(c *Config) error {
	err := oneLine(s.value)
	if err == nil {
		err = s.option.set(c, s.value)
	}
	switch {
	case err == nil:
		return nil
	case s.path != "":
		// The file may be the wrong one, containing the secret of another option.
		return fmt.Errorf("%s: the value in %s %w", s.origin, quote(s.path), err)
	}
	return fmt.Errorf("%s: %s %w", s.origin, s.option.show(s.value), err)
}

// sets are options that mean something only together.
var sets = []struct {
	what  string
	names []string
}{
	{"the root key", []string{"root-access-key", "root-secret-key"}}, // the server would make up a pair, and the operator look for the reason in vain
	{"the mail server", []string{"smtp", "mail-from"}},
	{"the mail server's account", []string{"smtp-user", "smtp-password"}},
	{"the source of map tiles", []string{"tiles", "tiles-credit"}}, // their terms require attribution
	{"the S3 server's account", []string{"s3-access-key", "s3-secret-key"}},
	{"the EU's system", []string{"eudr-url", "eudr-user", "eudr-key", "eudr-client"}},
	{"OpenID Connect", []string{"oidc-issuer", "oidc-client", "oidc-secret"}},
	{"the certificate", []string{"tls-cert", "tls-key"}},
}

// needs are options that have no meaning without one of some others.
var needs = []struct {
	name   string
	others []string
}{
	{"eudr-organization", []string{"eudr-url"}},
	{"oidc-name", []string{"oidc-issuer"}},
	{"smtp-user", []string{"smtp"}},
	{"acme-email", []string{"acme"}},
	{"acme-directory", []string{"acme"}},
	{"acme-roots", []string{"acme"}},
	{"http-addr", []string{"acme", "tls-cert"}},
}

// rivals are options that exclude each other.
var rivals = []struct{ name, other string }{{"acme", "tls-cert"}}

// allOrNone refuses half a set, and an option that would be ignored.
func allOrNone(last map[string]setting) error {
	for _, n := range needs {
		if last[n.name].value != "" && !slices.ContainsFunc(n.others, func(other string) bool { return last[other].value != "" }) {
			var names []string
			for _, other := range n.others {
				names = append(names, lookup(other).env())
			}
			return fmt.Errorf("%s: it does nothing without %s; set that as well, or leave it out", last[n.name].origin, strings.Join(names, " or "))
		}
	}
	for _, r := range rivals {
		if last[r.name].value != "" && last[r.other].value != "" {
			return fmt.Errorf("%s: %s is set as well; set one of them", last[r.name].origin, lookup(r.other).env())
		}
	}
	for _, set := range sets {
		empty := func(name string) bool { return last[name].value == "" }
		given := slices.IndexFunc(set.names, func(name string) bool { return !empty(name) })
		missing := slices.IndexFunc(set.names, empty)
		if given < 0 || missing < 0 {
			continue
		}
		none := "neither"
		if len(set.names) > 2 {
			none = "none of them"
		}
		return fmt.Errorf("%s: %s is incomplete; set %s as well, or %s",
			last[set.names[given]].origin, set.what, lookup(set.names[missing]).env(), none)
	}
	return nil
}
