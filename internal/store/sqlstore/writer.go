package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rastro/internal/trace"
)

// writer implements trace.Writer in one transaction. The contexts callers pass
// are those of their requests; the transaction's own is used instead.
type writer struct {
	reader
	tx     Tx
	counts tally // of the whole group
	wrote  bool

	logSize int64 // as LockLog found it
	logMark string
}

// anyRows is for statements whose number of rows needs no check: an INSERT puts
// one in or fails.
const anyRows = -1

// later sends a statement that must change a number of rows.
func (w *writer) later(want int64, sql string, args ...any) error {
	w.wrote = true
	return w.tx.Later(w.ctx, want, sql, args...)
}

func (w *writer) Append(ctx context.Context, r trace.Record) error {
	if err := r.Admit(ctx, w); err != nil {
		return err
	}
	live := 0 // by how much the kind's number of live records changes
	at := r.UpdatedAt.UnixMilli()
	switch {
	case r.Version == 1:
		live++
	case r.AfterEnd:
		live++ // its end below subtracts one that is already subtracted
	default:
		args := []any{at, w.dialect.ID(r.ID), r.Version - 1}
		part := w.dialect.Part("$4")
		if part != "" {
			args = append(args, int16(r.ID.Partition()))
		}
		if err := w.later(1, `UPDATE journal SET until = $1 WHERE id = $2 AND version = $3 AND until IS NULL`+part, args...); err != nil {
			return err
		}
	}
	var until *int64
	if r.Operation.Ends() || r.Kind.IsChange() {
		until = &at // a version that ends a record is never live, and neither is a note
		live--
	}
	createdBy := r.CreatedBy
	switch createdBy {
	case r.UpdatedBy:
		createdBy = "" // see SelectRecord
	case "":
		return fmt.Errorf("record %s says who changed it and not who made it", r.ID)
	}
	args := []any{
		w.dialect.ID(r.ID), r.Version, r.Kind.Code, int64(r.Operation), r.HarvestCode, r.CreatedAt().UnixMilli(), at, until,
		createdBy, r.UpdatedBy, r.ValidationCode, r.Salt[:], r.Hash[:], r.Payload, r.Findings, r.Seal,
	}
	w.wrote = true
	args, err := w.dialect.AppendArgs(w.ctx, w.tx, &r, args)
	if err != nil {
		return err
	}
	if err := w.later(anyRows, w.dialect.Append, args...); err != nil {
		return err
	}
	w.counts.add(w.dialect, &r, int64(live))
	if err := w.appendLots(&r); err != nil {
		return err
	}
	if err := w.appendOwnership(&r); err != nil {
		return err
	}
	if r.Operation == trace.Erased { // the index must not keep an erased record's facts until it catches up
		if err := w.dropTerms(r.ID); err != nil {
			return err
		}
	}
	return w.appendClaim(&r)
}

// AppendColumns are the columns of an insert that both engines have, in the order in which Append
// returns their values.
const AppendColumns = `id, version, kind, operation, safra_codigo, created_at, updated_at, until, created_by, updated_by, codigo, salt, hash, dados, findings, seal`

func (w *writer) PutCover(_ context.Context, id trace.ID, cover []byte) error {
	if cover == nil {
		cover = []byte{}
	}
	return w.later(anyRows, `INSERT INTO cover (id, body) VALUES ($1, $2)`, w.dialect.ID(id), cover)
}

func (w *writer) LockReports(_ context.Context, harvestID string) error {
	return w.lock(w.dialect.LockReports, harvestID)
}

// lock runs a locking statement at once; "" means none.
func (w *writer) lock(statement string, args ...any) error {
	if statement == "" {
		return nil
	}
	_, err := w.tx.Exec(w.ctx, statement, args...)
	return err
}

func (w *writer) PutReport(_ context.Context, id trace.ID, harvestID string, report []byte) error {
	return w.later(anyRows, `INSERT INTO report (id, safra_id, body) VALUES ($1, $2, $3)`, w.dialect.ID(id), harvestID, report)
}

