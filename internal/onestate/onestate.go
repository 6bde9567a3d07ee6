// Package onestate says which snapshots must show one state of the whole store. On one server every
// snapshot does. A distributed store must delay commits for a moment to provide one, so only code
// that compares rows with each other requests it.
package onestate

import "context"

type key struct{}

// Need makes the snapshots under a context show one state of the store.
func Need(ctx context.Context) context.Context { return context.WithValue(ctx, key{}, true) }

// Needed reports whether the snapshots must show one state.
func Needed(ctx context.Context) bool { return ctx.Value(key{}) != nil }
