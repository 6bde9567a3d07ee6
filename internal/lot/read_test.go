package lot

import (
	"fmt"
	"strings"
	"testing"

	"rastro/internal/kind"
)

// shown writes the rows of a record as "LOT role kg <others>", a line each.
func shown(rows []Row) string {
	var lines []string
	for _, r := range rows {
		line := r.Lot + " " + r.Role.String()
		if r.Kg.Known() {
			line += fmt.Sprintf(" %gkg", r.Kg.Value)
			if r.Among > 1 {
				line += fmt.Sprintf("/%d", r.Among)
			}
		}
		if r.Share > 0 {
			line += fmt.Sprintf(" %g%%", r.Share)
		}
		if r.On.Known() {
			line += r.On.From.Time().Format(" 02/01")
			if r.On.To != r.On.From {
				line += r.On.To.Time().Format("-02/01")
			}
		}
		for _, o := range r.Others {
			line += " <" + o.Lot
			if o.Kg == o.Kg {
				line += fmt.Sprintf(" %gkg", o.Kg)
			}
			line += ">"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

const (
	identification = "/colheitaIdentificacaoProducao/identificacaoLote"
	working        = "/posColheita/beneficiamento"
	receiving      = "/armazenamento/recebimento"
	quality        = "/armazenamento/controleQualidade"
	processing     = "/processamento/processamento"
	shipping       = "/logisticaExportacao/transporteExportacao"
	cargo          = "/transporteLogistico/documentacaoCarga"
	inspecting     = "/exportacao/inspecaoPreEmbarque"
	planning       = "/cadastroPlanejamento/planoCultivo"
)

// TestReadEveryCodeOfAList checks that every code in a list of lots is read, however the list is
// written, and that uncertain codes are reported as doubts.
func TestReadEveryCodeOfAList(t *testing.T) {
	for _, c := range []struct{ text, want, doubts string }{
		{"31100002,31100001", "31100002 31100001", ""},
		{"312,311", "312 311", ""},
		{"41100001,41100002,41100003", "41100001 41100002 41100003", ""},
		{"20250006 / 20250007", "20250006 20250007", ""},
		{"AB-10\tAB-9", "AB-10 AB-9", ""},
		{"AB-14&AB-13", "AB-14 AB-13", ""},
		{"[AB-15]", "AB-15", ""},
		{`"AB-16", “AB-17”`, "AB-16 AB-17", ""},
		{"AB-17 50%; AB-18 50%", "AB-17 AB-18", ""},
		{"AB-17 33,3%, AB-18 66,7 %", "AB-17 AB-18", ""},
		{"AB-5 (3.000 kg) AB-6 (2.000 kg)", "AB-5 AB-6", ""},
		{"AB-5 (3.000 kg) do silo", "AB-5", "silo"},
		{"lote mt25-s-001 (talhão T-07)", "MT25-S-001 MT25-S-001_(TALHÃO_T-07)", "talhão T-07"},
		{"não houve, AB-19", "AB-19", ""},
		{"AB\u200b-21", "AB-21", ""},
		{"AB–20", "AB-20", ""},
		{"L 10, L 11", "L_10 L_11", ""},
		{"Lote 12", "12", ""},
		{"25/26-1", "25/26-1", ""},
		{"MT25-S-001 MT25-S-002", "MT25-S-001_MT25-S-002 MT25-S-001 MT25-S-002", "MT25-S-001 MT25-S-002"},
		{"20250001 20250002", "20250001_20250002 20250001 20250002", "20250001 20250002"},
		{"L-77 2025", "L-77_2025", "L-77 2025"},
		{"S1 L2", "S1_L2", "S1 L2"},
		{"L 10 & L 11", "L_10 L_11", ""},
		{"L 10 / L 11", "L_10 L_11", ""},
		{"L 10\tL 11", "L_10 L_11", ""},
		{"Silva & Filhos", "SILVA_&_FILHOS", "Silva & Filhos"},
		{"produção própria", "PRODUÇÃO_PRÓPRIA", "produção própria"},
		{"S/N", "", "S/N"},
		{"lote s/nº", "", "lote s/nº"},
		{"sem lote", "", "sem lote"},
		{"Sem número", "", "Sem número"},
		{"não informado", "", "não informado"},
		{"n/a", "", "n/a"},
		{"???", "", "???"},
		{"---", "", "---"},
		{"não se aplica", "", ""},
		{"AB-1, s/n", "AB-1", "s/n"},
		{"LOTE Nº 45/2025", "45/2025", ""},
		{"Nº 45/2025, n° 46/2025 e lote N.º47/2025", "45/2025 46/2025 47/2025", ""},
		{"lote N. 45", "45", ""},
		{"NA-15", "NA-15", ""},
		{"1.234,50", "", "1.234,50"},
		{"AB-1, 1.234,50", "AB-1", "1.234,50"},
		{"36000,00", "", "36000,00"},
		{"1.234.567,5", "", "1.234.567,5"},
		{"12,13", "12 13", "12,13"},
		{"1.234,56789", "1.234 56789", ""},
		{"ZA-1, " + strings.Repeat("ç", 2600), "ZA-1", strings.Repeat("ç", 2600)},
	} {
		var names, doubts []string
		EachName(c.text, func(name string) {
			if folded := Fold(name); folded != "" {
				names = append(names, strings.ReplaceAll(folded, " ", "_"))
			}
		})
		EachDoubt(c.text, func(part string) { doubts = append(doubts, part) })
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%.60q names %q, want %q", c.text, got, c.want)
		}
		if got := strings.Join(doubts, "|"); got != c.doubts {
			t.Errorf("%.60q leaves %.60q in doubt, want %.60q", c.text, got, c.doubts)
		}
	}
}

// TestReadMoreThanAThousandLots reads a list to its end.
func TestReadMoreThanAThousandLots(t *testing.T) {
	var codes []string
	for i := range 3_000 {
		codes = append(codes, fmt.Sprintf("Q%d", i))
	}
	payload := `{"loteEntrada":["` + strings.Join(codes[:1500], ",") + `","` + strings.Join(codes[1500:], ",") + `"],"loteSaida":"MIX-1"}`
	rows := Read(kind.ByPrefix(working), []byte(payload)).Rows()
	if row, ok := RowOf(rows, "Q2999", Consumed); len(rows) != 3_001 || !ok || len(row.Others) != 1 || row.Others[0].Lot != "MIX-1" {
		t.Errorf("%d rows, the last lot %+v", len(rows), row)
	}
}

func TestRead(t *testing.T) {
	for _, c := range []struct{ name, prefix, payload, want string }{
		{"an identification", identification, `{"codigoLote":" mt25-s-001 ","destinoInicial":"Armazém"}`, "MT25-S-001 identifica"},
		{"several, and a word", identification, `{"codigoLote":"Lote A-1; lote a-1 e B-2"}`, "A-1 identifica\nB-2 identifica"},
		{"accents and spaces", identification, `{"codigoLote":"lote  Safrão   nº 7"}`, "SAFRÃO Nº 7 identifica"},
		{"a number", identification, `{"codigoLote":77}`, "77 identifica"},
		{"none", identification, `{"codigoLote":"não se aplica"}`, ""},
		{"too long", identification, `{"codigoLote":"` + strings.Repeat("A1", 60) + `"}`, ""},
		{"a kind without lots", planning, `{"soja":"lote A-1"}`, ""},
		{"drying", working, `{"loteEntrada":"A-1","loteSaida":"B-1","pesoEntrada":12000,"pesoSaida":"6.000 kg","dataInicio":"2025-06-01","dataFim":"10/06/2025"}`,
			"A-1 consome 12000kg 01/06-10/06 <B-1 12000kg>\nB-1 produz 6000kg 01/06-10/06 <A-1 12000kg>"},
		{"drying of two lots", working, `{"loteEntrada":"A-1, A-2","loteSaida":"B-1","pesoEntrada":12000}`,
			"A-1 consome 12000kg/2 <B-1>\nA-2 consome 12000kg/2 <B-1>\nB-1 produz <A-1> <A-2>"},
		{"drying that keeps the name", working, `{"loteEntrada":"A-1","loteSaida":"a-1","pesoEntrada":12000}`, "A-1 processa 12000kg"},
		{"drying into one of them", working, `{"loteEntrada":"A-1, A-2","loteSaida":"A-1"}`, "A-1 produz <A-2>\nA-2 consome <A-1>"},
		{"drying of what is not said", working, `{"loteSaida":"B-1"}`, "B-1 produz"},
		{"drying into what is not said", working, `{"loteEntrada":"A-1"}`, "A-1 consome"},
		{"receiving", receiving, `{"loteOrigem":"A-1","volume":"36.000 kg","dataHoraRecebimento":"2025-02-10T14:20:00-04:00"}`, "A-1 recebe 36000kg 10/02"},
		{"a number without a unit", receiving, `{"loteOrigem":"A-1","volume":36000}`, "A-1 recebe"},
		{"processing", processing, `{"lote":"A-1","volume":"36 t","volumeFinal":"35 t","produtoFinal":"padronizada","blendagem":"Não houve"}`, "A-1 processa 36000kg"},
		{"a product with a lot", processing, `{"lote":"A-1","volume":"36 t","produtoFinal":"farelo, lote F-1","volumeFinal":"27 t"}`,
			"A-1 consome 36000kg <F-1 36000kg>\nF-1 produz 27000kg <A-1 36000kg>"},
		{"a blend by shares", processing, `{"lote":"MIX-9","volume":"60 t","blendagem":"L-1 70%; L-2 30%"}`,
			"L-1 consome 42000kg 70% <MIX-9 42000kg>\nL-2 consome 18000kg 30% <MIX-9 18000kg>\nMIX-9 produz 60000kg <L-1 42000kg> <L-2 18000kg>"},
		{"a blend by masses", processing, `{"lote":"MIX-9","blendagem":"L-1 40 t; L-2 20 t"}`,
			"L-1 consome 40000kg <MIX-9 40000kg>\nL-2 consome 20000kg <MIX-9 20000kg>\nMIX-9 produz <L-1 40000kg> <L-2 20000kg>"},
		{"a blend into one of its parts", processing, `{"lote":"L-1","volume":"10 t","blendagem":"L-1 60%; L-2 40%"}`,
			"L-1 produz 10000kg 60% <L-2 4000kg>\nL-2 consome 4000kg 40% <L-1 4000kg>"},
		{"a blend and its product", processing, `{"lote":"MIX-9","blendagem":"L-1 e L-2","produtoFinal":"óleo, lote O-1"}`,
			"L-1 consome <MIX-9>\nL-2 consome <MIX-9>\nMIX-9 produz <L-1> <L-2>\nMIX-9 consome <O-1>\nO-1 produz <MIX-9>"},
		{"a blend of lots that are all processed", processing, `{"lote":"L-1, L-2","blendagem":"L-1 50%; L-2 50%","produtoFinal":"lote M-1"}`,
			"L-1 consome 50% <M-1>\nL-2 consome 50% <M-1>\nM-1 produz <L-1> <L-2>"},
		{"a sample", quality, `{"identificacao":"Soja, lote A-1; sem mistura de lotes"}`, "A-1 analisa"},
		{"a sample that tells of a merger", quality, `{"identificacao":"lote MIX-1, mistura dos lotes A-1 e A-2"}`,
			"A-1 consome <MIX-1>\nA-1 analisa\nA-2 consome <MIX-1>\nA-2 analisa\nMIX-1 produz <A-1> <A-2>\nMIX-1 analisa"},
		{"papers", cargo, `{"declaracaoSegregacao":"carga única do lote A-1","certificadoOrigemLote":"lotes A-1 e A-2"}`, "A-1 documenta\nA-2 documenta"},
		{"a shipment of two", shipping, `{"loteOrigem":"A-1 + A-2","volumeTransportado":50000,"dataTransporte":"2025-03-20"}`, "A-1 embarca 50000kg/2 20/03\nA-2 embarca 50000kg/2 20/03"},
		{"an inspection", inspecting, `{"codigosLote":["A-1","A-2, A-3"],"resultadoInspecao":"Reprovado"}`, "A-1 inspeciona\nA-2 inspeciona\nA-3 inspeciona"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := shown(Read(kind.ByPrefix(c.prefix), []byte(c.payload)).Rows()); got != c.want {
				t.Errorf("%s %s:\n%s\nwant:\n%s", c.prefix, c.payload, got, c.want)
			}
		})
	}
}
