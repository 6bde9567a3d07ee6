package record

import (
	"rastro/internal/kind"
	"rastro/internal/lang"

	"rastro/internal/finding"
)

var lotTextRules = []*finding.Rule{LotUnread, lotWithoutAddress}

// Rules on texts that name lots.
var (
	// LotUnread: a recall counts the records that have it.
	LotUnread = &finding.Rule{
		ID: "LOTE_NAO_LIDO", Severity: finding.Alert, Source: "a recall finds only the lots that were read", Kinds: kindsWithLots(), On: kind.Shipment, Later: true,
		Message: lang.Text{
			PT: "não deu para ler como código de lote: {valor}; escreva só os códigos, separados por vírgula, senão o rastreio e o recall podem não achar este registro",
			EN: "this could not be read as the code of a lot: {valor}; write only the codes, separated by commas, or traces and recalls may miss this record",
			ES: "no se pudo leer como código de lote: {valor}; escriba solo los códigos, separados por comas, o el rastreo y el retiro pueden no encontrar este registro",
		},
		Trigger: `{"loteOrigem":"MT25-S-001 MT25-S-002"}`, Quiet: `{"loteOrigem":"MT25-S-001, MT25-S-002"}`,
	}

	lotWithoutAddress = &finding.Rule{
		ID: "LOTE_SEM_ENDERECO_GS1", Severity: finding.Alert, Source: "GS1 General Specifications, AI (10); only codes are shown to the public", Kinds: []string{kind.Validation}, Later: true,
		Message: lang.Text{
			PT: "o lote {valor} não terá página própria (/01/GTIN/10/LOTE): use um código de até 20 caracteres, sem espaços, com pelo menos uma letra e um número, que não pareça documento, telefone ou placa",
			EN: "lot {valor} gets no page of its own (/01/GTIN/10/LOT): use a code of up to 20 characters, without spaces, with at least one letter and one digit, that does not look like a document, a phone number or a plate",
			ES: "el lote {valor} no tendrá página propia (/01/GTIN/10/LOTE): use un código de hasta 20 caracteres, sin espacios, con al menos una letra y un número, que no parezca documento, teléfono ni matrícula",
		},
		Trigger: `{"gtin":"7891000315507","lotes":["VE-L"]}`, Quiet: `{"gtin":"7891000315507","lotes":["V3-L"]}`,
	}
)
