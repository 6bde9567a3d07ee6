// Package hookstore stores the progress of webhooks in tables of both engines.
package hookstore

import (
	"context"
	"strconv"
	"time"

	"rastro/internal/store/sqlconn"
	"rastro/internal/trace"
	"rastro/internal/webhook/progress"
)

// Reader implements progress.Reader.
type Reader struct {
	Conn sqlconn.Conn
	// ID converts an id for the driver.
	ID func(trace.ID) any
	// Context replaces the callers' contexts, unless it is nil.
	Context context.Context
}

func (r Reader) query(ctx context.Context, each func(sqlconn.Rows) error, sql string, args ...any) error {
	if r.Context != nil {
		ctx = r.Context
	}
	rows, err := r.Conn.Query(ctx, sql, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := each(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func instant(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

const selectState = `SELECT id, version, active, next, replay, replay_end, failing_since, last_success, last_attempt, last_status,
	(SELECT count(*) FROM webhook_failure f WHERE f.endpoint = webhook_state.id AND f.outcome = 0) FROM webhook_state WHERE `

func (r Reader) states(ctx context.Context, where string, args ...any) (all []progress.State, err error) {
	err = r.query(ctx, func(rows sqlconn.Rows) error {
		var s progress.State
		var active, failing, success, attempt, status, pending int64
		if err := rows.Scan((*[16]byte)(&s.ID), &s.Version, &active, &s.Next, &s.Replay, &s.ReplayEnd, &failing, &success, &attempt, &status, &pending); err != nil {
			return err
		}
		s.Active, s.LastStatus, s.Pending = active != 0, int(status), int(pending)
		s.FailingSince, s.LastSuccess, s.LastAttempt = instant(failing), instant(success), instant(attempt)
		all = append(all, s)
		return nil
	}, selectState+where, args...)
	return all, err
}

// HookStates implements progress.Reader.
func (r Reader) HookStates(ctx context.Context, after trace.ID, limit int) ([]progress.State, error) {
	return r.states(ctx, `id > $1 ORDER BY id LIMIT $2`, r.ID(after), int64(limit))
}

// HookState implements progress.Reader.
func (r Reader) HookState(ctx context.Context, id trace.ID) (progress.State, bool, error) {
	return only(r.states(ctx, `id = $1`, r.ID(id)))
}

func only[T any](found []T, err error) (one T, ok bool, _ error) {
	if err != nil || len(found) == 0 {
		return one, false, err
	}
	return found[0], true, nil
}

const failureColumns = `endpoint, place, signed, type, outcome, attempts, asked, first_at, last_at, next_at, status, reason, took, answer`

func (r Reader) failures(ctx context.Context, where string, args ...any) (all []progress.Failure, err error) {
	err = r.query(ctx, func(rows sqlconn.Rows) error {
		var f progress.Failure
		var signed, outcome, attempts, asked, first, last, next, status, took int64
		if err := rows.Scan((*[16]byte)(&f.Endpoint), &f.Place, &signed, &f.Type, &outcome, &attempts, &asked, &first, &last, &next, &status, &f.Reason, &took, &f.Answer); err != nil {
			return err
		}
		f.Signed, f.Asked, f.Outcome, f.Attempts, f.Status = signed != 0, asked != 0, progress.Outcome(outcome), int(attempts), int(status)
		f.FirstAt, f.LastAt, f.NextAt, f.Took = instant(first), instant(last), instant(next), time.Duration(took)*time.Millisecond
		all = append(all, f)
		return nil
	}, `SELECT `+failureColumns+` FROM webhook_failure WHERE `+where, args...)
	return all, err
}

// HookFailures implements progress.Reader.
func (r Reader) HookFailures(ctx context.Context, q progress.Query) ([]progress.Failure, error) {
	where, args := `endpoint = $1`, []any{r.ID(q.Endpoint)}
	bind := func(v any) string {
		args = append(args, v)
		return `$` + strconv.Itoa(len(args))
	}
	if q.Outcome >= 0 {
		where += ` AND outcome = ` + bind(int64(q.Outcome))
	}
	if !q.Due.IsZero() {
		where += ` AND next_at <= ` + bind(millis(q.Due))
	}
	order, than := ` ORDER BY place, signed`, `>`
	if q.Down {
		order, than = ` ORDER BY place DESC, signed DESC`, `<`
	}
	if q.After != nil {
		where += ` AND (place, signed) ` + than + ` (` + bind(q.After.Place) + `, ` + bind(bit(q.After.Signed)) + `)`
	}
	return r.failures(ctx, where+order+` LIMIT `+bind(int64(q.Limit)), args...)
}

// HookFailure implements progress.Reader.
func (r Reader) HookFailure(ctx context.Context, endpoint trace.ID, e progress.Event) (progress.Failure, bool, error) {
	return only(r.failures(ctx, `endpoint = $1 AND place = $2 AND signed = $3`, r.ID(endpoint), e.Place, bit(e.Signed)))
}

// HookTurn implements progress.Reader.
func (r Reader) HookTurn(ctx context.Context) (turn int64, err error) {
	err = r.query(ctx, func(rows sqlconn.Rows) error { return rows.Scan(&turn) }, `SELECT value FROM meta WHERE name = 'webhook_turn'`)
	return turn, err
}

// Writer implements progress.Writer in a transaction.
type Writer struct {
	// Later runs a statement that must change a number of rows; any number if it is negative.
	Later func(want int64, sql string, args ...any) error
	ID    func(trace.ID) any
}

const anyRows = -1

// PutHookState implements progress.Writer.
func (w Writer) PutHookState(_ context.Context, s progress.State) error {
	return w.Later(anyRows, `INSERT INTO webhook_state (id, version, active, next, replay, replay_end, failing_since, last_success, last_attempt, last_status)
		VALUES ($1, $2, $3, $4, 0, 0, $5, 0, 0, 0)
		ON CONFLICT (id) DO UPDATE SET version = excluded.version, active = excluded.active, failing_since = excluded.failing_since`,
		w.ID(s.ID), s.Version, bit(s.Active), s.Next, millis(s.FailingSince))
}

// MoveHook implements progress.Writer.
func (w Writer) MoveHook(_ context.Context, from, to progress.State) error {
	if from.Replay != to.Replay {
		// A stretch that somebody requested meanwhile stays as it is.
		return w.Later(anyRows, `UPDATE webhook_state SET replay = $1 WHERE id = $2 AND replay = $3 AND replay_end = $4`, to.Replay, w.ID(from.ID), from.Replay, from.ReplayEnd)
	}
	return w.Later(1, `UPDATE webhook_state SET next = $1, failing_since = $2, last_success = $3, last_attempt = $4, last_status = $5 WHERE id = $6 AND next = $7`,
		to.Next, millis(to.FailingSince), millis(to.LastSuccess), millis(to.LastAttempt), int64(to.LastStatus), w.ID(from.ID), from.Next)
}

// AskReplay implements progress.Writer.
func (w Writer) AskReplay(_ context.Context, id trace.ID, from, end int64) error {
	return w.Later(1, `UPDATE webhook_state SET replay = $1, replay_end = $2 WHERE id = $3`, from, end, w.ID(id))
}

// PutHookFailure implements progress.Writer.
func (w Writer) PutHookFailure(_ context.Context, f progress.Failure) error {
	return w.Later(anyRows, `INSERT INTO webhook_failure (`+failureColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
		ON CONFLICT (endpoint, place, signed) DO UPDATE SET type = excluded.type, outcome = excluded.outcome, attempts = excluded.attempts, asked = excluded.asked,
		last_at = excluded.last_at, next_at = excluded.next_at, status = excluded.status, reason = excluded.reason, took = excluded.took, answer = excluded.answer`,
		w.ID(f.Endpoint), f.Place, bit(f.Signed), f.Type, int64(f.Outcome), int64(f.Attempts), bit(f.Asked), millis(f.FirstAt), millis(f.LastAt), millis(f.NextAt),
		int64(f.Status), f.Reason, f.Took.Milliseconds(), f.Answer)
}

// DropHook implements progress.Writer.
func (w Writer) DropHook(_ context.Context, id trace.ID) error {
	if err := w.Later(anyRows, `DELETE FROM webhook_failure WHERE endpoint = $1`, w.ID(id)); err != nil {
		return err
	}
	return w.Later(1, `DELETE FROM webhook_state WHERE id = $1`, w.ID(id))
}

// DropHookFailures implements progress.Writer.
func (w Writer) DropHookFailures(_ context.Context, before time.Time) error {
	return w.Later(anyRows, `DELETE FROM webhook_failure WHERE outcome <> 0 AND last_at < $1`, millis(before))
}

// TakeHookTurn implements progress.Writer.
func (w Writer) TakeHookTurn(_ context.Context, before, next int64) error {
	return w.Later(1, `UPDATE meta SET value = $1 WHERE name = 'webhook_turn' AND value = $2`, next, before)
}
