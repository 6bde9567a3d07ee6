package openapi

import (
	"slices"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/landlayer"
	"rastro/internal/trace"
)

func ref(name string) object { return object{{"$ref", "#/components/schemas/" + name}} }

// typed returns a schema of a type, or of a list of types. A number has the format double: code
// generated from a bare number may use a float32, which shifts a coordinate.
func typed(t any, more ...member) object {
	out := object{{"type", t}}
	if types, ok := t.(list); t == "number" || ok && types[0] == "number" {
		out = append(out, member{"format", "double"})
	}
	return append(out, more...)
}

// constant returns a text that is always the same.
func constant(text string) object { return object{{"type", "string"}, {"const", text}} }

// describe adds a description to a schema.
func describe(s object, description string) object {
	if s.get("$ref") != nil {
		s = object{{"allOf", list{s}}}
	}
	return append(slices.Clip(s), member{"description", description})
}

func optional(t string) list { return list{t, "null"} }

func arrayOf(items any, more ...member) object {
	return append(object{{"type", "array"}, {"items", items}}, more...)
}

// props makes an object schema; names before the mark are required.
func props(required []string, properties object) object {
	out := object{{"type", "object"}}
	if len(required) > 0 {
		list := make(list, len(required))
		for i, r := range required {
			list[i] = r
		}
		out = append(out, member{"required", list})
	}
	return append(out, member{"properties", properties})
}

// textOrNumber is a text that may be sent as a number, which is then stored as one.
var textOrNumber = object{{"anyOf", list{typed("string"), typed("number"), typed("null")}}}

// returned are the schemas of the payload shapes in answers. Anything may be null,
// which counts as absent.
var returned = map[kind.Shape]object{
	kind.Text:        textOrNumber,
	kind.Date:        textOrNumber,
	kind.DateTime:    textOrNumber,
	kind.Number:      typed(list{"number", "null"}, member{"minimum", 0}),
	kind.Plot:        {{"type", list{"array", "null"}}, {"items", typed(list{"number", "null"})}, {"maxItems", kind.MaxPlotItems}},
	kind.Texts:       {{"type", list{"array", "null"}}, {"items", textOrNumber}, {"maxItems", kind.MaxItems}},
	kind.Quantity:    textOrNumber,
	kind.TextOrTexts: ref("ValorJSON"),
	kind.Objects:     {{"type", list{"array", "null"}}, {"items", object{{"type", list{"object", "null"}}}}},
}

// sent are the schemas of requests for shapes in which they differ from answers. A text may also be
// sent as a number, but the schema does not say so, to give generated programs one type less.
var sent = map[kind.Shape]object{
	kind.Text:     typed(optional("string")),
	kind.Date:     typed(optional("string")),
	kind.DateTime: typed(optional("string")),
	kind.Texts:    {{"type", list{"array", "null"}}, {"items", typed(optional("string"))}, {"maxItems", kind.MaxItems}},
	kind.Plot:     {{"anyOf", richPlot}},
}

// shapeHints describe the content of texts.
var shapeHints = map[kind.Shape]string{
	kind.Date:     " Data: AAAA-MM-DD ou DD/MM/AAAA.",
	kind.DateTime: " Data e hora: AAAA-MM-DDTHH:MM:SS-03:00 ou DD/MM/AAAA HH:MM.",
	kind.Plot:     " Lista de números: [lonMin, latMin, lonMax, latMax] ou x1, y1, x2, y2, …",
}

// richPlot describes a plot that is not a list of numbers.
var richPlot = list{
	object{{"type", "array"}, {"items", typed("number")}, {"maxItems", kind.MaxPlotItems}},
	describe(arrayOf(object{{"type", "array"}, {"items", ref("ValorJSON")}}), "Posições [[lon, lat], …], anéis ou polígonos delas."),
	describe(props([]string{"type"}, object{{"type", object{{"type", "string"}, {"enum", list{"Point", "MultiPoint", "Polygon", "MultiPolygon", "GeometryCollection", "Feature", "FeatureCollection"}}}}}), "GeoJSON (RFC 7946)."),
}

