// Package onestate says which snapshots have to be one state of the whole store. On one server
// every snapshot is. A store that is spread over several has to hold commits up for a moment to
// give one, so only what compares rows with each other asks for it.
package onestate

import "context"

type key struct{}

// Need has the snapshots under a context be one state of the store.
func Need(ctx context.Context) context.Context { return context.WithValue(ctx, key{}, true) }

// Needed reports whether they have to be.
func Needed(ctx context.Context) bool { return ctx.Value(key{}) != nil }
