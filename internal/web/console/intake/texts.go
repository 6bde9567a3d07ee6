package intake

import (
	"rastro/internal/finding"
	"rastro/internal/lang"
	"rastro/internal/web/console/pagekit"
)

var stateTexts = map[jobState]lang.Text{
	jobSent:       {PT: "na fila", EN: "waiting", ES: "en espera"},
	jobChecking:   {PT: "conferindo", EN: "checking", ES: "revisando"},
	jobUnreadable: {PT: "não pôde ser lido", EN: "could not be read", ES: "no se pudo leer"},
	jobChecked:    {PT: "conferido; nada gravado ainda", EN: "checked; nothing written yet", ES: "revisado; nada guardado todavía"},
	jobWriting:    {PT: "gravando", EN: "writing", ES: "guardando"},
	jobWritten:    {PT: "gravado", EN: "written", ES: "guardado"},
	jobStopped:    {PT: "interrompido", EN: "interrupted", ES: "interrumpido"},
	jobAsking:     {PT: "falta dizer o que é cada coluna", EN: "the columns need a look", ES: "falta decir qué es cada columna"},
}

func levelText(level string, refused bool) lang.Text {
	if refused {
		return importTexts["refused"]
	}
	return finding.Severity(level).Label()
}

var importTexts = pagekit.Words{
	"title":       {PT: "Importar planilha", EN: "Import a spreadsheet", ES: "Importar planilla"},
	"about":       {PT: "Cada tipo de registro tem o seu modelo. Antes de gravar, você vê o que o Rastro achou em cada linha. O mesmo arquivo de novo não grava nada duas vezes.", EN: "Each kind of record has its template. Before anything is written you see what Rastro found in each row. Sending the same file again writes nothing twice.", ES: "Cada tipo de registro tiene su plantilla. Antes de guardar, usted ve lo que Rastro encontró en cada fila. El mismo archivo otra vez no guarda nada dos veces."},
	"choose":      {PT: "Ou comece por um modelo do Rastro", EN: "Or begin with a Rastro template", ES: "O empiece con una plantilla de Rastro"},
	"other":       {PT: "Escolher outro tipo", EN: "Choose another kind", ES: "Elegir otro tipo"},
	"fill":        {PT: "1. Preencha o modelo", EN: "1. Fill in the template", ES: "1. Complete la plantilla"},
	"filltxt":     {PT: "Uma linha por registro. As linhas de exemplo do modelo são ignoradas.", EN: "One row per record. The template's example rows are ignored.", ES: "Una fila por registro. Las filas de ejemplo de la plantilla se ignoran."},
	"xlsx":        {PT: "Baixar modelo XLSX", EN: "Download XLSX template", ES: "Descargar plantilla XLSX"},
	"csv":         {PT: "Baixar modelo CSV", EN: "Download CSV template", ES: "Descargar plantilla CSV"},
	"send":        {PT: "2. Envie o arquivo", EN: "2. Send the file", ES: "2. Envíe el archivo"},
	"file":        {PT: "Arquivo XLSX, ODS ou CSV", EN: "XLSX, ODS or CSV file", ES: "Archivo XLSX, ODS o CSV"},
	"limits":      {PT: "Até {mib} MiB e {linhas} linhas. O arquivo fica no servidor por até uma hora, só para esta sessão.", EN: "Up to {mib} MiB and {linhas} rows. The file stays on the server for up to an hour, only for this session.", ES: "Hasta {mib} MiB y {linhas} filas. El archivo queda en el servidor hasta una hora, solo para esta sesión."},
	"check":       {PT: "Conferir (nada é gravado)", EN: "Check (nothing is written)", ES: "Revisar (no se guarda nada)"},
	"drop":        {PT: "Solte aqui a sua planilha", EN: "Drop your spreadsheet here", ES: "Suelte aquí su planilla"},
	"drophelp":    {PT: "Serve qualquer planilha: romaneio, relatório da balança, caderno de campo. O Rastro descobre o que é cada coluna e pergunta o que não souber.", EN: "Any spreadsheet will do: delivery notes, a weighbridge report, a field notebook. Rastro finds out what each column is and asks what it does not know.", ES: "Sirve cualquier planilla: remitos, informe de la balanza, cuaderno de campo. Rastro descubre qué es cada columna y pregunta lo que no sepa."},
	"done":        {PT: "Importações gravadas e formatos salvos", EN: "Imports that were written and saved layouts", ES: "Importaciones guardadas y formatos guardados"},
	"unknownkind": {PT: "tipo ainda desconhecido", EN: "kind not known yet", ES: "tipo todavía desconocido"},
	"none":        {PT: "Esta chave não pode importar nenhum tipo de registro.", EN: "This key may not import any kind of record.", ES: "Esta clave no puede importar ningún tipo de registro."},
	"recent":      {PT: "Arquivos desta sessão", EN: "Files of this session", ES: "Archivos de esta sesión"},
	"nofile":      {PT: "Escolha um arquivo XLSX, ODS ou CSV.", EN: "Choose an XLSX, ODS or CSV file.", ES: "Elija un archivo XLSX, ODS o CSV."},
	"full":        {PT: "Há muitas importações em andamento; espere um minuto e envie de novo. Nada foi gravado.", EN: "Too many imports are running; wait a minute and send it again. Nothing was written.", ES: "Hay muchas importaciones en curso; espere un minuto y envíe de nuevo. No se guardó nada."},
	"gone":        {PT: "Este arquivo não está mais aqui: passou uma hora, o servidor reiniciou, ou ele é de outra sessão. Envie-o de novo; o que já foi gravado não se repete.", EN: "This file is no longer here: an hour has passed, the server was restarted, or it belongs to another session. Send it again; what was already written is not repeated.", ES: "Este archivo ya no está aquí: pasó una hora, el servidor se reinició, o es de otra sesión. Envíelo de nuevo; lo ya guardado no se repite."},
	"line":        {PT: "Linha", EN: "Row", ES: "Fila"},
	"field":       {PT: "Campo", EN: "Field", ES: "Campo"},
	"level":       {PT: "Gravidade", EN: "Severity", ES: "Gravedad"},
	"finding":     {PT: "O que foi achado", EN: "What was found", ES: "Lo que se encontró"},
	"refused":     {PT: "recusada", EN: "refused", ES: "rechazada"},

	// as people are addressed
	"none.pessoa": {PT: "O seu papel não permite importar nenhum tipo de registro.", EN: "Your role may not import any kind of record.", ES: "Su papel no permite importar ningún tipo de registro."},
}