// payloadSchema returns the schema of a payload in an answer, or in a request.
func payloadSchema(k *kind.Kind, request bool) object {
	var properties object
	for _, f := range k.Fields {
		schema := ref("ValorJSON")
		if !k.Open { // an open payload takes any shape; the description says what we propose
			schema = returned[f.Shape]
			if s, ok := sent[f.Shape]; ok && request {
				schema = s
			}
		}
		text := told(f.Help) + shapeHints[f.Shape]
		if request && f.Shape == kind.Plot {
			text += " Também pares [[lon, lat], …] ou GeoJSON: a resposta traz a lista aqui e a forma inteira em geojson."
		}
		if f.Unit != "" {
			text += " Unidade: " + f.Unit + "."
		}
		properties = append(properties, member{f.Name, titled(schema, told(f.Label), text)})
	}
	for _, f := range k.Beside {
		properties = append(properties, member{f.Name, titled(object{}, told(f.Label), told(f.Help))}) // of any shape; a reference would be the type of every other member to some generators
	}
	return describe(append(props(nil, properties), member{"additionalProperties", true}), told(k.About))
}

// titled gives a schema a title and a description. Next to a reference they go into a schema of
// their own, because OpenAPI 3.0 ignores a reference's siblings.
func titled(schema object, title, description string) object {
	if schema.get("$ref") != nil {
		schema = object{{"allOf", list{schema}}}
	}
	return append(append(object{{"title", title}}, schema...), member{"description", description})
}

// recordSchema returns the schema of a record in an answer.
func recordSchema(k *kind.Kind) object {
	properties := object{
		{"id", typed("string", member{"format", "uuid"})},
		{"tipo", constant(k.Name)},
		{"prefixo", constant(k.Prefix)},
		{"fase", constant(k.Phase)},
		{"safraId", typed("string")},
		{"safraCodigo", typed(optional("string"))},
	}
	required := []string{"id", "tipo", "prefixo", "fase", "safraId", "safraCodigo", "dados", "versao", "criadoEm", "atualizadoEm", "criadoPor", "atualizadoPor", "hash", "avisos", "identificadores"}
	if k.IsValidation() {
		properties = append(properties, member{"codigo", typed("string")})
		required = append(required, "codigo") // a write-only key does not get the harvest's code
	}
	properties = append(properties, object{
		{"dados", ref("Dados" + k.TypeName() + "Devolvidos")},
		{"versao", typed("integer", member{"minimum", 1})},
		{"criadoEm", ref("Instante")},
		{"atualizadoEm", ref("Instante")},
		{"criadoPor", typed("string")},
		{"atualizadoPor", typed("string")},
		{"hash", typed("string", member{"pattern", "^[0-9a-f]{64}$"})},
		{"avisos", arrayOf(ref("Aviso"))},
		{"identificadores", arrayOf(ref("Identificador"))},
	}...)
	if k.HasPlot() {
		properties = append(properties, member{"geometria", ref("Geometria")})
	}
	properties = append(properties, member{"anexos", describe(arrayOf(ref("Anexo")), "Só quando há.")})
	if k.IsValidation() {
		properties = append(properties, object{{"cobertura", ref("Cobertura")}, {"completude", ref("Completude")},
			{landlayer.SealMember, describe(ref("CamadasDaValidacao"), "Só quando havia camadas públicas.")}, {"relatorio", ref("Relatorio")},
			{"organizacaoId", describe(typed("string"), "Organização cujo membro escreveu esta versão.")}, {"justificativa", reasonSchema("string")}, {"estado", ref("EstadoDaValidacao")}, {"estadoEm", ref("Instante")}, {"divergencias", arrayOf(ref("Divergencia"))}, {"veredito", ref("Veredito")}}...)
	}
	return append(props(required, properties), member{"additionalProperties", false})
}

func entitySchema(k *kind.Kind, update bool) object {
	properties := object{
		{"safraId", describe(typed("string", member{"minLength", 1}, member{"maxLength", 100}), "Identificador da safra.")},
		{"safraCodigo", describe(typed(optional("string"), member{"maxLength", 100}), "Código da safra, como 2024/25.")},
		{"dados", ref("Dados" + k.TypeName())},
	}
	if k.IsValidation() {
		properties = append(properties, member{justifyMember, reasonSchema(optional("string"))})
	}
	if update {
		properties = append(object{{"id", describe(typed("string"), "Registro a alterar; sem ele a safra deve ter um só registro deste tipo.")}}, properties...)
	}
	return props([]string{"safraId", "dados"}, properties)
}

