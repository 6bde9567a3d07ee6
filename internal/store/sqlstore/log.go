package sqlstore

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"rastro/internal/kind"
	"rastro/internal/ledger"
	"rastro/internal/trace"
)

// LogDialect is what differs between the engines in keeping the log.
type LogDialect struct {
	// Lock is appended to the query with which LockLog reads the state.
	Lock string
	// IndexOf is the query of a version's place, by id and version.
	IndexOf string
	// InOrder follows SELECT … for versions from a place on, in the order of the log, up to a
	// limit.
	InOrder string
	// Entries is the query for places and hashes in order, from place $1 up to but not including
	// $2.
	Entries string
	// Behind is the query whether there are versions without a place.
	Behind string
	// Unplaced is the condition that a version has no place; Recent is the same for versions in
	// the next step, by an index.
	Unplaced, Recent string
	// Page is the number of versions per query when all versions of the journal are read; 0 means
	// no limit. An engine may limit how long a read takes.
	Page int
	// Unlogged returns versions without a place, in order, and the start of the next look; size
	// is the number of placed versions, mark the previous result's end.
	Unlogged func(ctx context.Context, conn Conn, size int64, mark string, limit int) (found []trace.Commitment, next string, err error)
	// Waiting returns versions without a place, as Unlogged does, but writes nothing.
	Waiting func(ctx context.Context, conn Conn, size int64, mark string, limit int) ([]trace.Commitment, error)
	// PutPlaces gives versions their places, starting at first; nil if the journal's rows contain
	// the places.
	PutPlaces func(ctx context.Context, tx Tx, first int64, added []trace.Commitment) error
}

func (r reader) Log(ctx context.Context) (trace.LogState, error) {
	state, _, err := r.log(r.context(ctx), "")
	return state, err
}

func (r reader) log(ctx context.Context, lock string) (state trace.LogState, mark string, err error) {
	var root []byte
	var signedAt int64
	count := rewritten
	if lock != "" {
		count = `CAST(0 AS bigint)` // only the log is locked
	}
	err = r.one(ctx, trace.CodeRecordNotFound, []any{&state.Secret, &state.Verifier, &state.Tree.Size, &root, &state.Checkpoint, &signedAt, &mark, &state.Rewritten},
		`SELECT secret, verifier, size, root, checkpoint, signed_at, mark, `+count+` FROM log_state WHERE one = 1`+lock)
	copy(state.Tree.Root[:], root)
	state.SignedAt = time.UnixMilli(signedAt).UTC()
	return state, mark, err
}

func (r reader) Tile(ctx context.Context, t ledger.Tile) ([]byte, error) {
	if t.Level == ledger.EntryLevel {
		return r.entries(r.context(ctx), t)
	}
	var data []byte
	var width int64
	err := r.one(ctx, trace.CodeTileNotFound, []any{&width, &data}, `SELECT width, data FROM log_tile WHERE level = $1 AND num = $2`, int64(t.Level), t.Index)
	if err != nil {
		return nil, err
	}
	if int64(t.Width) > width {
		return nil, trace.Fail(trace.CodeTileNotFound)
	}
	return ledger.Narrow(t, data)
}

