package taxdocs

import (
	"bytes"
	"cmp"
	"context"
	"iter"
	"runtime"
	"slices"
	"strings"

	"rastro/internal/attach"
	"rastro/internal/crop"
	"rastro/internal/finding"
	"rastro/internal/fiscal"
	"rastro/internal/fiscal/grade"
	"rastro/internal/fiscal/propose"
	"rastro/internal/intake/runs"
	"rastro/internal/load"
	"rastro/internal/parallel"
	"rastro/internal/personal"
	"rastro/internal/taxdocs/kept"
	"rastro/internal/trace"
)

// Limits of an import.
const (
	// batchFiles documents share one transaction: enough that a sync costs each next to
	// nothing, few enough that others do not wait noticeably.
	batchFiles = 200
	batchBytes = 4 << 20
	// heldBytes bounds the documents about others that wait until the invoices of the same
	// import are in.
	heldBytes = 8 << 20
	// maxWaiting limits how many invoices without a harvest an import remembers: as many as a ZIP
	// has.
	maxWaiting = 10_000
	// Memory is what an import needs in addition to the files: a batch of documents, those that
	// wait, and the trees of as many large documents as there are processors, each up to forty
	// times as large as its file.
	Memory = 64 << 20
)

// item is a file on its way.
type item struct {
	Result
	content  []byte
	marks    kept.Mark // of its key
	lots     []propose.Candidate
	ready    []ready           // the records to write: the papers first
	received *attach.Received  // its XML, stored; nil in a dry run
	written  []*trace.Record   // what the running transaction writes of it
	fresh    bool              // it was added to a record that did not list it
	full     error             // why a record had no room for it
	graded   []finding.Finding // findings on its existing record
	sum      string            // of its file, once somebody asks for it
	there    *trace.Record     // its existing record
	// twin is the previous file with its key in the same batch and another content, next the following.
	twin, next *item
	settled    bool // it was compared with what is stored
	took       bool // it was added to its existing record, beside another file or in its place
	lost       bool // another file counts, so this one proposes nothing
	// proposed are its proposals, even while Result does not show them.
	proposed []Proposal
}

// ready is a record that is prepared, with its mark.
type ready struct {
	record   trace.Record
	mark     kept.Mark
	proposal int // the number of its proposal; -1 for the documents
}

// run is a running import.
type run struct {
	*TaxKeeper
	marker
	by    *trace.Key
	o     Options
	each  func(*Result) error
	count Count
	crops map[string]crop.Crop
	// homes are the harvests of this import's documents so far, by their keys.
	homes map[string]string
	// ahead are the events of this import by which documents are worth less, by the keys of those.
	ahead map[string][]foreseen
	// rivals are the files of this import by their keys, if it creates what they propose.
	rivals map[string][]claim
	// originals is what a dry run knows about the documents to which such events refer.
	originals map[string]grade.Original
	// loads are the loads of harvests that proposals are compared with.
	loads map[string]*load.Book
	// lorries are the loads of lorries that were looked up to suggest harvests, by plate.
	lorries map[string][]arrival
	// here are the invoices of this import that wait for their harvest, by key.
	here map[string]bool
	// looked are records to which a document may be linked, as they were read; nil: they are not
	// kept.
	looked map[trace.ID]*trace.Record
	// candidates is how many records are named to which a document may be linked by hand.
	candidates int
	// noted lists what is written, nil for an import that is not listed. mine are its records.
	noted *runs.Run
	mine  map[trace.ID]bool
	held  []*item
	size  int // total size of what is held
}

// Import imports the documents in some files. It calls each with the result of every file when it
// is durable: first invoices in order, then documents about other documents. If each fails, the
// import ends. Everything is graded, and nothing is refused for its content; an unreadable file is
// refused alone. The files are read twice: events first.
func (k *TaxKeeper) Import(ctx context.Context, by *trace.Key, files iter.Seq2[fiscal.File, error], o Options, each func(*Result) error) (Count, error) {
	r := &run{TaxKeeper: k, by: by, o: o, each: each, count: Count{DryRun: o.DryRun}, crops: map[string]crop.Crop{}, homes: map[string]string{}, ahead: map[string][]foreseen{}, rivals: map[string][]claim{}, originals: map[string]grade.Original{}, mine: map[trace.ID]bool{}, loads: map[string]*load.Book{}, lorries: map[string][]arrival{}, here: map[string]bool{}}
	if err := by.Need(trace.Write); err != nil {
		return r.count, err
	}
	if err := personal.Need(by); err != nil { // a document names people
		return r.count, err
	}
	var err error
	if r.marker, err = k.marker(ctx); err != nil {
		return r.count, err
	}
	n, err := r.readEventsFirst(ctx, files)
	if err != nil {
		return r.count, err
	}
	if o.Source != "" && !o.DryRun {
		r.noted = runs.Begin(k.journal, by, o.Source, "").OfPapers(n).Owns(func(id trace.ID) bool { return r.mine[id] })
	}
	err = r.all(ctx, files)
	return r.count, err
}