const justifyMember = "justificativa"

// reasonSchema returns the schema of the reason why a harvest is approved despite errors.
func reasonSchema(t any) object {
	return describe(typed(t, member{"minLength", 1}, member{"maxLength", trace.MaxReason}),
		"Por que a safra é aprovada apesar dos erros da conferência: sem ela a validação fica REPROVADA. A página pública a mostra; não escreva nomes nem documentos.")
}

func pageSchema(item string) object {
	return props([]string{"content", "page", "next"}, object{
		{"content", arrayOf(ref(item))},
		{"page", ref("Pagina")},
		{"next", describe(typed(optional("string")), "Cursor da próxima página; null no fim.")},
	})
}

// schemas lists every schema of the document.
func schemas() object {
	var all object
	for _, k := range kind.All {
		name := k.TypeName()
		all = append(all, object{
			{"Dados" + name, payloadSchema(k, true)},
			{"CreateChainEntity" + name, entitySchema(k, false)},
			{"UpdateChainEntity" + name, entitySchema(k, true)},
			{"Registro" + name, recordSchema(k)},
			{"PaginaDe" + name, pageSchema("Registro" + name)},
			{"Dados" + name + "Devolvidos", payloadSchema(k, false)},
		}...)
	}
	return slices.Concat(all, profileSchemas(), importSchemas(), mappingSchemas(), taxSchemas(), traceSchemas, disputeSchemas(), organizationSchemas(), fileSchemas(), publicSchemas(), verdictSchemas(), boardSchemas(), changeSchemas(), epcisSchemas(), webhookSchemas(), otherSchemas)
}

// Schemas from which many others are built.
var (
	textSchema     = typed("string")
	textsSchema    = arrayOf(textSchema)
	flagSchema     = typed("boolean")
	countSchema    = typed("integer", member{"minimum", 0})
	daySchema      = typed("string", member{"format", "date"})
	severitySchema = object{{"type", "string"}, {"enum", list{"info", "alerta", "erro"}}}
)

// phaseMembers are the members of a phase in a request, keyMembers those of a key.
var (
	phaseMembers = object{
		{"cultura", describe(typed("string"), "TipoCultura, em qualquer grafia usual.")}, {"etapa", textSchema}, {"nome", textSchema}, {"etapaNome", textSchema}, {"descricao", textSchema},
		{"ordem", countSchema}, {"tipoRegistro", textSchema}, {"numeroRegistro", textSchema}, {"obrigatoria", flagSchema}, {"ativo", flagSchema},
	}
	keyMembers = object{
		{"nome", textSchema}, {"organizacao", textSchema},
		{"escopos", arrayOf(object{{"type", "string"}, {"enum", list{"leitura", "escrita", "admin"}}})},
		{"fases", describe(textsSchema, "Fases em que pode escrever; vazio: todas.")},
		{"safras", describe(textsSchema, "Safras a que tem acesso; vazio: todas.")},
	}
)

// storedKeyMembers are the stored members of a key.
var (
	storedKeyMembers = slices.Concat(object{{"accessKey", textSchema}}, keyMembers, object{{"ativo", flagSchema}, {"criadoEm", ref("Instante")}, {"expiraEm", ref("InstanteOuNulo")}, {"desativadoEm", ref("InstanteOuNulo")}, {"ultimoUso", ref("InstanteOuNulo")}})
	storedKeyNames   = []string{"accessKey", "nome", "organizacao", "escopos", "fases", "safras", "ativo", "criadoEm", "expiraEm", "desativadoEm", "ultimoUso"}
)

