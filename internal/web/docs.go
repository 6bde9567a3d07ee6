package web

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"net/http"

	"rastro/internal/web/assets"
)

//go:embed docs.html
var docsPage string

// docsPolicy is the content security policy of the reference. The viewer needs no inline style or
// script and no eval. Its stylesheet draws arrows from data: URLs, and it shows pictures that an
// operation returned, such as a QR code, from blob: URLs that it makes itself.
const docsPolicy = "default-src 'none'; " +
	"script-src 'self'; " +
	"style-src 'self'; " +
	"img-src 'self' data: blob:; " +
	"connect-src 'self'; " +
	"base-uri 'none'; " +
	"form-action 'none'; " +
	"frame-ancestors 'none'"

// MountDocs registers the API reference: the page at /docs and its files below
// it. The page shows /openapi.json, which the caller serves. Addresses in it
// are relative, so a proxy may put the whole server below a prefix.
func MountDocs(mux *http.ServeMux, visitors Visitors) error {
	limit, err := newBusy(visitors)
	if err != nil {
		return err
	}
	page, files, err := docs()
	if err != nil {
		return fmt.Errorf("API reference: %w", err)
	}
	mux.Handle("GET /docs", limit.over(guarded(page).ServeHTTP))
	mux.Handle("GET /docs/{$}", limit.over(leaveSlash))
	mux.Handle("GET /docs/{file}", limit.over(guarded(files).ServeHTTP))
	return nil
}

func docs() (page http.HandlerFunc, files http.Handler, err error) {
	set := assets.Set{}
	open := func(file string) string {
		name, openErr := set.Add(file)
		if openErr != nil && err == nil {
			err = openErr
		}
		return name
	}
	view := struct{ Icon, Viewer, ViewerStyle, Script, Style, License string }{
		Icon:        open("icon.svg"),
		Viewer:      open("swagger-ui-bundle.js"),
		ViewerStyle: open("swagger-ui.css"),
		Script:      open("docs.js"),
		Style:       open("docs.css"),
		License:     open("swagger-ui-license.txt"),
	}
	if err != nil {
		return nil, nil, err
	}
	html, err := template.New("docs").Parse(docsPage)
	if err != nil {
		return nil, nil, err
	}
	var body bytes.Buffer
	if err := html.Execute(&body, view); err != nil {
		return nil, nil, err
	}
	tag := assets.Hash(body.Bytes())

	page = func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Cache-Control", "no-cache")
		assets.Serve(w, r, tag, body.Bytes())
	}
	return page, set, nil
}

// leaveSlash sends /docs/ to /docs. http.Redirect would make the address
// absolute and lose a proxy's prefix.
func leaveSlash(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Location", "../docs")
	w.WriteHeader(http.StatusPermanentRedirect)
}

// guarded adds the headers that make a browser trust only this origin.
func guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", docsPolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		next.ServeHTTP(w, r)
	})
}
