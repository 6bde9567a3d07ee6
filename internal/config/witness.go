package config

import (
	"errors"
	"net/url"
	"strings"

	"rastro/internal/cosign"
	"rastro/internal/ledger"
)

// WitnessAt is a witness and the address at which it is asked.
type WitnessAt struct {
	Key, Address string
}

func parseWitnesses(value string) ([]WitnessAt, error) {
	if strings.TrimSpace(value) == "" {
		return nil, nil
	}
	var all []WitnessAt
	var keys []string
	for item := range strings.SplitSeq(value, ",") {
		fields := strings.Fields(item)
		if len(fields) != 2 {
			return nil, errors.New("is not a list of witnesses; write each as its key, a space and its address")
		}
		if u, err := url.Parse(fields[1]); err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.User != nil || u.RawQuery != "" {
			return nil, errors.New("has something else as the address of a witness; write it with https, for instance https://witness.example.org")
		}
		all, keys = append(all, WitnessAt{fields[0], fields[1]}), append(keys, fields[0])
	}
	if _, err := cosign.ParseAll(keys); err != nil {
		return nil, errors.New("cannot be used: " + err.Error())
	}
	return all, nil
}

func parseLogKeys(value string) ([]string, error) {
	var keys []string
	for item := range strings.SplitSeq(value, ",") {
		if item = strings.TrimSpace(item); item == "" {
			continue
		}
		if _, err := ledger.NewVerifier(item); err != nil {
			return nil, errors.New("is not a list of keys of logs; 'rastro log key' prints a log's key")
		}
		keys = append(keys, item)
	}
	return keys, nil
}
