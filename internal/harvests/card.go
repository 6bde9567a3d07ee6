package harvests

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"rastro/internal/check/harvest"
	"rastro/internal/check/harvest/facts"
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/personal"
	"rastro/internal/profile"
	"rastro/internal/review"
	"rastro/internal/trace"
	"rastro/internal/verdict"
)

// State identifies everything in its own harvest that a card is made from. Its numbers only
// grow, so it never means two things, on any server. Facts of other harvests are read again each
// time.
type State struct {
	HarvestID string
	Target    harvest.Target
	Versions  int64 // of the harvest
	Catalogue int64 // revision of the phases
	Year      int   // now: identifiers of later years do not count
	// Reader is what a limited caller may read ("" for all): a review shows such a caller nothing
	// more.
	Reader string
}

// Memory remembers cards. It may forget any of them at any time, and is
// safe for concurrent use.
type Memory interface {
	Get(State) (*Card, bool)
	Put(State, *Card)
}

// NoMemory is a Memory that remembers no card.
type NoMemory struct{}

// Get always misses.
func (NoMemory) Get(State) (*Card, bool) { return nil, false }

// Put drops the card.
func (NoMemory) Put(State, *Card) {}

// Unreviewed says why a card contains only its harvest's name.
type Unreviewed string

// The reasons; "" means that it was reviewed.
const (
	HarvestTooLarge  Unreviewed = "SAFRA_GRANDE" // more versions than Limits allows
	HarvestPostponed Unreviewed = "ADIADA"       // the request had reviewed enough
	HarvestDamaged   Unreviewed = "DANIFICADA"   // its records cannot be read, or belong to another harvest
)

// Card is a harvest in a list. It does not change once made.
type Card struct {
	HarvestID string
	// Unreviewed: the rest of the card is empty.
	Unreviewed Unreviewed
	Limit      int64 // of versions, if it is HarvestTooLarge

	Season string // of the newest record that has one
	// SeasonName is the same for every spelling of the same years.
	SeasonName string
	Crop       string // canonical name, "" when the records do not say
	// Who and where, as the profile or the records say.
	Name, Producer, Farm, Town, UF string
	// From and To are the first and the last day that the records mention; if they mention none
	// (not Dated), when they were written.
	From, To time.Time
	Dated    bool
	// CreatedAt is when the first live record was created, ChangedAt when
	// anything of the harvest changed last.
	CreatedAt, ChangedAt time.Time
	Kinds                []KindCount // in the order of the phases
	Total                int
	Target               harvest.Target
	// Found is the verdict of the records alone; Verdict adds the validation.
	Found verdict.Verdict
	Worst *finding.Finding // nil without findings
	// Excess is the finding that more left the harvest than was weighed at it; nil if none.
	Excess     *finding.Finding
	Validation *review.LastValidation // nil without any, live or deleted

	// What others may dispute or cite: lots that the harvest's validations name, and
	// those that its records identify or make.
	named review.ValidatedLots
	known []string
	// questions are the review's questions about other harvests, answered their answers: the card
	// is valid as long as the answers stay the same.
	questions review.Questions
	answered  review.AnswersDigest
}

// Weight is about how many bytes the card takes.
func (c *Card) Weight() int {
	weight := 4096 + 100*len(c.named) + 40*len(c.known) + c.questions.Weight()
	for _, f := range []*finding.Finding{c.Worst, c.Excess} {
		if f != nil {
			weight += 200 * (len(f.Records) + len(f.Args) + len(f.Words))
		}
	}
	return weight
}

// Verdict returns the verdict on the harvest at an instant.
func (c *Card) Verdict(now time.Time) verdict.Verdict { return c.Validation.Joined(c.Found, now) }

// KindCount is the number of live records of a kind.
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

