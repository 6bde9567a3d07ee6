package postgres

import (
	"context"

	"rastro/internal/kind"
	"rastro/internal/trace"
)

// touched finds the versions whose transactions ended between an older snapshot ($1) and now: those
// that the older one does not see. Restored versions have another server's transaction numbers,
// which may be higher than ours, and are left out. It reads at most $2 rows, in the order of the
// index of transactions.
const touched = `WITH looked AS (
		SELECT safra_id, kind, xid FROM journal
		WHERE xid >= pg_snapshot_xmin($1::text::pg_snapshot) AND xid < pg_snapshot_xmax(pg_current_snapshot())
		ORDER BY journal.xid LIMIT $2
	), new AS (
		SELECT DISTINCT safra_id, kind = $3 AS catalogue, kind IN ($4, $5, $6) AS organizations FROM looked WHERE NOT pg_visible_in_snapshot(xid, $1::text::pg_snapshot)
	)
	SELECT pg_current_snapshot()::text, (SELECT count(*) FROM looked), coalesce(new.safra_id, ''), coalesce(new.catalogue, false), coalesce(new.organizations, false)
	FROM (SELECT 1) one LEFT JOIN new ON true`

// Touched implements trace.Store. A place is a snapshot.
func (s *Store) Touched(ctx context.Context, since trace.Place, limit int) (trace.Touched, error) {
	if s.engine.Touched != nil {
		return s.engine.Touched(ctx, s.querier(s.pool), since, limit)
	}
	if since == "" {
		now, err := s.Stamp(ctx)
		return trace.Touched{Next: trace.Place(now), All: true}, err
	}
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	rows, err := s.pool.Query(ctx, touched, string(since), int64(limit)+1, kind.PhaseChange.Code, kind.OrganizationChange.Code, kind.ShareChange.Code, kind.Statement.Code)
	if err != nil {
		return trace.Touched{}, classify(err)
	}
	defer rows.Close()
	var found trace.Touched
	for rows.Next() {
		var next, harvest string
		var looked int64
		var catalogue, organizations bool
		if err := rows.Scan(&next, &looked, &harvest, &catalogue, &organizations); err != nil {
			return trace.Touched{}, classify(err)
		}
		found.Next = trace.Place(next)
		found.All = looked > int64(limit)
		found.Catalogue = found.Catalogue || catalogue
		found.Organizations = found.Organizations || organizations
		if harvest != "" {
			found.Harvests = append(found.Harvests, harvest)
		}
	}
	return found, classify(rows.Err())
}
