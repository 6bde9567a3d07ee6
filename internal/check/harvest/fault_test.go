package harvest_test

import (
	"slices"
	"strings"
	"testing"

	"rastro/internal/check/checktest"
	"rastro/internal/check/harvest"
	"rastro/internal/check/harvest/facts"
	"rastro/internal/check/record"
)

// whole reviews a harvest as a server does: its records by themselves, and against each other. It
// returns the rules that found something, once for each finding.
func whole(entries []facts.Entry) []string {
	book := facts.NewBook(reviewYear)
	for _, e := range entries {
		book.Add(e)
		book.Remark(e.Kind, e.ID, record.Grade(e.Kind, e.Payload, reviewYear).Findings)
	}
	var rules []string
	for _, f := range harvest.Check(book, harvest.Options{}).Findings {
		rules = append(rules, f.Rule.ID)
	}
	return rules
}

// beyond returns the rules of after that are not in before.
func beyond(after, before []string) []string {
	before = slices.Clone(before)
	var more []string
	for _, rule := range after {
		if i := slices.Index(before, rule); i >= 0 {
			before = slices.Delete(before, i, i+1)
		} else {
			more = append(more, rule)
		}
	}
	slices.Sort(more)
	return more
}

// together maps a change that causes two faults to their findings.
var together = map[string]string{
	"BALANCO_NAO_FECHA, PESO_SAIDA_MAIOR":                                             "more comes out than went in, and the parts do not sum up to it",
	"BALANCO_NAO_FECHA, MATERIA_SECA_NAO_FECHA":                                       "the parts do not sum up, nor does the dry matter",
	"BALANCO_NAO_FECHA, PESO_SAIDA_MAIOR, PRODUTIVIDADE_ALTA":                         "and no field bears so much",
	"BALANCO_NAO_FECHA, RENDIMENTO_DIVERGENTE, SAIDA_ACIMA_DA_COLHEITA":               "the parts, the stated yield, and the harvest behind it",
	"UMIDADE_ALTA, UMIDADE_SAIDA_MAIOR":                                               "it is wet, and wetter than before drying",
	"EMBARQUE_APOS_REPROVACAO, REPROVADO_SEM_MOTIVO":                                  "it was shipped, and nobody says why it was refused",
	"APLICADOR_SEM_NR31, TREINAMENTO_NR31_AUSENTE":                                    "the hint to the author, and its consequence",
	"LOTE_DESCONHECIDO, LOTE_LONGO":                                                   "too long for a label, and the others name the old code",
	"LOTE_DESCONHECIDO, LOTE_FORA_DO_PADRAO":                                          "no code, and the others name the old one",
	"LOTE_DESCONHECIDO, LOTE_IDENTIFICADO_DUAS_VEZES":                                 "one code twice, and one nowhere",
	"BLENDAGEM_NAO_SOMA_100, LOTE_DESCONHECIDO":                                       "the shares, and a lot nobody knows",
	"NAO_OGM_CONTRADITO, TRANSGENIA_CONTRADITORIA":                                    "against itself, and against the declaration",
	"CONTEINER_ACIMA_DO_PESO, EMBARCADO_ACIMA_DO_DISPONIVEL, SAIDA_ACIMA_DA_COLHEITA": "no container holds it, the lot is not so large, nor was the harvest",
	"RECEBIDO_ACIMA_DO_PRODUZIDO, VEICULO_ACIMA_DE_60_T":                              "no lorry carries it, and the dryer did not give so much",
	"RECEBIDO_ACIMA_DO_PRODUZIDO, SAIDA_ACIMA_DA_COLHEITA, VEICULO_ACIMA_DE_60_T":     "nor was the harvest so large",
	"EMBARQUE_SEM_QUEBRA, NOTA_DE_EXPORTACAO_FORA_DO_PERIODO":                         "months in store without a loss, and an invoice of months before",
	"DATAS_FORA_DE_ORDEM, PLANTIO_FORA_DA_JANELA":                                     "after the harvest, and out of season",
	"CICLO_DA_SOJA_IMPROVAVEL, PLANTIO_FORA_DA_JANELA":                                "too early for the harvest, and out of season",
}

// A review reports a fault once: the rules on the harvest do not repeat a record's own findings.
func TestOneFaultOneFinding(t *testing.T) {
	before := map[string][]string{}
	for _, harvest := range []string{soyDemo, coffeeDemo} {
		before[harvest] = whole(goldenHarvest(t, harvest))
	}
	seen := map[string]bool{}
	try := func(harvest, kind string, nth int, member, value string) {
		got := strings.Join(beyond(whole(changedHarvest(t, goldenHarvest(t, harvest), kind, nth, member, value)), before[harvest]), ", ")
		if seen[got] = true; strings.Contains(got, ",") && together[got] == "" {
			t.Errorf("%s %s=%s finds %q", kind, member, value, got)
		}
	}
	for _, tc := range checktest.RecordChanges {
		try(tc.Harvest, tc.Prefix, 0, tc.Member, tc.Value)
	}
	for _, tc := range harvestChanges {
		try(tc.harvest, tc.kind, tc.nth, tc.member, tc.value)
	}
	for rules := range together {
		if !seen[rules] {
			t.Errorf("no change makes %s speak together any more", rules)
		}
	}
}

// A wrong cargo reference is reported once: by the record if it contains both sides, by the harvest
// if two records do.
func TestCargoReferenceIsToldOnce(t *testing.T) {
	const (
		customs = "documentacaoAduaneira"
		invoice = "51250311222333000262550010000000771123456781" // of 11222333
		other   = "41260812ABC34501DE35550010000000421102030404"
	)
	for _, tc := range []struct{ name, declaration, want string }{
		{"as it is due", "DU-E 25BR0012345677, RUC 5BR112223332MT25S001", ""},
		{"with its invoice", "DU-E 25BR0012345677, RUC 5BR112223332MT25S001, NF-e " + invoice, ""},
		{"of another year", "DU-E 25BR0012345677, RUC 4BR112223332MT25S001", "RUC_DE_OUTRO_ANO"},
		{"of another exporter", "DU-E 25BR0012345677, RUC 5BR998887772MT25S001", "RUC_SEM_NOTA_DO_EXPORTADOR"},
		{"of another exporter, next to the invoice", "DU-E 25BR0012345677, RUC 5BR998887772MT25S001, NF-e " + invoice, "RUC_DE_OUTRO_EXPORTADOR"},
		{"of the invoice next to it, not of the papers", "DU-E 25BR0012345677, RUC 6BR12ABC3452MT25S001, NF-e " + other, "RUC_DE_OUTRO_ANO, RUC_SEM_NOTA_DO_EXPORTADOR"},
		{"of another year and exporter", "DU-E 25BR0012345677, RUC 4BR998887772MT25S001", "RUC_DE_OUTRO_ANO, RUC_SEM_NOTA_DO_EXPORTADOR"}, // two faults
	} {
		golden := goldenHarvest(t, soyDemo)
		got := strings.Join(beyond(whole(changedHarvest(t, golden, customs, 0, "declaracaoExportacao", `"`+tc.declaration+`"`)), whole(golden)), ", ")
		if got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}
