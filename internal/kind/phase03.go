package kind

import "rastro/internal/lang"

// phase03 is harvest and identification.
// A harvest's contract is its cleaning record alone; the fields after it are
// optional and let yield and dates be checked.
var phase03 = []Kind{
	{
		Code:     6,
		Name:     "colheita",
		Prefix:   Harvesting,
		Phase:    "03",
		Number:   "06",
		Title:    lang.Text{PT: "Colheita", EN: "Harvest", ES: "Cosecha", More: &lang.More{DE: "Ernte", NL: "Oogst", FR: "Récolte", IT: "Raccolta"}},
		Synonyms: []string{"colheita", "controle de colheita", "produção por talhão", "boletim de colheita", "harvest"},
		About: lang.Text{
			PT: "Registra a colheita e a limpeza das máquinas entre um lote e outro.",
			EN: "Records the harvest and the cleaning of the machines between lots.",
			ES: "Registra la cosecha y la limpieza de las máquinas entre un lote y otro.",
		},
		Known: []string{"dataColheita", "talhao", "quantidadeColhida", "areaColhida"},
		Fields: []Field{
			{
				Name:     "registroLimpeza",
				Long:     true,
				Shape:    Text,
				Personal: true,
				Label:    lang.Text{PT: "Registro de limpeza", EN: "Cleaning record", ES: "Registro de limpieza"},
				Synonyms: []string{"limpeza", "limpeza da colhedora", "limpeza colheitadeira", "higienização", "cleaning"},
				Help: lang.Text{
					PT: "Limpeza da colhedora e do transporte primário: data, hora, responsável e tipo, por exemplo 2025-02-08 07:30, Ana Lima, limpeza a ar.",
					EN: "Cleaning of the harvester and primary transport: date, time, person responsible and type, for example 2025-02-08 07:30, Ana Lima, limpeza a ar.",
					ES: "Limpieza de la cosechadora y del transporte primario: fecha, hora, responsable y tipo, por ejemplo 2025-02-08 07:30, Ana Lima, limpeza a ar.",
				},
			},
			{
				Name:     "dataColheita",
				Shape:    Date,
				Label:    lang.Text{PT: "Data da colheita", EN: "Harvest date", ES: "Fecha de cosecha"},
				Synonyms: []string{"data colheita", "dt colheita", "dt colh", "colheita", "colhido em", "dia da colheita", "harvest date", "fecha de cosecha", "data"},
				Help: lang.Text{
					PT: "Dia em que a colheita começou, por exemplo 08/02/2025.",
					EN: "Day on which the harvest began, for example 08/02/2025 (day first).",
					ES: "Día en que comenzó la cosecha, por ejemplo 08/02/2025.",
				},
			},
			{
				Name:     "quantidadeColhida",
				Shape:    Number,
				Unit:     "kg",
				Label:    lang.Text{PT: "Quantidade colhida", EN: "Quantity harvested", ES: "Cantidad cosechada"},
				Synonyms: []string{"quantidade colhida", "qtd colhida", "qtde colhida", "produção", "produção total", "total colhido", "peso colhido", "colhido", "kg colhidos", "sacas colhidas", "prod", "peso líquido", "peso liq", "líquido", "volume colhido", "harvested quantity", "yield total"},
				Help: lang.Text{
					PT: "Total colhido em kg, por exemplo 434400.",
					EN: "Total harvested in kg, for example 434400.",
					ES: "Total cosechado en kg, por ejemplo 434400.",
				},
			},
			{
				Name:     "areaColhida",
				Shape:    Number,
				Unit:     "ha",
				Label:    lang.Text{PT: "Área colhida", EN: "Harvested area", ES: "Área cosechada"},
				Synonyms: []string{"área colhida", "área", "área ha", "hectares", "ha", "ha colhidos", "area colh", "harvested area"},
				Help: lang.Text{
					PT: "Área colhida em hectares, por exemplo 120,69.",
					EN: "Area harvested in hectares, for example 120.69.",
					ES: "Área cosechada en hectáreas, por ejemplo 120,69.",
				},
			},
			{
				Name:     "umidade",
				Shape:    Quantity,
				Unit:     "%",
				Label:    lang.Text{PT: "Umidade", EN: "Moisture", ES: "Humedad"},
				Synonyms: []string{"umid", "umidade média", "teor de umidade", "u", "h2o", "moisture", "% umid", "humedad"},
				Help: lang.Text{
					PT: "Umidade média do produto na colheita, em %, por exemplo 14,0.",
					EN: "Mean moisture of the product at harvest, in %, for example 14,0.",
					ES: "Humedad media del producto en la cosecha, en %, por ejemplo 14,0.",
				},
			},
			{
				Name:     "talhao",
				Shape:    Text,
				Label:    lang.Text{PT: "Talhão", EN: "Plot", ES: "Parcela"},
				Synonyms: []string{"talhão", "talhões", "gleba", "quadra", "lote de terra", "piquete", "parcela", "campo", "talh", "pivô", "field", "plot"},
				Help: lang.Text{
					PT: "Nome ou número do talhão colhido, por exemplo T-07.",
					EN: "Name or number of the plot harvested, for example T-07.",
					ES: "Nombre o número de la parcela cosechada, por ejemplo T-07.",
				},
			},
		},
		Example: `{"registroLimpeza":"2025-02-08 07:30, Ana Lima, limpeza a ar","dataColheita":"2025-02-08","quantidadeColhida":434400,"areaColhida":120.69,"umidade":"14,0%","talhao":"T-07"}`,
	},
	{
		Code:     7,
		Name:     "identificacaoLote",
		Prefix:   LotIdentification,
		Phase:    "03",
		Number:   "07",
		Title:    lang.Text{PT: "Identificação do lote", EN: "Lot identification", ES: "Identificación del lote", More: &lang.More{DE: "Kennzeichnung der Partie", NL: "Identificatie van de partij", FR: "Identification du lot", IT: "Identificazione del lotto"}},
		Synonyms: []string{"identificação de lotes", "lotes", "formação de lotes", "cadastro de lotes", "lot list"},
		About: lang.Text{
			PT: "Dá ao lote colhido o código que o acompanha até o destino.",
			EN: "Gives the harvested lot the code that follows it to its destination.",
			ES: "Da al lote cosechado el código que lo acompaña hasta su destino.",
		},
		Known: []string{"codigoLote", "destinoInicial", "soja"},
		Fields: []Field{
			{
				Name:     "codigoLote",
				Shape:    Text,
				Says:     LotIdentified,
				Label:    lang.Text{PT: "Código do lote", EN: "Lot code", ES: "Código del lote"},
				Synonyms: []string{"lote", "código lote", "cód lote", "nº lote", "n lote", "lote nº", "id lote", "identificação do lote", "lot", "lot code", "batch"},
				Help: lang.Text{
					PT: "Código único do lote, com até 20 letras, números e hifens, por exemplo MT25-S-001.",
					EN: "Unique code of the lot, up to 20 letters, digits and hyphens, for example MT25-S-001.",
					ES: "Código único del lote, con hasta 20 letras, números y guiones, por ejemplo MT25-S-001.",
				},
			},
			{
				Name:     "soja",
				Shape:    Texts,
				Label:    lang.Text{PT: "Características do produto", EN: "Product characteristics", ES: "Características del producto"},
				Synonyms: []string{"características", "variedade", "cultivar", "classe", "tipo", "produto", "descrição", "peneira"},
				Help: lang.Text{
					PT: "Um item por característica: tipo, cultivar, classe e safra; o campo vale também para café.",
					EN: "One item per characteristic: type, variety, class and crop year; the field also serves coffee.",
					ES: "Un elemento por característica: tipo, variedad, clase y campaña; el campo sirve también para café.",
				},
			},
			{
				Name:     "destinoInicial",
				Shape:    Text,
				Says:     Place,
				Label:    lang.Text{PT: "Destino inicial", EN: "Initial destination", ES: "Destino inicial"},
				Synonyms: []string{"destino", "armazém destino", "local de entrega", "silo destino", "destino da carga", "unidade de destino", "destination"},
				Help: lang.Text{
					PT: "Para onde o lote vai primeiro, por exemplo Armazém Sorriso.",
					EN: "Where the lot goes first, for example Armazém Sorriso.",
					ES: "Adónde va primero el lote, por ejemplo Armazém Sorriso.",
				},
			},
		},
		Example: `{"codigoLote":"MT25-S-001","soja":["Convencional","Cultivar BRS 8381","Classe amarela","Safra 2024/25"],"destinoInicial":"Armazém Sorriso"}`,
	},
}
