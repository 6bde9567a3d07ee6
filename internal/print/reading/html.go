package reading

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"sync"

	"rastro/internal/lang"
	"rastro/internal/web/drawing"
)

//go:embed reading.html
var pageText string

var pageTemplate = sync.OnceValues(func() (*template.Template, error) { return template.New("dossier").Parse(pageText) })

type pageView struct {
	Lot   string
	Maps  []drawing.Local
	Small []smallView
	In    []languageView
}

type smallView struct {
	Name   string
	Source template.URL
}

type languageView struct {
	Code, Tag, Name                            string
	Title, Verdict, Class, Proof               string
	Summary, Map, MapNote, SummaryTitle, NoDoc string
	Facts                                      []pair
	Tables                                     []table
	Documents                                  string
	Files                                      []pair
}

// HTML returns the page, with all languages in it. It runs no script and loads nothing.
func (d *Dossier) HTML() ([]byte, error) {
	page, err := pageTemplate()
	if err != nil {
		return nil, fmt.Errorf("reading: %w", err)
	}
	v := pageView{Lot: d.Lot, Maps: d.Maps}
	for i := range d.Documents {
		if x := &d.Documents[i]; x.Small != nil {
			v.Small = append(v.Small, smallView{x.Name, template.URL("data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(x.Small))}) //nolint:gosec // we made the picture
		}
	}
	for _, t := range lang.OfBuyers {
		in := languageView{
			Code: t.Code(), Tag: t.Tag(), Name: t.Name(), Title: word("title", t, nil), Verdict: word(d.Verdict, t, nil), Class: d.Verdict, Proof: word("proof", t, nil),
			SummaryTitle: word("summary", t, nil), Map: word("map", t, nil), MapNote: d.mapNote(t), Facts: d.summary(t), Tables: d.tables(t), Documents: word("documents", t, nil),
		}
		if len(d.Documents) == 0 {
			in.NoDoc = word("nodocs", t, nil)
		}
		for i := range d.Documents[:min(len(d.Documents), maxRows)] {
			x := &d.Documents[i]
			in.Files = append(in.Files, pair{x.Name, x.told(t)})
		}
		v.In = append(v.In, in)
	}
	var out bytes.Buffer
	err = page.Execute(&out, v)
	return out.Bytes(), err
}
