package kind

import "rastro/internal/lang"

// phase04 is post-harvest.
// The interface leaves the payload of beneficiamento open; these fields are our
// proposal, all optional.
var phase04 = []Kind{
	{
		Code:   10,
		Name:   "beneficiamento",
		Prefix: PostHarvest,
		Phase:  "04",
		Number: "10",
		Open:   true,
		Title:  lang.Text{PT: "Beneficiamento", EN: "Post-harvest processing", ES: "Beneficio"},
		About: lang.Text{
			PT: "Registra a limpeza, a secagem e o beneficiamento do lote, com pesos de entrada e de saída.",
			EN: "Records the cleaning, drying and processing of the lot, with the weights going in and coming out.",
			ES: "Registra la limpieza, el secado y el beneficio del lote, con los pesos de entrada y de salida.",
		},
		Fields: []Field{
			{
				Name:  "loteEntrada",
				Shape: Text,
				Says:  LotConsumed,
				Label: lang.Text{PT: "Lote de entrada", EN: "Input lot", ES: "Lote de entrada"},
				Help: lang.Text{
					PT: "Código do lote que entrou; separe vários por vírgula, por exemplo MT25-S-001-CAMPO.",
					EN: "Code of the lot that went in; separate several with commas, for example MT25-S-001-CAMPO.",
					ES: "Código del lote que entró; separe varios con comas, por ejemplo MT25-S-001-CAMPO.",
				},
			},
			{
				Name:  "loteSaida",
				Shape: Text,
				Says:  LotProduced,
				Label: lang.Text{PT: "Lote de saída", EN: "Output lot", ES: "Lote de salida"},
				Help: lang.Text{
					PT: "Código do lote que saiu do beneficiamento, diferente do de entrada, por exemplo MT25-S-001.",
					EN: "Code of the lot that came out, different from the one that went in, for example MT25-S-001.",
					ES: "Código del lote que salió del beneficio, distinto del de entrada, por ejemplo MT25-S-001.",
				},
			},
			{
				Name:  "dataInicio",
				Shape: Date,
				Says:  Day,
				Label: lang.Text{PT: "Início", EN: "Start", ES: "Inicio"},
				Help: lang.Text{
					PT: "Dia em que o beneficiamento começou, por exemplo 08/02/2025.",
					EN: "Day on which processing began, for example 08/02/2025 (day first).",
					ES: "Día en que comenzó el beneficio, por ejemplo 08/02/2025.",
				},
			},
			{
				Name:  "dataFim",
				Shape: Date,
				Says:  LastDay,
				Label: lang.Text{PT: "Fim", EN: "End", ES: "Fin"},
				Help: lang.Text{
					PT: "Dia em que o beneficiamento terminou, igual ou posterior ao início.",
					EN: "Day on which processing ended, not before the start.",
					ES: "Día en que terminó el beneficio, no anterior al inicio.",
				},
			},
			{
				Name:  "unidadeBeneficiamento",
				Shape: Text,
				Says:  Place,
				Label: lang.Text{PT: "Unidade de beneficiamento", EN: "Processing unit", ES: "Unidad de beneficio"},
				Help: lang.Text{
					PT: "Nome e município da unidade, por exemplo Unidade Boa Esperança, Sorriso/MT.",
					EN: "Name and municipality of the unit, for example Unidade Boa Esperança, Sorriso/MT.",
					ES: "Nombre y municipio de la unidad, por ejemplo Unidade Boa Esperança, Sorriso/MT.",
				},
			},
			{
				Name:  "produtoEntrada",
				Shape: Text,
				Label: lang.Text{PT: "Produto de entrada", EN: "Input product", ES: "Producto de entrada"},
				Help: lang.Text{
					PT: "O que entrou, por exemplo soja em grão úmida ou café em coco.",
					EN: "What went in, for example moist soybeans or dry cherry coffee (café em coco).",
					ES: "Lo que entró, por ejemplo soja en grano húmeda o café en cereza seca (café em coco).",
				},
			},
			{
				Name:  "produtoSaida",
				Shape: Text,
				Says:  Product,
				Label: lang.Text{PT: "Produto de saída", EN: "Output product", ES: "Producto de salida"},
				Help: lang.Text{
					PT: "O que saiu, por exemplo soja em grão limpa e seca ou café verde.",
					EN: "What came out, for example clean dry soybeans or green coffee.",
					ES: "Lo que salió, por ejemplo soja en grano limpia y seca o café verde.",
				},
			},
			{
				Name:  "tipoProcesso",
				Shape: TextOrTexts,
				Label: lang.Text{PT: "Tipo de processo", EN: "Type of process", ES: "Tipo de proceso"},
				Help: lang.Text{
					PT: "Um ou mais processos, na ordem em que foram feitos, por exemplo PRE_LIMPEZA e SECAGEM.",
					EN: "One or more processes in the order they were done, for example PRE_LIMPEZA (pre-cleaning) and SECAGEM (drying).",
					ES: "Uno o más procesos en el orden en que se hicieron, por ejemplo PRE_LIMPEZA (prelimpieza) y SECAGEM (secado).",
				},
				Values: []string{
					"PRE_LIMPEZA", "LIMPEZA", "LAVAGEM_SEPARACAO", "DESCASCAMENTO", "DESPOLPAMENTO",
					"DESMUCILAGEM", "FERMENTACAO", "SECAGEM", "DESCANSO", "BENEFICIO", "REBENEFICIO",
					"CLASSIFICACAO_PENEIRA", "CATACAO_DENSIMETRICA", "CATACAO_ELETRONICA", "PADRONIZACAO",
					"ENSAQUE", "EXPURGO",
				},
			},
			{
				Name:  "viaProcessamento",
				Shape: Text,
				Label: lang.Text{PT: "Via de processamento", EN: "Processing route", ES: "Vía de procesamiento"},
				Help: lang.Text{
					PT: "Só para café: como o fruto foi preparado, por exemplo NATURAL ou CEREJA_DESCASCADO.",
					EN: "Coffee only: how the fruit was prepared, for example NATURAL or CEREJA_DESCASCADO (pulped natural).",
					ES: "Solo para café: cómo se preparó el fruto, por ejemplo NATURAL o CEREJA_DESCASCADO (cereza descascarado).",
				},
				Values: []string{"NATURAL", "CEREJA_DESCASCADO", "DESPOLPADO", "DESMUCILADO", "FERMENTADO"},
			},
			{
				Name:  "metodoSecagem",
				Shape: Text,
				Label: lang.Text{PT: "Método de secagem", EN: "Drying method", ES: "Método de secado"},
				Help: lang.Text{
					PT: "Onde o produto secou, por exemplo TERREIRO ou SILO_SECADOR; sem secagem, NAO_SE_APLICA.",
					EN: "Where the product dried, for example TERREIRO (patio) or SILO_SECADOR (drying silo); without drying, NAO_SE_APLICA.",
					ES: "Dónde se secó el producto, por ejemplo TERREIRO (patio) o SILO_SECADOR (silo secador); sin secado, NAO_SE_APLICA.",
				},
				Values: []string{
					"TERREIRO", "TERREIRO_SUSPENSO", "ESTUFA", "SECADOR_ROTATIVO", "SECADOR_VERTICAL",
					"SECADOR_LEITO_FIXO", "SILO_SECADOR", "FLUXO_CONTINUO", "MISTO", "NAO_SE_APLICA",
				},
			},
			{
				Name:  "temperaturaAr",
				Shape: Quantity,
				Unit:  "°C",
				Label: lang.Text{PT: "Temperatura do ar", EN: "Air temperature", ES: "Temperatura del aire"},
				Help: lang.Text{
					PT: "Temperatura do ar de secagem em °C, por exemplo 38.",
					EN: "Temperature of the drying air in °C, for example 38.",
					ES: "Temperatura del aire de secado en °C, por ejemplo 38.",
				},
			},
			{
				Name:  "temperaturaMassa",
				Shape: Quantity,
				Unit:  "°C",
				Label: lang.Text{PT: "Temperatura da massa", EN: "Grain temperature", ES: "Temperatura de la masa"},
				Help: lang.Text{
					PT: "Maior temperatura da massa de grãos em °C, por exemplo 32.",
					EN: "Highest temperature of the grain mass in °C, for example 32.",
					ES: "Mayor temperatura de la masa de granos en °C, por ejemplo 32.",
				},
			},
			{
				Name:  "tempoSecagemHoras",
				Shape: Quantity,
				Unit:  "h",
				Label: lang.Text{PT: "Tempo de secagem", EN: "Drying time", ES: "Tiempo de secado"},
				Help: lang.Text{
					PT: "Duração da secagem em horas, por exemplo 14.",
					EN: "Duration of drying in hours, for example 14.",
					ES: "Duración del secado en horas, por ejemplo 14.",
				},
			},
			{
				Name:  "combustivel",
				Shape: Text,
				Label: lang.Text{PT: "Combustível", EN: "Fuel", ES: "Combustible"},
				Help: lang.Text{
					PT: "Fonte de calor da secagem, por exemplo lenha de eucalipto, GLP ou energia solar.",
					EN: "Source of heat for drying, for example eucalyptus firewood, LPG or solar energy.",
					ES: "Fuente de calor del secado, por ejemplo leña de eucalipto, GLP o energía solar.",
				},
			},
			{
				Name:  "umidadeEntrada",
				Shape: Quantity,
				Says:  MoistureIn,
				Unit:  "%",
				Label: lang.Text{PT: "Umidade na entrada", EN: "Moisture going in", ES: "Humedad a la entrada"},
				Help: lang.Text{
					PT: "Umidade do produto que entrou, em % base úmida, por exemplo 14,0.",
					EN: "Moisture of the product that went in, in % wet basis, for example 14,0.",
					ES: "Humedad del producto que entró, en % base húmeda, por ejemplo 14,0.",
				},
			},
			{
				Name:  "umidadeSaida",
				Shape: Quantity,
				Says:  MoistureOut,
				Unit:  "%",
				Label: lang.Text{PT: "Umidade na saída", EN: "Moisture coming out", ES: "Humedad a la salida"},
				Help: lang.Text{
					PT: "Umidade do produto que saiu, em % base úmida, por exemplo 13,8.",
					EN: "Moisture of the product that came out, in % wet basis, for example 13,8.",
					ES: "Humedad del producto que salió, en % base húmeda, por ejemplo 13,8.",
				},
			},
			{
				Name:  "impurezaEntrada",
				Shape: Quantity,
				Says:  ImpurityIn,
				Unit:  "%",
				Label: lang.Text{PT: "Impurezas na entrada", EN: "Impurities going in", ES: "Impurezas a la entrada"},
				Help: lang.Text{
					PT: "Impurezas e matérias estranhas antes da limpeza, em %, por exemplo 1,4.",
					EN: "Impurities and foreign matter before cleaning, in %, for example 1,4.",
					ES: "Impurezas y materias extrañas antes de la limpieza, en %, por ejemplo 1,4.",
				},
			},
			{
				Name:  "impurezaSaida",
				Shape: Quantity,
				Says:  ImpurityOut,
				Unit:  "%",
				Label: lang.Text{PT: "Impurezas na saída", EN: "Impurities coming out", ES: "Impurezas a la salida"},
				Help: lang.Text{
					PT: "Impurezas e matérias estranhas depois da limpeza, em %, por exemplo 0,9.",
					EN: "Impurities and foreign matter after cleaning, in %, for example 0,9.",
					ES: "Impurezas y materias extrañas después de la limpieza, en %, por ejemplo 0,9.",
				},
			},
			{
				Name:  "pesoEntrada",
				Shape: Quantity,
				Says:  MassIn,
				Unit:  "kg",
				Label: lang.Text{PT: "Peso de entrada", EN: "Weight going in", ES: "Peso de entrada"},
				Help: lang.Text{
					PT: "Peso do produto que entrou, em kg, por exemplo 36270.",
					EN: "Weight of the product that went in, in kg, for example 36270.",
					ES: "Peso del producto que entró, en kg, por ejemplo 36270.",
				},
			},
			{
				Name:  "pesoSaida",
				Shape: Quantity,
				Says:  MassOut,
				Unit:  "kg",
				Label: lang.Text{PT: "Peso de saída", EN: "Weight coming out", ES: "Peso de salida"},
				Help: lang.Text{
					PT: "Peso do produto que saiu, em kg; com os resíduos e a perda deve somar o peso de entrada.",
					EN: "Weight of the product that came out, in kg; with residues and loss it should add up to the weight that went in.",
					ES: "Peso del producto que salió, en kg; con los residuos y la pérdida debe sumar el peso de entrada.",
				},
			},
			{
				Name:  "residuos",
				Shape: Objects,
				Says:  MassLost,
				Label: lang.Text{PT: "Resíduos", EN: "Residues", ES: "Residuos"},
				Help: lang.Text{
					PT: "Um objeto por resíduo, com tipo (texto) e peso (em kg), por exemplo tipo CASCA e peso 4200.",
					EN: "One object per residue, with tipo (text) and peso (in kg), for example tipo CASCA (husk) and peso 4200.",
					ES: "Un objeto por residuo, con tipo (texto) y peso (en kg), por ejemplo tipo CASCA (cáscara) y peso 4200.",
				},
			},
			{
				Name:  "perdaTecnica",
				Shape: Quantity,
				Says:  MassLost,
				Unit:  "kg",
				Label: lang.Text{PT: "Perda técnica", EN: "Technical loss", ES: "Pérdida técnica"},
				Help: lang.Text{
					PT: "Perda de água e poeira no processo, em kg, por exemplo 87.",
					EN: "Loss of water and dust in the process, in kg, for example 87.",
					ES: "Pérdida de agua y polvo en el proceso, en kg, por ejemplo 87.",
				},
			},
			{
				Name:  "rendimento",
				Shape: Quantity,
				Unit:  "%",
				Label: lang.Text{PT: "Rendimento", EN: "Yield", ES: "Rendimiento"},
				Help: lang.Text{
					PT: "Peso de saída dividido pelo de entrada, em %, por exemplo 99,3.",
					EN: "Weight coming out divided by weight going in, in %, for example 99,3.",
					ES: "Peso de salida dividido por el de entrada, en %, por ejemplo 99,3.",
				},
			},
			{
				Name:  "peneiras",
				Shape: Objects,
				Label: lang.Text{PT: "Peneiras", EN: "Sieves", ES: "Cribas"},
				Help: lang.Text{
					PT: "Um objeto por peneira, com peneira (texto) e percentual (em %), somando 100, por exemplo peneira 17/18 e percentual 40.",
					EN: "One object per sieve, with peneira (text) and percentual (in %), adding up to 100, for example peneira 17/18 and percentual 40.",
					ES: "Un objeto por criba, con peneira (texto) y percentual (en %), que sumen 100, por ejemplo peneira 17/18 y percentual 40.",
				},
			},
			{
				Name:  "densidade",
				Shape: Quantity,
				Unit:  "g/L",
				Label: lang.Text{PT: "Densidade", EN: "Density", ES: "Densidad"},
				Help: lang.Text{
					PT: "Densidade aparente em g/L, por exemplo 720.",
					EN: "Bulk density in g/L, for example 720.",
					ES: "Densidad aparente en g/L, por ejemplo 720.",
				},
			},
			{
				Name:  "defeitos",
				Shape: Quantity,
				Label: lang.Text{PT: "Defeitos", EN: "Defects", ES: "Defectos"},
				Help: lang.Text{
					PT: "Café: total de defeitos em 300 g, por exemplo 24; soja: avariados em %, por exemplo 3,1%.",
					EN: "Coffee: total defects in 300 g, for example 24; soy: damaged grains in %, for example 3,1%.",
					ES: "Café: total de defectos en 300 g, por ejemplo 24; soja: granos dañados en %, por ejemplo 3,1%.",
				},
			},
			{
				Name:  "tipoCob",
				Shape: Text,
				Label: lang.Text{PT: "Tipo COB", EN: "COB grade", ES: "Tipo COB"},
				Help: lang.Text{
					PT: "Só para café: tipo da classificação oficial brasileira, de 2 a 8, conforme o total de defeitos.",
					EN: "Coffee only: grade of the Brazilian official classification, from 2 to 8, given by the total of defects.",
					ES: "Solo para café: tipo de la clasificación oficial brasileña, de 2 a 8, según el total de defectos.",
				},
				Values: []string{"2", "3", "4", "5", "6", "7", "8", "Fora de tipo"},
			},
			{
				Name:  "bebida",
				Shape: Text,
				Label: lang.Text{PT: "Bebida", EN: "Cup quality", ES: "Calidad de taza"},
				Help: lang.Text{
					PT: "Só para café: classificação da bebida na prova de xícara, por exemplo DURO.",
					EN: "Coffee only: class given in the cup test, for example DURO (hard).",
					ES: "Solo para café: clase obtenida en la prueba de taza, por ejemplo DURO (dura).",
				},
				Values: []string{
					"ESTRITAMENTE_MOLE", "MOLE", "APENAS_MOLE", "DURO", "RIADO", "RIO", "RIO_ZONA",
					"EXCELENTE", "BOA", "REGULAR", "ANORMAL",
				},
			},
			{
				Name:  "equipamento",
				Shape: Text,
				Label: lang.Text{PT: "Equipamento", EN: "Equipment", ES: "Equipo"},
				Help: lang.Text{
					PT: "Máquinas usadas, por exemplo máquina de pré-limpeza 2 e silo secador 1.",
					EN: "Machines used, for example pre-cleaner 2 and drying silo 1.",
					ES: "Máquinas usadas, por ejemplo prelimpiadora 2 y silo secador 1.",
				},
			},
			{
				Name:     "operador",
				Shape:    Text,
				Personal: true,
				Label:    lang.Text{PT: "Operador", EN: "Operator", ES: "Operador"},
				Help: lang.Text{
					PT: "Nome de quem operou o beneficiamento.",
					EN: "Name of the person who ran the processing.",
					ES: "Nombre de quien operó el beneficio.",
				},
			},
			{
				Name:     "registroLimpeza",
				Shape:    Text,
				Personal: true,
				Label:    lang.Text{PT: "Registro de limpeza", EN: "Cleaning record", ES: "Registro de limpieza"},
				Help: lang.Text{
					PT: "Limpeza das máquinas antes do lote: data, hora, responsável e tipo de limpeza.",
					EN: "Cleaning of the machines before the lot: date, time, person responsible and type of cleaning.",
					ES: "Limpieza de las máquinas antes del lote: fecha, hora, responsable y tipo de limpieza.",
				},
			},
			{
				Name:  "certificacao",
				Shape: Text,
				Label: lang.Text{PT: "Certificação", EN: "Certification", ES: "Certificación"},
				Help: lang.Text{
					PT: "Programa de certificação do lote e número do certificado, por exemplo RTRS 2024-0456.",
					EN: "Certification scheme of the lot and number of the certificate, for example RTRS 2024-0456.",
					ES: "Programa de certificación del lote y número del certificado, por ejemplo RTRS 2024-0456.",
				},
				Values: schemes,
			},
			{
				Name:  "modeloCadeiaCustodia",
				Shape: Text,
				Says:  CustodyModel,
				Label: lang.Text{PT: "Modelo de cadeia de custódia", EN: "Chain-of-custody model", ES: "Modelo de cadena de custodia"},
				Help: lang.Text{
					PT: "Como o lote é mantido em relação a outros, por exemplo SEGREGADO; uma mistura vale pelo menor nível.",
					EN: "How the lot is kept with regard to others, for example SEGREGADO (segregated); a blend takes the lowest level.",
					ES: "Cómo se mantiene el lote respecto de otros, por ejemplo SEGREGADO; una mezcla toma el nivel más bajo.",
				},
				Values: []string{
					"IDENTIDADE_PRESERVADA", "SEGREGADO", "MISTURA_CONTROLADA", "BALANCO_MASSA",
					"BOOK_AND_CLAIM", "CONVENCIONAL",
				},
			},
			{
				Name:  "observacoes",
				Shape: Text,
				Label: lang.Text{PT: "Observações", EN: "Remarks", ES: "Observaciones"},
				Help: lang.Text{
					PT: "Qualquer fato do beneficiamento que não cabe nos outros campos.",
					EN: "Any fact about the processing that fits no other field.",
					ES: "Cualquier hecho del beneficio que no quepa en los otros campos.",
				},
			},
		},
		Example: `{"loteEntrada":"MT25-S-001-CAMPO","loteSaida":"MT25-S-001","dataInicio":"2025-02-08","dataFim":"2025-02-09","unidadeBeneficiamento":"Unidade Boa Esperança, Sorriso/MT","produtoEntrada":"Soja em grão úmida","produtoSaida":"Soja em grão limpa e seca","tipoProcesso":["PRE_LIMPEZA","SECAGEM"],"viaProcessamento":"Não se aplica","metodoSecagem":"SILO_SECADOR","temperaturaAr":38,"temperaturaMassa":32,"tempoSecagemHoras":14,"combustivel":"GLP","umidadeEntrada":14.0,"umidadeSaida":13.8,"impurezaEntrada":1.4,"impurezaSaida":0.9,"pesoEntrada":36270,"pesoSaida":36000,"residuos":[{"tipo":"IMPUREZAS","peso":183}],"perdaTecnica":87,"rendimento":"99,3%","peneiras":[{"peneira":"3,0 mm","percentual":97.5},{"peneira":"Fundo","percentual":2.5}],"densidade":"720 g/L","defeitos":"3,1%","tipoCob":"Não se aplica","bebida":"Não se aplica","equipamento":"Máquina de pré-limpeza 2 e silo secador 1","operador":"Bruno Sá","registroLimpeza":"2025-02-08 18:00, Bruno Sá, moega e peneiras varridas e sopradas a ar","certificacao":"RTRS 2024-0456","modeloCadeiaCustodia":"SEGREGADO","observacoes":"Primeira carga do talhão T-07"}`,
	},
}
