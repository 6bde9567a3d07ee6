package config

import (
	"errors"
	"net"
	"net/url"
	"unicode/utf8"

	"rastro/internal/account/oidc"
	"rastro/internal/mail"
)

// Packages mail and oidc decide what they accept. These parsers call them at start, so that an
// error names the option.

func asWritten(value string) (string, error) { return value, nil }

func parseMailServer(value string) (string, error) {
	host, port, err := net.SplitHostPort(value)
	if value != "" && (err != nil || !validHost(host) || !validPort(port) || port == "0") {
		return "", errors.New("is not a mail server; write HOST:PORT, for instance smtp.example.org:587")
	}
	return value, nil
}

func parseMailTLS(value string) (string, error) {
	if !mail.TLS(value).Known() {
		return "", errors.New("is no way to encrypt mail; write starttls, implicit or none")
	}
	return value, nil
}

func parseMailFrom(value string) (string, error) {
	if _, err := mail.ParseFrom(value); value != "" && err != nil {
		return "", errors.New("is not an address that mail can come from; write nao-responda@example.org or Cooperativa <nao-responda@example.org>")
	}
	return value, nil
}

func parseProviderName(value string) (string, error) {
	const most = 40 // of a button
	if utf8.RuneCountInString(value) > most {
		return "", errors.New("is too long for a button; write up to 40 characters, for instance Google")
	}
	return value, nil
}

func parseEUSystem(value string) (string, error) {
	at, err := url.Parse(value)
	if value != "" && (err != nil || at.Scheme != "https" || at.Host == "" || at.User != nil || at.RawQuery != "" || at.Fragment != "") {
		return "", errors.New("is not the EU's system; write its address with https, for instance https://eudr.webcloud.ec.europa.eu")
	}
	return value, nil
}

func parseIssuer(value string) (string, error) {
	if value != "" && !oidc.IsIssuer(value) {
		return "", errors.New("is not an OpenID Connect provider; write its address with https, for instance https://accounts.google.com")
	}
	return value, nil
}