func (w *writer) LockKeys(context.Context) error {
	w.wrote = true
	// Do it now rather than later: what is read next must be what the others left.
	n, err := w.tx.Exec(w.ctx, `UPDATE meta SET value = value + 1 WHERE name = 'key_revision'`)
	if err == nil && n != 1 {
		err = fmt.Errorf("the store has lost its key revision")
	}
	return err
}

func (w *writer) PutKey(_ context.Context, k trace.Key) error {
	scopes, err1 := encodeList(k.Scopes)
	phases, err2 := encodeList(k.Phases)
	harvests, err3 := encodeList(k.Harvests)
	if err := errors.Join(err1, err2, err3); err != nil {
		return err
	}
	return w.later(anyRows, `INSERT INTO api_key (access_key, secret_hash, name, organization, scopes, phases, harvests, created_at, expires_at, deactivated_at, last_used_at, note)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
		ON CONFLICT (access_key) DO UPDATE SET name = excluded.name, organization = excluded.organization, scopes = excluded.scopes, phases = excluded.phases,
		harvests = excluded.harvests, created_at = excluded.created_at, expires_at = excluded.expires_at, deactivated_at = excluded.deactivated_at, note = excluded.note`,
		k.AccessKey, k.SecretHash[:], k.Name, k.Organization, scopes, phases, harvests,
		millis(k.CreatedAt), millis(k.ExpiresAt), millis(k.DeactivatedAt), millis(k.LastUse), k.Note)
}

func (w *writer) TouchKeys(_ context.Context, lastUse map[string]time.Time) error {
	for access, at := range lastUse {
		if err := w.later(anyRows, `UPDATE api_key SET last_used_at = $1 WHERE access_key = $2 AND last_used_at < $1`, millis(at), access); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) PutPhase(_ context.Context, p trace.CropPhase) error {
	if !p.Deleted {
		n, err := w.number(w.ctx, `SELECT count(*) FROM phase WHERE crop = $1 AND stage = $2 AND folded_name = $3 AND deleted = 0 AND id <> $4`,
			string(p.Crop), p.Stage, p.FoldedName(), w.dialect.ID(p.ID))
		if err != nil {
			return err
		}
		if n > 0 {
			return trace.Fail(trace.CodePhaseExists, "nome", p.Name, "etapa", p.Stage, "cultura", string(p.Crop))
		}
	}
	args := []any{
		w.dialect.ID(p.ID), p.Version, string(p.Crop), p.Stage, p.StageName, p.Name, p.FoldedName(), p.Description, int64(p.Order),
		p.KindName, p.KindNumber, bit(p.Required), bit(p.Active), millis(p.CreatedAt), millis(p.UpdatedAt), bit(p.Deleted),
	}
	if p.Version == 1 {
		return w.later(anyRows, `INSERT INTO phase (`+phaseColumns+`, deleted) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`, args...)
	}
	return w.later(1, `UPDATE phase SET version = $2, crop = $3, stage = $4, stage_name = $5, name = $6, folded_name = $7, description = $8, ordinal = $9,
		record_kind = $10, record_number = $11, mandatory = $12, active = $13, created_at = $14, updated_at = $15, deleted = $16
		WHERE id = $1 AND version = $2 - 1 AND deleted = 0`, args...)
}

func (w *writer) PutReply(_ context.Context, r trace.Reply) error {
	// An expired answer may still be there, and must not get in the way.
	now := r.ExpiresAt.Add(-trace.ReplyLifetime)
	if err := w.later(anyRows, `DELETE FROM reply WHERE access_key = $1 AND name = $2 AND expires_at <= $3`, r.AccessKey, r.Name, millis(now)); err != nil {
		return err
	}
	return w.later(anyRows, `INSERT INTO reply (access_key, name, request, location, data, expires_at) VALUES ($1, $2, $3, $4, $5, $6)`,
		r.AccessKey, r.Name, r.Request[:], r.Location, r.Data, millis(r.ExpiresAt))
}

func (w *writer) DropReplies(_ context.Context, before time.Time) error {
	return w.later(anyRows, `DELETE FROM reply WHERE expires_at < $1`, millis(before))
}

func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
