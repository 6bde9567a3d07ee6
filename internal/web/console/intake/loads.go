package intake

import (
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/title"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// loadsShown is how many rows about loads that are already registered the page lists.
const loadsShown = 20

// repeatedLoad is a row about a load that already has a record.
type repeatedLoad struct {
	line    int64
	id      trace.ID
	perhaps bool
}

// repeatedRow is a row that repeats an earlier row of the file exactly.
type repeatedRow struct{ line, of int64 }

// readTwice names the rows that repeat another of the file. The caller holds the lock.
func (v *jobView) readTwice(job *importJob, n int64, l lang.Lang) {
	if n == 0 {
		return
	}
	v.TwiceTitle = importJobTexts["twice"].Fill(l, lang.Args{"n": pagekit.CountText(n, l)})
	for _, one := range job.findings.twice {
		v.Twice = append(v.Twice, importJobTexts["twiceline"].Fill(l, lang.Args{"linha": pagekit.CountText(one.line, l), "outra": pagekit.CountText(one.of, l)}))
	}
	if left := n - int64(len(v.Twice)); left > 0 {
		v.TwiceMore = importJobTexts["loadsmore"].Fill(l, lang.Args{"n": pagekit.CountText(left, l)})
	}
}

// loadsOf returns the records of loads that rows of the file repeat, and a text that says how many
// are not shown.
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
