package harvest

import (
	"maps"
	"slices"
	"strings"

	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/verdict"
)

// topicGates are the gates for the topics of targets.
var topicGates = map[Topic]verdict.Gate{
	AboutPlots: verdict.Plot, AboutLand: verdict.Land, AboutDate: verdict.Lots, AboutLot: verdict.Lots, AboutMass: verdict.Mass,
	AboutBuyer: verdict.Supplier, AboutPapers: verdict.Papers, AboutForest: verdict.Land, AboutLaw: verdict.Land, AboutProducer: verdict.Supplier,
}

// kindGates are the gates at which a missing record of a kind counts.
var kindGates = map[string]verdict.Gate{
	kind.Plan: verdict.Plot, kind.Planting: verdict.Plot,
	kind.InputApplication: verdict.Quality, kind.Labour: verdict.Supplier,
	kind.Harvesting: verdict.Lots, kind.LotIdentification: verdict.Lots,
	kind.Processing: verdict.Mass, kind.PostHarvest: verdict.Mass, kind.Receiving: verdict.Mass, kind.Storage: verdict.Mass,
	kind.StorageQuality: verdict.Quality, kind.ProcessingQuality: verdict.Quality, kind.Inspection: verdict.Quality,
	kind.Cargo: verdict.Papers, kind.ExportCargo: verdict.Papers, kind.Customs: verdict.Papers, kind.Conformity: verdict.Papers, kind.Shipment: verdict.Supplier,
}

// ruleGates are the gates that an error shuts, for every target.
var ruleGates = map[string]verdict.Gate{
	"GEO_FORA_DO_BRASIL": verdict.Plot, "GEO_FORA_DO_PAIS": verdict.Plot, "GEO_NO_ZERO": verdict.Plot, "TALHAO_EM_DOIS_LUGARES": verdict.Plot, "GEO_ANTIMERIDIANO": verdict.Plot,
	"TALHAO_DESMATADO": verdict.Land, "TALHAO_EMBARGADO": verdict.Land,
	"PESO_SAIDA_MAIOR": verdict.Mass, "VOLUME_FINAL_MAIOR": verdict.Mass, "PROCESSADO_ACIMA_DO_RECEBIDO": verdict.Mass,
	"EMBARCADO_ACIMA_DO_DISPONIVEL": verdict.Mass, "PRODUTIVIDADE_IMPOSSIVEL": verdict.Mass,
	"PERCENTUAL_IMPOSSIVEL": verdict.Quality, "CONTAMINANTE_ENCONTRADO": verdict.Quality, "CARENCIA_DESCUMPRIDA": verdict.Quality, "EMBARQUE_APOS_REPROVACAO": verdict.Quality,
	"DATA_INEXISTENTE": verdict.Papers, "FIM_ANTES_DO_INICIO": verdict.Papers, "DATAS_FORA_DE_ORDEM": verdict.Papers, "IDENTIFICADOR_INVALIDO": verdict.Papers, "NOTA_CANCELADA": verdict.Papers,
	// An invoice that was altered, is void or is not what it claims proves nothing.
	"DFE_CHAVE_INVALIDA": verdict.Papers, "DFE_CHAVE_DIVERGE": verdict.Papers, "DFE_DIGEST_DIVERGE": verdict.Papers, "DFE_PROTOCOLO_DE_OUTRO": verdict.Papers,
	"DFE_NAO_AUTORIZADO": verdict.Papers, "DFE_CANCELADO": verdict.Papers, "DFE_DE_HOMOLOGACAO": verdict.Papers, "DFE_ASSINATURA_NAO_CONFERE": verdict.Papers,
}

// alertGates are the gates that an alert closes, and for which targets: the record's statements
// cannot all be true, or the market would refuse it.
var alertGates = map[string]struct {
	gate    verdict.Gate
	targets []Target
}{
	"SAIDA_ACIMA_DA_COLHEITA":       {verdict.Mass, Targets},
	"EMBARCADO_A_CONFERIR":          {verdict.Mass, Targets},
	"EMBARCADO_SEM_PESO_DE_ENTRADA": {verdict.Mass, Targets},
	"RECEBIDO_ACIMA_DO_PRODUZIDO":   {verdict.Mass, Targets},
	"LOTE_DESCONHECIDO":             {verdict.Lots, toEurope},
	"DFE_DE_OUTRA_CULTURA":          {verdict.Papers, Targets},
}

