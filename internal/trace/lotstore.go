package trace

import (
	"context"
	"errors"
	"strconv"
	"time"

	"rastro/internal/kind"
	"rastro/internal/lot"
	"rastro/internal/ownership"
)

// Indexes that are newer than some records are filled in the background while the server runs: a
// little at a time, so that no request waits. After a restart filling resumes where it stopped.
// Until it is complete, results may lack records but are never wrong.
const (
	FillVersions = 500 // whose lots are read
	FillChunk    = 32  // records, whose plots are read
	FillPause    = 5 * time.Millisecond
	FillRetry    = 5 * time.Second
)

// LotReader reads the lot graph, which Append keeps.
type LotReader interface {
	LotRowReader
	// LotCodes returns the codes of lots that records name or named, in the order
	// of their bytes.
	LotCodes(ctx context.Context, q LotCodes) ([]string, error)
	// EachOfHarvests calls fn with the records of a kind in some harvests, in no
	// particular order, as they were at an instant; zero is now. It MUST NOT cost more
	// than those records, no matter how many others there are. fn must not use the reader.
	// A reach that is all harvests is an error.
	EachOfHarvests(ctx context.Context, k *kind.Kind, within Reach, at time.Time, fn func(*Record) error) error
	// LotsFilled reports whether all versions from before the graph are in it.
	LotsFilled(ctx context.Context) (bool, error)
}

// LotRowReader reads the rows of lots.
type LotRowReader interface {
	// EachLotRow calls fn with the rows of lots that are valid at an instant.
	//
	// The rows of one lot come by role; within a role, complete rows come by record and version,
	// light ones in a fixed order that the engine chooses. It stops after Limit rows, and After
	// continues there: a page with fewer is the last one. The rows of several lots come in no
	// particular order, and it fails with ErrManyRows if there are more than Limit.
	//
	// fn must not use the reader, and MUST NOT change the row's Others. The row belongs to the
	// reader: fn copies what it keeps.
	EachLotRow(ctx context.Context, q LotQuery, fn func(*lot.Row) error) error
}

// LotQuery selects rows of the lot graph.
type LotQuery struct {
	Lots     []string // folded, at most MaxLotQuery
	From, To lot.Role // the first and the last role
	At       time.Time
	// Ever: the rows of all stored versions, whenever they were valid.
	Ever  bool
	Limit int
	// RefsOnly: it is enough to know which records name the lots. Of the facts only HarvestID
	// and By are needed.
	RefsOnly bool
	// Kind limits the rows to records of one kind; 0 is all.
	Kind int16

	// The rest is for one lot.

	// After limits them to the rows after one; zero is from the first.
	After lot.RowKey
	// Reach limits the rows to these harvests. Rows of other harvests do not count towards Limit.
	Reach
}

// ErrManyRows means that several lots have more rows than the limit: fn did not get all of them.
var ErrManyRows = errors.New("the lots have more rows than were asked for")

// MaxLotQuery bounds the lots of one query.
const MaxLotQuery = 256

// LotCodes selects codes of lots.
type LotCodes struct {
	From  string // the first code or, if Down is set, the last
	After bool   // not From itself
	Down  bool   // backwards
	Limit int
}

// LotWriter adds versions from before the lot graph to it.
type LotWriter interface {
	// FillLots adds up to limit older versions to the graph, and reports whether none are left.
	// It can be stopped at any time and resumes where it stopped.
	FillLots(ctx context.Context, limit int) (done bool, err error)
}

// lotRows holds what a version says about lots, after it has been read.
type lotRows struct {
	version int64
	rows    []lot.Row // of the lots it names, then the suspected ones
	named   int       // how many rows are about named lots
	heavy   bool      // they are many: see fewEntries
}

// LotRows returns the rows of the lots that the version names; none for a version that
// ends a record. They are read once, unless there are many: a list of records would hold
// all of theirs at once.
func (r *Record) LotRows() []lot.Row {
	lots := r.readLots()
	return lots.rows[:lots.named:lots.named]
}

// GraphRows returns all of the version's rows in the lot graph: LotRows, and the rows of lots
// that it may mention (lot.Suspected).
func (r *Record) GraphRows() []lot.Row { return r.readLots().rows }

