package tracefile

import (
	"bytes"
	"encoding/csv"
	"encoding/hex"
	"io"
	"strconv"
	"strings"

	"rastro/internal/canon"
	"rastro/internal/lineage/recall"
)

// Recall is the report of a recall, and what stands for it in the journal, as one
// object in two parts: the first is the report itself, which may be long and is not
// copied.
func Recall(r *recall.Signed) (report, rest []byte) {
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
func RecallCSV(out io.Writer, r *recall.Signed) error {
	w := csv.NewWriter(out)
	_ = w.Write([]string{"linha", "codigo", "nivel", "lotes", "quantidadeKg", "data", "identificacao", "destino", "detentor", "prefixo", "id", "numero", "safraId", "parcial", "texto"}) // the writer keeps the error
	line := func(l recallLine) { _ = w.Write(cells(l.cells()...)) }
	for _, l := range r.Lotes {
		line(recallLine{kind: "lote", code: l.Codigo, level: strconv.Itoa(l.Nivel)})
	}
	for _, s := range r.Embarques {
		line(recallLine{kind: "embarque", lots: strings.Join(s.Lotes, " "), kg: kgCell(s.QuantidadeKg), date: s.Data, name: s.Identificacao, to: s.Destino, holder: s.Detentor, record: s.Registro, partial: s.QuantidadeCompartilhada})
		for _, d := range s.Documentos {
			line(recallLine{kind: "documento", code: s.Registro.ID, record: d.Registro, number: d.Numero})
		}
	}
	for _, p := range r.Comuns {
		for _, d := range p.Documentos {
			line(recallLine{kind: "documento", code: p.SafraID, lots: p.Lote, record: d.Registro, number: d.Numero})
		}
	}
	for _, h := range r.Detentores {
		line(recallLine{kind: "detentor", lots: strings.Join(h.Lotes, " "), kg: kgCell(h.RecebidoKg), holder: h.Nome, partial: h.RecebidoParcial})
	}
	for _, m := range r.Mencoes {
		line(recallLine{kind: "mencaoPossivel", code: m.Lote, record: m.Registro, date: m.Data, harvest: m.SafraID, text: m.Texto})
	}
	line(recallLine{kind: "total", code: "embarcadoKg", kg: kgCell(r.Totais.EmbarcadoKg), partial: r.Totais.EmbarcadoParcial})
	for _, limit := range r.Limits() {
		line(recallLine{kind: "limite", code: limit.Name, number: limit.Value})
	}
	line(recallLine{kind: "relatorio", code: r.ID.String(), date: r.Em, name: hex.EncodeToString(r.Hash[:]), holder: r.Por})
	w.Flush()
	return w.Error()
}

// recallLine is a line of the CSV of a recall.
type recallLine struct {
	kind, code, level, lots, kg, date, name, to, holder string
	record                                              recall.NamedRecord
	number, harvest                                     string
	partial                                             bool // the mass is not all of it, or not of these lots alone
	text                                                string
}

func (l *recallLine) cells() []string {
	partial := ""
	if l.partial {
		partial = "true"
	}
	return []string{l.kind, l.code, l.level, l.lots, l.kg, l.date, l.name, l.to, l.holder, l.record.Prefixo, l.record.ID, l.number, l.harvest, partial, l.text}
}
