// Package tiles handles map tiles: the template of their addresses, and which of them cover a
// stretch of land. It loads none; browsers do, and only if an operator names a source.
package tiles

import (
	"errors"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
)

// Source is where map tiles come from. The zero Source means none.
type Source struct {
	Template string // of an address, with {z}, {x} and {y}
	Origin   string // of every address: what a content security policy allows
	Credit   string // the attribution that the map's maker requires
}

// The faults of a template. Each completes a sentence that begins with the template.
var (
	errAddress     = errors.New("is not an address of map tiles; write it with {z}, {x} and {y}, for instance https://tiles.example.org/{z}/{x}/{y}.png")
	errScheme      = errors.New("is not fetched over TLS; write https://, since only a server on this machine may use http://")
	errPlaceholder = errors.New("must have {z}, {x} and {y} once each, and nothing else in braces; of a source with several hosts ({s}) name one")
	errHost        = errors.New("names no host, or one that is not plain; write a host and perhaps a port, without a user, and without {z}, {x} or {y}")
)

// maxTemplate limits a template, which is on every page with a map.
const maxTemplate = 1000

var (
	braces = regexp.MustCompile(`\{[^{}]*\}|[{}]`)
	// host contains nothing with a meaning in a content security policy.
	host = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$`)
)

// Parse reads the template of a source.
func Parse(template string) (Source, error) {
	if len(template) > maxTemplate || strings.ContainsFunc(template, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune("\"'<>\\`^|", r) }) {
		return Source{}, errAddress
	}
	seen := map[string]int{}
	for _, name := range braces.FindAllString(template, -1) {
		seen[name]++
	}
	if len(seen) != 3 || seen["{z}"] != 1 || seen["{x}"] != 1 || seen["{y}"] != 1 {
		return Source{}, errPlaceholder
	}
	before, _, _ := strings.Cut(template, "{") // all of them come after the host
	u, err := url.Parse(strings.NewReplacer("{z}", "0", "{x}", "0", "{y}", "0").Replace(template))
	if err != nil || u.Opaque != "" || strings.Contains(template, "#") || u.Scheme != "https" && u.Scheme != "http" {
		return Source{}, errAddress
	}
	from, err := url.Parse(before)
	if err != nil || from.Host != u.Host || u.User != nil || !strings.Contains(strings.TrimPrefix(before, u.Scheme+"://"), "/") || !plainHost(u) {
		return Source{}, errHost
	}
	if u.Scheme == "http" && !loopback(u.Hostname()) {
		return Source{}, errScheme
	}
	return Source{Template: template, Origin: origin(u)}, nil
}

func plainHost(u *url.URL) bool {
	if port := u.Port(); port != "" {
		if _, err := strconv.ParseUint(port, 10, 16); err != nil {
			return false
		}
	} else if strings.HasSuffix(u.Host, ":") {
		return false
	}
	if ip, err := netip.ParseAddr(u.Hostname()); err == nil {
		return ip.Zone() == ""
	}
	return host.MatchString(u.Hostname())
}

func loopback(name string) bool {
	ip, err := netip.ParseAddr(name)
	return name == "localhost" || err == nil && ip.IsLoopback()
}

// origin returns the origin of an address, in the spelling of browsers.
func origin(u *url.URL) string {
	name := strings.ToLower(u.Host)
	if u.Scheme == "https" && u.Port() == "443" || u.Scheme == "http" && u.Port() == "80" {
		name = strings.TrimSuffix(name, ":"+u.Port())
	}
	return u.Scheme + "://" + name
}

// Set reports whether there is a source.
func (s Source) Set() bool { return s.Template != "" }

// At returns the address of a tile.
func (s Source) At(zoom, x, y int) string {
	return strings.NewReplacer("{z}", strconv.Itoa(zoom), "{x}", strconv.Itoa(x), "{y}", strconv.Itoa(y)).Replace(s.Template)
}
