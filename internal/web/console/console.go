package console

import (
	"cmp"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"

	"rastro/internal/fresh"
	"rastro/internal/gate"
	"rastro/internal/remote"
	"rastro/internal/trace"
	"rastro/internal/web/assets"
)

// Options are what a console is made of.
type Options struct {
	Service *trace.Service
	Gate    *gate.Gate
	// Proxies are those whose word on who calls, and how, is taken.
	Proxies remote.Proxies
	// Cards remembers how harvests stand; nil: a memory of its own.
	Cards *fresh.Cards
	// PublicURL is where the server is reached from outside.
	PublicURL string
	Log       *slog.Logger
	// Jobs is where imports run; who made it closes it. nil is one that ends with
	// the process.
	Jobs *Jobs

	bounds bounds // zero: the usual ones
}

// bounds is how many versions of records are conferred while somebody waits for a
// page: of one harvest, and for a list of them. One takes 20 to 60 microseconds.
type bounds struct{ harvest, list int64 }

var usualBounds = bounds{harvest: 500, list: 500}

// Console serves the pages below /console.
type Console struct {
	service   *trace.Service
	gate      *gate.Gate
	proxies   remote.Proxies
	cards     *fresh.Cards
	bounds    bounds
	publicURL *url.URL
	log       *slog.Logger
	origin    *http.CrossOriginProtection
	pages     map[string]*page
	files     files
	jobs      *Jobs
}

// files are the names under which what pages load is served.
type files struct{ Icon, Style, Script, HTMX, Plot, PlotStyle, Records, Series, Lots string }

// Mount registers the console. Every page is made once before anybody asks for
// it, so a template that does not parse stops the start.
func Mount(mux *http.ServeMux, o Options) error {
	public, err := url.Parse(o.PublicURL)
	if err != nil {
		return fmt.Errorf("console: %w", err)
	}
	c := &Console{service: o.Service, gate: o.Gate, proxies: o.Proxies, cards: o.Cards, bounds: cmp.Or(o.bounds, usualBounds), publicURL: public, log: o.Log, origin: http.NewCrossOriginProtection(), jobs: o.Jobs}
	if c.cards == nil {
		if c.cards, err = fresh.NewCards(); err != nil {
			return fmt.Errorf("console: %w", err)
		}
	}
	if c.jobs == nil {
		c.jobs = NewJobs(nil)
	}
	if public.Scheme == "https" {
		// A proxy that ends TLS may name another host to us than to the browser.
		if err := c.origin.AddTrustedOrigin("https://" + public.Host); err != nil {
			return fmt.Errorf("console: %w", err)
		}
	}
	c.origin.SetDenyHandler(http.HandlerFunc(c.refuseOrigin))
	set := assets.Set{}
	for _, f := range []struct {
		name *string
		file string
	}{
		{&c.files.Icon, "icon.svg"}, {&c.files.Style, "console.css"}, {&c.files.Script, "console.js"},
		{&c.files.HTMX, "htmx.min.js"}, {&c.files.Plot, "uPlot.iife.min.js"}, {&c.files.PlotStyle, "uPlot.min.css"},
		{&c.files.Records, "records.js"},
		{&c.files.Series, "series.js"},
		{&c.files.Lots, "lots.js"},
	} {
		if *f.name, err = set.Add(f.file); err != nil {
			return fmt.Errorf("console: %w", err)
		}
	}
	if c.pages, err = parsePages(); err != nil {
		return fmt.Errorf("console: %w", err)
	}
	mux.Handle("GET /console/arquivos/{file}", set)
	for _, s := range screens() {
		mux.Handle(s.method+" /console"+s.path, c.adapt(s))
	}
	return nil
}
