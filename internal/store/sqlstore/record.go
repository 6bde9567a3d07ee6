package sqlstore

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"rastro/internal/kind"
	"rastro/internal/reach"
	"rastro/internal/trace"
)

// reader implements trace.Reader over a connection. If ctx is set, it overrides the caller's:
// inside a group commit, one caller who hangs up must not interrupt the transaction of all.
type reader struct {
	ctx     context.Context
	conn    Conn
	dialect *Dialect
}

// NewReader returns a reader that sees what the connection sees.
func NewReader(conn Conn, d *Dialect) trace.Reader { return reader{conn: conn, dialect: d} }

func (r reader) context(ctx context.Context) context.Context {
	if r.ctx != nil {
		return r.ctx
	}
	return ctx
}

// SelectRecord begins a query of versions, with the columns in the order of
// scanRecord. An empty author of the record is the version's: most are the same, and are
// stored once.
func (d *Dialect) SelectRecord() string {
	return `SELECT id, version, kind, operation, ` + d.Harvest + `, safra_codigo, updated_at, created_by, updated_by, codigo, salt, hash, dados, findings, seal, until `
}

// newestVersion returns the query of a record's newest version. It is built once: it
// is the one that runs most.
func (d *Dialect) newestVersion() string {
	d.newest.Do(func() {
		d.newestSQL = d.SelectRecord() + `FROM journal WHERE id = $1` + d.Part("$2") + ` ORDER BY version DESC LIMIT 1`
	})
	return d.newestSQL
}

// RecordRows are rows that read a version faster than column by column: the columns of
// SelectRecord, in its order. live is whether its end is open.
type RecordRows interface {
	ScanRecord(r *trace.Record) (live bool, err error)
}

func scanRecord(rows Rows, r *trace.Record) (live bool, err error) {
	if quick, ok := rows.(RecordRows); ok {
		return quick.ScanRecord(r)
	}
	var code int16
	var operation, updatedAt int64
	var until *int64
	var salt, hash []byte
	err = rows.Scan((*[16]byte)(&r.ID), &r.Version, &code, &operation, &r.HarvestID, &r.HarvestCode, &updatedAt,
		&r.CreatedBy, &r.UpdatedBy, &r.ValidationCode, &salt, &hash, &r.Payload, &r.Findings, &r.Seal, &until)
	if err != nil {
		return false, fmt.Errorf("scanning a record: %w", err)
	}
	if r.Kind = kind.ByCode(code); r.Kind == nil {
		return false, fmt.Errorf("record %s has kind %d, which this build does not know", r.ID, code)
	}
	r.CreatedBy = cmp.Or(r.CreatedBy, r.UpdatedBy)
	copy(r.Salt[:], salt)
	copy(r.Hash[:], hash)
	r.Operation = trace.Operation(operation)
	r.UpdatedAt = time.UnixMilli(updatedAt).UTC()
	return until == nil, nil
}

func (r reader) Record(ctx context.Context, id trace.ID) (*trace.Record, error) {
	record, err := r.newest(ctx, id, trace.CodeRecordNotFound)
	if err != nil {
		return nil, err
	}
	return &record, nil
}

// newest reads the newest version of a record and fails with a code when there
// is none or it is a deletion.
func (r reader) newest(ctx context.Context, id trace.ID, missing trace.Code) (trace.Record, error) {
	ctx = r.context(ctx)
	args := []any{r.dialect.ID(id)}
	if r.dialect.Part("$2") != "" {
		args = append(args, int16(id.Partition()))
	}
	rows, err := r.conn.Query(ctx, r.dialect.newestVersion(), args...)
	if err != nil {
		return trace.Record{}, err
	}
	defer rows.Close()
	if !rows.Next() {
		if err := rows.Err(); err != nil {
			return trace.Record{}, err
		}
		return trace.Record{}, trace.Fail(missing)
	}
	var record trace.Record
	live, err := scanRecord(rows, &record)
	switch {
	case err != nil:
		return trace.Record{}, err
	case record.Operation == trace.Erased:
		return trace.Record{}, trace.ErasedError(&record)
	case !live:
		return trace.Record{}, trace.Fail(missing)
	}
	return record, nil
}

