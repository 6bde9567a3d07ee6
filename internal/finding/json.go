package finding

import (
	"strconv"

	"rastro/internal/canon"
	"rastro/internal/lang"
)

// AppendJSON appends the counts as the wire shows them.
func (s Summary) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"erro":`...)
	dst = strconv.AppendInt(dst, int64(s.Errors), 10)
	dst = append(dst, `,"alerta":`...)
	dst = strconv.AppendInt(dst, int64(s.Alerts), 10)
	dst = append(dst, `,"info":`...)
	dst = strconv.AppendInt(dst, int64(s.Infos), 10)
	return append(dst, '}')
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
