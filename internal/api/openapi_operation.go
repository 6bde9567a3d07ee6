package api

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"rastro/internal/report"
	"rastro/internal/trace"
)

// parameters are the document's shared parameters.
func parameters() object {
	query := func(name, schemaType, text string) member {
		return member{name, object{{"name", name}, {"in", "query"}, {"required", false}, {"description", text}, {"schema", typed(schemaType)}}}
	}
	header := func(name, text string) member {
		return member{name, object{{"name", name}, {"in", "header"}, {"required", false}, {"description", text}, {"schema", typed("string")}}}
	}
	sortFields := make([]string, len(trace.SortFields))
	for i, f := range trace.SortFields {
		sortFields[i] = f.Name
	}
	return object{
		{"size", object{{"name", "size"}, {"in", "query"}, {"required", false},
			{"description", "Itens por página (também pageSize, page_size, limit); acima de 1000 vale 1000."},
			{"schema", typed("integer", member{"minimum", 1}, member{"default", trace.DefaultPageSize})}}},
		{"page", object{{"name", "page"}, {"in", "query"}, {"required", false}, {"description", "Número da página, a partir de 0."},
			{"schema", typed("integer", member{"minimum", 0}, member{"default", 0})}}},
		{"sort", object{{"name", "sort"}, {"in", "query"}, {"required", false}, {"explode", true}, {"style", "form"},
			{"description", "Ordenação, repetível: campo,desc ou -campo ou campo:desc. Campos de registros: " + strings.Join(sortFields, ", ") + "."},
			{"schema", arrayOf(typed("string"))}}},
		{"sizeDeSafras", object{{"name", "size"}, {"in", "query"}, {"required", false},
			{"description", "Safras por página; acima de " + strconv.Itoa(trace.MaxHarvestPage) + " vale " + strconv.Itoa(trace.MaxHarvestPage) + "."},
			{"schema", typed("integer", member{"minimum", 1}, member{"default", trace.DefaultHarvestPage})}}},
		{"sortDeSafras", object{{"name", "sort"}, {"in", "query"}, {"required", false}, {"explode", true}, {"style", "form"},
			{"description", "safraId ou -safraId."}, {"schema", arrayOf(typed("string"))}}},
		query("busca", "string", "Começo do safraId, com maiúsculas e minúsculas como escritas."),
		query("cursor", "string", "Continua a lista a partir do `next` da resposta anterior, a custo constante."),
		query("total", "boolean", "false deixa de fora totalElements e totalPages."),
		{"id", object{{"name", "id"}, {"in", "query"}, {"required", false}, {"description", "Registro a alterar, quando não está no corpo."}, {"schema", typed("string")}}},
		{"unknown", object{{"name", "unknown"}, {"in", "query"}, {"required", false}, {"description", "Declarado pela interface; aceito e ignorado."}, {"schema", object{}}}},
		{"formato", object{{"name", "formato"}, {"in", "query"}, {"required", false}, {"description", "Forma da resposta, em vez de Accept."},
			{"schema", object{{"type", "string"}, {"enum", list31{"json", "png", "svg"}}}}}},
		{"formatoDaPagina", object{{"name", "formato"}, {"in", "query"}, {"required", false}, {"description", "json: a resposta em JSON, como com Accept: application/json; sem nenhum dos dois, uma página."},
			{"schema", object{{"type", "string"}, {"enum", list31{"json"}}}}}},
		{"formatoEtiqueta", object{{"name", "formato"}, {"in", "query"}, {"required", false}, {"description", "Forma da etiqueta, em vez de Accept."},
			{"schema", object{{"type", "string"}, {"enum", listOf(labelFormats())}}}}},
		{"tamanho", object{{"name", "tamanho"}, {"in", "query"}, {"required", false}, {"description", "Largura e altura em milímetros, ou uma folha A4."},
			{"schema", object{{"type", "string"}, {"enum", listOf(labelSizes())}, {"default", report.Sizes[0].Name}}}}},
		{"dpi", object{{"name", "dpi"}, {"in", "query"}, {"required", false}, {"description", "Pontos por polegada da impressora; sem ele, 300 para png e 203 para o resto."},
			{"schema", object{{"type", "string"}, {"enum", listOf(labelResolutions())}}}}},
		query("lang", "string", "Língua do que se imprime (pt, en, es), em vez de Accept-Language."),
		query("linkType", "string", "linkset ou all: todos os links (RFC 9264), como com Accept: application/linkset+json."),
		query("em", "string", "Como estava neste instante (RFC 3339); sem totais."),
		{"alvo", object{{"name", "alvo"}, {"in", "query"}, {"description", "Para que a safra deve estar completa; sem ele, o que o catálogo de fases pede."}, {"schema", typed("string", member{"enum", list31{"EUDR", "EXPORTACAO", "INTERNO"}})}}},
		{"de", object{{"name", "de"}, {"in", "query"}, {"required", true}, {"description", "Instante inicial (RFC 3339)."}, {"schema", typed("string")}}},
		{"parte", object{{"name", "parte"}, {"in", "query"}, {"required", false}, {"description", "Parte do arquivo, a partir de 1; só é dispensável quando o arquivo tem uma."}, {"schema", typed("integer", member{"minimum", 1})}}},
		query("ate", "string", "Instante final (RFC 3339); sem ele, agora."),
		query("versao", "integer", "Versão do registro; sem ela, a mais nova."),
		traceParameters[0], traceParameters[1], traceParameters[2], traceParameters[3], traceParameters[4], traceParameters[5],
		importParameters[0], importParameters[1], importParameters[2],
		header("Idempotency-Key", "A mesma chave com a mesma requisição devolve a primeira resposta por 24 h; 410 se o registro foi expurgado nesse meio-tempo."),
		header("If-Match", "Só altera se a versão for esta: \"<versao>\"."),
		header("If-None-Match", "Responde 304 se a versão ainda for esta."),
	}
}

