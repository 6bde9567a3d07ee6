package sheet

import "rastro/internal/lang"

// Reason is the stable id of a problem with a file or a cell.
type Reason string

// What is wrong with a file.
const (
	Empty           Reason = "ARQUIVO_VAZIO"
	Blank           Reason = "ARQUIVO_EM_BRANCO"
	TooLarge        Reason = "ARQUIVO_GRANDE"
	NotSpreadsheet  Reason = "NAO_E_PLANILHA"
	OldExcel        Reason = "EXCEL_ANTIGO"
	BinaryExcel     Reason = "EXCEL_BINARIO"
	OpenDocument    Reason = "OPENDOCUMENT"
	Protected       Reason = "PLANILHA_PROTEGIDA"
	Damaged         Reason = "PLANILHA_DANIFICADA"
	Expands         Reason = "EXPANDE_DEMAIS"
	NoSheet         Reason = "SEM_PLANILHA"
	NoHeader        Reason = "SEM_CABECALHO"
	NoKnownColumn   Reason = "CABECALHO_DESCONHECIDO"
	DuplicateColumn Reason = "COLUNA_REPETIDA"
	TooManyColumns  Reason = "COLUNAS_DEMAIS"
	TooManyRows     Reason = "PLANILHA_LONGA"
	UTF16           Reason = "TEXTO_UTF16"
	BadEncoding     Reason = "CODIFICACAO_INVALIDA"
	BadQuotes       Reason = "ASPAS_ABERTAS"
	RowTooLong      Reason = "LINHA_LONGA"
	OtherLayout     Reason = "LAYOUT_DIFERENTE"
	BadMapping      Reason = "MAPEAMENTO_INVALIDO"
	LargeMapping    Reason = "MAPEAMENTO_GRANDE"
)

// What is wrong with a cell, or deserves a look.
const (
	UnknownColumn  Reason = "COLUNA_DESCONHECIDA"
	CellError      Reason = "CELULA_COM_ERRO"
	NotComputed    Reason = "FORMULA_SEM_VALOR"
	RoundedDigits  Reason = "DIGITOS_PERDIDOS"
	WantNumber     Reason = "NUMERO_NAO_LIDO"
	DateForNumber  Reason = "DATA_NO_LUGAR_DE_NUMERO"
	DateForCode    Reason = "DATA_NO_LUGAR_DE_CODIGO"
	DateInText     Reason = "DATA_EM_TEXTO"
	AmbiguousPoint Reason = "PONTO_AMBIGUO"
	AmbiguousComma Reason = "VIRGULA_AMBIGUA"
	ConvertedUnit  Reason = "UNIDADE_CONVERTIDA"
	WantPlot       Reason = "COORDENADAS_NAO_LIDAS"
	BadPlotFile    Reason = "TALHAO_NAO_LIDO"
	WantObjects    Reason = "OBJETOS_NAO_LIDOS"
	BadJSON        Reason = "JSON_ILEGIVEL"
	DoubledMember  Reason = "CAMPO_COM_COLUNA"
	CellTooLong    Reason = "CELULA_LONGA"
	SheetFull      Reason = "PLANILHA_CHEIA"
	OpenDate       Reason = "DATA_AMBIGUA"
	WantDate       Reason = "DATA_NAO_LIDA"
	NoSuchDay      Reason = "DIA_INEXISTENTE"
	OpenNumber     Reason = "NUMERO_AMBIGUO"
	OpenUnit       Reason = "UNIDADE_EM_ABERTO"
	OpenShare      Reason = "PERCENTUAL_EM_ABERTO"
	NotSplit       Reason = "CELULA_NAO_DIVIDIDA"
	OddRow         Reason = "LINHA_INCOMPLETA"
	NoField        Reason = "LINHA_SEM_CAMPO"
)

