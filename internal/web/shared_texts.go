package web

import (
	"rastro/internal/eudr"
	"rastro/internal/lang"
)

// sharedTexts are the words of what a link of a lot opens.
var sharedTexts = map[string]lang.Text{
	"door":      {PT: "Um lote foi compartilhado com você", EN: "A lot was shared with you", ES: "Compartieron un lote con usted"},
	"doorhelp":  {PT: "O link dá acesso de leitura a um lote: a conferência para a UE, a origem e o dossiê. Cada página ou arquivo que você abre conta uma vez; anotamos o momento, e nada sobre você.", EN: "The link lets you read one lot: the checks for the EU, where it came from, and its dossier. Each page or file that you open counts once; we note the moment, and nothing about you.", ES: "El enlace da acceso de lectura a un lote: la revisión para la UE, el origen y el expediente. Cada página o archivo que abre cuenta una vez; anotamos el momento, y nada sobre usted."},
	"open":      {PT: "Ver o lote", EN: "See the lot", ES: "Ver el lote"},
	"from":      {PT: "Compartilhado por {quem}.", EN: "Shared by {quem}.", ES: "Compartido por {quem}."},
	"left":      {PT: "O link ainda abre {n} {n|vez|vezes}, até {ate}.", EN: "The link opens {n} more {n|time|times}, until {ate}.", ES: "El enlace abre {n} {n|vez|veces} más, hasta {ate}."},
	"lot":       {PT: "Lote", EN: "Lot", ES: "Lote"},
	"files":     {PT: "Arquivos", EN: "Files", ES: "Archivos"},
	"dossier":   {PT: "Baixar o dossiê", EN: "Download the dossier", ES: "Descargar el expediente"},
	"tracecsv":  {PT: "Origem em planilha (CSV)", EN: "Origin as a table (CSV)", ES: "Origen en tabla (CSV)"},
	"tracejson": {PT: "Origem em JSON", EN: "Origin as JSON", ES: "Origen en JSON"},
	"nodossier": {PT: "Este lote ainda não tem dossiê: falta algo nos talhões. Fale com quem enviou o link.", EN: "This lot has no dossier yet: something is missing in its plots. Talk to whoever sent the link.", ES: "Este lote todavía no tiene expediente: falta algo en las parcelas. Hable con quien envió el enlace."},
	"summary":   {PT: "Resumo", EN: "Summary", ES: "Resumen"},
	"plots":     {PT: "Talhões", EN: "Plots", ES: "Parcelas"},
	"area":      {PT: "Área", EN: "Area", ES: "Superficie"},
	"producers": {PT: "Produtores", EN: "Producers", ES: "Productores"},
	"harvests":  {PT: "Safras", EN: "Harvests", ES: "Cosechas"},
	"checked":   {PT: "O que o artigo 9 pede", EN: "What article 9 asks", ES: "Lo que pide el artículo 9"},
	"route":     {PT: "De onde o lote veio", EN: "Where the lot came from", ES: "De dónde vino el lote"},
	"more":      {PT: "Mais {n} {n|lote|lotes} nos arquivos.", EN: "{n} more {n|lot|lots} in the files.", ES: "{n} {n|lote|lotes} más en los archivos."},
	"ready":     {PT: "Pronto para a UE", EN: "Ready for the EU", ES: "Listo para la UE"},
	"gaps":      {PT: "A UE aceitaria os talhões, mas ainda falta algo", EN: "The EU would accept the plots, but something is still missing", ES: "La UE aceptaría las parcelas, pero todavía falta algo"},
	"notready":  {PT: "Ainda não está pronto para a UE", EN: "Not ready for the EU yet", ES: "Todavía no está listo para la UE"},
	"recalled":  {PT: "Este lote está em recall", EN: "This lot is being recalled", ES: "Este lote está en retiro"},
	"nolink":    {PT: "Este link não existe, ou não vale mais", EN: "There is no such link, or it is no longer good", ES: "Este enlace no existe, o ya no vale"},
	"askagain":  {PT: "Confira se o endereço está inteiro. Se estiver, peça outro link a quem o enviou.", EN: "Check that the address is complete. If it is, ask whoever sent it for another link.", ES: "Revise que la dirección esté completa. Si lo está, pida otro enlace a quien lo envió."},
}

// sharedSituations are the situations of article 9.
var sharedSituations = map[eudr.Situation]lang.Text{
	eudr.There:      {PT: "Presente", EN: "There", ES: "Presente"},
	eudr.Missing:    {PT: "Falta", EN: "Missing", ES: "Falta"},
	eudr.Elsewhere:  {PT: "Fora do Rastro", EN: "Not in Rastro", ES: "Fuera de Rastro"},
	eudr.Unexamined: {PT: "Não conferido", EN: "Not examined", ES: "No revisado"},
}
