package config

import (
	"net/netip"
	"slices"
	"strings"

	"rastro/internal/mail"
	"rastro/internal/tiles"
	"rastro/internal/zone"
)

// The commands that have options.
const (
	serve     = "serve"
	key       = "key"
	hooking   = "webhook"
	linking   = "key link"
	log       = "log"
	verify    = "verify"
	rebuild   = "rebuild"
	importing = "import"
	exporting = "export"
	adopting  = "log adopt"
	backingUp = "backup"
	restoring = "restore"
	examining = "doctor"
	spreading = "db distribute"
	layering  = "land"
)

// option is a row of the table.
type option struct {
	name     string   // as a flag and in the file; the variable's name follows from it
	value    string   // the placeholder of the value in the help; empty: a switch
	def      string   // as an operator would write it
	commands []string // who uses it; nil: every command
	help     string   // one sentence

	// list lets a flag be repeated.
	list bool

	// secret keeps the option off the command line, which every user of the
	// machine can list, and its value out of every message.
	secret bool

	// conceal returns the part of a wrong value that may be shown; nil: all of it, quoted.
	conceal func(string) string

	// file marks the row that names the configuration file. It cannot be in
	// that file, and RASTRO_CONFIG_FILE means what RASTRO_CONFIG means: read as
	// the others are, it would take the file's content for a name and show it.
	file bool

	// set parses and checks. Its error completes the sentence that the value
	// begins, and says what to do.
	set func(*Config, string) error
}