// parameters are those of one operation.
func (r Route) parameters() list31 {
	var list list31
	for segment := range strings.SplitSeq(r.Path, "/") {
		if name, ok := strings.CutPrefix(segment, "{"); ok {
			list = append(list, object{{"name", strings.TrimSuffix(strings.TrimSuffix(name, "}"), "...")}, {"in", "path"}, {"required", true}, {"schema", typed("string")}})
		}
	}
	var shared []string
	switch {
	case r.Operation == "erase":
	case traceShared[r.Operation] != nil:
		shared = traceShared[r.Operation]
	case r.Operation == importRoute.Operation:
		shared = []string{"modo", "simular", "repetidas", "Idempotency-Key"}
	case r.Method == http.MethodPost:
		shared = []string{"Idempotency-Key"}
		if r.Kind != nil && r.Kind.QueryUnknown {
			shared = append(shared, "unknown")
		}
	case r.Method == http.MethodPut && r.Kind != nil:
		shared = []string{"id", "If-Match"}
	case r.Method == http.MethodPut, r.Method == http.MethodDelete && !strings.HasPrefix(r.Path, "/apikey"):
		shared = []string{"If-Match"}
	case r.isList() && r.Path != "/apikey":
		shared = []string{"size", "page", "sort", "cursor", "total"}
		if r.Kind != nil {
			shared = append(shared, "em")
		}
	case r.Operation == "getById":
		shared = []string{"em", "If-None-Match"}
	case r.Operation == "proof":
		shared = []string{"versao"}
	case r.Operation == "differences":
		shared = []string{"de", "ate"}
	case r.Operation == "harvests":
		shared = []string{"sizeDeSafras", "page", "sortDeSafras", "cursor", "busca", "alvo"}
	case r.Operation == "conference":
		shared = []string{"alvo"}
	case r.Operation == "eudr file":
		shared = []string{"parte"}
	case r.isDigitalLink():
		shared = []string{"linkType"}
	case r.Operation == "label":
		shared = []string{"formatoEtiqueta", "tamanho", "dpi", "lang"}
	case r.Operation == "generateQRCode":
		shared = []string{"formato"}
	case r.Operation == "public validation":
		shared = []string{"formatoDaPagina"}
	}
	for _, name := range shared {
		list = append(list, object{{"$ref", "#/components/parameters/" + name}})
	}
	return list
}

func (r Route) isDigitalLink() bool { return strings.HasPrefix(r.Path, "/01/") }

func (r Route) isList() bool {
	return strings.HasPrefix(r.Operation, "list") || r.Operation == "getBySafra" || r.Operation == "getAllApiKeys"
}

// Examples of requests that are not of a record kind; tests send them.
var (
	phaseExample       = object{{"cultura", "SOJA"}, {"etapa", "03"}, {"nome", "pesagemColheita"}, {"etapaNome", "Colheita e identificação da produção"}, {"descricao", "Pesagem na saída da lavoura"}, {"ordem", 6}, {"obrigatoria", false}}
	phasesExample      = list31{object{{"cultura", "CAFE"}, {"etapa", "04"}, {"nome", "secagemTerreiro"}}, object{{"cultura", "CAFE"}, {"etapa", "04"}, {"nome", "descansoTulha"}}}
	phaseUpdateExample = object{{"id", "0199e1c2-7a40-7a3f-8c11-5b6c0d9a1e22"}, {"obrigatoria", true}}
	keyExample         = object{{"nome", "Balança do armazém"}, {"organizacao", "Cooperativa Vale Verde"}, {"escopos", list31{"leitura", "escrita"}}, {"fases", list31{"06"}}, {"safras", list31{}}, {"expiraEm", "2031-12-31"}}
)