// gateOf returns the gate to which a step belongs.
func gateOf(s *Step) verdict.Gate {
	if gate, ok := topicGates[s.Topic]; ok {
		return gate
	}
	return kindGates[s.Kind.Prefix]
}

// Verdict returns the review's verdict on the harvest, without its validations.
func (c Review) Verdict() verdict.Verdict {
	v := verdict.Verdict{Summary: c.Summary, Present: len(c.Completeness.Present), Total: len(c.Completeness.Present) + len(c.Completeness.Missing)}
	for i := range c.Targets {
		v.Targets = append(v.Targets, readiness(&c.Targets[i], c.wrongGaps(c.Targets[i].Target)))
	}
	return v
}

// shutBy returns the gate that a rule shuts for a target, if it shuts one.
func shutBy(rule *finding.Rule, target Target) (verdict.Gate, bool) {
	if rule.Severity == finding.Error {
		return ruleGates[rule.ID], true
	}
	alert, ok := alertGates[rule.ID]
	return alert.gate, ok && slices.Contains(alert.targets, target)
}

// wrongGaps returns the findings that shut gates, the first of each rule.
func (c Review) wrongGaps(target Target) map[verdict.Gate][]verdict.Gap {
	gaps := map[verdict.Gate][]verdict.Gap{}
	told := map[*finding.Rule]bool{}
	for i := range c.Findings {
		f := &c.Findings[i]
		gate, shuts := shutBy(f.Rule, target)
		if !shuts || told[f.Rule] {
			continue
		}
		told[f.Rule] = true
		gap := verdict.Gap{Reason: f.Text(), Action: lang.Text{PT: "Corrigir o registro", EN: "Correct the record", ES: "Corregir el registro"}}
		if len(f.Records) > 0 {
			ref := f.Records[0]
			gap.Prefix, gap.Record, gap.Field = ref.Prefix, ref.ID, ref.Field
		}
		gaps[gate] = append(gaps[gate], gap)
	}
	byID := func(a, b *finding.Rule) int { return strings.Compare(a.ID, b.ID) }
	for _, rule := range slices.SortedFunc(maps.Keys(c.Errors), byID) {
		if !told[rule] { // beyond the findings that a review lists
			gaps[ruleGates[rule.ID]] = append(gaps[ruleGates[rule.ID]], verdict.Gap{Reason: rule.Text()})
		}
	}
	return gaps
}

// readiness judges one target: what it requires and lacks, and what is wrong whatever the target.
func readiness(of *TargetReview, wrong map[verdict.Gate][]verdict.Gap) verdict.Readiness {
	out := verdict.Readiness{Target: string(of.Target), Summary: of.Summary, Present: len(of.Present), Total: len(of.Present) + len(of.Missing)}
	asks := func(gate verdict.Gate) func(Step) bool { return func(s Step) bool { return gateOf(&s) == gate } }
	for _, gate := range verdict.Gates {
		p := verdict.GateCheck{Gate: gate, Asked: slices.ContainsFunc(of.Present, asks(gate)) || slices.ContainsFunc(of.Missing, asks(gate)), Gaps: wrong[gate]}
		p.Gaps = p.Gaps[:len(p.Gaps):len(p.Gaps)]
		for i := range of.Missing {
			if step := &of.Missing[i]; gateOf(step) == gate {
				next := of.Next[i] // one for each missing step
				p.Gaps = append(p.Gaps, verdict.Gap{Reason: step.Reason, Action: next.Action, Who: string(next.Who), Prefix: next.Prefix, Field: step.Field, Record: step.Record})
			}
		}
		out.Gates = append(out.Gates, p)
	}
	return out
}
