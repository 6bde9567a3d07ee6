package kind

import "rastro/internal/lang"

// phase01 is registration and planning.
var phase01 = []Kind{
	{
		Code:     1,
		Name:     "planoCultivo",
		Prefix:   Plan,
		Phase:    "01",
		Number:   "01",
		Title:    lang.Text{PT: "Plano de cultivo", EN: "Crop plan", ES: "Plan de cultivo", More: &lang.More{DE: "Anbauplan", NL: "Teeltplan", FR: "Plan de culture", IT: "Piano colturale"}},
		Synonyms: []string{"plano de cultivo", "planejamento de safra", "planejamento", "talhões", "cadastro de talhões"},
		About: lang.Text{
			PT: "Diz o que se pretende cultivar, com quais insumos e em qual talhão.",
			EN: "Says what is to be grown, with which inputs and on which plot.",
			ES: "Indica qué se va a cultivar, con qué insumos y en qué parcela.",
		},
		Known: []string{"soja", "fazenda", "municipio", "produtor"},
		Fields: []Field{
			{
				Name:     "insumos",
				Long:     true,
				Personal: true, // it names the CAR of a farm
				Shape:    Text,
				Label:    lang.Text{PT: "Insumos", EN: "Inputs", ES: "Insumos"},
				Synonyms: []string{"insumos previstos", "insumos planejados", "sementes e insumos", "pacote tecnológico"},
				Help: lang.Text{
					PT: "Liste os insumos previstos e cite o CAR da propriedade, por exemplo semente certificada, adubo de base; CAR MT-5107925-…",
					EN: "List the planned inputs and give the farm's CAR number, for example certified seed, base fertiliser; CAR MT-5107925-…",
					ES: "Enumere los insumos previstos y cite el CAR de la propiedad, por ejemplo semilla certificada, abono de base; CAR MT-5107925-…",
				},
			},
			{
				Name:     "soja",
				Choice:   true,
				Shape:    Text,
				Label:    lang.Text{PT: "Cultura e tipo", EN: "Crop and type", ES: "Cultivo y tipo"},
				Synonyms: []string{"cultura", "tipo de soja", "cultivo", "espécie", "tecnologia", "convencional ou transgênica", "crop"},
				Help: lang.Text{
					PT: "Tipo da cultura, por exemplo convencional, transgênica ou orgânica; o campo vale também para café.",
					EN: "Type of the crop, for example convencional, transgênica (GM) or orgânica; the field also serves coffee.",
					ES: "Tipo del cultivo, por ejemplo convencional, transgênica (transgénica) u orgânica; el campo sirve también para café.",
				},
				Values: []string{"convencional", "transgênica", "orgânica"},
			},
			{
				Name:     "poligono",
				Shape:    Plot,
				Personal: true,
				Label:    lang.Text{PT: "Polígono do talhão", EN: "Plot polygon", ES: "Polígono de la parcela"},
				Synonyms: []string{"polígono", "perímetro", "contorno", "coordenadas", "geometria", "geojson", "kml", "wkt", "coordenadas do talhão"},
				Help: lang.Text{
					PT: "Retângulo que contém o talhão em graus decimais, na ordem oeste, sul, leste e norte; por exemplo -55.720000, -12.550000, -55.710000, -12.540000.",
					EN: "Rectangle around the plot in decimal degrees, in the order west, south, east and north; for example -55.720000, -12.550000, -55.710000, -12.540000.",
					ES: "Rectángulo que contiene la parcela en grados decimales, en el orden oeste, sur, este y norte; por ejemplo -55.720000, -12.550000, -55.710000, -12.540000.",
				},
			},
		},
		Beside:  extraPlotFields,
		Example: `{"insumos":"Semente certificada, inoculante e adubo de base; CAR MT-5107925-0123456789ABCDEF0123456789ABCDEF","soja":"convencional","poligono":[-55.720183,-12.550241,-55.710367,-12.540128]}`,
	},
}
