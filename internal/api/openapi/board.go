package openapi

import (
	"strconv"
	"strings"

	"rastro/internal/board"
	"rastro/internal/check/harvest"
	"rastro/internal/harvests"
	"rastro/internal/verdict"
)

// boardParameters returns the parameters of the board only.
func boardParameters() object {
	query := func(key, name, text string, schema object) member {
		return member{key, object{{"name", name}, {"in", "query"}, {"required", false}, {"description", text}, {"schema", schema}}}
	}
	return object{
		query("alvoDoPainel", "alvo", "O mercado; sem ele, EXPORTACAO.", append(enum(harvest.Targets), member{"default", string(harvest.Export)})),
		query("culturaDoPainel", "cultura", "Só safras desta cultura (TipoCultura, em qualquer grafia usual).", typed("string")),
		query("safraDoPainel", "safra", "Só safras com este safraCodigo, como 2024/25.", typed("string")),
		query("estadoDoPainel", "estado", "Só safras neste estado: em relação ao alvo, ou à sua última validação.", enum(board.States)),
		query("portaDoPainel", "porta", "Só safras paradas nesta porta.", enum(verdict.Gates)),
		query("buscaNoPainel", "busca", "Texto em qualquer lugar do safraId, do nome, da cultura, do safraCodigo, do produtor, da fazenda ou do município; acentos e maiúsculas não contam.", typed("string")),
		query("sortDoPainel", "sort", "Ordenação, campo ou -campo: "+strings.Join(names(board.Sorts, func(s board.Sort) string { return string(s) }), ", ")+". O safraId tem a ordem natural: 2 vem antes de 10.", typed("string")),
		query("sizeDoPainel", "size", "Safras por página; acima de "+strconv.Itoa(board.MaxSize)+" vale "+strconv.Itoa(board.MaxSize)+".", typed("integer", member{"minimum", 1}, member{"default", board.DefaultSize})),
		query("formatoDoPainel", "formato", "Forma da resposta, em vez de Accept; xlsx tem todas as safras, sem páginas.", object{{"type", "string"}, {"enum", list{"json", "xlsx"}}}),
	}
}

// situations say whether a harvest was reviewed, or why not.
var situations = []harvests.Unreviewed{"CONFERIDA", harvests.HarvestTooLarge, harvests.HarvestPostponed, harvests.HarvestDamaged}

// boardSchemas describe board.Page.
func boardSchemas() object {
	text, count, maybe := typed("string"), typed("integer", member{"minimum", 0}), typed(optional("string"))
	row := props([]string{"safraId", "situacao", "motivo", "nome", "cultura", "safraCodigo", "produtor", "fazenda", "municipio", "uf", "pronta", "portas", "recalls"}, object{
		{"safraId", text}, {"situacao", enum(situations)},
		{"motivo", describe(typed(optional("string")), "Por que a safra não foi conferida; as portas são null, e não há veredito.")},
		{"nome", maybe}, {"cultura", maybe}, {"safraCodigo", maybe}, {"produtor", maybe}, {"fazenda", maybe}, {"municipio", maybe}, {"uf", maybe},
		{"pronta", typed(optional("boolean"))},
		{"portas", object{{"type", optional("array")}, {"items", ref("Porta")}}},
		{"veredito", ref("Veredito")},
		{"recalls", describe(arrayOf(props([]string{"id", "em", "motivo"}, object{{"id", text}, {"em", ref("Instante")}, {"motivo", text}})), "Recalls que alcançam a safra e que a chave pode ler, os mais novos.")},
	})
	summary := props([]string{"alvo", "safras", "prontas", "pendentes", "naoConferidas", "emConferencia", "completo", "portas"}, object{
		{"alvo", text}, {"safras", count}, {"prontas", count}, {"pendentes", count}, {"naoConferidas", count},
		{"emConferencia", describe(count, "Safras do painel inteiro que ainda estão sendo conferidas; peça de novo em instantes.")},
		{"completo", describe(typed("boolean"), "false: há mais safras do que o painel mostra.")},
		{"portas", arrayOf(props([]string{"porta", "nome", "fechadas"}, object{{"porta", enum(verdict.Gates)}, {"nome", text}, {"fechadas", count}}))},
	})
	page := pageSchema("LinhaDoPainel")
	members := append(page.get("properties").(object), member{"resumo", describe(summary, "De todas as safras que o pedido encontra.")})
	return object{{"LinhaDoPainel", row}, {"Painel", props([]string{"content", "page", "next", "resumo"}, members)}}
}
