// Package feed answers queries for EPCIS events about the records of harvests. It stores nothing:
// an event follows from a version of a record, and its position is the version's place in the log.
// A query that names lots, harvests, records or events reads only these; any other reads the log,
// one stretch per page.
package feed

import (
	"context"
	"errors"
	"time"

	"rastro/internal/cursors"
	"rastro/internal/epcis/ours"
	"rastro/internal/epcis/query"
	"rastro/internal/lineage"
	"rastro/internal/publiclog"
	"rastro/internal/trace"
)

// Reader is what the package reads.
type Reader interface {
	trace.LiveReader
	trace.LoggedReader
	trace.PageReader
	trace.LotRowReader
	publiclog.SignedReader
	// LogIndex returns a version's place in the log; CodeNotLogged while it has none.
	LogIndex(ctx context.Context, id trace.ID, version int64) (int64, error)
}

// Port is the store as the package sees it.
type Port = trace.ReadPort[Reader]

// NewPort narrows a store.
func NewPort(store trace.Store) Port {
	return trace.NarrowRead(store, func(r trace.Reader) Reader { return r })
}

// Lots lists the lots that a caller may see, a page after a cursor.
type Lots func(ctx context.Context, by *trace.Key, text, cursor string, size int) ([]lineage.Summary, string, error)

// Asker answers queries. It is safe for concurrent use.
type Asker struct {
	store   Port
	log     *publiclog.LogKeeper
	cursors *cursors.Sealer
	lots    Lots
	now     func() time.Time
	most    limits
}

// limits bound what a query may read.
type limits struct {
	// records and versions are those of what a query names. Beyond them the answer goes through the log.
	records, versions int
	bytes             int // of a page, and of a batch of the log
}

// New returns an Asker.
func New(store Port, log *publiclog.LogKeeper, sealer *cursors.Sealer, lots Lots, now func() time.Time) *Asker {
	return &Asker{store, log, sealer, lots, now, limits{records: 2_000, versions: 10_000, bytes: 8 << 20}}
}

// Now returns the time of answers.
func (a *Asker) Now() time.Time { return a.now() }

// Refused is why a query cannot be answered; false for any other error.
func Refused(err error) (*query.Error, bool) { return errors.AsType[*query.Error](err) }

// Page is a part of an answer.
type Page struct {
	Events []ours.Event
	Values []string // of a list of values
	Next   string   // the token of the next page, "" on the last
}

// The bounds of a page.
const (
	// maxLook is how many places of the log a page goes through. It may then have fewer
	// events than were asked for, and a next page.
	maxLook = 5_000
	// maxSorted is how many places of the log a sorted or counted answer, or a page of one harvest,
	// may go through.
	maxSorted = 20_000
	// maxHits bounds the records of a whole answer, in bytes, from which a page is cut.
	maxHits = 64 << 20
)

// Events answers a query, with the events that the caller may read. origin is our origin, in the
// form with which URIs begin.
func (a *Asker) Events(ctx context.Context, by *trace.Key, q *query.Query, origin string) (page Page, err error) {
	return a.events(ctx, by, q, origin, "")
}

// OfHarvest is Events for those of one harvest; CodeForbiddenHarvest if the caller does not reach it,
// CodeBadParameter if it is "".
func (a *Asker) OfHarvest(ctx context.Context, by *trace.Key, harvest string, q *query.Query, origin string) (page Page, err error) {
	if harvest == "" {
		return page, trace.BadParameter("safraId", "S-2026")
	}
	if err := by.NeedHarvest(harvest); err != nil {
		return page, err
	}
	return a.events(ctx, by, q, origin, harvest)
}

// events answers a query about one harvest, or "" for all.
func (a *Asker) events(ctx context.Context, by *trace.Key, q *query.Query, origin, harvest string) (page Page, err error) {
	if err := by.Need(trace.Read); err != nil {
		return page, err
	}
	p, err := a.begin(ctx, by, q, origin, harvest)
	if err != nil {
		return page, err
	}
	err = a.store.View(ctx, func(r Reader) error {
		page, err = p.run(ctx, r)
		return err
	})
	if err != nil {
		return Page{}, err
	}
	if failed := by.ReachErr(); failed != nil {
		return Page{}, failed
	}
	if p.next != nil {
		page.Next, err = a.cursors.SealText(ctx, by, p.scope, p.next.text())
	}
	return page, err
}

// Event returns an event by its id, with the declaration that it is wrong, if there is one. It
// fails with CodeRecordNotFound if the caller may not know of it, and query.Erased if it was
// erased.
func (a *Asker) Event(ctx context.Context, by *trace.Key, id, origin string) (all []ours.Event, err error) {
	missing := trace.Fail(trace.CodeRecordNotFound)
	if err := by.Need(trace.Read); err != nil {
		return nil, err
	}
	n := &ours.Namer{Origin: origin}
	record, version, ok := n.VersionOf(id)
	if !ok || !by.MayHold(record) {
		return nil, missing
	}
	err = a.store.View(ctx, func(r Reader) error {
		all = nil
		versions, err := r.Versions(ctx, record)
		if err != nil {
			return err
		}
		if len(versions) == 0 || version > int64(len(versions)) || !by.Reaches(versions[0].HarvestID) {
			return missing
		}
		if last := &versions[len(versions)-1]; last.Operation == trace.Erased && ours.Shows(last) {
			return query.Fail(query.Erased, "", "")
		}
		about := versionsAbout(by, versions, version)
		var codes []string
		for i := range about {
			codes = append(codes, about[i].codes()...)
		}
		if n.GTINs, err = gtins(ctx, r, by, codes); err != nil {
			return err
		}
		for _, found := range about {
			for _, e := range ours.Events(n, found.version, found.before) {
				if name, v, _ := n.VersionOf(e.ID); name == record && v == version {
					all = append(all, e)
				}
			}
		}
		if len(all) == 0 {
			return missing
		}
		return nil
	})
	if err == nil {
		err = by.ReachErr()
	}
	return all, err
}

// versionsAbout returns the versions that say something about the event of a version: that version
// itself, and the next one, which may declare that the event is wrong.
func versionsAbout(by *trace.Key, versions []trace.Record, version int64) (all []found) {
	own := found{version: kept(by, &versions[version-1])}
	all = append(all, own)
	if version < int64(len(versions)) {
		all = append(all, found{version: kept(by, &versions[version]), before: own.version})
	}
	return all
}
