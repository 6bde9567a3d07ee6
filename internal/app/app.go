// Package app puts the use cases together over one store, and does the housekeeping.
package app

import (
	"cmp"
	"context"
	"io"
	"log/slog"
	"time"

	"rastro/internal/access"
	"rastro/internal/account"
	"rastro/internal/account/password"
	"rastro/internal/attach"
	"rastro/internal/blob"
	"rastro/internal/board"
	"rastro/internal/catalogue"
	"rastro/internal/changes"
	"rastro/internal/cursors"
	"rastro/internal/epcis/feed"
	"rastro/internal/erase"
	"rastro/internal/evidence"
	"rastro/internal/filings"
	"rastro/internal/find"
	"rastro/internal/fiscal/xmlsig"
	"rastro/internal/harvests"
	"rastro/internal/intake"
	"rastro/internal/intake/mappings"
	"rastro/internal/intake/runs"
	"rastro/internal/landlayer/landimport"
	"rastro/internal/lineage"
	"rastro/internal/lineage/recall"
	"rastro/internal/organization"
	"rastro/internal/ownerbook"
	"rastro/internal/profiles"
	"rastro/internal/proof"
	"rastro/internal/public"
	"rastro/internal/publiclog"
	"rastro/internal/records"
	"rastro/internal/reminders"
	"rastro/internal/review"
	"rastro/internal/share"
	"rastro/internal/taxdocs"
	"rastro/internal/trace"
	"rastro/internal/webhook"
	"rastro/internal/webhook/deliver"
	"rastro/internal/webhook/endpoint"
	"rastro/internal/webhook/post"
)

// App is every use case. It is safe for concurrent use.
type App struct {
	*access.KeyKeeper
	*board.Board
	*catalogue.PhaseKeeper
	*cursors.Sealer
	*erase.Eraser
	*find.Finder
	*harvests.Lister
	*intake.Importer
	*lineage.Tracer
	*mappings.MappingKeeper
	*filings.FilingKeeper
	*organization.OrganizationKeeper
	*ownerbook.OwnerBook
	*profiles.ProfileKeeper
	*proof.Auditor
	*public.Publisher
	*publiclog.LogKeeper
	*recall.Recaller
	*records.Recorder
	*review.Reviewer
	*runs.RunKeeper

	// Links manages the links with which buyers read about lots.
	Links *share.LinkKeeper
	// TaxDocuments imports invoices and what travels with them.
	TaxDocuments *taxdocs.TaxKeeper
	// People keeps the accounts of those who sign in at the console.
	People *account.Keeper
	// Files manages the files attached to records.
	Files *attach.Keeper
	// Reminders writes reminders of validations that end.
	Reminders *reminders.Keeper
	// Changes reports what was written, in the order of the log.
	Changes *changes.Feed
	// Events answers queries for EPCIS events.
	Events *feed.Asker
	// Hooks keeps webhooks, and Deliveries sends events to them.
	Hooks      *webhook.HookKeeper
	Deliveries *deliver.Deliverer
	// Layers imports public layers, which plots are compared with.
	Layers *landimport.Importer

	checker  *evidence.Checker
	store    trace.Store
	now      func() time.Time
	log      *slog.Logger
	scrubbed scrubbed
	told     struct { // of the store's health
		gone   bool
		damage string
	}
}

// Vault is where the log's key and the last checkpoint are kept.
type Vault = publiclog.Vault

// ChangeLimits bound who waits for changes.
type ChangeLimits = changes.Limits

// Options are an App's dependencies and settings, other than its store.
type Options struct {
	Now    func() time.Time
	Random io.Reader
	Log    *slog.Logger
	// Strict refuses a write whose grading finds an error.
	Strict bool
	// Vault keeps the log's key and the last checkpoint. Without one, the key stays in
	// the store: only for benchmarks and tests.
	Vault Vault
	// Blobs stores attached files. Without it, as in some tests, every file is refused.
	Blobs blob.Store
	// HarvestLimit is the most records that a review reads; 0 is
	// review.DefaultHarvestLimit.
	HarvestLimit int
	// Harvests bounds the list of harvests; zero means the defaults.
	Harvests harvests.Limits
	// Board bounds the board of harvests; zero means the defaults.
	Board board.Limits
	// Lots bounds the memory of answers about lots; zero means the defaults.
	Lots lineage.Limits
	// Recalls bounds the memory of recalls; zero means the defaults.
	Recalls recall.Limits
	// Evidence limits what a check of an answer reads; zero means the defaults.
	Evidence evidence.Limits
	// RecallsPerHour is how many recall reports each key may store per hour; 0 means no limit.
	RecallsPerHour int
	// Changes bounds who waits for changes; zero means the defaults.
	Changes ChangeLimits
	// PasswordWork is the cost of hashing a password; zero means that of production. Only tests use
	// less.
	PasswordWork password.Work
	// Webhooks say which addresses webhooks may lead to; zero: public ones, with TLS.
	Webhooks post.Options
	// TaxTrust has the authorities whose signatures of tax documents count.
	TaxTrust xmlsig.Trust
}

