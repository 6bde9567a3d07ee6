package record

import (
	"rastro/internal/kind"
	"rastro/internal/lang"

	"rastro/internal/finding"
)

var identifierRules = []*finding.Rule{
	invalidID, doubtfulID, strayCPF, otherModel, noEmission, otherPeriod, noKey, importDeclaration, noDeclaration, otherYearRUC, otherExporterRUC,
	importLicence, noReference, noPlate, noTransportID,
}

// Rules on identifiers in any field.
var (
	invalidID = &finding.Rule{
		ID: "IDENTIFICADOR_INVALIDO", Severity: finding.Error, Source: "the check digit or layout that each document's issuer publishes",
		Message: lang.Text{
			PT: "{tipo} '{valor}' é inválido: {motivo}; confira no documento",
			EN: "{tipo} '{valor}' is invalid: {motivo}; check it against the document",
			ES: "{tipo} '{valor}' no es válido: {motivo}; verifíquelo en el documento",
		},
		On:      kind.Cargo,
		Trigger: `{"notaFiscal":"51250211222333000181550010000123451123456781"}`, Quiet: `{"notaFiscal":"51250211222333000181550010000123451123456780"}`,
	}

	doubtfulID = &finding.Rule{
		ID: "IDENTIFICADOR_DUVIDOSO", Severity: finding.Alert, Source: "checks that no authority publishes, or that have known exceptions",
		Message: lang.Text{
			PT: "{tipo} '{valor}' parece errado: {motivo}; confira no documento",
			EN: "{tipo} '{valor}' looks wrong: {motivo}; check it against the document",
			ES: "{tipo} '{valor}' parece incorrecto: {motivo}; verifíquelo en el documento",
		},
		Hint:    lang.Text{PT: " (talvez '{sugestao}')", EN: " (maybe '{sugestao}')", ES: " (tal vez '{sugestao}')"},
		On:      kind.Customs,
		Trigger: `{"declaracaoExportacao":"DU-E 25BR0012345678"}`, Quiet: `{"declaracaoExportacao":"DU-E 25BR0012345677"}`,
	}

	strayCPF = &finding.Rule{
		ID: "CPF_NO_TEXTO", Severity: finding.Info, Source: "LGPD (Lei 13.709/2018), art. 6, III",
		Message: lang.Text{
			PT: "há um CPF ({valor}) neste campo; páginas públicas não o mostram, mas evite-o onde não é necessário",
			EN: "there is a CPF ({valor}) in this field; public pages do not show it, but avoid it where it is not needed",
			ES: "hay un CPF ({valor}) en este campo; las páginas públicas no lo muestran, pero evítelo donde no es necesario",
		},
		On:      kind.PostHarvest,
		Trigger: `{"observacoes":"entregue por CPF 529.982.247-25"}`, Quiet: `{"observacoes":"entregue pelo motorista, fone 65 99982-2472"}`,
	}
)

