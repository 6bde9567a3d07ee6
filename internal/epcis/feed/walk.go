package feed

import (
	"bytes"
	"context"
	"sort"
	"time"

	"rastro/internal/admit"
	"rastro/internal/epcis"
	"rastro/internal/epcis/ours"
	"rastro/internal/epcis/query"
	"rastro/internal/personal"
	"rastro/internal/trace"
)

// found is a version and the previous one, as far as events need them.
type found struct{ version, before *trace.Record }

// codes returns the lots that it names.
func (f *found) codes() (all []string) {
	for _, v := range []*trace.Record{f.version, f.before} {
		if v != nil {
			for _, row := range v.LotRows() {
				all = trace.AppendOnce(all, row.Lot)
			}
		}
	}
	return all
}

// match keeps versions that a caller may read.
type match struct {
	by  *trace.Key
	all []found
}

func (m *match) codes() (all []string) {
	for i := range m.all {
		all = append(all, m.all[i].codes()...)
	}
	return all
}

// kept returns a copy of a version that outlives its reader, without what events do not say.
func kept(by *trace.Key, v *trace.Record) *trace.Record {
	v = personal.Unlisted(by, v)
	return &trace.Record{
		ID: v.ID, Kind: v.Kind, HarvestID: v.HarvestID, HarvestCode: v.HarvestCode, Payload: bytes.Clone(v.Payload), Version: v.Version, Operation: v.Operation,
		UpdatedAt: v.UpdatedAt, CreatedBy: v.CreatedBy, UpdatedBy: v.UpdatedBy, ValidationCode: v.ValidationCode,
	}
}

// take keeps one of the versions of a record, and the previous one.
func (m *match) take(versions []trace.Record, i int) {
	f := found{version: kept(m.by, &versions[i])}
	if i > 0 {
		f.before = kept(m.by, &versions[i-1])
	}
	m.all = append(m.all, f)
}

// walk finds the events that match, in a log of a size.
type walk struct {
	p     *pager
	r     Reader
	q     *query.Query
	size  int64
	claim *admit.Claim
	hits  []hit
	bytes int
	// place and sub are where a stretch ended: the first event that was not read, if more says that
	// there may be one.
	place, sub int64
	more       bool
}

// add adds the matching events of a version, starting with one of them, up to a limit; 0 means all.
// It reports whether there are more.
func (w *walk) add(f found, place, first int64, most int) (more bool, err error) {
	for i, e := range ours.Events(w.p.n, f.version, f.before) {
		if int64(i) < first {
			continue
		}
		if most > 0 && len(w.hits) >= most {
			w.place, w.sub = place, int64(i)
			return true, nil
		}
		read := w.p.read(e)
		h := hit{place: place, sub: int64(i), found: f, bytes: len(f.version.Payload) + 256}
		if read == nil || !w.q.Match(query.Subject{Event: read, ID: e.ID, Recorded: e.Recorded}) || w.p.want != nil && !w.p.want(&h, read) {
			continue
		}
		switch w.q.OrderBy {
		case "eventTime":
			h.at = read.Time.UnixMilli()
		case "recordTime":
			h.at = e.Recorded.UnixMilli()
		}
		if err := w.claim.Grow(int64(h.bytes)); err != nil {
			return false, err
		}
		w.bytes += h.bytes
		w.hits = append(w.hits, h)
	}
	return false, nil
}

// read reads an event as others do.
func (p *pager) read(e ours.Event) *epcis.Event {
	doc := append([]byte(`{"@context":`), p.n.Context()...)
	doc = append(append(doc, ','), e.JSON[1:]...)
	if r := epcis.Read(doc, e.Recorded); len(r.Events) == 1 && r.Verdict() != epcis.Refused {
		return r.Events[0]
	}
	return nil
}

// each reads all versions of some records.
func (w *walk) each(ctx context.Context, ids []trace.ID) ([]hit, error) {
	total := 0
	for _, id := range ids {
		versions, err := w.r.Versions(ctx, id)
		if err != nil {
			return nil, err
		}
		if total += len(versions); total > maxVersions {
			return nil, query.Fail(query.TooWide, "", "")
		}
		m := match{by: w.p.by}
		for i := range versions {
			if v := &versions[i]; !ours.Shows(v) || v.Gone() || !w.p.by.Reaches(v.HarvestID) {
				continue
			}
			place, err := w.r.LogIndex(ctx, id, versions[i].Version)
			if trace.Is(err, trace.CodeNotLogged) || err == nil && place >= w.size {
				break
			}
			if err != nil {
				return nil, err
			}
			m.take(versions, i)
			if _, err := w.add(m.all[len(m.all)-1], place, 0, 0); err != nil {
				return nil, err
			}
		}
	}
	return w.hits, nil
}

