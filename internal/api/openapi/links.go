package openapi

import (
	"rastro/internal/share"
)

// linkParameters returns the parameters of the list of links.
func linkParameters() object {
	return object{{"loteDosLinks", object{{"name", "lote"}, {"in", "query"}, {"required", true}, {"description", "Código do lote."}, {"schema", typed("string")}}}}
}

// newLinkSchema describes a request for a link, linkSchema what is stored.
func newLinkSchema() object {
	text := typed("string")
	return props([]string{"lote"}, object{
		{"lote", text}, {"para", describe(typed("string"), "Para quem é o link, até 80 caracteres: a empresa, não a pessoa.")},
		{"expiraEm", describe(typed("string"), "Até quando vale, em até 366 dias; sem isso, 30 dias.")},
		{"limite", describe(typed("integer", member{"minimum", 0}, member{"maximum", share.MaxViews}, member{"default", share.DefaultViews}), "Quantas vezes abre. Cada página ou arquivo aberto conta uma vez.")},
	})
}

func linkSchema(more ...member) object {
	text, count := typed("string"), typed("integer", member{"minimum", 0})
	names := []string{"id", "lote", "safraId", "para", "situacao", "criadoEm", "expiraEm", "revogadoEm", "limite", "vistas"}
	all := object{
		{"id", text}, {"lote", text}, {"safraId", describe(typed("string"), "A safra titular do lote.")}, {"para", text},
		{"situacao", object{{"type", "string"}, {"enum", list{string(share.Active), string(share.Expired), string(share.Revoked), string(share.UsedUp)}}}},
		{"criadoEm", text}, {"expiraEm", text}, {"revogadoEm", typed(optional("string"))}, {"limite", count}, {"vistas", count},
	}
	for _, m := range more {
		names, all = append(names, m.name), append(all, m)
	}
	return props(names, all)
}

func linkViewsSchema() object {
	return describe(arrayOf(props([]string{"numero", "em", "parte"}, object{
		{"numero", typed("integer", member{"minimum", 1})}, {"em", typed("string")},
		{"parte", object{{"type", "string"}, {"enum", list{string(share.Page), string(share.Trace), string(share.Dossier)}}}},
	})), "Cada vez que foi aberto. De quem abriu não se guarda nada.")
}
