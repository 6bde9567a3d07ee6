package audit

import (
	"cmp"
	"slices"
	"time"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/ptbr"
)

// Book takes up the records of one harvest, each once, and keeps only what the
// checks need of them: days, masses, lots, plots, the words that decide. It
// grows with the number of records, not with what they hold. It is not safe for
// concurrent use.
type Book struct {
	year    int
	records []bookRecord
	codes   map[string]int32 // harvest codes by their number
	count   map[*kind.Kind]int
	lots    lotBook
	settled bool
	remarks []HarvestFinding // on single records
	plotted int              // bytes of plots that are kept
	created [2]time.Time     // the first record and the last

	plans        []planFact
	plantings    []plantingFact
	applications []applicationFact
	workers      []workerFact
	reapings     []reapingFact
	named        []namedFact
	workings     []workingFact
	cargoes      []cargoFact
	receipts     []receiptFact
	samples      []sampleFact
	processes    []processFact
	shipments    []shipmentFact
	customs      []customsFact
	conformities []conformityFact
	inspections  []inspectionFact
	closings     []closingFact

	states   map[string]int // of the properties named, how often
	invoices []invoiceFact
	cropSaid []cropStatement
	cropWord map[ptbr.Term]int
}

type bookRecord struct {
	kind *kind.Kind
	id   string
	code int32
}

// cropStatement is a record that states its crop in so many words.
type cropStatement struct {
	rec  int32
	crop ptbr.Term
}

// NewBook starts a book. The year is the current one: documents of later years
// are none.
func NewBook(year int) *Book {
	return &Book{
		year: year, codes: map[string]int32{}, count: map[*kind.Kind]int{}, lots: newLotBook(),
		states: map[string]int{}, cropWord: map[ptbr.Term]int{},
	}
}

// Add takes up one record. Ids must be unique, as they are.
func (b *Book) Add(e Entry) {
	if e.Kind == nil || e.Kind.IsChange() {
		return
	}
	b.settled = false
	rec := int32(len(b.records))
	b.records = append(b.records, bookRecord{e.Kind, e.ID, b.code(e.SafraCodigo)})
	b.count[e.Kind]++
	if b.created[0].IsZero() || e.CreatedAt.Before(b.created[0]) {
		b.created[0] = e.CreatedAt
	}
	if e.CreatedAt.After(b.created[1]) {
		b.created[1] = e.CreatedAt
	}
	read := factReaders[e.Kind.Prefix]
	if read == nil {
		return
	}
	canon.Walk(e.Dados, func(dec *canon.Decoder) {
		p := payload{dec: dec, data: e.Dados}
		if p.open() {
			read(b, rec, &p)
		}
	})
}

// Remark takes up what grading a record by itself found, which a conference
// says as well.
func (b *Book) Remark(k *kind.Kind, id string, findings []Finding) {
	for _, f := range findings {
		b.remarks = append(b.remarks, HarvestFinding{Rule: f.Rule, Args: f.Args, Words: f.Words, Records: []Ref{{k.Prefix, id, f.Field}}})
	}
}

// Len is how many records were taken up.
func (b *Book) Len() int { return len(b.records) }

// Count is how many of them are of a kind.
func (b *Book) Count(k *kind.Kind) int { return b.count[k] }

func (b *Book) code(written string) int32 {
	n, ok := b.codes[written]
	if !ok {
		n = int32(len(b.codes))
		b.codes[written] = n
	}
	return n
}

// Period is the first and the last day that the records speak of, from planting
// to shipment; where they speak of none, when they were written. Coffee is
// planted years before: its planting does not count.
func (b *Book) Period() (from, to time.Time) {
	span := unknownSpan
	take := func(on daySpan) {
		if !on.known() {
			return
		}
		if !span.known() || on.from < span.from {
			span.from = on.from
		}
		span.to = max(span.to, on.to)
	}
	if b.Crop() != "CAFE" {
		for i := range b.plantings {
			take(b.plantings[i].on)
		}
	}
	for i := range b.applications {
		take(b.applications[i].on)
	}
	for i := range b.reapings {
		take(b.reapings[i].on)
	}
	for i := range b.workings {
		take(b.workings[i].from)
		take(b.workings[i].to)
	}
	for i := range b.receipts {
		take(b.receipts[i].on)
	}
	for i := range b.processes {
		take(b.processes[i].from)
		take(b.processes[i].to)
	}
	for i := range b.shipments {
		take(b.shipments[i].on)
	}
	if !span.known() {
		return b.created[0], b.created[1]
	}
	return span.from.date(), span.to.date()
}

// settle puts what was taken up in the order of phase, kind and id, so that the
// order in which it came does not matter.
func (b *Book) settle() {
	if b.settled {
		return
	}
	b.settled = true
	order := make([]int32, len(b.records))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(i, j int32) int {
		x, y := &b.records[i], &b.records[j]
		return cmp.Or(int(x.kind.Code)-int(y.kind.Code), cmp.Compare(x.id, y.id))
	})
	records, place := make([]bookRecord, len(order)), make([]int32, len(order))
	for at, i := range order {
		records[at], place[i] = b.records[i], int32(at)
	}
	b.records = records
	arrange(b.plans, place, func(f *planFact) *int32 { return &f.rec })
	arrange(b.plantings, place, func(f *plantingFact) *int32 { return &f.rec })
	arrange(b.applications, place, func(f *applicationFact) *int32 { return &f.rec })
	arrange(b.workers, place, func(f *workerFact) *int32 { return &f.rec })
	arrange(b.reapings, place, func(f *reapingFact) *int32 { return &f.rec })
	arrange(b.named, place, func(f *namedFact) *int32 { return &f.rec })
	arrange(b.workings, place, func(f *workingFact) *int32 { return &f.rec })
	arrange(b.cargoes, place, func(f *cargoFact) *int32 { return &f.rec })
	arrange(b.receipts, place, func(f *receiptFact) *int32 { return &f.rec })
	arrange(b.samples, place, func(f *sampleFact) *int32 { return &f.rec })
	arrange(b.processes, place, func(f *processFact) *int32 { return &f.rec })
	arrange(b.shipments, place, func(f *shipmentFact) *int32 { return &f.rec })
	arrange(b.customs, place, func(f *customsFact) *int32 { return &f.rec })
	arrange(b.conformities, place, func(f *conformityFact) *int32 { return &f.rec })
	arrange(b.inspections, place, func(f *inspectionFact) *int32 { return &f.rec })
	arrange(b.closings, place, func(f *closingFact) *int32 { return &f.rec })
	arrange(b.invoices, place, func(f *invoiceFact) *int32 { return &f.rec })
	arrange(b.cropSaid, place, func(f *cropStatement) *int32 { return &f.rec })
	b.settleLots()
}

// arrange gives facts the new places of their records and sorts them by these.
func arrange[T any](facts []T, place []int32, rec func(*T) *int32) {
	for i := range facts {
		r := rec(&facts[i])
		*r = place[*r]
	}
	slices.SortStableFunc(facts, func(a, b T) int { return int(*rec(&a) - *rec(&b)) })
}
