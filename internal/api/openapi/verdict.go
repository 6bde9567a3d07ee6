package openapi

import (
	"slices"

	"rastro/internal/check/harvest"
	"rastro/internal/verdict"
)

// verdictSchemas describe verdict.Verdict.
func verdictSchemas() object {
	text, count := typed("string"), typed("integer", member{"minimum", 0})
	maybe := typed(optional("string"))
	gap := props([]string{"motivo", "acao", "quem", "prefixo", "campo", "registro"}, object{
		{"motivo", text}, {"acao", maybe}, {"quem", maybe}, {"prefixo", maybe}, {"campo", maybe},
		{"registro", describe(typed(optional("string")), "O registro a corrigir; null quando falta um novo.")},
	})
	gate := props([]string{"porta", "nome", "situacao", "faltas"}, object{
		{"porta", enum(verdict.Gates)}, {"nome", text},
		{"situacao", enum([]verdict.Passing{verdict.Open, verdict.Shut, verdict.NotAsked})}, {"faltas", arrayOf(gap)},
	})
	return object{
		{"Veredito", props([]string{"nivel", "frase", "integridade", "erros", "alertas", "presentes", "total"}, object{
			{"nivel", describe(enum([]verdict.Level{verdict.Green, verdict.Amber, verdict.Red}), "VERDE só de uma safra como foi validada (ou ainda sem validação), completa e sem erros.")},
			{"frase", describe(text, "O mesmo em palavras: “Só 5 de 10 etapas exigidas registradas · Registros íntegros”.")},
			{"integridade", object{{"type", optional("string")}, {"enum", append(enum([]verdict.Integrity{verdict.Intact, verdict.Changed, verdict.Falsified}).get("enum").(list), nil)}}},
			{"erros", count}, {"alertas", count}, {"presentes", count}, {"total", count},
			{"alvos", describe(arrayOf(ref("Prontidao")), "Só para quem lê a safra.")},
		})},
		{"Porta", gate},
		{"Prontidao", props([]string{"alvo", "pronta", "portas"}, object{
			{"alvo", enum(harvest.Targets)}, {"pronta", typed("boolean")}, {"portas", arrayOf(ref("Porta"))},
		})},
	}
}

// enum returns the schema of a text with one of several values.
func enum[T ~string](all []T) object {
	values := list{}
	for _, v := range all {
		values = append(values, string(v))
	}
	return object{{"type", "string"}, {"enum", slices.Clip(values)}}
}
