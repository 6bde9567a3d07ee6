package sqlstore

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"

	"rastro/internal/trace"
)

// erasedCode returns the form in which the code of an erased validation is kept: the code stays
// taken but cannot be read. It is keyed with the store's seed. Folded codes have no lower-case
// letters, so none equals it.
func (r reader) erasedCode(ctx context.Context, code string) (string, error) {
	seed, err := r.ImportSeed(ctx)
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha256.New, seed)
	mac.Write([]byte("code\x00" + code))
	return "erased:" + hex.EncodeToString(mac.Sum(nil)[:16]), nil
}

func (r reader) CodeOwner(ctx context.Context, code string) (trace.ID, error) {
	id, err := r.codeOwner(ctx, code)
	if !trace.Is(err, trace.CodeCodeNotFound) {
		return id, err
	}
	erased, err := r.erasedCode(ctx, code)
	if err != nil {
		return trace.ID{}, err
	}
	return r.codeOwner(ctx, erased)
}

func (r reader) codeOwner(ctx context.Context, code string) (trace.ID, error) {
	var id [16]byte
	err := r.one(ctx, trace.CodeCodeNotFound, []any{&id}, `SELECT id FROM code WHERE code = $1`, code)
	return trace.ID(id), err
}

func (w *writer) ReserveCode(ctx context.Context, code string, id trace.ID) error {
	_, err := w.CodeOwner(ctx, code)
	switch {
	case err == nil:
		return trace.Fail(trace.CodeCodeTaken, "codigo", code)
	case !trace.Is(err, trace.CodeCodeNotFound):
		return err
	}
	return w.later(anyRows, `INSERT INTO code (code, id) VALUES ($1, $2)`, code, w.dialect.ID(id))
}

// eraseCode destroys the text of a validation's code and leaves it taken.
func (w *writer) eraseCode(id trace.ID, versions []trace.Record) error {
	for i := range versions {
		code := trace.FoldCode(versions[i].ValidationCode)
		if !versions[i].Kind.IsValidation() || code == "" {
			continue
		}
		erased, err := w.erasedCode(w.ctx, code)
		if err != nil {
			return err
		}
		return w.later(anyRows, `UPDATE code SET code = $1 WHERE code = $2 AND id = $3`, erased, code, w.dialect.ID(id))
	}
	return nil
}

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
