package openapi

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"rastro/internal/attachment"
	"rastro/internal/check/harvest"
	"rastro/internal/harvests"
	"rastro/internal/print/labels"
	"rastro/internal/trace"
)

// pathTexts describe the segments of paths.
var pathTexts = map[string]string{
	"id": "Id do registro, ou da safra em caminhos de safras.", "codigo": "Código do lote, ou da validação.", "accessKey": "A accessKey (rk_…).",
	"cultura": "TipoCultura, em qualquer grafia usual.", "etapa": "Código da etapa, como 03.", "nome": "Nome da fase.",
	"gtin": "GTIN de 8, 12, 13 ou 14 dígitos.", "lote": "Código do lote, como na etiqueta.", "path": "Caminho do bloco (C2SP tlog-tiles).",
	"organizacao": "Id da organização, ou um nome que ela tem ou já teve.",
	"eventID":     "O eventID, com %2F no lugar de cada barra, ou só o que vem depois da última.", "value": "O valor, com %2F no lugar de cada barra.",
}

func pathSchema(string) object { return typed("string") }

// parameters returns the document's shared parameters.
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
	return append(object{
		{"size", object{{"name", "size"}, {"in", "query"}, {"required", false},
			{"description", "Itens por página (também pageSize, page_size, limit); acima de 1000 vale 1000."},
			{"schema", typed("integer", member{"minimum", 1}, member{"default", trace.DefaultPageSize})}}},
		{"page", object{{"name", "page"}, {"in", "query"}, {"required", false}, {"description", "Número da página, a partir de 0."},
			{"schema", typed("integer", member{"minimum", 0}, member{"default", 0})}}},
		{"sort", object{{"name", "sort"}, {"in", "query"}, {"required", false}, {"explode", true}, {"style", "form"},
			{"description", "Ordenação, repetível: campo,desc ou -campo ou campo:desc. Campos de registros: " + strings.Join(sortFields, ", ") + "."},
			{"schema", arrayOf(typed("string"))}}},
		{"sizeDeSafras", object{{"name", "size"}, {"in", "query"}, {"required", false},
			{"description", "Safras por página; acima de " + strconv.Itoa(harvests.MaxHarvestPage) + " vale " + strconv.Itoa(harvests.MaxHarvestPage) + "."},
			{"schema", typed("integer", member{"minimum", 1}, member{"default", harvests.DefaultPage})}}},
		{"sortDeSafras", object{{"name", "sort"}, {"in", "query"}, {"required", false}, {"explode", true}, {"style", "form"},
			{"description", "safraId ou -safraId."}, {"schema", arrayOf(typed("string"))}}},
		query("busca", "string", "Começo do safraId, com maiúsculas e minúsculas como escritas."),
		query("cursor", "string", "Continua a lista a partir do `next` da resposta anterior, a custo constante."),
		query("total", "boolean", "false deixa de fora totalElements e totalPages."),
		{"id", object{{"name", "id"}, {"in", "query"}, {"required", false}, {"description", "Registro a alterar, quando não está no corpo."}, {"schema", typed("string")}}},
		{"unknown", object{{"name", "unknown"}, {"in", "query"}, {"required", false}, {"description", "Declarado pela interface; aceito e ignorado."}, {"schema", object{}}}},
		{"formato", object{{"name", "formato"}, {"in", "query"}, {"required", false}, {"description", "Forma da resposta, em vez de Accept."},
			{"schema", object{{"type", "string"}, {"enum", list{"json", "png", "svg"}}}}}},
		{"formatoDaPagina", object{{"name", "formato"}, {"in", "query"}, {"required", false}, {"description", "json: a resposta em JSON, como com Accept: application/json; sem nenhum dos dois, uma página."},
			{"schema", object{{"type", "string"}, {"enum", list{"json"}}}}}},
		{"formatoEtiqueta", object{{"name", "formato"}, {"in", "query"}, {"required", false}, {"description", "Forma da etiqueta, em vez de Accept."},
			{"schema", object{{"type", "string"}, {"enum", listOf(names(labels.Formats, func(f labels.Format) string { return f.Name }))}}}}},
		{"tamanho", object{{"name", "tamanho"}, {"in", "query"}, {"required", false}, {"description", "Largura e altura em milímetros, ou uma folha A4."},
			{"schema", object{{"type", "string"}, {"enum", listOf(names(labels.Sizes, func(s labels.Size) string { return s.Name }))}, {"default", labels.Sizes[0].Name}}}}},
		{"dpi", object{{"name", "dpi"}, {"in", "query"}, {"required", false}, {"description", "Pontos por polegada da impressora; sem ele, 300 para png e 203 para o resto."},
			{"schema", object{{"type", "string"}, {"enum", listOf(names(labels.Resolutions, strconv.Itoa))}}}}},
		query("lang", "string", "Língua do que se imprime (pt, en, es, de, nl, fr, it), em vez de Accept-Language."),
		query("linkType", "string", "linkset ou all: todos os links (RFC 9264), como com Accept: application/linkset+json."),
		query("em", "string", "Como estava neste instante (RFC 3339); sem totais."),
		{"alvo", object{{"name", "alvo"}, {"in", "query"}, {"description", "Para que a safra deve estar completa; sem ele, o que o catálogo de fases pede."}, {"schema", enum(harvest.Targets)}}},
		{"de", object{{"name", "de"}, {"in", "query"}, {"required", true}, {"description", "Instante inicial (RFC 3339)."}, {"schema", typed("string")}}},
		{"furos", object{{"name", "furos"}, {"in", "query"}, {"required", false}, {"description", "O que fazer de um polígono com furo, que a UE não considera: recusar o arquivo, ou cortar o polígono em partes sem furo, cada uma uma Feature com CutFromHoles."}, {"schema", typed("string", member{"enum", list{"recusar", "cortar"}}, member{"default", "recusar"})}}},
		{"anexosPessoais", object{{"name", "anexosPessoais"}, {"in", "query"}, {"required", false}, {"description", "Se o dossiê também leva os anexos que podem trazer dados pessoais, como notas fiscais e fotos com lugar. Sem isso, a lista de anexos diz quais ficaram de fora."}, {"schema", typed("boolean", member{"default", false})}}},
		{"parte", object{{"name", "parte"}, {"in", "query"}, {"required", false}, {"description", "Parte do arquivo, a partir de 1; só é dispensável quando o arquivo tem uma."}, {"schema", typed("integer", member{"minimum", 1})}}},
		query("ate", "string", "Instante final (RFC 3339); sem ele, agora."),
		query("versao", "integer", "Versão do registro; sem ela, a mais nova."),
		traceParameters[0], traceParameters[1], traceParameters[2], traceParameters[3], traceParameters[4], traceParameters[5],
		importParameters[0], importParameters[1], importParameters[2], sheetParameters[0], sheetParameters[1], sheetParameters[2], sheetParameters[3], sheetParameters[4],
		taxParameters[0], taxParameters[1], taxParameters[2], taxParameters[3], taxParameters[4], taxParameters[5], taxParameters[6], taxParameters[7],
		header("Idempotency-Key", "A mesma chave com a mesma requisição devolve a primeira resposta por 24 h; 410 se o registro foi expurgado nesse meio-tempo."),
		header("If-Match", "Só altera se a versão for esta: \"<versao>\"."),
		{"pessoal", object{{"name", "pessoal"}, {"in", "query"}, {"required", false}, {"description", "Se o arquivo pode trazer dados pessoais, que só vê quem tem o direito dadosPessoais. Sem ele: true para XML e para fotos que dizem onde foram tiradas, ou como está se o registro já tem o arquivo."}, {"schema", typed("boolean")}}},
		{"tamanhoDoAnexo", object{{"name", "tamanho"}, {"in", "query"}, {"required", false}, {"description", "Uma cópia da foto com este lado maior, em pixels: JPEG, em pé e sem metadados."}, {"schema", object{{"type", "string"}, {"enum", attachment.SideTexts()}}}}},
		header("Repr-Digest", "SHA-256 ou SHA-512 do arquivo (RFC 9530), sha-256=:base64: ou sha-512=:base64:; se o que chegar for outro, 422."),
		{"nomeDoAnexo", object{{"name", "Content-Disposition"}, {"in", "header"}, {"required", false}, {"description", "Nome do arquivo, em filename, quando ele é o corpo."}, {"schema", object{{"type", "string"}}}}},
		header("Range", "Só uma parte: bytes=0-1023."),
		header("If-None-Match", "Responde 304 se a versão ainda for esta."),
	}, slices.Concat(boardParameters(), statementParameters(), changeParameters(), epcisParameters(), linkParameters(), webhookParameters())...)
}

// queryNames maps the parameters that go in the query to their names there. It is made once:
// requests are checked against it.
var queryNames = sync.OnceValue(func() map[string]string {
	names := map[string]string{}
	for _, p := range parameters() {
		if about := p.value.(object); about.text("in") == "query" {
			names[p.name] = about.text("name")
		}
	}
	return names
})

// QueryNames returns the names of a route's query parameters.
func QueryNames(all []string) []string {
	var names []string
	for _, p := range all {
		if name, ok := queryNames()[p]; ok {
			names = append(names, name)
		}
	}
	return names
}

func names[T any](all []T, name func(T) string) []string {
	out := make([]string, len(all))
	for i, v := range all {
		out[i] = name(v)
	}
	return out
}
