package config

import (
	"fmt"
	"strings"
)

// Help returns what the flags' own help lacks: the other sources, and the command's options without
// a flag.
func Help(command string) string {
	var b strings.Builder
	b.WriteString(`Every option can also be set by a variable (--public-url by RASTRO_PUBLIC_URL, or by
RASTRO_PUBLIC_URL_FILE, which names a file with the value in it) and in a
configuration file (public-url = …). A flag wins over a variable, a variable over the file.
`)
	var secrets strings.Builder
	for i := range options {
		if o := &options[i]; o.secret && o.usedBy(command) {
			fmt.Fprintf(&secrets, "  %-24s %s\n", o.env(), o.help)
		}
	}
	if secrets.Len() > 0 {
		b.WriteString("\nNot as flags, which show in process lists:\n" + secrets.String())
	}
	return b.String()
}
