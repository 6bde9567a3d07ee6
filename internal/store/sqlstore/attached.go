package sqlstore

import (
	"context"

	"rastro/internal/attachment"
)

const placeColumns = `SELECT sha256, id, version, safra_id, personal FROM attachment`

func (r reader) Attached(ctx context.Context, sum string, after attachment.Place, limit int) ([]attachment.Place, error) {
	return r.places(ctx, placeColumns+` WHERE sha256 = $1 AND (id, version) > ($2, $3) ORDER BY id, version LIMIT $4`, sum, r.dialect.ID(after.ID), after.Version, int64(limit))
}

func (r reader) AttachedTo(ctx context.Context, id attachment.ID) ([]attachment.Place, error) {
	return r.places(ctx, placeColumns+` WHERE id = $1 ORDER BY version, sha256`, r.dialect.ID(id))
}

func (r reader) places(ctx context.Context, sql string, args ...any) ([]attachment.Place, error) {
	return queryAll(ctx, r, func(rows Rows) (p attachment.Place, err error) {
		var personal int64
		err = rows.Scan(&p.Sum, &p.ID, &p.Version, &p.HarvestID, &personal)
		p.Personal = personal != 0
		return p, err
	}, sql, args...)
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
