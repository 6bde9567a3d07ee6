package openapi

// importParameters are the parameters of an import.
var importParameters = object{
	{"modo", object{{"name", "modo"}, {"in", "query"}, {"required", false},
		{"description", "tudo: grava todas as linhas ou nenhuma. validas: grava as que podem ser aceitas e diz das outras por quê."},
		{"schema", object{{"type", "string"}, {"enum", list{"tudo", "validas"}}, {"default", "tudo"}}}}},
	{"simular", object{{"name", "simular"}, {"in", "query"}, {"required", false},
		{"description", "true não grava nada e diz de cada linha o que a criação diria."}, {"schema", typed("boolean", member{"default", false})}}},
	{"repetidas", object{{"name", "repetidas"}, {"in", "query"}, {"required", false},
		{"description", "ignorar: a linha que já foi importada assim não é gravada outra vez, mesmo que o registro tenha sido alterado ou excluído. criar: é um registro novo."},
		{"schema", object{{"type", "string"}, {"enum", list{"criar", "ignorar"}}, {"default", "criar"}}}}},
}

// sheetParameters are the parameters of a spreadsheet import.
var sheetParameters = object{
	{"mapeamentoDaPlanilha", object{{"name", "mapeamento"}, {"in", "query"}, {"required", false},
		{"description", "Nome ou id de um mapeamento salvo, que diz o que é cada coluna. Sem ele vale o que foi salvo para uma planilha com as mesmas colunas; sem nenhum, só em uma simulação, que responde um palpite."},
		{"schema", typed("string")}}},
	{"tipoDaPlanilha", object{{"name", "tipo"}, {"in", "query"}, {"required", false},
		{"description", "Prefixo do tipo de registro, como /armazenamento/recebimento, se o palpite não deve procurá-lo."}, {"schema", typed("string")}}},
	{"cargas", object{{"name", "cargas"}, {"in", "query"}, {"required", false},
		{"description", "ignorar: um recebimento cuja carga já está registrada na safra (a mesma nota, ou o mesmo dia, placa e peso) não é gravado outra vez. criar: é um registro novo."},
		{"schema", object{{"type", "string"}, {"enum", list{"criar", "ignorar"}}, {"default", "ignorar"}}}}},
	{"iguais", object{{"name", "iguais"}, {"in", "query"}, {"required", false},
		{"description", "ignorar: a linha que diz exatamente o mesmo que outra, antes dela no arquivo, não é gravada. criar: é um registro novo."},
		{"schema", object{{"type", "string"}, {"enum", list{"criar", "ignorar"}}, {"default", "ignorar"}}}}},
	{"paraTodas", object{{"name", "paraTodas"}, {"in", "query"}, {"required", false}, {"style", "form"}, {"explode", true},
		{"description", "Um valor que vale para todas as linhas deste arquivo, como safraId:S-2025-001; pode repetir. Um mapeamento salvo só propõe esses valores: ao gravar, cada um dos campos em constantes, e safraId se nenhuma coluna o diz, deve vir aqui, vazio se não há. Sem eles nada é gravado."},
		{"schema", arrayOf(typed("string"))}}},
}

