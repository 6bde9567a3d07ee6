// Package home determines the harvest to which everything in a transaction belongs. One server
// writes everything anyway. A distributed store commits what has a home together with other rows on
// the same server, in one step; what has none may be on all servers.
//
// It is a hint: what is written, and whether it is right, does not depend on it. It is computed
// only if a store asks for it.
package home

import (
	"context"

	"rastro/internal/kind"
	"rastro/internal/trace"
)

type key struct{}

// OfRecord marks the transactions under a context as writing only a new record.
func OfRecord(ctx context.Context, r *trace.Record) context.Context {
	return context.WithValue(ctx, key{}, r)
}

// change is a change of a record that has not been read yet.
type change struct {
	kind          *kind.Kind
	id, harvestID string
}

// OfChange marks the transactions under a context as changing a record: the one with an id or, if
// that is empty, the one of a harvest.
func OfChange(ctx context.Context, k *kind.Kind, id, harvestID string) context.Context {
	return context.WithValue(ctx, key{}, change{k, id, harvestID})
}

// Partition returns the partition of the harvest to which everything that the transactions under a
// context write belongs; ok is false if something belongs elsewhere, or that is unknown.
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

// partition returns where a record of a kind that names no lots is, with all its earlier content.
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
