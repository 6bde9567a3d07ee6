package cursors

import (
	"context"
	"strings"

	"rastro/internal/canon"
	"rastro/internal/trace"
)

// maxCursor bounds a cursor's length: two names of 100 characters and an id, sealed.
const maxCursor = 2048

// Encode returns the sealed form of a position. The scope identifies its list, its order, and the
// harvests to which its reader is limited: the cursor does not open in another scope. It may
// contain another party's data, such as the last lot code read, so nobody can read or forge it.
func (s *Sealer) Encode(ctx context.Context, scope string, p trace.Position) (string, error) {
	return s.Seal(ctx, s.store.Direct(), scope, encodePosition(p))
}

// Decode reads a cursor back for the same scope and order. Anything else
// is CodeBadCursor.
func (s *Sealer) Decode(ctx context.Context, scope string, order trace.Order, cursor string) (trace.Position, error) {
	payload, err := s.Unseal(ctx, s.store.Direct(), scope, cursor)
	if err != nil {
		return nil, err
	}
	return decodePosition(order, payload)
}

// SealCursor is Encode for a list that is assembled elsewhere; OpenCursor opens it.
func (s *Sealer) SealCursor(ctx context.Context, scope string, id trace.ID) (string, error) {
	return s.Encode(ctx, scope, trace.Position{id})
}

// OpenCursor opens what SealCursor sealed for the same scope; CodeBadCursor for anything else.
func (s *Sealer) OpenCursor(ctx context.Context, scope, cursor string) (trace.ID, error) {
	p, err := s.Decode(ctx, scope, trace.OldestFirst, cursor)
	if err != nil {
		return trace.ID{}, err
	}
	return p[0].(trace.ID), nil
}

// SealText seals a position in a list that is assembled outside this package and needs more than
// a record; OpenText reads it back. The scope identifies the list and the harvests that the key
// is limited to.
func (s *Sealer) SealText(ctx context.Context, by *trace.Key, list string, text []byte) (string, error) {
	return s.Seal(ctx, s.store.Direct(), list+"\x00"+by.Limits(), text)
}

// OpenText opens what SealText sealed for the same list and limits; CodeBadCursor for anything
// else.
func (s *Sealer) OpenText(ctx context.Context, by *trace.Key, list, cursor string) ([]byte, error) {
	return s.Unseal(ctx, s.store.Direct(), list+"\x00"+by.Limits(), cursor)
}

func encodePosition(p trace.Position) []byte {
	values := make([]any, len(p))
	for i, v := range p {
		if id, ok := v.(trace.ID); ok {
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

func decodePosition(order trace.Order, payload []byte) (trace.Position, error) {
	bad := trace.Fail(trace.CodeBadCursor)
	var err error
	var values []canon.Value
	if err := canon.Unmarshal(payload, &values); err != nil || len(values) != len(order) {
		return nil, bad
	}
	p := make(trace.Position, len(order))
	for i, t := range order {
		switch t.Field {
		case trace.ByCreated, trace.ByUpdated, trace.ByKind:
			var n int64
			err = canon.Unmarshal(values[i], &n)
			p[i] = n
		case trace.ByID:
			text, _ := canon.String(values[i])
			id, ok := trace.ParseID(text)
			if !ok {
				return nil, bad
			}
			p[i] = id
		default:
			var s string
			if err = canon.Unmarshal(values[i], &s); strings.IndexByte(s, 0) >= 0 {
				return nil, bad // no harvest contains one, and not every engine accepts it
			}
			p[i] = s
		}
		if err != nil {
			return nil, bad
		}
	}
	return p, nil
}
