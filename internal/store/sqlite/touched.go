package sqlite

import (
	"context"
	"strconv"

	"rastro/internal/kind"
	"rastro/internal/trace"
)

// Touched implements trace.Store. Rows of the journal are in the order of their commits, since
// there is one writer at a time in all processes.
func (s *Store) Touched(ctx context.Context, since trace.Place, limit int) (trace.Touched, error) {
	if since == "" {
		next, err := s.lastRow(ctx)
		return trace.Touched{Next: next, All: true}, err
	}
	after, err := strconv.ParseInt(string(since), 10, 64)
	if err != nil {
		return trace.Touched{}, err
	}
	found := trace.Touched{Next: since}
	rows, err := s.pool.Query(ctx, `SELECT seq, kind, harvest FROM journal WHERE seq > $1 ORDER BY seq LIMIT $2`, after, int64(limit)+1)
	if err != nil {
		return found, err
	}
	defer rows.Close()
	n, last := 0, after
	for rows.Next() {
		var code int16
		var harvest string
		if err := rows.Scan(&last, &code, &harvest); err != nil {
			return found, err
		}
		if n++; n > limit {
			rows.Close()
			found.Next, err = s.lastRow(ctx)
			found.All, found.Harvests = true, nil
			return found, err
		}
		found.Catalogue = found.Catalogue || code == kind.PhaseChange.Code
		found.Organizations = found.Organizations || code == kind.OrganizationChange.Code || code == kind.ShareChange.Code || code == kind.Statement.Code
		if k := len(found.Harvests); harvest != "" && (k == 0 || found.Harvests[k-1] != harvest) {
			found.Harvests = append(found.Harvests, harvest)
		}
	}
	found.Next = trace.Place(strconv.FormatInt(last, 10))
	return found, rows.Err()
}

func (s *Store) lastRow(ctx context.Context) (trace.Place, error) {
	rows, err := s.pool.Query(ctx, `SELECT coalesce(max(seq), 0) FROM journal`)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	var last int64
	if rows.Next() {
		if err := rows.Scan(&last); err != nil {
			return "", err
		}
	}
	return trace.Place(strconv.FormatInt(last, 10)), rows.Err()
}
