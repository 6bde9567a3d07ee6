package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rastro/internal/canon"
	"rastro/internal/trace"
)

// one runs a query that finds at most one row and scans it; missing when it
// finds none.
func (r reader) one(ctx context.Context, missing trace.Code, dest []any, sql string, args ...any) error {
	rows, err := r.conn.Query(r.context(ctx), sql, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	if !rows.Next() {
		if err := rows.Err(); err != nil {
			return err
		}
		return trace.Fail(missing)
	}
	return rows.Scan(dest...)
}

func (r reader) Validation(ctx context.Context, code string) (trace.Record, error) {
	id, err := r.CodeOwner(ctx, code)
	if err != nil {
		return trace.Record{}, err
	}
	return r.newest(ctx, id, trace.CodeCodeNotFound)
}

func (r reader) Cover(ctx context.Context, id trace.ID) ([]byte, error) {
	var cover []byte
	err := r.one(ctx, trace.CodeRecordNotFound, []any{&cover}, `SELECT body FROM cover WHERE id = $1`, r.dialect.ID(id))
	return cover, err
}

func (r reader) Report(ctx context.Context, id trace.ID) ([]byte, error) {
	var report []byte
	err := r.one(ctx, trace.CodeRecordNotFound, []any{&report}, `SELECT body FROM report WHERE id = $1`, r.dialect.ID(id))
	return report, err
}

func (r reader) KeyRevision(ctx context.Context) (int64, error) {
	return r.number(r.context(ctx), `SELECT value FROM meta WHERE name = 'key_revision'`)
}

func (r reader) Keys(ctx context.Context) ([]trace.Key, error) {
	rows, err := r.conn.Query(r.context(ctx), `SELECT access_key, secret_hash, name, organization, scopes, phases, harvests, created_at, expires_at, deactivated_at, last_used_at, note
		FROM api_key ORDER BY created_at, access_key`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var keys []trace.Key
	for rows.Next() {
		var k trace.Key
		var hash []byte
		var scopes, phases, harvests string
		var created, expires, deactivated, lastUsed int64
		if err := rows.Scan(&k.AccessKey, &hash, &k.Name, &k.Organization, &scopes, &phases, &harvests, &created, &expires, &deactivated, &lastUsed, &k.Note); err != nil {
			return nil, fmt.Errorf("scanning a key: %w", err)
		}
		copy(k.SecretHash[:], hash)
		if err := errors.Join(decodeList(scopes, &k.Scopes), decodeList(phases, &k.Phases), decodeList(harvests, &k.Harvests)); err != nil {
			return nil, fmt.Errorf("reading the lists of key %s: %w", k.AccessKey, err)
		}
		k.CreatedAt, k.ExpiresAt, k.DeactivatedAt, k.LastUse = instant(created), instant(expires), instant(deactivated), instant(lastUsed)
		keys = append(keys, k)
	}
	return keys, rows.Err()
}

const phaseColumns = `id, version, crop, stage, stage_name, name, folded_name, description, ordinal, record_kind, record_number, mandatory, active, created_at, updated_at`

func (r reader) Phases(ctx context.Context, crop trace.Crop) ([]trace.CropPhase, error) {
	where, args := `deleted = 0`, []any(nil)
	if crop != "" {
		where, args = `deleted = 0 AND crop = $1`, []any{string(crop)}
	}
	rows, err := r.conn.Query(r.context(ctx), `SELECT `+phaseColumns+` FROM phase WHERE `+where+` ORDER BY id`, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var phases []trace.CropPhase
	for rows.Next() {
		var p trace.CropPhase
		var crop, folded string
		var ordinal, mandatory, active, created, updated int64
		if err := rows.Scan((*[16]byte)(&p.ID), &p.Version, &crop, &p.Stage, &p.StageName, &p.Name, &folded, &p.Description, &ordinal,
			&p.KindName, &p.KindNumber, &mandatory, &active, &created, &updated); err != nil {
			return nil, fmt.Errorf("scanning a phase: %w", err)
		}
		p.Crop, p.Order, p.Required, p.Active = trace.Crop(crop), int(ordinal), mandatory == 1, active == 1
		p.CreatedAt, p.UpdatedAt = instant(created), instant(updated)
		phases = append(phases, p)
	}
	return phases, rows.Err()
}

func (r reader) Reply(ctx context.Context, accessKey, name string) (trace.Reply, error) {
	reply := trace.Reply{AccessKey: accessKey, Name: name}
	var request []byte
	var expires int64
	err := r.one(ctx, trace.CodeRecordNotFound, []any{&request, &reply.Location, &reply.Data, &expires},
		`SELECT request, location, data, expires_at FROM reply WHERE access_key = $1 AND name = $2`, accessKey, name)
	copy(reply.Request[:], request)
	reply.ExpiresAt = instant(expires)
	return reply, err
}

// millis and instant convert between a time and its stored form; 0 means no time.
func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func instant(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// encodeList and decodeList keep a short list of texts as JSON.
func encodeList[T ~string](list []T) (string, error) {
	if list == nil {
		list = []T{}
	}
	data, err := canon.Marshal(list)
	return string(data), err
}

func decodeList[T ~string](text string, list *[]T) error { return canon.Unmarshal([]byte(text), list) }
