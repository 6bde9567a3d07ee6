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

// Vault keeps, outside the store, what a restored backup must not bring back:
// the log's signing key, and the last checkpoint that this server published. What a
// method writes is durable when it returns.
type Vault interface {
	// Key returns the signing key; "" when there is none. KeyPlace says where it
	// is, for messages.
	Key() (string, error)
	KeyPlace() string
	// PutKey keeps the first key. It never replaces one.
	PutKey(secret string) error
	// Checkpoint returns the last checkpoint that was kept; nil when there is
	// none. CheckpointPlace says where it is, for messages.
	Checkpoint() ([]byte, error)
	CheckpointPlace() string
	// Swap keeps next in place of old, or if none is kept. If a checkpoint other than
	// old is kept, it does nothing and reports moved.
	Swap(old, next []byte) (moved bool, err error)
	// StageKey keeps a key in addition to the one in use, and StagedKey returns it; ""
	// when there is none. Promote puts it into use, with its first checkpoint,
	// and retires the key before it; after a crash it can run again.
	StageKey(secret string) error
	StagedKey() (string, error)
	Promote(checkpoint []byte) error
}
