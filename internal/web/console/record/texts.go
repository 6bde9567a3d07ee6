package record

import (
	"rastro/internal/web/console/pagekit"
)

// recordTexts are the words of all pages of records.
var recordTexts = pagekit.Words{
	"plottext":  {PT: "Coordenadas em texto", EN: "Coordinates as text", ES: "Coordenadas en texto"},
	"records":   {PT: "Registros", EN: "Records", ES: "Registros"},
	"harvest":   {PT: "Safra", EN: "Harvest", ES: "Cosecha"},
	"code":      {PT: "Código da safra", EN: "Harvest code", ES: "Código de la cosecha"},
	"where":     {PT: "Você está em", EN: "You are at", ES: "Usted está en"},
	"record":    {PT: "Registro", EN: "Record", ES: "Registro"},
	"id":        {PT: "Identificador", EN: "Identifier", ES: "Identificador"},
	"version":   {PT: "Versão", EN: "Version", ES: "Versión"},
	"add":       {PT: "Novo registro", EN: "New record", ES: "Nuevo registro"},
	"field":     {PT: "Campo", EN: "Field", ES: "Campo"},
	"taxpapers": {PT: "Documentos fiscais", EN: "Tax documents", ES: "Documentos fiscales"},
	"extras":    {PT: "Outros campos", EN: "Other fields", ES: "Otros campos"},
	"private":   {PT: "dado pessoal", EN: "personal data", ES: "dato personal"},
	"back":      {PT: "Voltar ao registro", EN: "Back to the record", ES: "Volver al registro"},
}

// severityTexts name how much a finding weighs.
var severityTexts = pagekit.Words{
	"erro":   {PT: "Erro", EN: "Error", ES: "Error"},
	"alerta": {PT: "Alerta", EN: "Alert", ES: "Alerta"},
	"info":   {PT: "Sugestão", EN: "Suggestion", ES: "Sugerencia"},
}

// badgeTexts sum findings up.
var badgeTexts = pagekit.Words{
	"erro.one":    {PT: "1 erro", EN: "1 error", ES: "1 error"},
	"erro.many":   {PT: "{n} erros", EN: "{n} errors", ES: "{n} errores"},
	"alerta.one":  {PT: "1 alerta", EN: "1 alert", ES: "1 alerta"},
	"alerta.many": {PT: "{n} alertas", EN: "{n} alerts", ES: "{n} alertas"},
	"info.one":    {PT: "1 sugestão", EN: "1 suggestion", ES: "1 sugerencia"},
	"info.many":   {PT: "{n} sugestões", EN: "{n} suggestions", ES: "{n} sugerencias"},
	"bom":         {PT: "Sem achados", EN: "No findings", ES: "Sin hallazgos"},
	"campos":      {PT: "Campos sem achados", EN: "No findings in its fields", ES: "Campos sin hallazgos"},
}

// recordsTexts are the texts of the page of all kinds.
var recordsTexts = pagekit.Words{
	"title":        {PT: "Registros", EN: "Records", ES: "Registros"},
	"about":        {PT: "Os tipos de registro, na ordem das fases da cadeia. Abra um tipo para procurar e corrigir, ou acrescente um registro.", EN: "The kinds of record, in the order of the chain's phases. Open one to find and correct records, or add one.", ES: "Los tipos de registro, en el orden de las fases de la cadena. Abra uno para buscar y corregir, o agregue un registro."},
	"about.reader": {PT: "Os tipos de registro, na ordem das fases da cadeia. Abra um tipo para procurar.", EN: "The kinds of record, in the order of the chain's phases. Open one to search it.", ES: "Los tipos de registro, en el orden de las fases de la cadena. Abra un tipo para buscar."},
	"phase":        {PT: "Fase", EN: "Phase", ES: "Fase"},
	"count":        {PT: "registros", EN: "records", ES: "registros"},
	"one":          {PT: "registro", EN: "record", ES: "registro"},
	"add":          {PT: "Novo", EN: "New", ES: "Nuevo"},
}

