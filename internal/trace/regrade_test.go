package trace

import (
	"strings"
	"testing"

	"rastro/internal/kind"
)

// A version that does not commit to its findings is held against the words of its time;
// new versions have real plurals.
func TestRegradedEarlierKeepsTheWordsOfItsTime(t *testing.T) {
	r := Record{Kind: kind.ByPrefix("/cadastroPlanejamento/planoCultivo"), Operation: Created, Dados: []byte(`{"poligono":[10.120034,20.340056,10.130078,20.350091]}`)}
	if got := string(r.RegradedEarlier().Findings); !strings.Contains(got, "ponto(s) fora do Brasil") {
		t.Errorf("earlier: %q", got)
	}
	if got := string(r.Regraded().Findings); !strings.Contains(got, "pontos fora do Brasil") {
		t.Errorf("now: %q", got)
	}
}
