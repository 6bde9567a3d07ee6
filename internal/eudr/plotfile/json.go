package plotfile

import (
	"encoding/hex"
	"strconv"

	"rastro/internal/canon"
	"rastro/internal/finding"
	"rastro/internal/lang"
)

// AppendJSON appends a part as the wire shows it, with the path to download it from.
func (p *Part) AppendJSON(dst []byte, href string) []byte {
	for i, n := range []struct {
		name  string
		value int
	}{{"parte", p.Number}, {"declaracao", p.Statement}, {"talhoes", p.Plots}, {"produtores", p.Producers}, {"bytes", p.Bytes}} {
		dst = append(dst, "{,,,,"[i])
		dst = append(dst, `"`+n.name+`":`...)
		dst = strconv.AppendInt(dst, int64(n.value), 10)
	}
	dst = append(dst, `,"sha256":"`...)
	dst = hex.AppendEncode(dst, p.SHA256[:])
	dst = append(dst, `","href":`...)
	dst = canon.AppendString(dst, href)
	return append(dst, '}')
}

// AppendJSON appends a finding as the wire shows it.
func (f *Finding) AppendJSON(dst []byte, l lang.Lang) []byte {
	dst = append(dst, `{"regra":`...)
	dst = canon.AppendString(dst, f.Rule.ID)
	dst = append(dst, `,"classe":`...)
	dst = appendFrom(dst, f.Rule.In(finding.EUFile).Class, 1)
	dst = append(dst, `,"severidade":`...)
	dst = canon.AppendString(dst, string(f.Severity()))
	dst = append(dst, `,"corrigido":`...)
	dst = strconv.AppendBool(dst, f.Mended)
	dst = append(dst, `,"mensagem":`...)
	dst = canon.AppendString(dst, f.Message(l))
	dst = append(dst, `,"registro":`...)
	if f.Record == nil {
		dst = append(dst, `null`...)
	} else {
		dst = f.Record.AppendJSON(dst)
	}
	dst = append(dst, `,"ponteiro":`...)
	dst = canon.AppendString(dst, f.Pointer)
	dst = append(dst, `,"anel":`...)
	dst = appendFrom(dst, f.Ring, 0)
	dst = append(dst, `,"vertice":`...)
	dst = appendFrom(dst, f.Vertex, 0)
	dst = append(dst, `,"lados":`...)
	if f.Sides[0] < 0 {
		return append(dst, `null}`...)
	}
	dst = strconv.AppendInt(append(dst, '['), int64(f.Sides[0]), 10)
	dst = strconv.AppendInt(append(dst, ','), int64(f.Sides[1]), 10)
	return append(dst, `]}`...)
}

// appendFrom appends a number, or null if it is below its minimum.
func appendFrom(dst []byte, n, least int) []byte {
	if n < least {
		return append(dst, `null`...)
	}
	return strconv.AppendInt(dst, int64(n), 10)
}

// AppendJSON appends the record of a plot as the wire shows it.
func (r *Ref) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"prefixo":`...)
	dst = canon.AppendString(dst, r.Prefix)
	dst = append(dst, `,"id":`...)
	dst = canon.AppendString(dst, r.ID)
	dst = append(dst, `,"safraId":`...)
	dst = canon.AppendString(dst, r.HarvestID)
	return append(dst, '}')
}
