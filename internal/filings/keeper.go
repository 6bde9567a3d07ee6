package filings

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/lot"
	"rastro/internal/notebook"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// Reader is what the package reads.
type Reader interface {
	notebook.Reader
	ownership.OwnerReader
}

// Lister lists entries.
type Lister interface {
	NoteEntries(ctx context.Context, q notebook.Query) ([]notebook.Entry, error)
}

// Writer reads and writes in a transaction.
type Writer interface {
	Reader
	notebook.Writer
	trace.Appender
	trace.ReplayReader
	trace.ReplyWriter
	// LockHarvest makes whoever undoes an import of a harvest wait for this transaction.
	LockHarvest(ctx context.Context, harvestID string) error
}

// Port is the store as the package sees it.
type Port = trace.Port[Reader, Writer]

// NewPort returns the port of a store: the engine's snapshots and transactions have entries.
func NewPort(store trace.Store) Port {
	read := func(r trace.Reader) Reader {
		found, _ := r.(Reader) // a store outside a snapshot is not queried
		return found
	}
	return trace.Narrow(store, read, func(w trace.Writer) Writer { return w.(Writer) })
}

// FilingKeeper keeps filings. It is safe for concurrent use.
type FilingKeeper struct {
	store   Port
	journal *trace.Journal
	now     func() time.Time
}

// New returns a FilingKeeper.
func New(store Port, journal *trace.Journal, now func() time.Time) *FilingKeeper {
	return &FilingKeeper{store, journal, now}
}

// MaxOfLot bounds the filings of a lot.
const MaxOfLot = 100

// writable is the kind of record that whoever notes a filing must be able to write in the harvest:
// the one that says that the goods conform.
var writable = kind.ByPrefix(kind.Conformity)

// MayNote reports whether a caller may note filings of the lots that a harvest owns.
func MayNote(by *trace.Key, harvestID string) bool { return by.NeedCreate(writable, harvestID) == nil }

// FileStatement notes a statement for lots, in one transaction. A number already noted for a lot
// gets another version if its data differs, and none if it is the same. It fails with
// CodeLotNotFound for a lot that the caller may not read or that is gone, and with CodeFilingDiffers
// for one number with two verification numbers. What the EU already has (Request.Begun) is noted
// whatever happened to its lots meanwhile.
func (k *FilingKeeper) FileStatement(ctx context.Context, by *trace.Key, r Request, once *trace.Idempotency) (all []Filing, replayed bool, err error) {
	if err := by.Need(trace.Write); err != nil {
		return nil, false, err
	}
	err = k.store.Update(ctx, func(w Writer) error {
		all = nil
		before, err := once.Replay(ctx, w, by, k.now())
		if replayed = before != nil; err != nil {
			return err
		}
		var lots []covered
		if r.Begun != nil {
			lots = r.Begun.lots
		} else if lots, err = r.held(ctx, w, by); err != nil {
			return err
		}
		for _, l := range lots {
			f := Filing{HarvestID: l.harvestID, Lot: l.code, Reference: r.Reference, Verification: r.Verification, UUID: r.UUID, State: r.State, Since: r.Since}
			for _, other := range lots {
				f.Lots = append(f.Lots, other.code)
			}
			slices.Sort(f.Lots)
			if err := k.put(ctx, w, by, &f, replayed, r.Begun != nil); err != nil {
				return err
			}
			all = append(all, f)
		}
		if replayed || len(all) == 0 {
			return nil
		}
		return once.Mark(ctx, w, by, k.now(), kind.Statement.Prefix+"/"+all[0].ID.String())
	})
	return all, replayed, err
}

// covered is a lot of a statement, and the harvest that owns it.
type covered struct{ code, harvestID string }

// covered returns the lots of a request, each once, if the caller may note something for all of them.
func (r *Request) covered(ctx context.Context, w ownership.OwnerReader, by *trace.Key) (all []covered, err error) {
	for _, written := range r.Lots {
		l := covered{code: lot.Fold(written)}
		if slices.ContainsFunc(all, func(other covered) bool { return other.code == l.code }) {
			continue
		}
		if l.harvestID, err = ownerOf(ctx, w, by, l.code, written); err != nil {
			return nil, err
		}
		if err := by.NeedCreate(writable, l.harvestID); err != nil {
			return nil, err
		}
		all = append(all, l)
	}
	return all, nil
}

// held is covered, for lots whose records stay until the end of the transaction: an import that is
// undone meanwhile sees the statement, or this transaction sees that the lot is gone.
func (r *Request) held(ctx context.Context, w Writer, by *trace.Key) ([]covered, error) {
	before, err := r.covered(ctx, w, by)
	if err != nil {
		return nil, err
	}
	harvests := make([]string, len(before))
	for i := range before {
		harvests[i] = before[i].harvestID
	}
	slices.Sort(harvests) // all take the locks in one order
	for _, harvestID := range slices.Compact(harvests) {
		if err := w.LockHarvest(ctx, harvestID); err != nil {
			return nil, err
		}
	}
	lots, err := r.covered(ctx, w, by)
	if err == nil && !slices.Equal(lots, before) {
		err = trace.Fail(trace.CodeContended)
	}
	return lots, err
}

