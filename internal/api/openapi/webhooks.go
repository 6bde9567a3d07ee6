package openapi

import (
	"strconv"

	"rastro/internal/changes"
	"rastro/internal/webhook"
	"rastro/internal/webhook/endpoint"
	"rastro/internal/webhook/progress"
)

// webhookParameters returns the parameters of deliveries.
func webhookParameters() object {
	return object{{"situacaoDaEntrega", object{{"name", "situacao"}, {"in", "query"}, {"required", false}, {"description", "Só entregas nesta situação."},
		{"schema", object{{"type", "string"}, {"enum", listOf(progress.Outcomes)}}}}}}
}

// webhookSchemas returns the schemas of webhooks.
func webhookSchemas() object {
	asked := object{
		{"url", describe(typed("string", member{"maxLength", 2048}), "Com https, sem usuário, senha ou #. Redes internas só se quem mantém o servidor as liberou.")},
		{"descricao", typed("string", member{"maxLength", 200})},
		{"chave", describe(textSchema, "A accessKey com que o webhook lê: recebe o que ela pode ler, enquanto puder. Sem ela, a chave que pede; precisa do escopo leitura.")},
		{"tipos", describe(arrayOf(object{{"type", "string"}, {"enum", listOf(names(changes.Types, func(t changes.Type) string { return string(t) }))}}), "Só eventos destes tipos; vazio: todos.")},
		{"fases", describe(arrayOf(textSchema), "Só registros destas fases; vazio: todas.")},
		{"safras", describe(arrayOf(textSchema), "Só destas safras; vazio: todas que a chave alcança.")},
		{"conteudo", describe(object{{"type", "string"}, {"enum", list{"resumo", "completo"}}, {"default", "resumo"}}, "completo: cada evento traz o registro.")},
		{"emOrdem", describe(typed("boolean", member{"default", false}), "Um evento depois do outro: nenhum passa à frente de um que falhou.")},
	}
	reasons := list{""}
	for _, r := range []endpoint.Reason{endpoint.ByHand, endpoint.Gone, endpoint.Failing, endpoint.NoKey, endpoint.NoSign, endpoint.Rewound} {
		reasons = append(reasons, string(r))
	}
	never := ref("InstanteOuNulo")
	shown := append(append(object{{"id", textSchema}, {"versao", countSchema}}, asked...), object{
		{"chavePublica", describe(textSchema, "whpk_…: confere as assinaturas v1a de todos os webhooks deste servidor.")},
		{"criadoEm", ref("Instante")}, {"ativo", typed("boolean")},
		{"desativadoPor", describe(object{{"type", "string"}, {"enum", reasons}}, "Por que está desativado; vazio se está ativo.")}, {"desativadoEm", never},
		{"proximaPosicao", describe(countSchema, "A próxima posição do log a enviar.")}, {"pendentes", describe(countSchema, "Entregas que esperam outra tentativa.")},
		{"falhandoDesde", never}, {"ultimoSucesso", never}, {"ultimaTentativa", never}, {"ultimoStatus", countSchema},
	}...)
	required := []string{"id", "versao", "url", "descricao", "chave", "tipos", "fases", "safras", "conteudo", "emOrdem", "chavePublica", "criadoEm", "ativo", "desativadoPor", "desativadoEm", "proximaPosicao", "pendentes", "falhandoDesde", "ultimoSucesso", "ultimaTentativa", "ultimoStatus"}
	place := describe(textSchema, "Uma posição do log, ou um instante (RFC 3339).")
	return object{
		{"PedidoDeWebhook", props([]string{"url"}, asked)},
		{"Webhook", props(required, shown)},
		{"WebhookCriado", props(append(required, "segredo"), append(shown[:len(shown):len(shown)], member{"segredo", describe(textSchema, "whsec_…: assina as entregas (v1). Só esta resposta o mostra.")}))},
		{"ListaDeWebhook", describe(props([]string{"content"}, object{{"content", arrayOf(ref("Webhook"))}}), "No máximo "+strconv.Itoa(webhook.MaxOfOwner)+" por organização.")},
		{"Entrega", props([]string{"id", "webhookId", "posicao", "tipo", "situacao", "tentativas", "primeiraTentativa", "ultimaTentativa", "proximaTentativa", "status", "motivo", "ms", "resposta"}, object{
			{"id", textSchema}, {"webhookId", describe(textSchema, "O cabeçalho webhook-id, o mesmo em todas as tentativas.")}, {"posicao", countSchema}, {"tipo", textSchema},
			{"situacao", object{{"type", "string"}, {"enum", listOf(progress.Outcomes)}}}, {"tentativas", countSchema},
			{"primeiraTentativa", ref("Instante")}, {"ultimaTentativa", ref("Instante")}, {"proximaTentativa", never},
			{"status", describe(countSchema, "Da última resposta; 0 se não houve.")}, {"motivo", describe(textSchema, "Por que não houve resposta.")}, {"ms", countSchema}, {"resposta", describe(textSchema, "O começo dela, até 1 KiB.")}})},
		{"PaginaDeEntrega", pageSchema("Entrega")},
		{"TesteDeWebhook", props([]string{"webhookId", "ok", "status", "motivo", "ms", "resposta"}, object{
			{"webhookId", textSchema}, {"ok", typed("boolean")}, {"status", countSchema}, {"motivo", textSchema}, {"ms", countSchema}, {"resposta", textSchema}})},
		{"PedidoDeRecuperacao", props([]string{"desde"}, object{{"desde", place}, {"ate", describe(textSchema, "Até onde, inclusive; sem ele, até onde o webhook chegou.")}})},
		{"Recuperacao", props([]string{"posicoes"}, object{{"posicoes", describe(countSchema, "Quantas posições do log são lidas de novo.")}})},
	}
}
