// Package submit files due diligence statements with the EU's system, amends and withdraws them
// within the time that the system allows, and notes the results. Nothing is sent unless an operator
// has configured it.
package submit

import (
	"context"
	"errors"
	"slices"
	"time"

	"rastro/internal/eudr"
	"rastro/internal/eudr/dds"
	"rastro/internal/eudr/draft"
	"rastro/internal/eudr/traces"
	"rastro/internal/filings"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// System is the EU's system; traces.Client documents each method.
type System interface {
	Submit(ctx context.Context, s *dds.Statement) (string, error)
	Amend(ctx context.Context, uuid string, s *dds.Statement) (traces.Status, error)
	Withdraw(ctx context.Context, uuid string) (traces.Status, error)
	Ask(ctx context.Context, uuids ...string) ([]traces.Overview, error)
}

// Filings notes filings; filings.FilingKeeper documents each method.
type Filings interface {
	BeginFiling(ctx context.Context, by *trace.Key, lots []string, once *trace.Idempotency) (*filings.Begun, error)
	BeginChange(ctx context.Context, by *trace.Key, lots []string) (*filings.Begun, error)
	FileStatement(ctx context.Context, by *trace.Key, r filings.Request, once *trace.Idempotency) ([]filings.Filing, bool, error)
	FilingsOf(ctx context.Context, by *trace.Key, codes []string) ([]filings.Filing, error)
	Filing(ctx context.Context, by *trace.Key, id string) (filings.Filing, error)
}

// Options say who files.
type Options struct {
	System  System
	Filings Filings
	// Organization is the one that has the account in the EU's system; only its members file.
	// "": only callers of no organisation do.
	Organization string
	Now          func() time.Time
}

// Sender files statements. A nil one files nothing, and says so.
type Sender struct{ o Options }

// New returns a Sender.
func New(o Options) *Sender { return &Sender{o} }

// Changeable is how long the system lets a statement be amended or withdrawn.
const Changeable = 72 * time.Hour

// may fails unless the caller files under the account that was set up.
func (s *Sender) may(by *trace.Key) error {
	if s == nil {
		return trace.Fail(trace.CodeEUOff)
	}
	if err := by.Need(trace.Write); err != nil {
		return err
	}
	m := by.Member()
	if m == nil && s.o.Organization == "" || m != nil && s.o.Organization != "" && slices.Contains(m.Names, lang.Fold(s.o.Organization)) {
		return nil
	}
	return trace.Fail(trace.CodeEUNotYours)
}

// Send drafts a statement, files it and notes it for its lots. It files at most once per
// Idempotency-Key, which is required. After a call that broke off, it is unknown whether it was
// filed: then Send fails with CodeEUUnknown, and a person must look at the EU's system.
func (s *Sender) Send(ctx context.Context, desk eudr.Preparer, ask *draft.Request, once *trace.Idempotency) (all []filings.Filing, replayed bool, err error) {
	if err := s.may(desk.By); err != nil {
		return nil, false, err
	}
	if once == nil {
		return nil, false, trace.BadParameter("Idempotency-Key", "1–200 ASCII")
	}
	made, err := draft.Make(ctx, desk, ask)
	if err != nil {
		return nil, false, err
	}
	begun, err := s.o.Filings.BeginFiling(ctx, desk.By, made.Lots, once)
	if err != nil {
		return nil, false, err
	}
	if begun.Before != "" {
		all, err := s.again(ctx, desk.By, begun.Before, made.Lots)
		return all, true, err
	}
	uuid, err := s.o.System.Submit(ctx, made.Statement)
	if err != nil {
		return nil, false, failed(err)
	}
	return s.o.Filings.FileStatement(context.WithoutCancel(ctx), desk.By, filings.Request{Begun: begun, Lots: made.Lots, UUID: uuid, State: string(traces.Submitted), Since: s.now()}, once)
}

// again returns the answer to a request that was answered before.
func (s *Sender) again(ctx context.Context, by *trace.Key, id string, lots []string) ([]filings.Filing, error) {
	first, err := s.o.Filings.Filing(ctx, by, id)
	if err != nil {
		return nil, err
	}
	return s.of(ctx, by, first.UUID, lots)
}

// of returns the filings of one statement, for its lots.
func (s *Sender) of(ctx context.Context, by *trace.Key, uuid string, lots []string) ([]filings.Filing, error) {
	found, err := s.o.Filings.FilingsOf(ctx, by, lots)
	found = slices.DeleteFunc(found, func(f filings.Filing) bool { return f.UUID != uuid })
	for i := range found {
		found[i].Inherited = false
	}
	return found, err
}

// Refresh queries the status of a statement in the system, and notes it.
func (s *Sender) Refresh(ctx context.Context, by *trace.Key, id string) ([]filings.Filing, error) {
	f, err := s.sent(ctx, by, id)
	if err != nil {
		return nil, err
	}
	begun, err := s.o.Filings.BeginChange(ctx, by, f.Lots)
	if err != nil {
		return nil, err
	}
	told, err := s.o.System.Ask(ctx, f.UUID)
	if err != nil {
		return nil, failed(err)
	}
	at := slices.IndexFunc(told, func(o traces.Overview) bool { return o.UUID == f.UUID })
	if at < 0 {
		return nil, failed(&traces.Error{Kind: traces.NotFound})
	}
	o := &told[at]
	r := filings.Request{Begun: begun, Lots: f.Lots, Reference: o.ReferenceNumber, Verification: o.VerificationNumber, UUID: f.UUID, State: string(o.Status), Since: f.Since}
	if r.State != f.State {
		if r.Since = s.now(); !o.At.IsZero() {
			r.Since = o.At.UTC().Format(time.RFC3339)
		}
	}
	return s.note(ctx, by, r)
}

// Amend replaces a filed statement with another one, for the same lots.
func (s *Sender) Amend(ctx context.Context, desk eudr.Preparer, id string, ask *draft.Request) ([]filings.Filing, error) {
	f, begun, err := s.changeable(ctx, desk.By, id)
	if err != nil {
		return nil, err
	}
	ask.Lots = f.Lots
	made, err := draft.Make(ctx, desk, ask)
	if err != nil {
		return nil, err
	}
	status, err := s.o.System.Amend(ctx, f.UUID, made.Statement)
	return s.changed(ctx, desk.By, f, begun, status, err)
}

// Withdraw withdraws a statement.
func (s *Sender) Withdraw(ctx context.Context, by *trace.Key, id string) ([]filings.Filing, error) {
	f, begun, err := s.changeable(ctx, by, id)
	if err != nil {
		return nil, err
	}
	status, err := s.o.System.Withdraw(ctx, f.UUID)
	return s.changed(ctx, by, f, begun, status, err)
}

func (s *Sender) changed(ctx context.Context, by *trace.Key, f filings.Filing, begun *filings.Begun, status traces.Status, err error) ([]filings.Filing, error) {
	if err != nil {
		return nil, failed(err)
	}
	return s.note(ctx, by, filings.Request{Begun: begun, Lots: f.Lots, Reference: f.Reference, Verification: f.Verification, UUID: f.UUID, State: string(status), Since: s.now()})
}

// note notes the system's answer, even if the caller has hung up.
func (s *Sender) note(ctx context.Context, by *trace.Key, r filings.Request) ([]filings.Filing, error) {
	if !slices.Contains(filings.States, r.State) {
		return nil, failed(&traces.Error{Kind: traces.Unreadable})
	}
	all, _, err := s.o.Filings.FileStatement(context.WithoutCancel(ctx), by, r, nil)
	return all, err
}

// sent returns a filing that the caller may read and that has the system's own id.
func (s *Sender) sent(ctx context.Context, by *trace.Key, id string) (f filings.Filing, err error) {
	if err := s.may(by); err != nil {
		return f, err
	}
	if f, err = s.o.Filings.Filing(ctx, by, id); err == nil && f.UUID == "" {
		err = trace.Fail(trace.CodeEUNoUUID)
	}
	return f, err
}

// changeable returns a filing that may still be amended or withdrawn, and where that is noted.
func (s *Sender) changeable(ctx context.Context, by *trace.Key, id string) (f filings.Filing, begun *filings.Begun, err error) {
	if f, err = s.sent(ctx, by, id); err != nil {
		return f, nil, err
	}
	if s.o.Now().Sub(f.ID.Time()) > Changeable {
		return f, nil, trace.Fail(trace.CodeEUTooLate)
	}
	begun, err = s.o.Filings.BeginChange(ctx, by, f.Lots)
	return f, begun, err
}

func (s *Sender) now() string { return s.o.Now().UTC().Format(time.RFC3339) }

// failed returns the error for a failed call of the system: what it refused, with its reasons, or
// that it could not be reached. The system's texts are passed on; nothing that was sent is.
func failed(err error) error {
	var e *traces.Error
	if !errors.As(err, &e) {
		return err
	}
	text := traces.Texts[e.Kind]
	code := trace.CodeEURefused
	switch e.Kind {
	case traces.Unreachable, traces.Unreadable, traces.Failed:
		code = trace.CodeEUUnreachable
	}
	out := trace.Fail(code)
	out.Cause = err
	out.Problems = []trace.Problem{{Field: "dds", Rule: string(code), Message: text}}
	for _, r := range e.Refusals {
		said := r.Message
		if r.Field != "" {
			said = r.Field + ": " + said
		}
		out.Problems = append(out.Problems, trace.Problem{Field: "dds", Rule: r.ID, Message: lang.Text{PT: said, EN: said, ES: said}})
	}
	return out
}
