package web

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"html/template"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"rastro/internal/admit"
	"rastro/internal/app"
	"rastro/internal/eudr"
	"rastro/internal/httpkit"
	"rastro/internal/lang"
	"rastro/internal/lineage"
	"rastro/internal/share"
	"rastro/internal/trace"
	"rastro/internal/tracefile"
	"rastro/internal/zone"
)

//go:embed shared.html
var sharedContent string

// sharedPages are what a link to a lot opens: /c/{token}. The link itself shows an entry page,
// which reveals nothing about the lot and does not count as opened, because mail and chat programs
// open links for previews.
type sharedPages struct {
	service *app.App
	log     *slog.Logger
	zone    zone.Zone
	page    *template.Template
}

func mountShared(mux *http.ServeMux, service *app.App, limit *busy, log *slog.Logger, z zone.Zone) error {
	p := &sharedPages{service: service, log: log, zone: z}
	var err error
	if p.page, err = parsePage(sharedContent); err != nil {
		return fmt.Errorf("shared page: %w", err)
	}
	mux.Handle("GET /c/{token}", limit.over(p.serveDoor))
	for part, serve := range map[string]func(*opened) error{
		"lote": p.serveLot, "rastreio.json": p.serveTrace, "rastreio.csv": p.serveTrace, "dossie.zip": p.serveDossier,
	} {
		mux.Handle("GET /c/{token}/"+part, limit.over(func(w http.ResponseWriter, r *http.Request) { p.serve(w, r, serve) }))
	}
	return nil
}

// opened is a request with a link that is good.
type opened struct {
	share.Link
	reader *trace.Key
	ctx    context.Context
	w      http.ResponseWriter
	r      *http.Request
	lang   lang.Lang
}

// guardShared sets the headers of every answer to a link, valid or not: nothing is cached, and the
// address is not passed on.
func guardShared(h http.Header) {
	guardPage(h)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Robots-Tag", "noindex, nofollow, noarchive")
}

// serve opens a link for one of its parts. Whatever is wrong with a link gets the same answer.
func (p *sharedPages) serve(w http.ResponseWriter, r *http.Request, part func(*opened) error) {
	o := &opened{ctx: r.Context(), w: w, r: r, lang: httpkit.LanguageOfBuyers(r)}
	guardShared(w.Header())
	var err error
	if o.Link, o.reader, err = p.service.Links.Open(o.ctx, r.PathValue("token")); err == nil {
		if r.Method == http.MethodHead { // nothing is shown, so nothing counts as opened
			w.WriteHeader(http.StatusOK)
			return
		}
		err = part(o)
	}
	if err != nil {
		p.fail(o, err)
	}
}

func (p *sharedPages) serveDoor(w http.ResponseWriter, r *http.Request) {
	p.serve(w, r, func(o *opened) error {
		v := p.view(o, "../")
		v.Door, v.Title = "./"+o.r.PathValue("token")+"/lote?lang="+o.lang.Code(), v.T["door"]+" · Rastro"
		v.By = sharedTexts["from"].Fill(o.lang, lang.Args{"quem": o.Party})
		return p.render(o, http.StatusOK, v)
	})
}

// sharedView is the page of a link: its entry page, its lot, or the message that there is none.
type sharedView struct {
	pageView
	Door            string
	By, Left        string
	Lot             string
	Class, Headline string
	Facts           []sharedFact
	Article9        []sharedItem
	Lots            []sharedLot
	MoreLots        string
	Files           bool // the dossier is available
	Wrong           string
}

type (
	sharedFact struct{ Name, Text string }
	sharedItem struct{ Article, Situation, Text string }
	sharedLot  struct{ Code, Harvests string }
)

func (p *sharedPages) view(o *opened, root string) *sharedView {
	v := &sharedView{pageView: newPageView(o.lang, root, publicTexts, sharedTexts)}
	v.Left = sharedTexts["left"].Fill(o.lang, lang.Args{"n": strconv.Itoa(o.Limit - o.Views), "ate": p.zone.Minute(o.ExpiresAt, o.lang)})
	return v
}

