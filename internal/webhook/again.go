package webhook

import (
	"context"
	"strconv"
	"time"

	"rastro/internal/canon"
	"rastro/internal/changes"
	"rastro/internal/trace"
	"rastro/internal/webhook/progress"
)

// Deliveries lists the failed deliveries of a webhook, newest position first. outcome narrows the
// list unless it is negative.
func (k *HookKeeper) Deliveries(ctx context.Context, by *trace.Key, id string, outcome progress.Outcome, after *progress.Event, limit int) (all []progress.Failure, err error) {
	if err := need(by); err != nil {
		return nil, err
	}
	err = k.store.View(ctx, func(r Reader) error {
		h, err := k.find(ctx, r, by, id)
		if err != nil {
			return err
		}
		all, err = r.HookReader().HookFailures(ctx, progress.Query{Endpoint: h.ID, Outcome: outcome, After: after, Down: true, Limit: limit})
		return err
	})
	return all, err
}

// Resend makes a failed delivery due at once, whatever its outcome. It keeps its id, is signed with
// the current secrets, and does not affect the webhook's health.
func (k *HookKeeper) Resend(ctx context.Context, by *trace.Key, id, delivery string) (f progress.Failure, err error) {
	if err := need(by); err != nil {
		return f, err
	}
	err = k.store.Update(ctx, func(w Writer) error {
		h, err := k.find(ctx, w, by, id)
		if err != nil {
			return err
		}
		event, ok := progress.ParseEvent(delivery)
		if !ok {
			return trace.Fail(trace.CodeNoDelivery)
		}
		if f, ok, err = w.HookReader().HookFailure(ctx, h.ID, event); err != nil || !ok {
			return orMissing(err, trace.Fail(trace.CodeNoDelivery))
		}
		f.Outcome, f.Asked, f.NextAt = progress.Pending, true, k.now()
		return w.HookWriter().PutHookFailure(ctx, f)
	})
	return f, err
}

// Stretch is a part of the log, with both ends.
type Stretch struct{ From, To changes.Start }

// ReadStretch reads the body of a request to deliver again.
func ReadStretch(body []byte) (s Stretch, err error) {
	var m trace.Members
	var from, to string
	err = trace.ReadObject(body, func(name string, value canon.Value) error {
		switch name {
		case "desde":
			from = m.Text(name, value, trace.MaxName)
		case "ate":
			to = m.Text(name, value, trace.MaxName)
		}
		return nil
	})
	if err != nil {
		return s, err
	}
	m.Required("desde", from)
	read := func(name, text string) (start changes.Start) {
		if text == "" {
			return changes.Start{Now: true}
		}
		if n, err := strconv.ParseInt(text, 10, 64); err == nil && n >= 0 {
			return changes.Start{From: n}
		}
		at, err := time.Parse(time.RFC3339, text)
		if err != nil {
			m.Report(name, badStretch, nil)
		}
		return changes.Start{At: at}
	}
	s = Stretch{From: read("desde", from), To: read("ate", to)}
	return s, m.Err()
}

// Replay delivers a stretch of the log again, at most up to where the webhook has got. It returns
// how many positions that is. It replaces any other replay that is under way.
func (k *HookKeeper) Replay(ctx context.Context, by *trace.Key, id string, s Stretch) (h Hook, positions int64, err error) {
	if err := need(by); err != nil {
		return h, 0, err
	}
	from, size, err := k.feed.Places(ctx, s.From)
	if err != nil {
		return h, 0, err
	}
	end := size
	if !s.To.Now {
		if end, _, err = k.feed.Places(ctx, s.To); err != nil {
			return h, 0, err
		}
		if s.To.At.IsZero() {
			end++ // a position is part of the stretch
		}
	}
	if end < from {
		var m trace.Members
		m.Report("ate", badStretch, nil)
		return h, 0, m.Err()
	}
	err = k.store.Update(ctx, func(w Writer) error {
		if h, err = k.find(ctx, w, by, id); err != nil {
			return err
		}
		last := min(end, h.State.Next) // the rest is still to come
		positions = max(0, last-from)
		h.State.Replay, h.State.ReplayEnd = from, max(from, last)
		return w.HookWriter().AskReplay(ctx, h.ID, h.State.Replay, h.State.ReplayEnd)
	})
	return h, positions, err
}
