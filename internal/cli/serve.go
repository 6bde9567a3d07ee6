package cli

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"rastro/internal/admit"
	"rastro/internal/api"
	"rastro/internal/app"
	"rastro/internal/backup"
	"rastro/internal/build"
	"rastro/internal/clock"
	"rastro/internal/config"
	"rastro/internal/cosign"
	"rastro/internal/derive"
	"rastro/internal/doctor"
	"rastro/internal/httpkit/answercache"
	"rastro/internal/httpkit/keygate"
	"rastro/internal/httpkit/publiccache"
	"rastro/internal/logkey"
	"rastro/internal/regular"
	"rastro/internal/remote"
	"rastro/internal/server"
	"rastro/internal/server/handover"
	"rastro/internal/store/postgres"
	"rastro/internal/vital"
	"rastro/internal/web"
	"rastro/internal/web/console"
	"rastro/internal/web/console/intake"
	"rastro/internal/witness"
	"rastro/internal/witness/asking"
)

func newServe(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the HTTP interface",
		Long: `Serves the HTTP interface until it is interrupted. On an empty store it makes
the first key and prints it, once.

` + config.Help("serve"),
		Example: `  rastro serve
  rastro serve --demo
  rastro serve --addr :80 --db sqlite:/var/lib/rastro/rastro.db --public-url https://rastro.example
  RASTRO_DB_FILE=/run/secrets/db rastro serve`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, err := e.load(cmd)
			if err != nil {
				return err
			}
			return e.serve(cmd.Context(), cfg)
		},
	}
	config.Flags(cmd.Flags(), "serve")
	return cmd
}

// serve runs the server until the context ends. The port is taken before the
// store is touched, so that a port in use changes nothing.
func (e *env) serve(ctx context.Context, cfg config.Config) (err error) {
	held := reserve()
	defer runtime.KeepAlive(held)
	lines := server.NewLines(e.stderr)
	defer func() { _ = lines.Flush() }() // an error could only go to standard error itself
	log := newLogger(lines, cfg.LogFormat)
	front, err := e.openFront(ctx, cfg, log)
	if err != nil {
		return err
	}
	defer front.close()
	stopProfiles, err := serveProfiles(ctx, cfg.ProfileAddr)
	if err != nil {
		return err
	}
	defer stopProfiles()
	vault, err := e.vault(cfg)
	if err != nil {
		return err
	}
	var moved time.Time // zero: it has not
	for {
		err := e.serveStore(ctx, cfg, vault, front, log, lines)
		_, unopened := errors.AsType[notOpened](err)
		switch {
		case errors.Is(err, errMoved):
			moved = time.Now()
			log.Info("the database was spread over several servers: opening it again")
			continue
		case !unopened || moved.IsZero() || time.Since(moved) > reopenPatience:
			return err
		}
		log.Warn("the database that was spread over several servers could not be opened again; it will be tried again", "err", err)
		select {
		case <-time.After(reopenPause):
		case <-ctx.Done():
			return nil
		}
	}
}

// A database may be unreachable for a moment after it was spread over several servers. A server
// that was already running must not end because of that, unlike one that is started with a wrong
// address.
const (
	reopenPause    = time.Second
	reopenPatience = 5 * time.Minute
)

// notOpened is why a store could not be served.
type notOpened struct{ error }

func (n notOpened) Unwrap() error { return n.error }

// errMoved ends serving a store that has to be opened again.
var errMoved = errors.New("the database was spread over several servers")

// serveStore opens the store and serves it until the context ends. errMoved: it has to be opened again.
func (e *env) serveStore(ctx context.Context, cfg config.Config, vault *logkey.Files, front *front, log *slog.Logger, lines *server.Lines) (err error) {
	opened := false
	defer func() {
		if err != nil && !opened {
			err = notOpened{err}
		}
	}()
	service, store, err := openService(ctx, cfg, vault, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, service.Files.Close(), store.Close()) }()
	release, err := e.marked(ctx, cfg, vault, store)
	if err != nil {
		return err
	}
	defer release()
	if warning := exposed(cfg.DB); warning != "" {
		log.Warn(warning)
	}
	if err := e.prepare(ctx, cfg, service, store, front.address, log); err != nil {
		return err
	}
	regulars, err := regular.Open(ctx, store.(regular.Store), time.Now, log)
	if err != nil {
		return err
	}
	var draining atomic.Bool
	memory := budget(cfg, log)
	jobs := intake.NewJobs(memory)
	watch := new(clock.Watch)
	srv, err := newServer(cfg, service, vault, regulars, front, memory, jobs, &draining, log, lines, figures(cfg, service, store, memory, watch, front.source))
	if err != nil {
		return err
	}
	opened = true
	fmt.Fprintf(e.stdout, "Rastro %s is listening on %s (API reference: %s/docs)\n", build.Read(Version, Commit).Version, front.address, front.address)
	stopKeeping := keepHouse(ctx,
		service.Run, regulars.Run, renewing(front.source), askers(cfg, service, vault, log).Run,
		func(ctx context.Context) { watch.Run(ctx, log) },
		func(ctx context.Context) { derive.Renew(ctx, store, log) },
	)
	defer stopKeeping()
	defer context.AfterFunc(ctx, service.Changes.Close)() // callers waiting for changes would delay the end
	defer jobs.Close()                                    // before the last housekeeping: what the jobs wrote goes into the log
	var moved <-chan struct{}
	if moving, ok := store.(interface{ Moved() <-chan struct{} }); ok {
		moved = moving.Moved()
	}
	handed, err := handover.Serve(ctx, moved, front.listener, srv.Serve)
	if handed {
		return errMoved
	}
	return err
}