// maxSharedLots is how many lots the page lists; the files contain all of them.
const maxSharedLots = 200

// serveLot shows the lot: whether it is ready for the EU, what is behind it, and the files.
func (p *sharedPages) serveLot(o *opened) error {
	if err := admit.From(o.ctx).Wait(o.ctx, eudr.Memory); err != nil {
		return err
	}
	desk := eudr.Preparer{Service: p.service, By: o.reader}
	report, origin, err := desk.Survey(o.ctx, o.Lot, 0, time.Time{})
	if err != nil {
		return err
	}
	article9, harvests, err := desk.Judge(o.ctx, report, origin)
	if err != nil {
		return err
	}
	if err := p.count(o, share.Page); err != nil {
		return err
	}
	v := p.view(o, "../../")
	v.Lot, v.Title, v.Files = report.Lot, report.Lot+" · Rastro", report.Ready()
	v.By = sharedTexts["from"].Fill(o.lang, lang.Args{"quem": o.Party})
	said := report.Verdict(article9, harvests)
	switch {
	case said.Recalled:
		v.Class, v.Headline = "reprovada", v.T["recalled"]
	case said.Ready():
		v.Class, v.Headline = "valida", v.T["ready"]
	case said.Accepted:
		v.Class, v.Headline = "ressalva", v.T["gaps"]
	default:
		v.Class, v.Headline = "reprovada", v.T["notready"]
	}
	v.fill(report, origin, article9)
	return p.render(o, http.StatusOK, v)
}

func (v *sharedView) fill(report *eudr.Report, origin *lineage.Origin, article9 []eudr.Information) {
	number := func(n int) string { return v.lang.Number(float64(n), 0) }
	v.Facts = []sharedFact{
		{v.T["plots"], number(report.Plots)}, {v.T["area"], v.lang.Number(report.AreaHa, 1) + " ha"},
		{v.T["producers"], number(report.Producers)}, {v.T["harvests"], number(report.Harvests)},
	}
	for i := range article9 {
		info := &article9[i]
		v.Article9 = append(v.Article9, sharedItem{info.Article, sharedSituations[info.Situation].In(v.lang), info.Text(v.lang)})
	}
	for i := range origin.Lots[:min(len(origin.Lots), maxSharedLots)] {
		l := &origin.Lots[i]
		v.Lots = append(v.Lots, sharedLot{l.Code, strings.Join(l.HarvestIDs, ", ")})
	}
	if more := len(origin.Lots) - maxSharedLots; more > 0 {
		v.MoreLots = sharedTexts["more"].Fill(v.lang, lang.Args{"n": strconv.Itoa(more)})
	}
}

// count notes that a part was opened. If a look-up failed, nothing was shown, and nothing is noted.
func (p *sharedPages) count(o *opened, part share.Part) error {
	if err := o.reader.ReachErr(); err != nil {
		return err
	}
	counted, err := p.service.Links.Count(o.ctx, o.ID, part)
	if err == nil {
		o.Link = counted
	}
	return err
}

// serveTrace sends where the lot came from. Where it went does not concern the buyer.
func (p *sharedPages) serveTrace(o *opened) error {
	if err := admit.From(o.ctx).Wait(o.ctx, lineage.TraceMemory+sharedTraceBytes); err != nil {
		return err
	}
	format := &tracefile.Formats[0]
	for i := range tracefile.Formats {
		if strings.HasSuffix(o.r.URL.Path, tracefile.Formats[i].Ext) {
			format = &tracefile.Formats[i]
		}
	}
	var out boundedBuffer
	var writer tracefile.Writer
	q := lineage.Query{Lot: o.Lot, Direction: lineage.ToOrigin, Depth: -1, Limit: lineage.MaxTraceLots}
	end, err := p.service.Trace(o.ctx, o.reader, q, func(head lineage.Head) (lineage.Sink, error) {
		out.Reset()
		writer = format.Open(&out, head)
		return writer, nil
	})
	if err == nil {
		err = writer.End(end)
	}
	if err == nil {
		err = p.count(o, share.Trace)
	}
	if err != nil {
		return err
	}
	o.attach(format.Media, tracefile.FileName("rastreio", o.Lot, format.Ext))
	write(o.w, http.StatusOK, format.Media, out.Bytes())
	return nil
}