var options = []option{
	{
		name: "addr", value: "HOST:PORT", def: "127.0.0.1:8080", commands: []string{serve, linking, examining},
		help: "Address to listen on; without a host (:8080) on every interface, and port 0 takes a free one.",
		set:  into(func(c *Config) *string { return &c.Addr }, parseAddr),
	},
	{
		name: "http-addr", value: "HOST:PORT", commands: []string{serve},
		help: "Address, such as :80, that redirects plain HTTP to https and answers an ACME authority; only with acme or tls-cert; empty listens on none.",
		set:  into(func(c *Config) *string { return &c.HTTPAddr }, parseOptionalAddr),
	},
	{
		name: "tls-cert", value: "FILE", commands: []string{serve, linking, examining},
		help: "Certificate for HTTPS, followed by its intermediate certificates, as PEM; the server reads it again when the file changes; empty serves plain HTTP.",
		set:  into(func(c *Config) *string { return &c.TLSCert }, asWritten),
	},
	{
		name: "tls-key", value: "FILE", commands: []string{serve, linking, examining},
		help: "Private key of the certificate, as PEM.",
		set:  into(func(c *Config) *string { return &c.TLSKey }, asWritten),
	},
	{
		name: "acme", value: "NAMES", commands: []string{serve, linking, examining}, list: true,
		help: "Names, such as rastro.example.org, for which the server obtains certificates and serves HTTPS, separated by commas or in repeated flags; it must be reachable there on port 443, or on port 80 with http-addr; by setting it you accept the authority's terms; empty obtains none.",
		set:  into(func(c *Config) *[]string { return &c.ACME }, parseNames),
	},
	{
		name: "acme-email", value: "ADDRESS", commands: []string{serve},
		help: "E-mail address that the ACME authority may write to; empty gives none.",
		set:  into(func(c *Config) *string { return &c.ACMEEmail }, asWritten),
	},
	{
		name: "acme-directory", value: "URL", commands: []string{serve},
		help: "Directory of the ACME authority, such as https://ca.example.org/acme/directory; empty is Let's Encrypt.",
		set:  into(func(c *Config) *string { return &c.ACMEDirectory }, parseDirectory),
	},
	{
		name: "acme-roots", value: "FILE", commands: []string{serve},
		help: "Root certificates, as PEM, of the ACME authority's own server, if it is not a public one; empty uses those of the system.",
		set:  into(func(c *Config) *string { return &c.ACMERoots }, asWritten),
	},
	{
		name: "db", value: "DATABASE", def: "sqlite:rastro.db", commands: []string{serve, hooking, key, linking, log, adopting, verify, rebuild, importing, layering, exporting, backingUp, spreading, restoring, examining}, conceal: schemeOnly,
		help: "Database, as sqlite:FILE or postgres://USER@HOST/DATABASE; one with a password belongs in RASTRO_DB or RASTRO_DB_FILE, since flags show in process lists.",
		set:  into(func(c *Config) *string { return &c.DB }, parseDB),
	},
	{
		name: "db-replicas", value: "DATABASES", commands: []string{serve}, list: true, conceal: schemeOnly,
		help: "Replicas of a PostgreSQL database that may answer lists, traces and the console's pages, as postgres://USER@HOST/DATABASE, separated by commas or in repeated flags; a replica that lags behind what was acknowledged does not answer, and the leader does; addresses with passwords belong in RASTRO_DB_REPLICAS or RASTRO_DB_REPLICAS_FILE; empty uses none.",
		set:  into(func(c *Config) *[]string { return &c.DBReplicas }, parseReplicas),
	},
	{
		name: "blobs", value: "PLACE", commands: []string{serve, verify, importing, backingUp, restoring, examining},
		help: "Where attached files are kept, as a folder or s3://BUCKET/FOLDER; empty is the folder FILE-anexos next to the SQLite file, or the PostgreSQL database itself.",
		set:  into(func(c *Config) *string { return &c.Blobs }, parseBlobs),
	},
	{
		name: "s3-endpoint", value: "URL", commands: []string{serve, verify, importing, restoring, examining},
		help: "Address of the S3 server of attached files, such as https://s3.example.org; empty is Amazon's.",
		set:  into(func(c *Config) *string { return &c.S3Endpoint }, parseEndpoint),
	},
	{
		name: "s3-region", value: "NAME", commands: []string{serve, verify, importing, restoring, examining},
		help: "Region of the bucket, such as sa-east-1; empty asks the server.",
		set:  into(func(c *Config) *string { return &c.S3Region }, asWritten),
	},
	{
		name: "s3-access-key", value: "KEY", commands: []string{serve, verify, importing, restoring, examining}, secret: true,
		help: "Access key of the S3 server; set together with its secret.",
		set:  into(func(c *Config) *string { return &c.S3AccessKey }, asWritten),
	},
	{
		name: "s3-secret-key", value: "SECRET", commands: []string{serve, verify, importing, restoring, examining}, secret: true,
		help: "Secret of the access key of the S3 server.",
		set:  into(func(c *Config) *string { return &c.S3SecretKey }, asWritten),
	},
	{
		name: "public-url", value: "URL", commands: []string{serve, linking, examining},
		help: "Address at which people reach the server, such as https://rastro.example.org, for links and QR codes; empty derives it from the listening address.",
		set:  into(func(c *Config) *string { return &c.PublicURL }, parsePublicURL),
	},
	{
		name: "strict", def: "false", commands: []string{serve, importing},
		help: "Refuse a write that has findings of severity erro (status 422), instead of storing it with them.",
		set:  into(func(c *Config) *bool { return &c.Strict }, parseSwitch),
	},
	{
		name: "time-zone", value: "NAME", def: zone.Default, commands: []string{serve},
		help: "Time zone of the times on pages and certificates, by its IANA name, such as America/Manaus or UTC; the API, files and the log always use UTC.",
		set:  into(func(c *Config) *zone.Zone { return &c.TimeZone }, zone.Parse),
	},
	{
		name: "access-key-header", value: "NAME", commands: []string{serve},
		help: "Another request header to read the access key from, such as X-Client-Id, in addition to X-API-ACCESS-KEY, X-API-KEY and X-ACCESS-KEY.",
		set:  into(func(c *Config) *string { return &c.AccessKeyHeader }, parseHeader),
	},
	{
		name: "log-format", value: "text|json", def: "text", commands: []string{serve},
		help: "Format of the log on standard error: text for people, json for programs.",
		set:  into(func(c *Config) *string { return &c.LogFormat }, parseLogFormat),
	},
	{
		name: "log-origin", value: "NAME", commands: []string{serve, adopting},
		help: "Permanent name of a new database's public log, such as rastro.example.org/log; empty creates a random one.",
		set:  into(func(c *Config) *string { return &c.LogOrigin }, parseLogOrigin),
	},
	{
		name: "log-dir", value: "FOLDER", commands: []string{serve, hooking, adopting, verify, backingUp, restoring, examining},
		help: "Folder of the log's signing key and of the last checkpoint, outside the database; empty is the folder of the SQLite file, and for PostgreSQL $STATE_DIRECTORY, $XDG_STATE_HOME/rastro or ~/.local/state/rastro.",
		set:  into(func(c *Config) *string { return &c.LogDir }, parseFolder),
	},
	{
		name: "log-key", value: "KEY", commands: []string{serve, hooking, adopting, backingUp, examining}, secret: true,
		help: "The log's signing key itself, if it is not kept in a file of the log folder: the contents of such a file.",
		set:  into(func(c *Config) *string { return &c.LogKey }, parseLogKey),
	},
	{
		name: "witness", value: "KEY URL", commands: []string{serve}, list: true,
		help: "Witnesses that are asked to cosign the log's checkpoints (C2SP tlog-witness), each as its key, a space and the address below which it has add-checkpoint, such as 'witness.example+1c2d3e4f+BASE64 https://witness.example', separated by commas or in repeated flags; writes and readers do not wait for them; empty asks none.",
		set:  into(func(c *Config) *[]WitnessAt { return &c.Witnesses }, parseWitnesses),
	},
	{
		name: "witness-logs", value: "KEYS", commands: []string{serve}, list: true,
		help: "Keys of logs, as 'rastro log key' prints them, whose checkpoints this server cosigns at /witness/add-checkpoint, separated by commas or in repeated flags; set it on one server of a store; empty cosigns none.",
		set:  into(func(c *Config) *[]string { return &c.WitnessLogs }, parseLogKeys),
	},
	{
		name: "expect-existing", def: "false", commands: []string{serve},
		help: "Refuse to start if the database does not exist, instead of creating an empty one: use it once a server is set up.",
		set:  into(func(c *Config) *bool { return &c.ExpectExisting }, parseSwitch),
	},
	{
		name: "demo", def: "false", commands: []string{serve},
		help: "Fill an empty database with the demonstration harvests at start.",
		set:  into(func(c *Config) *bool { return &c.Demo }, parseSwitch),
	},
	{
		name: "rate-limit", value: "RATE", def: "0", commands: []string{serve},
		help: "Requests per second allowed to each access key, such as 50 or 0.5; 0 sets no limit.",
		set:  into(func(c *Config) *float64 { return &c.RateLimit }, parseRate),
	},
	{
		name: "visitor-rate-limit", value: "RATE", def: "100", commands: []string{serve},
		help: "Requests per second without a key allowed to each network, for the public pages, the log, the API reference and the console's sign-in, with bursts of ten times as many; 0 sets no limit.",
		set:  into(func(c *Config) *float64 { return &c.VisitorRateLimit }, parseRate),
	},
	{
		name: "recall-limit", value: "N", def: "240", commands: []string{serve},
		help: "Recall reports that each access key may record per hour; each MiB of a report counts as one more; 0 sets no limit.",
		set:  into(func(c *Config) *int { return &c.RecallLimit }, parseCount),
	},
	{
		name: "streams", value: "N", def: "10000", commands: []string{serve},
		help: "Readers that may wait for changes at the same time (/mudancas/ao-vivo, and /mudancas with espera), at most half of the connections; 0 allows none.",
		set:  into(func(c *Config) *int { return &c.Streams }, parseCount),
	},
	{
		name: "streams-per-key", value: "N", def: "100", commands: []string{serve},
		help: "How many of these readers may use the same access key.",
		set:  into(func(c *Config) *int { return &c.StreamsPerKey }, parseCount),
	},
	{
		name: "trusted-proxies", value: "NETWORKS", commands: []string{serve}, list: true,
		help: "Proxies whose Forwarded, X-Forwarded-For and X-Forwarded-Proto headers the server trusts, as addresses or networks such as 127.0.0.1 or 10.0.0.0/8, separated by commas or in repeated flags; empty trusts none.",
		set:  into(func(c *Config) *[]netip.Prefix { return &c.TrustedProxies }, parseNetworks),
	},
	{
		name: "memory", value: "SIZE", commands: []string{serve},
		help: "Memory that all requests together may use, such as 512MiB or 4GiB, at least " + leastMemory + "; a request that does not fit waits or gets status 503; empty uses a quarter of the memory of the machine or container.",
		set:  into(func(c *Config) *int64 { return &c.Memory }, parseMemory),
	},
	{
		name: "icp-brasil", value: "FOLDER", commands: []string{serve, importing},
		help: "Folder with the root certificates of ICP-Brasil (PEM or DER), and intermediate ones if you have them, to check who signed a tax document; empty checks only that signatures are valid.",
		set:  into(func(c *Config) *string { return &c.ICPBrasil }, parseFolder),
	},
	{
		name: "cors-origin", value: "ORIGIN", commands: []string{serve}, list: true,
		help: "Origins whose pages may call from a browser, such as https://app.example.org, separated by commas or in repeated flags, or * alone for all; empty allows none.",
		set:  into(func(c *Config) *[]string { return &c.CORSOrigin }, parseOrigins),
	},
	{
		name: "profile-addr", value: "HOST:PORT", commands: []string{serve},
		help: "Local address, such as 127.0.0.1:6060, on which profiles are served for 'go tool pprof'; empty serves none.",
		set:  into(func(c *Config) *string { return &c.ProfileAddr }, parseProfileAddr),
	},
	{
		name: "tiles", value: "TEMPLATE", commands: []string{serve}, conceal: schemeOnly,
		help: "Address of map tiles that the console shows behind plots, with {z}, {x} and {y}, such as https://tiles.example.org/{z}/{x}/{y}.png; the tile server then learns which land people look at; empty requests none.",
		set:  into(func(c *Config) *tiles.Source { return &c.Tiles }, parseTiles),
	},
	{
		name: "tiles-credit", value: "TEXT", commands: []string{serve},
		help: "Credit for the map tiles, in the wording that their provider asks for, such as © OpenStreetMap contributors.",
		set:  into(func(c *Config) *string { return &c.TilesCredit }, parseCredit),
	},
	{
		name: "root-access-key", value: "KEY", commands: []string{serve}, secret: true,
		help: "Access key of the first administrator, created when the database has no key yet: 3 to 100 visible ASCII characters without a colon; random when not set.",
		set:  into(func(c *Config) *string { return &c.RootAccessKey }, parseAccessKey),
	},
	{
		name: "root-secret-key", value: "SECRET", commands: []string{serve}, secret: true,
		help: "Secret of the root access key: 16 to 200 visible ASCII characters; set both or neither.",
		set:  into(func(c *Config) *string { return &c.RootSecretKey }, parseSecretKey),
	},
	{
		name: "smtp", value: "HOST:PORT", commands: []string{serve},
		help: "Mail server that sends invitations and resets, such as smtp.example.org:587; empty sends no mail, and an administrator hands out the links.",
		set:  into(func(c *Config) *string { return &c.SMTP }, parseMailServer),
	},
	{
		name: "smtp-tls", value: "starttls|implicit|none", def: string(mail.STARTTLS), commands: []string{serve},
		help: "Encryption of the connection to the mail server: STARTTLS (often port 587), TLS from the first byte (465), or none, which is allowed only for a server on the same machine.",
		set:  into(func(c *Config) *string { return &c.SMTPTLS }, parseMailTLS),
	},
	{
		name: "smtp-user", value: "USER", commands: []string{serve},
		help: "User name for the mail server; empty does not sign in.",
		set:  into(func(c *Config) *string { return &c.SMTPUser }, asWritten),
	},
	{
		name: "smtp-password", value: "PASSWORD", commands: []string{serve}, secret: true,
		help: "Password for the mail server; set it together with the user, or set neither.",
		set:  into(func(c *Config) *string { return &c.SMTPPassword }, asWritten),
	},
	{
		name: "mail-from", value: "ADDRESS", commands: []string{serve},
		help: "Sender address of the mail, such as nao-responda@example.org or Cooperativa <nao-responda@example.org>.",
		set:  into(func(c *Config) *string { return &c.MailFrom }, parseMailFrom),
	},
	{
		name: "webhook-allow", value: "NETWORKS", commands: []string{serve, hooking}, list: true,
		help: "Private networks that webhooks may call, such as 10.0.0.0/8; addresses of this machine and of its cloud provider only one by one, such as 127.0.0.1.",
		set:  into(func(c *Config) *[]netip.Prefix { return &c.WebhookAllow }, parseWebhookAllow),
	},
	{
		name: "webhook-http", commands: []string{serve, hooking}, def: "false",
		help: "Allow webhooks to addresses without TLS (http).",
		set:  into(func(c *Config) *bool { return &c.WebhookHTTP }, parseSwitch),
	},
	{
		name: "eudr-url", value: "URL", commands: []string{serve},
		help: "EU information system that statements are sent to, such as https://eudr.webcloud.ec.europa.eu; empty sends none, and people upload the file themselves.",
		set:  into(func(c *Config) *string { return &c.EUDRURL }, parseEUSystem),
	},
	{
		name: "eudr-user", value: "USER", commands: []string{serve},
		help: "User of the EU information system's web service.",
		set:  into(func(c *Config) *string { return &c.EUDRUser }, asWritten),
	},
	{
		name: "eudr-key", value: "KEY", commands: []string{serve}, secret: true,
		help: "Authentication key of that user; the server does not store it.",
		set:  into(func(c *Config) *string { return &c.EUDRKey }, asWritten),
	},
	{
		name: "eudr-client", value: "ID", commands: []string{serve},
		help: "Client id (WebServiceClientId) that the EU information system assigned, such as eudr.",
		set:  into(func(c *Config) *string { return &c.EUDRClient }, asWritten),
	},
	{
		name: "eudr-organization", value: "NAME", commands: []string{serve},
		help: "Organisation that owns the account in the EU information system; its members send statements; empty allows only keys without an organisation.",
		set:  into(func(c *Config) *string { return &c.EUDROrganization }, asWritten),
	},
	{
		name: "oidc-issuer", value: "URL", commands: []string{serve},
		help: "Issuer of the OpenID Connect provider that people may sign in with, exactly as the provider writes it, such as https://accounts.google.com; empty uses none.",
		set:  into(func(c *Config) *string { return &c.OIDCIssuer }, parseIssuer),
	},
	{
		name: "oidc-client", value: "ID", commands: []string{serve},
		help: "Client id of this server at the OpenID Connect provider.",
		set:  into(func(c *Config) *string { return &c.OIDCClient }, asWritten),
	},
	{
		name: "oidc-secret", value: "SECRET", commands: []string{serve}, secret: true,
		help: "Client secret of this server at the OpenID Connect provider.",
		set:  into(func(c *Config) *string { return &c.OIDCSecret }, asWritten),
	},
	{
		name: "oidc-name", value: "NAME", commands: []string{serve},
		help: "Name of the OpenID Connect provider on the sign-in button, such as Google; empty uses its host.",
		set:  into(func(c *Config) *string { return &c.OIDCName }, parseProviderName),
	},
	{
		name: "config", value: "FILE", file: true,
		help: "Configuration file with one name = value per line, such as /etc/rastro.conf; empty reads none.",
		set:  into(func(c *Config) *string { return &c.ConfigFile }, asWritten),
	},
}

// into makes a row's set out of the field it fills and the reader of its value.
func into[T any](field func(*Config) *T, parse func(string) (T, error)) func(*Config, string) error {
	return func(c *Config, value string) error {
		v, err := parse(value)
		if err == nil {
			*field(c) = v
		}
		return err
	}
}

func lookup(name string) *option {
	i := slices.IndexFunc(options, func(o option) bool { return o.name == name })
	if i < 0 {
		return nil
	}
	return &options[i]
}

const envPrefix = "RASTRO_"

func (o *option) env() string {
	return envPrefix + strings.ToUpper(strings.ReplaceAll(o.name, "-", "_"))
}

// envFile returns the variable that names a file with the value in it.
func (o *option) envFile() string { return o.env() + "_FILE" }

func (o *option) usedBy(command string) bool {
	return o.commands == nil || slices.Contains(o.commands, command)
}
