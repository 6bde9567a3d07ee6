package sqlstore

import (
	"context"

	"rastro/internal/attachment"
	"rastro/internal/reach"
)

// placeColumns are what readPlace reads.
const placeColumns = `SELECT sha256, id, version, safra_id, personal FROM attachment WHERE `

func readPlace(rows Rows) (p attachment.Place, err error) {
	var personal int64
	err = rows.Scan(&p.Sum, &p.ID, &p.Version, &p.HarvestID, &personal)
	p.Personal = personal != 0
	return p, err
}

// attachedWithin narrows a query of places down to some harvests.
func (b *builder) attachedWithin(within reach.Set) {
	if len(within.HarvestIDs) > 0 {
		b.conds = append(b.conds, b.dialect.Owners.IsAny(`safra_id`, b.bind(b.dialect.Lots.List(within.HarvestIDs))))
	}
	if within.Organization != (reach.ID{}) {
		b.conds = append(b.conds, b.reaches(`attachment.safra_id`, within.Organization))
	}
}

func (r reader) Attached(ctx context.Context, sum string, within reach.Set, after attachment.Place, limit int) ([]attachment.Place, error) {
	b := &builder{dialect: r.dialect}
	b.conds = append(b.conds, `sha256 = `+b.bind(sum), `(id, version) > (`+b.bind(r.dialect.ID(after.ID))+`, `+b.bind(after.Version)+`)`)
	b.attachedWithin(within)
	return queryAll(ctx, r, readPlace, placeColumns+b.where()+` ORDER BY id, version LIMIT `+b.bind(int64(limit)), b.args...)
}

func (r reader) AttachedAmong(ctx context.Context, sums []string, within reach.Set, limit int) ([]attachment.Place, error) {
	b := &builder{dialect: r.dialect}
	b.conds = append(b.conds, r.dialect.Owners.IsAny(`sha256`, b.bind(r.dialect.Lots.List(sums))))
	b.attachedWithin(within)
	return queryAll(ctx, r, readPlace, placeColumns+b.where()+` ORDER BY sha256, id, version LIMIT `+b.bind(int64(limit)), b.args...)
}

func (r reader) AttachedSums(ctx context.Context, after string, limit int) ([]string, error) {
	return queryAll(ctx, r, func(rows Rows) (sum string, err error) { return sum, rows.Scan(&sum) },
		`SELECT DISTINCT sha256 FROM attachment WHERE sha256 > $1 ORDER BY sha256 LIMIT $2`, after, int64(limit))
}

func (w *writer) PutAttached(_ context.Context, places []attachment.Place) error {
	for _, p := range places {
		err := w.later(anyRows, `INSERT INTO attachment (sha256, id, version, safra_id, personal) VALUES ($1, $2, $3, $4, $5)`,
			p.Sum, w.dialect.ID(p.ID), p.Version, p.HarvestID, bit(p.Personal))
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) HoldFiles(context.Context) error { return w.lock(w.dialect.HoldFiles) }

func (w *writer) ClearFiles(context.Context) error { return w.lock(w.dialect.ClearFiles) }

func (r reader) FileMark(ctx context.Context, sum string) (attachment.Mark, error) {
	found, err := queryAll(ctx, r, func(rows Rows) (m attachment.Mark, err error) {
		var ended int64
		err = rows.Scan(&m.Times, &m.At, &ended)
		m.Ended = ended != 0
		return m, err
	}, `SELECT times, marked_at, ended FROM file_mark WHERE sha256 = $1`, sum)
	if err != nil || len(found) == 0 {
		return attachment.Mark{}, err
	}
	return found[0], nil
}

func (w *writer) MarkFiles(_ context.Context, sums []string, at int64) error {
	for _, sum := range sums {
		err := w.later(anyRows, `INSERT INTO file_mark (sha256, times, marked_at, ended) VALUES ($1, 1, $2, 0)
			ON CONFLICT (sha256) DO UPDATE SET times = file_mark.times + 1, marked_at = $2, ended = 0`, sum, at)
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) EndMarks(_ context.Context, sums []string, at, before int64) error {
	for _, sum := range sums {
		if err := w.later(anyRows, `UPDATE file_mark SET ended = 1 WHERE sha256 = $1 AND marked_at = $2`, sum, at); err != nil {
			return err
		}
	}
	return w.later(anyRows, `DELETE FROM file_mark WHERE marked_at < $1`, before)
}
