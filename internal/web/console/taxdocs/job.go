package taxdocs

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"rastro/internal/lang"
	"rastro/internal/taxdocs"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// jobPath is the path of a job's page, before its id.
const jobPath = "/notas/envio/"

// patience is how long the answer to a form waits for the job that it started: enough to read a few
// files.
const patience = 300 * time.Millisecond

// asksAfter is the number of documents after which an import checks its session again.
const asksAfter = 50

// job is a set of files being imported. It runs whether or not a browser waits, and ends with the
// process: what was written stays, and the same files continue from there.
type job struct {
	id   string
	key  string // the access key
	sent *sent

	mu      sync.Mutex
	rest    chan struct{} // closed while nothing runs
	writing bool          // what is running, or ran last, writes
	done    int64         // documents
	all     int64
	view    *checkedView // of the last step that ended
	chosen  url.Values   // what a person chose to write
	err     error        // why that stopped
}

func closed() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}

// begin starts the job, and reports whether nothing was running in it.
func (j *job) begin(writing bool) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	select {
	case <-j.rest:
	default:
		return false
	}
	j.rest, j.writing, j.done, j.err = make(chan struct{}), writing, 0, nil
	j.all = taxdocs.CountFiles(j.sent.parts()...)
	return true
}

// end stores the result.
func (j *job) end(v *checkedView, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.err = err; err == nil {
		j.view = v
	}
	close(j.rest)
}

// step counts a document.
func (j *job) step() int64 {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.done++
	return j.done
}

// start imports the files of a job, or only tries it out, and waits a moment for it to end. If two
// callers start it, the second call does nothing.
func (c *Controller) start(on *pagekit.Call, j *job, o taxdocs.Options) {
	if !j.begin(!o.DryRun) {
		return
	}
	// Links lead from the page of the job.
	page := &http.Request{URL: &url.URL{Path: "/console" + jobPath + j.id}}
	as := &pagekit.Call{Request: page, Lang: on.Lang, Key: on.Key, Person: on.Person, Log: on.Log, Zone: on.Zone, Developer: on.Developer}
	token := on.Session
	still := func() error { // if the store is unreachable for a moment, the job continues
		if err := c.sessions.SessionWorks(context.Background(), token); trace.Is(err, trace.CodeUnauthenticated) {
			return err
		}
		return nil
	}
	failed := func(err error) {
		if trace.AsError(err).Class() == trace.Internal && !errors.Is(err, context.Canceled) {
			on.Log.Error("import of tax documents stopped", "err", err)
		}
		j.end(nil, err)
	}
	work := func(ctx context.Context) {
		v, err := c.run(ctx, as, j, o, still)
		if err != nil {
			failed(err)
			return
		}
		j.end(v, nil)
	}
	if !c.runner.Run(j.key, taxdocs.Memory, work, failed) {
		j.end(nil, &trace.Error{Code: trace.CodeBusy})
	}
	j.wait(on.Ctx)
}

// wait gives a job a moment to finish.
func (j *job) wait(ctx context.Context) {
	j.mu.Lock()
	rest := j.rest
	j.mu.Unlock()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-rest:
	case <-timer.C:
	case <-ctx.Done():
	}
}

// run imports files, and lists the results.
func (c *Controller) run(ctx context.Context, on *pagekit.Call, j *job, o taxdocs.Options, still func() error) (*checkedView, error) {
	if err := still(); err != nil { // it may have waited a long time
		return nil, err
	}
	files, err := j.sent.files()
	if err != nil {
		return nil, err
	}
	v := &checkedView{ID: j.id, Written: !o.DryRun, harvests: map[string]bool{}}
	count, err := c.documents.Import(ctx, on.Key, files, o, func(r *taxdocs.Result) error {
		d := describe(on, r, &o)
		v.add(&d)
		v.note(on, r)
		if j.step()%asksAfter == 0 {
			return still()
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	v.settle()
	n := func(value int64) string { return pagekit.CountText(value, on.Lang) }
	v.Total, v.Created, v.Existing, v.Linked, v.Waiting, v.Refused = n(count.Total), n(count.Created), n(count.Existing), n(count.Linked), n(count.Waiting), n(count.Refused)
	v.Records = n(count.Records)
	if count.Run != (trace.ID{}) {
		v.Undo = pagekit.Root(on.Request) + "console/importar/feitas"
	}
	v.Left = n(count.Left)
	if v.suspects > 0 {
		v.Worthless = texts["worthless"].Fill(on.Lang, lang.Args{"n": n(v.suspects)})
	}
	v.Undecided = o.DryRun || v.Homeless || count.Left > 0
	v.MayWrite = count.Created+count.Linked+count.Left > 0 || v.Homeless
	return v, nil
}

// Show shows a job's progress and result.
func (c *Controller) Show(on *pagekit.Call) (pagekit.Reply, error) {
	j, ok := c.jobs.See(owner(on), on.Path("id"))
	if !ok {
		if on.Partial() { // a part of the page must not become another page
			on.Writer.Header().Set("HX-Refresh", "true")
		}
		return c.refuse(on, http.StatusNotFound, texts["gone"].In(on.Lang), "")
	}
	return pagekit.Reply{Page: "taxdocs_checked", View: j.show(on), Block: "job"}, nil
}

// show returns the page of a job in its current state.
func (j *job) show(on *pagekit.Call) *checkedView {
	j.mu.Lock()
	defer j.mu.Unlock()
	select {
	case <-j.rest:
	default:
		n := func(value int64) string { return pagekit.CountText(value, on.Lang) }
		v := &checkedView{ID: j.id, Busy: true, Writing: j.writing, Done: n(j.done), All: n(max(j.all, j.done))}
		if j.all > 0 {
			v.Percent = int(min(100, j.done*100/j.all))
		}
		return v
	}
	if j.err != nil {
		v := &checkedView{ID: j.id, Writing: j.writing, Again: j.writing, Wrong: on.ErrorText(trace.AsError(j.err))}
		for _, p := range trace.AsError(j.err).Problems {
			v.Wrong = capital(p.Message.Fill(on.Lang, p.Args))
		}
		if j.writing {
			v.Wrong += " " + texts["goon"].In(on.Lang)
		}
		return v
	}
	v := *j.view
	j.remember(&v)
	return &v
}

// links returns the jobs of a session, to come back to.
func (c *Controller) links(on *pagekit.Call) (list []pagekit.Link) {
	for _, j := range c.jobs.Of(owner(on)) {
		text := strings.Join(j.sent.names[:min(len(j.sent.names), 3)], ", ")
		if more := len(j.sent.names) - 3; more > 0 {
			text += " " + texts["andmore"].Fill(on.Lang, lang.Args{"n": pagekit.CountText(int64(more), on.Lang)})
		}
		v := j.show(on)
		state := texts["checked"]
		switch {
		case v.Busy && v.Writing:
			state = texts["writingnow"]
		case v.Busy:
			state = texts["checkingnow"]
		case v.Wrong != "":
			state = texts["stopped"]
		case v.Written:
			state = texts["written"]
		}
		list = append(list, pagekit.Link{Text: text + " · " + state.In(on.Lang), Href: pagekit.Root(on.Request) + "console" + jobPath + j.id})
	}
	return list
}
