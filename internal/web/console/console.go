package console

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/url"

	"rastro/internal/account"
	"rastro/internal/account/oidc"
	"rastro/internal/app"
	"rastro/internal/httpkit/answercache"
	"rastro/internal/httpkit/keygate"
	"rastro/internal/mail"
	"rastro/internal/remote"
	"rastro/internal/tiles"
	"rastro/internal/vital"
	"rastro/internal/web/assets"
	"rastro/internal/web/console/admin"
	"rastro/internal/web/console/events"
	"rastro/internal/web/console/files"
	"rastro/internal/web/console/harvest"
	"rastro/internal/web/console/hook"
	"rastro/internal/web/console/intake"
	"rastro/internal/web/console/land"
	"rastro/internal/web/console/lot"
	"rastro/internal/web/console/organization"
	"rastro/internal/web/console/pagekit"
	"rastro/internal/web/console/people"
	"rastro/internal/web/console/plot"
	"rastro/internal/web/console/record"
	"rastro/internal/web/console/reviewed"
	"rastro/internal/web/console/search"
	"rastro/internal/web/console/taxdocs"
	"rastro/internal/zone"
)

// Options are the dependencies and settings of a console.
type Options struct {
	Service *app.App
	Gate    *keygate.Gate
	// Proxies are trusted to say who calls, and how.
	Proxies remote.Proxies
	// Cards remembers the state of harvests; nil: its own memory.
	Cards *answercache.Cards
	// PublicURL is the server's address from outside.
	PublicURL string
	Log       *slog.Logger
	// Zone is the time zone of the pages.
	Zone zone.Zone
	// Jobs runs imports; its creator closes it. If nil, one is made that ends with the process.
	Jobs *intake.Jobs
	// Mail sends one-time links; nil: an administrator hands them out.
	Mail mail.Sender
	// Provider identifies people by OpenID Connect; nil if there is none. ProviderName is its usual
	// name.
	Provider     oidc.Provider
	ProviderName string

	// Tiles are drawn behind maps; the zero Source means none.
	Tiles tiles.Source

	// Figures are how the server is doing, for administrators.
	Figures []vital.Figure

	// Replicas: the store may let replicas of the database answer.
	Replicas bool

	// Bounds limits what is reviewed while someone waits; zero: the default.
	Bounds harvest.Bounds
}

// Console serves the pages below /console.
type Console struct {
	service   *app.App
	gate      *keygate.Gate
	proxies   remote.Proxies
	publicURL *url.URL
	zone      zone.Zone
	tiles     tiles.Source
	replicas  bool
	log       *slog.Logger
	origin    *http.CrossOriginProtection
	pages     map[string]*readyPage
	files     pagekit.Files

	harvest *harvest.Controller
	record  *record.Controller
	plot    *plot.Controller
	lot     *lot.Controller
	intake  *intake.Controller
	admin   *admin.Controller
	hook    *hook.Controller
	events  *events.Controller
	people  *people.Controller
	taxdocs *taxdocs.Controller
	attach  *files.Controller

	organization *organization.Controller
	search       *search.Controller
	land         *land.Controller
	passkeys     *account.Passkeys // nil: browsers refuse them here
	provider     oidc.Provider     // nil if there is none
	providerName string
}

// Mount registers the console. It renders every page once, so that a broken template stops the
// start.
func Mount(mux *http.ServeMux, o Options) error {
	public, err := url.Parse(o.PublicURL)
	if err != nil {
		return fmt.Errorf("console: %w", err)
	}
	if o.Cards == nil {
		if o.Cards, err = answercache.NewCards(); err != nil {
			return fmt.Errorf("console: %w", err)
		}
	}
	if o.Jobs == nil {
		o.Jobs = intake.NewJobs(nil)
	}
	reviews, err := reviewed.New(o.Service)
	if err != nil {
		return fmt.Errorf("console: %w", err)
	}
	c := &Console{
		service: o.Service, gate: o.Gate, proxies: o.Proxies, publicURL: public, log: o.Log, zone: o.Zone, tiles: o.Tiles, replicas: o.Replicas, origin: http.NewCrossOriginProtection(),
		provider: o.Provider, providerName: o.ProviderName,
		harvest:      harvest.New(harvest.Options{Harvests: o.Service, Shares: o.Service, Boards: o.Service, Validations: o.Service, Profiles: o.Service, Records: o.Service, Disputes: o.Service, Cards: o.Cards, Bounds: o.Bounds}),
		record:       record.New(o.Service, o.Service, o.Service, reviews, o.Service),
		plot:         plot.New(o.Service),
		lot:          lot.New(lot.Options{Lots: o.Service, Choices: o.Service, EUDR: o.Service, Statements: o.Service, Links: o.Service.Links, Disputes: o.Service, Now: o.Service.Now}),
		intake:       intake.New(o.Service, o.Service, o.Jobs),
		admin:        admin.New(o.Service, o.Service, o.Figures),
		hook:         hook.New(o.Service.Hooks, o.Service),
		events:       events.New(o.Service.Events),
		organization: organization.New(o.Service),
		search:       search.New(o.Service),
		land:         land.New(o.Service.Layers, o.Service),
		taxdocs:      taxdocs.New(o.Service.TaxDocuments, o.Jobs, o.Service),
		attach:       files.New(o.Service.Files),
	}
	if err := c.addPeoplePages(&o); err != nil {
		return fmt.Errorf("console: %w", err)
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
		{&c.files.Attach, "attach.js"},
		{&c.files.Records, "records.js"},
		{&c.files.Series, "series.js"},
		{&c.files.Lots, "lots.js"},
		{&c.files.Passkey, "passkey.js"},
		{&c.files.PlotMap, "plotmap.js"},
	} {
		if *f.name, err = set.Add(f.file); err != nil {
			return fmt.Errorf("console: %w", err)
		}
	}
	if c.pages, err = parsePages(); err != nil {
		return fmt.Errorf("console: %w", err)
	}
	mux.Handle("GET /console/arquivos/{file}", set)
	for _, s := range c.screens() {
		mux.Handle(s.method+" /console"+s.path, c.adapt(s))
	}
	return nil
}

// addPeoplePages adds the pages about people, with their ways to sign in.
func (c *Console) addPeoplePages(o *Options) error {
	keys, why, err := newPasskeys(o)
	if err != nil {
		return err
	}
	options := people.Options{People: o.Service.People, Roles: o.Service.People, Mail: o.Mail, NoPasskeys: why, Try: c.tryOwn, Network: func(on *pagekit.Call) string { return c.network(on).String() }, Now: c.service.Now}
	if c.passkeys = keys; keys != nil { // a nil pointer in an interface is not nil
		options.Passkeys = keys
	}
	c.people, err = people.New(options)
	return err
}
