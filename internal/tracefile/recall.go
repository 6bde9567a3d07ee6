package tracefile

import (
	"bytes"
	"encoding/csv"
	"encoding/hex"
	"io"
	"strconv"
	"strings"

	"rastro/internal/canon"
	"rastro/internal/trace"
)

// AppendRecall appends the report of a recall, and what stands for it in the
// journal, as one object.
func AppendRecall(dst []byte, r *trace.RecallReport) []byte {
	dst = append(dst, bytes.TrimSuffix(r.Document, []byte{'}'})...)
	dst = append(dst, `,"relatorio":{"id":"`...)
	dst = append(dst, r.ID.String()...)
	dst = append(dst, `","hash":"`...)
	dst = hex.AppendEncode(dst, r.Hash[:])
	dst = append(dst, `","assinatura":`...)
	dst = canon.AppendString(dst, string(r.Signature))
	return append(dst, `}}`...)
}

// RecallCSV writes a line for each lot, shipment, document and holder.
func RecallCSV(out io.Writer, r *trace.RecallReport) error {
	w := csv.NewWriter(out)
	_ = w.Write([]string{"linha", "codigo", "nivel", "lotes", "quantidadeKg", "data", "identificacao", "destino", "detentor", "prefixo", "id", "numero"}) // the writer keeps the error
	for _, l := range r.Lotes {
		_ = w.Write(cells("lote", l.Codigo, strconv.Itoa(l.Nivel), "", "", "", "", "", "", "", "", ""))
	}
	for _, s := range r.Embarques {
		kg := ""
		if s.QuantidadeKg != nil {
			kg = string(appendKg(nil, *s.QuantidadeKg))
		}
		_ = w.Write(cells("embarque", "", "", strings.Join(s.Lotes, " "), kg, s.Data, s.Identificacao, s.Destino, s.Detentor, s.Registro.Prefixo, s.Registro.ID, ""))
		for _, d := range s.Documentos {
			_ = w.Write(cells("documento", s.Registro.ID, "", "", "", "", "", "", "", d.Registro.Prefixo, d.Registro.ID, d.Numero))
		}
	}
	for _, p := range r.Comuns {
		for _, d := range p.Documentos {
			_ = w.Write(cells("documento", p.SafraID, "", p.Lote, "", "", "", "", "", d.Registro.Prefixo, d.Registro.ID, d.Numero))
		}
	}
	for _, h := range r.Detentores {
		_ = w.Write(cells("detentor", "", "", strings.Join(h.Lotes, " "), string(appendKg(nil, h.RecebidoKg)), "", "", "", h.Nome, "", "", ""))
	}
	_ = w.Write(cells("relatorio", r.ID.String(), "", "", "", r.Em, hex.EncodeToString(r.Hash[:]), "", r.Por, "", "", ""))
	w.Flush()
	return w.Error()
}
