package changes

import (
	"context"
	"strconv"
	"time"

	"rastro/internal/trace"
)

// Stream is a reader that receives changes as they happen, as server-sent events.
type Stream struct {
	feed *Feed
	by   *trace.Key
	q    Query
	next int64 // the position that comes next
	// signed is the position up to which signed states were sent: one may follow the last entry
	// that a reader got.
	signed int64
	leave  func()
}

// How many places are read, and bytes collected, before the result is sent.
const (
	streamLook  = 500
	streamBytes = 64 << 10
)

// Open begins a stream. It fails as Page does, and with CodeTooManyStreams. Close MUST be called.
// after is the position of the last event that the reader has, if it continues; -1 if it does not.
func (f *Feed) Open(ctx context.Context, by *trace.Key, q Query, after int64) (*Stream, error) {
	if after >= 0 {
		q.Start = Start{From: after + 1}
	}
	if err := q.Need(by); err != nil {
		return nil, err
	}
	leave, err := f.take(by)
	if err != nil {
		return nil, err
	}
	s := &Stream{feed: f, by: by, leave: leave}
	err = f.store.View(ctx, func(r Reader) error {
		state, err := f.log.SignedState(ctx, r)
		if err != nil {
			return err
		}
		s.next, err = q.resolve(ctx, r, state.Tree.Size)
		return err
	})
	if err != nil {
		leave()
		return nil, err
	}
	s.q, s.signed = q, s.next
	if after >= 0 {
		s.signed = after
	}
	return s, nil
}

// Close ends the stream.
func (s *Stream) Close() { s.leave() }

// Run sends events until the reader leaves, the server stops, or the key may no longer read. send
// fails if the reader does not take what it is sent.
func (s *Stream) Run(ctx context.Context, again Again, send func([]byte) error) error {
	beat := time.NewTicker(s.feed.limits.Beat)
	defer beat.Stop()
	out := append([]byte(nil), "retry: 3000\n\n"...)
	for {
		_, _, grown := s.feed.hub.look()
		if err := s.check(again); trace.AsError(err).Class() == trace.Unavailable {
			return err
		} else if err != nil {
			return send(append(out, ending(trace.AsError(err).Code)...))
		}
		more := false
		var err error
		if out, more, err = s.collect(ctx, out); err != nil {
			return err
		}
		if len(out) > 0 {
			if err := send(out); err != nil {
				return err
			}
			out = out[:0]
		}
		if more {
			continue
		}
		select {
		case <-grown:
		case <-beat.C:
			out = s.alive(out)
		case <-ctx.Done():
			return ctx.Err()
		case <-s.feed.hub.over:
			return send(append(out, ending("")...))
		}
	}
}

// check looks up the reader's current rights, and whether it may still make this query.
func (s *Stream) check(again Again) error {
	by, err := again()
	if err != nil {
		return err
	}
	s.by = by
	if err = s.q.Need(by); err != nil && by.ReachErr() != nil {
		return by.ReachErr() // it could not be looked up
	}
	return err
}

// alive returns a comment that keeps the connection open. It also contains the reader's position,
// without an event, so that the reader need not repeat everything when it reconnects.
func (s *Stream) alive(dst []byte) []byte {
	dst = append(dst, ": \n"...)
	if s.next > 0 {
		dst = append(dst, "id: "...)
		dst = append(strconv.AppendInt(dst, s.next-1, 10), '\n')
	}
	return append(dst, '\n')
}

// ending returns the last event of a stream: the server stops, or why the key may no longer read.
func ending(why trace.Code) string {
	return "event: fim\ndata: {\"motivo\":" + strconv.Quote(string(why)) + "}\n\n"
}

// collect appends the next events, and reports whether there are more.
func (s *Stream) collect(ctx context.Context, dst []byte) (_ []byte, more bool, err error) {
	found, ok := s.feed.hub.since(s.next)
	if !ok || s.q.Full || s.signed < s.next { // what is in memory has no records
		return s.behind(ctx, dst)
	}
	source := s.feed.source()
	for i := range found {
		if i == streamLook || len(dst) > streamBytes {
			more = true
			break
		}
		e := &found[i]
		switch {
		case s.q.picks(e) && e.seen(s.by):
			dst = frame(dst, e.kind, e.place)
			dst = append(e.appendFor(dst, s.by), "\n\n"...)
		case s.q.Gaps:
			dst = append(e.renderGap(frame(dst, gap, e.place), source), "\n\n"...)
		}
		if e.signed != nil && s.q.checkpoints() {
			dst = append(append(frame(dst, CheckpointSigned, e.place), e.signed...), "\n\n"...)
		}
		s.next, s.signed = e.place+1, e.place+1
	}
	return dst, more, s.by.ReachErr()
}

// behind reads the store: the reader continues from long ago, or wants whole records.
func (s *Stream) behind(ctx context.Context, dst []byte) (_ []byte, more bool, err error) {
	q := s.q
	q.Start, q.Size = Start{From: s.next}, streamLook
	page, err := s.feed.page(ctx, s.by, q, s.signed)
	if err != nil {
		return dst, false, err
	}
	for e := range page.Events {
		dst = append(append(frame(dst, e.Type, e.Place), e.JSON...), "\n\n"...)
	}
	s.next, s.signed = page.Next, page.Next
	return dst, page.Next < page.Size, nil
}

// frame begins an event.
func frame(dst []byte, t Type, place int64) []byte {
	dst = strconv.AppendInt(append(dst, "id: "...), place, 10)
	dst = append(append(dst, "\nevent: "...), t...)
	return append(dst, "\ndata: "...)
}
