package record

import (
	"slices"

	"rastro/internal/finding"
	"rastro/internal/fiscal/found"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// Rules are the rules on one record.
var Rules = slices.Concat(generalRules, identifierRules, plotRules, fieldworkRules, qualityRules, processingRules, tradeRules, found.Rules, lotTextRules)

var generalRules = []*finding.Rule{
	unknownField, impossibleDate, unreadableDate, impreciseDate, futureDate, ancientDate, impossibleMention, endBeforeStart, validityOver,
	unlistedValue, negativeQuantity, ambiguousQuantity, bareQuantity, unreadQuantity,
}

// kindsWith returns the prefixes of the kinds that have a field of some shape.
func kindsWith(shapes ...kind.Shape) []string {
	var list []string
	for _, k := range kind.All {
		if slices.ContainsFunc(k.Fields, func(f kind.Field) bool { return slices.Contains(shapes, f.Shape) }) {
			list = append(list, k.Prefix)
		}
	}
	return list
}

var (
	dated  = kindsWith(kind.Date, kind.DateTime)
	events = []string{kind.Planting, kind.InputApplication, kind.Harvesting, kind.PostHarvest, kind.Receiving, kind.Storage, kind.Processing, kind.Inspection, kind.Validation}
)

// UnknownField is the rule on members that a kind does not have.
const UnknownField = "CAMPO_DESCONHECIDO"

// Rules on members and dates.
var (
	unknownField = &finding.Rule{
		ID: UnknownField, Severity: finding.Alert, Source: "the interface's payload tables",
		Message: lang.Text{
			PT: "campo desconhecido '{campo}'",
			EN: "unknown field '{campo}'",
			ES: "campo desconocido '{campo}'",
		},
		Hint: lang.Text{
			PT: "; talvez '{sugestao}'",
			EN: "; maybe '{sugestao}'",
			ES: "; tal vez '{sugestao}'",
		},
		On:      kind.Planting,
		Trigger: `{"dataPlanto":"2024-10-05"}`, Quiet: `{"dataPlantio":"2024-10-05"}`,
	}

	impossibleDate = &finding.Rule{
		ID: "DATA_INEXISTENTE", Slip: true, Severity: finding.Error, Source: "calendar", Kinds: dated,
		Message: lang.Text{
			PT: "'{valor}' tem forma de data, mas esse dia ou hora não existe; use AAAA-MM-DD ou DD/MM/AAAA",
			EN: "'{valor}' looks like a date, but there is no such day or time; use YYYY-MM-DD or DD/MM/YYYY",
			ES: "'{valor}' tiene forma de fecha, pero ese día u hora no existe; use AAAA-MM-DD o DD/MM/AAAA",
		},
		Trigger: `{"dataPlantio":"31/02/2025"}`, Quiet: `{"dataPlantio":"28/02/2025"}`,
	}

	unreadableDate = &finding.Rule{
		ID: "DATA_ILEGIVEL", Slip: true, Severity: finding.Alert, Source: "house rule", Kinds: dated,
		Message: lang.Text{
			PT: "não foi possível ler uma data em '{valor}'; use AAAA-MM-DD ou DD/MM/AAAA",
			EN: "no date can be read in '{valor}'; use YYYY-MM-DD or DD/MM/YYYY",
			ES: "no se pudo leer una fecha en '{valor}'; use AAAA-MM-DD o DD/MM/AAAA",
		},
		Trigger: `{"dataPlantio":"início das chuvas"}`, Quiet: `{"dataPlantio":"5 de outubro de 2024"}`,
	}

	impreciseDate = &finding.Rule{
		ID: "DATA_IMPRECISA", Severity: finding.Info, Source: "house rule", Kinds: dated,
		Message: lang.Text{
			PT: "'{valor}' não diz um só dia; se souber o dia, use AAAA-MM-DD ou DD/MM/AAAA",
			EN: "'{valor}' does not say one day; if the day is known, use YYYY-MM-DD or DD/MM/YYYY",
			ES: "'{valor}' no dice un solo día; si se conoce el día, use AAAA-MM-DD o DD/MM/AAAA",
		},
		Trigger: `{"dataPlantio":"outubro de 2024"}`, Quiet: `{"dataPlantio":"05/10/2024"}`,
	}

	futureDate = &finding.Rule{
		ID: "DATA_NO_FUTURO", Severity: finding.Alert, Source: "house rule", Kinds: events,
		Message: lang.Text{
			PT: "'{valor}' é depois do ano em que o registro foi escrito ({ano}); confira o ano",
			EN: "'{valor}' is after the year in which the record was written ({ano}); check the year",
			ES: "'{valor}' es posterior al año en que se escribió el registro ({ano}); revise el año",
		},
		Trigger: `{"dataPlantio":"05/10/2204"}`, Quiet: `{"dataPlantio":"05/10/2024"}`,
	}

	ancientDate = &finding.Rule{
		ID: "DATA_MUITO_ANTIGA", Severity: finding.Alert, Source: "house rule", Kinds: dated,
		Message: lang.Text{
			PT: "'{valor}' é antes de {ano}; confira o ano",
			EN: "'{valor}' is before {ano}; check the year",
			ES: "'{valor}' es anterior a {ano}; revise el año",
		},
		On:      kind.Receiving,
		Trigger: `{"dataHoraRecebimento":"10/02/1925 14:20"}`, Quiet: `{"dataHoraRecebimento":"10/02/2025 14:20"}`,
	}

	impossibleMention = &finding.Rule{
		ID: "DATA_INEXISTENTE_NO_TEXTO", Severity: finding.Alert, Source: "calendar", Kinds: []string{kind.Harvesting, kind.PostHarvest},
		Message: lang.Text{
			PT: "'{valor}' parece uma data, mas esse dia ou hora não existe; confira",
			EN: "'{valor}' looks like a date, but there is no such day or time; check it",
			ES: "'{valor}' parece una fecha, pero ese día u hora no existe; revísela",
		},
		Trigger: `{"registroLimpeza":"31/02/2025 07:30, Ana Lima, limpeza a ar"}`, Quiet: `{"registroLimpeza":"08/02/2025 07:30, Ana Lima, limpeza a ar"}`,
	}

	endBeforeStart = &finding.Rule{
		ID: "FIM_ANTES_DO_INICIO", Severity: finding.Error, Source: "calendar", Kinds: []string{kind.Processing, kind.PostHarvest},
		Message: lang.Text{
			PT: "o fim ({fim}) é antes do início ({inicio}); corrija uma das datas",
			EN: "the end ({fim}) is before the start ({inicio}); correct one of the dates",
			ES: "el fin ({fim}) es anterior al inicio ({inicio}); corrija una de las fechas",
		},
		Trigger: `{"dataInicio":"10/03/2025","dataFim":"09/03/2025"}`, Quiet: `{"dataInicio":"10/03/2025 14:00","dataFim":"10/03/2025"}`,
	}
	validityOver = &finding.Rule{
		ID: "VALIDADE_VENCIDA", Later: true, Severity: finding.Alert, Source: "calendar", Kinds: []string{kind.Validation},
		Message: lang.Text{
			PT: "a validade ({validade}) já tinha passado no dia da validação; a validação nasce vencida: informe o último dia em que ela vale",
			EN: "the validity ({validade}) had already passed on the day of the validation, which would expire at once: give the last day on which it is valid",
			ES: "la validez ({validade}) ya había pasado el día de la validación, que nace vencida: indique el último día en que vale",
		},
		Trigger: `{"dataValidacao":"2025-03-10","validade":"2025-03-09"}`, Quiet: `{"dataValidacao":"2025-03-10","validade":"2025-03-10"}`,
	}
)

// Rules on values and quantities in general.
var (
	unlistedValue = &finding.Rule{
		ID: "VALOR_FORA_DA_LISTA", Severity: finding.Info, Source: "the interface's payload tables", Kinds: []string{kind.PostHarvest, kind.InputApplication},
		Message: lang.Text{
			PT: "'{valor}' não é reconhecido; se possível, use um destes: {lista}",
			EN: "'{valor}' is not recognised; if possible, use one of these: {lista}",
			ES: "'{valor}' no se reconoce; si es posible, use uno de estos: {lista}",
		},
		Trigger: `{"metodoSecagem":"no sol"}`, Quiet: `{"metodoSecagem":"terreiro de concreto"}`,
	}

	negativeQuantity = &finding.Rule{
		ID: "QUANTIDADE_NEGATIVA", Severity: finding.Alert, Source: "house rule", Kinds: []string{kind.Receiving, kind.Storage, kind.Processing, kind.PostHarvest, kind.InputApplication, kind.Shipment},
		Message: lang.Text{
			PT: "'{valor}' é uma quantidade negativa; escreva sem o sinal",
			EN: "'{valor}' is a negative quantity; write it without the sign",
			ES: "'{valor}' es una cantidad negativa; escríbala sin el signo",
		},
		Trigger: `{"volume":"-36.000 kg"}`, Quiet: `{"volume":"- 36.000 kg"}`,
	}

	ambiguousQuantity = &finding.Rule{
		ID: "QUANTIDADE_AMBIGUA", Severity: finding.Info, Source: "house rule", Kinds: []string{kind.Receiving, kind.Storage, kind.Processing},
		Message: lang.Text{
			PT: "'{valor}' pode ser lido de mais de um modo , e este peso não entra nas somas; escreva em quilogramas, como 36.000 kg",
			EN: "'{valor}' can be read in more than one way, so this mass is not counted; write it in kilograms, as in 36.000 kg",
			ES: "'{valor}' puede leerse de más de un modo, y este peso no entra en las sumas; escríbalo en kilogramos, como 36.000 kg",
		},
		Before:  "'{valor}' pode ser lido de mais de um modo (lemos {kg} kg); prefira quilogramas, como 36.000 kg",
		Trigger: `{"volume":"1.500 t"}`, Quiet: `{"volume":"1500 t"}`,
	}

	bareQuantity = &finding.Rule{
		ID: "QUANTIDADE_SEM_UNIDADE", Severity: finding.Info, Source: "house rule", Kinds: []string{kind.Receiving, kind.Storage, kind.Processing},
		Message: lang.Text{
			PT: "'{valor}' não diz a unidade, e este peso não entra nas somas; escreva kg, t ou sacas",
			EN: "'{valor}' does not say its unit, so this mass is not counted; write kg, t or sacas (60 kg bags)",
			ES: "'{valor}' no dice la unidad, y este peso no entra en las sumas; escriba kg, t o sacas (bolsas de 60 kg)",
		},
		Before:  "'{valor}' não diz a unidade; escreva kg, t ou sacas",
		Trigger: `{"volume":"36000"}`, Quiet: `{"volume":"36000 kg"}`,
	}

	unreadQuantity = addedSinceCommitments(&finding.Rule{
		ID: "QUANTIDADE_NAO_LIDA", Severity: finding.Info, Source: "house rule: what is in doubt is not counted",
		Kinds: []string{kind.Receiving, kind.Storage, kind.Processing, kind.PostHarvest, kind.Shipment},
		Message: lang.Text{
			PT: "não dá para saber quanto é '{valor}', e este peso não entra nas somas; escreva só o peso líquido, como 36.000 kg",
			EN: "'{valor}' does not say for certain how much it is, so this mass is not counted; write only the net weight, as in 36.000 kg",
			ES: "no se puede saber cuánto es '{valor}', y este peso no entra en las sumas; escriba solo el peso neto, como 36.000 kg",
		},
		Trigger: `{"volume":"36 t devolvidas"}`, Quiet: `{"volume":"36 t"}`,
	})
)