// mappingSchemas returns the schemas of column mappings and of finished imports.
func mappingSchemas() object {
	count := typed("integer", member{"minimum", 0})
	id := typed("string", member{"format", "uuid"})
	column := props([]string{"coluna", "cabecalho", "uso"}, object{
		{"coluna", describe(count, "A partir de 0.")}, {"cabecalho", textSchema}, {"uso", object{{"type", "string"}, {"enum", list{"campo", "extra", "ignorar", "juntar", "parte", "dividir"}}}},
		{"campo", textSchema}, {"numeros", object{{"type", "string"}, {"enum", list{"br", "us"}}}}, {"datas", object{{"type", "string"}, {"enum", list{"dma", "mda", "amd", "serial", "mista"}}}},
		{"unidade", textSchema}, {"com", arrayOf(count)}, {"separador", textSchema}, {"padrao", describe(textSchema, "Expressão regular com dois grupos: as duas partes.")}, {"segundo", textSchema},
	})
	mapping := props([]string{"versao", "tipo", "linhasCabecalho", "linha", "assinatura", "colunas"}, object{
		{"versao", describe(count, "1.")}, {"nome", textSchema}, {"tipo", describe(textSchema, "Prefixo do tipo de registro.")}, {"planilha", textSchema}, {"linhasCabecalho", count}, {"linha", count},
		{"assinatura", describe(textSchema, "Do cabeçalho: planilhas com a mesma são lidas do mesmo jeito.")}, {"colunas", arrayOf(column)},
		{"constantes", arrayOf(props([]string{"campo", "valor"}, object{{"campo", textSchema}, {"valor", textSchema}}))},
	})
	guessed := props([]string{"confianca", "por", "exemplo"}, object{{"confianca", typed("number")}, {"por", object{{"type", "string"}, {"enum", list{"nome", "valores", "anterior", "nada"}}}}, {"outros", arrayOf(textSchema)}, {"vazia", typed("boolean")}, {"exemplo", textSchema}})
	question := props([]string{"coluna", "pergunta", "exemplo"}, object{{"coluna", count}, {"pergunta", object{{"type", "string"}, {"enum", list{"datas", "numeros", "unidade"}}}}, {"exemplo", textSchema}})
	return object{
		{"MapaDeColunas", mapping},
		{"PedidoDeMapeamento", props([]string{"nome", "mapa"}, object{{"nome", textSchema}, {"mapa", ref("MapaDeColunas")}})},
		{"Mapeamento", props([]string{"id", "nome", "tipo", "versao", "criadoEm", "mapa"}, object{{"id", id}, {"nome", textSchema}, {"tipo", textSchema}, {"versao", count}, {"criadoEm", ref("Instante")}, {"mapa", ref("MapaDeColunas")}})},
		{"ListaDeMapeamento", props([]string{"content"}, object{{"content", arrayOf(ref("Mapeamento"))}})},
		{"Palpite", props([]string{"conhecido", "confianca", "outrosTipos", "colunas", "perguntas", "faltam", "mapa"}, object{
			{"conhecido", typed("boolean")}, {"confianca", typed("number")}, {"outrosTipos", arrayOf(textSchema)}, {"colunas", arrayOf(guessed)},
			{"perguntas", describe(arrayOf(question), "O que o arquivo não diz: enquanto o mapa não disser, esses valores são recusados.")}, {"faltam", describe(arrayOf(textSchema), "Campos que precisam de um valor em paraTodas.")}, {"mapa", ref("MapaDeColunas")}})},
		{"ImportacaoGravada", props([]string{"id", "criadoEm", "criadoPor", "origem", "mapeamento", "documentos", "tipos", "safras", "maisSafras", "gravados", "estado", "excluidos"}, object{
			{"id", id}, {"criadoEm", ref("Instante")}, {"criadoPor", textSchema}, {"origem", object{{"type", "string"}, {"enum", list{"api", "console", "cli"}}}}, {"documentos", describe(count, "Documentos fiscais que foram lidos; 0 para planilhas.")}, {"mapeamento", textSchema}, {"tipos", arrayOf(textSchema)},
			{"safras", arrayOf(textSchema)}, {"maisSafras", typed("boolean")}, {"gravados", count}, {"estado", object{{"type", "string"}, {"enum", list{"gravada", "desfazendo", "desfeita"}}}}, {"excluidos", count}})},
		{"PaginaDeImportacaoGravada", pageSchema("ImportacaoGravada")},
	}
}

// importSchemas returns the schemas of an import's answer.
func importSchemas() object {
	text, count := typed("string"), typed("integer", member{"minimum", 0})
	problem := props([]string{"campo", "ponteiro", "regra", "mensagem"}, object{{"campo", text}, {"ponteiro", text}, {"regra", text}, {"mensagem", text}})
	return object{
		{"LinhaImportada", append(props([]string{"linha", "situacao"}, object{
			{"linha", describe(count, "Da linha do NDJSON, ou do item da lista, a partir de 1.")},
			{"situacao", object{{"type", "string"}, {"enum", list{"criado", "valido", "existente", "recusado"}}}},
			{"id", typed("string", member{"format", "uuid"})}, {"versao", count},
			{"talvezMesmaCarga", describe(typed("boolean"), "A linha pode ser sobre a carga do registro que já existe: do mesmo dia e da mesma placa, com até 10 % de diferença no peso entre a nota e a balança, ou até 0,5 % entre duas balanças. Ela fica de fora até alguém dizer, com cargas=criar.")},
			{"mesmaCarga", describe(typed("boolean"), "A linha diz outra coisa que o registro que já existe, sobre a mesma carga.")},
			{"repeteLinha", describe(count, "A linha deste arquivo que diz exatamente o mesmo. A repetida fica de fora até alguém dizer, com iguais=criar, que são duas.")},
			{"avisos", arrayOf(ref("Aviso"))}, {"identificadores", arrayOf(ref("Identificador"))}, {"geometria", ref("Geometria")},
			{"error", describe(text, "Por que foi recusada, como nos erros.")}, {"mensagem", text}, {"erros", arrayOf(problem)},
		}), member{"additionalProperties", false})},
		{"Importacao", props([]string{"resultados", "total", "criados", "existentes", "recusados", "simulado"}, object{
			{"resultados", describe(arrayOf(ref("LinhaImportada")), "Uma por linha, na ordem.")},
			{"total", count}, {"criados", describe(count, "Numa simulação, os que seriam criados.")}, {"existentes", count}, {"recusados", count}, {"simulado", typed("boolean")},
			{"importacaoId", describe(typed("string", member{"format", "uuid"}), "Com ele a importação pode ser desfeita; só quando algo foi gravado.")},
			{"error", describe(text, "IMPORTACAO_DESFEITA se alguém desfez a importação enquanto ela era gravada; ela parou.")}, {"mensagem", text},
			{"palpite", describe(ref("Palpite"), "De uma planilha: o que as colunas parecem ser; só em uma simulação.")},
		})},
		{"LinhasImportadas", describe(typed("string"), "Um resultado por linha, e na última o resumo: {\"resumo\":{…}}. Sem ela a resposta não está completa.")},
		{"RespostaDaImportacao", props([]string{"status", "message", "data"}, object{{"status", constant("success")}, {"message", text}, {"data", ref("Importacao")}})},
	}
}
