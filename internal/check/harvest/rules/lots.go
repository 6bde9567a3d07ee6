package rules

import (
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/lot"

	"rastro/internal/finding"
)

// lotRules are the rules on lots and claims about them.
var lotRules = []*finding.Rule{LotUnknown, LotsLeft, LotDoubled, LotCircle, BlendOpen, BlendOfOne, CustodyAbove, ClaimAbove, LotDisputed, LotOfAnother, LotCited, ClaimSettled, GtinDisputed, GtinOfAnother}

// CustodyAbove is the rule of a lot's balance.
var CustodyAbove = lot.CustodyOver

var (
	LotUnknown = &finding.Rule{
		ID: "LOTE_DESCONHECIDO", Severity: finding.Alert, Harvest: true,
		Kinds:  []string{kind.LotIdentification, kind.PostHarvest, kind.Receiving, kind.Storage, kind.Processing, kind.Shipment, kind.Inspection, kind.Validation},
		Source: "one step back: every lot comes from a record (INC ANVISA/MAPA 2/2018 as good practice)",
		Message: lang.Text{
			PT: "o lote '{lote}' é citado em {registros} {registros|registro|registros}, mas nenhum registro da safra o identifica; confira o código, ou registre a identificação do lote",
			EN: "lot '{lote}' is named in {registros} {registros|record|records}, but no record of the harvest identifies it; check the code, or record the identification of the lot",
			ES: "el lote '{lote}' se cita en {registros} {registros|registro|registros}, pero ningún registro de la cosecha lo identifica; revise el código, o registre la identificación del lote",
		},
		Trigger: `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"MT25-S-001"}},{"prefixo":"/armazenamento/recebimento","dados":{"loteOrigem":"MT25-S-999"}}]`,
		Quiet:   `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"MT25-S-001"}},{"prefixo":"/armazenamento/recebimento","dados":{"loteOrigem":"lote mt25-s-001"}}]`,
	}

	LotsLeft = &finding.Rule{
		ID: "LOTES_NAO_PROCURADOS", Severity: finding.Alert, Harvest: true,
		Kinds:  []string{kind.LotIdentification, kind.PostHarvest, kind.Receiving, kind.Storage, kind.Processing, kind.Shipment, kind.Inspection, kind.Validation},
		Source: "a review that does not look at everything says so",
		Message: lang.Text{
			PT: "a safra cita lotes demais para uma conferência: {lotes} deles não foram procurados em outras safras; confira esses lotes um a um, ou divida a safra",
			EN: "the harvest names too many lots for one review: {lotes} of them were not looked for in other harvests; check those lots one by one, or split the harvest",
			ES: "la cosecha cita demasiados lotes para una revisión: {lotes} de ellos no se buscaron en otras cosechas; revise esos lotes uno por uno, o divida la cosecha",
		},
		Trigger: `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"MT25-S-001"}},{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","safraId":"NAO_LIDA","dados":{"codigoLote":"MT25-S-002"}}]`,
		Quiet:   `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"MT25-S-001"}}]`,
	}

	LotDoubled = &finding.Rule{
		ID: "LOTE_IDENTIFICADO_DUAS_VEZES", Severity: finding.Alert, Harvest: true, Kinds: []string{kind.LotIdentification}, Source: "a lot's code is its own",
		Message: lang.Text{
			PT: "o lote '{lote}' está identificado em {registros} {registros|registro|registros}; exclua o repetido, ou dê outro código ao segundo lote",
			EN: "lot '{lote}' is identified in {registros} {registros|record|records}; delete the repeated one, or give the second lot another code",
			ES: "el lote '{lote}' está identificado en {registros} {registros|registro|registros}; elimine el repetido, o dé otro código al segundo lote",
		},
		Trigger: `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"MT25-S-001"}},{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"mt25-s-001 "}}]`,
		Quiet:   `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"MT25-S-001"}},{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"MT25-S-002"}}]`,
	}

	LotCircle = &finding.Rule{
		ID: "LOTES_EM_CICLO", Severity: finding.Alert, Harvest: true, Kinds: []string{kind.PostHarvest, kind.Processing}, Source: "a lot cannot be made from itself",
		Message: lang.Text{
			PT: "os lotes {lotes} formam um ciclo: cada um vem do outro ({quantos} lotes, {registros} {registros|registro|registros}); confira os lotes de entrada e de saída",
			EN: "the lots {lotes} form a circle: each comes from the other ({quantos} lots, {registros} {registros|record|records}); check the lots that went in and came out",
			ES: "los lotes {lotes} forman un ciclo: cada uno viene del otro ({quantos} lotes, {registros} {registros|registro|registros}); revise los lotes de entrada y de salida",
		},
		Trigger: `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"A-1"}},{"prefixo":"/posColheita/beneficiamento","dados":{"loteEntrada":"A-1","loteSaida":"B-2"}},{"prefixo":"/posColheita/beneficiamento","dados":{"loteEntrada":"B-2","loteSaida":"A-1"}}]`,
		Quiet:   `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"A-1"}},{"prefixo":"/posColheita/beneficiamento","dados":{"loteEntrada":"A-1","loteSaida":"B-2"}},{"prefixo":"/posColheita/beneficiamento","dados":{"loteEntrada":"B-2","loteSaida":"C-3"}}]`,
	}

	BlendOpen = &finding.Rule{
		ID: "BLENDAGEM_DIVERGE_DO_VOLUME", Severity: finding.Alert, Harvest: true, Kinds: []string{kind.Processing}, Source: "mass balance of a blend, tolerance 0.5 %",
		Message: lang.Text{
			PT: "as partes da blendagem somam {soma} kg, mas o volume processado é de {volume} kg; confira as partes e o volume",
			EN: "the parts of the blend add up to {soma} kg, but the volume processed is {volume} kg; check the parts and the volume",
			ES: "las partes de la mezcla suman {soma} kg, pero el volumen procesado es de {volume} kg; revise las partes y el volumen",
		},
		Trigger: `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"L-1"}},{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"L-2"}},{"prefixo":"/processamento/processamento","dados":{"lote":"MIX-1","volume":"36.000 kg","blendagem":"L-1 20.000 kg; L-2 20.000 kg"}}]`,
		Quiet:   `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"L-1"}},{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"L-2"}},{"prefixo":"/processamento/processamento","dados":{"lote":"MIX-1","volume":"40.000 kg","blendagem":"L-1 20.000 kg; L-2 20.000 kg"}}]`,
	}

	BlendOfOne = &finding.Rule{
		ID: "BLENDAGEM_DE_UM_LOTE", Severity: finding.Info, Harvest: true, Kinds: []string{kind.Processing}, Source: "house rule: a blend has two parts at least",
		Message: lang.Text{
			PT: "a blendagem tem só o lote '{lote}'; cite os outros lotes, ou escreva “não houve”",
			EN: "the blend has lot '{lote}' only; name the other lots, or write “não houve” (none)",
			ES: "la mezcla tiene solo el lote '{lote}'; cite los otros lotes, o escriba “não houve” (no hubo)",
		},
		Trigger: `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"L-1"}},{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"L-2"}},{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"MIX-1"}},{"prefixo":"/processamento/processamento","dados":{"lote":"MIX-1","blendagem":"L-1 100%"}}]`,
		Quiet:   `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"L-1"}},{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"L-2"}},{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"MIX-1"}},{"prefixo":"/processamento/processamento","dados":{"lote":"MIX-1","blendagem":"L-1 60%; L-2 40%"}}]`,
	}

	ClaimAbove = &finding.Rule{
		ID: "ALEGACAO_ACIMA_DA_ORIGEM", Severity: finding.Alert, Harvest: true, Kinds: []string{kind.LotIdentification, kind.Receiving, kind.Storage}, Source: "ISO 22095: organic with conventional is conventional, certified with other is not certified",
		Message: lang.Text{
			PT: "o lote '{lote}' é dito {alegado}, mas ele ou um lote de que foi feito é {origem}; corrija a alegação, ou o registro da origem",
			EN: "lot '{lote}' is declared {alegado}, but it or a lot it was made of is {origem}; correct the claim, or the record of the origin",
			ES: "el lote '{lote}' se declara {alegado}, pero él o un lote del que se hizo es {origem}; corrija la declaración, o el registro del origen",
		},
		Trigger: `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"A-1","soja":["Convencional"]}},{"prefixo":"/armazenamento/recebimento","dados":{"loteOrigem":"A-1","tipoCafe":"Certificado, orgânico"}}]`,
		Quiet:   `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"A-1","soja":["Convencional"]}},{"prefixo":"/armazenamento/recebimento","dados":{"loteOrigem":"A-1","tipoCafe":"Certificado, convencional"}}]`,
	}
)
