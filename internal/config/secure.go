package config

import (
	"errors"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

func parseOptionalAddr(value string) (string, error) {
	if value == "" {
		return "", nil
	}
	return parseAddr(value)
}

// parseNames takes what an authority makes certificates for. A name of everything below another
// would need a way into its DNS.
func parseNames(value string) ([]string, error) {
	if value == "" {
		return nil, nil
	}
	var list []string
	for item := range strings.SplitSeq(value, ",") {
		item = strings.ToLower(strings.TrimSuffix(strings.TrimSpace(item), "."))
		if _, err := netip.ParseAddr(item); err == nil || !validHost(item) || !strings.Contains(item, ".") {
			return nil, errors.New("is not a list of names; write them as in an address, for instance rastro.example.org")
		}
		if !slices.Contains(list, item) {
			list = append(list, item)
		}
	}
	return list, nil
}

func parseDirectory(value string) (string, error) {
	if u, err := url.Parse(value); value != "" && (err != nil || u.Host == "" || u.Scheme != "https" || u.User != nil) {
		return "", errors.New("is not the directory of an ACME authority; write its address with https, for instance https://ca.example.org/acme/directory")
	}
	return value, nil
}
