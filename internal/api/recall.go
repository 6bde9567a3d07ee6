package api

import (
	"bytes"
	"encoding/csv"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"

	"rastro/internal/canon"
	"rastro/internal/trace"
)

// recallFormats are the values of ?formato of a recall.
var recallFormats = []mediaFormat{{"json", mediaJSON}, {"csv", mediaCSV}, {"assinado", mediaText}}

// recall finds what is affected, records it, and answers with the report.
func recall(a *API, c *call) (reply, error) {
	media, err := c.media(recallFormats)
	if err != nil {
		return reply{}, err
	}
	q, err := trace.ReadRecall(c.body)
	if err != nil {
		return reply{}, err
	}
	found, err := a.service.Recall(c.ctx, c.key, q)
	if err != nil {
		return reply{}, err
	}
	switch media {
	case mediaText:
		return reply{status: http.StatusCreated, media: mediaText, raw: found.Signature}, nil
	case mediaCSV:
		raw, err := recallCSV(found)
		return reply{status: http.StatusCreated, media: mediaCSV, raw: raw}, err
	}
	data := append(bytes.TrimSuffix(bytes.Clone(found.Document), []byte{'}'}), `,"relatorio":{"id":"`...)
	data = append(data, found.ID.String()...)
	data = append(data, `","hash":"`...)
	data = hex.AppendEncode(data, found.Hash[:])
	data = append(data, `","assinatura":`...)
	data = canon.AppendString(data, string(found.Signature))
	return reply{status: http.StatusCreated, data: append(data, `}}`...)}, nil
}

// recallCSV writes a line for each lot, shipment, document and holder.
func recallCSV(r *trace.RecallReport) ([]byte, error) {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
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
	for _, h := range r.Detentores {
		_ = w.Write(cells("detentor", "", "", strings.Join(h.Lotes, " "), string(appendKg(nil, h.RecebidoKg)), "", "", "", h.Nome, "", "", ""))
	}
	_ = w.Write(cells("relatorio", r.ID.String(), "", "", "", r.Em, hex.EncodeToString(r.Hash[:]), "", r.Por, "", "", ""))
	w.Flush()
	return out.Bytes(), w.Error()
}
