package audit

import (
	"strconv"

	"rastro/internal/canon"
	"rastro/internal/lang"
)

// AppendJSON appends findings as the wire shows them.
func AppendJSON(dst []byte, findings []Finding, l lang.Lang) []byte {
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

// AppendIdentifiersJSON appends identifiers as the wire shows them. What nobody
// needs to see again is masked.
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

// AppendMembers appends what grading gave as the members of a record that show
// it: "avisos" and "identificadores", and "geometria" where there is a plot.
func (g Graded) AppendMembers(dst []byte, l lang.Lang) []byte {
	dst = append(dst, `"avisos":`...)
	dst = AppendJSON(dst, g.Findings, l)
	dst = append(dst, `,"identificadores":`...)
	dst = AppendIdentifiersJSON(dst, g.IDs)
	if g.Plot != nil {
		dst = append(dst, `,"geometria":`...)
		dst = g.Plot.AppendGeometria(dst)
	}
	return dst
}

// AppendRuleJSON appends a rule as the wire lists it. The examples are JSON.
func AppendRuleJSON(dst []byte, r *Rule, l lang.Lang) []byte {
	scope := "registro"
	if r.Harvest {
		scope = "safra"
	}
	dst = append(dst, `{"regra":`...)
	dst = canon.AppendString(dst, r.ID)
	dst = append(dst, `,"severidade":`...)
	dst = canon.AppendString(dst, string(r.Severity))
	dst = append(dst, `,"escopo":`...)
	dst = canon.AppendString(dst, scope)
	dst = append(dst, `,"prefixos":`...)
	dst = canon.AppendStrings(dst, r.Kinds)
	dst = append(dst, `,"mensagem":`...)
	dst = canon.AppendString(dst, r.Says(l))
	dst = append(dst, `,"fonte":`...)
	dst = canon.AppendString(dst, r.Source)
	dst = append(dst, `,"exemplo":`...)
	dst = appendExample(dst, r, r.Trigger)
	dst = append(dst, `,"contraexemplo":`...)
	dst = appendExample(dst, r, r.Quiet)
	return append(dst, '}')
}

// appendExample appends a rule's example: a payload with its kind, or what a
// harvest's rule shows.
func appendExample(dst []byte, r *Rule, example string) []byte {
	prefix := r.Example()
	switch {
	case example == "":
		return append(dst, `null`...)
	case prefix == "":
		return append(dst, example...)
	}
	dst = append(dst, `{"prefixo":`...)
	dst = canon.AppendString(dst, prefix)
	dst = append(dst, `,"dados":`...)
	dst = append(dst, example...)
	return append(dst, '}')
}
