package kind

import "rastro/internal/lang"

// phase06 is storage.
var phase06 = []Kind{
	{
		Code:     15,
		Name:     "recebimento",
		Prefix:   Receiving,
		Phase:    "06",
		Number:   "15",
		Title:    lang.Text{PT: "Recebimento", EN: "Receiving", ES: "Recepción", More: &lang.More{DE: "Annahme", NL: "Ontvangst", FR: "Réception", IT: "Ricevimento"}},
		Synonyms: []string{"romaneio", "romaneios", "recebimento", "balança", "pesagem", "ticket", "tickets", "entrada de grãos", "descarga", "weighbridge", "scale tickets", "recepção", "entregas"},
		About: lang.Text{
			PT: "Registra a chegada da carga ao armazém, com volume, umidade e impurezas.",
			EN: "Records the arrival of the cargo at the warehouse, with volume, moisture and impurities.",
			ES: "Registra la llegada de la carga al almacén, con volumen, humedad e impurezas.",
		},
		Known:   []string{"dataHoraRecebimento", "veiculo", "volume", "loteOrigem"},
		Fields:  receivingFields,
		Beside:  extraLoadFields,
		Example: `{"dataHoraRecebimento":"2025-02-10T14:20:00-04:00","veiculo":"ABC1C34","volume":"36.000 kg","loteOrigem":"MT25-S-001","umidade":"13,8%","impureza":"0,9%","tipoCafe":"Certificado, convencional"}`,
	},
	{
		Code:     16,
		Name:     "armazenamento",
		Prefix:   Storage,
		Phase:    "06",
		Number:   "16",
		Title:    lang.Text{PT: "Armazenamento", EN: "Storage", ES: "Almacenamiento", More: &lang.More{DE: "Lagerung", NL: "Opslag", FR: "Stockage", IT: "Stoccaggio"}},
		Synonyms: []string{"armazenamento", "estoque", "armazém", "silo", "silos", "armazenagem", "storage"},
		About: lang.Text{
			PT: "Registra a entrada do lote no silo ou na pilha em que fica guardado.",
			EN: "Records the entry of the lot into the silo or stack where it is kept.",
			ES: "Registra la entrada del lote en el silo o la pila donde queda guardado.",
		},
		Known:   []string{"dataHoraRecebimento", "veiculo", "volume", "loteOrigem"},
		Fields:  receivingFields,
		Example: `{"dataHoraRecebimento":"2025-02-10T15:10:00-04:00","veiculo":"ABC1C34","volume":"36.000 kg","loteOrigem":"MT25-S-001","umidade":"13,8%","impureza":"0,9%","tipoCafe":"Certificado, convencional"}`,
	},
	{
		Code:         18,
		Name:         "controleQualidade",
		Prefix:       StorageQuality,
		Phase:        "06",
		Number:       "18",
		QueryUnknown: true,
		Title:        lang.Text{PT: "Controle de qualidade do armazenamento", EN: "Quality control in storage", ES: "Control de calidad del almacenamiento", More: &lang.More{DE: "Qualitätskontrolle im Lager", NL: "Kwaliteitscontrole in opslag", FR: "Contrôle qualité au stockage", IT: "Controllo qualità in stoccaggio"}},
		Synonyms:     []string{"classificação", "controle de qualidade", "análises", "qualidade", "laudo", "laboratório", "quality"},
		About: lang.Text{
			PT: "Registra as análises do lote enquanto está armazenado.",
			EN: "Records the analyses of the lot while it is in storage.",
			ES: "Registra los análisis del lote mientras está almacenado.",
		},
		Known:   []string{"identificacao", "analiseQualidade", "presencaContaminante"},
		Fields:  qualityFields,
		Example: `{"analiseQualidade":"umidade 13,8%; impurezas 0,9%; avariados 3,1%; densidade 720 g/L","presencaContaminante":"Não houve","identificacao":"Soja convencional, padrão básico, lote MT25-S-001; sem mistura de lotes"}`,
	},
}

