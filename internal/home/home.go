// Package home says to which harvest everything belongs that a transaction writes. One server
// writes everything anyway. A store that is spread over several commits what has a home together
// with others that live on the same server, in one step; what has none may be on all of them.
//
// It is a hint: what is written, and whether it is right, does not depend on it. And it is only
// worked out by a store that asks.
package home

import (
	"context"

	"rastro/internal/kind"
	"rastro/internal/trace"
)

type key struct{}

// OfRecord says that the transactions under a context write a new record, and nothing else.
func OfRecord(ctx context.Context, r *trace.Record) context.Context {
	return context.WithValue(ctx, key{}, r)
}

// change is of a record that is not read yet.
type change struct {
	kind          *kind.Kind
	id, harvestID string
}

// OfChange says that they change a record, which an id names or, if that is empty, a harvest.
func OfChange(ctx context.Context, k *kind.Kind, id, harvestID string) context.Context {
	return context.WithValue(ctx, key{}, change{k, id, harvestID})
}

// Partition is that of the harvest to which everything belongs that the transactions under a
// context write; ok is false if something belongs elsewhere, or that is not known.
func Partition(ctx context.Context) (partition uint16, ok bool) {
	switch w := ctx.Value(key{}).(type) {
	case *trace.Record:
		return ofRecord(w)
	case change:
		return w.partition()
	}
	return 0, false
}

// ofRecord returns where a new record is, unless it names lots or codes, which belong to everyone who
// names them.
func ofRecord(r *trace.Record) (partition uint16, ok bool) {
	if r.Version > 1 || r.Kind.IsChange() || r.Kind.IsValidation() {
		return 0, false
	}
	for _, row := range r.GraphRows() {
		if !row.Role.Light() {
			return 0, false
		}
	}
	return r.ID.Partition(), true
}

// partition returns where a record of a kind that names no lots is, with everything that it ever said.
func (c change) partition() (partition uint16, ok bool) {
	if c.kind.NamesLots() || c.kind.IsValidation() {
		return 0, false
	}
	if c.id == "" {
		return trace.PartitionOf(c.harvestID), true
	}
	id, ok := trace.ParseID(c.id)
	return id.Partition(), ok
}
