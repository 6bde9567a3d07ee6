package record

import (
	"rastro/internal/kind"
	"rastro/internal/lang"

	"rastro/internal/finding"
)

var tradeRules = []*finding.Rule{
	heavyVehicle, heavyContainer, lightShipment, noMode, unreadableResult, pendingResult, reserves, unexplainedRejection,
	CancelledPaper, RejectedPaper, UnconfirmedPaper,
}

// Rules on transport.
var (
	heavyVehicle = &finding.Rule{
		ID: "VEICULO_ACIMA_DE_60_T", Severity: finding.Alert, Source: "Resolução Contran 882/2021 (74 t gross at most)", Kinds: []string{kind.Receiving, kind.Storage},
		Message: lang.Text{
			PT: "{valor} kg num só veículo passa de 60 t; confira o volume ou informe as placas de todos",
			EN: "{valor} kg in one vehicle is over 60 t; check the volume, or give the plates of all vehicles",
			ES: "{valor} kg en un solo vehículo supera las 60 t; revise el volumen o indique las matrículas de todos",
		},
		Trigger: `{"veiculo":"ABC1C34","volume":"360.000 kg"}`, Quiet: `{"veiculo":"ABC1C34","volume":"36.000 kg"}`,
	}

	heavyContainer = &finding.Rule{
		ID: "CONTEINER_ACIMA_DO_PESO", Severity: finding.Alert, Source: "ISO 668 (payload of a container)", Kinds: []string{kind.Shipment},
		Message: lang.Text{
			PT: "{valor} kg por contêiner passa de 28.500 kg; confira o volume ou liste todos os contêineres",
			EN: "{valor} kg per container is over 28,500 kg; check the volume, or list every container",
			ES: "{valor} kg por contenedor supera los 28.500 kg; revise el volumen o enumere todos los contenedores",
		},
		Trigger: `{"identificacaoTransporte":"MSCU4567895","volumeTransportado":36000}`, Quiet: `{"identificacaoTransporte":"MSCU4567895, TCLU7654320","volumeTransportado":36000}`,
	}

	lightShipment = &finding.Rule{
		ID: "VOLUME_TRANSPORTADO_BAIXO", Severity: finding.Alert, Source: "house rule", Kinds: []string{kind.Shipment},
		Message: lang.Text{
			PT: "{valor} kg é pouco para um navio ou contêiner; o campo é em kg, não em toneladas",
			EN: "{valor} kg is little for a ship or container; the field is in kg, not in tonnes",
			ES: "{valor} kg es poco para un buque o contenedor; el campo es en kg, no en toneladas",
		},
		Trigger: `{"identificacaoTransporte":"IMO 9321483","volumeTransportado":36}`, Quiet: `{"identificacaoTransporte":"IMO 9321483","volumeTransportado":36000}`,
	}

	noMode = &finding.Rule{
		ID: "MODAL_AUSENTE", Severity: finding.Info, Source: "the interface's payload tables", Kinds: []string{kind.Customs},
		Message: lang.Text{
			PT: "'{valor}' não diz o modal; escreva marítimo, aéreo, rodoviário, ferroviário ou fluvial",
			EN: "'{valor}' does not say the mode of transport; write marítimo (sea), aéreo (air), rodoviário (road), ferroviário (rail) or fluvial (river)",
			ES: "'{valor}' no dice el modo de transporte; escriba marítimo, aéreo, rodoviário (carretera), ferroviário o fluvial",
		},
		Trigger: `{"transporte":"porto de Santos"}`, Quiet: `{"transporte":"Marítimo, porto de Santos (BRSSZ)"}`,
	}
)

