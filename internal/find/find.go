// Package find searches everything that a caller may read for one text: harvests, lots, plates,
// invoices, records, validations, people and organisations. Each source uses an index of its own,
// so a search costs what it finds, whatever the size of the store.
package find

import (
	"context"
	"log/slog"
	"slices"
	"strings"

	"rastro/internal/account"
	"rastro/internal/find/term"
	"rastro/internal/lang"
	"rastro/internal/lot"
	"rastro/internal/organization"
	"rastro/internal/trace"
)

// Reader is what the package reads.
type Reader interface {
	term.Reader
	trace.LoggedReader
	Record(ctx context.Context, id trace.ID) (*trace.Record, error)
	Validation(ctx context.Context, code string) (trace.Record, error)
	Harvests(ctx context.Context, q trace.HarvestQuery) ([]trace.Harvest, error)
	EachLotRow(ctx context.Context, q trace.LotQuery, fn func(*lot.Row) error) error
	Log(ctx context.Context) (trace.LogState, error)
	Erasures(ctx context.Context) (int64, error)
}

// Writer fills the index. An erasure drops the terms of its record, so whoever adds terms must know
// of every erasure since they were read.
type Writer interface {
	term.Writer
	trace.LoggedReader
	BlockErasures(ctx context.Context) (int64, error)
}

// Port is the store as the package sees it.
type Port = trace.Port[Reader, Writer]

// NewPort returns the port of a store. Terms are not part of trace.Store, because nothing else uses
// them; the engine's snapshots and transactions implement them.
func NewPort(store trace.Store) Port {
	return trace.Narrow(store, func(r trace.Reader) Reader {
		found, _ := r.(Reader) // a store outside a snapshot is not queried
		return found
	}, func(w trace.Writer) Writer { return w.(Writer) })
}

// People lists people whom a caller manages.
type People interface {
	People(ctx context.Context, by *trace.Key, search string, after *account.Person, limit int) ([]account.Person, bool, error)
}

// Organizations reads organisations.
type Organizations interface {
	Organization(ctx context.Context, by *trace.Key, id string) (organization.Organization, error)
}

// Finder searches. It is safe for concurrent use.
type Finder struct {
	store         Port
	people        People
	organizations Organizations
	log           *slog.Logger
	tail          tail
}

// New returns a Finder.
func New(store Port, people People, organizations Organizations, log *slog.Logger) *Finder {
	return &Finder{store, people, organizations, log, tail{turn: make(chan struct{}, 1)}}
}

// MaxText is how many bytes of a text are looked for.
const MaxText = 200

// Hit is a result. Its type determines which of its members are set.
type Hit struct {
	// Text is what matched, as written there.
	Text  string
	Exact bool // it equals the search text, rather than only beginning with it

	HarvestID    string
	Lot          string
	Record       *trace.Record // as the caller may see it; not to be changed
	Validation   string        // its code
	Person       *account.Person
	Organization *organization.Organization
}

// Group is the result of a source: those equal to the text come first.
type Group struct {
	Source *Source
	Hits   []Hit
	More   bool // there are others
}

// Find searches for a text, with a maximum number of hits per source. Groups with something that
// equals the text come first. What the caller may not read is not among the hits.
func (f *Finder) Find(ctx context.Context, by *trace.Key, text string, most int) ([]Group, error) {
	w := newWanted(text)
	if w.folded == "" {
		return nil, nil
	}
	searched := &search{Finder: f, by: by, want: w, most: most + 1}
	found := make([][]Hit, len(Sources))
	err := f.store.View(ctx, func(r Reader) (err error) {
		searched.r = r
		if searched.late, err = searched.unindexed(ctx); err != nil {
			return err
		}
		for i := range Sources {
			if s := &Sources[i]; s.find != nil && s.open(by) {
				if found[i], err = s.find(searched, ctx); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var groups []Group
	for i := range Sources {
		s, hits := &Sources[i], found[i]
		if s.after != nil && s.open(by) {
			if hits, err = s.after(searched, ctx, hits); err != nil {
				return nil, err
			}
		}
		if len(hits) == 0 {
			continue
		}
		slices.SortStableFunc(hits, func(a, b Hit) int { return exactFirst(a.Exact, b.Exact) })
		groups = append(groups, Group{Source: s, Hits: hits[:min(len(hits), most)], More: len(hits) > most})
	}
	slices.SortStableFunc(groups, func(a, b Group) int { return exactFirst(a.Hits[0].Exact, b.Hits[0].Exact) })
	return groups, nil
}

func exactFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// wanted is the search text.
type wanted struct {
	text   string
	folded string // see term.Fold
	number string // the digits, without leading zeros, if there is nothing else but "NF"; "" otherwise
}

func newWanted(text string) wanted {
	text = strings.ToValidUTF8(strings.ReplaceAll(strings.TrimSpace(text), "\x00", ""), "")
	text = lang.Clip(text, MaxText)
	w := wanted{text: text, folded: term.Fold(text)}
	if digits := strings.TrimPrefix(w.folded, "NF"); strings.Trim(digits, "0123456789") == "" {
		w.number = strings.TrimLeft(digits, "0")
	}
	return w
}
