package console

import (
	"io/fs"
	"regexp"
	"testing"

	"rastro/internal/lang"
	"rastro/internal/web/console/pagekit"
)

func TestTexts(t *testing.T) {
	for _, table := range wordTables() {
		for name, text := range table {
			if !text.Complete() {
				t.Errorf("%s lacks a language: %+v", name, text)
			}
		}
	}
	for _, n := range nav {
		if !n.text.Complete() {
			t.Errorf("the way to %q lacks a language", n.path)
		}
	}
}

// Every text that a template uses exists.
func TestTemplatesHaveTheirWords(t *testing.T) {
	named := regexp.MustCompile(`\.T\.([a-zA-Z0-9]+)`)
	pages, err := parsePages()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range pageTable() {
		text, err := fs.ReadFile(row.Files, "templates/"+row.Name+".html")
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range named.FindAllStringSubmatch(string(text), -1) {
			if pages[row.Name].words[lang.PT][m[1]] == "" {
				t.Errorf("page %s asks for the word %q, which it does not have", row.Name, m[1])
			}
		}
	}
}

// wordTables returns all tables of texts.
func wordTables() []pagekit.Words {
	tables := []pagekit.Words{frameTexts, noticeTexts}
	for _, row := range pageTable() {
		tables = append(tables, row.Words...)
	}
	return tables
}
