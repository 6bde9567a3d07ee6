package trace

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"strings"

	"rastro/internal/canon"
)

// Position is a place in an order: one value per term, an ID for ByID, an
// int64 for times and kinds, a string for the rest.
type Position []any

// maxCursor bounds a cursor's length: two names of 100 characters and an id.
const maxCursor = 2048

const cursorVersion = 1

// encodeCursor makes the opaque form of a position. The scope says which list
// the position belongs to; its digest goes in, so that a cursor of another list
// or another order is recognised. A cursor grants nothing: whoever forges one
// only chooses where to start in what he may read anyway.
func encodeCursor(scope string, p Position) string {
	values := make([]any, len(p))
	for i, v := range p {
		if id, ok := v.(ID); ok {
			v = id.String()
		}
		values[i] = v
	}
	payload, err := canon.Marshal(values)
	if err != nil {
		return "" // strings and integers always encode
	}
	sum := cursorSum(scope, payload)
	return base64.RawURLEncoding.EncodeToString(append(append([]byte{cursorVersion}, sum...), payload...))
}

func cursorSum(scope string, payload []byte) []byte {
	sum := sha256.Sum256(append([]byte(scope+"\x00"), payload...))
	return sum[:8]
}

// decodeCursor reads a cursor back for the same scope and order. Anything else
// is CodeBadCursor.
func decodeCursor(scope string, order Order, cursor string) (Position, error) {
	bad := Fail(CodeBadCursor)
	if len(cursor) > maxCursor {
		return nil, bad
	}
	raw, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil || len(raw) < 9 || raw[0] != cursorVersion {
		return nil, bad
	}
	payload := raw[9:]
	if subtle.ConstantTimeCompare(raw[1:9], cursorSum(scope, payload)) != 1 {
		return nil, bad
	}
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
