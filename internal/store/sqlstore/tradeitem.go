package sqlstore

import (
	"context"

	"rastro/internal/trace"
)

func (r reader) NamedBy(ctx context.Context, item trace.TradeItem, harvestID string, limit int) ([]trace.ID, error) {
	rows, err := r.conn.Query(r.context(ctx), `SELECT id FROM trade_item WHERE gtin = $1 AND lot = $2 AND safra_id = $3 ORDER BY id DESC LIMIT $4`,
		item.GTIN, item.Lot, harvestID, int64(limit))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var ids []trace.ID
	for rows.Next() {
		var id [16]byte
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, trace.ID(id))
	}
	return ids, rows.Err()
}

func (w *writer) PutItems(_ context.Context, id trace.ID, harvestID string, items []trace.TradeItem) error {
	if err := w.later(anyRows, `DELETE FROM trade_item WHERE id = $1`, w.dialect.ID(id)); err != nil {
		return err
	}
	for _, item := range items {
		if err := w.later(anyRows, `INSERT INTO trade_item (gtin, lot, id, safra_id) VALUES ($1, $2, $3, $4)`, item.GTIN, item.Lot, w.dialect.ID(id), harvestID); err != nil {
			return err
		}
	}
	return nil
}
