package kind

import "rastro/internal/lang"

// Profile is the kind of a harvest's profile: facts about the whole harvest, stated once. It is
// journaled, versioned and proven like a record, but is not one of the interface's kinds, so it is
// not in All. A harvest has at most one live profile. Its fields are all optional, and their values
// are checked before they are stored: see package profile.
var Profile = &Kind{
	Code:   30,
	Name:   "perfil",
	Prefix: Profiles,
	Phase:  "00", // of no phase: a key limited to phases may read it, but not write it
	Title:  lang.Text{PT: "Perfil da safra", EN: "Harvest profile", ES: "Perfil de la cosecha", More: &lang.More{DE: "Ernteprofil", NL: "Oogstprofiel", FR: "Profil de la récolte", IT: "Profilo del raccolto"}},
	About: lang.Text{
		PT: "Diz uma vez o que vale para a safra inteira: cultura, produtor, lugar e destino.",
		EN: "Says once what is true of the whole harvest: crop, producer, place and targets.",
		ES: "Dice una vez lo que vale para toda la cosecha: cultivo, productor, lugar y destinos.",
	},
	Known: []string{"nome", "cultura", "safra", "municipio"},
	Fields: []Field{
		{
			Name: "cultura", Shape: Text,
			Label:    lang.Text{PT: "Cultura", EN: "Crop", ES: "Cultivo"},
			Synonyms: []string{"cultura", "produto", "crop"},
			Help: lang.Text{
				PT: "O que se colhe, por exemplo SOJA ou café. Decide quais conferências a safra recebe.",
				EN: "What is harvested, for example SOJA (soy) or café (coffee). It decides how the harvest is checked.",
				ES: "Lo que se cosecha, por ejemplo SOJA o café. Decide qué revisiones recibe la cosecha.",
			},
		},
		{
			Name: "nome", Shape: Text, Personal: true,
			Label: lang.Text{PT: "Nome da safra", EN: "Name of the harvest", ES: "Nombre de la cosecha"},
			Help: lang.Text{
				PT: "Como vocês chamam a safra, por exemplo Soja talhão norte.",
				EN: "What you call the harvest, for example Soy, northern plot.",
				ES: "Cómo llaman a la cosecha, por ejemplo Soja parcela norte.",
			},
		},
		{
			Name: "produtor", Shape: Text, Personal: true,
			Label:    lang.Text{PT: "Produtor", EN: "Producer", ES: "Productor"},
			Synonyms: []string{"produtor", "produtor rural", "nome produtor", "cooperado", "associado", "fornecedor", "remetente", "agricultor", "grower", "producer", "farmer", "depositante", "matrícula produtor"},
			Help: lang.Text{
				PT: "Nome de quem produz. Vai para o arquivo da UE, em cada talhão que não nomeia outro.",
				EN: "Who grows it. It goes into the EU file, with every plot that names no other.",
				ES: "Nombre de quien produce. Va al archivo de la UE, en cada parcela que no nombra a otro.",
			},
		},
		{
			Name: "documentoProdutor", Shape: Text, Personal: true, Pattern: Taxpayer,
			Label: lang.Text{PT: "CPF ou CNPJ do produtor", EN: "Producer's CPF or CNPJ", ES: "CPF o CNPJ del productor"},
			Help: lang.Text{
				PT: "Com ou sem pontuação; os dígitos são conferidos.",
				EN: "With or without punctuation; its check digits are checked.",
				ES: "Con o sin puntuación; se comprueban los dígitos.",
			},
		},
		{
			Name: "fazenda", Shape: Text, Personal: true,
			Label:    lang.Text{PT: "Fazenda", EN: "Farm", ES: "Finca"},
			Synonyms: []string{"fazenda", "propriedade", "sítio", "imóvel", "faz", "farm", "property", "nome da fazenda", "unidade produtiva"},
			Help: lang.Text{
				PT: "Nome da propriedade. É o local de produção do arquivo da UE se não há município.",
				EN: "Name of the farm. It is the production place in the EU file if there is no municipality.",
				ES: "Nombre de la propiedad. Es el lugar de producción del archivo de la UE si no hay municipio.",
			},
		},
		{
			Name: "municipio", Shape: Text,
			Label:    lang.Text{PT: "Município", EN: "Municipality", ES: "Municipio"},
			Synonyms: []string{"município", "cidade", "munic", "city", "municipality"},
			Help: lang.Text{
				PT: "Nome do município, por exemplo Sorriso. Com a UF, é o local de produção do arquivo da UE.",
				EN: "Name of the municipality, for example Sorriso. With the state it is the production place in the EU file.",
				ES: "Nombre del municipio, por ejemplo Sorriso. Con el estado, es el lugar de producción del archivo de la UE.",
			},
		},
		{
			Name: "uf", Shape: Text,
			Label:    lang.Text{PT: "UF", EN: "State", ES: "Estado"},
			Synonyms: []string{"uf", "estado", "state"},
			Help: lang.Text{
				PT: "Sigla do estado, por exemplo MT. Tem de ser a do CAR.",
				EN: "Letters of the state, for example MT. They must be those of the CAR.",
				ES: "Sigla del estado, por ejemplo MT. Debe ser la del CAR.",
			},
		},
		{
			Name: "car", Shape: Text, Personal: true,
			Label: lang.Text{PT: "CAR", EN: "CAR (land registry)", ES: "CAR (registro de tierras)"},
			Help: lang.Text{
				PT: "Número do Cadastro Ambiental Rural, por exemplo MT-5107925-0123456789ABCDEF0123456789ABCDEF. Vale para as conferências que pedem o CAR.",
				EN: "Number in the rural land registry, for example MT-5107925-0123456789ABCDEF0123456789ABCDEF. It counts for the checks that ask for a CAR.",
				ES: "Número del registro ambiental rural, por ejemplo MT-5107925-0123456789ABCDEF0123456789ABCDEF. Vale para las revisiones que piden el CAR.",
			},
		},
		{
			Name: "safra", Shape: Text,
			Label: lang.Text{PT: "Período", EN: "Season", ES: "Período"},
			Help: lang.Text{
				PT: "Os anos da safra, por exemplo 2024/25.",
				EN: "The years of the season, for example 2024/25.",
				ES: "Los años de la cosecha, por ejemplo 2024/25.",
			},
		},
		{
			Name: "alvos", Shape: Texts, Values: []string{"EUDR", "EXPORTACAO", "INTERNO"},
			Label: lang.Text{PT: "Destinos", EN: "Targets", ES: "Destinos"},
			Help: lang.Text{
				PT: "Para onde a safra vai: União Europeia (EUDR), exportação ou mercado interno.",
				EN: "Where the harvest goes: European Union (EUDR), export or domestic market.",
				ES: "Adónde va la cosecha: Unión Europea (EUDR), exportación o mercado interno.",
			},
		},
		{
			Name: "pais", Shape: Text,
			Label:    lang.Text{PT: "País", EN: "Country", ES: "País"},
			Synonyms: []string{"país", "country"},
			Help: lang.Text{
				PT: "País de produção em duas letras (ISO 3166-1), por exemplo BR. Sem ele, vale BR.",
				EN: "Country of production in two letters (ISO 3166-1), for example BR. Without it, BR is assumed.",
				ES: "País de producción en dos letras (ISO 3166-1), por ejemplo BR. Sin él, vale BR.",
			},
		},
		{
			Name: "localProducao", Shape: Text, Personal: true,
			Label:    lang.Text{PT: "Local de produção", EN: "Production place", ES: "Lugar de producción"},
			Synonyms: []string{"local de produção", "local produção"},
			Help: lang.Text{
				PT: "O local de produção que vai no arquivo da União Europeia, se não é o município e a UF.",
				EN: "The place of production in the file for the European Union, if that is not the municipality and the state.",
				ES: "El lugar de producción del archivo para la Unión Europea, si no es el municipio y el estado.",
			},
		},
	},
	Example: `{"cultura":"SOJA","nome":"Soja talhão norte","produtor":"Ana Lima","documentoProdutor":"529.982.247-25","fazenda":"Fazenda Boa Vista","municipio":"Sorriso","uf":"MT","car":"MT-5107925-0123456789ABCDEF0123456789ABCDEF","safra":"2024/25","alvos":["EUDR"],"pais":"BR"}`,
}