var columns = map[trace.SortField]string{
	trace.ByID: "id", trace.ByCreated: "created_at", trace.ByUpdated: "updated_at",
	trace.ByHarvest: "safra_id", trace.ByHarvestCode: "safra_codigo", trace.ByKind: "kind",
}

func (r reader) Records(ctx context.Context, q trace.Query) ([]trace.Record, error) {
	switch {
	case q.NoLongerLive, q.Kind == kind.RecallReport: // never live
		return r.stretch(ctx, q, newestEnded)
	case q.At.IsZero():
		return r.stretch(ctx, q, isLive)
	}
	return r.asOf(ctx, q)
}

// isLive picks the live versions of records.
const isLive = `until IS NULL`

// newestEnded selects the newest version of a record whose versions are never live.
const newestEnded = `until IS NOT NULL AND NOT EXISTS (SELECT 1 FROM journal n WHERE n.id = journal.id AND n.version > journal.version)`

// asOf merges versions that were live at the instant and still are with those that have ended
// since. Each group has its own index.
func (r reader) asOf(ctx context.Context, q trace.Query) ([]trace.Record, error) {
	part := q
	part.Offset, part.Limit = 0, int(q.Offset)+q.Limit
	live, err := r.stretch(ctx, part, isLive)
	if err != nil {
		return nil, err
	}
	past, err := r.stretch(ctx, part, "until IS NOT NULL")
	if err != nil {
		return nil, err
	}
	all := append(live, past...)
	slices.SortFunc(all, q.Order.Compare)
	return all[min(int(q.Offset), len(all)):min(int(q.Offset)+q.Limit, len(all))], nil
}

