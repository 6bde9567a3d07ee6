package harvests

import (
	"context"
	"fmt"
	"slices"
	"time"

	"rastro/internal/check/harvest"
	"rastro/internal/check/harvest/facts"
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/review"
	"rastro/internal/trace"
)

// State identifies everything that a card is made from. Its numbers only grow, so a card kept
// under it is always right, on any server.
type State struct {
	HarvestID string
	Target    harvest.Target
	Versions  int64 // of the harvest
	Catalogue int64 // revision of the phases
	Year      int   // now: identifiers of later years do not count
}

// Memory remembers cards. It may forget any of them at any time, and is
// safe for concurrent use.
type Memory interface {
	Recall(State) (*Card, bool)
	Remember(State, *Card)
}

// Unreviewed says why a card only has the name of its harvest.
type Unreviewed string

// The reasons; "" is none.
const (
	HarvestTooLarge  Unreviewed = "SAFRA_GRANDE" // more versions than Limits allows
	HarvestPostponed Unreviewed = "ADIADA"       // the request had reviewed enough
	HarvestDamaged   Unreviewed = "DANIFICADA"   // its records cannot be read, or are of another harvest
)

// Card is what a list says about a harvest. It does not change once made.
type Card struct {
	HarvestID string
	// Unreviewed: the rest of the card is empty.
	Unreviewed Unreviewed
	Limit      int64 // of versions, where it is HarvestTooLarge

	Season string // of the newest record that has one
	Crop   string // canonical name, "" when the records do not say
	// From and To are the first and the last day that the records mention.
	From, To time.Time
	// CreatedAt is when the first live record was created, ChangedAt when
	// anything of the harvest changed last.
	CreatedAt, ChangedAt time.Time
	Kinds                []KindCount // in the order of the phases
	Total                int
	Target               harvest.Target
	Percent              int
	Present, Missing     int  // of what is asked
	Ready                bool // only the validation is missing
	Summary              finding.Summary
	Worst                *finding.Finding // nil without findings
	Validation           *CardValidation  // the newest live one, nil without any

	// What others may dispute or cite: lots that the harvest's validations name, and
	// those that its records identify or make.
	named review.ValidatedLots
	known []string
}

// Weight is about how many bytes the card takes.
func (c *Card) Weight() int {
	weight := 1024 + 100*len(c.named) + 40*len(c.known)
	if w := c.Worst; w != nil {
		weight += 200 * (len(w.Records) + len(w.Args) + len(w.Words))
	}
	return weight
}

// KindCount is how many live records of a kind there are.
type KindCount struct {
	Kind  *kind.Kind
	Count int
}

func (s *Lister) tooLarge(h trace.Harvest) (*Card, bool) {
	if h.Versions <= s.harvests.Versions {
		return nil, false
	}
	return &Card{HarvestID: h.HarvestID, Unreviewed: HarvestTooLarge, Limit: s.harvests.Versions}, true
}

// draw makes the card of a harvest and remembers it under the state it was made
// of, which may be newer than the one that was asked for. Few are made at once,
// so that lists do not keep everyone else waiting. It is nil if the harvest
// has no live record any more.
func (s *Lister) draw(ctx context.Context, state State, memory Memory) (*Card, error) {
	select {
	case s.drawing <- struct{}{}:
		defer func() { <-s.drawing }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if card, ok := memory.Recall(state); ok { // someone made it while we waited
		return card, nil
	}
	var card *Card
	err := s.store.View(ctx, func(r Reader) error {
		card = nil
		found, err := r.Harvests(ctx, trace.HarvestQuery{HarvestIDs: []string{state.HarvestID}, Limit: 1, CountTo: s.harvests.Versions + 1})
		if err != nil || len(found) == 0 {
			return err
		}
		var large bool
		if card, large = s.tooLarge(found[0]); large {
			return nil
		}
		state.Versions = found[0].Versions
		if state.Catalogue, err = r.PhaseRevision(ctx); err != nil {
			return err
		}
		if card, err = s.card(ctx, r, state); err != nil {
			return err
		}
		memory.Remember(state, card)
		return nil
	})
	return card, err
}

func (s *Lister) card(ctx context.Context, r Reader, state State) (*Card, error) {
	mandatory, err := review.MandatoryKinds(ctx, r)
	if err != nil {
		return nil, err
	}
	card := &Card{HarvestID: state.HarvestID, Target: state.Target, named: review.ValidatedLots{}}
	book := facts.NewBook(state.Year)
	var coded time.Time
	standing := newStanding()
	var claim review.BookClaim
	partition := trace.PartitionOf(state.HarvestID)
	err = r.EachOf(ctx, state.HarvestID, func(v *trace.Record) error {
		if err := v.PlacedIn(state.HarvestID, partition); err != nil {
			return err
		}
		review.Enter(v, book)
		standing.take(v)
		card.named.Take(v)
		if created := v.CreatedAt(); card.CreatedAt.IsZero() || created.Before(card.CreatedAt) {
			card.CreatedAt = created
		}
		if v.UpdatedAt.After(card.ChangedAt) {
			card.ChangedAt = v.UpdatedAt
		}
		if v.HarvestCode != "" && !v.UpdatedAt.Before(coded) {
			card.Season, coded = v.HarvestCode, v.UpdatedAt
		}
		return claim.Take(ctx, v)
	})
	if err != nil {
		return nil, err
	}
	if book.Len() == 0 { // the same snapshot says that it has live records
		return nil, &trace.Error{Code: trace.CodeStoreDamaged, Cause: fmt.Errorf("the records of harvest %q are in the place of another: run 'rastro verify'", state.HarvestID)}
	}
	if card.Validation, err = standing.of(ctx, r); err != nil {
		return nil, err
	}
	ended, err := r.LastEnd(ctx, state.HarvestID)
	if err != nil {
		return nil, err
	}
	if ended.After(card.ChangedAt) {
		card.ChangedAt = ended
	}
	// Without the plots of other harvests, and taking unknown lots for theirs: a
	// card is remembered as long as nothing of its own harvest changes.
	found := harvest.Check(book, harvest.Options{Target: state.Target, Mandatory: mandatory, OtherLots: book.UnknownLots()})
	card.Crop, card.Summary = found.Crop, found.Summary
	card.From, card.To = book.Period()
	card.Percent, card.Present, card.Missing = found.Completeness.Percent, len(found.Completeness.Present), len(found.Completeness.Missing)
	card.Ready = !slices.ContainsFunc(found.Completeness.Missing, func(s harvest.Step) bool { return !s.Kind.IsValidation() })
	if len(found.Findings) > 0 {
		worst := found.Findings[0] // by itself: the rest is not kept
		card.Worst = &worst
	}
	card.known = book.KnownLots()
	card.known = card.known[:min(len(card.known), review.MaxOtherLots)]
	card.Total = book.Len()
	for _, k := range kind.All {
		if n := book.Count(k); n > 0 {
			card.Kinds = append(card.Kinds, KindCount{k, n})
		}
	}
	return card, nil
}
