package web

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"rastro/internal/admit"
	"rastro/internal/app"
	"rastro/internal/canon"
	"rastro/internal/httpkit"
	"rastro/internal/httpkit/answercache"
	"rastro/internal/httpkit/publiccache"
	"rastro/internal/lang"
	"rastro/internal/public"
	"rastro/internal/trace"
	"rastro/internal/zone"
)

//go:embed public.html
var publicContent string

//go:embed start.html
var startContent string

// pages are the pages for strangers.
type pages struct {
	service   *app.App
	publicURL string
	log       *slog.Logger
	zone      zone.Zone
	validated *template.Template
	start     *template.Template
	answers   *answercache.Answers[asked, *answer] // of the start page
	kept      *publiccache.Validations
	drawn     *publiccache.Drawn[asked, *answer]
}

// asked is the cache key of an answer.
type asked struct {
	code string // folded; "" is the start page
	lang lang.Lang
	as   httpkit.Encoding
	json bool
}

// pageMemory is how many bytes of answers are kept: some eight hundred pages.
const pageMemory = 8 << 20

// startMemory is for the start page, in its languages and encodings.
const startMemory = 1 << 20

// publicMemory is the memory for making a proof, taken from what all strangers share.
const publicMemory = 4 << 20

// MountPublic registers the pages that need no key: the start page, and the page that a QR code
// leads to, which answers with JSON on request. publicURL is the server's address in the QR code.
// kept is shared with the other packages that show validations; nil makes one. z is the time zone
// of the pages.
func MountPublic(mux *http.ServeMux, service *app.App, kept *publiccache.Validations, publicURL string, visitors Visitors, log *slog.Logger, z zone.Zone) error {
	p := &pages{service: service, kept: kept, publicURL: publicURL, log: log, zone: z}
	limit, err := newBusy(visitors)
	if err != nil {
		return err
	}
	if p.kept == nil {
		if p.kept, err = publiccache.New(service); err != nil {
			return err
		}
	}
	if p.drawn, err = publiccache.NewDrawn(pageMemory, func(_ asked, a *answer) uint32 { return a.weight() }); err != nil {
		return err
	}
	if p.validated, err = parsePage(publicContent); err != nil {
		return fmt.Errorf("public page: %w", err)
	}
	if p.start, err = parsePage(startContent); err != nil {
		return fmt.Errorf("start page: %w", err)
	}
	p.answers, err = answercache.New(service, startMemory, func(_ asked, a *answer) uint32 { return a.weight() })
	if err != nil {
		return err
	}
	validation, err := withCertificate(http.HandlerFunc(p.serveValidation), service, p.kept, publicURL, log, z)
	if err != nil {
		return err
	}
	mux.Handle("GET /{$}", limit.over(p.serveStart))
	mux.Handle("GET /v", limit.over(p.lookUp))
	mux.Handle("GET /v/{$}", limit.over(func(w http.ResponseWriter, _ *http.Request) { redirect(w, "../") }))
	mux.Handle("GET /v/{codigo}", limit.over(validation.ServeHTTP))
	mux.Handle("GET /v/{codigo}/prova", limit.over(p.serveProof))
	mux.Handle("GET /logo/{organizacao}/{sha256}", limit.over(p.serveLogo))
	if err := mountVerify(mux, service, limit, log); err != nil {
		return err
	}
	return mountShared(mux, service, limit, log, z)
}

// serveValidation answers with the page of a validation, or with its JSON.
func (p *pages) serveValidation(w http.ResponseWriter, r *http.Request) {
	code := r.PathValue("codigo")
	key := asked{code: trace.FoldCode(code), lang: httpkit.LanguageOfBuyers(r), as: httpkit.EncodingOf(r), json: wantsJSON(r)}
	facts, err := p.kept.Get(r.Context(), code)
	if err != nil {
		p.fail(w, r, key, err)
		return
	}
	a, err := p.drawn.Get(key, facts, func() (*answer, error) { return p.answerOf(&facts.Page, key) })
	if err != nil {
		p.fail(w, r, key, err)
		return
	}
	a.send(w, r)
}

func (p *pages) answerOf(page *public.Page, key asked) (*answer, error) {
	if key.json {
		data, err := canon.Marshal(page)
		if err != nil {
			return nil, err
		}
		return newAnswer(http.StatusOK, "application/json", key.lang, key.as, success(stateTexts[page.State][0].In(key.lang), data)), nil
	}
	v, err := viewOf(newPageView(key.lang, "../", publicTexts), page, p.publicURL, p.zone)
	if err != nil {
		return nil, err
	}
	a, err := render(p.validated, http.StatusOK, key, v)
	if err == nil && v.Own != "" {
		a.policy = []string{policyWith(v.Own)}
	}
	return a, err
}