// all reads the files and settles them, a batch at a time.
func (r *run) all(ctx context.Context, files iter.Seq2[fiscal.File, error]) error {
	var batch []*item
	size, number := 0, int64(0)
	flush := func() error {
		defer func() { batch, size = nil, 0 }()
		return r.batch(ctx, batch)
	}
	for file, err := range files {
		if err != nil && trace.AsError(Unreadable(err)).Class() == trace.Internal {
			return err // from reading the file, not from its content
		}
		number++
		one := &item{Result: Result{Number: number, File: file.Name, Err: Unreadable(err)}}
		if err == nil {
			one.content = bytes.Clone(file.Content) // the archive reads the next file over it
		}
		batch, size = append(batch, one), size+len(one.content)
		if len(batch) < batchFiles && size < batchBytes {
			continue
		}
		if err := flush(); err != nil {
			return err
		}
	}
	if err := flush(); err != nil {
		return err
	}
	return r.settleHeld(ctx)
}

// batch settles some files, and puts aside those that are about others.
func (r *run) batch(ctx context.Context, batch []*item) error {
	if err := ctx.Err(); err != nil || len(batch) == 0 {
		return err
	}
	r.readAll(batch)
	var now []*item
	for _, one := range batch {
		r.weigh(one)
		if one.Err == nil && about(one.Document) {
			r.held, r.size = append(r.held, one), r.size+len(one.content)
			continue
		}
		now = append(now, one)
	}
	if err := r.settle(ctx, now); err != nil {
		return err
	}
	if r.size > heldBytes {
		return r.settleHeld(ctx)
	}
	return nil
}

// about reports whether a document is about others.
func about(d *fiscal.Document) bool {
	return d.Type == fiscal.Waybill || d.Type == fiscal.Manifest || d.Type == fiscal.Event
}

// readAll reads and grades documents on all processors. Of each, only the result is kept.
func (r *run) readAll(batch []*item) {
	inParallel(batch, func(one *item) {
		if one.Err != nil {
			return
		}
		d, err := fiscal.Read(one.content)
		if err != nil {
			one.Err = Unreadable(err)
			return
		}
		one.Report = grade.Check(d, grade.Context{Year: r.now().Year(), Trust: r.trust})
		one.lots = propose.Lots(d)
		d.Forget()
		d.Key = strings.ToUpper(d.Key)
		one.Document, one.marks = d, r.mark(d.Key)
	})
}

// inParallel runs fn for each, on all processors.
func inParallel(list []*item, fn func(*item)) {
	parallel.Each(len(list), runtime.GOMAXPROCS(0), func(i int) { fn(list[i]) })
}

// tell passes on the result for a file.
func (r *run) tell(one *item) error {
	switch {
	case one.Err != nil:
		one.Outcome, one.Record = Refused, nil
	case one.Advice.PT == "":
		one.Advice = advice[one.Outcome]
	}
	if one.Document != nil && one.HarvestID != "" && (one.Outcome == Created || one.Outcome == Valid || one.Outcome == Existing || one.took) {
		r.homes[one.Document.Key] = one.HarvestID
	}
	if one.Outcome == Homeless && len(r.here) < maxWaiting {
		r.here[one.Document.Key] = true
	}
	r.count.add(&one.Result)
	return r.each(&one.Result)
}

// settleHeld settles the documents about others: first those that carry invoices, then events,
// which may be about either.
func (r *run) settleHeld(ctx context.Context) error {
	held := r.held
	r.held, r.size = nil, 0
	slices.SortStableFunc(held, func(a, b *item) int { return cmp.Compare(a.Document.Type, b.Document.Type) })
	for _, one := range held {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := r.link(ctx, one); err != nil {
			return err
		}
		if err := r.tell(one); err != nil {
			return err
		}
	}
	return nil
}
