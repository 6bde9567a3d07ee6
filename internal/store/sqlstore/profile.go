package sqlstore

import (
	"context"

	"rastro/internal/kind"
	"rastro/internal/trace"
)

// NewestProfile looks for the live profile first, which an index has, then for the newest
// version that ended.
func (r reader) NewestProfile(ctx context.Context, harvestID string) (trace.Record, error) {
	for _, ended := range []string{`until IS NULL`, `until IS NOT NULL`} {
		b := r.conditions(trace.Query{Kind: kind.Profile, Reach: trace.Only(harvestID)}, ended)
		found, err := r.records(r.context(ctx), r.dialect.SelectRecord()+`FROM journal WHERE `+b.where()+` ORDER BY id DESC, version DESC LIMIT 1`, b.args...)
		if err != nil {
			return trace.Record{}, err
		}
		if len(found) > 0 {
			return found[0], nil
		}
	}
	return trace.Record{}, trace.Fail(trace.CodeRecordNotFound)
}
