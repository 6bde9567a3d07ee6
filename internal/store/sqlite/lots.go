package sqlite

import "rastro/internal/canon"

// jsonList returns a list of texts as json_each takes it: one statement for a list of
// any length.
func jsonList(texts []string) string {
	list := []byte{'['}
	for i, s := range texts {
		if i > 0 {
			list = append(list, ',')
		}
		list = canon.AppendString(list, s)
	}
	return string(append(list, ']'))
}
