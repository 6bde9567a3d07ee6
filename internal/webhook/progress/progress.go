// Package progress is the port for the progress of webhooks: one row for each endpoint, and one for
// each delivery that failed. What is delivered at the first attempt leaves no row.
package progress

import (
	"context"
	"strconv"
	"strings"
	"time"

	"rastro/internal/trace"
)

// State is the progress of an endpoint.
type State struct {
	ID      trace.ID
	Version int64 // of the endpoint's note in the journal
	Active  bool
	// Next is the next position in the log. Replay and ReplayEnd are a stretch that somebody
	// requested again; it is over when they are equal.
	Next, Replay, ReplayEnd int64
	// FailingSince is when the first attempt failed after which none succeeded; zero if the last
	// one did.
	FailingSince time.Time
	LastSuccess  time.Time
	LastAttempt  time.Time
	LastStatus   int
	// Pending is how many deliveries wait for another attempt.
	Pending int
}

// Outcome is what happened to a delivery that failed at first.
type Outcome int

// The outcomes.
const (
	Pending   Outcome = iota // it is tried again
	Delivered                // a later attempt succeeded
	GivenUp                  // all attempts failed
	Withdrawn                // by now the endpoint's key may not read it, or the endpoint does not ask for it
)

// Outcomes are their names on the wire, in the order of the numbers.
var Outcomes = []string{"pendente", "entregue", "falhou", "dispensada"}

func (o Outcome) String() string { return Outcomes[o] }

// Event names an event of the log: a place, and whether it is the signed state that ends there.
type Event struct {
	Place  int64
	Signed bool
}

// String returns the event's name in a delivery's id. It contains no dot and no underscore.
func (e Event) String() string {
	if e.Signed {
		return "c" + strconv.FormatInt(e.Place, 10)
	}
	return strconv.FormatInt(e.Place, 10)
}

// ParseEvent reads what String writes.
func ParseEvent(text string) (e Event, ok bool) {
	text, e.Signed = strings.CutPrefix(text, "c")
	place, err := strconv.ParseInt(text, 10, 64)
	e.Place = place
	return e, err == nil && place >= 0 && strconv.FormatInt(place, 10) == text
}

// Failure is a delivery that failed at least once, or that somebody requested again.
type Failure struct {
	Endpoint trace.ID
	Event
	Type     string
	Outcome  Outcome
	Attempts int
	// Asked: somebody requested it, so its outcome does not affect the endpoint's health.
	Asked   bool
	FirstAt time.Time
	LastAt  time.Time
	NextAt  time.Time // while it is Pending
	Status  int       // of the last answer; 0 for none
	Reason  string    // why there was none
	Took    time.Duration
	Answer  string // its beginning
}

// Query selects failures of an endpoint, by place.
type Query struct {
	Endpoint trace.ID
	// Outcome narrows the selection unless it is negative. Due narrows it to those whose next
	// attempt is due by then.
	Outcome Outcome
	Due     time.Time
	// After is the last one of the page before. Down begins with the newest.
	After *Event
	Down  bool
	Limit int
}

// Reader reads rows.
type Reader interface {
	// HookStates returns states by id, after one.
	HookStates(ctx context.Context, after trace.ID, limit int) ([]State, error)
	// HookState finds a state; ok is false if there is none.
	HookState(ctx context.Context, id trace.ID) (s State, ok bool, err error)
	// HookFailures returns failures.
	HookFailures(ctx context.Context, q Query) ([]Failure, error)
	// HookFailure finds a failure; ok is false if there is none.
	HookFailure(ctx context.Context, endpoint trace.ID, e Event) (f Failure, ok bool, err error)
	// HookTurn returns the number left by the delivering server; 0 if there is none.
	HookTurn(ctx context.Context) (int64, error)
}

// Writer writes rows.
type Writer interface {
	// PutHookState writes the row of an endpoint: its version, whether it is active, since when it
	// has been failing and, for a new one, where it begins.
	PutHookState(ctx context.Context, s State) error
	// MoveHook moves Next, or Replay, and stores the results of the last attempts. Of two servers
	// that move from the same position one commits, and the other runs again.
	MoveHook(ctx context.Context, from, to State) error
	// AskReplay sets the stretch that is delivered again.
	AskReplay(ctx context.Context, id trace.ID, from, end int64) error
	// PutHookFailure writes a failure.
	PutHookFailure(ctx context.Context, f Failure) error
	// DropHook forgets an endpoint, with its failures.
	DropHook(ctx context.Context, id trace.ID) error
	// DropHookFailures forgets failures that are over and whose last attempt is older.
	DropHookFailures(ctx context.Context, before time.Time) error
	// TakeHookTurn replaces the number of the delivering server, if it is still the given one;
	// otherwise the transaction runs again.
	TakeHookTurn(ctx context.Context, before, next int64) error
}

// Store is the part of a store's snapshot or transaction: Reads in both, Writes in the second.
type (
	Reads  interface{ HookReader() Reader }
	Writes interface{ HookWriter() Writer }
)