// span returns the stretch of the log that contains a query's record times.
func (w *walk) span(ctx context.Context) (from, to int64, err error) {
	from, to = 0, w.size
	for i := range w.q.Filters {
		f := &w.q.Filters[i]
		if f.Field != "recordTime" {
			continue
		}
		switch f.Op {
		case query.GE:
			var at int64
			at, err = w.placeAt(ctx, f.Values[0].Time.Add(-trace.UnplacedFor))
			from = max(from, at)
		case query.LT:
			var at int64
			at, err = w.placeAt(ctx, f.Values[0].Time.Add(trace.UnplacedFor))
			to = min(to, at)
		}
		if err != nil {
			return 0, 0, err
		}
	}
	return from, max(from, to), nil
}

// placeAt returns the first place whose version is not older than an instant. The order of the log
// is that of time, except for transactions that overlap.
func (w *walk) placeAt(ctx context.Context, at time.Time) (int64, error) {
	var failed error
	place := sort.Search(int(w.size), func(i int) bool {
		younger := false
		if failed == nil {
			failed = w.r.EachLogged(ctx, int64(i), 1, func(v *trace.Record) error {
				younger = !v.UpdatedAt.Before(at)
				return nil
			})
		}
		return younger
	})
	return int64(place), failed
}

// whole reads all of the log that the query covers.
func (w *walk) whole(ctx context.Context) ([]hit, error) {
	from, to, err := w.span(ctx)
	if err != nil {
		return nil, err
	}
	if to-from > maxSorted {
		return nil, query.Fail(query.TooWide, "", "")
	}
	for at := from; at < to; at += step {
		batch, err := w.batch(ctx, at, min(step, to-at))
		if err != nil {
			return nil, err
		}
		for _, b := range batch {
			if _, err := w.add(b.found, b.place, 0, 0); err != nil {
				return nil, err
			}
		}
		if w.q.Max > 0 && len(w.hits) > w.q.Max || w.bytes > 8*maxBytes {
			break
		}
	}
	if w.bytes > 8*maxBytes {
		return nil, query.Fail(query.TooWide, "", "")
	}
	return w.hits, nil
}

// stretch looks at the log from where the page begins until the page is full.
func (w *walk) stretch(ctx context.Context) ([]hit, error) {
	at, to, err := w.span(ctx)
	if err != nil {
		return nil, err
	}
	begin, first := at, int64(0)
	if f := w.p.from; f != nil && f.Place >= at {
		begin, first = f.Place, f.Sub
	}
	for at = begin; at < to; at += step {
		if at-begin >= maxLook || w.bytes > maxBytes || len(w.hits) >= w.q.PerPage {
			w.place, w.sub, w.more = at, 0, true
			return w.hits, nil
		}
		batch, err := w.batch(ctx, at, min(step, to-at))
		if err != nil {
			return nil, err
		}
		for _, b := range batch {
			if b.place > begin {
				first = 0
			}
			if w.more, err = w.add(b.found, b.place, first, w.q.PerPage); err != nil || w.more {
				return w.hits, err
			}
		}
	}
	return w.hits, nil
}

// step is how many places are read at once.
const step = 200

// placed is a version and its place.
type placed struct {
	found
	place int64
}

// batch reads some places: the versions that are events and that the caller may read.
func (w *walk) batch(ctx context.Context, from, n int64) (all []placed, err error) {
	at := from
	err = w.r.EachLogged(ctx, from, int(n), func(v *trace.Record) error {
		place := at
		at++
		if !ours.Shows(v) || v.Operation == trace.Erased || v.Gone() || !w.p.by.Reaches(v.HarvestID) {
			return nil
		}
		all = append(all, placed{found{version: kept(w.p.by, v)}, place})
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i := range all {
		v := all[i].version
		if v.Version == 1 {
			continue
		}
		versions, err := w.r.Versions(ctx, v.ID)
		if err != nil {
			return nil, err
		}
		if v.Version <= int64(len(versions)) {
			all[i].before = kept(w.p.by, &versions[v.Version-2])
		}
	}
	return all, nil
}
