// Package facts reads the records of a harvest and keeps what its checks need: days, masses, lots,
// plots, and the words that decide.
package facts

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"time"

	"rastro/internal/canon"
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/profile"
	"rastro/internal/ptbr/words"
)

// Book collects the records of one harvest, each once, and keeps only what the checks need:
// days, masses, lots, plots, the words that decide. It grows with the number of records, not
// with their size. It is not safe for concurrent use.
type Book struct {
	year          int
	Records       []bookRecord
	Codes         map[string]int32 // harvest codes by their number
	count, filled map[*kind.Kind]int
	Lots          lotBook
	settled       bool
	Remarks       []finding.Finding // on single records
	plotted       int               // bytes of plots that are kept
	created       [2]time.Time      // the first record and the last

	Plans        []Plan
	Plantings    []Planting
	Applications []Application
	Workers      []Worker
	Reapings     []Reaping
	Identified   []Identification
	PostHarvests []PostHarvest
	Cargoes      []Cargo
	Receipts     []Receipt
	Samples      []Sample
	Processes    []Process
	Shipments    []Shipment
	Customs      []Customs
	Conformities []Conformity
	Inspections  []Inspection
	Validations  []Validation
	Files        []File

	States      map[string]int // of the properties named, how often
	Invoices    []Invoice
	CropsStated []cropStatement
	cropWord    map[words.Term]int

	// Profile is what the harvest's profile states.
	Profile     profile.Profile
	shared      map[string]said // what records say in fields that a profile has too
	cars        []string        // at most maxCars
	soyTrait    bool
	coffeeSigns bool
}

type bookRecord struct {
	kind *kind.Kind
	id   string
	Code int32
}

// cropStatement is a record that states its crop explicitly.
type cropStatement struct {
	Rec  int32
	Crop words.Term
}

// NewBook returns an empty book. The year is the current one: numbers with a later year are not
// documents.
func NewBook(year int) *Book {
	return &Book{
		year: year, Codes: map[string]int32{}, count: map[*kind.Kind]int{}, filled: map[*kind.Kind]int{}, Lots: newLotBook(),
		States: map[string]int{}, cropWord: map[words.Term]int{}, shared: map[string]said{},
	}
}

// Add adds one record. Ids must be unique.
func (b *Book) Add(e Entry) {
	if e.Kind == nil || e.Kind.IsChange() {
		return
	}
	b.settled = false
	rec := int32(len(b.Records))
	b.Records = append(b.Records, bookRecord{e.Kind, e.ID, b.code(codeOf(e))})
	b.count[e.Kind]++
	if !isBlank(e.Payload) {
		b.filled[e.Kind]++
	}
	if b.created[0].IsZero() || e.CreatedAt.Before(b.created[0]) {
		b.created[0] = e.CreatedAt
	}
	if e.CreatedAt.After(b.created[1]) {
		b.created[1] = e.CreatedAt
	}
	b.addFiles(rec, e.Files)
	if e.Kind == kind.Profile {
		b.readProfile(rec, e.Payload)
		return
	}
	read := factReaders[e.Kind.Prefix]
	if read == nil {
		return
	}
	canon.Walk(e.Payload, func(dec *canon.Decoder) {
		p := payload{dec: dec, data: e.Payload}
		if p.open() {
			read(b, rec, &p)
		}
	})
}

// codeOf returns the harvest code of an entry; a profile may state its season instead.
func codeOf(e Entry) string {
	if e.HarvestCode != "" || e.Kind != kind.Profile {
		return e.HarvestCode
	}
	stated := profile.Read(e.Payload)
	return stated.Stated(profile.Season)
}

// Remark adds a finding from grading a single record, which a review reports as well.
func (b *Book) Remark(k *kind.Kind, id string, findings []finding.Finding) {
	for _, f := range findings {
		b.Remarks = append(b.Remarks, finding.Finding{Rule: f.Rule, Args: f.Args, Words: f.Words, Records: []finding.Ref{{Prefix: k.Prefix, ID: id, Field: f.Field}}})
	}
}

// Len returns how many records were taken up.
func (b *Book) Len() int { return len(b.Records) }

// Count returns the number of entries of a kind.
func (b *Book) Count(k *kind.Kind) int { return b.count[k] }

// Filled counts the entries of a kind that are not empty.
func (b *Book) Filled(k *kind.Kind) int { return b.filled[k] }

// maxBlank is the maximum length of a payload that is checked for being empty.
const maxBlank = 256

// isBlank reports whether no member of a payload has a value.
func isBlank(payload []byte) bool {
	blank := len(payload) <= maxBlank
	if !blank {
		return false
	}
	canon.Each(string(payload), func(_, value string) bool {
		switch value {
		case "null", `""`, "[]", "{}":
			return true
		}
		blank = false
		return false
	})
	return blank
}

