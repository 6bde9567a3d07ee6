package intake

import (
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/title"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// loadsShown is how many rows about loads that are registered already are named on the page.
const loadsShown = 20

// repeatedLoad is a row about a load that a record is about.
type repeatedLoad struct {
	line    int64
	id      trace.ID
	perhaps bool
}

// loadsOf returns the records of loads that rows of a file are about too, and how many of them are
// not shown, in words.
func (c *Controller) loadsOf(job *importJob, on *pagekit.Call) (list []pagekit.Link, more string) {
	job.mu.Lock()
	found, all := job.findings.loads, max(job.count.Loads, job.checked.Loads)
	job.mu.Unlock()
	k := kind.ByPrefix(kind.Receiving)
	for _, one := range found {
		name := k.Title.In(on.Lang)
		if r, err := c.service.Get(on.Ctx, on.Key, k, one.id.String()); err == nil {
			name = title.Of(on.Key, r, on.Lang).String()
		}
		said := importJobTexts["loadline"]
		if one.perhaps {
			said = importJobTexts["perhapsline"]
		}
		line := said.Fill(on.Lang, lang.Args{"linha": pagekit.CountText(one.line, on.Lang), "registro": name})
		list = append(list, pagekit.Link{Text: line, Href: pagekit.RecordHref(on, k.Prefix, one.id.String())})
	}
	if left := all - int64(len(found)); left > 0 {
		more = importJobTexts["loadsmore"].Fill(on.Lang, lang.Args{"n": pagekit.CountText(left, on.Lang)})
	}
	return list, more
}
