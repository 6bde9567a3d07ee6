package rastro_test

import (
	"encoding/json"
	"testing"

	rastro "rastro/clients/go"
)

// What somebody stored comes back unchanged when the client writes it, even if the client does not
// know or understand it.
func TestPayloadsComeBack(t *testing.T) {
	t.Parallel()
	for _, sent := range []string{
		`{}`,
		`{"loteOrigem":"MT25-S-001","volume":"36.000 kg"}`,
		`{"numeroRomaneio":null,"volume":""}`,
		`{"Volume":"another field","pedido":{"a":[1,2]},"volume":"1 t"}`,
		`{"umidade":{"valor":13.8}}`,
	} {
		var p rastro.Recebimento
		if err := json.Unmarshal([]byte(sent), &p); err != nil {
			t.Fatalf("%s: %v", sent, err)
		}
		sameJSON(t, p, sent)
	}
	var p rastro.DocumentacaoCarga
	if err := json.Unmarshal([]byte(`{"notaFiscal":35250112345678000195550010000012341000012345}`), &p); err != nil || p.NotaFiscal != "35250112345678000195550010000012341000012345" {
		t.Errorf("%q, %v", p.NotaFiscal, err)
	}
	p.NotaFiscal = ""
	sameJSON(t, p, `{}`)
	if err := json.Unmarshal([]byte(`[1]`), &p); err == nil {
		t.Error("a list is a payload")
	}
}

func TestQuantities(t *testing.T) {
	t.Parallel()
	var b rastro.Beneficiamento
	const sent = `{"pesoEntrada":36270.50,"rendimento":"1.234","tipoProcesso":"SECAGEM","umidadeEntrada":"14,0 %"}`
	if err := json.Unmarshal([]byte(sent), &b); err != nil {
		t.Fatal(err)
	}
	if b.PesoEntrada.Number != "36270.50" || b.Rendimento.Text != "1.234" || b.UmidadeEntrada.Text != "14,0 %" || len(b.TipoProcesso) != 1 || b.TipoProcesso[0] != "SECAGEM" {
		t.Errorf("%+v", b)
	}
	sameJSON(t, b, `{"pesoEntrada":36270.50,"rendimento":"1.234","tipoProcesso":["SECAGEM"],"umidadeEntrada":"14,0 %"}`)
	b = rastro.Beneficiamento{PesoSaida: rastro.Quantity{Number: "x"}}
	if _, err := json.Marshal(b); err == nil {
		t.Error("x is a number")
	}
}

// sameJSON compares a written payload with the expected one, ignoring the order of members.
func sameJSON(t *testing.T, payload any, want string) {
	t.Helper()
	got, err := json.Marshal(payload)
	if err != nil {
		t.Fatalf("%s: %v", want, err)
	}
	var a, b map[string]json.RawMessage
	if err := json.Unmarshal(got, &a); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(want), &b); err != nil {
		t.Fatal(err)
	}
	same := len(a) == len(b)
	for name := range b {
		same = same && string(a[name]) == string(b[name])
	}
	if !same {
		t.Errorf("%s, want %s", got, want)
	}
}
