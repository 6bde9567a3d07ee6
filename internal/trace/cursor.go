package trace

import (
	"context"
	"strings"

	"rastro/internal/canon"
)

// Position is a place in an order: one value per term, an ID for ByID, an
// int64 for times and kinds, a string for the rest.
type Position []any

// maxCursor bounds a cursor's length: two names of 100 characters and an id, sealed.
const maxCursor = 2048

// encodeCursor makes the sealed form of a position. The scope says which list it
// belongs to, in which order, and to which harvests its reader is kept: elsewhere
// the cursor does not open. What it says may be somebody else's, such as the last
// code of a lot that was looked at, so nobody can read it or make one up.
func (s *Service) encodeCursor(ctx context.Context, scope string, p Position) (string, error) {
	return s.closeCursor(ctx, s.store, scope, encodePosition(p))
}

// decodeCursor reads a cursor back for the same scope and order. Anything else
// is CodeBadCursor.
func (s *Service) decodeCursor(ctx context.Context, scope string, order Order, cursor string) (Position, error) {
	payload, err := s.openCursor(ctx, s.store, scope, cursor)
	if err != nil {
		return nil, err
	}
	return decodePosition(order, payload)
}

// SealCursor is encodeCursor for a list that is put together outside, and
// OpenCursor reads it back.
func (s *Service) SealCursor(ctx context.Context, scope string, id ID) (string, error) {
	return s.encodeCursor(ctx, scope, Position{id})
}

// OpenCursor reads back what SealCursor sealed for the same scope; CodeBadCursor for
// anything else.
func (s *Service) OpenCursor(ctx context.Context, scope, cursor string) (ID, error) {
	p, err := s.decodeCursor(ctx, scope, OldestFirst, cursor)
	if err != nil {
		return ID{}, err
	}
	return p[0].(ID), nil
}

// SealText seals the place of a list that is put together outside and is more than a
// record, and OpenText reads it back. The scope is one of a list, and of the harvests
// that the key is kept to.
func (s *Service) SealText(ctx context.Context, by *Key, list string, text []byte) (string, error) {
	return s.closeCursor(ctx, s.store, list+"\x00"+by.limits(), text)
}

// OpenText reads back what SealText sealed for the same list and limits; CodeBadCursor
// for anything else.
func (s *Service) OpenText(ctx context.Context, by *Key, list, cursor string) ([]byte, error) {
	return s.openCursor(ctx, s.store, list+"\x00"+by.limits(), cursor)
}

// limits are the harvests that a key is kept to, for the scope of its cursors.
func (k *Key) limits() string { return strings.Join(k.Safras, "\x00") }

func encodePosition(p Position) []byte {
	values := make([]any, len(p))
	for i, v := range p {
		if id, ok := v.(ID); ok {
			v = id.String()
		}
		values[i] = v
	}
	payload, err := canon.Marshal(values)
	if err != nil {
		panic(err) // strings and integers always encode
	}
	return payload
}

func decodePosition(order Order, payload []byte) (Position, error) {
	bad := Fail(CodeBadCursor)
	var err error
	var values []canon.Value
	if err := canon.Unmarshal(payload, &values); err != nil || len(values) != len(order) {
		return nil, bad
	}
	p := make(Position, len(order))
	for i, t := range order {
		switch t.Field {
		case ByCreated, ByUpdated, ByKind:
			var n int64
			err = canon.Unmarshal(values[i], &n)
			p[i] = n
		case ByID:
			text, _ := canon.String(values[i])
			id, ok := ParseID(text)
			if !ok {
				return nil, bad
			}
			p[i] = id
		default:
			var s string
			if err = canon.Unmarshal(values[i], &s); strings.IndexByte(s, 0) >= 0 {
				return nil, bad // no harvest has one, and not every engine takes it
			}
			p[i] = s
		}
		if err != nil {
			return nil, bad
		}
	}
	return p, nil
}