// Begun is a call of the EU's system that may begin: its result is noted for these lots, in the
// harvests that owned them then.
type Begun struct {
	// Before is the note of an earlier request of the same name that completed; "" if there is none.
	Before string
	lots   []covered
}

// BeginChange fails unless the caller may note that a statement for lots was changed.
func (k *FilingKeeper) BeginChange(ctx context.Context, by *trace.Key, lots []string) (*Begun, error) {
	begun := &Begun{}
	err := k.store.View(ctx, func(r Reader) (err error) {
		begun.lots, err = (&Request{Lots: lots}).covered(ctx, r, by)
		return err
	})
	return begun, err
}

// BeginFiling fails unless the caller may note a statement for lots, and they can have another. It
// reserves the name of the request, so that repeating the request files nothing a second time
// (CodeEUUnknown). Before is set if the earlier request completed.
func (k *FilingKeeper) BeginFiling(ctx context.Context, by *trace.Key, lots []string, once *trace.Idempotency) (*Begun, error) {
	var this *Begun
	begun := &trace.Idempotency{Name: once.Name + " begun", Request: once.Request}
	err := k.store.Update(ctx, func(w Writer) error {
		this = &Begun{}
		reply, err := once.Replay(ctx, w, by, k.now())
		if err != nil {
			return err
		}
		if reply != nil {
			this.Before = reply.Location[strings.LastIndexByte(reply.Location, '/')+1:]
			_, err := (&Request{Lots: lots}).covered(ctx, w, by)
			return err
		}
		if this.lots, err = (&Request{Lots: lots}).held(ctx, w, by); err != nil {
			return err
		}
		for _, l := range this.lots {
			had, err := ofLot(ctx, w, l.harvestID, l.code)
			if err != nil {
				return err
			}
			if len(had) >= MaxOfLot {
				return full(l.code)
			}
			if err := stands(ctx, w, l.code); err != nil {
				return err
			}
		}
		if reply, err = begun.Replay(ctx, w, by, k.now()); err != nil {
			return err
		}
		if reply != nil {
			return trace.Fail(trace.CodeEUUnknown)
		}
		return begun.Mark(ctx, w, by, k.now(), kind.Statement.Prefix)
	})
	return this, err
}

func full(code string) error {
	var m trace.Members
	m.Report("lotes", tooMany, lang.Args{"lote": code, "max": strconv.Itoa(MaxOfLot)})
	return m.Err()
}

// ownerOf returns the harvest that owns a lot, if the caller reaches it.
func ownerOf(ctx context.Context, r ownership.OwnerReader, by *trace.Key, code, written string) (string, error) {
	if code != "" {
		owners, err := r.Owners(ctx, ownership.Lots, []string{code})
		if err != nil {
			return "", err
		}
		if len(owners) > 0 && by.Reaches(owners[0].HarvestID) {
			return owners[0].HarvestID, nil
		}
	}
	return "", trace.Fail(trace.CodeLotNotFound, "lote", written)
}

// put writes a filing, unless the same one is already there. filed: the EU has it, so it is noted also
// for a lot that is gone.
func (k *FilingKeeper) put(ctx context.Context, w Writer, by *trace.Key, f *Filing, replayed, filed bool) error {
	had, err := ofLot(ctx, w, f.HarvestID, f.Lot)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(had, func(other Filing) bool { return f.is(&other) })
	counts := at < 0 // from now on, and did not before: an import that was undone meanwhile did not see it
	if at >= 0 {
		old := &had[at]
		for _, code := range old.Lots { // a note about some of the lots keeps the others
			if !slices.Contains(f.Lots, code) {
				f.Lots = append(f.Lots, code)
			}
		}
		slices.Sort(f.Lots)
		if f.Reference == "" {
			f.Reference = old.Reference
		}
		if f.Verification == "" {
			f.Verification = old.Verification
		}
		if f.UUID == "" {
			f.UUID = old.UUID
		}
		f.ID, f.Version = old.ID, old.Version
		counts = old.Over() && !f.Over()
		if replayed || f.same(old) {
			*f = *old
			return nil
		}
		if old.Verification != "" && f.Verification != old.Verification || old.Reference != "" && f.Reference != old.Reference || old.UUID != "" && f.UUID != old.UUID {
			return trace.Fail(trace.CodeFilingDiffers, "referencia", f.Reference)
		}
	}
	switch {
	case at < 0 && replayed:
		return trace.Fail(trace.CodeNoFiling)
	case at < 0 && len(had) >= MaxOfLot && !filed:
		return full(f.Lot)
	case counts && !filed:
		if err := stands(ctx, w, f.Lot); err != nil {
			return err
		}
	}
	body, err := f.body()
	if err != nil {
		return err
	}
	if at < 0 {
		made, err := notebook.Begin(ctx, w, k.journal, kind.Statement, by, body)
		f.ID, f.Version = made.ID, made.Version
		return err
	}
	versions, err := w.Versions(ctx, f.ID)
	if err != nil {
		return err
	}
	if len(versions) == 0 {
		return trace.Fail(trace.CodeStoreDamaged)
	}
	r := versions[len(versions)-1]
	f.Version = r.Version + 1
	return notebook.Continue(ctx, w, k.journal, &r, trace.Updated, by, body)
}

