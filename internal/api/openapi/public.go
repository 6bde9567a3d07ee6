package openapi

import "slices"

// publicSchemas describe public.Page.
func publicSchemas() object {
	text, count := typed("string"), typed("integer", member{"minimum", 0})
	texts := arrayOf(text)
	month := describe(text, "Ano e mês; vazio se não há.")
	open := typed("object")
	members := object{
		{"codigo", text}, {"estado", object{{"type", "string"}, {"enum", list{"REVOGADA", "ADULTERADA", "REPROVADA", "VENCIDA", "ALTERADA", "VALIDA"}}}},
		{"veredito", ref("Veredito")},
		{"verificadoEm", ref("Instante")}, {"cultura", text}, {"safra", text}, {"validadaEm", month}, {"validade", month},
		{"lotes", describe(texts, "Lotes que a validação cita e que são da própria parte, ou de ninguém.")},
		{"lotesDeTerceiros", describe(texts, "Lotes que a validação só cita: são de outra parte, que não é dita. Não valem como origem desta safra.")},
		{"fases", arrayOf(open)}, {"ausentes", arrayOf(open)}, {"local", open}, {"cadeia", arrayOf(open)},
		{"completude", props([]string{"presentes", "total", "percentual"}, object{{"presentes", count}, {"total", count}, {"percentual", count}})},
		{"conferencia", props([]string{"erro", "alerta", "info"}, object{{"erro", count}, {"alerta", count}, {"info", count}})},
		{"justificativa", text}, {"divergencias", count}, {"hash", text}, {"raiz", text}, {"log", open},
	}
	var names []string
	for _, m := range members {
		names = append(names, m.name)
	}
	return object{{"ValidacaoPublica", props(slices.Clip(names), members)}}
}
