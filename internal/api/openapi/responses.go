package openapi

import "strconv"

var errorTitles = []struct {
	status int
	text   string
}{
	{400, "A requisição não pode ser lida."}, {401, "Chave ausente, errada, vencida ou desativada."}, {403, "A chave não tem esse direito."},
	{404, "Não encontrado."}, {409, "Contradiz o que está guardado."}, {410, "Os dados foram expurgados."}, {412, "A versão não é mais essa."},
	{413, "Corpo grande demais."}, {415, "O corpo não é JSON."}, {422, "Legível, mas não aceitável."}, {429, "Devagar: veja Retry-After."},
	{500, "Falha do servidor."}, {503, "Armazenamento fora de alcance, ou memória ocupada: tente de novo, veja Retry-After."},
}

// errorResponses returns the components that operations refer to.
func errorResponses() object {
	var all object
	for _, e := range errorTitles {
		response := object{{"description", e.text}}
		if e.status == 429 || e.status == 503 {
			response = append(response, member{"headers", object{{"Retry-After", object{{"$ref", "#/components/headers/Retry-After"}}}}})
		}
		all = append(all, member{"Erro" + strconv.Itoa(e.status), append(response, member{"content", object{{mediaJSON, object{{"schema", ref("Erro")}}}}})})
	}
	return all
}

// headers returns the headers of answers.
func headers() object {
	header := func(name, text string, schema object) member {
		return member{name, object{{"description", text}, {"schema", schema}}}
	}
	return object{
		header("Location", "Endereço do que foi criado.", typed("string")),
		header("ETag", "Entre aspas. De um registro, a versão: mande-a em If-Match ou If-None-Match. De um documento, como /openapi.json, um resumo do conteúdo: mande-o em If-None-Match.", typed("string")),
		header("Link", "A próxima página (rel=\"next\").", typed("string")),
		header("GS1-EPCIS-Version", "A versão de EPCIS da resposta.", typed("string")),
		header("GS1-CBV-Version", "A versão do vocabulário (CBV) da resposta.", typed("string")),
		header("GS1-Extensions", "O prefixo dos nossos campos, e o que ele quer dizer.", typed("string")),
		header("Content-Disposition", "Nome do arquivo.", typed("string")),
		header("Idempotent-Replayed", "true: esta é a primeira resposta, de novo.", typed("string")),
		header("Retry-After", "Segundos até valer a pena tentar de novo.", typed("integer")),
	}
}
