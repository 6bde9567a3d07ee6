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

// Recall is the report of a recall, and what stands for it in the journal, as one
// object in two parts: the first is the report itself, which may be long and is not
// copied.
func Recall(r *trace.RecallReport) (report, rest []byte) {
	rest = append(rest, `,"relatorio":{"id":"`...)
	rest = append(rest, r.ID.String()...)
	rest = append(rest, `","hash":"`...)
	rest = hex.AppendEncode(rest, r.Hash[:])
	rest = append(rest, `","assinatura":`...)
	rest = canon.AppendString(rest, string(r.Signature))
	return bytes.TrimSuffix(r.Document, []byte{'}'}), append(rest, `}}`...)
}

// kgCell writes a mass, and nothing where it is not known.
func kgCell(kg *float64) string {
	if kg == nil {
		return ""
	}
	return string(appendKg(nil, *kg))
}

// RecallCSV writes a line for each lot, shipment, document, holder and possible mention,
// and one for each limit of the report.
func RecallCSV(out io.Writer, r *trace.RecallReport) error {
	w := csv.NewWriter(out)
	_ = w.Write([]string{"linha", "codigo", "nivel", "lotes", "quantidadeKg", "data", "identificacao", "destino", "detentor", "prefixo", "id", "numero"}) // the writer keeps the error
	for _, l := range r.Lotes {
		_ = w.Write(cells("lote", l.Codigo, strconv.Itoa(l.Nivel), "", "", "", "", "", "", "", "", ""))
	}
	for _, s := range r.Embarques {
		_ = w.Write(cells("embarque", "", "", strings.Join(s.Lotes, " "), kgCell(s.QuantidadeKg), s.Data, s.Identificacao, s.Destino, s.Detentor, s.Registro.Prefixo, s.Registro.ID, ""))
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
		_ = w.Write(cells("detentor", "", "", strings.Join(h.Lotes, " "), kgCell(h.RecebidoKg), "", "", "", h.Nome, "", "", ""))
	}
	for _, m := range r.Mencoes {
		_ = w.Write(cells("mencaoPossivel", m.Lote, "", "", "", "", "", "", "", m.Registro.Prefixo, m.Registro.ID, ""))
	}
	for _, limit := range r.Limits() {
		_ = w.Write(cells("limite", limit.Name, "", "", "", "", "", "", "", "", "", limit.Value))
	}
	_ = w.Write(cells("relatorio", r.ID.String(), "", "", "", r.Em, hex.EncodeToString(r.Hash[:]), "", r.Por, "", "", ""))
	w.Flush()
	return w.Error()
}
