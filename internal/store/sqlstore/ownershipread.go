package sqlstore

import (
	"context"
	"errors"
	"fmt"

	"rastro/internal/ownership"
	"rastro/internal/reach"
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
		if err := rows.Scan(&o.Text, &o.HarvestID, &o.ID, &o.Since, &o.Settled); err != nil {
			return nil, fmt.Errorf("scanning the owner of a code: %w", err)
		}
		owners = append(owners, o)
	}
	return owners, rows.Err()
}

const holderColumns = `realm, code, safra_id, author, id, since, live, against`

// rivalColumns adds what the code's owner row says about a rival.
const rivalColumns = holderColumns + `,
	coalesce((SELECT o.settled FROM code_owner o WHERE o.realm = code_holder.realm AND o.code = code_holder.code), 0),
	CASE WHEN EXISTS (SELECT 1 FROM code_holder own WHERE own.realm = code_holder.realm AND own.code = code_holder.code
		AND own.safra_id = code_holder.against AND own.author = code_holder.author AND own.live > 0) THEN 1 ELSE 0 END`

func (r reader) Holders(ctx context.Context, code ownership.Code, harvestID string, limit int) ([]ownership.Holder, error) {
	b := &builder{dialect: r.dialect, conds: []string{`live > 0`}}
	b.conds = append(b.conds, `realm = `+b.bind(int16(code.Realm)), `code = `+b.bind(code.Text))
	if harvestID != "" {
		b.conds = append(b.conds, `safra_id = `+b.bind(harvestID))
	}
	return r.holders(ctx, false, `SELECT `+holderColumns+` FROM code_holder WHERE `+b.where()+` ORDER BY since, id LIMIT `+b.bind(int64(limit)), b.args...)
}

func (r reader) OwnHolders(ctx context.Context, realm ownership.Realm, codes []string) ([]ownership.Holder, error) {
	if len(codes) == 0 {
		return nil, nil
	}
	return r.holders(ctx, false, `SELECT `+holderColumns+` FROM code_holder WHERE `+r.dialect.Owners.IsOf+` AND realm = $2 AND against = '' AND live > 0`,
		r.dialect.Lots.List(codes), int16(realm))
}

// Rivals begins at the end of the previous page: each of the three indexes has the query's
// columns before the realm.
func (r reader) Rivals(ctx context.Context, q ownership.RivalQuery) ([]ownership.Holder, error) {
	b := &builder{dialect: r.dialect, conds: []string{`against <> ''`, `live > 0`}}
	order := `realm, code, safra_id, author`
	of := func(column string, names []string) {
		if len(names) == 1 {
			b.conds = append(b.conds, column+` = `+b.bind(names[0]))
			return
		}
		if order = column + `, ` + order; column == `safra_id` {
			order = `safra_id, realm, code, author`
		}
		b.conds = append(b.conds, r.dialect.Owners.IsAny(column, b.bind(r.dialect.Lots.List(names))))
	}
	switch {
	case q.Code != ownership.Code{}:
		b.conds = append(b.conds, `realm = `+b.bind(int16(q.Code.Realm)), `code = `+b.bind(q.Code.Text))
		if len(q.HarvestIDs) > 0 {
			b.conds = append(b.conds, r.dialect.Owners.IsAny(`safra_id`, b.bind(r.dialect.Lots.List(q.HarvestIDs))))
		}
	case len(q.HarvestIDs) > 0:
		of(`safra_id`, q.HarvestIDs)
	case len(q.Against) > 0:
		of(`against`, q.Against)
	}
	if q.Organization != (reach.ID{}) {
		b.conds = append(b.conds, b.reaches(`code_holder.safra_id`, q.Organization))
	}
	if a := &q.After; a.Code != (ownership.Code{}) {
		if q.Code == (ownership.Code{}) && (len(q.HarvestIDs) > 1 || len(q.Against) > 1) {
			return nil, errors.New("rivals of several harvests have no place to continue from")
		}
		b.conds = append(b.conds, `(realm, code, safra_id, author) > (`+b.bind(int16(a.Realm))+`, `+b.bind(a.Text)+`, `+b.bind(a.HarvestID)+`, `+b.bind(a.Author)+`)`)
	}
	return r.holders(ctx, true, `SELECT `+rivalColumns+` FROM code_holder WHERE `+b.where()+` ORDER BY `+order+` LIMIT `+b.bind(int64(q.Limit)), b.args...)
}

func (r reader) holders(ctx context.Context, rivals bool, sql string, args ...any) ([]ownership.Holder, error) {
	rows, err := r.conn.Query(r.context(ctx), sql, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []ownership.Holder
	for rows.Next() {
		var h ownership.Holder
		var realm int16
		var shared int64
		into := []any{&realm, &h.Text, &h.HarvestID, &h.Author, &h.ID, &h.Since, &h.Live, &h.Against}
		if rivals {
			into = append(into, &h.Settled, &shared)
		}
		if err := rows.Scan(into...); err != nil {
			return nil, fmt.Errorf("scanning a holder of a code: %w", err)
		}
		h.Realm, h.Shared = ownership.Realm(realm), shared != 0
		all = append(all, h)
	}
	return all, rows.Err()
}
