package ptbr_test

import (
	"slices"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/ptbr"
)

// What the forms offer is what the tables know.
func TestVocabulariesKnowTheValuesOfTheirFields(t *testing.T) {
	vocabularies := map[string]*ptbr.Vocabulary{
		"aplicacaoInsumo.tipo":                                 ptbr.InputClasses,
		"maoDeObra.treinamentos":                               ptbr.Trainings,
		"beneficiamento.tipoProcesso":                          ptbr.Processes,
		"beneficiamento.viaProcessamento":                      ptbr.Pathways,
		"beneficiamento.metodoSecagem":                         ptbr.Dryings,
		"beneficiamento.bebida":                                ptbr.Cups,
		"beneficiamento.modeloCadeiaCustodia":                  ptbr.Custody,
		"beneficiamento.certificacao":                          ptbr.Schemes,
		"documentacaoCarga.certificadoCertificacao":            ptbr.Schemes,
		"inspecaoPreEmbarque.resultadoInspecao":                ptbr.Results,
		"validacao.status":                                     ptbr.Results,
		"validacao.cultura":                                    ptbr.Crops,
		"recebimento.tipoCafe":                                 ptbr.Certified,
		"armazenamento.tipoCafe":                               ptbr.Farming,
		"certificadoConformidade.certificadosSustentabilidade": ptbr.Schemes,
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
	for _, c := range ptbr.Crops.Terms() {
		if !slices.Contains(field.Values, string(c)) {
			t.Errorf("crop %s is not offered", c)
		}
	}
}

// The order of the custody models is their rank.
func TestCustodyRanks(t *testing.T) {
	want := []ptbr.Term{"IDENTIDADE_PRESERVADA", "SEGREGADO", "MISTURA_CONTROLADA", "BALANCO_MASSA", "BOOK_AND_CLAIM", "CONVENCIONAL"}
	got := ptbr.Custody.Terms()
	if !slices.Equal(got, want) {
		t.Errorf("custody models %v, want %v", got, want)
	}
	got[0] = "x"
	if ptbr.Custody.Terms()[0] == "x" {
		t.Error("the caller changed the table")
	}
}

func TestVocabulary(t *testing.T) {
	for _, tc := range []struct {
		v       *ptbr.Vocabulary
		in      string
		term    ptbr.Term
		reading ptbr.Reading
	}{
		{ptbr.Results, "Aprovado", ptbr.Approved, ptbr.Read},
		{ptbr.Results, "aprovados", ptbr.Approved, ptbr.Read},
		{ptbr.Results, "APROVADO COM RESSALVAS", ptbr.ApprovedWithReserves, ptbr.Read},
		{ptbr.Results, "Aprovado com  ressalva", ptbr.ApprovedWithReserves, ptbr.Read},
		{ptbr.Results, "Reprovado", ptbr.Rejected, ptbr.Read},
		{ptbr.Results, "não aprovado", ptbr.Rejected, ptbr.Read},
		{ptbr.Results, "nao está aprovado", "", ptbr.Unreadable},
		{ptbr.Results, "Não houve reprovação; aprovado", ptbr.Approved, ptbr.Read},
		{ptbr.Results, "não conforme aprovado", ptbr.Approved, ptbr.Ambiguous},
		{ptbr.Results, "PENDENTE", ptbr.Pending, ptbr.Read},
		{ptbr.Results, "aprovadíssimo", "", ptbr.Unreadable},
		{ptbr.Results, "-", "", ptbr.Absent},
		{ptbr.InputClasses, "bio-inseticida", "INSETICIDA", ptbr.Read},
		{ptbr.InputClasses, "Herbicida, herbicidas", "HERBICIDA", ptbr.Read},
		{ptbr.InputClasses, "Não houve", "", ptbr.Absent},
		{ptbr.Certified, "não-certificado", "NAO_CERTIFICADO", ptbr.Read},
		{ptbr.Schemes, "4C", "4C", ptbr.Read},
		{ptbr.Schemes, "GlobalG.A.P. IFA", "GLOBALGAP", ptbr.Read},
		{ptbr.Dryings, "Secador\u00a0rotativo", "SECADOR_ROTATIVO", ptbr.Read},
		{ptbr.Dryings, "secador; rotativo", "SECADOR_ROTATIVO", ptbr.Read},
		{ptbr.Dryings, "cafe\u0301 no terreiro", "TERREIRO", ptbr.Read},
		{ptbr.Crops, "soja sobre milho", "SOJA", ptbr.Read},
	} {
		if term, reading := tc.v.One(tc.in); term != tc.term || reading != tc.reading {
			t.Errorf("One(%q) = %q, %v, want %q, %v", tc.in, term, reading, tc.term, tc.reading)
		}
	}
}

// Whatever the text, a vocabulary gives its own terms, each once.
func FuzzVocabulary(f *testing.F) {
	for _, e := range corpus(f) {
		f.Add(e.text)
	}
	all := []*ptbr.Vocabulary{
		ptbr.InputClasses, ptbr.BannedActives, ptbr.Trainings, ptbr.Crops, ptbr.Farming, ptbr.Certified, ptbr.Processes, ptbr.Pathways,
		ptbr.Dryings, ptbr.Cups, ptbr.Results, ptbr.Schemes, ptbr.Custody, ptbr.Transports,
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, v := range all {
			known := map[ptbr.Term]bool{}
			for _, term := range v.Terms() {
				known[term] = true
			}
			for _, term := range v.All(s) {
				if !known[term] {
					t.Fatalf("%q names %q, which is twice there or no term", s, term)
				}
				known[term] = false
			}
			if term, reading := v.One(s); (term != "") != (reading == ptbr.Read || reading == ptbr.Ambiguous) {
				t.Fatalf("One(%q) = %q, %v", s, term, reading)
			}
		}
		ptbr.GMClaim(s)
		ptbr.Cup(s)
	})
}
