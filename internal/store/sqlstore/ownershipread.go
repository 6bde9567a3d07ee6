package sqlstore

import (
	"context"
	"fmt"

	"rastro/internal/ownership"
)

func (r reader) Owners(ctx context.Context, realm ownership.Realm, codes []string) ([]ownership.Owner, error) {
	if len(codes) == 0 {
		return nil, nil
	}
	rows, err := r.conn.Query(r.context(ctx), `SELECT code, safra_id, id, since, settled FROM code_owner WHERE `+r.dialect.Owners.IsOf+` AND realm = $2`,
		r.dialect.Lots.List(codes), int16(realm))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var owners []ownership.Owner
	for rows.Next() {
		o := ownership.Owner{Code: ownership.Code{Realm: realm}}
		if err := rows.Scan(&o.Text, &o.SafraID, &o.ID, &o.Since, &o.Settled); err != nil {
			return nil, fmt.Errorf("scanning the owner of a code: %w", err)
		}
		owners = append(owners, o)
	}
	return owners, rows.Err()
}

const holderColumns = `realm, code, safra_id, author, id, since, live, against`

func (r reader) Holders(ctx context.Context, code ownership.Code, safraID string, limit int) ([]ownership.Holder, error) {
	b := &builder{dialect: r.dialect, conds: []string{`live > 0`}}
	b.conds = append(b.conds, `realm = `+b.bind(int16(code.Realm)), `code = `+b.bind(code.Text))
	if safraID != "" {
		b.conds = append(b.conds, `safra_id = `+b.bind(safraID))
	}
	return r.holders(ctx, `SELECT `+holderColumns+` FROM code_holder WHERE `+b.where()+` ORDER BY since, id LIMIT `+b.bind(int64(limit)), b.args...)
}

// Rivals begins where the page before ended: in each of the three indexes what is
// asked for stands ahead of the realm.
func (r reader) Rivals(ctx context.Context, q ownership.RivalQuery) ([]ownership.Holder, error) {
	b := &builder{dialect: r.dialect, conds: []string{`against <> ''`, `live > 0`}}
	switch {
	case q.Code != ownership.Code{}:
		b.conds = append(b.conds, `realm = `+b.bind(int16(q.Code.Realm)), `code = `+b.bind(q.Code.Text))
	case q.SafraID != "":
		b.conds = append(b.conds, `safra_id = `+b.bind(q.SafraID))
	case q.Against != "":
		b.conds = append(b.conds, `against = `+b.bind(q.Against))
	}
	if a := &q.After; a.Code != (ownership.Code{}) {
		b.conds = append(b.conds, `(realm, code, safra_id, author) > (`+b.bind(int16(a.Realm))+`, `+b.bind(a.Text)+`, `+b.bind(a.SafraID)+`, `+b.bind(a.Author)+`)`)
	}
	return r.holders(ctx, `SELECT `+holderColumns+` FROM code_holder WHERE `+b.where()+` ORDER BY realm, code, safra_id, author LIMIT `+b.bind(int64(q.Limit)), b.args...)
}

func (r reader) holders(ctx context.Context, sql string, args ...any) ([]ownership.Holder, error) {
	rows, err := r.conn.Query(r.context(ctx), sql, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []ownership.Holder
	for rows.Next() {
		var h ownership.Holder
		var realm int16
		if err := rows.Scan(&realm, &h.Text, &h.SafraID, &h.Author, &h.ID, &h.Since, &h.Live, &h.Against); err != nil {
			return nil, fmt.Errorf("scanning a holder of a code: %w", err)
		}
		h.Realm = ownership.Realm(realm)
		all = append(all, h)
	}
	return all, rows.Err()
}
