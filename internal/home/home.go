// Package home says to which harvest everything belongs that a transaction writes. One server
// writes everything anyway. A store that is spread over several commits what has a home together
// with others that live on the same server, in one step; what has none may be on all of them.
//
// It is a hint: what is written, and whether it is right, does not depend on it.
package home

import "context"

// Write is what a transaction writes. Home is only asked by a store that is spread.
type Write interface {
	// Home returns the partition of the harvest to which everything belongs; ok is false if
	// something belongs elsewhere, or that is not known.
	Home() (partition uint16, ok bool)
}

type key struct{}

// Of says what the transactions under a context write.
func Of(ctx context.Context, w Write) context.Context { return context.WithValue(ctx, key{}, w) }

// Partition is where the transactions under a context write; ok is false if nobody said.
func Partition(ctx context.Context) (partition uint16, ok bool) {
	w, ok := ctx.Value(key{}).(Write)
	if !ok {
		return 0, false
	}
	return w.Home()
}
