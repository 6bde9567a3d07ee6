package openapi

import "slices"

// publicSchemas describe public.Page.
func publicSchemas() object {
	month := describe(textSchema, "Ano e mês; vazio se não há.")
	open := typed("object")
	newer := props([]string{"codigo", "aprovada", "validadaEm"}, object{{"codigo", textSchema}, {"aprovada", typed("boolean")}, {"validadaEm", describe(textSchema, "Ano e mês.")}})
	sentence := props([]string{"pt", "en", "es"}, object{{"pt", textSchema}, {"en", textSchema}, {"es", textSchema}})
	logo := props([]string{"caminho", "tipo", "largura", "altura"}, object{{"caminho", textSchema}, {"tipo", textSchema}, {"largura", countSchema}, {"altura", countSchema}})
	signed := props([]string{"nome", "razaoSocial", "cnpj", "contato", "cor", "frase", "logo", "em"}, object{
		{"nome", textSchema}, {"razaoSocial", textSchema}, {"cnpj", textSchema}, {"contato", textSchema}, {"cor", textSchema}, {"frase", sentence},
		{"logo", logo.set("type", optional("object"))}, {"em", describe(textSchema, "O dia, no horário de Brasília.")}})
	members := object{
		{"codigo", textSchema}, {"estado", object{{"type", "string"}, {"enum", list{"REVOGADA", "ADULTERADA", "REPROVADA", "VENCIDA", "ALTERADA", "VALIDA"}}}},
		{"veredito", ref("Veredito")},
		{"verificadoEm", ref("Instante")}, {"cultura", textSchema}, {"safra", textSchema}, {"validadaEm", month}, {"validade", month},
		{"validadaPor", describe(signed.set("type", optional("object")), "A organização de quem é o veredito; nulo se não é de nenhuma.")},
		{"retiradaPor", describe(signed.set("type", optional("object")), "A organização que revogou a validação; nulo se não foi nenhuma.")},
		{"lotes", describe(textsSchema, "Lotes que a validação cita e que são da própria parte, ou de ninguém.")},
		{"lotesDeTerceiros", describe(textsSchema, "Lotes que a validação só cita: são de outra parte, que não é dita. Não valem como origem desta safra.")},
		{"fases", arrayOf(open)}, {"ausentes", arrayOf(open)}, {"local", open}, {"cadeia", arrayOf(open)},
		{"declaracoesUE", describe(arrayOf(typed("string")), "Números de referência das declarações à UE em vigor, de lotes da safra.")},
		{"documentos", describe(countSchema, "Quantos documentos os registros da safra têm anexados: só o número.")},
		{"completude", props([]string{"presentes", "total", "percentual"}, object{{"presentes", countSchema}, {"total", countSchema}, {"percentual", countSchema}})},
		{"conferencia", props([]string{"erro", "alerta", "info"}, object{{"erro", countSchema}, {"alerta", countSchema}, {"info", countSchema}})},
		{"justificativa", textSchema}, {"divergencias", countSchema},
		{"alteradaEm", describe(textSchema, "Quando os registros mudaram pela última vez depois da validação; vazio se estão como foram validados. O lugar, as fases e a cadeia são de agora; a completude e a conferência, da validação.")},
		{"maisNova", describe(newer.set("type", optional("object")), "A validação mais nova da mesma safra; nulo se é esta.")},
		{"vigente", describe(newer.set("type", optional("object")), "De uma revogada, a validação mais nova da mesma safra que vale; nulo se não há.")}, {"hash", textSchema}, {"raiz", textSchema}, {"log", open},
	}
	var names []string
	for _, m := range members {
		names = append(names, m.name)
	}
	return object{{"ValidacaoPublica", props(slices.Clip(names), members)}}
}