// request is the schema and the example of an operation's body.
func (r Route) request() (schema, example any) {
	switch {
	case r.Operation == "erase":
		return ref("PedidoDeExpurgo"), object{{"motivo", "Pedido do titular (LGPD, art. 18)"}}
	case r.Operation == "recall":
		return ref("PedidoDeRecall"), recallExample
	case r.Operation == "settle lot", r.Operation == "settle gtin":
		return ref("PedidoDeTitular"), settlementExample
	case r.Operation == importRoute.Operation:
		return arrayOf(ref("CreateChainEntity"+kindName(r.Kind)), member{"minItems", 1}, member{"maxItems", trace.MaxImportRows}), list31{bodyExample(r.Kind)}
	case r.Kind != nil && r.Method == http.MethodPost:
		return ref("CreateChainEntity" + kindName(r.Kind)), bodyExample(r.Kind)
	case r.Kind != nil:
		return ref("UpdateChainEntity" + kindName(r.Kind)), bodyExample(r.Kind)
	case r.Path == "/fase/all":
		return arrayOf(ref("DadosCadastroFase")), phasesExample
	case r.Path == "/fase" && r.Method == http.MethodPost:
		return ref("DadosCadastroFase"), phaseExample
	case r.Path == "/fase":
		return ref("DadosAtualizacaoFase"), phaseUpdateExample
	}
	return ref("CreateApiKeyRequest"), keyExample
}

// dataSchema is what a successful answer carries.
func (r Route) dataSchema() object {
	if schema, ok := traceData[r.Operation]; ok {
		return ref(schema)
	}
	switch {
	case r.Operation == importRoute.Operation:
		return ref("Importacao")
	case r.Operation == "public validation":
		return ref("ValidacaoPublica")
	case r.Operation == "history":
		return ref("PaginaDeVersao")
	case r.Operation == "proof":
		return ref("Prova")
	case r.Operation == "erase":
		return ref("Recibo")
	case r.Operation == "differences":
		return ref("Diferencas")
	case r.Operation == "harvests":
		return ref("PaginaDeSafra")
	case r.Operation == "conference":
		return ref("Conferencia")
	case r.Operation == "conferred":
		return ref("ConferenciaDaValidacao")
	case r.Operation == "eudr check":
		return ref("ConferenciaEUDR")
	case r.Operation == "rules":
		return ref("ListaDeRegra")
	case r.Kind != nil && r.isList():
		return ref("PaginaDe" + kindName(r.Kind))
	case r.Kind != nil:
		return ref("Registro" + kindName(r.Kind))
	case r.Operation == "generateQRCode":
		return ref("QRCode")
	case strings.HasPrefix(r.Path, "/fase") && (r.isList() || r.Path == "/fase/all"):
		return ref("PaginaDeFase")
	case strings.HasPrefix(r.Path, "/fase"):
		return ref("Fase")
	case r.Operation == "createApiKey":
		return ref("ApiKeyCriada")
	case r.Operation == "getAllApiKeys":
		return ref("PaginaDeApiKey")
	case strings.HasPrefix(r.Path, "/apikey"):
		return ref("ApiKey")
	}
	return typed("object")
}

// errorStatuses are the statuses an operation may fail with.
func (r Route) errorStatuses() []int {
	statuses := []int{500, 503}
	if len(r.Scopes) > 0 {
		statuses = append(statuses, 400, 401, 403, 422)
	}
	if !r.Probe {
		statuses = append(statuses, 429)
	}
	if strings.Contains(r.Path, "{") || r.Method == http.MethodPut || r.Operation == "recall" {
		statuses = append(statuses, 404)
	}
	if r.Kind != nil && (strings.Contains(r.Path, "{id}") || r.Method == http.MethodPut || r.Method == http.MethodPost) {
		statuses = append(statuses, 410)
	}
	if strings.HasPrefix(r.Path, "/log/") || r.isDigitalLink() {
		statuses = append(statuses, 400)
	}
	if r.Operation == "conferred" {
		statuses = append(statuses, 409)
	}
	if r.Body > 0 {
		statuses = append(statuses, 409, 413, 415)
	}
	if strings.HasPrefix(r.Path, "/eudr/") {
		statuses = append(statuses, 409)
	}
	if r.Method == http.MethodPut || r.Method == http.MethodDelete {
		statuses = append(statuses, 409, 412)
	}
	slices.Sort(statuses)
	return slices.Compact(statuses)
}

