package postgres

import "rastro/internal/trace"

// uuids converts marks for the driver: a mark is as long as an id.
func uuids(marks []trace.Mark) [][16]byte {
	list := make([][16]byte, len(marks))
	for i, m := range marks {
		list[i] = m
	}
	return list
}

// markColumns are marks and their records as two columns.
func markColumns(marked []trace.Marked) []any {
	marks, ids := make([][16]byte, len(marked)), make([][16]byte, len(marked))
	for i, m := range marked {
		marks[i], ids[i] = m.Mark, m.ID
	}
	return []any{marks, ids}
}
