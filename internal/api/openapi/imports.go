package openapi

// importParameters are those of an import.
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

// importSchemas are those of an import's answer.
func importSchemas() object {
	text, count := typed("string"), typed("integer", member{"minimum", 0})
	problem := props([]string{"campo", "ponteiro", "regra", "mensagem"}, object{{"campo", text}, {"ponteiro", text}, {"regra", text}, {"mensagem", text}})
	return object{
		{"LinhaImportada", append(props([]string{"linha", "situacao"}, object{
			{"linha", describe(count, "Da linha do NDJSON, ou do item da lista, a partir de 1.")},
			{"situacao", object{{"type", "string"}, {"enum", list{"criado", "valido", "existente", "recusado"}}}},
			{"id", typed("string", member{"format", "uuid"})}, {"versao", count},
			{"avisos", arrayOf(ref("Aviso"))}, {"identificadores", arrayOf(ref("Identificador"))}, {"geometria", ref("Geometria")},
			{"error", describe(text, "Por que foi recusada, como nos erros.")}, {"mensagem", text}, {"erros", arrayOf(problem)},
		}), member{"additionalProperties", false})},
		{"Importacao", props([]string{"resultados", "total", "criados", "existentes", "recusados", "simulado"}, object{
			{"resultados", describe(arrayOf(ref("LinhaImportada")), "Uma por linha, na ordem.")},
			{"total", count}, {"criados", describe(count, "Numa simulação, os que seriam criados.")}, {"existentes", count}, {"recusados", count}, {"simulado", typed("boolean")},
		})},
		{"LinhasImportadas", describe(typed("string"), "Um resultado por linha, e na última o resumo: {\"resumo\":{…}}. Sem ela a resposta não está completa.")},
		{"RespostaDaImportacao", props([]string{"status", "message", "data"}, object{{"status", constant("success")}, {"message", text}, {"data", ref("Importacao")}})},
	}
}
