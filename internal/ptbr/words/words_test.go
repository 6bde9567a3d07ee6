package words_test

import (
	"slices"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/ptbr"
	"rastro/internal/ptbr/words"
)

// What the forms offer is in the tables.
func TestVocabulariesKnowTheValuesOfTheirFields(t *testing.T) {
	vocabularies := map[string]*words.Vocabulary{
		"aplicacaoInsumo.tipo":                                 words.InputClasses,
		"maoDeObra.treinamentos":                               words.Trainings,
		"beneficiamento.tipoProcesso":                          words.Processes,
		"beneficiamento.viaProcessamento":                      words.Pathways,
		"beneficiamento.metodoSecagem":                         words.Dryings,
		"beneficiamento.bebida":                                words.Cups,
		"beneficiamento.modeloCadeiaCustodia":                  words.Custody,
		"beneficiamento.certificacao":                          words.Schemes,
		"documentacaoCarga.certificadoCertificacao":            words.Schemes,
		"inspecaoPreEmbarque.resultadoInspecao":                words.Results,
		"validacao.status":                                     words.Results,
		"validacao.cultura":                                    words.Crops,
		"recebimento.tipoCafe":                                 words.Certified,
		"armazenamento.tipoCafe":                               words.Farming,
		"certificadoConformidade.certificadosSustentabilidade": words.Schemes,
	}
	seen := 0
	for _, k := range kind.All {
		for _, f := range k.Fields {
			v := vocabularies[k.Name+"."+f.Name]
			if v == nil {
				continue
			}
			seen++
			for _, value := range f.Values {
				term, reading := v.One(value)
				if absent := value == "NAO_SE_APLICA" || value == "OUTRA"; reading != ptbr.Read && !absent {
					t.Errorf("%s.%s: %q reads as %q, %v", k.Name, f.Name, value, term, reading)
				}
			}
		}
	}
	if seen != len(vocabularies) {
		t.Errorf("%d of %d fields are in the table of kinds", seen, len(vocabularies))
	}
}

func TestCropsAreThoseOfTheForm(t *testing.T) {
	field, ok := kind.ByPrefix("/validacao").Field("cultura")
	if !ok {
		t.Fatal("no field cultura")
	}
	for _, c := range words.Crops.Terms() {
		if !slices.Contains(field.Values, string(c)) {
			t.Errorf("crop %s is not offered", c)
		}
	}
}

// The order of the custody models is their rank.
func TestCustodyRanks(t *testing.T) {
	want := []words.Term{"IDENTIDADE_PRESERVADA", "SEGREGADO", "MISTURA_CONTROLADA", "BALANCO_MASSA", "BOOK_AND_CLAIM", "CONVENCIONAL"}
	got := words.Custody.Terms()
	if !slices.Equal(got, want) {
		t.Errorf("custody models %v, want %v", got, want)
	}
	got[0] = "x"
	if words.Custody.Terms()[0] == "x" {
		t.Error("the caller changed the table")
	}
}

func TestVocabulary(t *testing.T) {
	for _, tc := range []struct {
		v       *words.Vocabulary
		in      string
		term    words.Term
		reading ptbr.Reading
	}{
		{words.Results, "Aprovado", words.Approved, ptbr.Read},
		{words.Results, "aprovados", words.Approved, ptbr.Read},
		{words.Results, "APROVADO COM RESSALVAS", words.ApprovedWithReserves, ptbr.Read},
		{words.Results, "Aprovado com  ressalva", words.ApprovedWithReserves, ptbr.Read},
		{words.Results, "Reprovado", words.Rejected, ptbr.Read},
		{words.Results, "não aprovado", words.Rejected, ptbr.Read},
		{words.Results, "nao está aprovado", "", ptbr.Unreadable},
		{words.Results, "Não houve reprovação; aprovado", words.Approved, ptbr.Read},
		{words.Results, "não conforme aprovado", words.Rejected, ptbr.Ambiguous},
		{words.Results, "PENDENTE", words.Pending, ptbr.Read},
		{words.Results, "aprovadíssimo", "", ptbr.Unreadable},
		{words.Results, "-", "", ptbr.Absent},
		{words.InputClasses, "bio-inseticida", "INSETICIDA", ptbr.Read},
		{words.InputClasses, "Herbicida, herbicidas", "HERBICIDA", ptbr.Read},
		{words.InputClasses, "Não houve", "", ptbr.Absent},
		{words.Certified, "não-certificado", "NAO_CERTIFICADO", ptbr.Read},
		{words.Schemes, "4C", "4C", ptbr.Read},
		{words.Schemes, "GlobalG.A.P. IFA", "GLOBALGAP", ptbr.Read},
		{words.Dryings, "Secador\u00a0rotativo", "SECADOR_ROTATIVO", ptbr.Read},
		{words.Dryings, "secador; rotativo", "SECADOR_ROTATIVO", ptbr.Read},
		{words.Dryings, "cafe\u0301 no terreiro", "TERREIRO", ptbr.Read},
		{words.Crops, "soja sobre milho", "SOJA", ptbr.Read},
	} {
		if term, reading := tc.v.One(tc.in); term != tc.term || reading != tc.reading {
			t.Errorf("One(%q) = %q, %v, want %q, %v", tc.in, term, reading, tc.term, tc.reading)
		}
	}
}

// "Conforme" is a result if it stands alone, and elsewhere the beginning of a sentence.
func TestResult(t *testing.T) {
	for _, c := range []struct {
		text    string
		want    words.Term
		reading ptbr.Reading
	}{
		{"Conforme", words.Approved, ptbr.Read},
		{" CONFORME. ", words.Approved, ptbr.Read},
		{"Ok, conforme", words.Approved, ptbr.Read},
		{"conforme laudo 123", "", ptbr.Unreadable},
		{"Conforme laudo, aprovado", words.Approved, ptbr.Read},
		{"conforme com ressalvas", words.ApprovedWithReserves, ptbr.Read},
		{"Não conforme", words.Rejected, ptbr.Read},
		{"nao-conforme", words.Rejected, ptbr.Read},
		{"Em conformidade", words.Approved, ptbr.Read},
		{"Liberado", words.Approved, ptbr.Read},
		{"liberada p/ embarque", words.Approved, ptbr.Read},
		{"LIBERADO COM RESSALVA", words.ApprovedWithReserves, ptbr.Read},
		{"Não liberado", words.Rejected, ptbr.Read},
		{"aguardando liberação", words.Pending, ptbr.Read},
		{"bloqueado", words.Rejected, ptbr.Read},
		{"Liberado sem não conformidades", words.Approved, ptbr.Read},
		{"não se aplica", "", ptbr.Absent},
		{"", "", ptbr.Absent},
	} {
		if term, reading := words.Result(c.text); term != c.want || reading != c.reading {
			t.Errorf("Result(%q) = %q, %v, want %q, %v", c.text, term, reading, c.want, c.reading)
		}
	}
}
