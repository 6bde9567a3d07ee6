package console

import (
	"embed"
	"fmt"
	"html/template"
	"slices"

	"rastro/internal/lang"
)

//go:embed templates/*.html
var templateFiles embed.FS

// page is a page that can be shown: its template, and its words in each language.
type page struct {
	template *template.Template
	words    [3]map[string]string
}

// words is a table of texts that templates name.
type words = map[string]lang.Text

// pageRow says which template and which words make a page. The frame's words
// are every page's.
type pageRow struct {
	name  string // templates/<name>.html, which defines "content"
	words []words
}

// pageTable lists all pages, each theme's beside its handlers.
func pageTable() []pageRow {
	return slices.Concat([]pageRow{
		{"door", []words{doorTexts}},
		{"error", []words{errorTexts}},
		{"start", []words{harvestTexts, startTexts}},
	},
		recordPages,
		harvestPages,
		lotPages, disputePages, recallPages,
		keyPages, phasePages, trailPages, logPages, importPages,
	)
}

// shared are the templates that every page may use.
var shared = []string{"templates/frame.html", "templates/parts.html", "templates/harvest_parts.html"}

func parsePages() (map[string]*page, error) {
	pages := map[string]*page{}
	base, err := template.New("frame").ParseFS(templateFiles, shared...)
	if err != nil {
		return nil, err
	}
	for _, row := range pageTable() {
		clone, err := base.Clone()
		if err != nil {
			return nil, err
		}
		p := &page{}
		if p.template, err = clone.ParseFS(templateFiles, "templates/"+row.name+".html"); err != nil {
			return nil, fmt.Errorf("page %s: %w", row.name, err)
		}
		for _, l := range lang.All {
			p.words[l] = map[string]string{}
			for _, table := range append([]words{frameTexts}, row.words...) {
				for name, text := range table {
					p.words[l][name] = text.In(l)
				}
			}
		}
		if _, twice := pages[row.name]; twice {
			return nil, fmt.Errorf("page %s is there twice", row.name)
		}
		pages[row.name] = p
	}
	return pages, nil
}

// wordTables are all tables of texts, for the test that no language is missing.
func wordTables() []words {
	tables := []words{frameTexts, noticeTexts, formTexts}
	for _, row := range pageTable() {
		tables = append(tables, row.words...)
	}
	return tables
}
