package config

import (
	"io/fs"
	"net/netip"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"

	"rastro/internal/tiles"
	"rastro/internal/zone"
)

// sources is what an operator sets, by source. Without a command, the flags are those of serve.
type sources struct {
	command string
	flags   []string
	env     []string
	files   map[string]string
}

func (s sources) load(t *testing.T) (Config, []string, error) {
	t.Helper()
	set := pflag.NewFlagSet("rastro", pflag.ContinueOnError)
	if s.command == "" {
		s.command = serve
	}
	Flags(set, s.command)
	if err := set.Parse(s.flags); err != nil {
		t.Fatalf("flags %q: %v", s.flags, err)
	}
	return Load(set, s.env, s.readFile)
}

func (s sources) readFile(name string) ([]byte, error) {
	text, ok := s.files[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return []byte(text), nil
}

// conf returns a configuration file, and the flag that names it.
func conf(text string) sources {
	return sources{flags: []string{"--config=r.conf"}, files: map[string]string{"r.conf": text}}
}

func TestLoadDefaults(t *testing.T) {
	want := Config{Addr: "127.0.0.1:8080", DB: "sqlite:rastro.db", TimeZone: inZone("America/Sao_Paulo"), LogFormat: "text", VisitorRateLimit: 100, RecallLimit: 240, Streams: 10000, StreamsPerKey: 100, SMTPTLS: "starttls"}
	for _, environ := range [][]string{nil, {"RASTRO_ADDR=", "RASTRO_DB_FILE=", "PATH=/bin", "=C:=C:\\"}} {
		got, warnings, err := sources{env: environ}.load(t)
		if err != nil || warnings != nil {
			t.Fatalf("environment %q: warnings %q, error %v", environ, warnings, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("environment %q (-want +got):\n%s", environ, diff)
		}
	}
}

// inZone returns a time zone that exists.
func inZone(name string) zone.Zone {
	z, err := zone.Parse(name)
	if err != nil {
		panic(err)
	}
	return z
}

// samples hold, for every option, a value that is not its default and the
// field it must end in.
var samples = []struct {
	name, value, field string
	want               any
}{
	{"addr", "[::1]:0", "Addr", "[::1]:0"},
	{"db", "postgres://u:p%40@h1:5432,h2:5433/d?sslmode=disable", "DB", "postgres://u:p%40@h1:5432,h2:5433/d?sslmode=disable"},
	{"public-url", "https://rastro.example.org/base//", "PublicURL", "https://rastro.example.org/base"},
	{"strict", "true", "Strict", true},
	{"time-zone", "America/Manaus", "TimeZone", inZone("America/Manaus")},
	{"access-key-header", "X-Client-Id", "AccessKeyHeader", "X-Client-Id"},
	{"log-format", "json", "LogFormat", "json"},
	{"log-origin", "coop.example/log", "LogOrigin", "coop.example/log"},
	{"log-dir", "/var/lib/rastro", "LogDir", "/var/lib/rastro"},
	{"icp-brasil", "/etc/rastro/icp-brasil", "ICPBrasil", "/etc/rastro/icp-brasil"},
	{"log-key", "PRIVATE+KEY+coop.example/log+1+AA", "LogKey", "PRIVATE+KEY+coop.example/log+1+AA"},
	{"witness", "w.example+00df7ba9+BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA https://w.example/at", "Witnesses", []WitnessAt{{"w.example+00df7ba9+BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "https://w.example/at"}}},
	{"witness-logs", "coop.example/log+78457876+AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "WitnessLogs", []string{"coop.example/log+78457876+AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}},
	{"expect-existing", "true", "ExpectExisting", true},
	{"demo", "1", "Demo", true},
	{"rate-limit", "0.5", "RateLimit", 0.5},
	{"visitor-rate-limit", "0", "VisitorRateLimit", 0.0},
	{"recall-limit", "7", "RecallLimit", 7},
	{"streams", "8", "Streams", 8},
	{"streams-per-key", "9", "StreamsPerKey", 9},
	{"trusted-proxies", "127.0.0.1, 10.0.0.0/8,2001:db8::/32,::1,127.0.0.1/32", "TrustedProxies", []netip.Prefix{
		netip.MustParsePrefix("127.0.0.1/32"), netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8::/32"), netip.MustParsePrefix("::1/128")}},
	{"webhook-allow", "127.0.0.1, 10.0.0.0/8", "WebhookAllow", []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32"), netip.MustParsePrefix("10.0.0.0/8")}},
	{"webhook-http", "true", "WebhookHTTP", true},
	{"memory", "512MiB", "Memory", int64(512 << 20)},
	{"db-replicas", "postgres://u:p@a,b/d, postgresql://c/d", "DBReplicas", []string{"postgres://u:p@a,b/d", "postgresql://c/d"}},
	{"cors-origin", "https://A.example.org:443, http://b:8080", "CORSOrigin", []string{"https://a.example.org", "http://b:8080"}},
	{"profile-addr", "[::1]:6060", "ProfileAddr", "[::1]:6060"},
	{"tiles", "https://t.example.org/{z}/{x}/{y}.png", "Tiles", tiles.Source{Template: "https://t.example.org/{z}/{x}/{y}.png", Origin: "https://t.example.org"}},
	{"tiles-credit", "© OpenStreetMap", "TilesCredit", "© OpenStreetMap"},
	{"root-access-key", "rk_abc", "RootAccessKey", "rk_abc"},
	{"root-secret-key", "rs_0123456789abcdef", "RootSecretKey", "rs_0123456789abcdef"},
	{"blobs", "s3://bucket/anexos", "Blobs", "s3://bucket/anexos"},
	{"s3-endpoint", "https://s3.example.org", "S3Endpoint", "https://s3.example.org"},
	{"s3-region", "sa-east-1", "S3Region", "sa-east-1"},
	{"s3-access-key", "chave", "S3AccessKey", "chave"},
	{"s3-secret-key", "segredo do balde", "S3SecretKey", "segredo do balde"},
	{"smtp", "smtp.example.org:587", "SMTP", "smtp.example.org:587"},
	{"smtp-tls", "implicit", "SMTPTLS", "implicit"},
	{"smtp-user", "rastro", "SMTPUser", "rastro"},
	{"smtp-password", "a senha, com vírgula", "SMTPPassword", "a senha, com vírgula"},
	{"mail-from", "Cooperativa São João <nao-responda@example.org>", "MailFrom", "Cooperativa São João <nao-responda@example.org>"},
	{"eudr-url", "https://eudr.example.org", "EUDRURL", "https://eudr.example.org"},
	{"eudr-user", "n00abc12", "EUDRUser", "n00abc12"},
	{"eudr-key", "a chave, com vírgula", "EUDRKey", "a chave, com vírgula"},
	{"eudr-client", "eudr", "EUDRClient", "eudr"},
	{"eudr-organization", "Cooperativa X", "EUDROrganization", "Cooperativa X"},
	{"oidc-issuer", "https://sso.acesso.gov.br/", "OIDCIssuer", "https://sso.acesso.gov.br/"},
	{"oidc-client", "rastro", "OIDCClient", "rastro"},
	{"oidc-secret", "segredo", "OIDCSecret", "segredo"},
	{"oidc-name", "gov.br", "OIDCName", "gov.br"},
	{"http-addr", ":80", "HTTPAddr", ":80"},
	{"tls-cert", "cert.pem", "TLSCert", "cert.pem"},
	{"tls-key", "key.pem", "TLSKey", "key.pem"},
	{"acme", "A.example.org, b.example.org", "ACME", []string{"a.example.org", "b.example.org"}},
	{"acme-email", "ti@example.org", "ACMEEmail", "ti@example.org"},
	{"acme-directory", "https://ca.example.org/acme/directory", "ACMEDirectory", "https://ca.example.org/acme/directory"},
	{"acme-roots", "roots.pem", "ACMERoots", "roots.pem"},
	{"config", "r.conf", "ConfigFile", "r.conf"},
}

// rest returns variables for the options that one needs as well: a partial set is refused.
func rest(name string) (environ []string) {
	wanted := []string{name}
	for i := 0; i < len(wanted); i++ {
		for _, set := range sets {
			if slices.Contains(set.names, wanted[i]) {
				wanted = append(wanted, set.names...)
			}
		}
		for _, n := range needs {
			if n.name == wanted[i] {
				wanted = append(wanted, n.others[0])
			}
		}
		slices.Sort(wanted[i+1:])
		wanted = slices.Concat(wanted[:i+1], slices.DeleteFunc(slices.Compact(wanted[i+1:]), func(other string) bool { return slices.Contains(wanted[:i+1], other) }))
	}
	for _, s := range samples {
		if s.name != name && slices.Contains(wanted, s.name) {
			environ = append(environ, lookup(s.name).env()+"="+s.value)
		}
	}
	return environ
}

func TestEveryOptionFromEverySource(t *testing.T) {
	if len(samples) != len(options) || len(samples) != reflect.TypeFor[Config]().NumField() {
		t.Fatalf("%d samples for %d options and %d fields", len(samples), len(options), reflect.TypeFor[Config]().NumField())
	}
	for _, s := range samples {
		o := lookup(s.name)
		if o == nil {
			t.Fatalf("sample %s is not an option", s.name)
		}
		from := map[string]sources{
			"variable": {env: []string{o.env() + "=" + s.value}, files: map[string]string{"r.conf": ""}},
		}
		if !o.secret {
			from["flag"] = sources{flags: []string{"--" + s.name + "=" + s.value}, files: map[string]string{"r.conf": ""}}
		}
		if o.file {
			from["_FILE"] = sources{env: []string{o.envFile() + "=" + s.value}, files: map[string]string{"r.conf": ""}}
		} else {
			from["_FILE"] = sources{env: []string{o.envFile() + "=/run/v"}, files: map[string]string{"/run/v": s.value + "\r\n"}}
			from["file"] = conf("\ufeff# a comment\r\n\r\n  " + s.name + "=" + s.value + " \r\n")
		}
		for source, in := range from {
			in.env = append(in.env, rest(s.name)...)
			c, warnings, err := in.load(t)
			if err != nil || warnings != nil {
				t.Errorf("%s as %s: warnings %q, error %v", s.name, source, warnings, err)
				continue
			}
			if got := reflect.ValueOf(c).FieldByName(s.field).Interface(); !reflect.DeepEqual(got, s.want) {
				t.Errorf("%s as %s: %s is %v, want %v", s.name, source, s.field, got, s.want)
			}
		}
	}
}

func TestLaterSourceWins(t *testing.T) {
	file := func(env []string, flags ...string) sources {
		s := conf("addr = :1\ncors-origin = http://file\nstrict = true\n")
		s.env, s.flags = env, append(s.flags, flags...)
		return s
	}
	for _, c := range []struct {
		in     sources
		addr   string
		cors   []string
		strict bool
	}{
		{file(nil), ":1", []string{"http://file"}, true},
		{file([]string{"RASTRO_ADDR=:2", "RASTRO_CORS_ORIGIN=http://env"}), ":2", []string{"http://env"}, true},
		{file([]string{"RASTRO_ADDR="}), ":1", []string{"http://file"}, true},
		{file([]string{"RASTRO_ADDR=:2", "RASTRO_ADDR=:3"}), ":3", []string{"http://file"}, true},
		{file([]string{"RASTRO_ADDR=:2"}, "--addr=:3", "--addr", ":4"), ":4", []string{"http://file"}, true},
		{file(nil, "--cors-origin=http://x", "--cors-origin=http://y,http://x"), ":1", []string{"http://x", "http://y"}, true},
		{file(nil, "--cors-origin=", "--strict=false"), ":1", nil, false},
		{sources{env: []string{"RASTRO_CONFIG=nowhere"}, flags: []string{"--config=", "--strict"}}, "127.0.0.1:8080", nil, true},
		{sources{env: []string{"RASTRO_CORS_ORIGIN=*"}}, "127.0.0.1:8080", []string{"*"}, false},
	} {
		got, _, err := c.in.load(t)
		if err != nil {
			t.Errorf("%q %q: %v", c.in.env, c.in.flags, err)
			continue
		}
		if got.Addr != c.addr || !slices.Equal(got.CORSOrigin, c.cors) || got.Strict != c.strict {
			t.Errorf("%q %q: got %q %q %t, want %q %q %t", c.in.env, c.in.flags,
				got.Addr, got.CORSOrigin, got.Strict, c.addr, c.cors, c.strict)
		}
	}
}

func TestCommandReadsOnlyItsOptions(t *testing.T) {
	in := conf("addr = nonsense\ndb = sqlite:keys.db\n")
	in.command = key
	in.env = []string{"RASTRO_ROOT_SECRET_KEY_FILE=/out/of/reach", "RASTRO_RATE_LIMIT=fast"}
	got, warnings, err := in.load(t)
	want := Config{Addr: "127.0.0.1:8080", DB: "sqlite:keys.db", TimeZone: inZone("America/Sao_Paulo"), LogFormat: "text", VisitorRateLimit: 100, RecallLimit: 240, Streams: 10000, StreamsPerKey: 100, SMTPTLS: "starttls", ConfigFile: "r.conf"}
	if err != nil || warnings != nil || !cmp.Equal(got, want) {
		t.Errorf("key: got %+v, warnings %q, error %v; want %+v", got, warnings, err, want)
	}
	if _, _, err := Load(nil, in.env, in.readFile); err == nil {
		t.Error("without flags: no error, want all options read")
	}
}

func TestWarnings(t *testing.T) {
	_, got, err := sources{env: []string{
		"RASTRO_PUBLICURL=https://x", "RASTRO_ADR_FILE=/x", "RASTRO_OTHER_PROGRAM=1", "RASTRO_UNSET=", "rastro_addr=x",
	}}.load(t)
	want := []string{
		`"RASTRO_ADR_FILE": no such variable, it is ignored; did you mean RASTRO_ADDR_FILE?`,
		`"RASTRO_OTHER_PROGRAM": no such variable, it is ignored`,
		`"RASTRO_PUBLICURL": no such variable, it is ignored; did you mean RASTRO_PUBLIC_URL?`,
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, error %v; want %q", got, err, want)
	}
}

func TestMemory(t *testing.T) {
	for written, want := range map[string]int64{
		"": 0, "134217728": 128 << 20, "512MiB": 512 << 20, "512 mib": 512 << 20, "1.5GiB": 3 << 29, "2G": 2 << 30, "1gb": 1e9, "1TiB": 1 << 40,
	} {
		if got, err := parseMemory(written); err != nil || got != want {
			t.Errorf("%q: %d, %v", written, got, err)
		}
	}
	for _, wrong := range []string{"much", "MiB", "-1GiB", "127MiB", "0", "NaN", "1e300GiB", "5 apples"} {
		if got, err := parseMemory(wrong); err == nil {
			t.Errorf("%q: %d", wrong, got)
		}
	}
}
