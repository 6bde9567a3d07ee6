package deliver

import (
	"context"
	"crypto/ed25519"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"rastro/internal/changes"
	"rastro/internal/lang"
	"rastro/internal/trace"
	"rastro/internal/webhook/endpoint"
	"rastro/internal/webhook/post"
	"rastro/internal/webhook/progress"
	"rastro/internal/webhook/retry"
	"rastro/internal/webhook/sign"
)

// errOver ends a round: there is nothing more to do for the endpoint now.
var errOver = errors.New("the round is over")

// round is the state of serving one endpoint.
type round struct {
	*Deliverer
	s   progress.State
	e   endpoint.Endpoint
	pen *pen
}

// pen is what signs.
type pen struct {
	secrets []sign.Secret
	pair    ed25519.PrivateKey
}

// pen returns what signs for an endpoint now. It fails with endpoint.ErrSecret if its secret cannot
// be derived again.
func (d *Deliverer) pen(e *endpoint.Endpoint) (*pen, error) {
	secrets, err := e.Signing(d.Log(), d.Now())
	if err != nil {
		return nil, err
	}
	pair, err := endpoint.Pair(d.Log())
	return &pen{secrets, pair}, err
}

// round serves an endpoint until there is nothing more to send: first what is due again, then what
// is new, then what somebody requested again.
func (d *Deliverer) round(ctx context.Context, s progress.State) error {
	e, err := d.load(ctx, &s)
	if err != nil {
		return err
	}
	r := &round{Deliverer: d, s: s, e: e}
	for {
		if mine, err := d.take(ctx); err != nil || !mine {
			return err
		}
		by, err := r.key(ctx)
		if err != nil {
			return err
		}
		if r.pen, err = d.pen(&r.e); errors.Is(err, endpoint.ErrSecret) {
			return r.disable(ctx, endpoint.NoSign)
		} else if err != nil {
			return err
		}
		did := false
		for _, step := range []func(context.Context, *trace.Key) (bool, error){r.due, r.news, r.replay} {
			more, err := step(ctx, by.Fresh())
			if err != nil {
				return err
			}
			did = did || more
		}
		if !did || ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// key returns the endpoint's key in its present state.
func (r *round) key(ctx context.Context) (*trace.Key, error) {
	by, ok := r.Keys.KeyNamed(r.e.AccessKey)
	if !ok || !by.ActiveAt(r.Now()) || !by.Has(trace.Read) {
		return nil, r.disable(ctx, endpoint.NoKey)
	}
	return by, nil
}

// disable disables the endpoint, and ends the round.
func (r *round) disable(ctx context.Context, why endpoint.Reason) error {
	if err := r.Hooks.Disable(ctx, &r.e, why); err != nil {
		return err
	}
	r.Logger.Warn("a webhook was disabled", "webhook", r.e.ID.String(), "reason", string(why))
	return errOver
}

// query returns what the endpoint subscribes to.
func (r *round) query(from int64) changes.Query {
	size := min(batch, max(1, maxPending-r.s.Pending))
	if r.e.Full {
		size = min(size, fullBatch)
	}
	q := changes.Query{Start: changes.Start{From: from}, Size: size, Phases: r.e.Phases, Harvests: r.e.Harvests, Full: r.e.Full, Lang: lang.PT}
	for _, t := range r.e.Types {
		q.Types = append(q.Types, changes.Type(t))
	}
	return q
}

// result is the result of an attempt.
type result struct {
	progress.Failure // with everything but when to try again
	ok, sent         bool
	asked            time.Duration
}

// news sends what is new.
func (r *round) news(ctx context.Context, by *trace.Key) (more bool, err error) {
	if r.e.Ordered && r.s.Pending > 0 || r.s.Pending >= maxPending {
		return false, nil
	}
	page, err := r.Feed.Follow(ctx, by, r.query(r.s.Next))
	if trace.Is(err, trace.CodeLogShorter) {
		return false, r.disable(ctx, endpoint.Rewound)
	}
	if err != nil || page.Next == r.s.Next {
		return false, err
	}
	results, next, err := r.sendAll(ctx, &page, true)
	if err != nil {
		return false, err
	}
	to := r.s
	to.Next = next
	return page.Next < page.Size || len(results) > 0, r.record(ctx, to, results)
}

// replay sends again what somebody requested.
func (r *round) replay(ctx context.Context, by *trace.Key) (more bool, err error) {
	if r.s.Replay >= r.s.ReplayEnd || r.s.Pending >= maxPending {
		return false, nil
	}
	q := r.query(r.s.Replay)
	q.Size = int(min(int64(q.Size), r.s.ReplayEnd-r.s.Replay))
	page, err := r.Feed.Page(ctx, by, q)
	if err != nil {
		return false, err
	}
	results, next, err := r.sendAll(ctx, &page, false)
	if err != nil {
		return false, err
	}
	for i := range results {
		results[i].Asked = true
	}
	to := r.s
	to.Replay = min(next, r.s.ReplayEnd)
	return to.Replay < to.ReplayEnd, r.record(ctx, to, results)
}

// sendAll sends the events of a page, and returns how far it got: with an order, up to the first
// one that failed.
func (r *round) sendAll(ctx context.Context, page *changes.Page, isNew bool) (results []result, next int64, err error) {
	var events []changes.Event
	for e := range page.Events {
		if isNew || e.Place < r.s.ReplayEnd {
			events = append(events, e)
		}
	}
	if r.e.Ordered {
		return r.sendInOrder(ctx, events, page.Next)
	}
	results = make([]result, len(events))
	var all sync.WaitGroup
	free := make(chan struct{}, lanes)
	for i := range events {
		free <- struct{}{}
		if err = r.still(ctx); err != nil {
			break
		}
		all.Go(func() {
			results[i] = r.send(ctx, events[i])
			<-free
		})
	}
	all.Wait()
	if err == nil {
		err = ctx.Err()
	}
	return results, page.Next, err
}

// still fails unless it is this server's turn. A slow receiver takes long.
func (r *round) still(ctx context.Context) error {
	if mine, err := r.take(ctx); err != nil || !mine {
		return orOver(err)
	}
	return ctx.Err()
}

// sendInOrder sends events one after the other, up to the first that fails.
func (r *round) sendInOrder(ctx context.Context, events []changes.Event, next int64) (results []result, _ int64, err error) {
	for i, e := range events {
		if err := r.still(ctx); err != nil {
			return nil, 0, err
		}
		one := r.send(ctx, e)
		if ctx.Err() != nil {
			return nil, 0, ctx.Err()
		}
		if results = append(results, one); one.ok {
			continue
		}
		for _, later := range events[i+1:] { // the signed state that ends at the same position waits with it
			if later.Place == e.Place {
				results = append(results, result{Failure: r.failure(later)})
			}
		}
		return results, e.Place + 1, nil
	}
	return results, next, nil
}

// due tries again what is due.
func (r *round) due(ctx context.Context, by *trace.Key) (more bool, err error) {
	if r.s.Pending == 0 {
		return false, nil
	}
	var waiting []progress.Failure
	err = r.Store.View(ctx, func(rd Reader) error {
		q := progress.Query{Endpoint: r.s.ID, Outcome: progress.Pending, Due: r.Now(), Limit: lanes}
		if r.e.Ordered {
			q.Due, q.Limit = time.Time{}, 1 // nothing overtakes the first
		}
		waiting, err = rd.HookReader().HookFailures(ctx, q)
		return err
	})
	if err != nil || len(waiting) == 0 || waiting[0].NextAt.After(r.Now()) {
		return false, err
	}
	results := make([]result, len(waiting))
	failed := make([]error, len(waiting))
	var all sync.WaitGroup
	for i := range waiting {
		all.Go(func() { results[i], failed[i] = r.again(ctx, by, &waiting[i]) })
	}
	all.Wait()
	if err := errors.Join(append(failed, ctx.Err())...); err != nil {
		return false, err
	}
	return true, r.record(ctx, r.s, results)
}

// again sends what failed before, as the endpoint's key sees it now.
func (r *round) again(ctx context.Context, by *trace.Key, f *progress.Failure) (result, error) {
	e, ok, err := r.Feed.At(ctx, by.Fresh(), r.query(f.Place), f.Place, f.Signed)
	if err != nil {
		return result{}, err
	}
	if !ok {
		gone := result{Failure: *f, ok: true}
		gone.Outcome, gone.LastAt = progress.Withdrawn, r.Now()
		return gone, nil
	}
	one := r.send(ctx, e)
	one.FirstAt, one.Asked, one.Attempts = f.FirstAt, f.Asked, f.Attempts+1
	return one, nil
}

// failure returns the row of an event that was not sent yet.
func (r *round) failure(e changes.Event) progress.Failure {
	now := r.Now()
	return progress.Failure{
		Endpoint: r.e.ID, Event: progress.Event{Place: e.Place, Signed: e.Type == changes.CheckpointSigned}, Type: string(e.Type), FirstAt: now, LastAt: now, NextAt: now,
	}
}

// send makes one attempt.
func (r *round) send(ctx context.Context, e changes.Event) (out result) {
	began := r.Now()
	out.sent, out.Failure = true, r.failure(e)
	out.Attempts = 1
	answer, err := r.post(ctx, &r.e, r.pen, r.e.ID.String()+"_"+out.Event.String(), e.JSON)
	out.Took = max(0, r.Now().Sub(began))
	if err != nil {
		out.Reason = string(post.Unreachable)
		if failed, ok := errors.AsType[*post.Error](err); ok {
			out.Reason = string(failed.Reason)
		}
		r.stats.failed.Add(1)
		return out
	}
	out.Status, out.Answer = answer.Status, cleaned(answer.Body)
	if out.ok = answer.Status >= 200 && answer.Status < 300; out.ok {
		out.Outcome = progress.Delivered
		r.stats.delivered.Add(1)
		return out
	}
	out.asked = retry.After(answer.RetryAfter, began)
	r.stats.failed.Add(1)
	return out
}

// post signs a body, and sends it.
func (d *Deliverer) post(ctx context.Context, e *endpoint.Endpoint, with *pen, id string, body []byte) (*post.Answer, error) {
	now := d.Now()
	header := http.Header{}
	header.Set("Content-Type", "application/cloudevents+json; charset=utf-8")
	header.Set(sign.HeaderID, id)
	header.Set(sign.HeaderTimestamp, strconv.FormatInt(now.Unix(), 10))
	header.Set(sign.HeaderSignature, sign.Header(id, now, body, with.secrets, with.pair))
	return d.Poster.Send(ctx, e.URL, header, body)
}

// cleaned returns the beginning of an answer, as text that both engines take.
func cleaned(body []byte) string {
	return strings.ToValidUTF8(strings.ReplaceAll(string(body), "\x00", ""), "\uFFFD")
}

// record stores the results of attempts, and how far the endpoint has got, in one transaction.
func (r *round) record(ctx context.Context, to progress.State, results []result) error {
	now := r.Now()
	var rows []progress.Failure
	why := endpoint.Reason("")
	for i := range results {
		one := &results[i]
		if one.sent && !one.ok {
			why = r.judge(one, now, why)
		}
		if r.health(one) {
			to.LastAttempt, to.LastStatus = now, one.Status
			switch {
			case one.ok:
				to.LastSuccess, to.FailingSince = now, time.Time{}
			case to.FailingSince.IsZero():
				to.FailingSince = now
			}
		}
		if !one.ok || one.Attempts > 1 || one.Outcome == progress.Withdrawn {
			rows = append(rows, one.Failure)
		}
	}
	if why == "" && !to.FailingSince.IsZero() && now.Sub(to.FailingSince) >= Patience && len(results) > 0 {
		why = endpoint.Failing
	}
	err := r.Store.Update(ctx, func(w Writer) error {
		for i := range rows {
			if err := w.HookWriter().PutHookFailure(ctx, rows[i]); err != nil {
				return err
			}
		}
		if now, ok, err := w.HookReader().HookState(ctx, r.s.ID); err != nil || !ok || now.Next != r.s.Next {
			return orOver(err) // it was deleted, or another server went on
		}
		return w.HookWriter().MoveHook(ctx, r.s, to)
	})
	if err != nil {
		return err
	}
	if why != "" {
		return r.disable(ctx, why)
	}
	return r.refresh(ctx)
}

func orOver(err error) error {
	if err == nil {
		return errOver
	}
	return err
}

// health reports whether an attempt affects the endpoint's health: what somebody requested again
// does not.
func (r *round) health(one *result) bool { return one.sent && !one.Asked }

// judge says when to repeat a failed attempt, and whether to disable the endpoint because of it.
func (r *round) judge(one *result, now time.Time, why endpoint.Reason) endpoint.Reason {
	one.Outcome = progress.GivenUp
	if wait, more := retry.Next(one.Attempts, chance(), one.asked); more {
		one.Outcome, one.NextAt = progress.Pending, now.Add(wait)
	}
	if one.Status == http.StatusGone {
		return endpoint.Gone
	}
	return why
}

// refresh reads the state again: somebody may have changed the endpoint, or requested something.
func (r *round) refresh(ctx context.Context) error {
	err := r.Store.View(ctx, func(rd Reader) error {
		s, ok, err := rd.HookReader().HookState(ctx, r.s.ID)
		if err != nil || !ok || !s.Active || s.Version != r.e.Version {
			return orOver(err)
		}
		r.s = s
		return nil
	})
	return err
}
