package backup

import (
	"os"
	"strings"
	"time"

	"rastro/internal/wholefile"
)

// notePlace returns where the time of the last copy of a database is stored: next to the database,
// so that its server knows how old the copy is.
func notePlace(database string) string { return database + ".copied" }

// Note writes when a database was copied. The server may run as another user, and the time is no
// secret: everybody may read it.
func Note(database string, at time.Time) error {
	place := notePlace(database)
	if err := wholefile.Write(place, []byte(at.UTC().Format(time.RFC3339)+"\n")); err != nil {
		return err
	}
	return os.Chmod(place, 0o644)
}

// Last returns when a database was last copied; zero if unknown.
func Last(database string) time.Time {
	text, err := os.ReadFile(notePlace(database))
	if err != nil {
		return time.Time{}
	}
	at, err := time.Parse(time.RFC3339, strings.TrimSpace(string(text)))
	if err != nil {
		return time.Time{}
	}
	return at
}
