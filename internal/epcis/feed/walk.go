package feed

import (
	"bytes"
	"context"
	"errors"

	"rastro/internal/admit"
	"rastro/internal/epcis"
	"rastro/internal/epcis/ours"
	"rastro/internal/epcis/query"
	"rastro/internal/logged"
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

// kept returns a copy of a version that outlives its reader, without what events do not say.
func kept(by *trace.Key, v *trace.Record) *trace.Record {
	v = personal.Unlisted(by, v)
	return &trace.Record{
		ID: v.ID, Kind: v.Kind, HarvestID: v.HarvestID, HarvestCode: v.HarvestCode, Payload: bytes.Clone(v.Payload), Version: v.Version, Operation: v.Operation,
		UpdatedAt: v.UpdatedAt, CreatedBy: v.CreatedBy, UpdatedBy: v.UpdatedBy, ValidationCode: v.ValidationCode,
	}
}

// walk finds the events that match, in a log of a size.
type walk struct {
	p     *pager
	r     Reader
	q     *query.Query
	size  int64
	claim *admit.Claim
	hits  []hit
	// bytes are those of hits, loose those of copies that are looked at now. claimed is the most that
	// both ever were.
	bytes, loose, claimed int
	// newest has the newest version of each record of the last batch: often the next batch continues
	// there.
	newest map[trace.ID]*trace.Record
	// place and sub are where a stretch ended: the first event that was not read, if more says that
	// there may be one.
	place, sub int64
	more       bool
}

// reads reports whether the answer may have the events of a version.
func (w *walk) reads(v *trace.Record) bool {
	return ours.Shows(v) && v.Operation != trace.Erased && !v.Gone() && w.p.by.Reaches(v.HarvestID) && (w.p.harvest == "" || v.HarvestID == w.p.harvest)
}

// parses reports whether events have to be read as others read them to know which ones match.
func (w *walk) parses() bool {
	return len(w.q.Filters) > 0 || w.q.OrderBy == "eventTime" || w.p.want != nil
}

// sizeOf returns about how many bytes a copy of a version takes.
func sizeOf(v *trace.Record) int { return len(v.Payload) + 256 }

// keep copies a version.
func (w *walk) keep(v *trace.Record) (*trace.Record, error) {
	w.loose += sizeOf(v)
	if err := w.grow(); err != nil {
		return nil, err
	}
	return kept(w.p.by, v), nil
}

// grow claims what the walk holds beyond what it already claimed.
func (w *walk) grow() error {
	more := w.bytes + w.loose - w.claimed
	if more <= 0 {
		return nil
	}
	w.claimed += more
	return w.claim.Grow(int64(more))
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
		h := hit{place: place, sub: int64(i), found: f, bytes: sizeOf(f.version)}
		if f.before != nil {
			h.bytes += sizeOf(f.before)
		}
		if w.q.OrderBy == "recordTime" {
			h.at = e.Recorded.UnixMilli()
		}
		if w.parses() && !w.matches(&h, e) {
			continue
		}
		w.bytes += h.bytes
		w.hits = append(w.hits, h)
		if err := w.grow(); err != nil {
			return false, err
		}
	}
	return false, nil
}

// matches parses an event and compares it with the query.
func (w *walk) matches(h *hit, e ours.Event) bool {
	read := w.p.parseEvent(e)
	if read == nil || !w.q.Match(query.Subject{Event: read, ID: e.ID, Recorded: e.Recorded}) || w.p.want != nil && !w.p.want(h, read) {
		return false
	}
	if w.q.OrderBy == "eventTime" {
		h.at = read.Time.UnixMilli()
	}
	return true
}

// parseEvent reads an event as others do.
func (p *pager) parseEvent(e ours.Event) *epcis.Event {
	doc := append([]byte(`{"@context":`), p.n.Context()...)
	doc = append(append(doc, ','), e.JSON[1:]...)
	if r := epcis.Read(doc, e.Recorded); len(r.Events) == 1 && r.Verdict() != epcis.Refused {
		return r.Events[0]
	}
	return nil
}

// loadRecords reads all versions of some records.
func (w *walk) loadRecords(ctx context.Context, ids []trace.ID) error {
	total := 0
	for _, id := range ids {
		versions, err := w.r.Versions(ctx, id)
		if err != nil {
			return err
		}
		total += len(versions)
		if total > w.p.a.most.versions || w.bytes > maxHits {
			return query.Fail(query.TooWide, "", "")
		}
		if err := w.addVersions(ctx, versions); err != nil {
			return err
		}
	}
	return nil
}