func render(page *template.Template, status int, key asked, view any) (*answer, error) {
	var body bytes.Buffer
	if err := page.Execute(&body, view); err != nil {
		return nil, err
	}
	return newAnswer(status, "text/html; charset=utf-8", key.lang, key.as, bytes.Clone(body.Bytes())), nil
}

// fail answers when there is nothing to show: with a page that says what to do, or with an error
// envelope.
func (p *pages) fail(w http.ResponseWriter, r *http.Request, key asked, err error) {
	status := http.StatusNotFound
	failed := trace.AsError(err)
	if failed.Class() != trace.NotFound {
		status = http.StatusServiceUnavailable
		failed = unavailable(err)
		httpkit.Retry(w.Header(), failed)
		if failed.Code == trace.CodeUnavailable {
			httpkit.Log(p.log, w, r, "public page", err)
		}
	}
	if key.json {
		a := newAnswer(status, "application/json", key.lang, key.as, failure(status, failed, key.lang, w.Header().Get("X-Request-Id")))
		a.send(w, r)
		return
	}
	a, err := render(p.validated, status, key, unknownView(newPageView(key.lang, p.rootOf(r), publicTexts), status))
	if err != nil {
		p.log.Error("public page", "err", err)
		http.Error(w, "", http.StatusInternalServerError)
		return
	}
	a.send(w, r)
}

// unavailable returns what strangers see of a failure that passes: that the server is
// busy, or that the validation is too new to be in the log. Anything else is for the
// server's log to explain.
func unavailable(err error) *trace.Error {
	switch failed := trace.AsError(err); failed.Code {
	case trace.CodeBusy, trace.CodeCrowded, trace.CodeNotLogged:
		return failed
	}
	return trace.Fail(trace.CodeUnavailable)
}

// rootOf returns the way from a request's address to the start page.
func (p *pages) rootOf(r *http.Request) string {
	if strings.HasSuffix(r.Pattern, "/prova") {
		return "../../"
	}
	return "../"
}

// serveProof answers with the proof of a validation, as a file.
func (p *pages) serveProof(w http.ResponseWriter, r *http.Request) {
	key := asked{lang: httpkit.LanguageOfBuyers(r), as: httpkit.EncodingOf(r), json: true}
	if err := admit.From(r.Context()).Wait(r.Context(), publicMemory); err != nil {
		p.fail(w, r, key, err)
		return
	}
	proof, err := p.service.PublicProof(r.Context(), r.PathValue("codigo"))
	if err != nil {
		p.fail(w, r, key, err)
		return
	}
	body, err := canon.Marshal(proof)
	if err != nil {
		p.fail(w, r, key, err)
		return
	}
	w.Header().Set("Content-Disposition", `attachment; filename="prova.json"`)
	newAnswer(http.StatusOK, "application/json", key.lang, key.as, append(body, '\n')).send(w, r)
}

// lookUp leads from the form to the page of a code.
func (p *pages) lookUp(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	code := strings.TrimSpace(query.Get("codigo"))
	if code == "" || len(code) > maxTyped {
		redirect(w, "./")
		return
	}
	to := "./v/" + url.PathEscape(code)
	if wanted := query.Get("lang"); wanted != "" {
		to += "?lang=" + url.QueryEscape(wanted)
	}
	redirect(w, to)
}

// maxTyped is more than anyone types.
const maxTyped = 1000

// redirect leads elsewhere by a relative address: http.Redirect would make it
// absolute and lose a proxy's prefix.
func redirect(w http.ResponseWriter, to string) {
	guardPage(w.Header())
	w.Header().Set("Location", to)
	w.WriteHeader(http.StatusSeeOther)
}

func wantsJSON(r *http.Request) bool {
	if strings.Contains(r.URL.RawQuery, "formato=") {
		return r.URL.Query().Get("formato") == "json"
	}
	accept := r.Header.Get("Accept")
	return strings.Contains(accept, "application/json") && !strings.Contains(accept, "text/html")
}

// success and failure are the envelopes.
func success(message string, data []byte) []byte {
	body := append([]byte(nil), `{"status":"success","message":`...)
	body = canon.AppendString(body, message)
	body = append(body, `,"data":`...)
	body = append(body, data...)
	return append(body, '}', '\n')
}

func failure(status int, failed *trace.Error, l lang.Lang, requestID string) []byte {
	body := append([]byte(nil), `{"status":"error","message":`...)
	body = canon.AppendString(body, failed.Text(l))
	body = append(body, `,"code":`+strconv.Itoa(status)+`,"error":`...)
	body = canon.AppendString(body, string(failed.Code))
	body = append(body, `,"requestId":`...)
	body = canon.AppendString(body, requestID)
	return append(body, '}', '\n')
}
