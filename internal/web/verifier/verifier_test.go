package verifier

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"rastro/internal/lang"
)

// named are the texts that a script names literally. Others are composed from these prefixes.
var (
	named = regexp.MustCompile(`(?:new (?:Broken|Unable)\(|say\(|\btext: |not\.\w+', ')'([\w.]+)'|'(not\.[\w.]+)'`)
	built = regexp.MustCompile(`^(verdict|meaning|state|fact|doing)\.`)
)

// Every text that the script uses exists in every language, and every text is used.
func TestTexts(t *testing.T) {
	script := Script()
	used := map[string]bool{}
	for _, found := range named.FindAllStringSubmatch(script, -1) {
		used[found[1]+found[2]] = true
	}
	for name := range used {
		if _, ok := said[name]; !ok && !strings.HasSuffix(name, ".") {
			t.Errorf("the script says %q, which has no text", name)
		}
	}
	for name, text := range said {
		if !text.Complete() {
			t.Errorf("%s lacks a language", name)
		}
		if !used[name] && !built.MatchString(name) {
			t.Errorf("nothing says %q", name)
		}
	}
	for name, text := range Page {
		if !text.Complete() {
			t.Errorf("%s lacks a language", name)
		}
	}
}

// What the page embeds cannot end the element that contains it.
func TestPartsStayInTheirElements(t *testing.T) {
	reader, err := CodeReader()
	if err != nil {
		t.Fatal(err)
	}
	for name, part := range map[string]string{"script": Script(), "code reader": reader, "style": Style} {
		if strings.Contains(strings.ToLower(part), "</s") || strings.Contains(part, "<!--") {
			t.Errorf("the %s ends its element", name)
		}
	}
	for _, l := range lang.All {
		words, err := Words(l)
		if err != nil || !json.Valid([]byte(words)) || strings.Contains(words, "<") {
			t.Errorf("words in %s: %v", l.Tag(), err)
		}
	}
}
