package web

import (
	"html/template"
	"net/http"

	"rastro/internal/admit"
	"rastro/internal/httpkit"
	"rastro/internal/lang"
	"rastro/internal/logo"
	"rastro/internal/organization"
	"rastro/internal/trace"
)

// logoPolicy keeps a logo that is opened as a page of its own from loading or running anything.
const logoPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

// serveLogo answers with the logo of an organisation. Its address names its content, so it
// never changes.
func (p *pages) serveLogo(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h["X-Content-Type-Options"], h["Referrer-Policy"] = nosniffValue, referrerValue
	h.Set("Content-Security-Policy", logoPolicy)
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	err := admit.From(r.Context()).Wait(r.Context(), 2*logo.MaxBytes)
	var found logo.Logo
	if err == nil {
		found, err = p.service.PublicLogo(r.Context(), r.PathValue("organizacao"), r.PathValue("sha256"))
	}
	if err != nil {
		status := http.StatusNotFound
		if failed := trace.AsError(err); failed.Class() != trace.NotFound {
			status = http.StatusServiceUnavailable
			failed = unavailable(err)
			httpkit.Retry(h, failed)
			if failed.Code == trace.CodeUnavailable {
				httpkit.Log(p.log, w, r, "logo", err)
			}
		}
		h.Set("Cache-Control", "no-store")
		write(w, status, "text/plain; charset=utf-8", nil)
		return
	}
	etag := `"` + r.PathValue("sha256") + `"`
	h.Set("Etag", etag)
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	if httpkit.Holds(r.Header["If-None-Match"], etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body := found.Bytes
	if r.Method == http.MethodHead {
		body = nil
	}
	write(w, http.StatusOK, found.Media, body)
}

// byView is the organisation that validated, as the page shows it.
type byView struct {
	Line, Also, Sentence string
	Logo                 string // its address; "" for none
}

// signed shows who validated.
func (v *publicView) signed(by *organization.Identity, approved bool, l lang.Lang) {
	if by == nil {
		return
	}
	v.By = &byView{Line: by.Line(l, approved), Also: by.Also(), Sentence: by.Sentence.In(l)}
	v.Validator, v.T["nameHidden"] = v.By.Line+".", v.T["personHidden"]
	if by.Logo != nil {
		v.By.Logo = v.Root + by.Logo.Path[1:]
	}
	if by.Colour != "" {
		v.Own = template.CSS(":root{--own:" + by.Colour + "}") // a checked colour
	}
}
