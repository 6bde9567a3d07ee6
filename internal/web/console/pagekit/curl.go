package pagekit

import "strings"

// Curl returns the API call that does what the page does. The key is a placeholder: it is in no
// cookie, and others may see the page.
func (on *Call) Curl(method, path, body string) string {
	var call strings.Builder
	call.WriteString("curl ")
	if method != "GET" {
		call.WriteString("-X " + method + " ")
	}
	call.WriteString(ShellQuoted(on.PublicURL+path) +
		" \\\n  -H \"X-API-ACCESS-KEY: $RASTRO_ACCESS_KEY\" \\\n  -H \"X-API-SECRET-KEY: $RASTRO_SECRET_KEY\"")
	if body != "" {
		call.WriteString(" \\\n  -H 'Content-Type: application/json' \\\n  -d " + ShellQuoted(body))
	}
	return call.String()
}

// ShellQuoted quotes a text for a shell.
func ShellQuoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
