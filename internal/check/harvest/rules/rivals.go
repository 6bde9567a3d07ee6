package rules

import (
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// The rules on codes that two parties claim.
var (
	LotDisputed = &finding.Rule{
		ID: "LOTE_DISPUTADO", Severity: finding.Alert, Harvest: true, Kinds: []string{kind.LotIdentification, kind.PostHarvest, kind.Processing},
		Source: "house rule: a lot belongs to the harvest that first identified it",
		Message: lang.Text{
			PT: "o lote '{lote}' é desta safra, mas registros de fora dela{safra} também dizem que o identificaram ou produziram; o lote continua sendo seu. {situacao}",
			EN: "lot '{lote}' belongs to this harvest, but records outside it{safra} also say that they identified or made it; the lot stays yours. {situacao}",
			ES: "el lote '{lote}' es de esta cosecha, pero registros de fuera de ella{safra} también dicen que lo identificaron o produjeron; el lote sigue siendo suyo. {situacao}",
		},
		Trigger: `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"MT25-S-001"}},{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","safraId":"OUTRA","dados":{"codigoLote":"MT25-S-001"}}]`,
		Quiet:   `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"MT25-S-001"}},{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","safraId":"OUTRA","dados":{"codigoLote":"MT25-S-002"}}]`,
	}
	LotOfAnother = &finding.Rule{
		ID: "LOTE_DE_OUTRA_SAFRA", Severity: finding.Alert, Harvest: true, Kinds: []string{kind.LotIdentification, kind.PostHarvest, kind.Processing, kind.Validation},
		Source: "house rule: a lot belongs to the harvest that first identified it",
		Message: lang.Text{
			PT: "o lote '{lote}' é de outra safra{safra}; aqui ele aparece só como citação. {situacao}",
			EN: "lot '{lote}' belongs to another harvest{safra}; here it only counts as a reference. {situacao}",
			ES: "el lote '{lote}' es de otra cosecha{safra}; aquí solo cuenta como referencia. {situacao}",
		},
		Trigger: `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","safraId":"OUTRA","dados":{"codigoLote":"MT25-S-001"}},{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"MT25-S-001"}}]`,
		Quiet:   `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","safraId":"OUTRA","dados":{"codigoLote":"MT25-S-002"}},{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"MT25-S-001"}}]`,
	}
	LotCited = &finding.Rule{
		ID: "LOTE_CITADO_POR_OUTRA_SAFRA", Severity: finding.Info, Harvest: true, Kinds: []string{kind.LotIdentification, kind.PostHarvest, kind.Processing},
		Source: "house rule: a lot belongs to the harvest that first identified it",
		Message: lang.Text{
			PT: "o lote '{lote}' é desta safra e é citado em validação de fora dela{safra}; na página pública da validação, ele aparece como lote de outra parte. {situacao}",
			EN: "lot '{lote}' belongs to this harvest and is named in a validation outside it{safra}; the public page of the validation shows it as another party's lot. {situacao}",
			ES: "el lote '{lote}' es de esta cosecha y está citado en una validación de fuera de ella{safra}; en la página pública de la validación figura como lote de otra parte. {situacao}",
		},
		Trigger: `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"MT25-S-001"}},{"prefixo":"/validacao","safraId":"OUTRA","dados":{"lotes":["MT25-S-001"]}}]`,
		Quiet:   `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"MT25-S-001"}},{"prefixo":"/validacao","safraId":"OUTRA","dados":{"lotes":["MT25-S-002"]}}]`,
	}
	ClaimSettled = &finding.Rule{
		ID: "DISPUTA_DECIDIDA", Severity: finding.Info, Harvest: true, Kinds: []string{kind.LotIdentification, kind.PostHarvest, kind.Processing, kind.Validation},
		Source: "house rule: an administrator settles a dispute, and both sides are informed",
		Message: lang.Text{
			PT: "o código '{codigo}' é desta safra, e registros de fora dela{safra} também o reivindicam. {situacao}",
			EN: "code '{codigo}' belongs to this harvest, and records outside it{safra} claim it too. {situacao}",
			ES: "el código '{codigo}' es de esta cosecha, y registros de fuera de ella{safra} también lo reivindican. {situacao}",
		},
		Trigger: `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"MT25-S-001"}},{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","safraId":"OUTRA","decididoEm":"2026-11-16","dados":{"codigoLote":"MT25-S-001"}}]`,
		Quiet:   `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"MT25-S-001"}},{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","safraId":"OUTRA","decididoEm":"2026-11-16","dados":{"codigoLote":"MT25-S-002"}}]`,
	}
	GtinDisputed = &finding.Rule{
		ID: "GTIN_DISPUTADO", Severity: finding.Alert, Harvest: true, Kinds: []string{kind.Validation},
		Source: "house rule: a GTIN belongs to the party that first validated it",
		Message: lang.Text{
			PT: "o GTIN {gtin} é desta safra, mas também foi validado fora dela{safra}; o link da embalagem continua levando à sua página. {situacao}",
			EN: "GTIN {gtin} belongs to this harvest, but was also validated outside it{safra}; the link on the package still leads to your page. {situacao}",
			ES: "el GTIN {gtin} es de esta cosecha, pero también fue validado fuera de ella{safra}; el enlace del envase sigue llevando a su página. {situacao}",
		},
		Trigger: `[{"prefixo":"/validacao","dados":{"gtin":"7891234567895"}},{"prefixo":"/validacao","safraId":"OUTRA","dados":{"gtin":"7891234567895"}}]`,
		Quiet:   `[{"prefixo":"/validacao","dados":{"gtin":"7891234567895"}},{"prefixo":"/validacao","safraId":"OUTRA","dados":{"gtin":"7891000100103"}}]`,
	}
	GtinOfAnother = &finding.Rule{
		ID: "GTIN_DE_OUTRA_SAFRA", Severity: finding.Alert, Harvest: true, Kinds: []string{kind.Validation},
		Source: "house rule: a GTIN belongs to the party that first validated it",
		Message: lang.Text{
			PT: "o GTIN {gtin} é de outra safra{safra}; o link da embalagem leva à página dela, não a esta. {situacao}",
			EN: "GTIN {gtin} belongs to another harvest{safra}; the link on the package leads to its page, not to this one. {situacao}",
			ES: "el GTIN {gtin} es de otra cosecha{safra}; el enlace del envase lleva a su página, no a esta. {situacao}",
		},
		Trigger: `[{"prefixo":"/validacao","safraId":"OUTRA","dados":{"gtin":"7891234567895"}},{"prefixo":"/validacao","dados":{"gtin":"7891234567895"}}]`,
		Quiet:   `[{"prefixo":"/validacao","safraId":"OUTRA","dados":{"gtin":"7891000100103"}},{"prefixo":"/validacao","dados":{"gtin":"7891234567895"}}]`,
	}
)
