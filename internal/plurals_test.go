package internal_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// bracketed is a plural that leaves the choice to the reader.
var bracketed = regexp.MustCompile(`\pL\((s|es|is|ões|ns)\)`)

// Texts for people have real plurals: {n|registro|registros}, not "registro(s)".
func TestTextsHaveRealPlurals(t *testing.T) {
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(path, "_test.go") || filepath.Ext(path) != ".go" && filepath.Ext(path) != ".html" {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for i, line := range strings.Split(string(data), "\n") {
			isText := filepath.Ext(path) == ".html" || strings.Contains(line, `PT: "`) || strings.Contains(line, `EN: "`) || strings.Contains(line, `ES: "`)
			if found := bracketed.FindString(line); found != "" && isText {
				t.Errorf("%s:%d has %q", path, i+1, found)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
