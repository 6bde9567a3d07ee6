package sqlite

import (
	"context"
	"fmt"
	"time"

	"rastro/internal/kind"
	"rastro/internal/store/sqlite/native"
	"rastro/internal/trace"
)

// pointQuery reads a record's newest version. It is what most requests come to,
// so it has a way of its own: one statement that every connection keeps, whose
// columns are read where they lie.
const pointQuery = `SELECT version, kind, operation, harvest, updated_at, until IS NULL, created_by, updated_by, safra_codigo, codigo, salt, hash, dados, findings, seal
	FROM journal WHERE id = $1 ORDER BY version DESC LIMIT 1`

// point reads the live version of a record; as trace.Reader's Record does. It
// takes microseconds and is not interrupted.
func (s *Store) point(ctx context.Context, id trace.ID) (*trace.Record, error) {
	c, err := s.points.take(ctx)
	if err != nil {
		return nil, err
	}
	defer s.points.give(c)
	if err := c.refresh(s.writer.cache.changes); err != nil {
		return nil, err
	}
	stmt, err := c.take(pointQuery)
	if err != nil {
		return nil, err
	}
	defer c.give(stmt)
	if err := stmt.BindBlob(id[:]); err != nil {
		return nil, classify(err)
	}
	found, err := stmt.Step()
	if err != nil {
		return nil, classify(err)
	}
	if !found {
		return nil, trace.Fail(trace.CodeRecordNotFound)
	}
	return s.pointRecord(c, id, stmt.Stmt)
}

func (s *Store) pointRecord(c *conn, id trace.ID, row *native.Stmt) (*trace.Record, error) {
	code := int16(row.Int(1))
	r := &trace.Record{
		ID: id, Version: row.Int(0), Kind: kind.ByCode(code), Operation: trace.Operation(row.Int(2)), UpdatedAt: time.UnixMilli(row.Int(4)).UTC(),
		CreatedBy: row.Text(6), UpdatedBy: row.Text(7), SafraCodigo: row.Text(8), Codigo: row.Text(9), Dados: own(row, 12), Findings: own(row, 13), Seal: own(row, 14),
	}
	copy(r.Salt[:], row.View(10))
	copy(r.Hash[:], row.View(11))
	if r.Kind == nil {
		return nil, fmt.Errorf("record %s has kind %d, which this build does not know", id, code)
	}
	var err error
	if r.SafraID, err = s.harvests.name(c, row.Int(3)); err != nil {
		return nil, err
	}
	switch {
	case r.Operation == trace.Erased:
		return nil, trace.ErasedError(r)
	case row.Int(5) == 0:
		return nil, trace.Fail(trace.CodeRecordNotFound)
	}
	return r, nil
}

// own copies a blob; nil for NULL.
func own(row *native.Stmt, i int32) []byte {
	if row.IsNull(i) {
		return nil
	}
	lies := row.View(i)
	return append(make([]byte, 0, len(lies)), lies...)
}
