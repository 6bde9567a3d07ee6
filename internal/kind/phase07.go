package kind

import "rastro/internal/lang"

// phase07 is industrial processing.
var phase07 = []Kind{
	{
		Code:         19,
		Name:         "processamento",
		Prefix:       Processing,
		Phase:        "07",
		Number:       "19",
		QueryUnknown: true,
		Title:        lang.Text{PT: "Processamento", EN: "Processing", ES: "Procesamiento"},
		Synonyms:     []string{"processamento", "produção industrial", "esmagamento", "indústria", "moagem", "ordem de produção", "processing"},
		About: lang.Text{
			PT: "Registra o que a indústria fez com o lote e quanto saiu de cada produto.",
			EN: "Records what the plant did with the lot and how much of each product came out.",
			ES: "Registra qué hizo la industria con el lote y cuánto salió de cada producto.",
		},
		Known: []string{"dataInicio", "lote", "volume", "produtoFinal"},
		Fields: []Field{
			{
				Name:     "dataInicio",
				Shape:    Date,
				Says:     Day,
				Label:    lang.Text{PT: "Data de início", EN: "Start date", ES: "Fecha de inicio"},
				Synonyms: []string{"data início", "dt início", "início", "data", "início produção", "start", "start date", "data de produção"},
				Help: lang.Text{
					PT: "Dia em que o processamento começou, por exemplo 24/02/2025.",
					EN: "Day on which processing began, for example 24/02/2025 (day first).",
					ES: "Día en que comenzó el procesamiento, por ejemplo 24/02/2025.",
				},
			},
			{
				Name:     "dataFim",
				Shape:    Date,
				Says:     LastDay,
				Label:    lang.Text{PT: "Data de fim", EN: "End date", ES: "Fecha de fin"},
				Synonyms: []string{"data fim", "dt fim", "fim", "término", "data término", "end", "end date", "fim produção"},
				Help: lang.Text{
					PT: "Dia em que o processamento terminou, igual ou posterior ao início.",
					EN: "Day on which processing ended, not before the start.",
					ES: "Día en que terminó el procesamiento, no anterior al inicio.",
				},
			},
			{
				Name:     "lote",
				Shape:    Text,
				Says:     LotProcessed,
				Label:    lang.Text{PT: "Lote de entrada", EN: "Input lot", ES: "Lote de entrada"},
				Synonyms: []string{"lote", "lote entrada", "lote de entrada", "lote matéria prima", "lote mp", "lote de origem", "lot", "input lot"},
				Help: lang.Text{
					PT: "Código do lote processado, por exemplo MT25-S-001.",
					EN: "Code of the lot processed, for example MT25-S-001.",
					ES: "Código del lote procesado, por ejemplo MT25-S-001.",
				},
			},
			{
				Name:     "volume",
				Shape:    Text,
				Says:     MassIn,
				Label:    lang.Text{PT: "Volume processado", EN: "Volume processed", ES: "Volumen procesado"},
				Synonyms: []string{"volume", "volume processado", "peso processado", "qtd processada", "quantidade processada", "entrada kg", "kg processados", "peso entrada", "moído", "volume in", "input"},
				Measure:  "kg",
				Help: lang.Text{
					PT: "Quantidade processada com a unidade, não maior que a recebida, por exemplo 36.000 kg.",
					EN: "Quantity processed with its unit, no more than was received, for example 36.000 kg (dot for thousands).",
					ES: "Cantidad procesada con su unidad, no mayor que la recibida, por ejemplo 36.000 kg.",
				},
			},
			{
				Name:     "produtoFinal",
				Shape:    Text,
				Says:     LotMade,
				Label:    lang.Text{PT: "Produto final", EN: "Final product", ES: "Producto final"},
				Synonyms: []string{"produto final", "produto", "produto acabado", "produto obtido", "product", "final product"},
				Help: lang.Text{
					PT: "Produtos obtidos, por exemplo soja em grão padronizada, óleo ou farelo.",
					EN: "Products obtained, for example standardised soybeans, oil or meal.",
					ES: "Productos obtenidos, por ejemplo soja en grano estandarizada, aceite o harina.",
				},
			},
			{
				Name:     "volumeFinal",
				Shape:    Text,
				Says:     MassOut,
				Label:    lang.Text{PT: "Volume final", EN: "Final volume", ES: "Volumen final"},
				Synonyms: []string{"volume final", "peso final", "qtd produzida", "produção", "quantidade produzida", "kg produzidos", "peso saída", "volume obtido", "output"},
				Measure:  "kg",
				Help: lang.Text{
					PT: "Quantidade de cada produto com a unidade, por exemplo 35.855 kg.",
					EN: "Quantity of each product with its unit, for example 35.855 kg (dot for thousands).",
					ES: "Cantidad de cada producto con su unidad, por ejemplo 35.855 kg.",
				},
			},
			{
				Name:     "parametros",
				Shape:    Text,
				Label:    lang.Text{PT: "Parâmetros do processo", EN: "Process parameters", ES: "Parámetros del proceso"},
				Synonyms: []string{"parâmetros", "parâmetro", "condições", "regulagem", "temperatura e fluxo", "settings"},
				Help: lang.Text{
					PT: "Regulagens e medidas do processo, por exemplo fluxo 40 t/h; umidade 13,6%.",
					EN: "Settings and measures of the process, for example fluxo 40 t/h; umidade 13,6%.",
					ES: "Ajustes y medidas del proceso, por ejemplo fluxo 40 t/h; umidade 13,6%.",
				},
			},
			{
				Name:     "blendagem",
				Shape:    Text,
				Says:     LotBlended,
				Label:    lang.Text{PT: "Blendagem", EN: "Blending", ES: "Mezcla"},
				Synonyms: []string{"blend", "blendagem", "mistura", "liga", "composição"},
				Help: lang.Text{
					PT: "Lotes do lote composto e a parte de cada um, por exemplo LOTE-A 60%; LOTE-B 40%; sem mistura, escreva “não houve”.",
					EN: "Lots of the composite lot and the share of each, for example LOTE-A 60%; LOTE-B 40%; without blending, write “não houve” (none).",
					ES: "Lotes del lote compuesto y la parte de cada uno, por ejemplo LOTE-A 60%; LOTE-B 40%; sin mezcla, escriba “não houve” (no hubo).",
				},
			},
		},
		Example: `{"dataInicio":"2025-02-24","dataFim":"2025-02-25","lote":"MT25-S-001","volume":"36.000 kg","produtoFinal":"Soja em grão padronizada","volumeFinal":"35.855 kg","parametros":"fluxo 40 t/h; umidade 13,8%; impurezas 0,5%","blendagem":"Não houve"}`,
	},
	{
		Code:         21,
		Name:         "controleQualidade",
		Prefix:       ProcessingQuality,
		Phase:        "07",
		Number:       "21",
		QueryUnknown: true,
		Title:        lang.Text{PT: "Controle de qualidade do processamento", EN: "Quality control of processing", ES: "Control de calidad del procesamiento"},
		Synonyms:     []string{"qualidade do processamento", "qualidade indústria", "controle de qualidade do processamento"},
		About: lang.Text{
			PT: "Registra as análises do produto que saiu do processamento.",
			EN: "Records the analyses of the product that came out of processing.",
			ES: "Registra los análisis del producto que salió del procesamiento.",
		},
		Known:   []string{"identificacao", "analiseQualidade", "presencaContaminante"},
		Fields:  qualityFields,
		Example: `{"analiseQualidade":"umidade 13,8%; impurezas 0,5%; avariados 3,0%; densidade 722 g/L","presencaContaminante":"Não houve","identificacao":"Soja convencional padronizada, lote MT25-S-001; sem mistura de lotes"}`,
	},
}
