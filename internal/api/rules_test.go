package api_test

import (
	"encoding/json"
	"testing"

	"rastro/internal/check"
	"rastro/internal/finding"
	"rastro/internal/kind"
)

type identifier struct {
	Tipo, Valor, Campo string
	Valido             bool
}

func TestRules(t *testing.T) {
	t.Parallel()
	c := start(t)
	for header, want := range map[string]string{"pt-BR": "campo desconhecido '…'", "en": "unknown field '…'", "es": "campo desconocido '…'"} {
		a := c.get("/regras", "Accept-Language: "+header).ok(200)
		got := decode[struct {
			Content []struct {
				Regra, Severidade, Escopo, Mensagem, Fonte string
				Prefixos                                   []string
				Exemplo, Contraexemplo                     json.RawMessage
			}
		}](t, "/regras", a.Data)
		if len(got.Content) != len(check.Rules) {
			t.Fatalf("%d rules, want %d", len(got.Content), len(check.Rules))
		}
		for i, r := range got.Content {
			if r.Regra != check.Rules[i].ID || r.Severidade != string(check.Rules[i].Severity) || r.Fonte == "" || r.Mensagem == "" || r.Prefixos == nil {
				t.Errorf("rule %d is %+v, want %s", i, r, check.Rules[i].ID)
			}
			if r.Regra == "CAMPO_DESCONHECIDO" && r.Mensagem != want {
				t.Errorf("in %s: %q, want %q", header, r.Mensagem, want)
			}
		}
	}
}

// The example of every rule on a record, sent as shown, gives its finding.
func TestRuleExamplesHold(t *testing.T) {
	t.Parallel()
	c := start(t)
	for _, r := range check.Rules {
		k := kind.ByPrefix(r.Example())
		if k == nil || k.Check([]byte(r.Trigger)) != nil {
			continue
		}
		found := false
		for _, a := range c.post(k.Prefix, entity("S-1", r.Trigger)).ok(201).record().Avisos {
			found = found || a.Regra == r.ID
		}
		if !found {
			t.Errorf("%s: the example %s gives no such finding", r.ID, r.Trigger)
		}
	}
}

func TestIdentifiersStandBesideTheRecord(t *testing.T) {
	t.Parallel()
	c := start(t)
	const prefix = "/producaoAgricola/maoDeObra"
	want := []identifier{
		{"CPF", "***.982.247-**", "comprovantePagamento", true},
		{"ESOCIAL_RECIBO", "1.2.0000000012345678901", "comprovantePagamento", true},
	}
	for _, header := range []string{"Accept-Language: pt-BR", "Accept-Language: en"} {
		made := c.post(prefix, entity("S-1", `{"comprovantePagamento":"CPF 529.982.247-25, eSocial 1.2.0000000012345678901"}`), header).ok(201).record()
		same(t, "created", made.Identificadores, want)
		same(t, "read", c.get(prefix+"/"+made.ID, header).ok(200).record().Identificadores, want)
		same(t, "listed", c.get(prefix+"?size=1", header).records().Content[0].Identificadores, want)
		if string(made.Dados) != `{"comprovantePagamento":"CPF 529.982.247-25, eSocial 1.2.0000000012345678901"}` {
			t.Errorf("dados %s", made.Dados)
		}
	}
}

// In strict mode the refusal explains the problem in the caller's language, and reveals no more
// than the record would.
func TestStrictSaysWhy(t *testing.T) {
	t.Parallel()
	c := start(t, func(s *settings) { s.strict = true })
	const prefix = "/transporteLogistico/documentacaoCarga"
	for header, want := range map[string]string{
		"pt-BR": "CPF '***.982.247-**' é inválido: dígito verificador não confere; confira no documento",
		"en":    "CPF '***.982.247-**' is invalid: the check digit does not match; check it against the document",
		"es":    "CPF '***.982.247-**' no es válido: el dígito verificador no coincide; verifíquelo en el documento",
	} {
		a := c.post(prefix, entity("S-1", `{"certificadoOrigemLote":"CPF 529.982.247-26"}`), "Accept-Language: "+header).fails(422, "DADOS_REPROVADOS")
		if len(a.Errors) != 1 || a.Errors[0].Mensagem != want || a.Errors[0].Regra != "IDENTIFICADOR_INVALIDO" || a.Errors[0].Ponteiro != "/dados/certificadoOrigemLote" {
			t.Errorf("in %s: %+v, want %q", header, a.Errors, want)
		}
	}
}

// Strict mode refuses with the very findings of severity erro that a record
// would have got, on the create and on the update, and with nothing else.
func TestStrictSaysTheSame(t *testing.T) {
	t.Parallel()
	lenient, strict := start(t), start(t, func(s *settings) { s.strict = true })
	tried := 0
	for _, rule := range check.Rules {
		if rule.Harvest || rule.Severity != finding.Error {
			continue
		}
		tried++
		prefix := rule.Example()
		body := entity("S-"+rule.ID, rule.Trigger)
		for _, language := range []string{"Accept-Language: pt-BR", "Accept-Language: en"} {
			var want []problem
			for _, a := range lenient.post(prefix, body, language).ok(201).record().Avisos {
				if a.Severidade == "erro" {
					want = append(want, problem{Campo: a.Campo, Ponteiro: a.Ponteiro, Regra: a.Regra, Mensagem: a.Mensagem})
				}
			}
			if len(want) == 0 {
				t.Errorf("%s: its example gives no error", rule.ID)
			}
			same(t, rule.ID+", created", strict.post(prefix, body, language).fails(422, "DADOS_REPROVADOS").Errors, want)
			r := strict.create(prefix, "S-"+rule.ID, `{}`)
			same(t, rule.ID+", updated", strict.put(prefix+"?id="+r.ID, body, language).fails(422, "DADOS_REPROVADOS").Errors, want)
		}
	}
	if tried < 5 {
		t.Errorf("%d rules are errors", tried)
	}
	// Contradictions between records refuse none of them, because they arrive in any order. The
	// validation reports them.
	strict.create("/exportacao/inspecaoPreEmbarque", "S-1", `{"resultadoInspecao":"Reprovado","naoConformidades":"umidade","dataInspecao":"2025-03-18","codigosLote":["L-1"]}`)
	strict.create("/logisticaExportacao/transporteExportacao", "S-1", `{"dataTransporte":"2025-03-20","loteOrigem":"L-1"}`)
	if v := strict.create(validations, "S-1", `{}`); v.Estado != "REPROVADA" || v.Relatorio.Resumo.Erro == 0 {
		t.Errorf("a refused lot was shipped: %s, %+v", v.Estado, v.Relatorio)
	}
}
