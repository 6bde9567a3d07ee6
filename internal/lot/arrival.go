package lot

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
