package account

import (
	"context"
	"time"

	"rastro/internal/account/credential"
	"rastro/internal/trace"
)

// Strangers begin ceremonies, so their number is limited: beyond maxCeremonies the oldest end. Each
// server checks at every sweepEvery-th ceremony that it begins, which also limits the cost of the
// checks.
const (
	maxCeremonies = 2_000
	sweepEvery    = 100
)

// BeginCeremony stores, for every server, what a sign-in at another place must remember until the
// browser returns. It returns the token with which the browser retrieves it, once.
func (k *Keeper) BeginCeremony(ctx context.Context, kept string, lifetime time.Duration) (token string, err error) {
	token, ticket, err := k.newTicket(trace.ID{}, credential.Ceremony, "", lifetime)
	if err != nil {
		return "", err
	}
	ticket.Kept = kept
	sweep := k.begun.Add(1)%sweepEvery == 0
	return token, k.store.Update(ctx, func(w Writers) error {
		if sweep {
			if err := endOldest(ctx, w); err != nil {
				return err
			}
		}
		return w.PutTicket(ctx, ticket)
	})
}

// endOldest ends surplus ceremonies. They do not belong to anybody yet.
func endOldest(ctx context.Context, w Writers) error {
	all, err := w.Tickets(ctx, trace.ID{}) // the newest first
	if err != nil {
		return err
	}
	kept := 0
	for i := range all {
		if all[i].Purpose != credential.Ceremony {
			continue
		}
		if kept++; kept < maxCeremonies {
			continue
		}
		err := w.TakeTicket(ctx, all[i].Digest)
		if err != nil && !trace.Is(err, trace.CodeUnauthenticated) { // its owner came back meanwhile
			return err
		}
	}
	return nil
}

// TakeCeremony ends a ceremony and returns what it stored; CodeLinkSpent if it is over.
func (k *Keeper) TakeCeremony(ctx context.Context, token string) (kept string, err error) {
	err = k.store.Update(ctx, func(w Writers) error {
		ticket, err := w.Ticket(ctx, digest(token))
		if err != nil {
			return err
		}
		if ticket.Purpose != credential.Ceremony || !k.now().Before(ticket.ExpiresAt) {
			return trace.Fail(trace.CodeUnauthenticated)
		}
		kept = ticket.Kept
		return w.TakeTicket(ctx, ticket.Digest)
	})
	if trace.Is(err, trace.CodeUnauthenticated) {
		return "", trace.Fail(trace.CodeLinkSpent)
	}
	return kept, err
}
