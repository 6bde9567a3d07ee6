package config

import (
	"errors"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"rastro/internal/admit"
)

// oneLine is required of every value, so that no message, log line or header built from it can
// break in two.
func oneLine(value string) error {
	if !utf8.ValidString(value) || strings.ContainsFunc(value, unicode.IsControl) {
		return errors.New("holds a control character or is not UTF-8; write it as plain text on one line")
	}
	return nil
}

func parseSwitch(value string) (bool, error) {
	on, err := strconv.ParseBool(value)
	if err != nil {
		return false, errors.New("is neither true nor false; write true or false")
	}
	return on, nil
}

func parseLogFormat(value string) (string, error) {
	if value != "text" && value != "json" {
		return "", errors.New("is not a log format; write text or json")
	}
	return value, nil
}

// maxCount is more than anyone needs.
const maxCount = 1_000_000

func parseCount(value string) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 || n > maxCount {
		return 0, errors.New("is not a number from 0 to 1000000")
	}
	return n, nil
}

// The slowest and the fastest rate that still mean something: below, a key waits for more than a
// quarter of an hour; above, no machine is that fast, so 0 is meant.
const (
	minRate = 0.001
	maxRate = 1_000_000
)

func parseRate(value string) (float64, error) {
	rate, err := strconv.ParseFloat(value, 64)
	if err != nil || math.IsNaN(rate) || rate != 0 && (rate < minRate || rate > maxRate) {
		return 0, errors.New("is not a rate; write requests per second from 0.001 to 1000000 with a decimal point, or 0 for no limit")
	}
	return math.Abs(rate), nil // -0 is 0
}

// sizeUnits are the units of sizes, the longer names first.
var sizeUnits = []struct {
	name  string
	bytes int64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40},
	{"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12},
	{"K", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30}, {"T", 1 << 40},
	{"B", 1}, {"", 1},
}

// leastMemory is the minimum of --memory, as text.
var leastMemory = strconv.Itoa(admit.Least>>20) + "MiB"

// parseMemory reads a size in bytes. An empty text is 0: the machine decides.
func parseMemory(value string) (int64, error) {
	if value == "" {
		return 0, nil
	}
	for _, unit := range sizeUnits {
		if len(value) < len(unit.name) || !strings.EqualFold(value[len(value)-len(unit.name):], unit.name) {
			continue
		}
		number, err := strconv.ParseFloat(strings.TrimSpace(value[:len(value)-len(unit.name)]), 64)
		size := number * float64(unit.bytes)
		switch {
		case err != nil || math.IsNaN(size) || size < 0 || size > 1<<50:
			return 0, errors.New("is not a size; write a number with a unit, such as 512MiB or 4GiB")
		case size < admit.Least:
			return 0, errors.New("is too little: the largest request alone takes more; write " + leastMemory + " or more")
		}
		return int64(size), nil
	}
	return 0, errors.New("is not a size; write a number with a unit, such as 512MiB or 4GiB")
}

// takenHeaders mean something else already. A secret read as an access key
// would end in the log, where access keys may be.
var takenHeaders = []string{"authorization", "cookie", "host", "content-type", "idempotency-key", "x-api-secret-key", "x-request-id"}

func parseHeader(value string) (string, error) {
	if strings.ContainsFunc(value, func(r rune) bool { return !tokenRune(r) }) {
		return "", errors.New("is not a header name; write letters, digits and hyphens, for instance X-Client-Id")
	}
	if slices.Contains(takenHeaders, strings.ToLower(value)) {
		return "", errors.New("has another meaning already; choose another header, for instance X-Client-Id")
	}
	return value, nil
}

// tokenRune reports whether RFC 9110 allows a character in a header's name.
func tokenRune(r rune) bool {
	return r < utf8.RuneSelf && (letterOrDigit(r) || strings.ContainsRune("!#$%&'*+-.^_`|~", r))
}

func letterOrDigit(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}

// The bounds of the root key are the domain's, checked here at start and with the
// variable's name. An empty one is not set.

func parseAccessKey(value string) (string, error) {
	if value != "" && (len(value) < 3 || len(value) > 100 || !visible(value) || strings.Contains(value, ":")) {
		return "", errors.New("is not an access key; give 3 to 100 visible ASCII characters without a colon")
	}
	return value, nil
}

func parseSecretKey(value string) (string, error) {
	if value != "" && (len(value) < 16 || len(value) > 200 || !visible(value)) {
		return "", errors.New("is not a secret key; give 16 to 200 visible ASCII characters")
	}
	return value, nil
}

func visible(value string) bool {
	return !strings.ContainsFunc(value, func(r rune) bool { return r <= ' ' || r > '~' })
}

func parseLogOrigin(written string) (string, error) {
	for _, r := range written {
		if r <= ' ' || r > '~' || r == '+' {
			return "", errors.New("is not a name for a log: use visible ASCII without spaces or +, such as rastro.example.org/log")
		}
	}
	if len(written) > 200 {
		return "", errors.New("is too long for the name of a log: use at most 200 characters")
	}
	return written, nil
}

// parseFolder refuses what looks like an address: otherwise files would end up in a folder of that
// name below the working folder.
func parseFolder(written string) (string, error) {
	if strings.Contains(written, "://") || strings.HasPrefix(written, "sqlite:") {
		return "", errors.New("is not a folder; write a path, for instance /var/lib/rastro")
	}
	return written, nil
}

// parseBlobs reads a folder, or a bucket without a key in its address.
func parseBlobs(written string) (string, error) {
	u, err := url.Parse(written)
	switch {
	case !strings.Contains(written, "://"):
		if strings.HasPrefix(written, "sqlite:") {
			return "", errors.New("is not a folder; write a path, for instance /var/lib/rastro/anexos")
		}
		return written, nil
	case err != nil || u.Scheme != "s3" || u.Host == "" || u.User != nil || u.RawQuery != "":
		return "", errors.New("is neither a folder nor a bucket; write a path, or s3://BUCKET/FOLDER")
	}
	return written, nil
}

func parseEndpoint(written string) (string, error) {
	u, err := url.Parse(written)
	if written != "" && (err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.User != nil || strings.Trim(u.Path, "/") != "" || u.RawQuery != "") {
		return "", errors.New("is not the address of an S3 server; write it with https, for instance https://s3.example.org")
	}
	return written, nil
}

func parseLogKey(written string) (string, error) {
	if written != "" && !strings.HasPrefix(written, "PRIVATE+KEY+") {
		return "", errors.New("is not a signing key; write what a .logkey file holds, PRIVATE+KEY+NAME+HASH+KEY")
	}
	return written, nil
}
