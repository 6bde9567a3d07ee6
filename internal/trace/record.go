// Package trace is the domain: records from the planting plan to shipment, keys, the phases of
// crops, validations, and the journal of their versions. It does not use HTTP or SQL: a store
// implements its Store port, the packages above it are the use cases, and package app puts them
// together.
package trace

import (
	"bytes"
	"time"

	"rastro/internal/check/record"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/lot"
)

// Operation is the change that a version makes to its record. The numbers are stored.
type Operation uint8

// The operations.
const (
	Created Operation = iota + 1
	Updated
	Deleted
	Erased
)

var operationNames = map[Operation]string{Created: "criacao", Updated: "alteracao", Deleted: "exclusao", Erased: "expurgo"}

func (o Operation) String() string { return operationNames[o] }

// Ends reports whether the operation ends a record: its version is not live.
func (o Operation) Ends() bool { return o == Deleted || o == Erased }

// Record is one version of a record. Versions never change. The newest one is live, unless it is a
// deletion.
type Record struct {
	ID          ID
	Kind        *kind.Kind
	HarvestID   string
	HarvestCode string
	// Payload is the record's content, byte for byte as it was sent.
	Payload   []byte
	Version   int64
	Operation Operation
	UpdatedAt time.Time
	CreatedBy string
	UpdatedBy string
	// Salt keeps the commitment from revealing a guessable payload.
	Salt [16]byte
	Hash [32]byte
	// Findings is the packed result of grading when the version was written (see
	// record.Graded.Pack); nil if there was none. Earlier builds wrote the record's
	// members that show it, or only the list of findings, as JSON.
	Findings []byte
	// Code is a validation's public code. Seal is the server's addition next to the payload, as
	// members of a JSON object without its braces: the frozen facts of a validation, and the
	// list of attached files.
	ValidationCode string
	Seal           []byte
	// AfterEnd tells Append that the version before is a deletion, and so not live. What follows it
	// is an erasure, a restoration or a new profile.
	AfterEnd bool
	// State is a validation's state when it was read. It is never stored.
	State *StateReport

	wire []byte // see Kept

	scratch
}

// scratch holds what a write or a reader computes from the record on demand. It is never stored.
type scratch struct {
	serious   *serious // how many serious findings grading found
	lots      *lotRows
	replaces  []lot.Row
	replacing bool
	// replacesGTIN is the GTIN that the version before claimed.
	replacesGTIN []string
	claimed      *claimed
	followsBare  bool // the previous version has no plot
	by           *Key // who writes it
}

// Kept returns a copy of the record for a cache. The copy contains its JSON in Portuguese, which
// then need not be encoded again. It must not be changed.
func (r *Record) Kept() *Record {
	kept := *r
	kept.scratch = scratch{}
	wire, payload := kept.appendJSON(make([]byte, 0, r.Size()), lang.PT)
	if r.reshaped() {
		kept.Payload = bytes.Clone(r.Payload) // the wire form differs from what was sent
	} else {
		kept.Payload = wire[payload : payload+len(r.Payload) : payload+len(r.Payload)]
	}
	kept.wire = wire
	return &kept
}

// Size is roughly the length of the record's JSON, and rarely less.
func (r *Record) Size() int { return len(r.Payload) + len(r.Findings) + len(r.Seal) + 640 }

// Weight is roughly how many bytes a kept record takes.
func (r *Record) Weight() int {
	weight := len(r.wire) + len(r.Findings) + len(r.Seal) + 512
	if r.reshaped() {
		weight += len(r.Payload)
	}
	return weight
}

// CreatedAt is when the record's first version was written.
func (r *Record) CreatedAt() time.Time { return r.ID.Time() }

// Gone reports whether the version's payload and salt were destroyed by an erasure.
// Its commitment stays, and can no longer be recomputed.
func (r *Record) Gone() bool { return len(r.Payload) == 0 }

// remarked reports whether grading found more than identifiers when the version was written.
func (r *Record) remarked() bool {
	if len(r.Findings) == 0 {
		return false
	}
	switch r.Findings[0] {
	case '[':
		return true
	case '"':
		return !bytes.HasPrefix(r.Findings, []byte(`"avisos":[]`))
	}
	return record.PackedFindings(r.Findings)
}

// Graded grades the payload. It uses the year of the write, so the result never changes.
func (r *Record) Graded() record.Graded {
	return record.Grade(r.Kind, r.Payload, r.UpdatedAt.UTC().Year())
}

// Withhold removes from the response to a write what a write-only key did not send: the previous
// version, the record's creator, and a validation's findings.
func (r *Record) Withhold(by *Key) {
	if by.Reads(r.HarvestID) {
		return
	}
	r.wire, r.Seal, r.State = nil, nil, nil
	if r.Version > 1 {
		r.CreatedBy = ""
	}
	if r.Operation == Deleted {
		r.Payload, r.Findings, r.HarvestCode = []byte("{}"), nil, "" // an object, as the contract requires
	}
}
