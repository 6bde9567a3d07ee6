package openapi

func disputeSchemas() object {
	owner := props([]string{"safraId", "registro", "desde", "decididoEm"}, object{
		{"safraId", textSchema}, {"registro", describe(textSchema, "Id do registro que primeiro reivindicou o código na safra.")}, {"desde", ref("Instante")},
		{"decididoEm", describe(typed(optional("string")), "Quando um administrador decidiu; null se ninguém precisou.")},
	})
	rival := props([]string{"safraId", "autor", "registros", "registro", "desde"}, object{
		{"safraId", textSchema}, {"autor", textSchema}, {"registros", typed("integer", member{"minimum", 1})}, {"registro", textSchema}, {"desde", ref("Instante")},
	})
	return object{
		{"PedidoDeTitular", props([]string{"safraId", "motivo"}, object{
			{"safraId", describe(typed("string", member{"maxLength", 100}), "Uma das safras que reivindicam o código.")},
			{"motivo", describe(typed("string", member{"maxLength", 500}), "Fica no log e na trilha. Só some com o expurgo de um registro que ele cita, ou de todos os que usam o código: não escreva nele dados pessoais.")},
			{"motivoPublico", describe(typed("boolean"), "Se as partes da disputa podem ler o motivo; sem isto, elas só veem a data e que um administrador decidiu.")}})},
		{"Disputa", props([]string{"tipo", "codigo", "situacao", "titular", "reivindicacoes", "haMais"}, object{
			{"tipo", object{{"type", "string"}, {"enum", list{"lote", "gtin"}}}}, {"codigo", textSchema},
			{"situacao", object{{"type", "string"}, {"enum", list{"aberta", "decidida"}}}}, {"titular", owner},
			{"reivindicacoes", describe(arrayOf(rival), "As de outras partes, da mais antiga à mais nova, no máximo 50.")}, {"haMais", typed("boolean")}})},
		{"PaginaDeDisputa", pageSchema("Disputa")},
	}
}
