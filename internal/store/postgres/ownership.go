package postgres

import "rastro/internal/store/sqlstore"

// The statements that record who owns codes. They run in this order: the first waits for another
// transaction that claims the same code, so that the next ones see what it did. Rows are taken in
// the order of codes, so that two transactions do not wait for each other.
const (
	ownColumnList = `INSERT INTO code_owner (realm, code, safra_id, id, since, settled) `

	ownOne  = ownColumnList + `VALUES ($1, $2, $3, $4, $5, 0) ON CONFLICT DO NOTHING`
	ownMany = ownColumnList + `SELECT a.realm, a.code, a.safra_id, a.id, a.since, 0 FROM ` + ownArrays + ` ORDER BY a.realm, a.code, a.place ON CONFLICT DO NOTHING`

	ownArrays = `unnest($1::smallint[], $2::text[], $3::text[], $4::uuid[], $5::bigint[]) WITH ORDINALITY a (realm, code, safra_id, id, since, place)`

	holdColumnList = `INSERT INTO code_holder (realm, code, safra_id, author, id, since, live, against) `
	holdAgain      = ` ON CONFLICT (realm, code, safra_id, author) DO UPDATE SET live = code_holder.live + excluded.live, against = excluded.against`

	holdOne = holdColumnList + `SELECT $1::smallint, $2::text, $3::text, $4::text, $5::uuid, $6::bigint, 1, CASE WHEN o.safra_id = $3::text THEN '' ELSE o.safra_id END
		FROM code_owner o WHERE o.realm = $1::smallint AND o.code = $2::text FOR SHARE` + holdAgain
	holdMany = `WITH asked AS (SELECT realm, code, safra_id, author, (array_agg(id ORDER BY place))[1] AS id, min(since) AS since, count(*) AS live
		FROM unnest($1::smallint[], $2::text[], $3::text[], $4::text[], $5::uuid[], $6::bigint[]) WITH ORDINALITY a (realm, code, safra_id, author, id, since, place)
		GROUP BY realm, code, safra_id, author) ` + holdColumnList + `
		SELECT a.realm, a.code, a.safra_id, a.author, a.id, a.since, a.live, CASE WHEN o.safra_id = a.safra_id THEN '' ELSE o.safra_id END
		FROM asked a JOIN code_owner o USING (realm, code) ORDER BY a.realm, a.code, a.safra_id, a.author FOR SHARE OF o` + holdAgain

	takeOne  = `WITH asked AS (SELECT $1::smallint AS realm, $2::text AS code, $3::text AS safra_id, $4::uuid AS id, $5::bigint AS since)` + take
	takeMany = `WITH asked AS (SELECT DISTINCT ON (a.realm, a.code) a.* FROM ` + ownArrays + ` ORDER BY a.realm, a.code, a.place)` + take

	take = `, taken AS (UPDATE code_owner o SET safra_id = a.safra_id, id = a.id, since = a.since FROM asked a
		WHERE o.realm = a.realm AND o.code = a.code AND o.safra_id <> a.safra_id AND ` + sqlstore.Free + `
		RETURNING o.realm, o.code, o.safra_id)
		UPDATE code_holder h SET against = CASE WHEN h.safra_id = t.safra_id THEN '' ELSE t.safra_id END
		FROM taken t WHERE h.realm = t.realm AND h.code = t.code`
)

func ownColumns(rows [][]any) []any {
	return []any{column[int16](rows, 0), column[string](rows, 1), column[string](rows, 2), column[[16]byte](rows, 3), column[int64](rows, 4)}
}

func holdColumns(rows [][]any) []any {
	return []any{
		column[int16](rows, 0), column[string](rows, 1), column[string](rows, 2), column[string](rows, 3), column[[16]byte](rows, 4), column[int64](rows, 5),
	}
}