// receivingFields are the fields of receiving and of storage: both have the same payload in the
// interface.
var receivingFields = []Field{
	{
		Name:     "dataHoraRecebimento",
		Shape:    DateTime,
		Says:     Day,
		Label:    lang.Text{PT: "Data e hora do recebimento", EN: "Date and time received", ES: "Fecha y hora de recepción"},
		Synonyms: []string{"data", "data recebimento", "dt receb", "data entrada", "dt entrada", "data hora", "data e hora", "data chegada", "data pesagem", "data descarga", "entrada", "dt hr entrada", "data romaneio", "dt", "data do romaneio", "data ticket", "data movimento", "dt mov", "recebido em", "date", "date in", "received", "received at", "fecha"},
		Help: lang.Text{
			PT: "Dia e hora da chegada da carga, por exemplo 10/02/2025 14:20.",
			EN: "Day and time at which the cargo arrived, for example 10/02/2025 14:20 (day first).",
			ES: "Día y hora de llegada de la carga, por ejemplo 10/02/2025 14:20.",
		},
	},
	{
		Name:     "veiculo",
		Pattern:  Plates,
		Shape:    Text,
		Says:     Carrier,
		Personal: true,
		Label:    lang.Text{PT: "Veículo", EN: "Vehicle", ES: "Vehículo"},
		Synonyms: []string{"placa", "placas", "placa do veículo", "placa veic", "placa caminhão", "placa cavalo", "veículo", "caminhão", "carreta", "plate", "truck", "license plate", "vehicle", "placa veículo", "camión"},
		Help: lang.Text{
			PT: "Placa do caminhão e das carretas, por exemplo ABC1C34; separe várias por vírgula.",
			EN: "Number plates of the lorry and its trailers, for example ABC1C34; separate several with commas.",
			ES: "Placas del camión y de los remolques, por ejemplo ABC1C34; separe varias con comas.",
		},
	},
	{
		Name:     "volume",
		Shape:    Text,
		Says:     MassIn,
		Label:    lang.Text{PT: "Volume recebido", EN: "Volume received", ES: "Volumen recibido"},
		Synonyms: []string{"peso líquido", "peso liq", "p liq", "p líquido", "pl", "líquido", "peso líq kg", "liq kg", "peso", "peso final", "peso líquido final", "quantidade", "qtd", "qtde", "quant", "volume", "peso recebido", "kg líquido", "kgs", "sacas", "scs", "peso com desconto", "líquido seco", "peso descontado", "net weight", "net", "net kg", "peso neto", "qtd recebida", "peso classificado"},
		Measure:  "kg",
		Help: lang.Text{
			PT: "Quantidade com a unidade, por exemplo 36.000 kg, 36 t ou 600 sacas.",
			EN: "Quantity with its unit, for example 36.000 kg (dot for thousands), 36 t or 600 sacas (60 kg bags).",
			ES: "Cantidad con su unidad, por ejemplo 36.000 kg, 36 t o 600 sacas (bolsas de 60 kg).",
		},
	},
	{
		Name:     "loteOrigem",
		Shape:    Text,
		Says:     LotReceived,
		Label:    lang.Text{PT: "Lote de origem", EN: "Origin lot", ES: "Lote de origen"},
		Synonyms: []string{"lote", "nº lote", "lote de origem", "lote origem", "código do lote", "cód lote", "lote nº", "lote campo", "lot", "lot no", "lot id", "origin lot", "batch"},
		Help: lang.Text{
			PT: "Código do lote como foi identificado na colheita ou no beneficiamento, por exemplo MT25-S-001.",
			EN: "Code of the lot as identified at harvest or in post-harvest processing, for example MT25-S-001.",
			ES: "Código del lote tal como se identificó en la cosecha o en el beneficio, por ejemplo MT25-S-001.",
		},
	},
	{
		Name:     "umidade",
		Shape:    Text,
		Label:    lang.Text{PT: "Umidade", EN: "Moisture", ES: "Humedad"},
		Synonyms: []string{"umid", "umidade", "umid %", "% umid", "teor de umidade", "u", "umidade média", "moisture", "moist", "mst", "h2o", "humedad", "umi"},
		Measure:  "%",
		Help: lang.Text{
			PT: "Teor de umidade medido, em %, por exemplo 13,8%.",
			EN: "Measured moisture content in %, for example 13,8%.",
			ES: "Contenido de humedad medido, en %, por ejemplo 13,8%.",
		},
	},
	{
		Name:     "impureza",
		Shape:    Text,
		Label:    lang.Text{PT: "Impurezas", EN: "Impurities", ES: "Impurezas"},
		Synonyms: []string{"imp", "impureza", "impurezas", "imp %", "impur", "matéria estranha", "mat estranha", "impurezas e matérias estranhas", "imp mat estranha", "foreign matter", "fm", "mei", "dockage", "impurity"},
		Measure:  "%",
		Help: lang.Text{
			PT: "Impurezas e matérias estranhas, em %, por exemplo 0,9%.",
			EN: "Impurities and foreign matter in %, for example 0,9%.",
			ES: "Impurezas y materias extrañas, en %, por ejemplo 0,9%.",
		},
	},
	{
		Name:     "tipoCafe",
		Choice:   true,
		Shape:    Text,
		Label:    lang.Text{PT: "Tipo do produto", EN: "Product type", ES: "Tipo de producto"},
		Synonyms: []string{"tipo", "tipo do produto", "tipo produto", "padrão", "certificado", "tipo de café", "tipo café", "classificação", "convencional"},
		Help: lang.Text{
			PT: "Certificado ou não certificado, e orgânico ou convencional; o campo vale para café e para soja.",
			EN: "Certified (certificado) or not certified, and organic or conventional; the field is used for both coffee and soy.",
			ES: "Certificado o no certificado, y orgánico o convencional; el campo sirve tanto para café como para soja.",
		},
		Values: []string{
			"Certificado, convencional", "Certificado, orgânico", "Não certificado, convencional",
			"Não certificado, orgânico",
		},
	},
}