var importJobTexts = pagekit.Words{
	"title":       {PT: "Importação", EN: "Import", ES: "Importación"},
	"kind":        {PT: "Tipo de registro", EN: "Kind of record", ES: "Tipo de registro"},
	"state":       {PT: "Situação", EN: "State", ES: "Situación"},
	"progress":    {PT: "Linhas lidas", EN: "Rows read", ES: "Filas leídas"},
	"of":          {PT: "de", EN: "of", ES: "de"},
	"refresh":     {PT: "Atualizar", EN: "Refresh", ES: "Actualizar"},
	"leave":       {PT: "Você pode sair desta página; a importação continua.", EN: "You may leave this page; the import continues.", ES: "Puede salir de esta página; la importación continúa."},
	"stop":        {PT: "Interromper", EN: "Interrupt", ES: "Interrumpir"},
	"discard":     {PT: "Descartar este arquivo", EN: "Discard this file", ES: "Descartar este archivo"},
	"finish":      {PT: "Concluir", EN: "Finish", ES: "Concluir"},
	"finishhelp":  {PT: "Os registros gravados ficam; só a cópia do arquivo sai do servidor.", EN: "The records that were written stay; only the copy of the file leaves the server.", ES: "Los registros guardados quedan; solo la copia del archivo sale del servidor."},
	"rows":        {PT: "Linhas lidas", EN: "Rows read", ES: "Filas leídas"},
	"good":        {PT: "Prontas para gravar", EN: "Ready to be written", ES: "Listas para guardar"},
	"written":     {PT: "Gravadas", EN: "Written", ES: "Guardadas"},
	"existing":    {PT: "Já existem", EN: "Already there", ES: "Ya existen"},
	"bad":         {PT: "Recusadas", EN: "Refused", ES: "Rechazadas"},
	"remarked":    {PT: "Com achados", EN: "With findings", ES: "Con hallazgos"},
	"columns":     {PT: "Colunas que este tipo não tem:", EN: "Columns that this kind does not have:", ES: "Columnas que este tipo no tiene:"},
	"resembles":   {PT: "O arquivo parece ser o modelo de “{tipo}”.", EN: "The file looks like the template of “{tipo}”.", ES: "El archivo parece ser la plantilla de «{tipo}»."},
	"decide":      {PT: "Gravar", EN: "Write", ES: "Guardar"},
	"mode":        {PT: "Como gravar", EN: "How to write", ES: "Cómo guardar"},
	"all":         {PT: "Tudo ou nada", EN: "All or nothing", ES: "Todo o nada"},
	"allhelp":     {PT: "se uma linha for recusada, nada é gravado", EN: "if one row is refused, nothing is written", ES: "si una fila es rechazada, no se guarda nada"},
	"allmost":     {PT: "só para até {n} linhas; divida o arquivo", EN: "for up to {n} rows only; split the file", ES: "solo para hasta {n} filas; divida el archivo"},
	"valid":       {PT: "Só as linhas aceitas", EN: "The accepted rows only", ES: "Solo las filas aceptadas"},
	"validhelp":   {PT: "as recusadas ficam de fora; corrija-as e envie o arquivo de novo", EN: "the refused ones stay out; correct them and send the file again", ES: "las rechazadas quedan fuera; corríjalas y envíe el archivo de nuevo"},
	"write":       {PT: "Gravar registros", EN: "Write records", ES: "Guardar registros"},
	"assumed":     {PT: "A coluna \"{coluna}\" foi lida como o identificador da safra (safraId). Se ela tem o código, como 2024/25, mude o cabeçalho para \"Safra (código)\", acrescente a coluna \"Safra (identificador)\" e envie de novo.", EN: "The column \"{coluna}\" was read as the identifier of the harvest (safraId). If it contains the code, such as 2024/25, rename it to \"Harvest (code)\", add a column \"Harvest (identifier)\" and send the file again.", ES: "La columna \"{coluna}\" se leyó como el identificador de la cosecha (safraId). Si tiene el código, como 2024/25, cambie el encabezado a \"Cosecha (código)\", agregue la columna \"Cosecha (identificador)\" y envíe de nuevo."},
	"allbad":      {PT: "Nenhuma linha pode ser gravada: todas foram recusadas. Veja os motivos abaixo, corrija o arquivo e envie de novo.", EN: "No row can be written: all of them were refused. See why below, correct the file and send it again.", ES: "No se puede guardar ninguna fila: todas fueron rechazadas. Vea los motivos abajo, corrija el archivo y envíelo de nuevo."},
	"allopen":     {PT: "Nenhuma linha pode ser gravada ainda, mas o arquivo não precisa mudar:", EN: "No row can be written yet, but the file need not change:", ES: "Todavía no se puede guardar ninguna fila, pero el archivo no tiene que cambiar:"},
	"someopen":    {PT: "Há linhas recusadas que se resolvem sem mudar o arquivo:", EN: "Some rows are refused for what can be settled without changing the file:", ES: "Hay filas rechazadas que se resuelven sin cambiar el archivo:"},
	"fix.harvest": {PT: "informe a safra de todas as linhas", EN: "enter the harvest of all rows", ES: "indique la cosecha de todas las filas"},
	"fix.dates":   {PT: "escolha a ordem das datas", EN: "choose the order of the dates", ES: "elija el orden de las fechas"},
	"fix.numbers": {PT: "escolha se os decimais vêm depois de vírgula ou de ponto", EN: "choose whether decimals follow a comma or a point", ES: "elija si los decimales van tras coma o punto"},
	"fix.unit":    {PT: "escolha a unidade da coluna", EN: "choose the unit of the column", ES: "elija la unidad de la columna"},
	"into":        {PT: "Safra", EN: "Harvest", ES: "Cosecha"},
	"sample":      {PT: "Como as primeiras linhas são gravadas", EN: "How the first rows are written", ES: "Cómo se guardan las primeras filas"},
	"loads":       {PT: "Cargas que já estão registradas: {n}", EN: "Loads that are registered already: {n}", ES: "Cargas que ya están registradas: {n}"},
	"loadshelp":   {PT: "Estas linhas falam de cargas que já têm registro na safra: a mesma nota fiscal, ou o mesmo dia, a mesma placa e o mesmo peso. Elas ficam de fora, para a carga não contar duas vezes.", EN: "These rows are about loads that have a record in the harvest already: the same invoice, or the same day, lorry and weight. They stay out, so that no load counts twice.", ES: "Estas filas hablan de cargas que ya tienen registro en la cosecha: la misma factura, o el mismo día, la misma matrícula y el mismo peso. Quedan fuera, para que la carga no cuente dos veces."},
	"loadline":    {PT: "linha {linha}: já existe: {registro}", EN: "row {linha}: already there: {registro}", ES: "fila {linha}: ya existe: {registro}"},
	"loadsmore":   {PT: "e mais {n}; todas estão no CSV", EN: "and {n} more; all are in the CSV", ES: "y {n} más; todas están en el CSV"},
	"sameload":    {PT: "já existe: a mesma carga está no registro {id}", EN: "already there: the same load is in the record {id}", ES: "ya existe: la misma carga está en el registro {id}"},
	"keeploads":   {PT: "Gravar também essas linhas (são outras cargas)", EN: "Write these rows too (they are other loads)", ES: "Guardar también esas filas (son otras cargas)"},
	"nothingto":   {PT: "Não há linhas novas para gravar.", EN: "There are no new rows to write.", ES: "No hay filas nuevas para guardar."},
	"records":     {PT: "Ver os registros", EN: "See the records", ES: "Ver los registros"},
	"again":       {PT: "Enviar outro arquivo", EN: "Send another file", ES: "Enviar otro archivo"},
	"download":    {PT: "Baixar tudo em CSV", EN: "Download all as CSV", ES: "Descargar todo en CSV"},
	"cut":         {PT: "O CSV foi cortado em 32 MiB.", EN: "The CSV was cut at 32 MiB.", ES: "El CSV se cortó en 32 MiB."},
	"refusedrows": {PT: "Linhas recusadas: {n}", EN: "Refused rows: {n}", ES: "Filas rechazadas: {n}"},
	"remarkrows":  {PT: "Linhas aceitas com achados: {n}", EN: "Accepted rows with findings: {n}", ES: "Filas aceptadas con hallazgos: {n}"},
	"first":       {PT: "Os primeiros {n} de {total}; todos estão no CSV.", EN: "The first {n} of {total}; all are in the CSV.", ES: "Los primeros {n} de {total}; todos están en el CSV."},
	"more":        {PT: "Os primeiros {n} achados diferentes; todos estão no CSV.", EN: "The first {n} different findings; all are in the CSV.", ES: "Los primeros {n} hallazgos diferentes; todos están en el CSV."},
	"inall":       {PT: "{n} linhas", EN: "{n} rows", ES: "{n} filas"},
	"clean":       {PT: "Nenhum problema em nenhuma linha.", EN: "No problem in any row.", ES: "Ningún problema en ninguna fila."},
	"nothing":     {PT: "Nada foi gravado: {recusados} de {total} linhas não podem ser aceitas. Corrija-as, ou grave só as linhas aceitas.", EN: "Nothing was written: {recusados} of {total} rows cannot be accepted. Correct them, or write only the accepted rows.", ES: "No se guardó nada: {recusados} de {total} filas no se pueden aceptar. Corríjalas, o guarde solo las filas aceptadas."},
	"toolarge":    {PT: "Nada foi gravado: tudo ou nada vale para até {max} linhas e {mib} MiB. Divida o arquivo, ou grave só as linhas aceitas.", EN: "Nothing was written: all or nothing works for up to {max} rows and {mib} MiB. Split the file, or write only the accepted rows.", ES: "No se guardó nada: todo o nada vale para hasta {max} filas y {mib} MiB. Divida el archivo, o guarde solo las filas aceptadas."},
	"stopped":     {PT: "A importação foi interrompida. O que foi gravado fica; envie o mesmo arquivo e ela continua de onde parou.", EN: "The import was interrupted. What was written stays; send the same file and it continues from there.", ES: "La importación fue interrumpida. Lo guardado queda; envíe el mismo archivo y continúa desde donde paró."},
	"layout":      {PT: "Lido com o formato “{nome}”.", EN: "Read with the layout “{nome}”.", ES: "Leído con el formato «{nome}»."},
	"nolayout":    {PT: "Lido com as colunas que você conferiu.", EN: "Read with the columns that you checked.", ES: "Leído con las columnas que usted revisó."},
	"change":      {PT: "Mudar as colunas", EN: "Change the columns", ES: "Cambiar las columnas"},
	"passedrows":  {PT: "Linhas que não são registros (totais, notas): {n}", EN: "Rows that are no records (totals, notes): {n}", ES: "Filas que no son registros (totales, notas): {n}"},
	"undo":        {PT: "Desfazer esta importação", EN: "Undo this import", ES: "Deshacer esta importación"},
	"undohelp":    {PT: "Exclui os registros que ela gravou, enquanto nada foi feito em cima deles.", EN: "Deletes the records that it wrote, as long as nothing was built on them.", ES: "Elimina los registros que guardó, mientras no se haya hecho nada a partir de ellos."},
	"goeson":      {PT: "O que foi gravado fica; envie o mesmo arquivo e a importação continua de onde parou.", EN: "What was written stays; send the same file and the import continues from there.", ES: "Lo guardado queda; envíe el mismo archivo y la importación continúa desde donde paró."},
}