func (r Route) responses() object {
	if strings.HasPrefix(r.Path, "/log/") {
		media := "application/octet-stream"
		if r.Path == "/log/checkpoint" {
			media = "text/plain"
		}
		out := object{{"200", object{{"description", "O log público (C2SP tlog-tiles)."}, {"content", object{{media, object{{"schema", typed("string")}}}}}}}}
		return r.withErrors(out)
	}
	if strings.HasPrefix(r.Path, "/openapi") {
		return r.withErrors(object{{"200", object{{"description", "O documento."}, {"content", object{{mediaJSON, object{{"schema", typed("object")}}}}}}}})
	}
	if media, schema, ok := r.bare(); ok {
		return r.withErrors(object{{"200", object{{"description", told(r.Success)}, {"content", object{{media, object{{"schema", schema}}}}}}}})
	}
	if r.isDigitalLink() {
		links := props([]string{"linkset"}, object{{"linkset", arrayOf(typed("object"))}})
		leads := props([]string{"status", "message", "data"}, object{{"status", object{{"const", "success"}}}, {"message", typed("string")},
			{"data", props([]string{"codigo", "url"}, object{{"codigo", typed("string")}, {"url", typed("string")}})}})
		return r.withErrors(object{
			{"200", object{{"description", "Os links (RFC 9264)."}, {"content", object{{mediaLinkset, object{{"schema", links}}}}}}},
			{"307", object{{"description", told(r.Success)}, {"content", object{{mediaJSON, object{{"schema", leads}}}}}}},
		})
	}
	if r.Operation == "label" {
		var content object
		for _, f := range report.Formats {
			media, _, _ := strings.Cut(f.Media, ";")
			content = append(content, member{media, object{{"schema", typed("string", member{"format", "binary"})}}})
		}
		return r.withErrors(object{{"200", object{{"description", told(r.Success)}, {"content", content}}}})
	}
	content := object{{mediaJSON, object{{"schema", props([]string{"status", "message", "data"}, object{
		{"status", object{{"const", "success"}}}, {"message", typed("string")}, {"data", r.dataSchema()},
	})}}}}
	if r.Operation == "generateQRCode" {
		content = append(content, object{
			{mediaPNG, object{{"schema", typed("string", member{"format", "binary"})}}},
			{mediaSVG, object{{"schema", typed("string")}}},
		}...)
	}
	content = append(content, traceContent(r.Operation)...)
	if r.Operation == importRoute.Operation {
		content = append(content, importContent...)
	}
	out := object{{strconv.Itoa(r.success()), object{{"description", told(r.Success)}, {"content", content}}}}
	if r.Operation == importRoute.Operation {
		out = append(out, member{"200", object{{"description", "Nada foi criado: uma simulação, ou nenhuma linha nova."}, {"content", content}}})
	}
	if r.Operation == "getById" {
		out = append(out, member{"304", object{{"description", "A versão ainda é a mesma."}}})
	}
	return r.withErrors(out)
}

// bare is the media type and schema of an operation that answers without an
// envelope.
func (r Route) bare() (media string, schema object, ok bool) {
	switch r.Operation {
	case "eudr file":
		return mediaGeoJSON, ref("ArquivoEUDR"), true
	case "eudr dossier":
		return mediaZip, typed("string", member{"format", "binary"}), true
	}
	return "", nil, false
}

func (r Route) withErrors(out object) object {
	for _, status := range r.errorStatuses() {
		out = append(out, member{strconv.Itoa(status), object{{"$ref", "#/components/responses/" + "Erro" + strconv.Itoa(status)}}})
	}
	return out
}

var errorTitles = map[int]string{
	400: "A requisição não pode ser lida.", 401: "Chave ausente, errada, vencida ou desativada.", 403: "A chave não tem esse direito.",
	404: "Não encontrado.", 410: "Os dados foram expurgados.", 409: "Contradiz o que está guardado.", 412: "A versão não é mais essa.", 413: "Corpo grande demais.",
	415: "O corpo não é JSON.", 422: "Legível, mas não aceitável.", 429: "Devagar: veja Retry-After.", 500: "Falha do servidor.", 503: "Armazenamento fora de alcance, ou memória ocupada: tente de novo, veja Retry-After.",
}

func errorResponses() object {
	var all object
	for _, status := range []int{400, 401, 403, 404, 410, 409, 412, 413, 415, 422, 429, 500, 503} {
		all = append(all, member{"Erro" + strconv.Itoa(status), object{
			{"description", errorTitles[status]},
			{"content", object{{mediaJSON, object{{"schema", ref("Erro")}}}}},
		}})
	}
	return all
}