// serveProfiles serves profiles of the process on an address of its own; "" serves none. stop
// returns when they are no longer served.
func serveProfiles(ctx context.Context, addr string) (stop func(), err error) {
	if addr == "" {
		return func() {}, nil
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("cannot listen on %s: %w: choose another address with --profile-addr", addr, errors.Unwrap(err))
	}
	profiling, cancel := context.WithCancel(ctx)
	var served sync.WaitGroup
	served.Go(func() { _ = server.ServeProfiles(profiling, listener) }) // optional: its failure stops nothing
	return func() { cancel(); served.Wait() }, nil
}

// prepare starts the log and writes what a new store needs: its first key and, if the operator
// requests it, the demonstration.
func (e *env) prepare(ctx context.Context, cfg config.Config, service *app.App, store derive.Store, address string, log *slog.Logger) error {
	// Before anything is written: a restored store must not change.
	if err := service.StartLog(ctx, cfg.LogOrigin); err != nil {
		return err
	}
	first, err := service.Bootstrap(ctx, cfg.RootAccessKey, cfg.RootSecretKey)
	if err != nil {
		return err
	}
	if first != nil { // before anything else can fail: it is shown only now
		if err := welcome(ctx, e.stderr, cfg, service, address, first); err != nil {
			return err
		}
	}
	if err := derive.Sample(ctx, store); err != nil {
		return err
	}
	if first == nil {
		if err := welcomeAgain(ctx, e.stderr, cfg, service, address); err != nil {
			return err
		}
	}
	if !cfg.Demo {
		return nil
	}
	return fillDemo(ctx, service, log)
}

// keepHouse runs the background work, even after ctx ends. stop returns when all of it has ended.
func keepHouse(ctx context.Context, runs ...func(context.Context)) (stop func()) {
	keeping, cancel := context.WithCancel(context.WithoutCancel(ctx))
	var house sync.WaitGroup
	for _, run := range runs {
		house.Go(func() { run(keeping) })
	}
	return func() { cancel(); house.Wait() }
}

// budget returns the memory that requests share.
func budget(cfg config.Config, log *slog.Logger) *admit.Budget {
	memory := admit.New(cmp.Or(cfg.Memory, admit.Default()), admit.Patience)
	limitHeap(memory.Usage().Total)
	if warning := overcommitted(memory.Usage().Total, admit.Available()); warning != "" {
		log.Warn(warning)
	}
	return memory
}

func newServer(cfg config.Config, service *app.App, vault *logkey.Files, regulars *regular.Memory, front *front, memory *admit.Budget, jobs *intake.Jobs, draining *atomic.Bool, log *slog.Logger, lines *server.Lines, figures []vital.Figure) (*server.Server, error) {
	door, err := keygate.New(service, keygate.Limits{PerKey: cfg.RateLimit, PerVisitor: cfg.VisitorRateLimit}, regulars)
	if err != nil {
		return nil, err
	}
	proxies := remote.Trust(cfg.TrustedProxies...)
	var warned sync.Once
	visitors := func(r *http.Request) time.Duration {
		wait := door.Visit(proxies.Client(r).Network)
		if wait > 0 && proxies.Ignores(r) {
			warned.Do(func() {
				log.Warn("visitors behind a proxy share one limit: name the proxy with --trusted-proxies")
			})
		}
		return wait
	}
	cards, err := answercache.NewCards()
	if err != nil {
		return nil, err
	}
	kept, err := publiccache.New(service)
	if err != nil {
		return nil, err
	}
	notices, err := web.NewNotices(log)
	if err != nil {
		return nil, err
	}
	sender, err := newSender(cfg, service)
	if err != nil {
		return nil, err
	}
	surface, err := api.New(service, api.Options{
		Sender: sender,
		Gate:   door, Proxies: proxies, Cards: cards, Published: kept, PublicURL: front.publicURL, Version: build.Read(Version, Commit).Version, AccessKeyHeader: cfg.AccessKeyHeader,
		CORSOrigins: cfg.CORSOrigin, Pages: notices, Draining: draining.Load, Replicas: len(cfg.DBReplicas) > 0,
	})
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	surface.Mount(mux)
	if err := mountWitness(mux, cfg, service, vault, visitors, log); err != nil {
		return nil, err
	}
	if err := web.MountDocs(mux, visitors); err != nil {
		return nil, err
	}
	if err := web.MountPublic(mux, service, kept, front.publicURL, visitors, log, cfg.TimeZone); err != nil {
		return nil, err
	}
	pages := console.Options{Service: service, Gate: door, Proxies: proxies, Cards: cards, PublicURL: front.publicURL, Log: log, Jobs: jobs, Zone: cfg.TimeZone, Tiles: cfg.Tiles, Replicas: len(cfg.DBReplicas) > 0, Figures: figures}
	pages.Tiles.Credit = cfg.TilesCredit
	if err := connectOutsideServers(cfg, &pages); err != nil {
		return nil, err
	}
	if err := console.Mount(mux, pages); err != nil {
		return nil, err
	}
	return server.New(server.Options{API: surface, Mux: mux, Log: log, Lines: lines, JSON: cfg.LogFormat == "json", Draining: draining,
		Memory: memory, Connections: connections(memory.Usage().Total), TLS: encryption(front.source), Figures: figures})
}