// qualityFields are the fields of both quality controls, in storage and in
// processing.
var qualityFields = []Field{
	{
		Name:     "analiseQualidade",
		Long:     true,
		Shape:    Text,
		Label:    lang.Text{PT: "Análise de qualidade", EN: "Quality analysis", ES: "Análisis de calidad"},
		Synonyms: []string{"análise", "análises", "resultado da análise", "resultado", "laudo", "classificação", "qualidade", "parâmetros", "quality"},
		Help: lang.Text{
			PT: "Resultados com os valores: umidade, densidade, defeitos e classificação sensorial, por exemplo umidade 13,8%; densidade 720 g/L.",
			EN: "Results with their figures: moisture, density, defects and sensory classification, for example umidade 13,8%; densidade 720 g/L.",
			ES: "Resultados con sus valores: humedad, densidad, defectos y clasificación sensorial, por ejemplo umidade 13,8%; densidade 720 g/L.",
		},
	},
	{
		Name:     "presencaContaminante",
		Long:     true,
		Shape:    Text,
		Label:    lang.Text{PT: "Presença de contaminantes", EN: "Presence of contaminants", ES: "Presencia de contaminantes"},
		Synonyms: []string{"contaminante", "contaminantes", "presença de contaminantes", "micotoxinas", "resíduos", "toxinas", "aflatoxina", "contaminação", "contaminants"},
		Help: lang.Text{
			PT: "Contaminantes encontrados e seus teores; se nenhum foi encontrado, escreva “não houve”.",
			EN: "Contaminants found and their levels; if none was found, write “não houve” (none).",
			ES: "Contaminantes hallados y sus niveles; si no se halló ninguno, escriba “não houve” (no hubo).",
		},
	},
	{
		Name:     "identificacao",
		Long:     true,
		Shape:    Text,
		Says:     LotSampled,
		Label:    lang.Text{PT: "Identificação do lote", EN: "Lot identification", ES: "Identificación del lote"},
		Synonyms: []string{"identificação", "lote", "amostra", "identificação da amostra", "nº amostra", "produto lote", "lote amostra", "sample", "lote analisado"},
		Help: lang.Text{
			PT: "Tipo do produto, código do lote e, se houve mistura, os lotes que compõem o lote novo.",
			EN: "Type of product, lot code and, if lots were merged, the lots that make up the new one.",
			ES: "Tipo de producto, código del lote y, si hubo mezcla, los lotes que componen el nuevo.",
		},
	},
}
