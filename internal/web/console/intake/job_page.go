package intake

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"rastro/internal/intake"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/sheet"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// rowFinding is a finding as the page shows it.
type rowFinding struct{ Line, Field, Level, Badge, Text string }

// findingTable are the findings of a sort.
type findingTable struct {
	Title, Shown string // and how many of all are shown, "" for all
	Rows         []rowFinding
}

// jobView is the page of one import.
type jobView struct {
	pagekit.Frame
	ID, Name, Kind, State            string
	Slug                             string
	Busy                             bool
	Done, Total                      string
	Percent                          int
	Wrong                            string
	Papers                           bool   // the file is no spreadsheet: it may be of invoices
	Columns                          string // unknown headers
	Resembles                        string // another kind that has them
	Assumed                          string // which column was read as the harvest's identifier
	AllBad                           bool   // no row can be written
	Rows, Good, Existing, Bad        string
	Remarked                         string
	MayWrite, MayAll, Written        bool
	AllMost                          string
	Decision                         decision
	Findings                         []findingTable
	Cut                              bool
	FindingsHref, WriteHref, EndHref string
	ChooseHref                       string
	Records                          string // address of the records
	Layout, ColumnsHref              string // how it was read, if not as a template
	Unkept                           string // why its layout was not kept
	Passed, UndoHref                 string
	Harvests                         string // the harvests that are written into
	Begins                           string // which of them are new
	Alike                            string // which have nearly the same name
	SampleHeads                      []string
	Sample                           []previewRow
	Fixes                            []string       // what to do on the page of columns
	Loads                            []pagekit.Link // records of loads that rows are about too
	LoadsTitle, LoadsMore            string
	Twice                            []string // rows that repeat another of the file
	TwiceTitle, TwiceMore            string
}

func (c *Controller) job(on *pagekit.Call) *importJob {
	return c.jobs.find(on.Path("id"), c.owner(on), c.service.Now())
}

// jobGone answers for a job that is not here.
func (c *Controller) jobGone(on *pagekit.Call) (pagekit.Reply, error) {
	if on.Partial() { // a part of the page must not become another page
		on.Writer.Header().Set("HX-Refresh", "true")
	}
	return c.refuseFile(on, "", http.StatusNotFound, importTexts["gone"].In(on.Lang))
}

func (c *Controller) ShowJob(on *pagekit.Call) (pagekit.Reply, error) {
	job := c.job(on)
	if job == nil {
		return c.jobGone(on)
	}
	job.mu.Lock()
	asking := job.state == jobAsking
	job.mu.Unlock()
	if asking && !job.busy() {
		if !on.Partial() {
			return pagekit.GoTo("/importar/" + job.id + "/colunas"), nil
		}
		on.Writer.Header().Set("HX-Refresh", "true") // a part of this page must not become another page
	}
	return pagekit.Reply{Page: "import_job", View: c.jobView(job, on), Block: "job"}, nil
}

func (c *Controller) jobView(job *importJob, on *pagekit.Call) *jobView {
	busy := job.busy()
	loads, more := c.loadsOf(job, on)
	begins, alike := c.aboutHarvests(job, on)
	job.mu.Lock()
	defer job.mu.Unlock()
	here := pagekit.Root(on.Request) + "console/importar/" + job.id
	n := func(value int64) string { return pagekit.CountText(value, on.Lang) }
	v := &jobView{
		ID: job.id, Name: job.name, Kind: job.kindTitle(on.Lang), State: stateTexts[job.state].In(on.Lang), Busy: busy,
		Done: n(job.count.Total), Total: n(max(int64(job.total), job.count.Total)), FindingsHref: here + "/problemas.csv", WriteHref: here + "/gravar", ChooseHref: here + "/escolhas", EndHref: here + "/descartar",
		Written: job.state == jobWritten,
		AllMost: importJobTexts["allmost"].Fill(on.Lang, lang.Args{"n": n(intake.MaxImportAll)}),
	}
	v.Title = v.Name
	if job.total > 0 {
		v.Percent = int(min(100, job.count.Total*100/int64(job.total)))
	}
	if k := job.kind; k != nil {
		v.Slug, v.Records = pagekit.KindSlug(k), pagekit.Root(on.Request)+"console"+pagekit.RecordsPath(k)
		v.Curl = on.Curl(http.MethodPost, k.Prefix+"/all?modo=validas&repetidas=ignorar", `[{"safraId":"S-2025-001","dados":`+k.Example+`}]`)
	}
	if len(job.sample.ids) == 1 && !job.sample.more && v.Records != "" {
		v.Records += "?safra=" + url.QueryEscape(job.sample.ids[0])
	}
	v.Wrong, v.Papers = jobError(on, job), notSpreadsheet(job.err)
	if busy {
		return v
	}
	count := job.checked
	if job.state == jobWritten || job.state == jobStopped {
		count = job.count
	}
	v.Rows, v.Good, v.Existing, v.Bad = n(count.Total), n(count.Created), n(count.Existing-count.Twice), n(count.Refused)
	v.MayWrite = job.state == jobChecked && count.Created+count.Loads+count.Twice > 0
	v.Loads, v.LoadsMore = loads, more
	v.readTwice(job, count.Twice, on.Lang)
	v.LoadsTitle = importJobTexts["loads"].Fill(on.Lang, lang.Args{"n": n(count.Loads)})
	v.AllBad = count.Total > 0 && count.Refused == count.Total
	if job.assumed != "" {
		v.Assumed = importJobTexts["assumed"].Fill(on.Lang, lang.Args{"coluna": job.assumed})
	}
	v.MayAll = count.Total <= intake.MaxImportAll
	if v.Decision = job.decision; v.Decision.Mode == "" || !v.MayAll {
		v.Decision.Mode = "validas"
		if v.MayAll && count.Refused == 0 {
			v.Decision.Mode = "tudo"
		}
	}
	v.readLayout(job, on)
	v.readFindings(job.findings, on.Lang)
	v.readColumns(job, on.Lang)
	v.readSample(job, on.Lang)
	v.readFixes(job, on.Lang)
	v.Begins, v.Alike = begins, alike
	return v
}

