package kind

import "rastro/internal/lang"

// phase02 is agricultural production.
var phase02 = []Kind{
	{
		Code:     2,
		Name:     "plantioManejo",
		Prefix:   Planting,
		Phase:    "02",
		Number:   "02",
		Title:    lang.Text{PT: "Plantio e manejo", EN: "Planting and management", ES: "Siembra y manejo"},
		Synonyms: []string{"plantio", "semeadura", "caderno de campo", "controle de plantio", "planting"},
		About: lang.Text{
			PT: "Registra quando, onde e como a cultura foi plantada.",
			EN: "Records when, where and how the crop was planted.",
			ES: "Registra cuándo, dónde y cómo se sembró el cultivo.",
		},
		Fields: []Field{
			{
				Name:     "dataPlantio",
				Shape:    Date,
				Label:    lang.Text{PT: "Data do plantio", EN: "Planting date", ES: "Fecha de siembra"},
				Synonyms: []string{"data plantio", "dt plantio", "dt plant", "plantio", "data de semeadura", "semeadura", "dt semeadura", "início plantio", "planting date", "sowing date", "fecha de siembra"},
				Help: lang.Text{
					PT: "Dia do plantio, por exemplo 05/10/2024; para café, o dia da implantação da lavoura.",
					EN: "Day of planting, for example 05/10/2024 (day first); for coffee, the day the plantation was set.",
					ES: "Día de la siembra, por ejemplo 05/10/2024; para café, el día de implantación del cafetal.",
				},
			},
			{
				Name:     "cultivacaoUtilizada",
				Shape:    Text,
				Label:    lang.Text{PT: "Cultivo utilizado", EN: "Cultivation used", ES: "Cultivo utilizado"},
				Synonyms: []string{"cultivar", "variedade", "híbrido", "material", "semente utilizada", "sistema de plantio", "cultivo", "variety"},
				Help: lang.Text{
					PT: "Sistema de cultivo e cultivar, por exemplo plantio direto, cultivar BRS 8381.",
					EN: "Cultivation system and variety, for example no-till, variety BRS 8381.",
					ES: "Sistema de cultivo y variedad, por ejemplo siembra directa, variedad BRS 8381.",
				},
			},
			{
				Name:     "areaPlantada",
				Shape:    Plot,
				Personal: true,
				Label:    lang.Text{PT: "Área plantada", EN: "Planted area", ES: "Área sembrada"},
				Synonyms: []string{"polígono", "perímetro", "coordenadas", "contorno da área", "geometria"},
				Help: lang.Text{
					PT: "Retângulo que contém o talhão em graus decimais, na ordem oeste, sul, leste e norte; por exemplo -55.720000, -12.550000, -55.710000, -12.540000.",
					EN: "Rectangle around the plot in decimal degrees, in the order west, south, east and north; for example -55.720000, -12.550000, -55.710000, -12.540000.",
					ES: "Rectángulo que contiene la parcela en grados decimales, en el orden oeste, sur, este y norte; por ejemplo -55.720000, -12.550000, -55.710000, -12.540000.",
				},
			},
			{
				Name:     "quantidadeSemente",
				Shape:    Number,
				Unit:     "kg",
				Label:    lang.Text{PT: "Quantidade de sementes", EN: "Quantity of seed", ES: "Cantidad de semilla"},
				Synonyms: []string{"qtd semente", "qtde sementes", "quant sementes", "semente kg", "sementes kg", "consumo de semente", "kg semente", "total semente", "seed quantity"},
				Help: lang.Text{
					PT: "Total de sementes usadas na área, em kg, por exemplo 7200.",
					EN: "Total seed used on the area, in kg, for example 7200.",
					ES: "Total de semilla usada en el área, en kg, por ejemplo 7200.",
				},
			},
		},
		Beside:  besidePlots,
		Example: `{"dataPlantio":"2024-10-05","cultivacaoUtilizada":"Plantio direto sobre palhada de milho, cultivar BRS 8381","areaPlantada":[-55.720183,-12.550241,-55.710367,-12.540128],"quantidadeSemente":7200}`,
	},
	{
		Code:     3,
		Name:     "aplicacaoInsumo",
		Prefix:   InputApplication,
		Phase:    "02",
		Number:   "03",
		Title:    lang.Text{PT: "Aplicação de insumo", EN: "Input application", ES: "Aplicación de insumo"},
		Synonyms: []string{"aplicação", "aplicações", "pulverização", "defensivos", "insumos aplicados", "caderno de campo", "caderno de aplicações", "spraying"},
		About: lang.Text{
			PT: "Registra cada aplicação de defensivo, fertilizante ou outro insumo.",
			EN: "Records each application of a pesticide, a fertiliser or another input.",
			ES: "Registra cada aplicación de plaguicida, fertilizante u otro insumo.",
		},
		Fields: []Field{
			{
				Name:     "tipo",
				Shape:    Text,
				Label:    lang.Text{PT: "Tipo de insumo", EN: "Type of input", ES: "Tipo de insumo"},
				Synonyms: []string{"tipo de produto", "tipo insumo", "classe", "classe do produto", "categoria", "grupo", "class", "input type"},
				Help: lang.Text{
					PT: "Classe do insumo e, se quiser, o produto, por exemplo Fungicida.",
					EN: "Class of the input and, if you like, the product, for example Fungicida (fungicide).",
					ES: "Clase del insumo y, si lo desea, el producto, por ejemplo Fungicida.",
				},
				Values: []string{
					"Herbicida", "Inseticida", "Fungicida", "Acaricida", "Nematicida", "Dessecante",
					"Regulador", "Biológico", "Adjuvante", "Fertilizante", "Corretivo", "Inoculante",
					"Semente", "Outro",
				},
			},
			{
				Name:     "dose",
				Shape:    Text,
				Label:    lang.Text{PT: "Dose", EN: "Dose", ES: "Dosis"},
				Synonyms: []string{"dosagem", "dose ha", "dose por ha", "dose por hectare", "dose aplicada", "dose recomendada", "rate", "dosis"},
				Help: lang.Text{
					PT: "Quantidade por hectare com a unidade e a carência em dias, por exemplo 0,5 L/ha, carência 30 dias.",
					EN: "Quantity per hectare with its unit, and the pre-harvest interval in days, for example 0,5 L/ha, carência 30 dias.",
					ES: "Cantidad por hectárea con su unidad y el plazo de carencia en días, por ejemplo 0,5 L/ha, carência 30 dias.",
				},
			},
			{
				Name:     "data",
				Shape:    Date,
				Label:    lang.Text{PT: "Data da aplicação", EN: "Date of application", ES: "Fecha de aplicación"},
				Synonyms: []string{"data aplicação", "dt aplic", "dt aplicação", "data da operação", "data pulverização", "dia", "aplicado em", "application date", "date"},
				Help: lang.Text{
					PT: "Dia em que o insumo foi aplicado, por exemplo 20/12/2024.",
					EN: "Day on which the input was applied, for example 20/12/2024 (day first).",
					ES: "Día en que se aplicó el insumo, por ejemplo 20/12/2024.",
				},
			},
			{
				Name:     "areaAplicada",
				Shape:    Number,
				Unit:     "ha",
				Label:    lang.Text{PT: "Área aplicada", EN: "Treated area", ES: "Área aplicada"},
				Synonyms: []string{"área aplicada", "area ha", "área tratada", "área pulverizada", "hectares", "ha aplicados", "área total", "area"},
				Help: lang.Text{
					PT: "Área tratada em hectares, por exemplo 120.",
					EN: "Area treated in hectares, for example 120.",
					ES: "Área tratada en hectáreas, por ejemplo 120.",
				},
			},
			{
				Name:     "nomeAplicador",
				Shape:    Text,
				Personal: true,
				Label:    lang.Text{PT: "Nome do aplicador", EN: "Name of the applicator", ES: "Nombre del aplicador"},
				Synonyms: []string{"aplicador", "operador", "tratorista", "responsável aplicação", "pulverizador operador", "applicator", "operator"},
				Help: lang.Text{
					PT: "Nome completo de quem aplicou, igual ao do registro de mão de obra.",
					EN: "Full name of the person who applied it, as in the labour record.",
					ES: "Nombre completo de quien aplicó, igual al del registro de mano de obra.",
				},
			},
			{
				Name:     "numeroReceituario",
				Shape:    Text,
				Label:    lang.Text{PT: "Número do receituário", EN: "Prescription number", ES: "Número de la receta"},
				Synonyms: []string{"receituário", "receita", "nº receita", "receita agronômica", "receituário agronômico", "nº receituário", "n receita", "prescrição", "prescription"},
				Help: lang.Text{
					PT: "Número do receituário agronômico, por exemplo 123456/2024; fertilizantes não precisam dele.",
					EN: "Number of the agronomic prescription, for example 123456/2024; fertilisers need none.",
					ES: "Número de la receta agronómica, por ejemplo 123456/2024; los fertilizantes no la necesitan.",
				},
			},
		},
		Example: `{"tipo":"Fungicida","dose":"0,5 L/ha, carência 30 dias","data":"2024-12-20","areaAplicada":120,"nomeAplicador":"Ana Lima","numeroReceituario":"123456/2024"}`,
	},
	{
		Code:         4,
		Name:         "maoDeObra",
		Prefix:       Labour,
		Phase:        "02",
		Number:       "04",
		QueryUnknown: true,
		Title:        lang.Text{PT: "Mão de obra", EN: "Labour", ES: "Mano de obra"},
		Synonyms:     []string{"mão de obra", "folha de ponto", "ponto", "horas", "funcionários", "labour", "timesheet", "diárias"},
		About: lang.Text{
			PT: "Registra quem trabalhou, por quanto tempo, com quais treinamentos e com qual prova de pagamento.",
			EN: "Records who worked, for how long, with which training and with what proof of payment.",
			ES: "Registra quién trabajó, cuánto tiempo, con qué capacitaciones y con qué prueba de pago.",
		},
		Fields: []Field{
			{
				Name:     "nomeTrabalhador",
				Shape:    Text,
				Personal: true,
				Label:    lang.Text{PT: "Nome do trabalhador", EN: "Name of the worker", ES: "Nombre del trabajador"},
				Synonyms: []string{"trabalhador", "funcionário", "colaborador", "empregado", "nome", "nome do funcionário", "worker", "employee"},
				Help: lang.Text{
					PT: "Nome completo do trabalhador, por exemplo Ana Lima.",
					EN: "Full name of the worker, for example Ana Lima.",
					ES: "Nombre completo del trabajador, por ejemplo Ana Lima.",
				},
			},
			{
				Name:     "horas",
				Shape:    Number,
				Unit:     "h",
				Label:    lang.Text{PT: "Horas trabalhadas", EN: "Hours worked", ES: "Horas trabajadas"},
				Synonyms: []string{"horas trabalhadas", "hs", "hrs", "total horas", "qtd horas", "h trab", "hours", "jornada"},
				Help: lang.Text{
					PT: "Horas trabalhadas no dia, por exemplo 8.",
					EN: "Hours worked in the day, for example 8.",
					ES: "Horas trabajadas en el día, por ejemplo 8.",
				},
			},
			{
				Name:     "treinamentos",
				Shape:    Texts,
				Label:    lang.Text{PT: "Treinamentos", EN: "Training", ES: "Capacitaciones"},
				Synonyms: []string{"treinamento", "cursos", "capacitação", "nr", "certificações nr", "training"},
				Help: lang.Text{
					PT: "Um item por treinamento, por exemplo NR-31.7 para quem aplica defensivos.",
					EN: "One item per training, for example NR-31.7 for those who apply pesticides.",
					ES: "Un elemento por capacitación, por ejemplo NR-31.7 para quien aplica plaguicidas.",
				},
				Values: []string{"NR-31", "NR-31.7", "NR-33", "NR-35"},
			},
			{
				Name:     "comprovantePagamento",
				Shape:    Text,
				Personal: true,
				Label:    lang.Text{PT: "Comprovante de pagamento", EN: "Proof of payment", ES: "Comprobante de pago"},
				Synonyms: []string{"comprovante", "recibo", "holerite", "nº recibo", "comprovante pgto", "pagamento", "payslip", "receipt"},
				Help: lang.Text{
					PT: "Recibo do eSocial dos salários e encargos, por exemplo eSocial 1.2.0000000012345678901.",
					EN: "eSocial receipt for wages and charges, for example eSocial 1.2.0000000012345678901.",
					ES: "Recibo de eSocial de los salarios y cargas, por ejemplo eSocial 1.2.0000000012345678901.",
				},
			},
		},
		Example: `{"nomeTrabalhador":"Ana Lima","horas":8,"treinamentos":["NR-31.7"],"comprovantePagamento":"eSocial 1.2.0000000012345678901"}`,
	},
}
