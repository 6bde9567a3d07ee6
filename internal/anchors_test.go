package internal_test

import (
	"path"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

var heading = regexp.MustCompile(`(?m)^#{1,6} (.+)$`)

// anchors returns GitHub's anchors for the headings of a document.
func anchors(text string) map[string]bool {
	found := map[string]bool{}
	for _, h := range heading.FindAllStringSubmatch(text, -1) {
		found["#"+strings.Map(func(r rune) rune {
			switch {
			case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
				return unicode.ToLower(r)
			case r == ' ':
				return '-'
			}
			return -1
		}, h[1])] = true
	}
	return found
}

// TestAnchorsLeadSomewhere checks the part of every link after its #, within a
// document and from one document to another.
func TestAnchorsLeadSomewhere(t *testing.T) {
	all := documents(t)
	anchored := regexp.MustCompile(`\]\(([^)\s#]*)(#[^)\s]+)\)`)
	checked := 0
	for name, text := range all {
		for _, found := range anchored.FindAllStringSubmatch(text, -1) {
			target := name
			if found[1] != "" {
				target = path.Join(path.Dir(name), found[1])
			}
			document, ours := all[target]
			if !ours {
				continue // another site, or a file that is not a document
			}
			checked++
			if !anchors(document)[found[2]] {
				t.Errorf("%s links to %s%s, which has no such heading", name, target, found[2])
			}
		}
	}
	if checked == 0 {
		t.Error("no link has an anchor")
	}
	if !anchors("## Payloads (`dados`)\n")["#payloads-dados"] {
		t.Errorf("the anchors of a heading are %v", anchors("## Payloads (`dados`)\n"))
	}
}