// draw makes the card of a harvest and caches it under the state that it was made from, which may
// be newer than requested. Only a few are made at once, so that lists do not block everyone else.
// It returns nil if the harvest has no live record any more.
func (s *Lister) draw(ctx context.Context, by *trace.Key, state State, memory Memory) (*Card, error) {
	select {
	case s.drawing <- struct{}{}:
		defer func() { <-s.drawing }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	recalled, err := s.recall(ctx, by, []State{state}, memory)
	if card := recalled[state.HarvestID]; card != nil || err != nil { // someone made it while we waited
		return card, err
	}
	var card *Card
	err = s.store.View(ctx, func(r Readers) error {
		card = nil
		found, err := r.Harvests(ctx, trace.HarvestQuery{Reach: trace.Only(state.HarvestID), Limit: 1, CountTo: s.harvests.Versions + 1})
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
		if card, err = s.card(ctx, r, by, state); err != nil {
			return err
		}
		memory.Put(state, card)
		return nil
	})
	return card, err
}

// recall returns the cached cards for some states that are still valid, by harvest: nothing in the
// harvest changed, and others say the same about its lots and land as when the card was made.
func (s *Lister) recall(ctx context.Context, by *trace.Key, states []State, memory Memory) (map[string]*Card, error) {
	var cards []*Card
	var asked []review.OthersQuery
	for i := range states {
		if card, ok := memory.Get(states[i]); ok {
			cards, asked = append(cards, card), append(asked, review.OthersQuery{HarvestID: card.HarvestID, Questions: &card.questions})
		}
	}
	if len(cards) == 0 {
		return nil, nil
	}
	var now []review.AnswersDigest
	err := s.store.View(ctx, func(r Readers) (err error) {
		now, err = s.reviewer.AskOthers(ctx, r.Review, by, asked)
		return err
	})
	if err != nil {
		return nil, err
	}
	right := make(map[string]*Card, len(cards))
	for i, card := range cards {
		if now[i] == card.answered {
			right[card.HarvestID] = card
		}
	}
	return right, nil
}

func (s *Lister) card(ctx context.Context, r Readers, by *trace.Key, state State) (*Card, error) {
	card := &Card{HarvestID: state.HarvestID, Target: state.Target, named: review.ValidatedLots{}}
	var coded time.Time
	look, err := s.reviewer.Look(ctx, r.Review, by, state.HarvestID, state.Target, state.Catalogue, func(v *trace.Record) {
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
	})
	if err != nil {
		return nil, err
	}
	book := look.Book
	if book.Len() == 0 { // its state in this snapshot says that it has live records
		return nil, &trace.Error{Code: trace.CodeStoreDamaged, Cause: fmt.Errorf("the records of harvest %q are in the place of another: run 'rastro verify'", state.HarvestID)}
	}
	ended, err := r.LastEnd(ctx, state.HarvestID)
	if err != nil {
		return nil, err
	}
	if ended.After(card.ChangedAt) {
		card.ChangedAt = ended
	}
	card.Crop, card.Found, card.Validation = look.Crop, look.Review.Verdict(), look.Validation
	card.questions, card.answered = look.Questions, look.Answers
	value := book.Values()
	card.Season = cmp.Or(card.Season, value(profile.Season).Text)
	card.SeasonName = facts.SeasonName(card.Season)
	card.Name, card.Producer, card.Farm = value(profile.Name).Text, value(profile.Producer).Text, value(profile.Farm).Text
	if personal.Hidden(by) {
		card.Name, card.Producer, card.Farm = "", "", ""
	}
	card.Town, card.UF = value(profile.Town).Text, value(profile.State).Text
	card.From, card.To = book.Period()
	card.Dated = book.Dated()
	card.Excess = look.Review.Excess
	if len(look.Findings) > 0 {
		worst := look.Findings[0] // a copy, because the rest is not kept
		card.Worst = &worst
	}
	card.known = book.KnownLots()
	card.known = card.known[:min(len(card.known), review.MaxOtherLots)]
	for _, k := range kind.All { // the profile is not counted: it is about the harvest, and not one of its records
		if n := book.Count(k); n > 0 {
			card.Kinds = append(card.Kinds, KindCount{k, n})
			card.Total += n
		}
	}
	return card, nil
}