// Rules on inspection.
var (
	unreadableResult = &finding.Rule{
		ID: "RESULTADO_ILEGIVEL", Severity: finding.Alert, Source: "the interface's payload tables", Kinds: []string{kind.Inspection},
		Message: lang.Text{
			PT: "'{valor}' não diz se foi aprovado; escreva Aprovado ou Reprovado",
			EN: "'{valor}' does not say whether it was approved; write Aprovado or Reprovado",
			ES: "'{valor}' no dice si fue aprobado; escriba Aprovado o Reprovado",
		},
		Trigger: `{"resultadoInspecao":"ok"}`, Quiet: `{"resultadoInspecao":"Lote aprovado"}`,
	}

	pendingResult = &finding.Rule{
		ID: "RESULTADO_PENDENTE", Severity: finding.Info, Source: "house rule", Kinds: []string{kind.Inspection},
		Message: lang.Text{
			PT: "a inspeção ainda não tem resultado; altere o registro quando houver",
			EN: "the inspection has no result yet; update the record when it has one",
			ES: "la inspección aún no tiene resultado; actualice el registro cuando lo haya",
		},
		Trigger: `{"resultadoInspecao":"aguardando laudo"}`, Quiet: `{"resultadoInspecao":"Aprovado"}`,
	}

	reserves = &finding.Rule{
		ID: "INSPECAO_COM_RESSALVA", Severity: finding.Alert, Source: "house rule", Kinds: []string{kind.Inspection},
		Message: lang.Text{
			PT: "a inspeção aprovou com ressalva; confira se ela foi resolvida antes do embarque",
			EN: "the inspection approved the lot with reservations; check that they were settled before shipment",
			ES: "la inspección aprobó con reservas; verifique que se resolvieron antes del embarque",
		},
		Trigger: `{"resultadoInspecao":"Aprovado com ressalvas"}`, Quiet: `{"resultadoInspecao":"Aprovado sem ressalvas"}`,
	}

	unexplainedRejection = &finding.Rule{
		ID: "REPROVADO_SEM_MOTIVO", Severity: finding.Alert, Source: "the interface's payload tables", Kinds: []string{kind.Inspection},
		Message: lang.Text{
			PT: "a inspeção reprovou e não há não conformidades; diga o que foi encontrado",
			EN: "the inspection rejected the lot but lists no non-conformities; say what was found",
			ES: "la inspección rechazó, pero no lista no conformidades; diga qué se encontró",
		},
		Trigger: `{"resultadoInspecao":"Reprovado","naoConformidades":""}`, Quiet: `{"resultadoInspecao":"Reprovado","naoConformidades":"impureza de 2,1 % no porão 2"}`,
	}
)

// Rules on the imported papers of a load.
var (
	CancelledPaper = &finding.Rule{
		ID: "NOTA_CANCELADA", Severity: finding.Error, Source: "MOC da NF-e, CT-e e MDF-e", Kinds: paperKinds, Later: true,
		Message: lang.Text{
			PT: "um documento fiscal desta carga foi cancelado: {documento}; troque-o pelo que vale ou exclua o registro",
			EN: "a tax document of this load was cancelled: {documento}; replace it with the one that counts, or delete the record",
			ES: "un documento fiscal de esta carga fue cancelado: {documento}; cámbielo por el que vale o elimine el registro",
		},
		Trigger: `{"documentosFiscais":["Cancelamento de NF-e 51250211222333000181550010000123451123456780, em 12/02/2025"]}`,
		Quiet:   `{"documentosFiscais":["Carta de correção de NF-e 51250211222333000181550010000123451123456780, em 12/02/2025"]}`,
	}

	RejectedPaper = &finding.Rule{
		ID: "NOTA_RECUSADA_PELO_DESTINATARIO", Severity: finding.Alert, Source: "MOC da NF-e, manifestação do destinatário", Kinds: paperKinds, Later: true,
		Message: lang.Text{
			PT: "o destinatário diz que não reconhece a nota ou que a operação não se realizou: {documento}; confira com ele",
			EN: "the recipient says that it does not know the invoice or that the operation did not take place: {documento}; ask it",
			ES: "el destinatario dice que no reconoce la factura o que la operación no se realizó: {documento}; consúltelo",
		},
		Trigger: `{"documentosFiscais":["Desconhecimento da operação de NF-e 51250211222333000181550010000123451123456780, em 12/02/2025"]}`,
		Quiet:   `{"documentosFiscais":["Confirmação da operação de NF-e 51250211222333000181550010000123451123456780, em 12/02/2025"]}`,
	}

	UnconfirmedPaper = &finding.Rule{
		ID: "EVENTO_DA_NOTA_NAO_CONFIRMADO", Severity: finding.Alert, Source: "MOC da NF-e, CT-e e MDF-e", Kinds: paperKinds, Later: true,
		Message: lang.Text{
			PT: "há um evento sobre um documento fiscal desta carga que não se pôde confirmar: {documento}; o documento continua valendo aqui: confira a situação dele no portal da SEFAZ",
			EN: "there is an event about a tax document of this load that could not be confirmed: {documento}; here the document still counts: look up its status on the tax authority's portal",
			ES: "hay un evento sobre un documento fiscal de esta carga que no se pudo confirmar: {documento}; aquí el documento sigue valiendo: consulte su situación en el portal de la SEFAZ",
		},
		Trigger: `{"documentosFiscais":["Cancelamento (não confirmado) de NF-e 51250211222333000181550010000123451123456780, em 12/02/2025"]}`,
		Quiet:   `{"documentosFiscais":["Cancelamento (sem registro) de NF-e 51250211222333000181550010000123451123456780, em 12/02/2025"]}`,
	}
)
