package sqlstore

import (
	"context"

	"rastro/internal/ledger"
	"rastro/internal/trace"
)

func (r reader) Predecessors(ctx context.Context) ([]ledger.Predecessor, error) {
	rows, err := r.conn.Query(r.context(ctx), `SELECT origin, verifier, size, root, seen_size, seen_root, statement FROM log_predecessor ORDER BY num`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []ledger.Predecessor
	for rows.Next() {
		var p ledger.Predecessor
		if err := rows.Scan(&p.Origin, &p.Key, &p.Size, &p.Root, &p.SeenSize, &p.SeenRoot, &p.Statement); err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, rows.Err()
}

func (w *writer) ForgetLogSecret(context.Context) error {
	w.destroyed()
	return w.later(anyRows, `UPDATE log_state SET secret = '' WHERE one = 1`)
}

func (w *writer) AdoptLog(_ context.Context, s trace.LogState, p ledger.Predecessor) error {
	if err := w.later(1, `INSERT INTO log_predecessor (num, origin, verifier, size, root, seen_size, seen_root, statement)
		SELECT coalesce(max(num), 0) + 1, $1, $2, $3, $4, $5, $6, $7 FROM log_predecessor`,
		p.Origin, p.Key, p.Size, p.Root, p.SeenSize, p.SeenRoot, p.Statement); err != nil {
		return err
	}
	return w.later(1, `UPDATE log_state SET secret = $1, verifier = $2, checkpoint = $3, signed_at = $4 WHERE one = 1 AND size = $5`,
		s.Secret, s.Verifier, s.Checkpoint, millis(s.SignedAt), s.Tree.Size)
}