// figures describe how the server is doing: as metrics, and on a page for administrators.
func figures(cfg config.Config, service *app.App, store derive.Store, memory *admit.Budget, watch *clock.Watch, source certificates) []vital.Figure {
	all := slices.Concat(
		vital.OfState(service.Halted, service.WritesFail),
		[]vital.Figure{vital.OfLog(service.LogKeeper.CaughtUp, service.Now)},
		vital.OfChecks(service.Scrubbed),
		vital.OfMemory(func() (int64, int64, int) {
			u := memory.Usage()
			return u.Total, u.Held, u.Waiting
		}),
		vital.OfWebhooks(func() vital.Deliveries {
			s := service.Deliveries.Stats()
			return vital.Deliveries{Lag: s.Lag, Pending: s.Pending, Disabled: s.Disabled, Delivered: s.Delivered, Failed: s.Failed}
		}),
		[]vital.Figure{vital.OfClock(watch.Jumps)},
	)
	if counted, ok := store.(interface{ Work() vital.Work }); ok {
		all = append(all, vital.OfWork(counted.Work)...)
	}
	if path, ok := fileOf(cfg.DB); ok {
		all = append(all, vital.OfBackup(func() time.Time { return backup.Last(path) }))
		all = append(all, vital.OfDisk(func() (free, size uint64, err error) { return doctor.FreeSpace(filepath.Dir(path)) })...)
	}
	if shared, ok := store.(*postgres.Store); ok {
		all = append(all, vital.OfReplicas(shared.FromReplicas))
	}
	if source != nil {
		all = append(all, vital.OfCertificate(source.Expires))
	}
	return all
}

func newLogger(w io.Writer, format string) *slog.Logger {
	if format == "json" {
		return slog.New(slog.NewJSONHandler(w, nil))
	}
	return slog.New(slog.NewTextHandler(w, nil))
}

// witnessPath is where this server cosigns the logs of others.
const witnessPath = "/witness"

// mountWitness serves the witness that this server is, if the operator named logs.
func mountWitness(mux *http.ServeMux, cfg config.Config, service *app.App, vault *logkey.Files, visitors func(*http.Request) time.Duration, log *slog.Logger) error {
	if len(cfg.WitnessLogs) == 0 {
		return nil
	}
	w, err := witness.New(vault.Witness(), rand.Reader, service.Signer().Origin()+witnessPath, cfg.WitnessLogs)
	if err != nil {
		return fmt.Errorf("--witness-logs: %w", err)
	}
	log.Info("this server is a witness of other logs: give its key to those who check them", "key", w.Key(), "logs", len(cfg.WitnessLogs))
	limited := func(serve func(http.ResponseWriter, *http.Request)) http.HandlerFunc {
		return func(out http.ResponseWriter, r *http.Request) {
			if wait := visitors(r); wait > 0 {
				out.Header().Set("Retry-After", fmt.Sprint(int(wait.Seconds())+1))
				out.WriteHeader(http.StatusTooManyRequests)
				return
			}
			serve(out, r)
		}
	}
	mux.Handle("POST "+witnessPath+witness.Path, limited(func(out http.ResponseWriter, r *http.Request) {
		w.ServeHTTP(out, r, func(err error) { log.Error("the witness could not cosign", "err", err) })
	}))
	mux.Handle("GET "+witnessPath+"/key", limited(func(out http.ResponseWriter, _ *http.Request) {
		out.Header().Set("Content-Type", "text/plain; charset=utf-8")
		fmt.Fprintln(out, w.Key())
	}))
	return nil
}

// askers asks the witnesses that the operator named.
func askers(cfg config.Config, service *app.App, vault *logkey.Files, log *slog.Logger) *asking.Asker {
	var places []asking.Place
	for _, at := range cfg.Witnesses {
		if w, err := cosign.Parse(at.Key); err == nil { // the options were checked
			places = append(places, asking.Place{Witness: w, Address: at.Address})
		}
	}
	return asking.New(service, vault, places, log)
}
