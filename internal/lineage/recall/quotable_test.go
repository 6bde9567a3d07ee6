package recall

import "testing"

func TestQuotable(t *testing.T) {
	q := newQuotable([]string{
		"Armazém de Teobaldo Quintanilha, CPF 529.982.247-25, tel (66) 99912-3456", "ana.souza@fazenda.example", "João da Silva Xavier", "soja", "434400",
	})
	for _, c := range []struct {
		sentence        string
		own, identified bool
	}{
		{"recall por TEOBALDO quintanilha", true, false},
		{"cpf 52998224725", true, true},
		{"NF 4242 529.982.247-25", true, true},
		{"tel 66999123456", true, true},
		{"ligue 99912-3456", true, true},
		{"escreva a Ana.Souza@fazenda.example hoje", true, true},
		{"dados de João da Silva", true, false},
		{"dados de joao.da.silva.xavier", true, false},
		{"a pedido de Joao da Silva  Xavier", true, true},
		{"resíduo acima do limite", false, false},
		{"recebido em 2026-11-17", false, false},
		{"titular 529.982.247-25 (2026)", true, true},
		{"João de Souza, CPF 111.444.777-35", false, false},
	} {
		if own, identified := q.in(c.sentence), q.identifiedBy(c.sentence); own != c.own || identified != c.identified {
			t.Errorf("%q: own %t, identified %t; want %t, %t", c.sentence, own, identified, c.own, c.identified)
		}
	}
}