// readLayout says how the file was read, and what can be changed about it.
func (v *jobView) readLayout(job *importJob, on *pagekit.Call) {
	if job.layout.guess != nil && job.state != jobWritten {
		v.ColumnsHref = pagekit.Root(on.Request) + "console/importar/" + job.id + "/colunas"
	}
	if name := job.layout.says(job.state); name != "" {
		v.Layout = importJobTexts[name].Fill(on.Lang, lang.Args{"nome": job.layout.name()})
	}
	if err := job.layout.unkept; err != nil {
		v.Unkept = importJobTexts["unkept"].Fill(on.Lang, lang.Args{"nome": job.layout.name(), "motivo": on.ErrorText(trace.AsError(err))})
	}
	if job.passed > 0 {
		v.Passed = importJobTexts["passedrows"].Fill(on.Lang, lang.Args{"n": pagekit.CountText(int64(job.passed), on.Lang)})
	}
	if job.run != (trace.ID{}) {
		v.UndoHref = pagekit.Root(on.Request) + "console/importar/feitas/" + job.run.String() + "/desfazer"
	}
}

// notSpreadsheet reports whether a file was refused because it is none.
func notSpreadsheet(err error) bool {
	failed, is := errors.AsType[*sheet.Error](err)
	return is && failed.Reason == sheet.NotSpreadsheet
}

// jobError explains a job's state; "" if all is well.
func jobError(on *pagekit.Call, job *importJob) string {
	l := on.Lang
	if job.err == nil {
		return ""
	}
	if file, ok := errors.AsType[*sheet.Error](job.err); ok {
		return capital(file.Message(l))
	}
	failed := trace.AsError(job.err)
	switch {
	case failed.Code == trace.CodeImportRefused:
		return importJobTexts["nothing"].Fill(l, failed.Args)
	case failed.Code == trace.CodeImportTooLarge:
		return importJobTexts["toolarge"].Fill(l, failed.Args)
	case errors.Is(job.err, context.Canceled):
		return importJobTexts["stopped"].In(l)
	}
	return on.ErrorText(failed) + " " + importJobTexts["goeson"].In(l)
}

func (v *jobView) readFindings(f *findings, l lang.Lang) {
	table := func(title, n string, list []importFinding, shown string) {
		if len(list) == 0 {
			return
		}
		t := findingTable{Title: importJobTexts[title].Fill(l, lang.Args{"n": n}), Shown: shown}
		for i := range list {
			one := &list[i]
			t.Rows = append(t.Rows, rowFinding{one.where(l), f.labels.where(one.Field, one.only(), l), levelText(one.Level, one.Refused).In(l), one.Level, capital(one.text.Fill(l, one.args))})
		}
		v.Findings = append(v.Findings, t)
	}
	v.Remarked, v.Cut = pagekit.CountText(f.remarked, l), f.cut
	refused, remarks := "", ""
	if int64(len(f.refused)) < f.nRefused {
		refused = importJobTexts["first"].Fill(l, lang.Args{"n": strconv.Itoa(len(f.refused)), "total": pagekit.CountText(f.nRefused, l)})
	}
	if f.more {
		remarks = importJobTexts["more"].Fill(l, lang.Args{"n": strconv.Itoa(len(f.remarks))})
	}
	table("refusedrows", v.Bad, f.refused, refused)
	table("remarkrows", v.Remarked, f.remarks, remarks)
}

