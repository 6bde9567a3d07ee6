package config

import (
	"errors"
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"rastro/internal/webhook/post"
)

func parseAddr(value string) (string, error) {
	host, port, err := net.SplitHostPort(value)
	if err != nil || !validPort(port) || host != "" && !validHost(host) {
		return "", errors.New("is not an address; write HOST:PORT with a port from 0 to 65535, for instance 127.0.0.1:8080")
	}
	return value, nil
}

// parseProfileAddr accepts only the loopback: a profile reveals more of a process
// than its log does.
func parseProfileAddr(value string) (string, error) {
	if value == "" {
		return "", nil
	}
	host, port, err := net.SplitHostPort(value)
	if ip, ipErr := netip.ParseAddr(host); err != nil || !validPort(port) || host != "localhost" && (ipErr != nil || !ip.IsLoopback()) {
		return "", errors.New("is not an address of this machine alone; write for instance 127.0.0.1:6060")
	}
	return value, nil
}

func validPort(port string) bool {
	_, err := strconv.ParseUint(port, 10, 16)
	return err == nil
}

// validHost takes names in ASCII only: that is how browsers send them, and how
// resolvers ask for them.
func validHost(host string) bool {
	if _, err := netip.ParseAddr(host); err == nil {
		return true
	}
	return host != "" && !strings.ContainsFunc(host, func(r rune) bool {
		return !letterOrDigit(r) && r != '-' && r != '.' && r != '_'
	})
}

// parseDB never repeats an error of net/url, because that contains the address and with it the
// password.
func parseDB(value string) (string, error) {
	if file, ok := strings.CutPrefix(value, "sqlite:"); ok {
		path, _, _ := strings.Cut(file, "?")
		if path == "" || strings.HasPrefix(path, "//") { // sqlite://x.db would be a file in the root folder
			return "", errors.New("names no file; write sqlite:FILE, for instance sqlite:/var/lib/rastro/rastro.db")
		}
		return value, nil
	}
	if !strings.HasPrefix(value, "postgres://") && !strings.HasPrefix(value, "postgresql://") {
		return "", errors.New("is not a database; write sqlite:FILE or postgres://USER@HOST/DATABASE")
	}
	if _, err := url.Parse(value); err != nil {
		return "", errors.New("is not a readable address; write postgres://USER:PASSWORD@HOST/DATABASE with special characters of the password percent-encoded")
	}
	return value, nil
}

// parseReplicas splits a list of addresses. An address may itself list hosts with commas.
func parseReplicas(value string) ([]string, error) {
	if value == "" {
		return nil, nil
	}
	var list []string
	for item := range strings.SplitSeq(value, ",") {
		if item = strings.TrimSpace(item); len(list) > 0 && !strings.Contains(item, "://") {
			list[len(list)-1] += "," + item
			continue
		}
		list = append(list, item)
	}
	for _, item := range list {
		if !strings.HasPrefix(item, "postgres") {
			return nil, errors.New("is not a list of PostgreSQL databases; write postgres://USER@HOST/DATABASE")
		}
		if _, err := parseDB(item); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// parsePublicURL accepts a path, for a server behind a proxy that also serves others.
func parsePublicURL(value string) (string, error) {
	if value == "" {
		return "", nil
	}
	u, err := url.Parse(value)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.User != nil || strings.ContainsAny(value, "?#") ||
		!validHost(u.Hostname()) || !validURLPort(u) {
		return "", errors.New("is not a public address; write http:// or https:// and a host, without user, query or fragment, for instance https://rastro.example.org")
	}
	return strings.TrimRight(u.String(), "/"), nil
}

func validURLPort(u *url.URL) bool {
	return u.Port() == "" && !strings.HasSuffix(u.Host, ":") || validPort(u.Port())
}

// parseOrigins returns origins in the spelling of browsers, so that comparing
// them is comparing bytes.
func parseOrigins(value string) ([]string, error) {
	if value == "" {
		return nil, nil
	}
	var list []string
	for item := range strings.SplitSeq(value, ",") {
		item = strings.TrimSpace(item)
		if item != "*" {
			var err error
			if item, err = parseOrigin(item); err != nil {
				return nil, err
			}
		}
		if !slices.Contains(list, item) {
			list = append(list, item)
		}
	}
	if len(list) > 1 && slices.Contains(list, "*") {
		return nil, errors.New("has * next to origins; write * alone, or the origins alone")
	}
	return list, nil
}

// originShape leaves the scheme open: pages in mobile and desktop shells have
// schemes of their own.
var originShape = regexp.MustCompile(`^([a-z][a-z0-9+.-]*)://([^/?#@]+)$`)

func parseOrigin(item string) (string, error) {
	item = strings.ToLower(item)
	bad := errors.New("is not a list of origins; write scheme://host[:port] without a path, for instance https://app.example.org")
	if !originShape.MatchString(item) {
		return "", bad
	}
	u, err := url.Parse(item)
	if err != nil || !validHost(u.Hostname()) || !validURLPort(u) {
		return "", bad
	}
	if u.Scheme == "http" && u.Port() == "80" || u.Scheme == "https" && u.Port() == "443" {
		u.Host = strings.TrimSuffix(u.Host, ":"+u.Port()) // browsers leave it out
	}
	return u.String(), nil
}

// parseNetworks reads a list of addresses and networks. It refuses the set of all addresses, with
// which every caller could claim any address.
func parseNetworks(value string) ([]netip.Prefix, error) {
	if value == "" {
		return nil, nil
	}
	var list []netip.Prefix
	for item := range strings.SplitSeq(value, ",") {
		network, err := parseNetwork(strings.TrimSpace(item))
		if err != nil {
			return nil, err
		}
		if network.Bits() == 0 {
			return nil, errors.New("trusts every address, so that every caller could say to be anybody; name the proxies")
		}
		if !slices.Contains(list, network) {
			list = append(list, network)
		}
	}
	return list, nil
}

// parseWebhookAllow calls package post at start, so that an error names the option.
func parseWebhookAllow(value string) (list []netip.Prefix, err error) {
	if value == "" {
		return nil, nil
	}
	for item := range strings.SplitSeq(value, ",") {
		network, err := post.ParseAllow(strings.TrimSpace(item))
		if err != nil {
			return nil, err
		}
		list = append(list, network)
	}
	return list, nil
}

func parseNetwork(item string) (netip.Prefix, error) {
	bad := errors.New("is not a list of networks; write addresses or CIDR networks, for instance 127.0.0.1, 10.0.0.0/8")
	if addr, err := netip.ParseAddr(item); err == nil && addr.Zone() == "" {
		addr = addr.Unmap()
		return netip.PrefixFrom(addr, addr.BitLen()), nil
	}
	network, err := netip.ParsePrefix(item)
	if err != nil || network.Addr().Is4In6() {
		return netip.Prefix{}, bad
	}
	if network != network.Masked() {
		return netip.Prefix{}, errors.New("has a network with bits beyond its mask; write " + network.Masked().String() + " for that network, or the address alone")
	}
	return network, nil
}