// otherSchemas are those that belong to no group.
var otherSchemas = object{
	{"Instante", typed("string", member{"format", "date-time"}, member{"examples", list{"2026-11-15T02:00:00.123Z"}})},
	{"ValorJSON", object{{"description", "Qualquer valor JSON."}, {"anyOf", list{typed("string"), typed("number"), typed("boolean"), arrayOf(ref("ValorJSON")), typed("object"), typed("null")}}}},
	{"Linkset", props([]string{"linkset"}, object{{"linkset", arrayOf(typed("object"))}})},
	{"LinkDoProduto", props([]string{"status", "message", "data"}, object{{"status", constant("success")}, {"message", textSchema},
		{"data", props([]string{"codigo", "url"}, object{{"codigo", textSchema}, {"url", textSchema}})}})},
	{"InstanteOuNulo", typed(optional("string"), member{"format", "date-time"})},
	{"Pagina", props([]string{"size"}, object{{"size", countSchema}, {"number", countSchema}, {"totalElements", countSchema}, {"totalPages", countSchema}})},
	{"Aviso", props([]string{"regra", "campo", "ponteiro", "severidade", "mensagem"}, object{
		{"regra", textSchema}, {"campo", textSchema}, {"ponteiro", textSchema}, {"severidade", severitySchema}, {"mensagem", textSchema}})},
	{"Geometria", describe(props([]string{"interpretacao", "areaHa", "bbox", "ordem"}, object{
		{"interpretacao", object{{"type", "string"}, {"enum", list{"PONTO", "PONTOS", "BBOX", "ANEL", "POLIGONO", "MULTIPOLIGONO", "INDETERMINADA"}}}},
		{"areaHa", typed(list{"number", "null"})}, {"bbox", describe(object{{"type", list{"array", "null"}}, {"items", typed("number")}}, "Oeste, sul, leste, norte.")},
		{"ordem", describe(typed(optional("string")), "LON_LAT ou LAT_LON, como foi enviada; null se indeterminada.")}}), "Como o talhão foi lido: do geojson, se há um legível, senão do próprio campo.")},
	{"LeituraDeTalhoes", props([]string{"geojson", "geometria", "avisos"}, object{
		{"geojson", describe(ref("ValorJSON"), "O que o campo poligono ou areaPlantada de um registro aceita.")},
		{"geometria", ref("Geometria")}, {"avisos", arrayOf(ref("Aviso"))}})},
	{"ConferenciaEUDR", eudrCheckSchema()},
	{"CamadasConferidas", landSchema()}, {"ResumoEUDR", eudrSummarySchema()},
	{"ArquivoEUDR", eudrFileSchema()},
	{"DeclaracaoEUDR", statementSchema()},
	{"DeclaracaoUE", filingSchema()},
	{"DeclaracoesUE", props([]string{"declaracoes"}, object{{"declaracoes", arrayOf(ref("DeclaracaoUE"))}})},
	{"NovaDeclaracaoUE", newFilingSchema()},
	{"NovoCompartilhamento", newLinkSchema()},
	{"Compartilhamento", linkSchema()},
	{"Compartilhamentos", props([]string{"links"}, object{{"links", arrayOf(ref("Compartilhamento"))}})},
	{"CompartilhamentoCriado", linkSchema(member{"url", describe(typed("string"), "O endereço que o comprador abre. Só aparece aqui.")})},
	{"CompartilhamentoComAcessos", linkSchema(member{"acessos", linkViewsSchema()})},
	{"Identificador", props([]string{"tipo", "valor", "valido", "campo"}, object{
		{"tipo", textSchema}, {"valor", describe(typed("string"), "Na forma usual do documento; CPF e número de verificação da DDS, mascarados.")}, {"valido", flagSchema}, {"campo", textSchema}})},
	{"Regra", props([]string{"regra", "severidade", "escopo", "prefixos", "mensagem", "fonte", "exemplo", "contraexemplo"}, object{
		{"regra", textSchema}, {"severidade", severitySchema}, {"escopo", object{{"type", "string"}, {"enum", list{"registro", "safra"}}}},
		{"prefixos", describe(arrayOf(textSchema), "Tipos de registro que a regra olha; vazio: todos.")}, {"mensagem", textSchema}, {"fonte", textSchema},
		{"exemplo", ref("ValorJSON")}, {"contraexemplo", ref("ValorJSON")}})},
	{"ListaDeRegra", props([]string{"content"}, object{{"content", arrayOf(ref("Regra"))}})},
	{"Cobertura", props([]string{"registros", "raiz"}, object{{"registros", countSchema}, {"raiz", textSchema}})},
	{"Completude", props([]string{"cultura", "presentes", "total", "percentual", "faltantes"}, object{
		{"cultura", ref("TipoCultura")}, {"presentes", countSchema}, {"total", countSchema}, {"percentual", countSchema},
		{"faltantes", arrayOf(props([]string{"prefixo", "fase", "nome"}, object{{"prefixo", textSchema}, {"fase", textSchema}, {"nome", textSchema}}))}})},
	{"CamadasDaValidacao", props([]string{"talhoesConferidos", "talhoesNaoConferidos", "total", "lista"}, object{
		{"talhoesConferidos", countSchema}, {"talhoesNaoConferidos", countSchema}, {"total", countSchema},
		{"lista", arrayOf(props([]string{"nome", "tipo", "data", "fonte", "sha256"}, object{{"nome", textSchema}, {"tipo", textSchema}, {"data", textSchema}, {"fonte", textSchema}, {"sha256", textSchema}}))}})},
	{"Relatorio", props([]string{"resumo", "avisos"}, object{
		{"resumo", props([]string{"erro", "alerta", "info"}, object{{"erro", countSchema}, {"alerta", countSchema}, {"info", countSchema}})},
		{"avisos", arrayOf(props([]string{"regra", "severidade", "mensagem", "registros"}, object{
			{"regra", textSchema}, {"severidade", severitySchema}, {"mensagem", textSchema},
			{"registros", arrayOf(props(nil, object{{"prefixo", textSchema}, {"id", textSchema}, {"campo", textSchema}}))}}))},
		{"raiz", describe(typed("string"), "SHA-256 da conferência guardada.")}})},
	{"EstadoDaValidacao", object{{"type", "string"}, {"enum", list{"VALIDA", "ALTERADA", "ADULTERADA", "REPROVADA", "VENCIDA", "REVOGADA"}}}},
	{"Divergencia", props([]string{"prefixo", "id", "motivo"}, object{{"prefixo", textSchema}, {"id", textSchema},
		{"motivo", object{{"type", "string"}, {"enum", list{"adicionado", "alterado", "excluido", "expurgado", "adulterado"}}}}})},
	{"Alteracao", props([]string{"ponteiro", "mudanca", "de", "para"}, object{{"ponteiro", textSchema}, {"mudanca", textSchema}, {"de", ref("ValorJSON")}, {"para", ref("ValorJSON")}})},
	{"AlteracaoDeAnexo", props([]string{"mudanca", "sha256", "nome", "bytes"}, object{{"mudanca", object{{"type", "string"}, {"enum", list{"adicionado", "removido", "alterado"}}}}, {"sha256", textSchema}, {"nome", textSchema}, {"bytes", countSchema}})},
	{"VersaoDoRegistro", props([]string{"versao", "operacao", "em", "por", "hash", "expurgado", "dados", "alteracoes"}, object{
		{"versao", countSchema}, {"operacao", object{{"type", "string"}, {"enum", list{"criacao", "alteracao", "exclusao", "expurgo"}}}}, {"em", ref("Instante")}, {"por", textSchema},
		{"safraCodigo", textSchema}, {justifyMember, textSchema}, {"anexos", arrayOf(ref("Anexo"))}, {"hash", textSchema}, {"expurgado", flagSchema}, {"dados", typed(optional("object"))}, {"alteracoes", arrayOf(ref("Alteracao"))}, {"alteracoesDeAnexos", arrayOf(ref("AlteracaoDeAnexo"))}})},
	{"PaginaDeVersao", pageSchema("VersaoDoRegistro")},
	{"Prova", props([]string{"documento", "sal", "hash", "indice", "prova", "checkpoint", "origem"}, object{
		{"documento", typed("object")}, {"sal", textSchema}, {"hash", textSchema}, {"indice", countSchema}, {"prova", textsSchema}, {"checkpoint", textSchema}, {"origem", textSchema},
		{"revelados", describe(arrayOf(props([]string{"sal", "detalhes"}, object{{"sal", textSchema}, {"detalhes", typed("object")}})), "Detalhes de anexos com dados pessoais, de que o documento traz só o resumo; sem eles a prova vale igual.")},
		{"antecessores", object{{"type", "array"}, {"items", typed("object")}}}})},
	{"Recibo", props([]string{"recibo"}, object{{"recibo", typed("object")}})},
	{"PedidoDeExpurgo", props([]string{"motivo"}, object{{"motivo", typed("string", member{"minLength", 1}, member{"maxLength", 500})}})},
	{"Conferencia", props(append(slices.Clone(reviewNames), "veredito"), append(reviewMembers(severitySchema), member{"veredito", ref("Veredito")}))},
	{"ConferenciaDaValidacao", props(append([]string{"validacaoId", "codigo", "conferidaEm", justifyMember}, reviewNames...), append(object{
		{"validacaoId", typed("string", member{"format", "uuid"})}, {"codigo", textSchema}, {"conferidaEm", ref("Instante")}, {justifyMember, reasonSchema(optional("string"))},
	}, reviewMembers(severitySchema)...))},
	{"Safra", props([]string{"safraId", "situacao", "motivo", "safraCodigo", "cultura", "periodo", "criadoEm", "atualizadoEm", "registros", "completude", "resumo", "pior"}, object{
		{"safraId", textSchema}, {"situacao", describe(enum(situations), "Só da safra CONFERIDA há mais que o nome; motivo diz por que não foi.")},
		{"motivo", typed(optional("string"))}, {"safraCodigo", typed(optional("string"))}, {"cultura", typed(optional("string"))},
		{"periodo", describe(typed(optional("object"), member{"required", list{"de", "ate"}}, member{"properties", object{{"de", daySchema}, {"ate", daySchema}}}), "Primeiro e último dia de que os registros falam; sem nenhum, os da criação.")},
		{"criadoEm", ref("InstanteOuNulo")}, {"atualizadoEm", describe(ref("InstanteOuNulo"), "Última alteração de qualquer registro, exclusões também.")},
		{"registros", typed(optional("object"), member{"required", list{"total", "porTipo"}}, member{"properties", object{{"total", countSchema},
			{"porTipo", arrayOf(props([]string{"prefixo", "tipo", "fase", "total"}, object{{"prefixo", textSchema}, {"tipo", textSchema}, {"fase", textSchema}, {"total", countSchema}}))}}})},
		{"completude", typed(optional("object"), member{"required", list{"alvo", "percentual", "presentes", "faltantes"}}, member{"properties", object{
			{"alvo", typed(optional("string"))}, {"percentual", countSchema}, {"presentes", countSchema}, {"faltantes", countSchema}}})},
		{"resumo", typed(optional("object"), member{"required", list{"erro", "alerta", "info"}}, member{"properties", object{{"erro", countSchema}, {"alerta", countSchema}, {"info", countSchema}}})},
		{"pior", describe(typed(optional("object"), member{"required", list{"regra", "severidade", "mensagem", "registros"}}, member{"properties", object{
			{"regra", textSchema}, {"severidade", severitySchema}, {"mensagem", textSchema},
			{"registros", arrayOf(props([]string{"prefixo", "id", "campo"}, object{{"prefixo", textSchema}, {"id", textSchema}, {"campo", textSchema}}))}}}), "O achado mais grave.")},
		{"veredito", ref("Veredito")}})},
	{"PaginaDeSafra", pageSchema("Safra")},
	{"Passo", props([]string{"prefixo", "fase", "nome", "motivo"}, object{{"prefixo", textSchema}, {"fase", textSchema}, {"nome", textSchema}, {"campo", textSchema}, {"motivo", textSchema}})},
	{"Diferencas", props([]string{"safraId", "de", "ate", "total", "truncado", "content"}, object{
		{"safraId", textSchema}, {"de", ref("Instante")}, {"ate", ref("Instante")}, {"total", countSchema}, {"truncado", flagSchema},
		{"content", arrayOf(props([]string{"prefixo", "id", "mudanca", "deVersao", "paraVersao", "alteracoes"}, object{
			{"prefixo", textSchema}, {"id", textSchema}, {"mudanca", textSchema}, {"deVersao", typed(optional("integer"))}, {"paraVersao", typed(optional("integer"))}, {"alteracoes", arrayOf(ref("Alteracao"))}, {"alteracoesDeAnexos", arrayOf(ref("AlteracaoDeAnexo"))}}))}})},
	{"QRCode", props([]string{"codigo", "estado", "url", "mediaType", "imagem", "svg"}, object{
		{"codigo", textSchema}, {"estado", ref("EstadoDaValidacao")}, {"url", textSchema}, {"mediaType", constant("image/png")}, {"imagem", textSchema}, {"svg", textSchema}})},
	{"TipoCultura", enum(trace.Crops)},
	{"DadosCadastroFase", props([]string{"cultura", "etapa", "nome"}, phaseMembers)},
	{"DadosAtualizacaoFase", props([]string{"id"}, append(object{{"id", textSchema}}, phaseMembers...))},
	{"Fase", props([]string{"id", "cultura", "etapa", "etapaNome", "nome", "descricao", "ordem", "tipoRegistro", "numeroRegistro", "obrigatoria", "ativo", "versao", "criadoEm", "atualizadoEm"},
		append(object{{"id", typed("string", member{"format", "uuid"})}}, append(phaseMembers.set("cultura", ref("TipoCultura")),
			object{{"versao", countSchema}, {"criadoEm", ref("Instante")}, {"atualizadoEm", ref("Instante")}}...)...))},
	{"PaginaDeFase", pageSchema("Fase")},
	{"CreateApiKeyRequest", props(nil, append(append(object{}, keyMembers...), member{"expiraEm", describe(textSchema, "Data ou instante a partir do qual deixa de valer.")}))},
	{"ApiKey", append(props(storedKeyNames, storedKeyMembers), member{"additionalProperties", false})},
	{"ApiKeyCriada", props(append([]string{"secretKey"}, storedKeyNames...), append(object{{"secretKey", describe(textSchema, "Mostrada só agora.")}}, storedKeyMembers...))},
	{"PaginaDeApiKey", pageSchema("ApiKey")},
	{"Erro", props([]string{"status", "message", "code", "error", "requestId"}, object{
		{"status", constant("error")}, {"message", textSchema}, {"code", typed("integer")}, {"error", textSchema}, {"requestId", textSchema},
		{"data", describe(typed("object"), "O recibo, quando os dados foram expurgados.")},
		{"errors", arrayOf(props([]string{"campo", "ponteiro", "regra", "mensagem"}, object{{"linha", describe(countSchema, "De uma importação.")}, {"campo", textSchema}, {"ponteiro", textSchema}, {"regra", textSchema}, {"mensagem", textSchema}}))}})},
}

