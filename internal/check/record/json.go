package record

import (
	"strconv"

	"rastro/internal/canon"
	"rastro/internal/finding"
	"rastro/internal/lang"
)

// AppendFindings appends findings as the wire shows them.
func AppendFindings(dst []byte, findings []finding.Finding, l lang.Lang) []byte {
	dst = append(dst, '[')
	for i, f := range findings {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"regra":`...)
		dst = canon.AppendString(dst, f.Rule.ID)
		dst = append(dst, `,"campo":`...)
		dst = canon.AppendString(dst, f.Field)
		dst = append(dst, `,"ponteiro":`...)
		dst = canon.AppendString(dst, f.Pointer)
		dst = append(dst, `,"severidade":`...)
		dst = canon.AppendString(dst, string(f.Rule.Severity))
		dst = append(dst, `,"mensagem":`...)
		dst = canon.AppendString(dst, f.Message(l))
		dst = append(dst, '}')
	}
	return append(dst, ']')
}

// AppendIdentifiersJSON appends identifiers as the API shows them. Parts that nobody needs to
// see again are masked.
func AppendIdentifiersJSON(dst []byte, ids []Identifier) []byte {
	dst = append(dst, '[')
	for i, id := range ids {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"tipo":`...)
		dst = canon.AppendString(dst, id.Type.String())
		dst = append(dst, `,"valor":`...)
		dst = canon.AppendString(dst, id.Shown())
		dst = append(dst, `,"valido":`...)
		dst = strconv.AppendBool(dst, id.Valid)
		dst = append(dst, `,"campo":`...)
		dst = canon.AppendString(dst, id.Field)
		dst = append(dst, '}')
	}
	return append(dst, ']')
}

// AppendMembers appends the result of grading as members of a record: "avisos" and
// "identificadores", and "geometria" if there is a plot.
func (g Graded) AppendMembers(dst []byte, l lang.Lang) []byte {
	dst = append(dst, `"avisos":`...)
	dst = AppendFindings(dst, g.Findings, l)
	dst = append(dst, `,"identificadores":`...)
	dst = AppendIdentifiersJSON(dst, g.IDs)
	if g.Plot != nil {
		dst = append(dst, `,"geometria":`...)
		dst = g.Plot.AppendGeometry(dst)
	}
	return dst
}
