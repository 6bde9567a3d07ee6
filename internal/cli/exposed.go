package cli

import (
	"fmt"
	"os"
	"strings"
)

// exposed says that users other than its owner can read an SQLite database, and names the command
// that prevents that; "" if nobody else can. It does not change the permissions: a group may be
// there for a backup, which would then silently fail.
func exposed(db string) string {
	path, ok := fileOf(db)
	if !ok || !rightsTell {
		return ""
	}
	if real, err := realPlace(path); err == nil {
		path = real // SQLite keeps the others next to it
	}
	var open []string
	var widest os.FileMode
	for _, suffix := range databaseFiles {
		if info, err := os.Stat(path + suffix); err == nil && info.Mode().Perm()&0o077 != 0 {
			open = append(open, quoted(path+suffix))
			widest |= info.Mode().Perm()
		}
	}
	if open == nil {
		return ""
	}
	return fmt.Sprintf("others than its owner can open the database (mode %04o), which holds personal data and the digests of secrets: run 'chmod 600 %s'", widest, strings.Join(open, " "))
}

// quoted quotes a path for a shell.
func quoted(path string) string {
	if !strings.ContainsFunc(path, func(r rune) bool { return strings.ContainsRune(" \t\"'`$&;|<>(){}[]*?!#~\\", r) }) {
		return path
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "$", `\$`, "`", "\\`").Replace(path) + `"`
}

// counted returns a count with its noun: "1 entry", "2 entries".
func counted[N int | int64](n N, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