func (r reader) stretch(ctx context.Context, q trace.Query, live string) ([]trace.Record, error) {
	few, err := r.reachesFew(ctx, q, live)
	if err != nil {
		return nil, err
	}
	organization := q.Organization
	if few {
		q.Organization = reach.ID{}
	}
	b := r.conditions(q, live)
	if q.After != nil {
		b.after(q.Order, q.After)
	}
	var order []string
	table := "journal"
	for _, t := range q.Order {
		order = append(order, columns[t.Field]+direction(t.Desc))
		if t.Field == trace.ByHarvest {
			table = r.dialect.Named
		}
	}
	from := table + ` WHERE ` + b.where()
	if few {
		from = r.dialect.LiveReached(b.where(), b.bind(b.dialect.ID(organization)))
	}
	sql := r.dialect.SelectRecord() + `FROM ` + from +
		` ORDER BY ` + strings.Join(order, ", ") + ` LIMIT ` + b.bind(int64(q.Limit)) + ` OFFSET ` + b.bind(q.Offset)
	rows, err := r.conn.Query(r.context(ctx), sql, b.args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var found []trace.Record
	held := holding{ctx: ctx}
	for size := 0; rows.Next(); {
		if len(found) == cap(found) {
			found = slices.Grow(found, max(1, min(q.Limit-len(found), stretchGrowth)))
		}
		found = found[:len(found)+1]
		v := &found[len(found)-1]
		if _, err := scanRecord(rows, v); err != nil {
			return nil, err
		}
		if size += len(v.Payload) + len(v.Seal); size > trace.MaxPageBytes && len(found) > 1 {
			return nil, trace.Fail(trace.CodePageTooLarge, "max", strconv.Itoa(trace.MaxPageBytes>>20))
		}
		if err := held.more(v); err != nil {
			return nil, err
		}
	}
	return found, rows.Err()
}

// stretchGrowth is the most versions to make room for at once.
const stretchGrowth = 64

func direction(desc bool) string {
	if desc {
		return " DESC"
	}
	return ""
}

func (r reader) EachOf(ctx context.Context, harvestID string, fn func(*trace.Record) error) error {
	b := r.conditions(trace.Query{Reach: trace.Only(harvestID)}, isLive)
	return r.each(ctx, fn, r.dialect.SelectRecord()+`FROM journal WHERE `+b.where()+` ORDER BY kind, id`, b.args...)
}

// each calls fn with every version that a query finds, without holding them
// all. fn must not use the reader.
func (r reader) each(ctx context.Context, fn func(*trace.Record) error, sql string, args ...any) error {
	rows, err := r.conn.Query(r.context(ctx), sql, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var record trace.Record
		if _, err := scanRecord(rows, &record); err != nil {
			return err
		}
		if err := fn(&record); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Count takes the number of a whole kind from its tally, and that of one or several harvests from
// their own stretch of the harvest index.
func (r reader) Count(ctx context.Context, q trace.Query) (int64, error) {
	ctx = r.context(ctx)
	if q.All() && q.Kind != nil {
		return r.number(ctx, `SELECT coalesce(sum(n), 0) FROM tally WHERE kind = $1`, q.Kind.Code)
	}
	organization := q.Organization
	q.Organization = reach.ID{}
	b := r.conditions(q, isLive)
	if organization != (reach.ID{}) {
		b.conds = append(b.conds, b.dialect.Reached(b.bind(b.dialect.ID(organization))))
	}
	return r.number(ctx, `SELECT count(*) FROM journal WHERE `+b.where(), b.args...)
}

func (r reader) number(ctx context.Context, sql string, args ...any) (int64, error) {
	rows, err := r.conn.Query(ctx, sql, args...)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	var n int64
	if rows.Next() {
		if err := rows.Scan(&n); err != nil {
			return 0, err
		}
	}
	return n, rows.Err()
}

// builder collects conditions and their values.
type builder struct {
	dialect *Dialect
	conds   []string
	args    []any
}

func (b *builder) bind(value any) string {
	b.args = append(b.args, value)
	return "$" + strconv.Itoa(len(b.args))
}

func (b *builder) where() string { return strings.Join(b.conds, " AND ") }

func (r reader) conditions(q trace.Query, live string) *builder {
	b := &builder{dialect: r.dialect, conds: []string{live}}
	if !q.At.IsZero() {
		at := b.bind(q.At.UnixMilli())
		b.conds = append(b.conds, "updated_at <= "+at)
		if live == "until IS NOT NULL" {
			b.conds = append(b.conds, "until > "+at)
		}
	}
	if q.Kind != nil {
		b.conds = append(b.conds, "kind = "+b.bind(q.Kind.Code))
	}
	if len(q.HarvestIDs) > 0 {
		marks := make([]string, len(q.HarvestIDs))
		for i, harvestID := range q.HarvestIDs {
			marks[i] = b.bind(harvestID)
		}
		b.conds = append(b.conds, b.dialect.HarvestIs(marks))
		if len(q.HarvestIDs) == 1 && b.dialect.Part("") != "" {
			b.conds = append(b.conds, "part = "+b.bind(int16(trace.PartitionOf(q.HarvestIDs[0]))))
		}
	}
	if q.Organization != (reach.ID{}) {
		b.conds = append(b.conds, b.dialect.ReachedInOrder(b.bind(b.dialect.ID(q.Organization))))
	}
	return b
}

// after adds the condition that a row is after a position: term by term,
// beyond in the first, or equal in the first and beyond in the second, and so
// on. The first term's bound is also a condition of its own, so that an index can start
// there.
func (b *builder) after(order trace.Order, p trace.Position) {
	marks := make([]string, len(order))
	for i, v := range p {
		if id, ok := v.(trace.ID); ok {
			v = b.dialect.ID(id)
		}
		marks[i] = b.bind(v)
	}
	var alternatives []string
	for i, t := range order {
		var cond []string
		for j := range i {
			cond = append(cond, columns[order[j].Field]+" = "+marks[j])
		}
		cond = append(cond, columns[t.Field]+beyond(t.Desc)+marks[i])
		alternatives = append(alternatives, strings.Join(cond, " AND "))
	}
	if len(order) > 1 {
		b.conds = append(b.conds, columns[order[0].Field]+beyond(order[0].Desc)[:2]+"= "+marks[0])
	}
	b.conds = append(b.conds, "("+strings.Join(alternatives, " OR ")+")")
}

func beyond(desc bool) string {
	if desc {
		return " < "
	}
	return " > "
}
