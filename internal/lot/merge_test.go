package lot

import (
	"fmt"
	"strings"
	"testing"

	"rastro/internal/kind"
)

// mergeText writes a merge as "WHOLE < PART, PART 60%".
func mergeText(m Merge, ok bool) string {
	if !ok {
		return ""
	}
	var parts []string
	for _, p := range m.Parts {
		text := p.Name
		switch {
		case p.Share:
			text += fmt.Sprintf(" %g%%", p.Value)
		case p.Known:
			text += fmt.Sprintf(" %gkg", p.Value)
		}
		parts = append(parts, text)
	}
	return m.Whole + " < " + strings.Join(parts, ", ")
}

// Merges are recognised in the forms in which people write them, and only in those.
func TestReadMerge(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"lotes QA-8 e QB-8 unidos no lote MIX-8", "MIX-8 < QA-8, QB-8"},
		{"Os lotes QA-8, QB-8 e QC-8 foram misturados no lote MIX-8.", "MIX-8 < QA-8, QB-8, QC-8"},
		{"LOTES QA-8 E QB-8 JUNTADOS EM UM NOVO LOTE MIX-8", "MIX-8 < QA-8, QB-8"},
		{"lotes QA-8 e QB-8 formaram o lote MIX-8", "MIX-8 < QA-8, QB-8"},
		{"juntamos os lotes QA-8 e QB-8 no lote MIX-8", "MIX-8 < QA-8, QB-8"},
		{"mistura dos lotes QA-8 e QB-8 = MIX-8", "MIX-8 < QA-8, QB-8"},
		{"MIX-7 formado pelos lotes QA-7 e QB-7", "MIX-7 < QA-7, QB-7"},
		{"lote MIX-7, composto de QA-7 (60%) e QB-7 (40%)", "MIX-7 < QA-7 60%, QB-7 40%"},
		{"MIX-7 é a mistura dos lotes QA-7 e QB-7; sacaria nova", "MIX-7 < QA-7, QB-7"},
		{"MIX-9 = QA-9 + QB-9", "MIX-9 < QA-9, QB-9"},
		{"lote MIX-9 = QA-9 60% + QB-9 40%", "MIX-9 < QA-9 60%, QB-9 40%"},
		{"MIX-9 = 10 t do QA-9 + 20 t do QB-9", "MIX-9 < QA-9 10000kg, QB-9 20000kg"},
		{"QA-9 + QB-9 = MIX-9", "MIX-9 < QA-9, QB-9"},
		{"QA-9 + QB-9 -> MIX-9", "MIX-9 < QA-9, QB-9"},
		{"lotes ALFA e BETA unidos no lote GAMA", "GAMA < ALFA, BETA"},
		{"GAMA = ALFA + BETA", "GAMA < ALFA, BETA"},
		{"LOTES ALFA E BETA UNIDOS NO LOTE GAMA", "GAMA < ALFA, BETA"},
		{"MIX-A formado pelos lotes VE-L e VE-N", "MIX-A < VE-L, VE-N"},

		{"lotes QA-8 e QB-8 não foram unidos no lote MIX-8", ""},
		{"lote MIX-7, sem mistura dos lotes QA-7 e QB-7", ""},
		{"lotes QA-8 e QB-8 no silo 3", ""},
		{"lote MIX-7 segregado dos lotes QA-7 e QB-7", ""},
		{"lotes QA-8 ou QB-8 unidos no lote MIX-8", ""},
		{"MIX-9 = QA-9", ""},
		{"MIX-9 = QA-9 + MIX-9", ""},
		{"QA-9 + QB-9", ""},
		{"QA-9, QB-9 e QC-9", ""},
		{"A-1 = 10 t", ""},
		{"a = b + c", ""},
		{"LOTES DE SOJA E MILHO UNIDOS NO LOTE UNICO", ""},
		{"MIX-9 = QA-9 + QB-9 = MIX-8", ""},
		{"", ""},
	} {
		if got := mergeText(ReadMerge(c.text)); got != c.want {
			t.Errorf("ReadMerge(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

// A merge in a field of lots gives the field's role to the whole, and its parts went
// into it. What the record weighs is the whole.
func TestReadMergeIntoRows(t *testing.T) {
	for _, c := range []struct{ name, prefix, payload, want string }{
		{"received", receiving, `{"loteOrigem":"MIX-9 = QA-9 + QB-9","volume":"36 t"}`,
			"MIX-9 produz <QA-9> <QB-9>\nMIX-9 recebe 36000kg\nQA-9 consome <MIX-9>\nQB-9 consome <MIX-9>"},
		{"with shares", receiving, `{"loteOrigem":"MIX-9 = QA-9 75% + QB-9 25%","volume":"36 t"}`,
			"MIX-9 produz <QA-9 27000kg> <QB-9 9000kg>\nMIX-9 recebe 36000kg\nQA-9 consome 27000kg 75% <MIX-9 27000kg>\nQB-9 consome 9000kg 25% <MIX-9 9000kg>"},
		{"sampled", quality, `{"identificacao":"lotes QA-8 e QB-8 unidos no lote MIX-8"}`,
			"MIX-8 produz <QA-8> <QB-8>\nMIX-8 analisa\nQA-8 consome <MIX-8>\nQA-8 analisa\nQB-8 consome <MIX-8>\nQB-8 analisa"},
		{"sampled, whole first", quality, `{"identificacao":"MIX-7 formado pelos lotes QA-7 e QB-7"}`,
			"MIX-7 produz <QA-7> <QB-7>\nMIX-7 analisa\nQA-7 consome <MIX-7>\nQA-7 analisa\nQB-7 consome <MIX-7>\nQB-7 analisa"},
		{"sampled, letters alone", quality, `{"identificacao":"lotes ALFA e BETA unidos no lote GAMA"}`,
			"ALFA consome <GAMA>\nALFA analisa\nBETA consome <GAMA>\nBETA analisa\nGAMA produz <ALFA> <BETA>\nGAMA analisa"},
		{"sampled beside others", quality, `{"identificacao":"Lote A-1, segregado dos lotes B-1 e B-2"}`, "A-1 analisa\nB-1 analisa\nB-2 analisa"},
		{"shipped, which makes no lot", shipping, `{"loteOrigem":"MIX-9 = QA-9 + QB-9"}`, "MIX-9 embarca"},
		{"inspected, which makes no lot", inspecting, `{"codigosLote":["MIX-9 = QA-9 + QB-9"]}`, "MIX-9 inspeciona"},
		{"blended", processing, `{"lote":"MIX-9","blendagem":"MIX-9 = QA-9 60% + QB-9 40%","volume":"10 t"}`,
			"MIX-9 produz <QA-9 6000kg> <QB-9 4000kg>\nQA-9 consome 6000kg 60% <MIX-9 6000kg>\nQB-9 consome 4000kg 40% <MIX-9 4000kg>"},
		{"made", processing, `{"lote":"QA-8, QB-8","produtoFinal":"lotes QA-8 e QB-8 unidos no lote MIX-8","volume":"10 t"}`,
			"MIX-8 produz <QA-8> <QB-8>\nQA-8 consome 10000kg/2 <MIX-8>\nQB-8 consome 10000kg/2 <MIX-8>"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := Read(kind.ByPrefix(c.prefix), []byte(c.payload))
			if got := shown(r.Rows()); got != c.want {
				t.Errorf("%s %s:\n%s\nwant:\n%s", c.prefix, c.payload, got, c.want)
			}
			if suspects := r.Suspects(); len(suspects) > 0 && c.prefix != shipping && c.prefix != inspecting {
				t.Errorf("%s: suspects %s", c.payload, shown(suspects))
			}
		})
	}
}

// Every word that indicates a merge is found, also in capitals.
func TestMergeWordsAreLookedFor(t *testing.T) {
	for word, role := range mergeRoles {
		if role&(unites|became|madeOf) != 0 && !(mayMerge("A-1 "+word) && mayMerge(strings.ToUpper(word))) {
			t.Errorf("%q is passed over", word)
		}
	}
}
