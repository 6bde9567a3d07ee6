// Package reminders writes into the journal what time alone brings about: that a validation, and
// with it its certificate, ends soon, or has ended. An entry has a place in the log like any other,
// so readers of the log get it once, in the same order as everyone else.
package reminders

import (
	"context"
	"crypto/sha256"
	"strconv"
	"time"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/trace"
)

// Reader is what the package reads.
type Reader interface{ trace.PageReader }

// Writer reads and writes in a transaction.
type Writer interface {
	trace.LiveReader
	trace.Appender
	trace.ReplyReader
	trace.ReplyWriter
}

// Port is the store as the package sees it.
type Port = trace.Port[Reader, Writer]

// NewPort narrows a store.
func NewPort(store trace.Store) Port {
	return trace.Narrow(store, func(r trace.Reader) Reader { return r }, func(w trace.Writer) Writer { return w })
}

// Days are how many days before its end a validation is announced, the last announcement first.
var Days = []int{7, 30, 60}

const (
	day = 24 * time.Hour
	// lookBack is how long ago a validation may have ended without an announcement, because the
	// server was not running or is new.
	lookBack = 60 * day
	// remembered is how long after the end the announcement is remembered.
	remembered = 120 * day
	page       = 100
)

// Note is the content of an entry. It names the validation, and contains nothing of it but its last
// day.
type Note struct {
	Ended       bool   `json:"vencida"`
	Days        int    `json:"dias"` // before the end, 0 if it is over
	ID          string `json:"id"`
	Version     int64  `json:"versao"`
	HarvestID   string `json:"safraId"`
	HarvestCode string `json:"safraCodigo"`
	LastDay     string `json:"validade"`
}

// Of reads an entry; false for any other version.
func Of(v *trace.Record) (n Note, ok bool) {
	if v.Kind != kind.Reminder || canon.UnmarshalLenient(v.Payload, &n) != nil {
		return n, false
	}
	return n, n.ID != ""
}

// Keeper writes the entries. It is safe for concurrent use, also on several servers.
type Keeper struct {
	store   Port
	journal *trace.Journal
	now     func() time.Time
}

// New returns a Keeper.
func New(store Port, journal *trace.Journal, now func() time.Time) *Keeper {
	return &Keeper{store, journal, now}
}

// Remind reads all live validations and writes the announcements that are due and missing. It
// returns how many entries it wrote. A missed one is not written after a later one: a server that
// was stopped for months announces only the present state.
func (k *Keeper) Remind(ctx context.Context) (written int, err error) {
	q := trace.Query{Kind: kind.ByPrefix(kind.Validation), Order: trace.OldestFirst, Limit: page}
	err = trace.EachRecord(ctx, k.store.Direct().Records, q, func(v *trace.Record) error {
		n, ends, ok := due(v, k.now())
		if !ok {
			return nil
		}
		wrote, err := k.write(ctx, v, n, ends)
		if wrote {
			written++
		}
		return err
	})
	return written, err
}

// due returns the announcement for a validation at an instant. There is none if the end was already
// past, or that near, when the validation was written.
func due(v *trace.Record, now time.Time) (n Note, ends time.Time, ok bool) {
	said := v.Validation()
	ends = said.Ends()
	n = Note{ID: v.ID.String(), Version: v.Version, HarvestID: v.HarvestID, HarvestCode: v.HarvestCode, LastDay: said.LastDay.Format(time.DateOnly)}
	switch {
	case ends.IsZero() || !said.Approved:
		return n, ends, false
	case !now.Before(ends):
		n.Ended = true
		return n, ends, v.UpdatedAt.Before(ends) && now.Sub(ends) < lookBack
	}
	for _, days := range Days {
		if at := ends.Add(-time.Duration(days) * day); !now.Before(at) {
			n.Days = days
			return n, ends, v.UpdatedAt.Before(at)
		}
	}
	return n, ends, false
}

// teller stands for the server among the access keys that answers are kept for. No access key has
// a space.
const teller = "rastro lembretes"

// write writes an entry unless there is one, or the validation changed meanwhile. That it was
// written is stored like the answer to a request, in the same transaction: of two servers one
// commits, and the other runs again and finds it.
func (k *Keeper) write(ctx context.Context, v *trace.Record, n Note, ends time.Time) (wrote bool, err error) {
	name := n.ID + " " + n.LastDay + " " + strconv.Itoa(n.Days)
	if n.Ended {
		name += " vencida"
	}
	body, err := canon.Marshal(n)
	if err != nil {
		return false, err
	}
	err = k.store.Update(ctx, func(w Writer) error {
		wrote = false
		if _, err := w.Reply(ctx, teller, name); !trace.Is(err, trace.CodeRecordNotFound) {
			return err
		}
		now, err := w.Record(ctx, v.ID)
		if trace.Is(err, trace.CodeRecordNotFound) || trace.Is(err, trace.CodeErased) || err == nil && now.Version != v.Version {
			return nil // the next look decides
		}
		if err != nil {
			return err
		}
		if err := k.journal.Note(ctx, w, kind.Reminder, nil, body); err != nil {
			return err
		}
		wrote = true
		return w.PutReply(ctx, trace.Reply{AccessKey: teller, Name: name, Request: sha256.Sum256(body), Data: []byte(`{}`), ExpiresAt: ends.Add(remembered)})
	})
	return wrote, err
}
