package sqlite

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"time"

	"rastro/internal/kind"
	"rastro/internal/trace"
)

// point reads the live version of a record, like trace.Reader's Record. It is the most frequent
// request, so it has its own path: a connection whose snapshot stays open, a statement that stays
// prepared, and columns that are read in place. It takes microseconds and cannot be interrupted.
func (s *Store) point(ctx context.Context, id trace.ID) (*trace.Record, error) {
	c, err := s.points.take(ctx)
	if err != nil {
		return nil, err
	}
	defer s.points.give(c)
	if err := c.refresh(s.writer); err != nil {
		return nil, err
	}
	if place := s.places.find(id); place != 0 {
		r, err := c.at(s.byPlace, id, place)
		if r != nil || err != nil {
			return r, err
		}
	}
	stmt, err := c.take(s.byID)
	if err != nil {
		return nil, err
	}
	defer c.give(stmt)
	if err := stmt.BindBlob(id[:]); err != nil {
		return nil, c.classify(err)
	}
	found, err := stmt.Step()
	if err != nil {
		return nil, c.classify(err)
	}
	if !found {
		return nil, trace.Fail(trace.CodeRecordNotFound)
	}
	r := new(trace.Record)
	live, err := stmt.scanRecord(r)
	switch {
	case err != nil:
		return nil, err
	case r.Operation == trace.Erased:
		return nil, trace.ErasedError(r)
	case !live:
		return nil, trace.Fail(trace.CodeRecordNotFound)
	}
	s.places.remember(id, stmt.Int(placeColumn))
	return r, nil
}

// at reads the version at a place if it is the live one of an id; nil: it is not.
func (c *conn) at(query string, id trace.ID, place int64) (*trace.Record, error) {
	stmt, err := c.take(query)
	if err != nil {
		return nil, err
	}
	defer c.give(stmt)
	if err := stmt.BindInt(place); err != nil {
		return nil, c.classify(err)
	}
	found, err := stmt.Step()
	if err != nil {
		return nil, c.classify(err)
	}
	if !found || !bytes.Equal(stmt.View(idColumn), id[:]) || !stmt.IsNull(untilColumn) {
		return nil, nil
	}
	r := new(trace.Record)
	_, err = stmt.scanRecord(r)
	return r, err
}

// The columns of a version, in the order in which sqlstore selects them.
const (
	idColumn = iota
	versionColumn
	kindColumn
	operationColumn
	harvestColumn
	seasonColumn
	updatedAtColumn
	createdByColumn
	updatedByColumn
	codeColumn
	saltColumn
	hashColumn
	payloadColumn
	findingsColumn
	sealColumn
	untilColumn
	placeColumn // for statements that request it
)

// scanRecord reads the version that the statement is at.
func (s *statement) scanRecord(r *trace.Record) (live bool, err error) {
	if n := copy(r.ID[:], s.View(idColumn)); n != len(r.ID) {
		return false, fmt.Errorf("an id must be %d bytes, not %d", len(r.ID), n)
	}
	code := int16(s.Int(kindColumn))
	if r.Kind = kind.ByCode(code); r.Kind == nil {
		return false, fmt.Errorf("record %s has kind %d, which this build does not know", r.ID, code)
	}
	copy(r.Salt[:], s.View(saltColumn))
	copy(r.Hash[:], s.View(hashColumn))
	r.Version, r.Operation = s.Int(versionColumn), trace.Operation(s.Int(operationColumn))
	r.UpdatedAt = time.UnixMilli(s.Int(updatedAtColumn)).UTC()
	r.HarvestCode, r.UpdatedBy, r.ValidationCode = s.Text(seasonColumn), s.Text(updatedByColumn), s.Text(codeColumn)
	r.CreatedBy = cmp.Or(s.Text(createdByColumn), r.UpdatedBy)
	r.Payload, r.Findings, r.Seal = s.Blob(payloadColumn), s.Blob(findingsColumn), s.Blob(sealColumn)
	r.HarvestID, err = s.Named(harvestColumn)
	return s.IsNull(untilColumn), err
}