// New returns an App and reads the store's keys.
func New(ctx context.Context, unguarded trace.Store, o Options) (*App, error) {
	now := func() time.Time { return o.Now().UTC().Truncate(time.Millisecond) }
	journal := trace.NewJournal(now, o.Random)
	a := &App{now: now, log: o.Log}
	a.LogKeeper = publiclog.New(unguarded, journal, now, o.Random, o.Log, o.Vault)
	store := a.LogKeeper.Store()
	a.store = store
	a.KeyKeeper = access.New(accessPort(store), sessionPort(store), store, journal, now, o.Random, o.Log)
	a.LogKeeper.CheckWith(a.KeyKeeper)
	a.People = account.New(account.NewPort(store), journal, a.KeyKeeper, now, o.Random, o.PasswordWork)
	a.OrganizationKeeper = organization.New(organizationPort(store), journal, a.KeyKeeper, now, o.Log)
	a.KeyKeeper.ClaimWith(a.OrganizationKeeper.ClaimHarvest)
	a.Finder = find.New(find.NewPort(store), a.People, a.OrganizationKeeper, o.Log)
	a.PhaseKeeper = catalogue.New(cataloguePort(store), journal, now, o.Random)
	a.Sealer = cursors.New(cursorsPort(store), now, o.Random)
	a.OwnerBook = ownerbook.New(ownersPort(store), journal, a.KeyKeeper, now)
	a.Reviewer = review.New(reviewPort(store), a.OwnerBook, now, o.HarvestLimit)
	a.Recorder = records.New(recordsPort(store), journal, a.Sealer, a.Reviewer, now, o.Random, o.Strict)
	a.ProfileKeeper = profiles.New(profilesPort(store), journal, now, cmp.Or(o.HarvestLimit, review.DefaultHarvestLimit))
	a.Lister = harvests.New(harvestsPort(store), a.Sealer, a.Reviewer, now, o.Log, o.Harvests)
	a.Board = board.New(a.Lister, store, now, o.Log, o.Board)
	a.Importer = intake.New(intakePort(store), journal, a.Recorder, a.ProfileKeeper, now)
	a.RunKeeper = runs.New(runs.NewPort(store), journal)
	a.MappingKeeper = mappings.New(mappings.NewPort(store), journal)
	a.FilingKeeper = filings.New(filings.NewPort(store), journal, now)
	a.Links = share.New(share.NewPort(store), journal, a.ActsNow, now, o.Random)
	a.Auditor = proof.New(proofPort(store), a.LogKeeper, a.OwnerBook)
	a.Publisher = public.New(publicPort(store), store, journal, a.OwnerBook, a.Recorder, a.LogKeeper, a.Auditor, now)
	a.checker = evidence.New(evidencePort(store), store, a.LogKeeper, o.Log, o.Evidence)
	a.Tracer = lineage.New(lineagePort(store), store, a.Sealer, a.OwnerBook, a.checker, now, o.Lots)
	var err error
	a.Recaller, err = recall.New(recall.Options{
		Store: recallPort(store), Erasures: store, Journal: journal, Cursors: a.Sealer, Tracer: a.Tracer, PublicLog: a.LogKeeper, Now: now, Random: o.Random, Log: o.Log,
		Evidence: a.checker, Limits: o.Recalls, PerHour: o.RecallsPerHour,
	})
	if err != nil {
		return nil, err
	}
	if a.Files, err = attach.New(attach.NewPort(store), o.Blobs, journal, a.Recorder, now, o.Random, o.Log); err != nil {
		return nil, err
	}
	a.TaxDocuments = taxdocs.New(taxdocs.NewPort(store), journal, a.Recorder, a.ProfileKeeper, a.Files, now, o.TaxTrust)
	a.Reminders = reminders.New(reminders.NewPort(store), journal, now)
	a.Changes = changes.New(changes.NewPort(store), a.LogKeeper, o.Changes)
	a.Events = feed.New(feed.NewPort(store), a.LogKeeper, a.Sealer, a.Tracer.FindLots, now)
	a.hooks(store, journal, o)
	a.Layers = landimport.New(landimport.Narrow(store), now)
	a.Eraser = erase.New(erasePort(store), journal, a.Recaller, a.Files, now)
	// A key that was tampered with is skipped; StartLog reports it and fails.
	keys := accessPort(unguarded)
	return a, a.KeyKeeper.LoadKeys(ctx, &keys)
}

// hooks creates the webhook keeper and deliverer.
func (a *App) hooks(store trace.Store, journal *trace.Journal, o Options) {
	key := func() endpoint.Deriver { return a.LogKeeper.Signer() }
	poster := post.New(o.Webhooks)
	a.Hooks = webhook.New(webhook.Parts{
		Store: webhook.NewPort(store), Journal: journal, Keys: a.KeyKeeper, Log: key, Feed: a.Changes, Poster: poster, Now: a.now, Random: o.Random,
	})
	a.Deliveries = deliver.New(deliver.Parts{
		Store: deliver.NewPort(store), Hooks: a.Hooks, Feed: a.Changes, Keys: a.KeyKeeper, Log: key, Poster: poster, Now: a.now, Logger: o.Log,
	})
}

// Diverged returns when a recall or a file for the EU was last refused because the store
// is not what the journal and the log say; zero if all were answered since.
func (a *App) Diverged() time.Time { return a.checker.Diverged() }
