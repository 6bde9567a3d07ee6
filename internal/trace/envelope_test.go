package trace_test

import (
	"fmt"
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
	"rastro/internal/trace/tracetest"
)

var (
	planting   = kind.ByPrefix("/producaoAgricola/plantioManejo")
	validation = kind.ByPrefix("/validacao")
)

func TestReadEnvelope(t *testing.T) {
	name := strings.Repeat("ç", trace.MaxName)
	for _, tc := range []struct {
		in   string
		want trace.Envelope
	}{
		{`{"safraId":"S","dados":{}}`, trace.Envelope{HarvestID: "S", Payload: []byte(`{}`)}},
		{`{"safraId":" S-2025-001\t","safraCodigo":" 2024/25 ","dados":{"dataPlantio":"x"}}`,
			trace.Envelope{HarvestID: "S-2025-001", HarvestCode: "2024/25", Payload: []byte(`{"dataPlantio":"x"}`)}},
		{` { "dados" : { "quantidadeSemente" : 1.50 } , "safraId" : "S" } `, trace.Envelope{HarvestID: "S", Payload: []byte(`{ "quantidadeSemente" : 1.50 }`)}},
		{`{"safraId":2025,"safraCodigo":null,"id":null,"dados":{}}`, trace.Envelope{HarvestID: "2025", Payload: []byte(`{}`)}},
		{`{"id":"019a","safraId":"S","dados":{},"versao":3,"outro":[]}`, trace.Envelope{ID: "019a", HarvestID: "S", Payload: []byte(`{}`)}},
		{`{"safraId":"` + name + `","safraCodigo":"` + name + `","dados":{}}`, trace.Envelope{HarvestID: name, HarvestCode: name, Payload: []byte(`{}`)}},
		{`{"safraId":"S","dados":{"desconhecido":1,"dataPlantio":null}}`, trace.Envelope{HarvestID: "S", Payload: []byte(`{"desconhecido":1,"dataPlantio":null}`)}},
	} {
		got, err := trace.ReadEnvelope(planting, []byte(tc.in))
		if err != nil || got.ID != tc.want.ID || got.HarvestID != tc.want.HarvestID || got.HarvestCode != tc.want.HarvestCode || string(got.Payload) != string(tc.want.Payload) {
			t.Errorf("ReadEnvelope(%.80s) = %+v with dados %s, %v; want %+v with dados %s", tc.in, got, got.Payload, err, tc.want, tc.want.Payload)
		}
	}
}