// addVersions adds the matching events of all versions of a record.
func (w *walk) addVersions(ctx context.Context, versions []trace.Record) (err error) {
	w.loose = 0
	var f found
	for i := range versions {
		v := &versions[i]
		if f.before = f.version; !w.reads(v) {
			f.version = nil
			continue
		}
		place, err := w.r.LogIndex(ctx, v.ID, v.Version)
		if trace.Is(err, trace.CodeNotLogged) || err == nil && place >= w.size {
			return nil
		}
		if err == nil && f.before == nil && i > 0 {
			f.before, err = w.keep(&versions[i-1])
		}
		if err == nil {
			f.version, err = w.keep(v)
		}
		if err == nil {
			_, err = w.add(f, place, 0, 0)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// span returns the stretch of the log that contains a query's record times.
func (w *walk) span(ctx context.Context) (from, to int64, err error) {
	from, to = 0, w.size
	if w.p.harvest != "" {
		if from, err = w.p.firstPlace(ctx, w.r, w.size); err != nil {
			return 0, 0, err
		}
	}
	for i := range w.q.Filters {
		f := &w.q.Filters[i]
		if f.Field != "recordTime" {
			continue
		}
		switch f.Op {
		case query.GE:
			var at int64
			at, err = logged.PlaceAt(ctx, w.r, w.size, f.Values[0].Time.Add(-trace.UnplacedFor))
			from = max(from, at)
		case query.LT:
			var at int64
			at, err = logged.PlaceAt(ctx, w.r, w.size, f.Values[0].Time.Add(trace.UnplacedFor))
			to = min(to, at)
		}
		if err != nil {
			return 0, 0, err
		}
	}
	return from, max(from, to), nil
}

// whole reads all of the log that the query covers.
func (w *walk) whole(ctx context.Context) error {
	at, to, err := w.span(ctx)
	if err != nil {
		return err
	}
	if to-at > maxSorted {
		return query.Fail(query.TooWide, "", "")
	}
	for at < to {
		batch, next, err := w.batch(ctx, at, to)
		if err != nil {
			return err
		}
		for _, b := range batch {
			if _, err := w.add(b.found, b.place, 0, 0); err != nil {
				return err
			}
		}
		if w.bytes > maxHits {
			return query.Fail(query.TooWide, "", "")
		}
		if at = next; w.q.Max > 0 && len(w.hits) > w.q.Max {
			break
		}
	}
	return nil
}

// stretch looks at the log from where the page begins until the page is full.
func (w *walk) stretch(ctx context.Context) error {
	at, to, err := w.span(ctx)
	if err != nil {
		return err
	}
	begin, first := at, int64(0)
	if f := w.p.from; f != nil && f.Place >= at {
		begin, first = f.Place, f.Sub
	}
	look := int64(maxLook)
	if w.p.harvest != "" { // most places are of others, and cost little
		look = maxSorted
	}
	for at = begin; at < to; {
		if at-begin >= look || w.bytes > w.p.a.most.bytes || len(w.hits) >= w.q.PerPage {
			w.place, w.sub, w.more = at, 0, true
			return nil
		}
		batch, next, err := w.batch(ctx, at, to)
		if err != nil {
			return err
		}
		for _, b := range batch {
			if b.place > begin {
				first = 0
			}
			if w.more, err = w.add(b.found, b.place, first, w.q.PerPage); err != nil || w.more {
				return err
			}
		}
		at = next
	}
	return nil
}

// step is how many places are read at once.
const step = 200

// placed is a version and its place.
type placed struct {
	found
	place int64
}

// errFull ends a read that has enough.
var errFull = errors.New("the batch is full")

// batch reads some places before an end: the versions that are events and that the caller may read.
// Large ones make it shorter. next is the first place that it did not read.
func (w *walk) batch(ctx context.Context, from, to int64) (all []placed, next int64, err error) {
	w.loose = 0
	for _, v := range w.newest {
		w.loose += sizeOf(v)
	}
	next, full := from, w.loose+w.p.a.most.bytes
	most := min(step, to-from)
	err = w.r.EachLogged(ctx, from, int(most), func(v *trace.Record) error {
		if w.loose >= full {
			return errFull
		}
		next++
		if !w.reads(v) {
			return nil
		}
		version, err := w.keep(v)
		if err == nil {
			all = append(all, placed{found{version: version}, next - 1})
		}
		return err
	})
	switch {
	case errors.Is(err, errFull):
	case err != nil:
		return nil, 0, err
	case next < from+most:
		return nil, 0, logged.ErrShort
	}
	newest := map[trace.ID]*trace.Record{}
	for i := range all {
		f := &all[i].found
		if i > 0 && w.loose >= full+w.p.a.most.bytes {
			all, next = all[:i], all[i].place
			break
		}
		if f.before, err = w.previous(ctx, f.version, newest); err != nil {
			return nil, 0, err
		}
		newest[f.version.ID] = f.version
	}
	w.newest = newest
	return all, next, nil
}

// previous returns the version before one: that of this batch or the last, or else the store's.
func (w *walk) previous(ctx context.Context, v *trace.Record, newest map[trace.ID]*trace.Record) (*trace.Record, error) {
	if v.Version == 1 {
		return nil, nil
	}
	for _, known := range []map[trace.ID]*trace.Record{newest, w.newest} {
		if before := known[v.ID]; before != nil && before.Version == v.Version-1 {
			return before, nil
		}
	}
	versions, err := w.r.Versions(ctx, v.ID)
	if err != nil || v.Version > int64(len(versions)) {
		return nil, err
	}
	return w.keep(&versions[v.Version-2])
}