// only returns the line that has a finding, 0 if several have it.
func (one *importFinding) only() int64 {
	if one.n > 1 {
		return 0
	}
	return one.Line
}

// where names the lines that have a finding.
func (one *importFinding) where(l lang.Lang) string {
	if one.n < 2 {
		return pagekit.CountText(one.Line, l)
	}
	var lines []string
	for _, line := range one.lines {
		lines = append(lines, pagekit.CountText(line, l))
	}
	text := strings.Join(lines, ", ")
	if int64(len(lines)) < one.n {
		text += " … (" + importJobTexts["inall"].Fill(l, lang.Args{"n": pagekit.CountText(one.n, l)}) + ")"
	}
	return text
}

// readColumns reports unknown headers, and the kinds that have them.
func (v *jobView) readColumns(job *importJob, l lang.Lang) {
	var names []string
	for _, p := range job.columns {
		names = append(names, p.Field)
	}
	if names == nil {
		return
	}
	const shown = 12
	v.Columns = strings.Join(names[:min(len(names), shown)], ", ")
	if len(names) > shown {
		v.Columns += " …"
	}
	best := len(names) / 2 // most of them; fewer may be a typing mistake
	for _, k := range kind.All {
		fits := 0
		for _, name := range names {
			if slices.Contains(sheet.Columns(k), name) {
				fits++
			}
		}
		if fits > best && k != job.kind {
			best, v.Resembles = fits, importJobTexts["resembles"].Fill(l, lang.Args{"tipo": k.Title.In(l)})
		}
	}
}

func (c *Controller) Findings(on *pagekit.Call) (pagekit.Reply, error) {
	job := c.job(on)
	if job == nil || job.busy() {
		return c.jobGone(on)
	}
	job.mu.Lock()
	content, err := job.findings.read()
	job.mu.Unlock()
	if err != nil {
		return pagekit.Reply{}, err
	}
	if content == nil {
		return pagekit.Reply{}, trace.Fail(trace.CodePathNotFound)
	}
	return pagekit.Reply{Raw: func(w http.ResponseWriter) error {
		pagekit.SaveAs(w.Header(), sheet.CSV.MediaType(), "rastro-problemas-"+v8(job.id)+".csv")
		_, _ = io.Copy(w, content) // a caller who hung up needs no answer
		return nil
	}}, nil
}

// v8 is enough of an id to distinguish two files.
func v8(id string) string { return id[:min(8, len(id))] }

func (c *Controller) Write(on *pagekit.Call) (pagekit.Reply, error) {
	job := c.job(on)
	if job == nil {
		return c.jobGone(on)
	}
	mode, ok := intake.Modes[on.Form.Get("modo")]
	if !ok {
		return pagekit.Reply{}, trace.BadParameter("modo", "tudo, validas")
	}
	by, still, said := on.Key, c.still(on), decisionIn(on.Form)
	c.jobs.start(job, jobChecked, jobWriting, c.jobs.needs(job, mode), func(ctx context.Context) {
		job.mu.Lock()
		job.mode, job.decision = mode, said
		job.mu.Unlock()
		job.write(ctx, c, by, still)
	}) // a second press of the button finds it under way
	wait(on.Ctx, job)
	return pagekit.GoTo("/importar/" + job.id), nil
}

// Choose keeps what a person has chosen so far, so that a page that is loaded again shows it.
func (c *Controller) Choose(on *pagekit.Call) (pagekit.Reply, error) {
	if job := c.job(on); job != nil {
		job.mu.Lock()
		if job.state == jobChecked {
			job.decision = decisionIn(on.Form)
		}
		job.mu.Unlock()
	}
	return pagekit.Reply{Raw: func(w http.ResponseWriter) error {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}}, nil
}

// decision is how a person wants the rows written.
type decision struct {
	Mode         string // "" if nobody has said so
	Loads, Twice bool   // write those too
}

func decisionIn(form url.Values) decision {
	return decision{form.Get("modo"), form.Get("cargas") == "criar", form.Get("iguais") == "criar"}
}

func (c *Controller) Discard(on *pagekit.Call) (pagekit.Reply, error) {
	if job := c.job(on); job != nil {
		c.jobs.discard(job)
	}
	return pagekit.Done("/importar", "importended"), nil
}