func (r *Record) readLots() *lotRows {
	if r.lots != nil && r.lots.version == r.Version {
		return r.lots
	}
	r.lots = &lotRows{version: r.Version}
	if !r.mayNameLots() {
		return r.lots
	}
	lots, reading := r.lots, lot.Read(r.Kind, r.Payload)
	lots.rows, lots.named = r.rowsOf(reading)
	if reading.Entries() > fewEntries {
		r.lots = nil
	}
	return lots
}

// entryMemory is how many bytes an entry of the graph takes while its record is read
// and written: 300 lots that each went into 300 others took 35 MiB.
const entryMemory = 400

// Up to fewEntries count as part of the request itself.
const fewEntries = 500

// FitLots reads the version's lots. It fails if they exceed what one record may add to the graph,
// because keeping only some of them would make a recall wrong. It also fails if their memory cannot
// be claimed: a few kilobytes of text can name lots that take a thousand times as much.
func (r *Record) FitLots(claim func(bytes int64) error) error {
	if !r.mayNameLots() {
		return nil
	}
	reading := lot.Read(r.Kind, r.Payload)
	if reading.TooMany() {
		return Fail(CodeTooManyLots, "max", strconv.Itoa(lot.MaxEntries))
	}
	n := reading.Entries()
	if n > fewEntries {
		if err := claim(int64(n) * entryMemory); err != nil {
			return err
		}
	}
	rows, named := r.rowsOf(reading)
	r.lots = &lotRows{version: r.Version, rows: rows, named: named, heavy: n > fewEntries}
	return nil
}

// DropLots frees the rows if they are many. They are read again when needed.
func (r *Record) DropLots() {
	if r.lots != nil && r.lots.heavy {
		r.lots = nil
	}
}

func (r *Record) mayNameLots() bool { return !r.Operation.Ends() && !r.Gone() && r.Kind.NamesLots() }

func (r *Record) rowsOf(reading *lot.Reading) (rows []lot.Row, named int) {
	rows = reading.Rows()
	named = len(rows)
	rows = append(rows, reading.Suspects()...)
	if len(rows) == 0 {
		return nil, 0
	}
	if r.serious == nil && r.remarked() {
		var ok bool
		if r.serious, ok = r.storedSerious(); !ok {
			r.serious = countSerious(r.Graded().Findings)
		}
	}
	for i := range rows {
		row := &rows[i]
		row.Kind, row.ID, row.Version, row.Since = r.Kind.Code, r.ID, r.Version, r.UpdatedAt.UnixMilli()
		row.HarvestID, row.By = r.HarvestID, r.CreatedBy
		if r.serious != nil {
			row.Errors, row.Alerts = r.serious.errors, r.serious.alerts
		}
	}
	return rows, named
}

// Replaces returns the rows of the version before, which end with this one; ok is false
// if they have to be looked up.
func (r *Record) Replaces() (rows []lot.Row, ok bool) { return r.replaces, r.replacing }

// Replace says which version this one replaces. Only the lots and roles of its rows are
// needed, so it is not graded again.
func (r *Record) Replace(old *Record) {
	r.replaces, r.replacing = nil, true
	if old.Kind.NamesLots() && !old.Gone() {
		r.replaces = lot.Read(old.Kind, old.Payload).Rows()
	}
	r.replacesGTIN = old.Claimed(ownership.GTINs)
	r.followsBare = old.hasNoPlot()
}

// ReplaceAll: this version ends the rows of all versions before it.
func (r *Record) ReplaceAll() { r.replaces, r.replacing = nil, true }

var (
	PlanKind       = kind.ByPrefix(kind.Plan)
	PlantingKind   = kind.ByPrefix(kind.Planting)
	ConformityKind = kind.ByPrefix(kind.Conformity)
)

const (
	// MaxRows bounds the rows of a chunk of lots in memory, and rowPage the rows of one lot that
	// are read at once. They limit memory, not results: a chunk with more rows is split, and a lot
	// with more rows is read in pages.
	MaxRows = 4096
	RowPage = 2048
)
