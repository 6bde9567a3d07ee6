package trace

import (
	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/ledger"
)

// Adoption is the result of continuing a log under a new name.
type Adoption struct {
	Origin      string             `json:"origem"`
	VerifierKey string             `json:"chave"`
	Predecessor ledger.Predecessor `json:"antecessor"`
	// Waiting is how many writes the store has that are not in the log yet: they
	// come next in the new one.
	Waiting int64 `json:"-"`
	// Lost is how many entries the old log had signed that the store does not have.
	Lost int64 `json:"-"`
}

// Adopted returns the log that a note says this one continues; ok is false for any
// other version.
func (r *Record) Adopted() (p ledger.Predecessor, ok bool) {
	var note Adoption
	if r.Kind != kind.LogChange || r.Gone() || canon.Unmarshal(r.Payload, &note) != nil {
		return p, false
	}
	return note.Predecessor, true
}

// Health is what a store knows about itself without reading its content.
type Health struct {
	// Gone says that the store's files are no longer where they were opened, so that
	// writes would be lost; nil if they are.
	Gone error
	// Damage says which part of the store cannot be read; "" if none is known.
	Damage string
}
