package openapi

func organizationSchemas() object {
	text := func(most int, about string) object {
		return describe(typed("string", member{"maxLength", most}), about)
	}
	sentence := props(nil, object{{"pt", text(160, "")}, {"en", text(160, "")}, {"es", text(160, "")}})
	said := object{
		{"nome", text(100, "Vale para chaves sem diferença de maiúsculas, acentos e espaços. Nenhuma outra organização pode ter, nem ter tido, este nome.")},
		{"razaoSocial", text(300, "")}, {"cnpj", text(100, "Com ou sem pontuação; fica só com letras e dígitos.")}, {"contato", text(300, "")},
		{"cor", text(7, "Como #1a7f37. Branco sobre ela deve ter contraste de 4.5:1.")}, {"frase", describe(sentence, "Uma frase sobre a organização, nas três línguas.")},
	}
	logo := describe(props([]string{"sha256", "tipo", "largura", "altura"}, object{{"sha256", textSchema}, {"tipo", textSchema}, {"largura", countSchema}, {"altura", countSchema}}), "Só quando há. De um SVG, largura e altura dão só a proporção.")
	level := object{{"type", "string"}, {"enum", list{"dona", "escrita", "leitura", "nenhum"}}}
	return object{
		{"PedidoDeOrganizacao", props([]string{"nome"}, said)},
		{"AlteracaoDeOrganizacao", props(nil, said)},
		{"Organizacao", props([]string{"id", "nome", "nomesAnteriores", "razaoSocial", "cnpj", "contato", "cor", "frase", "versao", "criadoEm"}, object{
			{"id", textSchema}, {"nome", textSchema}, {"nomesAnteriores", describe(arrayOf(textSchema), "Chaves com estes nomes também são da organização.")},
			{"razaoSocial", textSchema}, {"cnpj", textSchema}, {"contato", textSchema}, {"cor", textSchema}, {"frase", sentence}, {"logo", logo}, {"versao", countSchema}, {"criadoEm", ref("Instante")}})},
		{"PaginaDeOrganizacao", pageSchema("Organizacao")},
		{"PedidoDeAcesso", props([]string{"nivel"}, object{{"nivel", describe(object{{"type", "string"}, {"enum", list{"leitura", "escrita", "dona"}}}, "dona passa a safra à organização, e só quem administra o servidor pode.")}})},
		{"Acesso", props([]string{"organizacaoId", "organizacao", "nivel"}, object{{"organizacaoId", textSchema}, {"organizacao", textSchema}, {"nivel", level}})},
		{"ListaDeAcesso", props([]string{"content"}, object{{"content", arrayOf(ref("Acesso"))}})},
	}
}
