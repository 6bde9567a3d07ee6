package account

import (
	"context"
	"time"

	"rastro/internal/account/credential"
	"rastro/internal/trace"
)

// BeginCeremony keeps what a sign-in that goes on elsewhere must remember until it comes back,
// on every server, and returns the token by which the browser gets it back, once.
func (k *Keeper) BeginCeremony(ctx context.Context, kept string, lifetime time.Duration) (token string, err error) {
	token, ticket, err := k.newTicket(trace.ID{}, credential.Ceremony, "", lifetime)
	if err != nil {
		return "", err
	}
	ticket.Kept = kept
	return token, k.store.Update(ctx, func(w Writers) error { return w.PutTicket(ctx, ticket) })
}

// TakeCeremony ends a ceremony and returns what it kept; CodeLinkSpent if it is over.
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