func TestReadEnvelopeRefuses(t *testing.T) {
	long := strings.Repeat("ç", trace.MaxName+1)
	for _, tc := range []struct{ in, want string }{
		{``, "CORPO_VAZIO"},
		{" \n", "CORPO_VAZIO"},
		{`safraId=S`, "JSON_INVALIDO"},
		{`{"safraId":"S",}`, "JSON_INVALIDO"},
		{`{"safraId":"S","dados":{`, "JSON_INCOMPLETO"},
		{`{"safraId":"S","dados":{}}{}`, "JSON_COM_SOBRA"},
		{`{"safraId":"S","safraId":"T","dados":{}}`, "CAMPO_REPETIDO"},
		{`{"safraId":"S","dados":{"a":1,"a":2}}`, "CAMPO_REPETIDO"},
		{"{\"safraId\":\"\xff\",\"dados\":{}}", "UTF8_INVALIDO"},
		{`{"safraId":"S\u0000","dados":{}}`, "CARACTERE_NULO"},
		{`{"safraId":"S","dados":{"a":` + strings.Repeat("[", 31) + strings.Repeat("]", 31) + `}}`, "JSON_PROFUNDO"},
		{`[]`, "OBJETO_ESPERADO"},
		{`"texto"`, "OBJETO_ESPERADO"},
		{`null`, "OBJETO_ESPERADO"},

		{`{}`, "DADOS_INVALIDOS: OBRIGATORIO /safraId, OBRIGATORIO /dados"},
		{`{"safraId":"S"}`, "DADOS_INVALIDOS: OBRIGATORIO /dados"},
		{`{"dados":{}}`, "DADOS_INVALIDOS: OBRIGATORIO /safraId"},
		{`{"safraId":"","dados":{}}`, "DADOS_INVALIDOS: OBRIGATORIO /safraId"},
		{`{"safraId":" \t ","dados":{}}`, "DADOS_INVALIDOS: OBRIGATORIO /safraId"},
		{`{"safraId":null,"dados":{}}`, "DADOS_INVALIDOS: OBRIGATORIO /safraId"},
		{`{"safraId":["S"],"dados":{}}`, "DADOS_INVALIDOS: TEXTO_ESPERADO /safraId"},
		{`{"safraId":true,"dados":{}}`, "DADOS_INVALIDOS: TEXTO_ESPERADO /safraId"},
		{`{"safraId":"` + long + `","dados":{}}`, "DADOS_INVALIDOS: TEXTO_LONGO /safraId"},
		{`{"safraId":"S","safraCodigo":{},"dados":{}}`, "DADOS_INVALIDOS: TEXTO_ESPERADO /safraCodigo"},
		{`{"safraId":"S","safraCodigo":"` + long + `","dados":{}}`, "DADOS_INVALIDOS: TEXTO_LONGO /safraCodigo"},
		{`{"id":[],"safraId":"S","dados":{}}`, "DADOS_INVALIDOS: TEXTO_ESPERADO /id"},
		{`{"safraId":"S","dados":null}`, "DADOS_INVALIDOS: OBJETO_ESPERADO /dados"},
		{`{"safraId":"S","dados":[]}`, "DADOS_INVALIDOS: OBJETO_ESPERADO /dados"},
		{`{"safraId":"S","dados":"{}"}`, "DADOS_INVALIDOS: OBJETO_ESPERADO /dados"},
		{`{"safraId":"S","dados":{"quantidadeSemente":"7200"}}`, "DADOS_INVALIDOS: NUMERO_ESPERADO /dados/quantidadeSemente"},
		{`{"safraId":"S","dados":{"quantidadeSemente":-1,"areaPlantada":[1,"2"]}}`,
			"DADOS_INVALIDOS: NUMERO_NEGATIVO /dados/quantidadeSemente, LISTA_DE_NUMEROS_ESPERADA /dados/areaPlantada/1"},
		{`{"safraId":7e999,"dados":{"a/b":1e999}}`, "DADOS_INVALIDOS: NUMERO_INFINITO /dados/a~1b"},
		{`{"safraId":{},"safraCodigo":[],"dados":{"dataPlantio":[]}}`,
			"DADOS_INVALIDOS: TEXTO_ESPERADO /safraId, TEXTO_ESPERADO /safraCodigo, TEXTO_ESPERADO /dados/dataPlantio"},
	} {
		env, err := trace.ReadEnvelope(planting, []byte(tc.in))
		if got := tracetest.Told(err); got != tc.want {
			t.Errorf("ReadEnvelope(%.80s) = %+v, %q; want %q", tc.in, env, got, tc.want)
			continue
		}
		for _, l := range lang.All {
			text := trace.AsError(err).Text(l)
			for _, p := range trace.AsError(err).Problems {
				text += p.Message.Fill(l, p.Args)
			}
			if text == "" || strings.ContainsAny(text, "{}") {
				t.Errorf("ReadEnvelope(%.80s) in %s says %q", tc.in, l.Tag(), text)
			}
		}
	}
}

func TestReadEnvelopeNamesThePayloadAsAField(t *testing.T) {
	var members strings.Builder
	for i := range kind.MaxItems + 1 {
		fmt.Fprintf(&members, `,"m%d":0`, i)
	}
	_, err := trace.ReadEnvelope(planting, []byte(`{"safraId":"S","dados":{`+members.String()[1:]+`}}`))
	if got, want := tracetest.Told(err), "DADOS_INVALIDOS: LISTA_LONGA /dados"; got != want || trace.AsError(err).Problems[0].Field != "dados" {
		t.Errorf("a payload of %d members: %q, want %q of field dados", kind.MaxItems+1, got, want)
	}
}

// The code of a validation goes into its QR code, so unlike the rest of that
// payload it has a shape; a number keeps its digits.
func TestReadEnvelopeOfAValidation(t *testing.T) {
	for _, tc := range []struct{ code, want string }{
		{`"MT25-001"`, ""},
		{`""`, ""},
		{`null`, ""},
		{`2025001`, ""},
		{`"` + strings.Repeat("ç", trace.MaxName) + `"`, ""},
		{`"` + strings.Repeat("ç", trace.MaxName+1) + `"`, "DADOS_INVALIDOS: TEXTO_LONGO /dados/codigo"},
		{`["MT25-001"]`, "DADOS_INVALIDOS: TEXTO_ESPERADO /dados/codigo"},
		{`{"a":1}`, "DADOS_INVALIDOS: TEXTO_ESPERADO /dados/codigo"},
		{`true`, "DADOS_INVALIDOS: TEXTO_ESPERADO /dados/codigo"},
	} {
		in := `{"safraId":"S","dados":{"lotes":"livre","codigo":` + tc.code + `}}`
		if _, err := trace.ReadEnvelope(validation, []byte(in)); tracetest.Told(err) != tc.want {
			t.Errorf("ReadEnvelope(%.80s) = %q, want %q", in, tracetest.Told(err), tc.want)
		}
	}
}