// recordListTexts are the words of a list.
var recordListTexts = pagekit.Words{
	"search":   {PT: "Procurar", EN: "Search", ES: "Buscar"},
	"what":     {PT: "Identificador, lote ou texto", EN: "Identifier, lot or text", ES: "Identificador, lote o texto"},
	"anyone":   {PT: "Todas as safras", EN: "All harvests", ES: "Todas las cosechas"},
	"order":    {PT: "Ordem", EN: "Order", ES: "Orden"},
	"show":     {PT: "Mostrar", EN: "Show", ES: "Mostrar"},
	"clear":    {PT: "Limpar", EN: "Clear", ES: "Limpiar"},
	"state":    {PT: "Conferência", EN: "Checks", ES: "Revisión"},
	"changed":  {PT: "Última mudança", EN: "Last change", ES: "Último cambio"},
	"none":     {PT: "Nenhum registro aqui.", EN: "No records here.", ES: "Ningún registro aquí."},
	"first":    {PT: "Primeira página", EN: "First page", ES: "Primera página"},
	"next":     {PT: "Próxima página", EN: "Next page", ES: "Página siguiente"},
	"goon":     {PT: "Continuar a procura", EN: "Continue searching", ES: "Continuar la búsqueda"},
	"export":   {PT: "Baixar a lista:", EN: "Download the list:", ES: "Descargar la lista:"},
	"alike":    {PT: "Safras que começam assim:", EN: "Harvests that begin like this:", ES: "Cosechas que empiezan así:"},
	"anywhere": {PT: "Procurar em todos os textos", EN: "Search all texts", ES: "Buscar en todos los textos"},
	"byid":     {PT: "Procurado pelo identificador.", EN: "Searched by identifier.", ES: "Buscado por el identificador."},
	"bylot":    {PT: "Registros que citam o lote {q}.", EN: "Records that name the lot {q}.", ES: "Registros que citan el lote {q}."},
	"bytext":   {PT: "Procurado em {n} registros.", EN: "Searched {n} records.", ES: "Se buscó en {n} registros."},
	"sofar":    {PT: "Procurado até aqui em {n} registros; há mais.", EN: "Searched {n} records so far; there are more.", ES: "Se buscó hasta aquí en {n} registros; hay más."},
	"unsorted": {PT: "São registros demais para esta ordem; estão do mais novo ao mais antigo. Escolha uma safra para ordenar.", EN: "There are too many records for this order; they are newest first. Choose a harvest to sort.", ES: "Son demasiados registros para este orden; están del más nuevo al más antiguo. Elija una cosecha para ordenar."},
	"table":    {PT: "Lista de registros", EN: "List of records", ES: "Lista de registros"},
}

// recordShownTexts are the texts of a record's page.
var recordShownTexts = pagekit.Words{
	"data":          {PT: "Dados", EN: "Data", ES: "Datos"},
	"findings":      {PT: "O que a conferência achou", EN: "What checks found", ES: "Lo que encontró la revisión"},
	"reviewed":      {PT: "Ver a página desta validação", EN: "See the page of this validation", ES: "Ver la página de esta validación"},
	"clean":         {PT: "A conferência não achou nada a corrigir.", EN: "The checks found nothing to correct.", ES: "La revisión no encontró nada que corregir."},
	"cleanfields":   {PT: "Os campos deste registro não têm nada a corrigir.", EN: "The fields of this record have nothing to correct.", ES: "Los campos de este registro no tienen nada que corregir."},
	"onlyfields":    {PT: "Aqui foram conferidos só os campos deste registro, não os anexos nem os outros registros da safra.", EN: "Only the fields of this record were checked here, not its attachments nor the other records of the harvest.", ES: "Aquí se revisaron solo los campos de este registro, no los archivos adjuntos ni los otros registros de la cosecha."},
	"harvestreview": {PT: "Ver a conferência da safra", EN: "See the checks of the harvest", ES: "Ver la revisión de la cosecha"},
	"empty":         {PT: "Campos sem valor:", EN: "Fields without a value:", ES: "Campos sin valor:"},
	"nothing":       {PT: "Nenhum campo está preenchido.", EN: "No field is filled in.", ES: "Ningún campo está completado."},
	"area":          {PT: "Área calculada do talhão", EN: "Computed area of the plot", ES: "Área calculada de la parcela"},
	"lots":          {PT: "Lotes", EN: "Lots", ES: "Lotes"},
	"papers":        {PT: "Identificadores encontrados", EN: "Identifiers found", ES: "Identificadores encontrados"},
	"valid":         {PT: "válido", EN: "valid", ES: "válido"},
	"invalid":       {PT: "inválido", EN: "not valid", ES: "no válido"},
	"about":         {PT: "Sobre o registro", EN: "About the record", ES: "Sobre el registro"},
	"created":       {PT: "Criado", EN: "Created", ES: "Creado"},
	"updated":       {PT: "Última mudança", EN: "Last change", ES: "Último cambio"},
	"hash":          {PT: "Compromisso no log", EN: "Commitment in the log", ES: "Compromiso en el log"},
	"stands":        {PT: "Situação", EN: "State", ES: "Situación"},
	"edit":          {PT: "Corrigir", EN: "Correct", ES: "Corregir"},
	"delete":        {PT: "Excluir", EN: "Delete", ES: "Eliminar"},
	"history":       {PT: "Histórico", EN: "History", ES: "Historial"},
	"proof":         {PT: "Prova", EN: "Proof", ES: "Prueba"},
	"json":          {PT: "JSON", EN: "JSON", ES: "JSON"},
	"another":       {PT: "Outro na mesma safra", EN: "Another in this harvest", ES: "Otro en la misma cosecha"},
	"sure":          {PT: "Excluir este registro?", EN: "Delete this record?", ES: "¿Eliminar este registro?"},
	"means":         {PT: "Ele sai das listas, da conferência e do rastreio. As versões continuam no histórico e no log.", EN: "It disappears from lists, checks and traces. Its versions stay in the history and in the log.", ES: "Sale de las listas, de la revisión y del rastreo. Sus versiones continúan en el historial y en el log."},
	"yes":           {PT: "Sim, excluir", EN: "Yes, delete", ES: "Sí, eliminar"},
	"no":            {PT: "Não, voltar", EN: "No, go back", ES: "No, volver"},
	"validation":    {PT: "Uma validação excluída fica revogada: a página pública passa a dizer isso.", EN: "A deleted validation is revoked: its public page will say so.", ES: "Una validación eliminada queda revocada: su página pública pasa a decirlo."},
}
