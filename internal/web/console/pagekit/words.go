package pagekit

import (
	"io/fs"
	"slices"

	"rastro/internal/kind"
	"rastro/internal/lang"
)

// Words is a table of texts that templates name.
type Words = map[string]lang.Text

// Page says which templates and which words make a page. Every page also has the
// frame's words.
type Page struct {
	Name  string // templates/<name>.html, which defines "content"
	Words []Words

	Files fs.FS
	Parts []string // other templates that it uses
}

// From fills in where the templates of some pages are.
func From(files fs.FS, parts []string, pages ...Page) []Page {
	for i := range pages {
		pages[i].Files, pages[i].Parts = files, parts
	}
	return pages
}

// Templates returns the files that make the page, its own last.
func (p *Page) Templates() []string {
	var names []string
	for _, name := range append(slices.Clone(p.Parts), p.Name) {
		names = append(names, "templates/"+name+".html")
	}
	return names
}

// Fill fills a text with pairs of a placeholder and its value.
func Fill(table Words, key string, l lang.Lang, pairs ...string) string {
	args := lang.Args{}
	for i := 0; i+1 < len(pairs); i += 2 {
		args[pairs[i]] = pairs[i+1]
	}
	return table[key].Fill(l, args)
}

// Counted is Fill for a count: it uses key.1 for a count of one.
func Counted(table Words, key string, l lang.Lang, n int64) string {
	if n == 1 {
		key += ".1"
	}
	return Fill(table, key, l, "n", CountText(n, l))
}

// PhaseName returns a phase with its number.
func PhaseName(p kind.Phase, l lang.Lang) string { return p.Code + " · " + p.Title.In(l) }

// TextsIn returns the texts of some tables in one language, as templates take them. If several
// tables have the same name, the last one wins.
func TextsIn(l lang.Lang, tables ...Words) map[string]string {
	in := map[string]string{}
	for _, table := range tables {
		for name, text := range table {
			in[name] = text.In(l)
		}
	}
	return in
}
