package openapi

func fileSchemas() object {
	place := func(text string) object { return describe(typed("number"), text) }
	file := object{
		{"sha256", typed("string", member{"pattern", "^[0-9a-f]{64}$"})},
		{"nome", textSchema}, {"mediaType", describe(typed("string"), "Pelo conteúdo.")}, {"bytes", countSchema},
		{"largura", describe(countSchema, "De uma foto, em pixels, em pé.")}, {"altura", countSchema},
		{"exif", describe(props(nil, object{
			{"tomadaEm", describe(typed("string"), "RFC 3339; sem fuso se a câmera não o diz.")}, {"lat", place("Graus, WGS 84.")}, {"lon", place("")},
		}), "O que a foto diz de si, quando diz.")},
		{"pessoal", typed("boolean")}, {"anexadoEm", textSchema}, {"anexadoPor", textSchema},
		{"sal", describe(typed("string", member{"pattern", "^[0-9a-f]{32}$"}), "De um arquivo com dados pessoais: a prova do registro traz só o resumo dos detalhes (nome, medidas, exif), SHA-256 do sal e deles.")},
	}
	required := []string{"sha256", "nome", "mediaType", "bytes", "pessoal", "anexadoEm", "anexadoPor"}
	written := append(append(object{}, file...), member{"versao", describe(countSchema, "Do registro.")}, member{"hash", describe(typed("string"), "Compromisso dessa versão.")})
	return object{
		{"Anexo", append(props(required, file), member{"additionalProperties", false})},
		{"AnexoGravado", append(props(append(required, "versao", "hash"), written), member{"additionalProperties", false})},
		{"ListaDeAnexo", props([]string{"content"}, object{{"content", arrayOf(ref("Anexo"))}})},
	}
}
