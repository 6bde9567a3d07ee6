package console

import (
	"embed"
	"fmt"
	"html/template"
	"slices"
	"sync"

	"rastro/internal/lang"
	"rastro/internal/web/console/admin"
	"rastro/internal/web/console/events"
	"rastro/internal/web/console/files"
	"rastro/internal/web/console/harvest"
	"rastro/internal/web/console/hook"
	"rastro/internal/web/console/intake"
	"rastro/internal/web/console/land"
	"rastro/internal/web/console/lot"
	"rastro/internal/web/console/organization"
	"rastro/internal/web/console/pagekit"
	"rastro/internal/web/console/people"
	"rastro/internal/web/console/plot"
	"rastro/internal/web/console/record"
	"rastro/internal/web/console/search"
	"rastro/internal/web/console/taxdocs"
)

//go:embed templates/*.html
var templateFiles embed.FS

// readyPage is a page that can be shown: its template, and its words in each language.
type readyPage struct {
	template *template.Template
	words    [3]map[string]string
	people   [3]map[string]string // the same, as worded for people
}

// pageTable lists all pages.
func pageTable() []pagekit.Page {
	own := pagekit.From(templateFiles, nil,
		pagekit.Page{Name: "door", Words: []pagekit.Words{doorTexts}},
		pagekit.Page{Name: "link", Words: []pagekit.Words{linkTexts}},
		pagekit.Page{Name: "error", Words: []pagekit.Words{errorTexts}},
	)
	return slices.Concat(own, harvest.Pages(), record.Pages(), lot.Pages(), intake.Pages(), admin.Pages(), people.Pages(), organization.Pages(), search.Pages(), taxdocs.Pages(), files.Pages(), hook.Pages(), events.Pages(), land.Pages())
}

// parsePages is the same for every console of a process, and takes as long as many answers.
var parsePages = sync.OnceValues(func() (map[string]*readyPage, error) {
	pages := map[string]*readyPage{}
	frame, err := template.New("frame").ParseFS(templateFiles, "templates/frame.html")
	if err != nil {
		return nil, err
	}
	if frame, err = frame.ParseFS(plot.Templates, plot.TemplateFile); err != nil {
		return nil, err
	}
	if frame, err = frame.ParseFS(files.Templates, files.TemplateFile); err != nil {
		return nil, err
	}
	for _, row := range pageTable() {
		clone, err := frame.Clone()
		if err != nil {
			return nil, err
		}
		p := &readyPage{}
		if p.template, err = clone.ParseFS(row.Files, row.Templates()...); err != nil {
			return nil, fmt.Errorf("page %s: %w", row.Name, err)
		}
		for _, l := range lang.All {
			p.words[l] = pagekit.TextsIn(l, append([]pagekit.Words{frameTexts}, row.Words...)...)
			p.people[l] = pagekit.ForPeople(p.words[l])
		}
		if _, twice := pages[row.Name]; twice {
			return nil, fmt.Errorf("page %s is there twice", row.Name)
		}
		pages[row.Name] = p
	}
	return pages, nil
})