// sharedTraceBytes bounds the trace that a link sends: it is held until it is counted.
const sharedTraceBytes = 16 << 20

type boundedBuffer struct{ bytes.Buffer }

func (b *boundedBuffer) Write(text []byte) (int, error) {
	if b.Len()+len(text) > sharedTraceBytes {
		return 0, trace.Fail(trace.CodeTraceTooLarge)
	}
	return b.Buffer.Write(text)
}

func (o *opened) attach(media, name string) {
	h := o.w.Header()
	h.Set("Content-Type", media)
	h.Set("Content-Disposition", `attachment; filename="`+name+`"`)
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
}

// serveDossier sends the dossier, without attached files that may contain personal data.
func (p *sharedPages) serveDossier(o *opened) error {
	if err := admit.From(o.ctx).Wait(o.ctx, eudr.Memory); err != nil {
		return err
	}
	d, err := eudr.Preparer{Service: p.service, By: o.reader}.Dossier(o.ctx, o.Lot)
	if err == nil {
		err = p.count(o, share.Dossier)
	}
	if err != nil {
		return err
	}
	o.attach("application/zip", eudr.DossierName(d.Report.Lot))
	out := bufio.NewWriterSize(o.w, 64<<10)
	if err = d.Write(out); err == nil {
		err = o.reader.ReachErr()
	}
	if err == nil {
		err = out.Flush()
	}
	if err != nil { // a part must not be mistaken for the whole
		httpkit.Log(p.log, o.w, o.r, "shared dossier", err)
		panic(http.ErrAbortHandler)
	}
	return nil
}

// fail answers when something cannot be shown. What the caller may not see and what does not exist
// get the same answer. Callers who may read the lot are told if it has no dossier yet.
func (p *sharedPages) fail(o *opened, err error) {
	failed := trace.AsError(err)
	status, said := http.StatusNotFound, ""
	v := &sharedView{pageView: newPageView(o.lang, rootOfShared(o.r), publicTexts, sharedTexts)}
	switch failed.Class() {
	case trace.Conflict:
		status, said = http.StatusConflict, v.T["nodossier"]
	case trace.Unavailable, trace.Internal:
		status, said = http.StatusServiceUnavailable, v.T["down"]
		if failed = unavailable(err); failed.Code == trace.CodeUnavailable {
			httpkit.Log(p.log, o.w, o.r, "shared page", err)
		}
		httpkit.Retry(o.w.Header(), failed)
	}
	v.Class, v.Headline, v.Wrong = "desconhecida", v.T["nolink"], v.T["askagain"]
	if said != "" {
		v.Headline, v.Wrong = said, ""
	}
	v.Title = v.Headline + " · Rastro"
	if err := p.render(o, status, v); err != nil {
		p.log.Error("shared page", "err", err)
		http.Error(o.w, "", http.StatusInternalServerError)
	}
}

func rootOfShared(r *http.Request) string {
	if strings.Count(r.URL.EscapedPath(), "/") > 2 {
		return "../../"
	}
	return "../"
}

func (p *sharedPages) render(o *opened, status int, v *sharedView) error {
	var body bytes.Buffer
	if err := p.page.Execute(&body, v); err != nil {
		return err
	}
	o.w.Header().Set("Content-Language", o.lang.Tag())
	write(o.w, status, "text/html; charset=utf-8", body.Bytes())
	return nil
}
