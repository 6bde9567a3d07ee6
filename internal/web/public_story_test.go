package web

import (
	"strings"
	"testing"

	"rastro/internal/disclose"
	"rastro/internal/lang"
	"rastro/internal/public"
)

// The story is three sentences in every language, and says what is missing.
func TestStory(t *testing.T) {
	told := public.Page{Phases: []public.Phase{
		{Phase: "03", Kinds: []public.Kind{{Type: "colheita", From: "2025-02", To: "2025-03"}}},
		{Phase: "04", Kinds: []public.Kind{{Type: "beneficiamento"}}}, {Phase: "06", Kinds: []public.Kind{{Type: "recebimento"}}},
		{Phase: "08", Kinds: []public.Kind{{Type: "transporteExportacao", Facts: []public.Fact{{Topic: disclose.Destination, Terms: []string{"NLRTM", "NLRTM"}}}}}},
	}}
	for l, want := range map[lang.Lang][2]string{
		lang.PT: {"A colheita foi entre fevereiro de 2025 e março de 2025, em Sorriso (MT). Depois da colheita, os registros mostram secagem e limpeza, armazenagem e embarque. O destino registrado é Rotterdam (NL).", "Os registros não dizem onde nem quando foi a colheita. Depois da colheita, nada foi registrado. O destino não está nos registros."},
		lang.EN: {"It was harvested between February 2025 and March 2025, in Sorriso (MT). After the harvest, the records show drying and cleaning, storage and shipment. Its recorded destination is Rotterdam (NL).", "The records say neither where nor when it was harvested. Nothing was recorded after the harvest. Its destination is not in the records."},
		lang.DE: {"Geerntet wurde zwischen Februar 2025 und März 2025 in Sorriso (MT). Nach der Ernte zeigen die Einträge Trocknung und Reinigung, Lagerung und Verladung.", "Die Einträge sagen weder, wo, noch, wann geerntet wurde."},
	} {
		full, empty := strings.Join(storyOf(&told, "Sorriso (MT)", l), " "), strings.Join(storyOf(&public.Page{}, "", l), " ")
		if !strings.HasPrefix(full, want[0]) || !strings.HasPrefix(empty, want[1]) {
			t.Errorf("%s: %q, %q", l.Code(), full, empty)
		}
	}
	for _, l := range lang.OfBuyers {
		for _, s := range append(storyOf(&told, "", l), storyOf(&public.Page{}, "X", l)...) {
			if !strings.HasSuffix(s, ".") || strings.Contains(s, "{") {
				t.Errorf("%s: %q is no sentence", l.Code(), s)
			}
		}
	}
}

// The timeline tells a fact once, whichever kinds of record state it.
func TestTimelineRepeatsNoFact(t *testing.T) {
	fact := public.Fact{Topic: disclose.Certificates, Terms: []string{"RTRS"}}
	p := public.Phase{Phase: "09", Kinds: []public.Kind{{Type: "documentacaoAduaneira", Facts: []public.Fact{fact}}, {Type: "certificadoConformidade", Facts: []public.Fact{fact}}}}
	v := phaseOf(p, lang.PT, map[factView]bool{})
	if len(v.Kinds) != 2 || len(v.Kinds[0].Facts) != 1 || len(v.Kinds[1].Facts) != 0 {
		t.Errorf("%+v", v)
	}
}