// bodyExample returns the body that the document shows for a kind; tests send it.
func bodyExample(k *kind.Kind) object {
	return object{{"safraId", "S-2025-001"}, {"safraCodigo", "2024/25"}, {"dados", canon.Value(k.Example)}}
}

var reviewNames = []string{"safraId", "cultura", "avisos", "resumo", "completude"}

// reviewMembers returns the members of a harvest's review.
func reviewMembers(severity object) object {
	text, count := typed("string"), typed("integer", member{"minimum", 0})
	return object{
		{"safraId", text}, {"cultura", typed(optional("string"))},
		{"avisos", arrayOf(props([]string{"regra", "severidade", "mensagem", "registros"}, object{
			{"regra", text}, {"severidade", severity}, {"mensagem", text},
			{"registros", arrayOf(props([]string{"prefixo", "id", "campo"}, object{{"prefixo", text}, {"id", text}, {"campo", text}}))}}))},
		{"resumo", props([]string{"erro", "alerta", "info"}, object{{"erro", count}, {"alerta", count}, {"info", count}})},
		{"camadas", ref("CamadasConferidas")},
		{"completude", props([]string{"alvo", "presentes", "faltantes", "percentual", "proximosPassos"}, object{
			{"alvo", typed(optional("string"))}, {"presentes", arrayOf(ref("Passo"))}, {"faltantes", arrayOf(ref("Passo"))}, {"percentual", count},
			{"proximosPassos", arrayOf(props([]string{"acao", "prefixo", "quem"}, object{{"acao", text}, {"prefixo", text},
				{"quem", object{{"type", "string"}, {"enum", list{"produtor", "armazem", "industria", "exportador", "certificadora"}}}}}))}})}}
}
