// Package taxdocs imports tax documents: NF-e, CT-e, MDF-e and their events, one XML or a ZIP
// of many. An invoice becomes the papers of a load, once in a harvest however often it is
// imported; waybills, manifests and events are added to the papers that they are about. What
// else an invoice says is proposed, and becomes records when a person accepts it.
package taxdocs

import (
	"context"
	"time"

	"rastro/internal/attach"
	"rastro/internal/attachment"
	"rastro/internal/fiscal/xmlsig"
	"rastro/internal/intake/runs"
	"rastro/internal/load"
	"rastro/internal/ownership"
	"rastro/internal/profiles"
	"rastro/internal/records"
	"rastro/internal/taxdocs/kept"
	"rastro/internal/taxdocs/marks"
	"rastro/internal/trace"
)

// Reader is what the package reads of records and lots.
type Reader interface {
	trace.SeedReader
	trace.LiveReader
	trace.ReplyReader
	ownership.OwnerReader
}

// Writer is what it reads and writes of records in a transaction.
type Writer interface {
	trace.LiveReader
	trace.Appender
	trace.ReplyReader
	trace.ReplyWriter
}

// Readers are what the package reads.
type Readers struct {
	Reader
	Documents kept.Reader
	Loads     load.Reader
	Terms     Terms
}

// Writers are what it reads and writes in a transaction, and where files are noted.
type Writers struct {
	Writer
	Documents kept.Writer
	Files     attachment.Noter
	Runs      runs.Writer
}

// Port is the store as the package sees it.
type Port = trace.Port[Readers, Writers]

// NewPort makes the port of a store. What is kept of documents is no part of trace.Store, since
// nothing else uses it: the engine's snapshots and transactions have it.
func NewPort(store trace.Store) Port {
	read := func(r trace.Reader) Readers {
		found, _ := r.(kept.Reader) // a store outside of a snapshot is not asked
		terms, _ := r.(Terms)
		return Readers{r, found, r, terms}
	}
	return trace.Narrow(store, read, func(w trace.Writer) Writers { return Writers{w, w.(kept.Writer), attach.FilesOf(w), runs.Of(w)} })
}

// TaxKeeper imports tax documents. It is safe for concurrent use.
type TaxKeeper struct {
	store    Port
	journal  *trace.Journal
	recorder *records.Recorder
	profiles *profiles.ProfileKeeper
	files    *attach.Keeper
	now      func() time.Time
	trust    xmlsig.Trust
}

// New makes a TaxKeeper. files keeps the XML of documents, and trust has the authorities whose
// signatures count.
func New(store Port, journal *trace.Journal, recorder *records.Recorder, p *profiles.ProfileKeeper, files *attach.Keeper, now func() time.Time, trust xmlsig.Trust) *TaxKeeper {
	return &TaxKeeper{store, journal, recorder, p, files, now, trust}
}

// marker makes marks under the store's seed.
type marker struct{ marks.Marker }

// mark returns the mark of a document.
func (m marker) mark(key string) kept.Mark { return m.Of(key) }

// marker reads the seed of marks.
func (k *TaxKeeper) marker(ctx context.Context) (m marker, err error) {
	err = k.store.View(ctx, func(r Readers) (err error) {
		m.Marker, err = trace.ImportSeed(ctx, r)
		return err
	})
	return m, err
}
