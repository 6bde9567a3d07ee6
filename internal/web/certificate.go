package web

import (
	"context"
	"log/slog"
	"net/http"
	"runtime"
	"strconv"
	"strings"

	"rastro/internal/admit"
	"rastro/internal/app"
	"rastro/internal/httpkit"
	"rastro/internal/httpkit/publiccache"
	"rastro/internal/lang"
	"rastro/internal/ledger"
	"rastro/internal/organization"
	"rastro/internal/print/artwork"
	"rastro/internal/print/certificate"
	"rastro/internal/print/page"
	"rastro/internal/trace"
	"rastro/internal/zone"
)

// certificates prints the public page: /v/{codigo}.pdf.
type certificates struct {
	next      http.Handler // the page
	service   *app.App
	kept      *publiccache.Validations
	publicURL string
	log       *slog.Logger
	zone      zone.Zone
	// turns limits how many are drawn at once. Drawing one takes 20 ms of processor time, and
	// anyone may request it.
	turns chan struct{}
	logos *drawnLogos
}

// withCertificate returns the handler of /v/{codigo} that answers with a certificate if the path
// ends in .pdf, and otherwise leaves the request to the page. A code that itself ends in .pdf may
// be on paper too, so its page takes precedence.
func withCertificate(page http.Handler, service *app.App, kept *publiccache.Validations, publicURL string, log *slog.Logger, z zone.Zone) (http.Handler, error) {
	logos, err := newDrawnLogos()
	return &certificates{next: page, service: service, kept: kept, publicURL: publicURL, log: log, zone: z, turns: make(chan struct{}, runtime.GOMAXPROCS(0)), logos: logos}, err
}

const pdfSuffix = ".pdf"

func (c *certificates) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	code := r.PathValue("codigo")
	at := len(code) - len(pdfSuffix)
	if at <= 0 || !strings.EqualFold(code[at:], pdfSuffix) {
		c.next.ServeHTTP(w, r)
		return
	}
	if _, _, err := c.service.PublicLog(r.Context(), code); !trace.Is(err, trace.CodeCodeNotFound) {
		c.next.ServeHTTP(w, r)
		return
	}
	l := httpkit.LanguageOfBuyers(r)
	file, err := c.print(r.Context(), code[:at], l)
	switch {
	case trace.Is(err, trace.CodeCodeNotFound):
		c.next.ServeHTTP(w, r) // which says what to do
		return
	case err != nil:
		failed := unavailable(err)
		if failed.Code == trace.CodeUnavailable {
			httpkit.Log(c.log, w, r, "certificate", err)
		}
		h := w.Header()
		httpkit.Retry(h, failed)
		h.Set("Cache-Control", "no-store")
		write(w, http.StatusServiceUnavailable, "text/plain; charset=utf-8", []byte(publicTexts["down"].In(l)+"\n"))
		return
	}
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Content-Security-Policy", "default-src 'none'")
	h.Set("Cache-Control", "no-cache")
	h.Add("Vary", "Accept-Language")
	h.Set("Content-Language", l.Tag())
	h.Set("Content-Disposition", `inline; filename="`+certificateName(code[:at])+`"`)
	write(w, http.StatusOK, "application/pdf", file)
}

// print draws the certificate of a validation in its current state.
func (c *certificates) print(ctx context.Context, code string, l lang.Lang) ([]byte, error) {
	facts, err := c.kept.Get(ctx, code)
	if err != nil {
		return nil, err
	}
	if err := admit.From(ctx).Wait(ctx, page.Memory); err != nil {
		return nil, err
	}
	public := facts.Page
	signed, err := c.service.Checkpoint(ctx)
	if err != nil {
		return nil, err
	}
	verifier, err := ledger.NewVerifier(public.Log.Key)
	if err != nil {
		return nil, err
	}
	tree, err := verifier.Open(signed)
	if err != nil {
		return nil, err
	}
	select {
	case c.turns <- struct{}{}:
		defer func() { <-c.turns }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	picture, err := c.logo(ctx, public.By)
	if err != nil {
		return nil, err
	}
	said, origin := headlineOf(&public, c.zone), originOf(&public)
	story := lang.InAll(func(l lang.Lang) string { return strings.Join(storyOf(&public, origin, l), " ") })
	quantity := lang.InAll(func(l lang.Lang) string { return quantityOf(&public, l).Value })
	return certificate.Sheet{Public: public, Logo: picture, State: said.title, Meaning: said.meaning, Origin: origin, Story: story, Quantity: quantity, PublicURL: c.publicURL, Log: tree, Zone: c.zone}.PDF(l)
}

// logoSide is how many pixels a side of a logo has on paper: 300 to an inch.
const logoSide = 520

// logo returns the print form of the logo of the organisation that validated; nil if there is none,
// or if it takes too much to draw. A logo that changed meanwhile is left out.
func (c *certificates) logo(ctx context.Context, by *organization.Identity) ([]byte, error) {
	if by == nil || by.Logo == nil {
		return nil, nil
	}
	if err := admit.From(ctx).Wait(ctx, max(by.Logo.Memory(), artwork.Memory)); err != nil {
		return nil, err
	}
	found, err := c.service.PublicLogo(ctx, by.Logo.Organization, by.Logo.SHA256)
	if trace.Is(err, trace.CodeNoLogo) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return c.logos.get(ctx, by.Logo.SHA256, func(ctx context.Context) ([]byte, error) { return artwork.Raster(ctx, &found, logoSide) })
}

// certificateName returns the name under which a browser saves the file: of the code, only the
// characters that every system accepts.
func certificateName(code string) string {
	plain := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r == '-' {
			return r
		}
		return -1
	}, code)
	return strings.Trim("rastro-"+plain[:min(len(plain), 40)], "-") + pdfSuffix
}

// write sends a body of known length.
func write(w http.ResponseWriter, status int, media string, body []byte) {
	w.Header().Set("Content-Type", media)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body) // a caller who hung up needs no answer
}
