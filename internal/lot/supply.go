package lot

import (
	"math"
	"slices"

	"rastro/internal/kind"
)

// processingCode and dryingCode are the kinds of plants, and of drying and cleaning.
var (
	processingCode = kind.ByPrefix(kind.Processing).Code
	dryingCode     = kind.ByPrefix(kind.PostHarvest).Code
)

// Stage is the stage of a lot's journey at which a record receives it.
type Stage uint8

// The stages. Stages is their number.
const (
	Reception Stage = iota
	Storage
	Stages
)

// StageOf returns the stage of a row that receives a lot; storage is the kind of storage.
func StageOf(r *Row, storage int16) Stage {
	if r.Kind == storage {
		return Storage
	}
	return Reception
}

// Arrival adds up the arrivals of one lot, or of lots that records weigh together. Reception and
// storage describe the same grain, so they are never added to each other: the stage with the
// most counts, and each kilogram counts once.
type Arrival struct{ stages [Stages]Sum }

// Add adds the mass of a record at a stage; see Sum.Add.
func (a *Arrival) Add(at Stage, m Mass, seen, lots int) { a.stages[at].Add(m, seen, lots) }

// Join adds the records of another arrival, stage by stage.
func (a *Arrival) Join(b *Arrival) {
	for i := range a.stages {
		a.stages[i].Join(&b.stages[i])
	}
}

// At returns the sum of a stage.
func (a *Arrival) At(stage Stage) *Sum { return &a.stages[stage] }

// Once returns the mass that arrived, counting each kilogram once. It is partial if a record at
// either stage is left out.
func (a *Arrival) Once() Sum { return most(a.stages[:]) }

// Stock is the incoming mass of a lot, in kg: each load that was received and each that was
// stored, and the masses made from other lots before it first arrived, since then, or at an
// unknown time.
type Stock struct {
	Received, Stored       []float64
	Before, Since, Undated float64
}

// Available returns the mass that there was if records may describe the same grain: grain made and
// then received, or received and then stored, counts once. Balances and reviews show this number
// and judge by it.
func (s *Stock) Available() float64 {
	came := max(total(s.Received), total(s.Stored))
	if s.Before > 0 {
		came = s.Before // it arrived after it was made: more cannot have arrived
	}
	return max(came, s.Undated) + s.Since
}

// Most returns the largest mass that is possible: stored grain may have come without being received,
// unless its loads repeat those received, and grain made at an unknown time may be additional.
func (s *Stock) Most() float64 {
	came := total(s.Received)
	if len(s.Received) == 0 || !repeats(s.Stored, s.Received) {
		came += total(s.Stored)
	}
	return max(came, s.Before) + s.Undated + s.Since
}

// Making is whether a record made some of a lot before the lot first arrived, or since.
type Making uint8

// The cases.
const (
	MadeSometime Making = iota // at an unknown time
	MadeBefore
	MadeSince
)

// WhenMade compares the end of a record with the lot's first arrival; either is NoDay if
// unknown.
func WhenMade(ended, first Day) Making {
	switch {
	case ended == NoDay || first == NoDay:
		return MadeSometime
	case ended <= first:
		return MadeBefore
	}
	return MadeSince
}

func total(loads []float64) (kg float64) {
	for _, load := range loads {
		kg += load
	}
	return kg
}

// repeats reports whether the storage records repeat the receptions: load by load, or all at once.
func repeats(stored, received []float64) bool {
	if in := total(received); math.Abs(total(stored)-in) <= in*2*massSlack {
		return true
	}
	s, r := slices.Sorted(slices.Values(stored)), slices.Sorted(slices.Values(received))
	for _, load := range s {
		for len(r) > 0 && r[0] < load*(1-2*massSlack) {
			r = r[1:]
		}
		if len(r) == 0 || r[0] > load*(1+2*massSlack) {
			return false
		}
		r = r[1:]
	}
	return true
}

// supply collects how much of a lot there can be: each load that arrived, and what was made.
type supply struct {
	loads    [Stages][]float64
	made     []madeLoad
	entries  int
	unsaid   bool // some record gives no mass for this lot alone
	first    Day  // that it arrived
	arrivals int
	undated  bool // some arrival does not say its day
}

// madeLoad is the mass of a lot that a record made.
type madeLoad struct {
	kg    float64
	ended Day
}

func (s *supply) arrive(at Stage, m Mass, among int, on Days) {
	s.entries++
	if m.Known() && among <= 1 {
		s.loads[at] = append(s.loads[at], m.Value)
	} else {
		s.unsaid = true
	}
	if !on.Known() {
		s.undated = true
		return
	}
	if s.arrivals == 0 || on.From < s.first {
		s.first = on.From
	}
	s.arrivals++
}

func (s *supply) make(r *Row) {
	s.entries++
	if !r.Kg.Known() || r.Among > 1 {
		s.unsaid = true
		return
	}
	s.made = append(s.made, madeLoad{r.Kg.Value, r.On.To})
}

// available returns how much there was according to the records, and whether all of them state it.
// It is Unknown if none does.
func (s *supply) available() (kg float64, whole bool) {
	if len(s.loads[Reception])+len(s.loads[Storage])+len(s.made) == 0 {
		return Unknown, false
	}
	stock := s.stock()
	kg = stock.Available()
	return kg, !s.unsaid && kg > 0 // a mass of zero means that it was not weighed yet
}

func (s *supply) stock() Stock {
	stock := Stock{Received: s.loads[Reception], Stored: s.loads[Storage]}
	for _, one := range s.made {
		switch WhenMade(one.ended, s.firstDay()) {
		case MadeBefore:
			stock.Before += one.kg
		case MadeSince:
			stock.Since += one.kg
		default:
			stock.Undated += one.kg
		}
	}
	return stock
}

// firstDay returns the day on which the lot first arrived; NoDay if unknown.
func (s *supply) firstDay() Day {
	if s.arrivals == 0 || s.undated {
		return NoDay
	}
	return s.first
}

// countsReceipts reports whether the stock equals what was received, and some record ended before
// that.
func (s *supply) countsReceipts(ended Day) bool {
	stock := s.stock()
	return WhenMade(ended, s.firstDay()) == MadeBefore && stock.Before == 0
}

// largest returns the heaviest load that arrived.
func (s *supply) largest() (kg float64) {
	for _, loads := range s.loads {
		for _, load := range loads {
			kg = max(kg, load)
		}
	}
	return kg
}

// total returns all that was made.
func (s *supply) total() (kg float64) {
	for _, one := range s.made {
		kg += one.kg
	}
	return kg
}
