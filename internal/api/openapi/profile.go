package openapi

import (
	"rastro/internal/kind"
	"rastro/internal/profile"
)

// profileSchemas returns the schemas of a harvest's profile.
func profileSchemas() object {
	k := kind.Profile
	stored := recordSchema(k)
	properties := stored.get("properties").(object)
	derived := props([]string{"valor", "de"}, object{
		{"valor", typed("string")},
		{"de", describe(object{{"type", "string"}, {"enum", list{string(profile.FromCAR), string(profile.FromPlot), string(profile.FromRecords), string(profile.FromSoy), string(profile.FromCode)}}}, "De onde o valor foi deduzido.")},
	})
	var values object
	for _, f := range k.Fields {
		values = append(values, member{f.Name, derived})
	}
	read := append(object{}, properties...).set("versao", describe(typed("integer", member{"minimum", 0}), "0: a safra tem registros, mas não tem perfil."))
	read = append(read, member{"derivados", describe(props(nil, values), "Os valores certos dos campos que o perfil não informa.")})
	return object{
		{"DadosPerfil", payloadSchema(k, true).set("additionalProperties", false)},
		{"DadosPerfilDevolvidos", payloadSchema(k, false)},
		{"PedidoDePerfil", props([]string{"dados"}, object{
			{"safraId", describe(typed("string", member{"maxLength", 100}), "Se vier, tem de ser a safra do caminho.")},
			{"safraCodigo", describe(typed(optional("string"), member{"maxLength", 100}), "Código da safra, como 2024/25.")},
			{"dados", ref("DadosPerfil")},
		})},
		{"Perfil", stored},
		{"PerfilCriado", props([]string{"status", "message", "data"}, object{{"status", constant("success")}, {"message", typed("string")}, {"data", ref("Perfil")}})},
		{"PerfilLido", props([]string{"safraId", "dados", "versao", "derivados"}, read)},
	}
}
