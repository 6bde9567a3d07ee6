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

// Stage is where a record that receives a lot stands on the lot's way.
type Stage uint8

// The stages. Stages is how many there are.
const (
	Reception Stage = iota
	Storage
	Stages
)

// StageOf is the stage of a row that receives a lot; storage is the kind of storage.
func StageOf(r *Row, storage int16) Stage {
	if r.Kind == storage {
		return Storage
	}
	return Reception
}

// Arrival adds up what arrived of one lot, or of lots that records weigh together.
// Reception and storage tell of the same grain, so they are never added to each other:
// the stage with the most counts, and each kilogram counts once.
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

// Once returns what arrived, each kilogram once. It is partial if any record is left out,
// at either stage.
func (a *Arrival) Once() Sum { return most(a.stages[:]) }

// Came is the most that can have arrived, given each load that was received and each that
// was stored. What is stored was received before, if the loads say so; otherwise it may have
// come on top.
func Came(received, stored []float64) float64 {
	came := total(received)
	if len(received) == 0 || !repeats(stored, received) {
		came += total(stored)
	}
	return came
}

func total(loads []float64) (kg float64) {
	for _, load := range loads {
		kg += load
	}
	return kg
}

// repeats reports whether what was stored is what was received, recorded once more: load by
// load, or all of it at once.
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

// supply collects what there can be of a lot: each load that arrived, and what was made.
type supply struct {
	loads    [Stages][]float64
	made     []madeLoad
	entries  int
	unsaid   bool // some record gives no mass of this lot alone
	first    Day  // that it arrived
	arrivals int
	undated  bool // some arrival does not say its day
}

// madeLoad is what a record made of a lot.
type madeLoad struct {
	kg    float64
	ended Day
	dried bool // by drying or cleaning, which may come before the lot is received
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
	s.made = append(s.made, madeLoad{r.Kg.Value, r.On.To, r.Kind == dryingCode})
}

// most is the most that there can be of the lot: Unknown if some record does not say how
// much, or none says anything. What was dried before it was received is in the receipts;
// what was made otherwise came on top.
func (s *supply) most() float64 {
	if s.unsaid || len(s.loads[Reception])+len(s.loads[Storage])+len(s.made) == 0 {
		return Unknown
	}
	before, made := 0.0, 0.0
	for _, one := range s.made {
		if one.dried && one.ended != NoDay && s.arrivals > 0 && !s.undated && s.first >= one.ended {
			before += one.kg
		} else {
			made += one.kg
		}
	}
	kg := max(Came(s.loads[Reception], s.loads[Storage]), before) + made
	if kg <= 0 { // nobody weighs nothing: it was not weighed yet
		return Unknown
	}
	return kg
}