// Kinds yields the kinds that have entries, in no particular order.
func (b *Book) Kinds() iter.Seq[*kind.Kind] { return maps.Keys(b.count) }

func (b *Book) code(written string) int32 {
	n, ok := b.Codes[written]
	if !ok {
		n = int32(len(b.Codes))
		b.Codes[written] = n
	}
	return n
}

// Period returns the first and the last day that the records mention, from planting to shipment; if
// they mention none, when they were written. Coffee is planted years before: its planting does
// not count.
func (b *Book) Period() (from, to time.Time) {
	span := b.span()
	if !span.Known() {
		return b.created[0], b.created[1]
	}
	return span.From.Time(), span.To.Time()
}

// Dated reports whether the records mention a day: otherwise Period says when they were written.
func (b *Book) Dated() bool { return b.span().Known() }

func (b *Book) span() Days {
	span := UnknownDays
	take := func(on Days) {
		if !on.Known() {
			return
		}
		if !span.Known() || on.From < span.From {
			span.From = on.From
		}
		span.To = max(span.To, on.To)
	}
	if b.Crop() != "CAFE" {
		for i := range b.Plantings {
			take(b.Plantings[i].On)
		}
	}
	for i := range b.Applications {
		take(b.Applications[i].On)
	}
	for i := range b.Reapings {
		take(b.Reapings[i].On)
	}
	for i := range b.PostHarvests {
		take(b.PostHarvests[i].From)
		take(b.PostHarvests[i].To)
	}
	for i := range b.Receipts {
		take(b.Receipts[i].On)
	}
	for i := range b.Processes {
		take(b.Processes[i].From)
		take(b.Processes[i].To)
	}
	for i := range b.Shipments {
		take(b.Shipments[i].On)
	}
	return span
}

// Settle sorts the added facts by phase, kind and id, so that the order of adding does not
// matter.
func (b *Book) Settle() {
	if b.settled {
		return
	}
	b.settled = true
	order := make([]int32, len(b.Records))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(i, j int32) int {
		x, y := &b.Records[i], &b.Records[j]
		return cmp.Or(int(x.kind.Code)-int(y.kind.Code), cmp.Compare(x.id, y.id))
	})
	records, place := make([]bookRecord, len(order)), make([]int32, len(order))
	for at, i := range order {
		records[at], place[i] = b.Records[i], int32(at)
	}
	b.Records = records
	arrange(b.Plans, place, func(f *Plan) *int32 { return &f.Rec })
	arrange(b.Plantings, place, func(f *Planting) *int32 { return &f.Rec })
	arrange(b.Applications, place, func(f *Application) *int32 { return &f.Rec })
	arrange(b.Workers, place, func(f *Worker) *int32 { return &f.rec })
	arrange(b.Reapings, place, func(f *Reaping) *int32 { return &f.Rec })
	arrange(b.Identified, place, func(f *Identification) *int32 { return &f.Rec })
	arrange(b.PostHarvests, place, func(f *PostHarvest) *int32 { return &f.Rec })
	arrange(b.Cargoes, place, func(f *Cargo) *int32 { return &f.Rec })
	arrange(b.Receipts, place, func(f *Receipt) *int32 { return &f.Rec })
	arrange(b.Samples, place, func(f *Sample) *int32 { return &f.rec })
	arrange(b.Processes, place, func(f *Process) *int32 { return &f.Rec })
	arrange(b.Shipments, place, func(f *Shipment) *int32 { return &f.Rec })
	arrange(b.Customs, place, func(f *Customs) *int32 { return &f.Rec })
	arrange(b.Conformities, place, func(f *Conformity) *int32 { return &f.Rec })
	arrange(b.Inspections, place, func(f *Inspection) *int32 { return &f.Rec })
	arrange(b.Validations, place, func(f *Validation) *int32 { return &f.Rec })
	arrange(b.Files, place, func(f *File) *int32 { return &f.Rec })
	arrange(b.Invoices, place, func(f *Invoice) *int32 { return &f.Rec })
	arrange(b.CropsStated, place, func(f *cropStatement) *int32 { return &f.Rec })
	b.settleLots()
}

// arrange moves facts to the new positions of their records, and sorts them by these.
func arrange[T any](facts []T, place []int32, rec func(*T) *int32) {
	for i := range facts {
		r := rec(&facts[i])
		*r = place[*r]
	}
	slices.SortStableFunc(facts, func(a, b T) int { return int(*rec(&a) - *rec(&b)) })
}

// Ref names a field of a record.
func (b *Book) Ref(rec int32, field string) finding.Ref {
	r := &b.Records[rec]
	return finding.Ref{Prefix: r.kind.Prefix, ID: r.id, Field: field}
}
