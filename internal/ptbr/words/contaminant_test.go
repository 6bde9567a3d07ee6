package words_test

import (
	"testing"

	"rastro/internal/ptbr/words"
)

func TestContaminated(t *testing.T) {
	for _, c := range []struct {
		text           string
		report, listed bool // in a report, in a list of findings
	}{
		{"Positivo para salmonela", true, true},
		{"presença de salmonela", true, true},
		{"Presença de Salmonella spp. em 25 g", true, true},
		{"aflatoxina acima do limite", true, true},
		{"aflatoxina 25,5 ppb, acima do limite de 20 ppb", true, true},
		{"aflatoxina 5 ppb, umidade acima do limite", false, false},
		{"aflatoxina 25,5 ppb (acima do limite de 20 ppb)", true, true},
		{"umidade 13%; salmonela detectada", true, true},
		{"Positivo para salmonela, negativo para E. coli", true, true},
		{"positivo para salmonela e negativo para coliformes", true, true},
		{"negativo para coliformes, mas positivo para salmonela", true, true},
		{"Positivo para salmonela, lote não liberado", true, true},
		{"Não conforme: presença de salmonela", true, true},
		{"E. coli acima do permitido", true, true},
		{"Teste positivo para salmonela", true, true},
		{"resíduo de glifosato excede o LMR", true, true},
		{"presença de sementes tóxicas", true, true},
		{"Aflatoxina B1 25 µg/kg (LMT 20 µg/kg)", true, true},
		{"aflatoxina total: 25,5 ppb, limite máx. 20 ppb", true, true},
		{"Presença de ocratoxina 12 ppb (limite 10)", true, true},
		{"ocratoxina A 0,012 mg/kg (LMT: 10 µg/kg)", true, true},
		{"aflatoxina (limite de 20 ppb): 31 ppb", true, true},
		{"aflatoxina 25 ppb (LMT 20) e ocratoxina 3 ppb (LMT 10)", true, true},
		{"aflatoxina 3 ppb (LMT 20) e ocratoxina 12 ppb (LMT 10)", true, true},
		{"aflatoxina 3 ppb (LMT 20) e positivo para salmonela", true, true},
		{"presença de salmonela, aflatoxina: 3 ppb (LMT 20)", true, true},
		{"aflatoxina dentro do limite. Presença de salmonela", true, true},
		{"Negativo para salmonela; DON 2.000 ppb acima do LMT", true, true},
		{"E. coli 200 NMP/g (máx. 100)", true, true},
		{"Reprovado por aflatoxina", true, true},
		{"Reprovado por salmonela", true, true},
		{"REPROVADO: aflatoxina 25 ppb", true, true},
		{"lote rejeitado por excesso de ocratoxina", true, true},
		{"Reprovado no teste de salmonela", true, true},
		{"lote contaminado com salmonela", true, true},
		{"Sim", false, true},
		{"Presente", false, true},
		{"Positivo.", false, true},
		{"sim, detectado", false, true},

		{"Aflatoxina 3 µg/kg (LMT 20)", false, false},
		{"Aflatoxina 20 µg/kg (LMT 20 µg/kg)", false, false},
		{"presença de aflatoxina 3 ppb, limite 20 ppb", false, false},
		{"positivo para aflatoxina: 3 ppb (LMT 20 ppb)", false, false},
		{"aflatoxina 500 ppb (LMT 1 ppm)", false, false},
		{"aflatoxina <25 ppb (limite 20)", false, false},
		{"aflatoxina menor que 25 ppb (limite 20)", false, false},
		{"aflatoxina n.d. (LQ 25 ppb, limite 20 ppb)", false, false},
		{"aflatoxina 3 ppb, umidade 15% (limite 14)", false, false},
		{"aflatoxina 25 ppb, limite conforme IN 11", false, false},
		{"aflatoxina 3 ppb conforme RDC 722/2022 (limite 20)", false, false},
		{"DON 500 ppb", false, false},
		{"Reprovado por umidade; aflatoxina 3 ppb", false, false},
		{"Reprovado por falta do laudo de aflatoxina", false, false},
		{"não foi reprovado por aflatoxina", false, false},
		{"Sim / Não", false, false},
		{"sim, dentro do limite", false, false},
		{"Sim, foi analisado", false, false},
		{"salmonela", false, true},
		{"Sim, salmonela", false, true},

		{"ausência de salmonela", false, false},
		{"Salmonela: ausente em 25 g", false, false},
		{"salmonela não detectada", false, false},
		{"negativo para salmonela", false, false},
		{"sem presença de salmonela", false, false},
		{"não houve", false, false},
		{"Não foi detectada a presença de salmonela", false, false},
		{"Pesquisa de presença de salmonela: ausente", false, false},
		{"pesquisa de salmonela", false, false},
		{"presença de salmonela, coliformes: não detectado", false, false},
		{"Presença de salmonela? Não", false, false},
		{"Presença/ausência de salmonela em 25 g", false, false},
		{"aflatoxina 2 ppb, dentro do limite", false, false},
		{"aflatoxina detectada 2 ppb, dentro do limite", false, false},
		{"aflatoxinas abaixo do limite", false, false},
		{"presença de aflatoxina 2 ppb", false, false},
		{"nenhum contaminante acima do limite", false, false},
		{"nenhuma micotoxina acima do limite", false, false},
		{"livre de salmonela e aflatoxinas", false, false},
		{"salmonela <1 UFC", false, false},
		{"umidade acima do limite", false, false},
		{"umidade acima do limite; salmonela ausente", false, false},
		{"", false, false},
	} {
		if got := words.Contaminated(c.text, false); got != c.report {
			t.Errorf("Contaminated(%q) in a report: %t", c.text, got)
		}
		if got := words.Contaminated(c.text, true); got != c.listed {
			t.Errorf("Contaminated(%q) in a list: %t", c.text, got)
		}
	}
}
