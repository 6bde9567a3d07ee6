package kind

import "rastro/internal/lang"

// phase09 is export.
var phase09 = []Kind{
	{
		Code:         25,
		Name:         "documentacaoAduaneira",
		Prefix:       Customs,
		Phase:        "09",
		Number:       "25",
		QueryUnknown: true,
		Title:        lang.Text{PT: "Documentação aduaneira", EN: "Customs documentation", ES: "Documentación aduanera"},
		About: lang.Text{
			PT: "Reúne a declaração de exportação, as licenças e as taxas pagas.",
			EN: "Collects the export declaration, the licences and the fees paid.",
			ES: "Reúne la declaración de exportación, las licencias y las tasas pagadas.",
		},
		Fields: []Field{
			{
				Name:  "declaracaoExportacao",
				Shape: Text,
				Label: lang.Text{PT: "Declaração de exportação", EN: "Export declaration", ES: "Declaración de exportación"},
				Help: lang.Text{
					PT: "Números da DU-E e da RUC, por exemplo DU-E 25BR0012345677, RUC 5BR112223332MT25S001.",
					EN: "Numbers of the DU-E and the RUC, for example DU-E 25BR0012345677, RUC 5BR112223332MT25S001.",
					ES: "Números de la DU-E y de la RUC, por ejemplo DU-E 25BR0012345677, RUC 5BR112223332MT25S001.",
				},
			},
			{
				Name:  "licencasExportacao",
				Shape: Text,
				Label: lang.Text{PT: "Licenças de exportação", EN: "Export licences", ES: "Licencias de exportación"},
				Help: lang.Text{
					PT: "Números das licenças (LPCO), por exemplo LPCO E2500012345.",
					EN: "Numbers of the licences (LPCO), for example LPCO E2500012345.",
					ES: "Números de las licencias (LPCO), por ejemplo LPCO E2500012345.",
				},
			},
			{
				Name:  "comprovantesPagamentoTaxas",
				Shape: Text,
				Label: lang.Text{PT: "Comprovantes de pagamento de taxas", EN: "Proofs of payment of fees", ES: "Comprobantes de pago de tasas"},
				Help: lang.Text{
					PT: "Taxas pagas, com data, valor e número do comprovante.",
					EN: "Fees paid, with date, amount and number of the receipt.",
					ES: "Tasas pagadas, con fecha, importe y número del comprobante.",
				},
			},
			{
				Name:  "transporte",
				Shape: Text,
				Label: lang.Text{PT: "Modal e local de saída", EN: "Transport mode and place of exit", ES: "Modo de transporte y lugar de salida"},
				Help: lang.Text{
					PT: "Modal (marítimo, aéreo ou rodoviário) e local de saída, por exemplo Marítimo, porto de Santos (BRSSZ).",
					EN: "Mode (sea, air or road) and place of exit, for example Marítimo, porto de Santos (BRSSZ).",
					ES: "Modo (marítimo, aéreo o por carretera) y lugar de salida, por ejemplo Marítimo, porto de Santos (BRSSZ).",
				},
			},
			{
				Name:  "destino",
				Shape: Text,
				Label: lang.Text{PT: "Modal e local de destino", EN: "Transport mode and destination", ES: "Modo de transporte y destino"},
				Help: lang.Text{
					PT: "Modal e local de chegada, por exemplo Marítimo, porto de Roterdã (NLRTM).",
					EN: "Mode and place of arrival, for example Marítimo, porto de Roterdã (NLRTM).",
					ES: "Modo y lugar de llegada, por ejemplo Marítimo, porto de Roterdã (NLRTM).",
				},
			},
		},
		Example: `{"declaracaoExportacao":"DU-E 25BR0012345677, RUC 5BR112223332MT25S001","licencasExportacao":"LPCO E2500012345","comprovantesPagamentoTaxas":"Taxa de inspeção paga em 17/03/2025, R$ 1.250,00, comprovante 4471","transporte":"Marítimo, porto de Santos (BRSSZ)","destino":"Marítimo, porto de Roterdã (NLRTM)"}`,
	},
	{
		Code:         26,
		Name:         "certificadoConformidade",
		Prefix:       Conformity,
		Phase:        "09",
		Number:       "26",
		QueryUnknown: true,
		Title:        lang.Text{PT: "Certificado de conformidade", EN: "Conformity certificate", ES: "Certificado de conformidad"},
		About: lang.Text{
			PT: "Reúne os certificados e as provas que o país importador exige.",
			EN: "Collects the certificates and proofs that the importing country asks for.",
			ES: "Reúne los certificados y las pruebas que exige el país importador.",
		},
		Fields: []Field{
			{
				Name:  "certificadosOrigem",
				Shape: Text,
				Says:  LotDocumented,
				Label: lang.Text{PT: "Certificados de origem", EN: "Certificates of origin", ES: "Certificados de origen"},
				Help: lang.Text{
					PT: "Números e emissores; para café, o certificado ICO, por exemplo ICO 002/1961/0978.",
					EN: "Numbers and issuers; for coffee, the ICO certificate, for example ICO 002/1961/0978.",
					ES: "Números y emisores; para café, el certificado ICO, por ejemplo ICO 002/1961/0978.",
				},
			},
			{
				Name:  "certificadosFitossanitarios",
				Shape: Text,
				Says:  LotDocumented,
				Label: lang.Text{PT: "Certificados fitossanitários", EN: "Phytosanitary certificates", ES: "Certificados fitosanitarios"},
				Help: lang.Text{
					PT: "Números dos certificados fitossanitários (e-Phyto) da carga.",
					EN: "Numbers of the cargo's phytosanitary certificates (e-Phyto).",
					ES: "Números de los certificados fitosanitarios (e-Phyto) de la carga.",
				},
			},
			{
				Name:  "certificadosSustentabilidade",
				Shape: Text,
				Says:  LotDocumented,
				Label: lang.Text{PT: "Certificados de sustentabilidade", EN: "Sustainability certificates", ES: "Certificados de sostenibilidad"},
				Help: lang.Text{
					PT: "Programa e número de cada certificado, por exemplo RTRS 2024-0456.",
					EN: "Scheme and number of each certificate, for example RTRS 2024-0456.",
					ES: "Programa y número de cada certificado, por ejemplo RTRS 2024-0456.",
				},
				Values: schemes,
			},
			{
				Name:  "declaracaoNaoOGM",
				Shape: Text,
				Label: lang.Text{PT: "Declaração de não OGM", EN: "Non-GMO declaration", ES: "Declaración de no OGM"},
				Help: lang.Text{
					PT: "Declare que o produto não é transgênico e o teor medido, por exemplo não OGM, <0,9%; para café, “não se aplica”.",
					EN: "State that the product is not genetically modified and the level measured, for example não OGM, <0,9%; for coffee, “não se aplica”.",
					ES: "Declare que el producto no es transgénico y el nivel medido, por ejemplo não OGM, <0,9%; para café, “não se aplica”.",
				},
			},
			{
				Name:  "comprovantesConformidadeRegulamentacao",
				Shape: Text,
				Label: lang.Text{PT: "Comprovantes de conformidade regulatória", EN: "Proofs of regulatory conformity", ES: "Comprobantes de conformidad reglamentaria"},
				Help: lang.Text{
					PT: "Provas exigidas pelo importador, como CAR, ausência de desmatamento após 31/12/2020 e referência da declaração EUDR.",
					EN: "Proofs the importer asks for, such as CAR, no deforestation after 31/12/2020 and the EUDR statement reference.",
					ES: "Pruebas que exige el importador, como CAR, ausencia de deforestación después del 31/12/2020 y referencia de la declaración EUDR.",
				},
			},
		},
		Example: `{"certificadosOrigem":"456/2025, Câmara de Comércio do Cerrado","certificadosFitossanitarios":"e-Phyto BR/MT/2025/001234","certificadosSustentabilidade":"RTRS 2024-0456","declaracaoNaoOGM":"não OGM, <0,9%","comprovantesConformidadeRegulamentacao":"PRODES/MapBiomas sem alerta após 31/12/2020; CAR MT-5107925-0123456789ABCDEF0123456789ABCDEF"}`,
	},
	{
		Code:         28,
		Name:         "inspecaoPreEmbarque",
		Prefix:       Inspection,
		Phase:        "09",
		Number:       "28",
		QueryUnknown: true,
		Title:        lang.Text{PT: "Inspeção pré-embarque", EN: "Pre-shipment inspection", ES: "Inspección previa al embarque"},
		About: lang.Text{
			PT: "Registra a inspeção dos lotes antes do embarque e o seu resultado.",
			EN: "Records the inspection of the lots before shipment and its result.",
			ES: "Registra la inspección de los lotes antes del embarque y su resultado.",
		},
		Fields: []Field{
			{
				Name:  "nomeAgenciaInspetora",
				Shape: Text,
				Label: lang.Text{PT: "Agência inspetora", EN: "Inspecting agency", ES: "Agencia inspectora"},
				Help: lang.Text{
					PT: "Nome da empresa ou da autoridade que fez a inspeção.",
					EN: "Name of the company or authority that carried out the inspection.",
					ES: "Nombre de la empresa o autoridad que hizo la inspección.",
				},
			},
			{
				Name:  "numeroRelatorioInspecao",
				Shape: Text,
				Says:  Paper,
				Label: lang.Text{PT: "Número do relatório", EN: "Report number", ES: "Número del informe"},
				Help: lang.Text{
					PT: "Número do relatório de inspeção, por exemplo RI-0318/2025.",
					EN: "Number of the inspection report, for example RI-0318/2025.",
					ES: "Número del informe de inspección, por ejemplo RI-0318/2025.",
				},
			},
			{
				Name:  "dataInspecao",
				Shape: Date,
				Says:  Day,
				Label: lang.Text{PT: "Data da inspeção", EN: "Inspection date", ES: "Fecha de inspección"},
				Help: lang.Text{
					PT: "Dia da inspeção, por exemplo 18/03/2025.",
					EN: "Day of the inspection, for example 18/03/2025 (day first).",
					ES: "Día de la inspección, por ejemplo 18/03/2025.",
				},
			},
			{
				Name:  "resultadoInspecao",
				Shape: Text,
				Says:  Verdict,
				Label: lang.Text{PT: "Resultado", EN: "Result", ES: "Resultado"},
				Help: lang.Text{
					PT: "Aprovado ou Reprovado.",
					EN: "Aprovado (approved) or Reprovado (rejected).",
					ES: "Aprovado (aprobado) o Reprovado (rechazado).",
				},
				Values: []string{"Aprovado", "Reprovado"},
			},
			{
				Name:  "naoConformidades",
				Shape: Text,
				Label: lang.Text{PT: "Não conformidades", EN: "Non-conformities", ES: "No conformidades"},
				Help: lang.Text{
					PT: "Não conformidades encontradas, obrigatórias se foi reprovado; sem nenhuma, escreva “não houve”.",
					EN: "Non-conformities found, needed when rejected; if there is none, write “não houve” (none).",
					ES: "No conformidades halladas, necesarias si fue rechazado; sin ninguna, escriba “não houve” (no hubo).",
				},
			},
			{
				Name:  "codigosLote",
				Shape: Texts,
				Says:  LotInspected,
				Label: lang.Text{PT: "Códigos dos lotes", EN: "Lot codes", ES: "Códigos de los lotes"},
				Help: lang.Text{
					PT: "Um item por lote inspecionado, por exemplo MT25-S-001.",
					EN: "One item per lot inspected, for example MT25-S-001.",
					ES: "Un elemento por lote inspeccionado, por ejemplo MT25-S-001.",
				},
			},
			{
				Name:  "fotosInspecao",
				Shape: Text,
				Label: lang.Text{PT: "Fotos da inspeção", EN: "Inspection photos", ES: "Fotos de la inspección"},
				Help: lang.Text{
					PT: "Endereço das fotos ou onde estão arquivadas.",
					EN: "Address of the photos, or where they are filed.",
					ES: "Dirección de las fotos o dónde están archivadas.",
				},
			},
			{
				Name:  "dadosAnaliseLaboratorial",
				Shape: Text,
				Label: lang.Text{PT: "Análise laboratorial", EN: "Laboratory analysis", ES: "Análisis de laboratorio"},
				Help: lang.Text{
					PT: "Laudo e resultados, se houve coleta de amostra, por exemplo umidade 13,6%; impurezas 0,5%.",
					EN: "Report and results, if a sample was taken, for example umidade 13,6%; impurezas 0,5%.",
					ES: "Informe y resultados, si se tomó muestra, por ejemplo umidade 13,6%; impurezas 0,5%.",
				},
			},
		},
		Example: `{"nomeAgenciaInspetora":"Inspetora Cerrado Ltda.","numeroRelatorioInspecao":"RI-0318/2025","dataInspecao":"2025-03-18","resultadoInspecao":"Aprovado","naoConformidades":"Não houve","codigosLote":["MT25-S-001"],"fotosInspecao":"https://inspetora-cerrado.example/fotos/0318","dadosAnaliseLaboratorial":"Laudo 982/2025: umidade 13,8%; impurezas 0,5%"}`,
	},
}
