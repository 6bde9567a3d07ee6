package account

import (
	"context"
	"sync"
	"time"

	"rastro/internal/account/credential"
	"rastro/internal/trace"
)

// Strangers begin ceremonies, so their number is limited: beyond maxCeremonies the oldest end. Each
// server checks once in every sweepEvery ceremonies that it begins, which also limits the cost of
// the checks.
const (
	maxCeremonies = 2_000
	sweepEvery    = 100
)

// Each server ends the oldest ceremony of a network that begins more than maxOfNetwork, so that one
// network cannot end those of others. An office whose people all sign in at the same minute fits.
const (
	maxOfNetwork = 100
	maxNetworks  = maxCeremonies
	// maxCeremonyTime is longer than any ceremony lasts.
	maxCeremonyTime = time.Hour
)

// begun are the ceremonies that one network began at this server.
type begun struct {
	mu      sync.Mutex
	digests [][32]byte // at most maxOfNetwork
	next    int        // the oldest, once there are that many
}

// add adds a ceremony and returns the one that it replaces, if there is one.
func (b *begun) add(digest [32]byte) (oldest [32]byte, full bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.digests) < maxOfNetwork {
		b.digests = append(b.digests, digest)
		return oldest, false
	}
	oldest, b.digests[b.next] = b.digests[b.next], digest
	b.next = (b.next + 1) % maxOfNetwork
	return oldest, true
}

// BeginCeremony stores, for every server, what a sign-in at another place must remember until the
// browser returns. It returns the token with which the browser retrieves it, once. network is where
// the browser is.
func (k *Keeper) BeginCeremony(ctx context.Context, network, kept string, lifetime time.Duration) (token string, err error) {
	token, ticket, err := k.newTicket(trace.ID{}, credential.Ceremony, "", lifetime)
	if err != nil {
		return "", err
	}
	ticket.Kept = kept
	sweep := k.begun.Add(1)%sweepEvery == 0
	of, _ := k.networks.ComputeIfAbsent(network, func() (*begun, bool) { return &begun{}, false })
	oldest, full := of.add(ticket.Digest)
	return token, k.store.Update(ctx, func(w Writers) error {
		if full {
			if err := endCeremony(ctx, w, oldest); err != nil {
				return err
			}
		}
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
		if err := endCeremony(ctx, w, all[i].Digest); err != nil {
			return err
		}
	}
	return nil
}

// endCeremony ends a ceremony, unless its owner came back meanwhile.
func endCeremony(ctx context.Context, w Writers, digest [32]byte) error {
	err := w.TakeTicket(ctx, digest)
	if trace.Is(err, trace.CodeUnauthenticated) {
		return nil
	}
	return err
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
