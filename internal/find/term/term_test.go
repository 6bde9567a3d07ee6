package term

import (
	"slices"
	"strings"
	"testing"
	"time"

	"rastro/internal/kind"
	"rastro/internal/trace"
)

func TestFold(t *testing.T) {
	for text, want := range map[string]string{
		"abc-1d23": "ABC1D23", "11.222.333/0001-81": "11222333000181", "São  João": "SAOJOAO", " – ": "", "Lote ñ 5": "LOTEN5",
		strings.Repeat("x", 100): strings.Repeat("X", MaxText),
	} {
		if got := Fold(text); got != want {
			t.Errorf("Fold(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestInvoiceNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"NF 12.345, série 1":           "12345",
		"nota 000987":                  "987",
		"NF-e 123456789 de 10/02/2025": "123456789",
		"2025-02-10":                   "",
		"11.222.333/0001-81":           "",
		"12.34":                        "",
		"nº 7":                         "",
		"51250211222333000181550010000123451123456780": "",
		"NF 100 e NF 101": "100 101",
	} {
		if got := strings.Join(InvoiceNumbers(text), " "); got != want {
			t.Errorf("%q has %q, want %q", text, got, want)
		}
	}
}

func TestOf(t *testing.T) {
	for _, c := range []struct {
		prefix, payload string
		want            []Term
	}{
		{kind.Receiving, `{"veiculo":"placa ABC-1C34","loteOrigem":"L-1"}`, []Term{{Plate, "ABC1C34", "ABC1C34"}}},
		{kind.LotIdentification, `{"codigoLote":"L-1, L-2"}`, []Term{{Lot, "L1", "L-1"}, {Lot, "L2", "L-2"}}},
		{kind.Cargo, `{"notaFiscal":"51250211222333000181550010000123451123456780"}`,
			[]Term{{Invoice, "51250211222333000181550010000123451123456780", "51250211222333000181550010000123451123456780"}, {Invoice, "12345", "12345"}}},
		{kind.Receiving, `{"documentosFiscais":["NF-e 51250211222333000181550010000123451123456780","Carta de correção de NF-e 51250211222333000181550010000123451123456780, em 12/02/2025",7]}`,
			[]Term{{Invoice, "51250211222333000181550010000123451123456780", "51250211222333000181550010000123451123456780"}, {Invoice, "12345", "12345"}}},
		{kind.Receiving, `{"documentosFiscais":"51250211222333000181550010000123451123456780"}`, nil},
		{kind.Receiving, `{"documentosFiscais":["NF 98.765, série 1"],"numeroRomaneio":"Romaneio 000-812"}`,
			[]Term{{Invoice, "98765", "98765"}, {Number, "ROMANEIO000812", "Romaneio 000-812"}}},
		{kind.Receiving, `{"numeroRomaneio":"000812"}`, []Term{{Number, "000812", "000812"}, {Number, "812", "812"}}},
		{kind.Plan, `{"soja":"Café arábica, talhão 2"}`, []Term{{Product, "CAFEARABICATALHAO2", "Café arábica, talhão 2"}}},
		{kind.Labour, `{"trabalhador":"CPF 529.982.247-25"}`, nil},
		{kind.Planting, `{}`, nil},
	} {
		r := &trace.Record{Kind: kind.ByPrefix(c.prefix), Operation: trace.Created, Version: 1, UpdatedAt: time.Date(2025, 3, 1, 0, 0, 0, 0, time.UTC), Payload: []byte(c.payload)}
		r.GradeNow()
		if got := Of(r); !slices.Equal(got, c.want) {
			t.Errorf("%s has %+v, want %+v", c.payload, got, c.want)
		}
		r.Findings = []byte(`[]`) // as an earlier build kept them
		if got := Of(r); !slices.Equal(got, c.want) {
			t.Errorf("graded again, %s has %+v, want %+v", c.payload, got, c.want)
		}
		r.Operation = trace.Deleted
		if got := Of(r); len(got) > 0 {
			t.Errorf("deleted, %s has %+v", c.payload, got)
		}
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		"DEMO-SOJA-2025":         "DEMOSOJA2025 SOJA2025 2025",
		"Café  São João":         "CAFESAOJOAO SAOJOAO JOAO",
		"S":                      "S",
		"--":                     "",
		"a b c d e f g h i j k ": "ABCDEFGHIJK BCDEFGHIJK CDEFGHIJK DEFGHIJK EFGHIJK FGHIJK GHIJK HIJK",
	} {
		if got := strings.Join(Names(name), " "); got != want {
			t.Errorf("%q is found by %q, want %q", name, got, want)
		}
	}
}
