package sqlstore

import (
	"context"
	"fmt"

	"rastro/internal/sealedtext"
)

func (r reader) CursorKeys(ctx context.Context) ([]sealedtext.Key, error) {
	rows, err := r.conn.Query(r.context(ctx), `SELECT number, secret, created_at FROM cursor_key ORDER BY number`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var keys []sealedtext.Key
	for rows.Next() {
		var k sealedtext.Key
		var secret []byte
		if err := rows.Scan(&k.Number, &secret, &k.CreatedMs); err != nil {
			return nil, err
		}
		if len(secret) != len(k.Secret) {
			return nil, fmt.Errorf("the key %d of cursors has %d bytes, want %d", k.Number, len(secret), len(k.Secret))
		}
		copy(k.Secret[:], secret)
		keys = append(keys, k)
	}
	return keys, rows.Err()
}

func (w *writer) PutCursorKey(_ context.Context, k sealedtext.Key, keep int64) error {
	if err := w.later(1, `INSERT INTO cursor_key (number, secret, created_at) VALUES ($1, $2, $3)`, k.Number, k.Secret[:], k.CreatedMs); err != nil {
		return err
	}
	return w.later(anyRows, `DELETE FROM cursor_key WHERE number < $1`, keep)
}
