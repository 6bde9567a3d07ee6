package load_test

import (
	"testing"

	"rastro/internal/kind"
	"rastro/internal/load"
	"rastro/internal/trace"
)

const (
	key1 = "51250211222333000181550010000123451123456780"
	key2 = "31250611222333000181550010000001011123456784"
)

func of(t *testing.T, payload string) load.Load {
	t.Helper()
	l, _ := load.Of(&trace.Record{Kind: kind.ByPrefix(kind.Receiving), Payload: []byte(payload)})
	return l
}

// Two records are of one load if they name the same invoice, or the same day, lorry and weight, and
// nothing distinguishes the loads.
func TestSame(t *testing.T) {
	const sheet = `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"36.000 kg"}`
	for _, c := range []struct {
		name, a, b string
		want       bool
	}{
		{"the same day, lorry and weight", sheet, `{"dataHoraRecebimento":"10/02/2025","veiculo":"abc-1c34","volume":"36 t"}`, true},
		{"a number without a unit", sheet, `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":36000}`, true},
		{"a lorry and its trailer", sheet, `{"dataHoraRecebimento":"2025-02-10T14:20:00-04:00","veiculo":"ABC1C34, DEF5G67","volume":"36.000 kg"}`, true},
		{"another day", sheet, `{"dataHoraRecebimento":"2025-02-11","veiculo":"ABC1C34","volume":"36.000 kg"}`, false},
		{"another lorry", sheet, `{"dataHoraRecebimento":"2025-02-10","veiculo":"XYZ1A23","volume":"36.000 kg"}`, false},
		{"another weight", sheet, `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"36.020 kg"}`, false},
		{"nothing but a lorry", `{"veiculo":"ABC1C34"}`, `{"veiculo":"ABC1C34"}`, false},
		{"nothing but a weight", `{"volume":"36.000 kg"}`, `{"volume":"36.000 kg"}`, false},
		{"two journeys by the clock", `{"dataHoraRecebimento":"2025-02-10T08:00","veiculo":"ABC1C34","volume":"36.000 kg"}`, `{"dataHoraRecebimento":"2025-02-10T16:00","veiculo":"ABC1C34","volume":"36.000 kg"}`, false},
		{"an invoice says when the load left", `{"dataHoraRecebimento":"2025-02-10T08:00","veiculo":"ABC1C34","volume":"36.000 kg"}`, `{"dataHoraRecebimento":"2025-02-10T06:00","veiculo":"ABC1C34","volume":"36.000 kg","documentosFiscais":["NF-e ` + key1 + `"]}`, true},
		{"two tickets", `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"36.000 kg","numeroRomaneio":"101"}`, `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"36.000 kg","numeroRomaneio":"102"}`, false},
		{"one ticket", `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"36.000 kg","romaneio":"101"}`, `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"36.000 kg","Ticket":101}`, true},
		{"the same invoice, weighed again the day after", `{"dataHoraRecebimento":"2025-02-11","veiculo":"ABC1C34","volume":"35.960 kg","chaveNfe":"` + key1 + `"}`, `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"36.000 kg","documentosFiscais":["NF-e ` + key1 + `"]}`, true},
		{"the same invoice, nothing else", `{"chaveNfe":"` + key1 + `"}`, `{"documentosFiscais":["NF-e ` + key1 + `"]}`, true},
		{"one invoice for several journeys", `{"veiculo":"ABC1C34","volume":"36.000 kg","nf":"` + key1 + `"}`, `{"veiculo":"ABC1C34","volume":"20.000 kg","nf":"` + key1 + `"}`, false},
		{"one invoice for a journey a day", `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"36.000 kg","nf":"` + key1 + `"}`, `{"dataHoraRecebimento":"2025-02-11","veiculo":"ABC1C34","volume":"35.500 kg","nf":"` + key1 + `"}`, false},
		{"one number for a journey a day", `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"36.000 kg","nf":"12345"}`, `{"dataHoraRecebimento":"2025-02-11","veiculo":"ABC1C34","volume":"35.500 kg","nf":"12345"}`, false},
		{"an invoice of the week before", `{"dataHoraRecebimento":"2025-02-17","veiculo":"ABC1C34","volume":"35.960 kg","chaveNfe":"` + key1 + `"}`, `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"36.000 kg","documentosFiscais":["NF-e ` + key1 + `"]}`, false},
		{"an invoice without a plate", `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"35.960 kg","chaveNfe":"` + key1 + `"}`, `{"dataHoraRecebimento":"2025-02-10","volume":"36.000 kg","documentosFiscais":["NF-e ` + key1 + `"]}`, true},
		{"a key in a remark", `{"veiculo":"ABC1C34","volume":"36.000 kg","nf":"` + key1 + `"}`, `{"obs":"` + key1 + `"}`, false},
		{"a record that names several invoices", `{"veiculo":"ABC1C34","volume":"36.000 kg","nf":"` + key1 + `"}`, `{"veiculo":"ABC1C34","volume":"36.000 kg","documentosFiscais":["NF-e ` + key1 + `","NF-e ` + key2 + `"]}`, false},
		{"one invoice in two lorries", `{"veiculo":"ABC1C34","volume":"36.000 kg","nf":"` + key1 + `"}`, `{"veiculo":"XYZ1A23","volume":"36.000 kg","nf":"` + key1 + `"}`, false},
		{"two invoices", `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"36.000 kg","nf":"` + key1 + `"}`, `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"36.000 kg","nf":"` + key2 + `"}`, false},
		{"the number of the invoice and its key", `{"dataHoraRecebimento":"2025-02-11","veiculo":"ABC1C34","volume":"35.960 kg","numeroNf":"12.345"}`, `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"36.000 kg","documentosFiscais":["NF-e ` + key1 + `"]}`, true},
		{"the number in the list of papers, and its key", `{"dataHoraRecebimento":"2025-02-11","veiculo":"ABC1C34","volume":"35.960 kg","documentosFiscais":["NF 12.345"]}`, `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"36.000 kg","documentosFiscais":["NF-e ` + key1 + `"]}`, true},
		{"the key in the list of papers, and the invoice", `{"dataHoraRecebimento":"2025-02-11","veiculo":"ABC1C34","volume":"35.960 kg","documentosFiscais":["` + key1 + `"]}`, `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"36.000 kg","documentosFiscais":["NF-e ` + key1 + `"]}`, true},
		{"another number in the list of papers", `{"dataHoraRecebimento":"2025-02-11","veiculo":"ABC1C34","volume":"35.960 kg","documentosFiscais":["NF 12346"]}`, `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"36.000 kg","documentosFiscais":["NF-e ` + key1 + `"]}`, false},
		{"two rows of one number, a day apart", `{"dataHoraRecebimento":"2025-02-11","veiculo":"ABC1C34","volume":"35.960 kg","documentosFiscais":["NF 12345"]}`, `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"36.000 kg","documentosFiscais":["NF 12345"]}`, false},
		{"one number, weighed twice a day", `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"35.960 kg","documentosFiscais":["NF 12345"]}`, `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"36.000 kg","documentosFiscais":["NF 12345"]}`, true},
		{"a ticket that lost its zeros", `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"36.000 kg","numeroRomaneio":"000451"}`, `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"36.000 kg","numeroRomaneio":"451"}`, true},
		{"the number alone is of many issuers", `{"veiculo":"XYZ1A23","volume":"35.960 kg","numeroNf":"12345"}`, `{"veiculo":"ABC1C34","volume":"36.000 kg","documentosFiscais":["NF-e ` + key1 + `"]}`, false},
	} {
		a, b := of(t, c.a), of(t, c.b)
		if got := a.Same(&b); got != c.want {
			t.Errorf("%s: %s and %s are the same: %t", c.name, c.a, c.b, got)
		}
		if a.Same(&b) != b.Same(&a) {
			t.Errorf("%s: it depends on which comes first", c.name)
		}
	}
}