// stands fails unless a lot is still in its harvest.
func stands(ctx context.Context, w Writer, code string) error {
	owners, err := w.Owners(ctx, ownership.Lots, []string{code})
	if err != nil {
		return err
	}
	for i := range owners {
		if ok, err := ownership.Stands(ctx, w, &owners[i]); ok || err != nil {
			return err
		}
	}
	return trace.Fail(trace.CodeLotNotFound, "lote", code)
}

// ofLot returns the filings of a lot in a harvest, by number.
func ofLot(ctx context.Context, r notebook.Reader, harvestID, code string) (all []Filing, err error) {
	found, err := r.NoteEntries(ctx, notebook.Query{Owner: harvestID, Kind: kind.Statement, After: code + between, Limit: MaxOfLot + 1})
	for i := range found {
		if !strings.HasPrefix(found[i].Name, code+between) {
			break
		}
		if f, ok := read(&found[i]); ok {
			all = append(all, f)
		}
	}
	return all, err
}

// eachPage is how many filings of a harvest are read at once.
const eachPage = 200

// Each calls fn with the filings of a harvest, until it returns false.
func Each(ctx context.Context, r Lister, harvestID string, fn func(*Filing) (more bool)) error {
	q := notebook.Query{Owner: harvestID, Kind: kind.Statement, Limit: eachPage}
	for {
		found, err := r.NoteEntries(ctx, q)
		if err != nil {
			return err
		}
		for i := range found {
			q.After = found[i].Name
			if f, ok := read(&found[i]); ok && !fn(&f) {
				return nil
			}
		}
		if len(found) < q.Limit {
			return nil
		}
	}
}

// InForceOf returns the reference numbers of the statements in force that were noted for lots of a
// harvest, each once, up to a limit.
func InForceOf(ctx context.Context, r Lister, harvestID string, most int) ([]string, error) {
	numbers := []string{}
	found, err := r.NoteEntries(ctx, notebook.Query{Owner: harvestID, Kind: kind.Statement, Limit: MaxOfLot})
	for i := range found {
		f, ok := read(&found[i])
		if ok && f.InForce() && f.Reference != "" && len(numbers) < most && !slices.Contains(numbers, f.Reference) {
			numbers = append(numbers, f.Reference)
		}
	}
	return numbers, err
}

// MaxBehind limits the lots that one list of filings covers.
const MaxBehind = 1000

// FilingsOf lists the filings of lots: the first was requested, and the others went into it.
// Filings in harvests that the caller does not reach do not exist for it. Of more than MaxBehind
// lots, only the first are covered.
func (k *FilingKeeper) FilingsOf(ctx context.Context, by *trace.Key, codes []string) (all []Filing, err error) {
	if err := by.Need(trace.Read); err != nil {
		return nil, err
	}
	codes = codes[:min(len(codes), MaxBehind)]
	err = k.store.View(ctx, func(r Reader) error {
		all = nil
		for part := range slices.Chunk(codes, ownership.MaxCodes) {
			owners, err := r.Owners(ctx, ownership.Lots, part)
			if err != nil {
				return err
			}
			of := map[string]string{}
			for i := range owners {
				of[owners[i].Text] = owners[i].HarvestID
			}
			for _, code := range part {
				harvestID := of[code]
				if harvestID == "" || !by.Reaches(harvestID) {
					continue
				}
				found, err := ofLot(ctx, r, harvestID, code)
				if err != nil {
					return err
				}
				for i := range found {
					found[i].Inherited = code != codes[0]
				}
				all = append(all, found...)
			}
		}
		return nil
	})
	return all, err
}

// Filing finds a filing by its id; CodeNoFiling if the caller may not read it.
func (k *FilingKeeper) Filing(ctx context.Context, by *trace.Key, id string) (f Filing, err error) {
	if err := by.Need(trace.Read); err != nil {
		return f, err
	}
	missing := trace.Fail(trace.CodeNoFiling)
	parsed, ok := trace.ParseID(id)
	if !ok {
		return f, missing
	}
	err = k.store.View(ctx, func(r Reader) error {
		e, found, err := r.NoteEntry(ctx, parsed)
		if err != nil {
			return err
		}
		if !found || e.Kind != kind.Statement || !by.Reaches(e.Owner) {
			return missing
		}
		if f, ok = read(&e); !ok {
			return missing
		}
		return nil
	})
	return f, err
}