// entries makes a tile of entries: they are the journal's own hashes.
func (r reader) entries(ctx context.Context, t ledger.Tile) ([]byte, error) {
	size, err := r.number(ctx, `SELECT size FROM log_state`)
	if err != nil {
		return nil, err
	}
	if !t.Within(size) {
		return nil, trace.Fail(trace.CodeTileNotFound)
	}
	place := t.Index * ledger.TileWidth
	end := place + int64(t.Width)
	rows, err := r.conn.Query(ctx, r.dialect.Log.Entries, place, end)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var bundle []byte
	for rows.Next() {
		var found int64
		var hash []byte
		if err := rows.Scan(&found, &hash); err != nil {
			return nil, err
		}
		if found != place {
			break
		}
		if bundle, err = ledger.AppendEntry(bundle, hash); err != nil {
			return nil, err
		}
		place++
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	if place < end {
		return nil, fmt.Errorf("entry %d of the log has no version", place)
	}
	return bundle, nil
}

func (r reader) LogIndex(ctx context.Context, id trace.ID, version int64) (int64, error) {
	state, err := r.Log(ctx)
	if err != nil {
		return 0, err
	}
	var index int64
	if err := r.one(ctx, trace.CodeNotLogged, []any{&index}, r.dialect.Log.IndexOf, r.dialect.ID(id), version); err != nil {
		return 0, err
	}
	if index >= state.Tree.Size {
		return 0, trace.Fail(trace.CodeNotLogged)
	}
	return index, nil
}

func (r reader) Logged(ctx context.Context, from int64, limit int) ([]trace.Record, error) {
	return r.records(r.context(ctx), r.dialect.SelectRecord()+r.dialect.Log.InOrder, from, int64(limit))
}

func (r reader) EachLogged(ctx context.Context, from int64, limit int, fn func(*trace.Record) error) error {
	return r.each(r.context(ctx), fn, r.dialect.SelectRecord()+r.dialect.Log.InOrder, from, int64(limit))
}

func (r reader) Waiting(ctx context.Context, limit int) ([]trace.Commitment, error) {
	ctx = r.context(ctx)
	state, mark, err := r.log(ctx, "")
	if err != nil {
		return nil, err
	}
	return r.dialect.Log.Waiting(ctx, r.conn, state.Tree.Size, mark, limit)
}

func (r reader) LogBehind(ctx context.Context) (bool, error) {
	n, err := r.number(r.context(ctx), r.dialect.Log.Behind)
	return n > 0, err
}

func (r reader) Unplaced(ctx context.Context, recent bool, fn func(*trace.Record) error) error {
	if recent {
		return r.each(ctx, fn, r.dialect.SelectRecord()+`FROM journal WHERE `+r.dialect.Log.Recent)
	}
	return r.picked(ctx, fn, r.dialect.Log.Unplaced)
}

func (r reader) Misended(ctx context.Context, within trace.Reach, fn func(*trace.Record) error) error {
	var changes []string
	for _, k := range kind.Changes {
		changes = append(changes, strconv.Itoa(int(k.Code)))
	}
	// A version that ends a record ends the moment it begins, like a note; any other version ends
	// when the next begins.
	misended := fmt.Sprintf(`until IS DISTINCT FROM CASE WHEN operation IN (%d, %d) OR kind IN (%s) THEN updated_at
		ELSE (SELECT n.updated_at FROM journal n WHERE n.id = journal.id AND n.version = journal.version + 1) END`,
		trace.Deleted, trace.Erased, strings.Join(changes, ", "))
	if within.All() {
		return r.picked(ctx, fn, misended)
	}
	b := &builder{dialect: r.dialect}
	from := b.ofHarvests(within)
	for _, ended := range []string{`until IS NOT NULL`, `until IS NULL`} { // each has an index
		err := r.each(ctx, fn, r.dialect.SelectRecord()+from+` AND `+ended+` AND `+misended, b.args...)
		if err != nil {
			return err
		}
	}
	return nil
}

// EachNote also reads live versions. No note should be live, and marking one as live must not hide
// it.
func (r reader) EachNote(ctx context.Context, k *kind.Kind, fn func(*trace.Record) error) error {
	for _, ended := range []string{`until IS NOT NULL`, `until IS NULL`} {
		if err := r.each(ctx, fn, r.dialect.SelectRecord()+`FROM journal WHERE kind = $1 AND `+ended+` ORDER BY id`, k.Code); err != nil {
			return err
		}
	}
	return nil
}

func (r reader) Versions(ctx context.Context, id trace.ID) ([]trace.Record, error) {
	args := []any{r.dialect.ID(id)}
	part := r.dialect.Part("$2")
	if part != "" {
		args = append(args, int16(id.Partition()))
	}
	return r.records(r.context(ctx), r.dialect.SelectRecord()+`FROM journal WHERE id = $1`+part+` ORDER BY version`, args...)
}

func (r reader) CountWaiting(ctx context.Context) (int64, error) {
	return r.number(r.context(ctx), `SELECT count(*) FROM journal WHERE `+r.dialect.Log.Unplaced)
}

func (r reader) NewestCheckpoints(ctx context.Context, limit int) ([]trace.KeptCheckpoint, error) {
	return r.NewestCheckpointsUpTo(ctx, math.MaxInt64, limit)
}

func (r reader) NewestCheckpointsUpTo(ctx context.Context, size int64, limit int) ([]trace.KeptCheckpoint, error) {
	read := func(rows Rows) (kept trace.KeptCheckpoint, err error) {
		var signedAt int64
		err = rows.Scan(&kept.Size, &signedAt, &kept.Body)
		kept.SignedAt = time.UnixMilli(signedAt).UTC()
		return kept, err
	}
	return queryAll(ctx, r, read, `SELECT size, signed_at, body FROM log_checkpoint WHERE size <= $1 ORDER BY size DESC LIMIT $2`, size, int64(limit))
}

func (w *writer) StartLog(_ context.Context, s trace.LogState) error {
	return w.later(anyRows, `INSERT INTO log_state (one, secret, verifier, size, root, checkpoint, signed_at, mark) VALUES (1, $1, $2, $3, $4, $5, $6, $7)`,
		s.Secret, s.Verifier, s.Tree.Size, s.Tree.Root[:], s.Checkpoint, millis(s.SignedAt), "0")
}

func (w *writer) LockLog(context.Context) (trace.LogState, error) {
	state, mark, err := w.log(w.ctx, w.dialect.Log.Lock)
	if trace.Is(err, trace.CodeRecordNotFound) && w.dialect.Log.Lock != "" {
		err = trace.Fail(trace.CodeContended) // the row exists, and is locked
	}
	w.logSize, w.logMark = state.Tree.Size, mark
	return state, err
}

func (w *writer) Unlogged(_ context.Context, limit int) ([]trace.Commitment, error) {
	found, mark, err := w.dialect.Log.Unlogged(w.ctx, w.conn, w.logSize, w.logMark, limit)
	w.logMark = mark
	return found, err
}

func (w *writer) PutLog(_ context.Context, s trace.LogState, tiles []ledger.TileData, first int64, added []trace.Commitment, keep bool) error {
	for _, t := range tiles {
		if err := w.later(anyRows, `INSERT INTO log_tile (level, num, width, data) VALUES ($1, $2, $3, $4)
			ON CONFLICT (level, num) DO UPDATE SET width = excluded.width, data = excluded.data`,
			int64(t.Level), t.Index, int64(t.Width), t.Data); err != nil {
			return err
		}
	}
	if w.dialect.Log.PutPlaces != nil {
		if err := w.dialect.Log.PutPlaces(w.ctx, w.tx, first, added); err != nil {
			return err
		}
	}
	if keep {
		if err := w.later(anyRows, `INSERT INTO log_checkpoint (size, signed_at, body) VALUES ($1, $2, $3)`, s.Tree.Size, millis(s.SignedAt), s.Checkpoint); err != nil {
			return err
		}
		if err := w.later(anyRows, `UPDATE meta SET value = value + 1 WHERE name = 'checkpoints'`); err != nil {
			return err
		}
	}
	return w.later(1, `UPDATE log_state SET size = $1, root = $2, checkpoint = $3, signed_at = $4, mark = $5 WHERE one = 1 AND size = $6`,
		s.Tree.Size, s.Tree.Root[:], s.Checkpoint, millis(s.SignedAt), w.logMark, first)
}

// markBatch is how many marks of erased lots one statement writes.
const markBatch = 500

func (w *writer) Erase(_ context.Context, id trace.ID, upTo int64, location string) error {
	versions, err := w.Versions(w.ctx, id)
	if err != nil {
		return err
	}
	if err := w.eraseLots(id, versions); err != nil {
		return err
	}
	if err := w.eraseCode(id, versions); err != nil {
		return err
	}
	if n := len(versions); n > 0 {
		for marks := range slices.Chunk(versions[n-1].ErasedLots(), markBatch) {
			if err := w.later(anyRows, w.dialect.Lots.PutErased, w.dialect.Lots.List(marks), w.dialect.ID(id)); err != nil {
				return err
			}
		}
	}
	args := []any{w.dialect.ID(id), upTo, []byte{}}
	part := w.dialect.Part("$4")
	if part != "" {
		args = append(args, int16(id.Partition()))
	}
	if err := w.later(anyRows, `UPDATE journal SET dados = $3, salt = $3, findings = NULL, seal = NULL, codigo = '', safra_codigo = '' WHERE id = $1 AND version <= $2`+part, args...); err != nil {
		return err
	}
	// The answer is deleted, with the digest of a request that someone could guess. The
	// name stays until it expires: otherwise a retry would write everything again.
	if err := w.later(anyRows, `UPDATE reply SET data = $2, request = $2 WHERE location = $1`, location, []byte{}); err != nil {
		return err
	}
	if err := w.dropClaims(id); err != nil {
		return err
	}
	for _, table := range []string{"trade_item", "attachment"} {
		if err := w.later(anyRows, `DELETE FROM `+table+` WHERE id = $1`, w.dialect.ID(id)); err != nil {
			return err
		}
	}
	w.destroyed()
	return w.rewrite()
}

func (w *writer) DropReports(_ context.Context, harvestID string) error {
	if err := w.lock(w.dialect.ClaimReports, harvestID); err != nil {
		return err
	}
	w.destroyed()
	return w.later(anyRows, `DELETE FROM report WHERE safra_id = $1`, harvestID)
}

// destroyed tells the engine that this transaction destroys data.
func (w *writer) destroyed() {
	if w.dialect.Erased != nil {
		w.dialect.Erased()
	}
}

// picked calls fn with every version that a condition picks.
func (r reader) picked(ctx context.Context, fn func(*trace.Record) error, condition string) error {
	query := r.dialect.SelectRecord() + `FROM journal WHERE ` + condition
	if r.dialect.Log.Page == 0 {
		return r.each(ctx, fn, query+` ORDER BY id, version`)
	}
	const after, order = `(id, version) > ($1, $2)`, ` ORDER BY id, version`
	var id [16]byte
	version := int64(math.MinInt64)
	for {
		from := []any{r.dialect.ID(id), version}
		err := r.one(ctx, trace.CodeRecordNotFound, []any{&id, &version},
			`SELECT id, version FROM journal WHERE `+after+order+` LIMIT 1 OFFSET `+strconv.Itoa(r.dialect.Log.Page), from...)
		if trace.Is(err, trace.CodeRecordNotFound) {
			return r.each(ctx, fn, query+` AND `+after+order, from...)
		}
		if err != nil {
			return err
		}
		if err := r.each(ctx, fn, query+` AND `+after+` AND (id, version) <= ($3, $4)`+order, append(from, r.dialect.ID(id), version)...); err != nil {
			return err
		}
	}
}

// records runs a query of whole versions.
func (r reader) records(ctx context.Context, sql string, args ...any) (found []trace.Record, err error) {
	held := holding{ctx: ctx}
	err = r.each(ctx, func(v *trace.Record) error {
		found = append(found, *v)
		return held.more(v)
	}, sql, args...)
	return found, err
}