// If the weights are close, a person decides whether two records are of one load.
func TestAlike(t *testing.T) {
	const invoice = `{"dataHoraRecebimento":"2025-02-10T06:00","veiculo":"ABC1C34","volume":"36.000 kg","documentosFiscais":["NF-e ` + key1 + `"]}`
	const bridge = `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"36.000 kg"}`
	for _, c := range []struct {
		name, a, b string
		want       bool
	}{
		{"another scale", invoice, `{"dataHoraRecebimento":"2025-02-10T09:00","veiculo":"ABC1C34","volume":"35.960 kg"}`, true},
		{"a kilo less", invoice, `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"35.999 kg"}`, true},
		{"dried", invoice, `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"32.500 kg"}`, true},
		{"more than drying takes", invoice, `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"32.000 kg"}`, false},
		{"the day after", invoice, `{"dataHoraRecebimento":"2025-02-11","veiculo":"ABC1C34","volume":"35.960 kg"}`, false},
		{"another lorry", invoice, `{"dataHoraRecebimento":"2025-02-10","veiculo":"XYZ1A23","volume":"35.960 kg"}`, false},
		{"another number", invoice, `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"35.960 kg","numeroNf":"999"}`, false},
		{"another invoice", invoice, `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"35.960 kg","documentosFiscais":["NF-e ` + key2 + `"]}`, false},
		{"two weighbridges, a kilo apart", bridge, `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"35.999 kg"}`, true},
		{"two weighbridges, one with a clock", bridge, `{"dataHoraRecebimento":"2025-02-10T09:00","veiculo":"ABC1C34","volume":"35.960 kg","numeroRomaneio":"7"}`, true},
		{"two journeys, by what they weigh", bridge, `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"35.800 kg"}`, false},
		{"two journeys, by the clock", `{"dataHoraRecebimento":"2025-02-10T08:00","veiculo":"ABC1C34","volume":"36.000 kg"}`, `{"dataHoraRecebimento":"2025-02-10T15:00","veiculo":"ABC1C34","volume":"35.999 kg"}`, false},
		{"two journeys, by their tickets", `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"36.000 kg","numeroRomaneio":"7"}`, `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"35.999 kg","numeroRomaneio":"8"}`, false},
		{"no weight", invoice, `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34"}`, false},
	} {
		a, b := of(t, c.a), of(t, c.b)
		if a.Alike(&b) != c.want || b.Alike(&a) != c.want {
			t.Errorf("%s: %s and %s are alike: %t, %t", c.name, c.a, c.b, a.Alike(&b), b.Alike(&a))
		}
	}
}

// Records of other kinds are not loads, and neither are those with too little data.
func TestOf(t *testing.T) {
	for _, c := range []struct {
		prefix, payload string
		want            bool
	}{
		{kind.Receiving, `{"veiculo":"ABC1C34","volume":"36 t"}`, true},
		{kind.Receiving, `{"veiculo":"ABC1C34"}`, false},
		{kind.Receiving, `{"veiculo":"ABC1C34","volume":"umas 36 t"}`, false},
		{kind.Receiving, `{}`, false},
		{kind.Storage, `{"veiculo":"ABC1C34","volume":"36 t"}`, false},
	} {
		if _, ok := load.Of(&trace.Record{Kind: kind.ByPrefix(c.prefix), Payload: []byte(c.payload)}); ok != c.want {
			t.Errorf("%s %s is a load: %t", c.prefix, c.payload, ok)
		}
	}
}
