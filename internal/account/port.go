package account

import (
	"context"

	"rastro/internal/account/credential"
	"rastro/internal/trace"
)

// NewPort returns the port of a store. Credentials are not part of trace.Store, because nothing
// else uses them; the engine's snapshots and transactions implement them.
func NewPort(store trace.Store) Port {
	read := func(r trace.Reader) Reader {
		found, _ := r.(Reader) // a store outside a snapshot is not queried
		return found
	}
	return trace.Narrow(store, read, func(w trace.Writer) Writers {
		return Writers{w.(Writer), w.(FactorStore), w.(RoleStore), w.(JournalWriter)}
	})
}

// Expiry returns the part of a transaction that deletes expired tickets.
func Expiry(w trace.Writer) credential.ExpiryWriter { return w.(credential.ExpiryWriter) }

// read reads something in one snapshot.
func read[T any](ctx context.Context, store *Port, fn func(Reader) (T, error)) (out T, err error) {
	err = store.View(ctx, func(r Reader) (err error) {
		out, err = fn(r)
		return err
	})
	return out, err
}