// Rules on the papers of a cargo.
var (
	invoices = []string{kind.Cargo, kind.ExportCargo}

	otherModel = &finding.Rule{
		ID: "CHAVE_DE_OUTRO_MODELO", Severity: finding.Alert, Source: "Manual de Orientação do Contribuinte, chave de acesso", Kinds: invoices,
		Message: lang.Text{
			PT: "a chave é de um documento {tipo} (modelo {modelo}); aqui se espera a da NF-e (modelo 55)",
			EN: "this is the key of a {tipo} (model {modelo}); the key of an NF-e (model 55) is expected here",
			ES: "la clave es de un documento {tipo} (modelo {modelo}); aquí se espera la de la NF-e (modelo 55)",
		},
		Trigger: `{"notaFiscal":"51250211222333000181570010000123451123456788"}`, Quiet: `{"notaFiscal":"51250211222333000181550010000123451123456780"}`,
	}

	noEmission = &finding.Rule{
		ID: "CHAVE_SEM_FORMA_DE_EMISSAO", Severity: finding.Alert, Source: "Manual de Orientação do Contribuinte, chave de acesso", Kinds: invoices,
		Message: lang.Text{
			PT: "a chave '{valor}' tem forma de emissão 0, que só existiu antes de 2011; confira no documento",
			EN: "the key '{valor}' has issuing method 0, which was used only before 2011; check it against the document",
			ES: "la clave '{valor}' tiene forma de emisión 0, que solo existió antes de 2011; verifíquela en el documento",
		},
		Trigger: `{"notaFiscal":"51250211222333000181550010000123450123456782"}`, Quiet: `{"notaFiscal":"51250211222333000181550010000123451123456780"}`,
	}

	otherPeriod = &finding.Rule{
		ID: "CHAVE_FORA_DO_PERIODO", Severity: finding.Alert, Source: "Manual de Orientação do Contribuinte, chave de acesso", Kinds: invoices,
		Message: lang.Text{
			PT: "a chave é de {mes}, mas o texto fala de {data}; confira se a nota é desta carga",
			EN: "the key is from {mes}, but the text mentions {data}; check whether the invoice belongs to this cargo",
			ES: "la clave es de {mes}, pero el texto habla de {data}; verifique si la factura es de esta carga",
		},
		Trigger: `{"notaFiscal":"NF-e 51250211222333000181550010000123451123456780 de 10/08/2025"}`,
		Quiet:   `{"notaFiscal":"NF-e 51250211222333000181550010000123451123456780 de 03/03/2025"}`,
	}

	noKey = &finding.Rule{
		ID: "NOTA_SEM_CHAVE", Severity: finding.Info, Source: "house rule", Kinds: invoices,
		Message: lang.Text{
			PT: "não há chave de acesso em '{valor}'; os 44 caracteres dela permitem conferir a nota",
			EN: "there is no access key in '{valor}'; its 44 characters allow the invoice to be checked",
			ES: "no hay clave de acceso en '{valor}'; sus 44 caracteres permiten verificar la factura",
		},
		Trigger: `{"notaFiscal":"NF 12345"}`, Quiet: `{"notaFiscal":"51250211222333000181550010000123451123456780"}`,
	}

	importDeclaration = &finding.Rule{
		ID: "DUIMP_EM_EXPORTACAO", Severity: finding.Alert, Source: "Portal Único Siscomex, DU-E and Duimp layouts", Kinds: []string{kind.Customs},
		Message: lang.Text{
			PT: "'{valor}' é uma Duimp, de importação; aqui se espera a DU-E, de 14 caracteres",
			EN: "'{valor}' is a Duimp, an import declaration; the DU-E, of 14 characters, is expected here",
			ES: "'{valor}' es una Duimp, de importación; aquí se espera la DU-E, de 14 caracteres",
		},
		Trigger: `{"declaracaoExportacao":"25BR00123456780"}`, Quiet: `{"declaracaoExportacao":"25BR0012345677"}`,
	}

	noDeclaration = &finding.Rule{
		ID: "DECLARACAO_SEM_DUE", Severity: finding.Info, Source: "Portal Único Siscomex, DU-E layout", Kinds: []string{kind.Customs},
		Message: lang.Text{
			PT: "não há DU-E em '{valor}'; informe os 14 caracteres dela",
			EN: "there is no DU-E in '{valor}'; give its 14 characters",
			ES: "no hay DU-E en '{valor}'; indique sus 14 caracteres",
		},
		Trigger: `{"declaracaoExportacao":"registrada pelo despachante"}`, Quiet: `{"declaracaoExportacao":"25BR001234567-7"}`,
	}

	otherYearRUC = &finding.Rule{
		ID: "RUC_DE_OUTRO_ANO", Severity: finding.Alert, Source: "Portal Único Siscomex, RUC layout", Kinds: []string{kind.Customs},
		Message: lang.Text{
			PT: "a RUC '{valor}' é de {ano} e a DU-E é '{due}'; confira o ano das duas",
			EN: "the RUC '{valor}' is from {ano} and the DU-E is '{due}'; check the year of both",
			ES: "la RUC '{valor}' es de {ano} y la DU-E es '{due}'; revise el año de ambas",
		},
		Trigger: `{"declaracaoExportacao":"DU-E 25BR0012345677, RUC 4BR112223332MT25S001"}`, Quiet: `{"declaracaoExportacao":"DU-E 25BR0012345677, RUC 5BR112223332MT25S001"}`,
	}

	otherExporterRUC = &finding.Rule{
		ID: "RUC_DE_OUTRO_EXPORTADOR", Severity: finding.Alert, Source: "Portal Único Siscomex, RUC layout", Kinds: []string{kind.Customs},
		Message: lang.Text{
			PT: "a RUC '{valor}' não é do emitente da nota '{chave}'; confira o exportador",
			EN: "the RUC '{valor}' does not belong to the issuer of the invoice '{chave}'; check the exporter",
			ES: "la RUC '{valor}' no es del emisor de la factura '{chave}'; revise el exportador",
		},
		Trigger: `{"declaracaoExportacao":"DU-E 25BR0012345677, RUC 5BR998887772MT25S001, NF-e 51250311222333000262550010000000771123456781"}`,
		Quiet:   `{"declaracaoExportacao":"DU-E 25BR0012345677, RUC 5BR112223332MT25S001, NF-e 51250311222333000262550010000000771123456781"}`,
	}

	importLicence = &finding.Rule{
		ID: "LPCO_DE_IMPORTACAO", Severity: finding.Alert, Source: "Portal Único Siscomex, LPCO layout", Kinds: []string{kind.Customs, kind.Cargo, kind.ExportCargo, kind.Conformity},
		Message: lang.Text{
			PT: "'{valor}' é um LPCO de importação; aqui se espera um de exportação, que começa com E",
			EN: "'{valor}' is an import LPCO; one of export, which begins with E, is expected here",
			ES: "'{valor}' es un LPCO de importación; aquí se espera uno de exportación, que empieza con E",
		},
		Trigger: `{"licencasExportacao":"LPCO I2500012345"}`, Quiet: `{"licencasExportacao":"LPCO E2500012345"}`,
	}

	noReference = &finding.Rule{
		ID: "DDS_SEM_REFERENCIA", Severity: finding.Info, Source: "Regulation (EU) 2023/1115, art. 4", Kinds: []string{kind.Conformity, kind.Plan, kind.Cargo, kind.ExportCargo},
		Message: lang.Text{
			PT: "há um número de verificação sem o número de referência da DDS; informe a referência",
			EN: "there is a verification number without the reference number of the DDS; give the reference",
			ES: "hay un número de verificación sin el número de referencia de la DDS; indique la referencia",
		},
		Trigger: `{"comprovantesConformidadeRegulamentacao":"EUDR, verificação A1B2C3D4"}`,
		Quiet:   `{"comprovantesConformidadeRegulamentacao":"DDS 25NLAB12CD3456, verificação A1B2C3D4"}`,
	}

	noPlate = &finding.Rule{
		ID: "VEICULO_SEM_PLACA", Severity: finding.Info, Source: "house rule", Kinds: []string{kind.Receiving, kind.Storage},
		Message: lang.Text{
			PT: "não há placa em '{valor}'; informe-a, como ABC1C34",
			EN: "there is no plate in '{valor}'; give it, as in ABC1C34",
			ES: "no hay matrícula en '{valor}'; indíquela, como ABC1C34",
		},
		Trigger: `{"veiculo":"carreta do João"}`, Quiet: `{"veiculo":"carreta do João, ABC-1234"}`,
	}

	noTransportID = &finding.Rule{
		ID: "TRANSPORTE_SEM_IDENTIFICACAO", Severity: finding.Info, Source: "house rule", Kinds: []string{kind.Shipment},
		Message: lang.Text{
			PT: "não há contêiner, IMO, placa nem voo em '{valor}'; informe um deles, como IMO 9321483",
			EN: "there is no container, IMO number, plate or flight in '{valor}'; give one, as in IMO 9321483",
			ES: "no hay contenedor, IMO, matrícula ni vuelo en '{valor}'; indique uno, como IMO 9321483",
		},
		Trigger: `{"identificacaoTransporte":"navio Estrela do Sul"}`, Quiet: `{"identificacaoTransporte":"navio Estrela do Sul, IMO 9321483"}`,
	}
)