// Reasons explains each reason to the person who has the file: what is wrong,
// and what to do.
var Reasons = map[Reason]lang.Text{
	Blank:           {PT: "o arquivo só tem linhas em branco; veja se salvou a planilha certa, e envie de novo", EN: "the file has blank lines only; see whether you saved the right sheet, and send it again", ES: "el archivo solo tiene líneas en blanco; vea si guardó la planilla correcta, y envíelo de nuevo"},
	Empty:           {PT: "o arquivo está vazio; baixe o modelo e preencha uma linha por registro", EN: "the file is empty; download the template and fill in one row per record", ES: "el archivo está vacío; descargue la plantilla y complete una fila por registro"},
	TooLarge:        {PT: "o arquivo passa de {max}; divida-o em arquivos menores", EN: "the file is over {max}; split it into smaller files", ES: "el archivo supera {max}; divídalo en archivos menores"},
	NotSpreadsheet:  {PT: "o arquivo não é uma planilha; envie XLSX, ODS ou CSV, de preferência o modelo preenchido. XML e ZIP de notas fiscais entram em Notas fiscais; PDF e foto são anexados ao registro", EN: "the file is not a spreadsheet; send XLSX, ODS or CSV, the filled-in template if possible. XML and ZIP of tax documents go to Tax documents; a PDF or a photo is attached to its record", ES: "el archivo no es una planilla; envíe XLSX, ODS o CSV, de preferencia la plantilla completada. XML y ZIP de facturas van en Facturas; un PDF o una foto se adjunta al registro"},
	OldExcel:        {PT: "o arquivo é do Excel antigo (.xls); abra-o e salve como Pasta de Trabalho do Excel (.xlsx)", EN: "the file is in the old Excel format (.xls); open it and save it as Excel Workbook (.xlsx)", ES: "el archivo es del Excel antiguo (.xls); ábralo y guárdelo como Libro de Excel (.xlsx)"},
	BinaryExcel:     {PT: "o arquivo é uma pasta binária do Excel (.xlsb); abra-o e salve como Pasta de Trabalho do Excel (.xlsx)", EN: "the file is a binary workbook (.xlsb); open it and save it as Excel Workbook (.xlsx)", ES: "el archivo es un libro binario de Excel (.xlsb); ábralo y guárdelo como Libro de Excel (.xlsx)"},
	OpenDocument:    {PT: "o arquivo é do LibreOffice (.ods); abra-o e salve como Excel 2007-365 (.xlsx) ou CSV", EN: "the file is in LibreOffice format (.ods); open it and save it as Excel 2007-365 (.xlsx) or CSV", ES: "el archivo es de LibreOffice (.ods); ábralo y guárdelo como Excel 2007-365 (.xlsx) o CSV"},
	Protected:       {PT: "o arquivo pede senha; abra-o, retire a senha em Arquivo > Informações > Proteger e salve de novo", EN: "the file needs a password; open it, remove the password under File > Info > Protect and save it again", ES: "el archivo pide contraseña; ábralo, quite la contraseña en Archivo > Información > Proteger y guárdelo de nuevo"},
	Damaged:         {PT: "o arquivo está incompleto ou danificado; abra-o, salve de novo e envie outra vez", EN: "the file is incomplete or damaged; open it, save it again and send it once more", ES: "el archivo está incompleto o dañado; ábralo, guárdelo de nuevo y envíelo otra vez"},
	Expands:         {PT: "o conteúdo do arquivo é grande demais depois de descompactado (até {max}); salve só a planilha dos dados, em CSV ou em arquivos menores", EN: "the content of the file is too large once unpacked (up to {max}); save only the sheet with the data, as CSV or in smaller files", ES: "el contenido del archivo es demasiado grande una vez descomprimido (hasta {max}); guarde solo la hoja de los datos, en CSV o en archivos menores"},
	NoSheet:         {PT: "o arquivo não tem planilha visível com dados; copie os dados para a primeira planilha do modelo", EN: "the file has no visible sheet with data; copy the data to the first sheet of the template", ES: "el archivo no tiene una hoja visible con datos; copie los datos a la primera hoja de la plantilla"},
	NoHeader:        {PT: "a planilha não tem cabeçalho; a primeira linha deve ter os nomes dos campos, como no modelo", EN: "the sheet has no header; the first row must have the names of the fields, as in the template", ES: "la planilla no tiene encabezado; la primera fila debe tener los nombres de los campos, como en la plantilla"},
	NoKnownColumn:   {PT: "nenhuma coluna do cabeçalho é conhecida (lido: {lido}); a primeira linha deve ter nomes como {nomes}", EN: "no column of the header is known (read: {lido}); the first row must have names such as {nomes}", ES: "ninguna columna del encabezado es conocida (leído: {lido}); la primera fila debe tener nombres como {nomes}"},
	DuplicateColumn: {PT: "as colunas {coluna} e {outra} são do mesmo campo, {campo}; deixe só uma", EN: "the columns {coluna} and {outra} are of the same field, {campo}; keep one of them", ES: "las columnas {coluna} y {outra} son del mismo campo, {campo}; deje solo una"},
	TooManyColumns:  {PT: "a planilha tem mais de {max} colunas; deixe só as do modelo", EN: "the sheet has more than {max} columns; keep those of the template alone", ES: "la planilla tiene más de {max} columnas; deje solo las de la plantilla"},
	TooManyRows:     {PT: "a planilha tem mais de {max} linhas; divida-a em arquivos de até {max} linhas, ou importe em NDJSON", EN: "the sheet has more than {max} rows; split it into files of up to {max} rows, or import NDJSON", ES: "la planilla tiene más de {max} filas; divídala en archivos de hasta {max} filas, o importe en NDJSON"},
	UTF16:           {PT: "o arquivo é texto Unicode (UTF-16); salve como CSV UTF-8 ou XLSX", EN: "the file is Unicode text (UTF-16); save it as CSV UTF-8 or XLSX", ES: "el archivo es texto Unicode (UTF-16); guárdelo como CSV UTF-8 o XLSX"},
	BadEncoding:     {PT: "a linha {linha} mistura codificações de texto; salve de novo como CSV UTF-8 ou XLSX", EN: "line {linha} mixes encodings of text; save the file again as CSV UTF-8 or XLSX", ES: "la línea {linha} mezcla codificaciones de texto; guarde el archivo de nuevo como CSV UTF-8 o XLSX"},
	BadQuotes:       {PT: "as aspas da linha {linha} não fecham ou estão no meio de um valor; ponha o valor entre aspas e dobre as que ele contém", EN: "the quotes on line {linha} do not close or are within a value; put the value in quotes and double those within it", ES: "las comillas de la línea {linha} no cierran o están en medio de un valor; ponga el valor entre comillas y duplique las que contiene"},
	RowTooLong:      {PT: "a linha {linha} passa de {max}; verifique se as aspas fecham, ou divida o registro", EN: "line {linha} is over {max}; check that its quotes close, or split the record", ES: "la línea {linha} supera {max}; verifique que las comillas cierren, o divida el registro"},
	OtherLayout:     {PT: "as colunas do arquivo não são as do mapeamento '{mapa}': falta ou mudou '{coluna}'; confira as colunas de novo", EN: "the file's columns are not those of the mapping '{mapa}': '{coluna}' is missing or has changed; check the columns again", ES: "las columnas del archivo no son las del mapeo '{mapa}': falta o cambió '{coluna}'; revise las columnas de nuevo"},
	LargeMapping:    {PT: "o mapeamento passa de {max} KiB", EN: "the mapping is larger than {max} KiB", ES: "el mapeo supera los {max} KiB"},
	BadMapping:      {PT: "o mapeamento não pode ser usado: {motivo}", EN: "the mapping cannot be used: {motivo}", ES: "el mapeo no se puede usar: {motivo}"},

	UnknownColumn:  {PT: "coluna desconhecida '{coluna}'; use uma destas: {nomes}; corrija o cabeçalho ou apague a coluna", EN: "unknown column '{coluna}'; use one of these: {nomes}; correct the header or delete the column", ES: "columna desconocida '{coluna}'; use una de estas: {nomes}; corrija el encabezado o borre la columna"},
	CellError:      {PT: "a célula tem o erro {valor}; corrija a fórmula ou escreva o valor", EN: "the cell has the error {valor}; correct the formula or write the value", ES: "la celda tiene el error {valor}; corrija la fórmula o escriba el valor"},
	NotComputed:    {PT: "a fórmula desta célula não tem valor no arquivo; abra-o no Excel ou no LibreOffice, deixe calcular, salve e envie de novo", EN: "the file has no value for the formula in this cell; open it in Excel or LibreOffice, let it compute, save it and send it again", ES: "la fórmula de esta celda no tiene valor en el archivo; ábralo en Excel o LibreOffice, deje que calcule, guárdelo y envíelo de nuevo"},
	RoundedDigits:  {PT: "o programa de planilhas arredondou este número ({valor}) e perdeu dígitos; formate a coluna como Texto e digite o valor de novo", EN: "the spreadsheet program rounded this number ({valor}) and lost digits; format the column as Text and type the value again", ES: "el programa de planillas redondeó este número ({valor}) y perdió dígitos; dé a la columna formato de Texto y escriba el valor de nuevo"},
	WantNumber:     {PT: "'{valor}' não é um número; escreva por exemplo 1234,56", EN: "'{valor}' is not a number; write for example 1234.56", ES: "'{valor}' no es un número; escriba por ejemplo 1234,56"},
	DateForNumber:  {PT: "a célula virou uma data ({valor}) onde se espera um número; formate a coluna como Número e digite de novo", EN: "the cell became a date ({valor}) where a number is expected; format the column as Number and type it again", ES: "la celda se convirtió en una fecha ({valor}) donde se espera un número; dé a la columna formato de Número y escríbalo de nuevo"},
	DateForCode:    {PT: "a célula virou uma data ({valor}) onde se espera um código; formate a coluna como Texto e digite de novo", EN: "the cell became a date ({valor}) where a code is expected; format the column as Text and type it again", ES: "la celda se convirtió en una fecha ({valor}) donde se espera un código; dé a la columna formato de Texto y escríbalo de nuevo"},
	DateInText:     {PT: "a célula é uma data e foi lida como {valor}; se era outra coisa, formate a coluna como Texto e digite de novo", EN: "the cell is a date and was read as {valor}; if it was something else, format the column as Text and type it again", ES: "la celda es una fecha y se leyó como {valor}; si era otra cosa, dé a la columna formato de Texto y escríbala de nuevo"},
	AmbiguousPoint: {PT: "'{valor}' foi lido como {lido#}: ponto seguido de três dígitos é milhar; para decimais use vírgula", EN: "'{valor}' was read as {lido#}: a point before three digits marks thousands; for decimals use a comma", ES: "'{valor}' se leyó como {lido#}: un punto seguido de tres dígitos es de miles; para decimales use coma"},
	AmbiguousComma: {PT: "'{valor}' foi lido como {lido#} {unidade}: vírgula é decimal; se são {milhar#} {unidade}, escreva sem a vírgula", EN: "'{valor}' was read as {lido#} {unidade}: a comma marks decimals; if it is {milhar#} {unidade}, write it without the comma", ES: "'{valor}' se leyó como {lido#} {unidade}: la coma es decimal; si son {milhar#} {unidade}, escríbalo sin la coma"},
	ConvertedUnit:  {PT: "'{valor}' foi lido como {lido#} {unidade}", EN: "'{valor}' was read as {lido#} {unidade}", ES: "'{valor}' se leyó como {lido#} {unidade}"},
	WantPlot:       {PT: "não são coordenadas; escreva pares como -55.7201, -12.5502; -55.7103, -12.5401, ou um GeoJSON", EN: "these are not coordinates; write pairs such as -55.7201, -12.5502; -55.7103, -12.5401, or a GeoJSON", ES: "no son coordenadas; escriba pares como -55.7201, -12.5502; -55.7103, -12.5401, o un GeoJSON"},
	BadPlotFile:    {PT: "o KML ou GPX da célula não pode ser lido; exporte o contorno de novo, como polígono", EN: "the KML or GPX in the cell cannot be read; export the outline again, as a polygon", ES: "el KML o GPX de la celda no se puede leer; exporte el contorno de nuevo, como polígono"},
	WantObjects:    {PT: "não é uma lista de objetos JSON; siga o exemplo da planilha de ajuda", EN: "this is not a list of JSON objects; follow the example on the help sheet", ES: "no es una lista de objetos JSON; siga el ejemplo de la hoja de ayuda"},
	BadJSON:        {PT: "o JSON da célula não pode ser lido; confira aspas, vírgulas e chaves", EN: "the JSON in the cell cannot be read; check quotes, commas and braces", ES: "el JSON de la celda no se puede leer; revise comillas, comas y llaves"},
	DoubledMember:  {PT: "o campo {campo} já tem coluna própria; tire-o da coluna dados", EN: "the field {campo} has its own column; take it out of the column dados", ES: "el campo {campo} ya tiene columna propia; quítelo de la columna dados"},
	CellTooLong:    {PT: "o campo {campo} não cabe em uma célula de XLSX (até {max} caracteres); exporte em CSV ou NDJSON", EN: "the field {campo} does not fit in a cell of XLSX (up to {max} characters); export as CSV or NDJSON", ES: "el campo {campo} no cabe en una celda de XLSX (hasta {max} caracteres); exporte en CSV o NDJSON"},
	SheetFull:      {PT: "uma planilha XLSX tem até {max} linhas; exporte em CSV ou NDJSON", EN: "a sheet of XLSX has up to {max} rows; export as CSV or NDJSON", ES: "una hoja XLSX tiene hasta {max} filas; exporte en CSV o NDJSON"},
	OpenDate:       {PT: "'{valor}' pode ser duas datas; diga se nesta coluna o dia vem antes do mês", EN: "'{valor}' can be two dates; say whether the day comes before the month in this column", ES: "'{valor}' puede ser dos fechas; diga si en esta columna el día va antes del mes"},
	WantDate:       {PT: "'{valor}' não é uma data do formato desta coluna; escreva por exemplo 10/02/2025", EN: "'{valor}' is not a date in this column's format; write for example 2025-02-10", ES: "'{valor}' no es una fecha en el formato de esta columna; escriba por ejemplo 10/02/2025"},
	NoSuchDay:      {PT: "'{valor}': esse dia não existe; corrija a data no arquivo", EN: "'{valor}': there is no such day; correct the date in the file", ES: "'{valor}': ese día no existe; corrija la fecha en el archivo"},
	OpenNumber:     {PT: "'{valor}' pode ser dois números; diga se nesta coluna a vírgula ou o ponto separa os decimais", EN: "'{valor}' can be two numbers; say whether the comma or the point marks decimals in this column", ES: "'{valor}' puede ser dos números; diga si en esta columna la coma o el punto separa los decimales"},
	OpenUnit:       {PT: "'{valor}' não diz a unidade, nem a coluna; escolha a unidade da coluna", EN: "neither '{valor}' nor its column says the unit; choose the unit of the column", ES: "ni '{valor}' ni su columna dicen la unidad; elija la unidad de la columna"},
	OpenShare:      {PT: "'{valor}' pode ser uma fração ou um percentual; escolha a unidade da coluna", EN: "'{valor}' can be a fraction or a percentage; choose the unit of the column", ES: "'{valor}' puede ser una fracción o un porcentaje; elija la unidad de la columna"},
	NotSplit:       {PT: "'{valor}' não se divide em dois como o mapeamento diz; corrija a célula ou o separador", EN: "'{valor}' does not split in two as the mapping says; correct the cell or the separator", ES: "'{valor}' no se divide en dos como dice el mapeo; corrija la celda o el separador"},
	NoField:        {PT: "nenhuma coluna desta linha preenche um campo do registro; escolha o campo de cada coluna", EN: "no column of this row fills a field of the record; choose the field of each column", ES: "ninguna columna de esta fila llena un campo del registro; elija el campo de cada columna"},
	OddRow:         {PT: "a linha só tem números e pode ser um total; apague-a, ou complete-a se é um registro", EN: "the row has only numbers and may be a total; delete it, or complete it if it is a record", ES: "la fila solo tiene números y puede ser un total; bórrela, o complétela si es un registro"},
}

// Error says why a file cannot be read, or a record cannot be written.
type Error struct {
	Reason Reason
	Args   lang.Args
	Err    error // the underlying error, for the log
}

func (e *Error) Error() string { return "spreadsheet: " + e.Message(lang.EN) }

func (e *Error) Unwrap() error { return e.Err }

// Message is for the person who has the file.
func (e *Error) Message(l lang.Lang) string { return Reasons[e.Reason].Fill(l, e.Args) }

// Problem is a mistake in a cell, or something in it that deserves attention.
type Problem struct {
	Cell   string // as in spreadsheets: C7
	Field  string // of the payload or the envelope; the header if unknown
	Reason Reason
	Args   lang.Args
}

// Message is for the person who filled the cell in.
func (p Problem) Message(l lang.Lang) string { return Reasons[p.Reason].Fill(l, p.Args) }
