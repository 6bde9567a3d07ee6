package recall

import (
	"fmt"
	"testing"

	"rastro/internal/canon"
	"rastro/internal/evidence"
)

// The report is written in canonical form from the start: it is what canonicalising
// the whole of it would give.
func TestRecallDocument(t *testing.T) {
	kg, much := 1234.5, 1e21
	paper := Document{Registro: NamedRecord{"/x/y", "id-1"}, Numero: `NF "7" é`}
	many := Recall{
		Motivo: "salmonela\n", Em: "2026-01-02T03:04:05.000Z", Por: "Ana", Criterios: Criteria{Lotes: []string{"A-1"}, Talhoes: []string{}, Insumos: []string{}, Periodo: &Period{"a", "b"}},
		Iniciais: []string{"A-1"}, DuracaoMs: 12, Restrito: true,
		Embarques:  []Shipment{{Registro: NamedRecord{"/x/y", "id-2"}, Identificacao: "navio", QuantidadeKg: &kg, Lotes: []string{"A-1"}, Documentos: []Document{paper}}, {Lotes: []string{}, Documentos: []Document{}}},
		Detentores: []Holder{{Nome: "Porto", Lotes: []string{"A-1", "Ç-2"}, Registros: 3, RecebidoKg: &much, RecebidoParcial: true}, {Nome: "Sítio", Lotes: []string{}}},
		Comuns:     []Papers{{Lote: "A-1", Documentos: []Document{paper}}, {SafraID: "S-1", Documentos: []Document{}}},
		Totais:     Totals{Lotes: 3, Embarques: 2, Detentores: 1, EmbarcadoKg: &kg, EmbarcadoParcial: true},
	}
	for i := range 3 {
		many.Lotes = append(many.Lotes, Lot{Codigo: fmt.Sprintf(`L-"%d"`, i), Nivel: i, Safras: []string{"S-1", "S/2 ção"}[:i%3]})
	}
	many.Lotes[2].Codigo, many.Lotes[2].Expurgado, many.Expurgos = "", true, []Erasure{{NamedRecord{"/x/y", "id-3"}, "2026-01-03T03:04:05.000Z", false}, {NamedRecord{"/x/y", "id-4"}, "2026-01-03T03:04:05.000Z", true}}
	many.PorChave, many.Formato, many.MotivoExpurgado = "0a1b", recallFormat, true
	many.Conferidas = &evidence.Compared{Safras: []string{"S-1"}}
	none := Recall{Criterios: criteriaOf(&Request{}), Iniciais: []string{}, Lotes: []Lot{}, Embarques: []Shipment{}, Detentores: []Holder{}}
	for name, r := range map[string]*Recall{"many": &many, "none": &none} {
		got, err := r.document()
		if err != nil {
			t.Fatal(err)
		}
		want, err := canon.Marshal(r)
		if err == nil {
			want, err = canon.Canonical(want)
		}
		if err != nil || string(got) != string(want) {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, got, want)
		}
	}
}
