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

// Recall returns the report of a recall, and its entry in the journal, as one
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

// kgCell writes a mass; nothing if unknown.
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
	for _, l := range r.Lots {
		line(recallLine{kind: "lote", code: l.Code, level: strconv.Itoa(l.Level)})
	}
	for _, s := range r.Shipments {
		line(recallLine{kind: "embarque", lots: strings.Join(s.Lots, " "), kg: kgCell(s.QuantityKg), date: s.Day, name: s.Identification, to: s.Destination, holder: s.Holder, record: s.Record, partial: s.SharedQuantity})
		for _, d := range s.Documents {
			line(recallLine{kind: "documento", code: s.Record.ID, record: d.Record, number: d.Number})
		}
	}
	for _, p := range r.Common {
		for _, d := range p.Documents {
			line(recallLine{kind: "documento", code: p.HarvestID, lots: p.Lot, record: d.Record, number: d.Number})
		}
	}
	for _, h := range r.Holders {
		line(recallLine{kind: "detentor", lots: strings.Join(h.Lots, " "), kg: kgCell(h.ReceivedKg), holder: h.Name, partial: h.ReceivedPartial})
	}
	for _, m := range r.Mentions {
		line(recallLine{kind: "mencaoPossivel", code: m.Lot, record: m.Record, date: m.Day, harvest: m.HarvestID, text: m.Text})
	}
	line(recallLine{kind: "total", code: "embarcadoKg", kg: kgCell(r.Totals.ShippedKg), partial: r.Totals.ShippedPartial})
	for _, gap := range r.Gaps() {
		line(recallLine{kind: "limite", code: gap.Name, number: gap.Value})
	}
	line(recallLine{kind: "relatorio", code: r.ID.String(), date: r.At, name: hex.EncodeToString(r.Hash[:]), holder: r.By})
	w.Flush()
	return w.Error()
}

// recallLine is a line in the CSV of a recall.
type recallLine struct {
	kind, code, level, lots, kg, date, name, to, holder string
	record                                              recall.NamedRecord
	number, harvest                                     string
	partial                                             bool // the mass is incomplete, or not of these lots alone
	text                                                string
}

func (l *recallLine) cells() []string {
	partial := ""
	if l.partial {
		partial = "true"
	}
	return []string{l.kind, l.code, l.level, l.lots, l.kg, l.date, l.name, l.to, l.holder, l.record.Prefix, l.record.ID, l.number, l.harvest, partial, l.text}
}
