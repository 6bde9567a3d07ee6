package kind

import "rastro/internal/lang"

// phase08 is export transport.
var phase08 = []Kind{
	{
		Code:     22,
		Name:     "transporteExportacao",
		Prefix:   Shipment,
		Phase:    "08",
		Number:   "22",
		Title:    lang.Text{PT: "Transporte de exportação", EN: "Export transport", ES: "Transporte de exportación", More: &lang.More{DE: "Ausfuhrtransport", NL: "Exporttransport", FR: "Transport à l’export", IT: "Trasporto per l’esportazione"}},
		Synonyms: []string{"embarque", "embarques", "exportação", "transporte", "carregamento", "expedição", "saída de grãos", "shipment", "shipping", "line up"},
		About: lang.Text{
			PT: "Registra quando, em que meio e para onde o lote foi embarcado.",
			EN: "Records when, by what means and to where the lot was shipped.",
			ES: "Registra cuándo, en qué medio y adónde se embarcó el lote.",
		},
		Known: []string{"dataTransporte", "identificacaoTransporte", "volumeTransportado", "loteOrigem"},
		Fields: []Field{
			{
				Name:     "dataTransporte",
				Shape:    Date,
				Says:     Day,
				Label:    lang.Text{PT: "Data do transporte", EN: "Transport date", ES: "Fecha del transporte"},
				Synonyms: []string{"data", "data transporte", "data embarque", "data saída", "dt embarque", "dt saída", "embarque", "data carregamento", "dt carreg", "shipment date", "bl date", "ship date", "date"},
				Help: lang.Text{
					PT: "Dia do embarque, por exemplo 20/03/2025.",
					EN: "Day of shipment, for example 20/03/2025 (day first).",
					ES: "Día del embarque, por ejemplo 20/03/2025.",
				},
			},
			{
				Name:     "identificacaoTransporte",
				Pattern:  Plates,
				Shape:    Text,
				Says:     Carrier,
				Label:    lang.Text{PT: "Identificação do transporte", EN: "Transport identification", ES: "Identificación del transporte"},
				Synonyms: []string{"navio", "placa", "veículo", "embarcação", "vessel", "ship", "imo", "container", "contêiner", "transporte", "identificação transporte", "viagem", "voyage", "placa cavalo"},
				Help: lang.Text{
					PT: "Número IMO do navio, contêineres ou placas, separados por vírgula, por exemplo IMO 9321483.",
					EN: "IMO number of the ship, containers or number plates, separated by commas, for example IMO 9321483.",
					ES: "Número IMO del buque, contenedores o placas, separados por comas, por ejemplo IMO 9321483.",
				},
			},
			{
				Name:     "motoristaComandante",
				Shape:    Text,
				Personal: true,
				Label:    lang.Text{PT: "Motorista ou comandante", EN: "Driver or captain", ES: "Conductor o capitán"},
				Synonyms: []string{"motorista", "comandante", "condutor", "nome do motorista", "driver", "master", "captain", "nome motorista"},
				Help: lang.Text{
					PT: "Nome de quem conduz o caminhão ou comanda o navio.",
					EN: "Name of the person who drives the lorry or commands the ship.",
					ES: "Nombre de quien conduce el camión o comanda el buque.",
				},
			},
			{
				Name:     "volumeTransportado",
				Shape:    Number,
				Says:     MassIn,
				Unit:     "kg",
				Label:    lang.Text{PT: "Volume transportado", EN: "Volume transported", ES: "Volumen transportado"},
				Synonyms: []string{"peso", "peso líquido", "peso liq", "volume", "quantidade", "qtd", "qtde", "peso embarcado", "qtd embarcada", "peso transportado", "net weight", "quantity", "kg embarcados", "tonelagem", "peso líquido kg", "carregado"},
				Help: lang.Text{
					PT: "Quantidade embarcada em kg, só o número, por exemplo 35800.",
					EN: "Quantity shipped in kg, the number only, for example 35800.",
					ES: "Cantidad embarcada en kg, solo el número, por ejemplo 35800.",
				},
			},
			{
				Name:     "loteOrigem",
				Shape:    Text,
				Says:     LotShipped,
				Label:    lang.Text{PT: "Lote de origem", EN: "Origin lot", ES: "Lote de origen"},
				Synonyms: []string{"lote", "lotes", "lote origem", "lote de origem", "nº lote", "código do lote", "lot", "lot no", "batch"},
				Help: lang.Text{
					PT: "Código do lote embarcado; separe vários por vírgula, por exemplo MT25-S-001.",
					EN: "Code of the lot shipped; separate several with commas, for example MT25-S-001.",
					ES: "Código del lote embarcado; separe varios con comas, por ejemplo MT25-S-001.",
				},
			},
			{
				Name:     "destino",
				Shape:    Text,
				Says:     Destination,
				Label:    lang.Text{PT: "Destino", EN: "Destination", ES: "Destino"},
				Synonyms: []string{"destino", "cliente", "comprador", "porto destino", "porto de destino", "porto descarga", "cliente destino", "destination", "port of discharge", "pod", "discharge port", "local de entrega", "terminal"},
				Help: lang.Text{
					PT: "Porto ou país de destino, de preferência com o código UN/LOCODE, por exemplo NLRTM (Roterdã).",
					EN: "Port or country of destination, preferably with its UN/LOCODE, for example NLRTM (Rotterdam).",
					ES: "Puerto o país de destino, de preferencia con el código UN/LOCODE, por ejemplo NLRTM (Róterdam).",
				},
			},
		},
		Example: `{"dataTransporte":"2025-03-20","identificacaoTransporte":"IMO 9321483","motoristaComandante":"Rui Tavares","volumeTransportado":35800,"loteOrigem":"MT25-S-001","destino":"NLRTM, Roterdã, Países Baixos"}`,
	},
	{
		Code:         24,
		Name:         "documentacaoCargaExportacao",
		Prefix:       ExportCargo,
		Phase:        "08",
		Number:       "24",
		QueryUnknown: true,
		Title:        lang.Text{PT: "Documentação da carga de exportação", EN: "Export cargo documentation", ES: "Documentación de la carga de exportación", More: &lang.More{DE: "Frachtpapiere für die Ausfuhr", NL: "Vrachtdocumenten voor export", FR: "Documents de chargement à l’export", IT: "Documenti del carico per l’esportazione"}},
		Synonyms:     []string{"notas de exportação", "nf exportação", "documentos de exportação", "documentação exportação"},
		About: lang.Text{
			PT: "Reúne os documentos que acompanham a carga até o porto de saída.",
			EN: "Collects the documents that travel with the cargo to the port of exit.",
			ES: "Reúne los documentos que acompañan la carga hasta el puerto de salida.",
		},
		Known: []string{"notaFiscalExportacao", "declaracaoSegregacao", "certificadoOrigem"},
		Fields: []Field{
			{
				Name:     "notaFiscalExportacao",
				Pattern:  InvoiceKey,
				Shape:    Text,
				Says:     Paper,
				Label:    lang.Text{PT: "Nota fiscal de exportação", EN: "Export invoice", ES: "Factura de exportación"},
				Synonyms: []string{"nf exportação", "nota fiscal exportação", "nf export", "nfe exportação", "nota de exportação", "nf", "nfe", "nota fiscal", "chave", "chave de acesso", "chave nfe", "export invoice", "nº nf"},
				Help: lang.Text{
					PT: "Chave de acesso da NF-e de exportação, com 44 caracteres, ou o número da nota.",
					EN: "Access key of the electronic export invoice (NF-e), 44 characters, or the invoice number.",
					ES: "Clave de acceso de la factura electrónica (NF-e) de exportación, de 44 caracteres, o su número.",
				},
			},
			{
				Name:     "declaracaoSegregacao",
				Long:     true,
				Shape:    Text,
				Says:     LotDocumented,
				Label:    lang.Text{PT: "Declaração de segregação", EN: "Segregation declaration", ES: "Declaración de segregación"},
				Synonyms: []string{"segregação", "declaração segregação", "decl segregação"},
				Help: lang.Text{
					PT: "Declare como a carga foi mantida separada de outros lotes e cite o número da declaração, se houver.",
					EN: "State how the cargo was kept apart from other lots, and give the number of the declaration if there is one.",
					ES: "Declare cómo se mantuvo la carga separada de otros lotes e indique el número de la declaración, si lo hay.",
				},
			},
			{
				Name:     "certificadoOrigem",
				Long:     true,
				Shape:    Text,
				Says:     LotDocumented,
				Label:    lang.Text{PT: "Certificado de origem", EN: "Certificate of origin", ES: "Certificado de origen"},
				Synonyms: []string{"certificado de origem", "cert origem", "co", "origin certificate", "certificate of origin", "form a"},
				Help: lang.Text{
					PT: "Número e emissor do certificado de origem, por exemplo 456/2025.",
					EN: "Number and issuer of the certificate of origin, for example 456/2025.",
					ES: "Número y emisor del certificado de origen, por ejemplo 456/2025.",
				},
			},
			{
				Name:     "certificadoFitossanitario",
				Shape:    Text,
				Label:    lang.Text{PT: "Certificado fitossanitário", EN: "Phytosanitary certificate", ES: "Certificado fitosanitario"},
				Synonyms: []string{"fitossanitário", "cert fito", "fito", "e phyto", "phyto", "phytosanitary", "phytosanitary certificate", "cert fitossanitário"},
				Help: lang.Text{
					PT: "Número do certificado fitossanitário internacional (e-Phyto), por exemplo e-Phyto BR/MT/2025/001234.",
					EN: "Number of the international phytosanitary certificate (e-Phyto), for example e-Phyto BR/MT/2025/001234.",
					ES: "Número del certificado fitosanitario internacional (e-Phyto), por ejemplo e-Phyto BR/MT/2025/001234.",
				},
			},
			schemeCertificate,
		},
		Example: `{"notaFiscalExportacao":"51250311222333000262550010000000771123456781","declaracaoSegregacao":"Porão exclusivo para o lote MT25-S-001, limpo e inspecionado","certificadoOrigem":"456/2025, Câmara de Comércio do Cerrado","certificadoFitossanitario":"e-Phyto BR/MT/2025/001234","certificadoCertificacao":"RTRS 2024-0456"}`,
	},
}
