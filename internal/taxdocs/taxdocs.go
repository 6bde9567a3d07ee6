// Package taxdocs imports tax documents: NF-e, CT-e, MDF-e and their events, one XML or a ZIP of
// many. An invoice becomes the documents of a load, once per harvest however often it is imported;
// waybills, manifests and events are added to the documents that they are about. Other facts in an
// invoice are proposed, and become records when a person accepts them.
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

// Writer reads and writes records in a transaction.
type Writer interface {
	trace.LiveReader
	trace.Appender
	trace.ReplyReader
	trace.ReplyWriter
}

// Readers are the readers that the package needs.
type Readers struct {
	Reader
	Documents kept.Reader
	Loads     load.Reader
	Terms     Terms
}

// Writers read and write in a transaction, and note where files are.
type Writers struct {
	Writer
	Documents kept.Writer
	Files     attachment.Noter
	Runs      runs.Writer
}

// Port is the store as the package sees it.
type Port = trace.Port[Readers, Writers]

// NewPort returns the port of a store. What is kept of documents is not part of trace.Store,
// because nothing else uses it; the engine's snapshots and transactions implement it.
func NewPort(store trace.Store) Port {
	read := func(r trace.Reader) Readers {
		found, _ := r.(kept.Reader) // a store outside a snapshot is not queried
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

// New returns a TaxKeeper. files keeps the XML of documents, and trust has the authorities whose
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
