package web

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"log/slog"
	"net/http"
	"strings"

	"rastro/internal/app"
	"rastro/internal/bounded"
	"rastro/internal/httpkit"
	"rastro/internal/lang"
	"rastro/internal/trace"
	"rastro/internal/web/verifier"
)

//go:embed verify.html
var verifyContent string

// savedName is the page's file name on disk.
const savedName = "rastro-verificar.html"

// verifyPages are /verificar, where a browser checks proofs by itself, and the same page as one
// file that works without a server.
type verifyPages struct {
	service  *app.App
	log      *slog.Logger
	page     *template.Template
	script   template.JS
	code     template.JS // finds QR codes
	policies [2]string   // of the page here, and of the one on disk
	made     bounded.Cache[verifyKey, *answer]
}

// verifyKey is the cache key of a page: one for each language and encoding, here and on disk.
type verifyKey struct {
	asked
	saved bool
	log   string // the key that the page shows
}

// verifyMemory is for the page in its languages and encodings, here and on disk.
const verifyMemory = 4 << 20

type verifyView struct {
	pageView
	Key         string
	Words       template.JS
	Script      template.JS
	CodeReader  template.JS
	SaveAddress string
}

func mountVerify(mux *http.ServeMux, service *app.App, limit *busy, log *slog.Logger) error {
	p := &verifyPages{service: service, log: log}
	var err error
	if p.made, err = bounded.ByWeight(verifyMemory, func(_ verifyKey, a *answer) uint32 { return a.weight() }); err != nil {
		return err
	}
	if p.page, err = parsePage(verifyContent); err != nil {
		return fmt.Errorf("verification page: %w", err)
	}
	code, err := verifier.CodeReader()
	if err != nil {
		return fmt.Errorf("verification page: %w", err)
	}
	p.script, p.code = template.JS(verifier.Script()), template.JS(code)
	scripts := "; script-src 'sha256-" + base64Digest(string(p.code)) + "' 'sha256-" + base64Digest(string(p.script)) + "'"
	policy := policyWith(template.CSS(verifier.Style)) + scripts
	p.policies = [2]string{policy + "; connect-src 'self'", policy + "; connect-src 'none'"}
	mux.Handle("GET /verificar", limit.over(func(w http.ResponseWriter, r *http.Request) { p.serve(w, r, false) }))
	mux.Handle("GET /verificar/"+savedName, limit.over(func(w http.ResponseWriter, r *http.Request) { p.serve(w, r, true) }))
	return nil
}

func (p *verifyPages) serve(w http.ResponseWriter, r *http.Request, saved bool) {
	key := verifyKey{asked: asked{lang: httpkit.Language(r), as: httpkit.EncodingOf(r)}, saved: saved}
	verifierKey, err := p.service.LogVerifier(r.Context())
	if err != nil && !trace.Is(err, trace.CodeRecordNotFound) { // the page is useful without the key as well
		httpkit.Log(p.log, w, r, "verification page", err)
	}
	key.log = verifierKey
	a, err := p.answer(key)
	if err != nil {
		httpkit.Log(p.log, w, r, "verification page", err)
		http.Error(w, "", http.StatusInternalServerError)
		return
	}
	if saved {
		w.Header().Set("Content-Disposition", `attachment; filename="`+savedName+`"`)
	}
	a.send(w, r)
}

// answer makes a page and keeps it: compressing its scripts takes longer than everything else.
func (p *verifyPages) answer(key verifyKey) (*answer, error) {
	if a, kept := p.made.GetIfPresent(key); kept {
		return a, nil
	}
	v := &verifyView{pageView: viewIn(key.lang, lang.All, "./", publicTexts, verifier.Page), Key: key.log, Script: p.script, CodeReader: p.code}
	v.Title, v.Own, v.SaveAddress = v.T["head"]+" · Rastro", template.CSS(verifier.Style), "./verificar/"+savedName+"?lang="+key.lang.Code()
	policy := p.policies[0]
	if key.saved {
		policy = p.policies[1]
		v.Policy = strings.ReplaceAll(policy, noFrames+"; ", "")
	}
	words, err := verifier.Words(key.lang)
	if err != nil {
		return nil, err
	}
	v.Words = template.JS(words)
	var body bytes.Buffer
	if err := p.page.Execute(&body, v); err != nil {
		return nil, err
	}
	a := newAnswer(http.StatusOK, "text/html; charset=utf-8", key.lang, key.as, body.Bytes())
	a.policy = []string{policy}
	p.made.Set(key, a)
	return a, nil
}
