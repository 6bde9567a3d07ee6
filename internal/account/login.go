package account

import (
	"net/mail"
	"strings"
)

// maxLogin is the length of the longest e-mail address.
const maxLogin = 254

// ParseLogin brings an e-mail address or a phone number to its canonical spelling: lower case, or +
// and digits. A number without a country is Brazilian. It returns "" for anything else.
func ParseLogin(written string) string {
	written = strings.TrimSpace(written)
	if len(written) > maxLogin {
		return ""
	}
	if strings.Contains(written, "@") {
		return parseMail(written)
	}
	return parsePhone(written)
}

// IsMail reports whether a log-in is an e-mail address.
func IsMail(login string) bool { return strings.Contains(login, "@") }

// ShownLogin returns a log-in as people write it: a Brazilian phone number in its usual groups.
// ParseLogin can read the result.
func ShownLogin(login string) string {
	number, brazilian := strings.CutPrefix(login, "+55")
	if n := len(number); brazilian && (n == 10 || n == 11) {
		return "+55 " + number[:2] + " " + number[2:n-4] + "-" + number[n-4:]
	}
	return login
}

func parseMail(written string) string {
	address, err := mail.ParseAddress(written)
	if err != nil || address.Name != "" || address.Address != written {
		return ""
	}
	_, host, _ := strings.Cut(address.Address, "@")
	if !strings.Contains(host, ".") || strings.HasPrefix(host, "[") || strings.ContainsFunc(written, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return ""
	}
	return strings.ToLower(address.Address)
}

func parsePhone(written string) string {
	var digits strings.Builder
	for i, r := range written {
		switch {
		case r >= '0' && r <= '9':
			digits.WriteRune(r)
		case r == '+' && i == 0, strings.ContainsRune(" -.()", r):
		default:
			return ""
		}
	}
	number := digits.String()
	switch {
	case strings.HasPrefix(written, "+"):
	case len(number) == 10 || len(number) == 11: // with its area
		number = "55" + strings.TrimPrefix(number, "0")
	case len(number) == 12 && number[0] == '0': // 0 66 99999-1234
		number = "55" + number[1:]
	case strings.HasPrefix(number, "55") && (len(number) == 12 || len(number) == 13):
	default:
		return ""
	}
	if len(number) < 10 || len(number) > 15 || number[0] == '0' {
		return ""
	}
	return "+" + number
}
