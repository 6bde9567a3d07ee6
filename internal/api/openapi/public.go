package openapi

import "slices"

// publicSchemas describe public.Page.
func publicSchemas() object {
	month := describe(textSchema, "Ano e mês; vazio se não há.")
	open := typed("object")
	newer := props([]string{"codigo", "aprovada", "validadaEm"}, object{{"codigo", textSchema}, {"aprovada", typed("boolean")}, {"validadaEm", describe(textSchema, "Ano e mês.")}})
	members := object{
		{"codigo", textSchema}, {"estado", object{{"type", "string"}, {"enum", list{"REVOGADA", "ADULTERADA", "REPROVADA", "VENCIDA", "ALTERADA", "VALIDA"}}}},
		{"veredito", ref("Veredito")},
		{"verificadoEm", ref("Instante")}, {"cultura", textSchema}, {"safra", textSchema}, {"validadaEm", month}, {"validade", month},
		{"lotes", describe(textsSchema, "Lotes que a validação cita e que são da própria parte, ou de ninguém.")},
		{"lotesDeTerceiros", describe(textsSchema, "Lotes que a validação só cita: são de outra parte, que não é dita. Não valem como origem desta safra.")},
		{"fases", arrayOf(open)}, {"ausentes", arrayOf(open)}, {"local", open}, {"cadeia", arrayOf(open)},
		{"completude", props([]string{"presentes", "total", "percentual"}, object{{"presentes", countSchema}, {"total", countSchema}, {"percentual", countSchema}})},
		{"conferencia", props([]string{"erro", "alerta", "info"}, object{{"erro", countSchema}, {"alerta", countSchema}, {"info", countSchema}})},
		{"justificativa", textSchema}, {"divergencias", countSchema},
		{"maisNova", describe(newer.set("type", optional("object")), "A validação mais nova da mesma safra; nulo se é esta.")},
		{"vigente", describe(newer.set("type", optional("object")), "De uma revogada, a validação mais nova da mesma safra que vale; nulo se não há.")}, {"hash", textSchema}, {"raiz", textSchema}, {"log", open},
	}
	var names []string
	for _, m := range members {
		names = append(names, m.name)
	}
	return object{{"ValidacaoPublica", props(slices.Clip(names), members)}}
}
