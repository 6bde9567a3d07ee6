package record

import (
	"strings"

	"rastro/internal/brdoc"
	"rastro/internal/kind"
)

// lateYear is a year that no identifier is later than: forms only format, and the grading that
// follows judges.
const lateYear = brdoc.LateYear

// formatted formats the identifiers in a field as their issuers do: plates in capitals without
// hyphens, keys without spaces. A text that is not certainly one stays as typed.
func formatted(f *kind.Field, text string) string {
	switch f.Pattern {
	case kind.Plates:
		parts := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' || r == '/' })
		for i, part := range parts {
			id := brdoc.Check(brdoc.Plate, strings.ToUpper(strings.NewReplacer("-", "", " ", "", ".", "").Replace(part)), lateYear)
			if !id.Valid {
				return text
			}
			parts[i] = id.Value
		}
		if len(parts) > 0 {
			return strings.Join(parts, ", ")
		}
	case kind.InvoiceKey:
		key := strings.NewReplacer(" ", "", ".", "", "-", "").Replace(text)
		if _, is := brdoc.ParseKey(key); is {
			return strings.ToUpper(key)
		}
	}
	return text
}
