package guess

import (
	"slices"

	"rastro/internal/kind"
)

// leavingWords are words of a title that say that the loads of a sheet leave, and arrivingWords that
// they come. A weighbridge's sheet of both says both.
var (
	leavingWords  = []string{"saida", "expedicao", "embarque", "carregamento", "despacho", "dispatch", "outbound", "shipment", "despachos", "salida"}
	arrivingWords = []string{"entrada", "recebimento", "recepcao", "descarga", "chegada", "romaneio", "inbound", "arrival", "receiving"}
)

// receivers are columns that say to whom or where a load goes.
var receivers = phrases("destino", "cliente", "comprador", "destinatário", "local de entrega", "porto de destino", "terminal", "destination", "customer", "buyer", "consignee")

// origins are columns that say where a load came from, or what is measured of it where it arrives.
var origins = phrases("origem", "procedência", "produtor", "cooperado", "associado", "fazenda", "propriedade", "talhão", "moega", "peso de entrada", "data de entrada", "data da chegada", "umidade", "umid", "impureza", "imp", "origin", "producer", "grower", "farm", "moisture")

// leaving returns the evidence for shipments rather than arrivals, negative for the opposite: the title,
// or columns for where loads go and where they came from. Plates, days and weights are the same on
// both.
func (t *Table) leaving(k *kind.Kind) float64 {
	const told, hinted = 1.5, 0.8
	sign := map[string]float64{kind.Receiving: -1, kind.Shipment: 1}[k.Prefix]
	if sign == 0 || !t.carried() {
		return 0
	}
	leaves, arrives := t.says(leavingWords), t.says(arrivingWords)
	switch from, to := t.heads(origins), t.heads(receivers); {
	case leaves && !arrives:
		return sign * told
	case arrives && !leaves || from && to:
		return -sign * hinted
	case to && !from:
		return sign * hinted
	}
	return 0
}

// says reports whether the title or the sheet's name has one of some folded words.
func (t *Table) says(any []string) bool {
	return slices.ContainsFunc(append([]string{t.name}, t.above[:min(len(t.above), 20)]...), func(text string) bool {
		return slices.ContainsFunc(words(text), func(w string) bool {
			return slices.ContainsFunc(any, func(one string) bool { return like(one, w) >= 0.98 })
		})
	})
}

// heads reports whether a column has one of some names.
func (t *Table) heads(names []phrase) bool {
	return slices.ContainsFunc(t.headings, func(h heading) bool { return h.fits(names) >= 0.9 })
}
