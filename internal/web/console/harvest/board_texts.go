package harvest

import (
	"rastro/internal/web/console/pagekit"
)

var boardTexts = pagekit.Words{
	"title":        {PT: "Pronto para exportar?", EN: "Ready to export?", ES: "¿Listo para exportar?"},
	"about":        {PT: "Uma linha por safra. Cada coluna é algo que o mercado exige; clique no que falta para resolver.", EN: "One row for each harvest. Each column is something that the market asks for; click what is missing to fix it.", ES: "Una fila por cosecha. Cada columna es algo que el mercado exige; haga clic en lo que falta para resolverlo."},
	"about.reader": {PT: "Uma linha por safra. Cada coluna é algo que o mercado exige; clique no que falta para ver a conferência.", EN: "One row for each harvest. Each column is something that the market asks for; click what is missing to see the checks.", ES: "Una fila por cosecha. Cada columna es algo que el mercado exige; haga clic en lo que falta para ver la revisión."},
	"filters":      {PT: "Filtros", EN: "Filters", ES: "Filtros"},
	"search":       {PT: "Procurar", EN: "Search", ES: "Buscar"},
	"apply":        {PT: "Filtrar", EN: "Filter", ES: "Filtrar"},
	"clear":        {PT: "Limpar filtros", EN: "Clear filters", ES: "Limpiar filtros"},
	"sorted":       {PT: "Ordenar por", EN: "Sort by", ES: "Ordenar por"},
	"board":        {PT: "Safras e o que falta em cada uma", EN: "Harvests and what each one lacks", ES: "Cosechas y lo que falta en cada una"},
	"harvest":      {PT: "Safra", EN: "Harvest", ES: "Cosecha"},
	"status":       {PT: "Situação", EN: "Status", ES: "Situación"},
	"ok":           {PT: "OK", EN: "OK", ES: "OK"},
	"unasked":      {PT: "não se aplica", EN: "does not apply", ES: "no se aplica"},
	"summary":      {PT: "{n} {n|safra|safras}: {prontas} {prontas|pronta|prontas}, {dados} com dados prontos para validar, {pendentes} {pendentes|pendente|pendentes}.", EN: "{n} {n|harvest|harvests}: {prontas} ready, {dados} with data ready to validate, {pendentes} not ready.", ES: "{n} {n|cosecha|cosechas}: {prontas} {prontas|lista|listas}, {dados} con datos listos por validar, {pendentes} {pendentes|pendiente|pendientes}."},
	"steps":        {PT: "{como} ({a} de {b} para o mercado)", EN: "{como} ({a} of {b} for the market)", ES: "{como} ({a} de {b} para el mercado)"},
	"shut":         {PT: "{n} com pendência", EN: "{n} to fix", ES: "{n} por resolver"},
	"shut.1":       {PT: "1 com pendência", EN: "1 to fix", ES: "1 por resolver"},
	"more":         {PT: "+{n}", EN: "+{n}", ES: "+{n}"},
	"moreof":       {PT: "{n|outra pendência|outras pendências}", EN: "more to fix", ES: "{n|otro pendiente|otros pendientes}"},
	"waiting":      {PT: "{n} safras ainda estão sendo conferidas; esta página se atualiza sozinha.", EN: "{n} harvests are still being checked; this page updates by itself.", ES: "{n} cosechas todavía se están revisando; esta página se actualiza sola."},
	"waiting.1":    {PT: "1 safra ainda está sendo conferida; esta página se atualiza sozinha.", EN: "1 harvest is still being checked; this page updates by itself.", ES: "1 cosecha todavía se está revisando; esta página se actualiza sola."},
	"toomany":      {PT: "Há mais safras do que o painel mostra. As outras estão na lista de safras.", EN: "There are more harvests than the board shows. The others are in the list of harvests.", ES: "Hay más cosechas de las que muestra el tablero. Las demás están en la lista de cosechas."},
	"none":         {PT: "Nenhuma safra com estes filtros.", EN: "No harvest with these filters.", ES: "Ninguna cosecha con estos filtros."},
	"noneyet":      {PT: "Nenhuma safra que esta chave possa ver.", EN: "No harvest that this key may see.", ES: "Ninguna cosecha que esta clave pueda ver."},
	"range":        {PT: "{a} a {b} de {n}", EN: "{a} to {b} of {n}", ES: "{a} a {b} de {n}"},
	"before":       {PT: "Anteriores", EN: "Previous", ES: "Anteriores"},
	"after":        {PT: "Próximas", EN: "Next", ES: "Siguientes"},
	"download":     {PT: "Baixar em Excel", EN: "Download for Excel", ES: "Descargar en Excel"},
	"cards":        {PT: "Ver todas as safras e o que precisa ser feito", EN: "See all harvests and what needs doing", ES: "Ver todas las cosechas y qué hay que hacer"},

	"filter.market": {PT: "Mercado", EN: "Market", ES: "Mercado"},
	"filter.crop":   {PT: "Cultura", EN: "Crop", ES: "Cultivo"},
	"filter.season": {PT: "Ano-safra", EN: "Season", ES: "Campaña"},
	"filter.state":  {PT: "Situação", EN: "Status", ES: "Situación"},
	"filter.gate":   {PT: "Pendência em", EN: "To fix in", ES: "Pendiente en"},
	"all.crop":      {PT: "Todas", EN: "All", ES: "Todos"},
	"all.season":    {PT: "Todos", EN: "All", ES: "Todas"},
	"all.state":     {PT: "Todas", EN: "All", ES: "Todas"},
	"all.gate":      {PT: "Qualquer parte", EN: "Any part", ES: "Cualquier parte"},

	"state.PRONTA":        {PT: "Dados prontos", EN: "Data ready", ES: "Datos listos"},
	"state.PENDENTE":      {PT: "Com pendências", EN: "Not ready", ES: "Con pendientes"},
	"state.SEM_VALIDACAO": {PT: "Sem validação", EN: "Not validated", ES: "Sin validación"},

	"sort.safraId":        {PT: "Safra", EN: "Harvest", ES: "Cosecha"},
	"sort.cultura":        {PT: "Cultura", EN: "Crop", ES: "Cultivo"},
	"sort.safraCodigo":    {PT: "Ano-safra", EN: "Season", ES: "Campaña"},
	"sort.portasFechadas": {PT: "Pendências", EN: "To fix", ES: "Pendientes"},

	// as people are addressed
	"noneyet.pessoa": {PT: "Nenhuma safra que você possa ver.", EN: "No harvest that you may see.", ES: "Ninguna cosecha que usted pueda ver."},
}
