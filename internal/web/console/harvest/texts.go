package harvest

import (
	"rastro/internal/web/console/pagekit"
)

// harvestTexts are the words that the pages of harvests share.
var harvestTexts = pagekit.Words{
	"sharedby":        {PT: "Compartilhada por {organizacao}", EN: "Shared by {organizacao}", ES: "Compartida por {organizacao}"},
	"ofowner":         {PT: "De {organizacao}, compartilhada por quem administra o servidor", EN: "Of {organizacao}, shared by the server's administrator", ES: "De {organizacao}, compartida por quien administra el servidor"},
	"sharedbyserver":  {PT: "Compartilhada por quem administra o servidor", EN: "Shared by the server's administrator", ES: "Compartida por quien administra el servidor"},
	"sharedsince":     {PT: "Desde {dia}.", EN: "Since {dia}.", ES: "Desde {dia}."},
	"level.leitura":   {PT: "só leitura", EN: "read only", ES: "solo lectura"},
	"level.escrita":   {PT: "leitura e escrita", EN: "read and write", ES: "lectura y escritura"},
	"harvest":         {PT: "Safra", EN: "Harvest", ES: "Cosecha"},
	"pages":           {PT: "Páginas da safra", EN: "Pages of the harvest", ES: "Páginas de la cosecha"},
	"severity.erro":   {PT: "Erro", EN: "Error", ES: "Error"},
	"severity.alerta": {PT: "Alerta", EN: "Alert", ES: "Alerta"},
	"severity.info":   {PT: "Sugestão", EN: "Suggestion", ES: "Sugerencia"},
	"errors":          {PT: "{n} erros", EN: "{n} errors", ES: "{n} errores"},
	"errors.1":        {PT: "{n} erro", EN: "{n} error", ES: "{n} error"},
	"alerts":          {PT: "{n} alertas", EN: "{n} alerts", ES: "{n} alertas"},
	"alerts.1":        {PT: "{n} alerta", EN: "{n} alert", ES: "{n} alerta"},
	"infos":           {PT: "{n} sugestões", EN: "{n} suggestions", ES: "{n} sugerencias"},
	"infos.1":         {PT: "{n} sugestão", EN: "{n} suggestion", ES: "{n} sugerencia"},
	"onlyreads":       {PT: "Você só lê esta safra. O que se pede para corrigir ou registrar é com quem registra nela.", EN: "You only read this harvest. What has to be corrected or recorded is up to those who record in it.", ES: "Usted solo lee esta cosecha. Lo que se pide corregir o registrar corresponde a quien registra en ella."},
	"nofindings":      {PT: "Nada a apontar nos registros", EN: "Nothing to point out in the records", ES: "Nada que señalar en los registros"},
	"nothingyet":      {PT: "Nenhum registro exigido foi feito ainda", EN: "None of the required records has been made yet", ES: "Todavía no se hizo ningún registro exigido"},
	"records":         {PT: "{n} registros", EN: "{n} records", ES: "{n} registros"},
	"records.1":       {PT: "{n} registro", EN: "{n} record", ES: "{n} registro"},
	"complete":        {PT: "Completude", EN: "Completeness", ES: "Completitud"},
	"completeof":      {PT: "{p} % completa: {a} de {b} itens", EN: "{p} % complete: {a} of {b} items", ES: "{p} % completa: {a} de {b} ítems"},
	"revokedon":       {PT: "Validação revogada em {dia}", EN: "Validation revoked on {dia}", ES: "Validación revocada el {dia}"},
	"large":           {PT: "Esta safra tem registros demais para ser conferida aqui.", EN: "This harvest has too many records to be checked here.", ES: "Esta cosecha tiene demasiados registros para revisarla aquí."},
	"reviewit":        {PT: "Conferir a safra", EN: "Check the harvest", ES: "Revisar la cosecha"},
	"crop":            {PT: "Cultura", EN: "Crop", ES: "Cultivo"},
	"period":          {PT: "Período", EN: "Period", ES: "Período"},
	"changed":         {PT: "Última mudança", EN: "Last change", ES: "Último cambio"},
	"verdict":         {PT: "Situação", EN: "Status", ES: "Situación"},
	"validated":       {PT: "Validação", EN: "Validation", ES: "Validación"},
	"more":            {PT: "e mais {n}", EN: "and {n} more", ES: "y {n} más"},
	"print":           {PT: "Use a impressão do navegador para guardar em papel ou PDF.", EN: "Print from the browser to keep it on paper or as a PDF.", ES: "Use la impresión del navegador para guardarlo en papel o PDF."},
}
