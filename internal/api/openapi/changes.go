package openapi

import (
	"strings"

	"rastro/internal/changes"
)

// changeParameters returns the parameters of the feed.
func changeParameters() object {
	query := func(key, name, text string, schema object) member {
		return member{key, object{{"name", name}, {"in", "query"}, {"required", false}, {"description", text}, {"schema", schema}}}
	}
	const begins = "Onde começar: a posição `next` da resposta anterior, `agora`, ou um instante (RFC 3339). "
	text := typed("string")
	return object{
		query("desde", "desde", begins+"Sem ele, do começo do log. 409 se está além do fim do log.", text),
		query("desdeAoVivo", "desde", begins+"Sem ele, agora. 409 se está além do fim do log.", text),
		query("tamanhoDaPagina", "tamanho", "Eventos por página.", typed("integer", member{"minimum", 1}, member{"maximum", changes.MaxSize}, member{"default", changes.DefaultSize})),
		query("tipoDeEvento", "tipo", "Só eventos destes tipos, separados por vírgula: "+strings.Join(names(changes.Types, func(t changes.Type) string { return string(t) }), ", ")+".", text),
		query("prefixoDoEvento", "prefixo", "Só eventos de um tipo de registro, como /armazenamento/recebimento.", text),
		query("faseDoEvento", "fase", "Só eventos de registros de uma fase, como 06.", text),
		query("safraDoEvento", "safraId", "Só eventos de uma safra.", text),
		query("loteDoEvento", "lote", "Só eventos de registros cuja versão cita este lote.", text),
		query("espera", "espera", "Se ainda não há evento, quantos segundos esperar por um.", typed("integer", member{"minimum", 0}, member{"maximum", 60}, member{"default", 0})),
		query("conteudo", "conteudo", "completo: cada evento traz em data.registro o registro, como ficou nessa versão.", typed("string", member{"enum", list{"resumo", "completo"}}, member{"default", "resumo"})),
		query("lacunas", "lacunas", "true: há um evento para cada posição do log. Os que a chave não pode ler, e o que não é evento, são do tipo rastro.lacuna, só com posição e hash: com todos os hashes se recalcula a raiz assinada.", typed("boolean", member{"default", false})),
		query("formatoDasMudancas", "formato", "Forma da resposta, em vez de Accept. ndjson: um evento por linha, e na última next, tamanhoDoLog e checkpoint.", typed("string", member{"enum", list{"json", "ndjson"}})),
		{"Last-Event-ID", object{{"name", "Last-Event-ID"}, {"in", "header"}, {"required", false}, {"description", "A posição do último evento recebido: continua depois dela."}, {"schema", typed("string")}}},
	}
}

func changeSchemas() object {
	count := typed("integer", member{"minimum", 0})
	return object{
		{"Evento", describe(props([]string{"specversion", "id", "source", "type", "rastroposicao"}, object{
			{"specversion", constant("1.0")}, {"id", describe(textSchema, "A posição no log; de um checkpoint, checkpoint- e o tamanho.")}, {"source", describe(textSchema, "O nome do log.")},
			{"type", textSchema}, {"subject", describe(textSchema, "Onde se lê o que foi gravado.")}, {"time", ref("Instante")}, {"datacontenttype", textSchema},
			{"rastroposicao", count}, {"rastrohash", describe(textSchema, "O compromisso da versão: a entrada do log nesta posição.")}, {"data", object{{"type", "object"}}},
		}), "CloudEvents 1.0.")},
		{"Mudancas", props([]string{"content", "next", "tamanhoDoLog", "checkpoint"}, object{
			{"content", arrayOf(ref("Evento"))}, {"next", describe(count, "A posição de onde continuar, também quando não há eventos.")}, {"tamanhoDoLog", count},
			{"checkpoint", describe(textSchema, "O estado assinado do log, deste tamanho.")},
		})},
		{"LinhasDeMudancas", describe(typed("string"), "Um evento por linha, e na última next, tamanhoDoLog e checkpoint. Sem ela a resposta não está completa.")},
	}
}
