package landfile

import (
	"strings"

	"rastro/internal/finding"
	"rastro/internal/lang"
)

// Reason is the stable id of a problem with a file.
type Reason string

// The reasons.
const (
	Empty            Reason = "TALHAO_VAZIO"
	TooLarge         Reason = "TALHAO_GRANDE"
	NotLand          Reason = "TALHAO_FORMATO"
	BareShape        Reason = "TALHAO_SHP_SOLTO"
	Damaged          Reason = "TALHAO_DANIFICADO"
	Expands          Reason = "TALHAO_EXPANDE"
	Protected        Reason = "TALHAO_SENHA"
	NoLandInZip      Reason = "TALHAO_ZIP_SEM_SHP"
	ManyShapes       Reason = "TALHAO_VARIOS_SHP"
	NotShape         Reason = "TALHAO_NAO_SHAPEFILE"
	OddShape         Reason = "TALHAO_TIPO"
	NoSystem         Reason = "TALHAO_SEM_PRJ"
	BadSystem        Reason = "TALHAO_PRJ_ILEGIVEL"
	Projected        Reason = "TALHAO_PROJETADO"
	OtherDatum       Reason = "TALHAO_OUTRO_DATUM"
	HasDTD           Reason = "TALHAO_DTD"
	BadXML           Reason = "TALHAO_XML"
	BadJSON          Reason = "TALHAO_JSON"
	BadNumber        Reason = "TALHAO_NUMERO"
	Line             Reason = "TALHAO_LINHA"
	ShortTrack       Reason = "TALHAO_TRILHA_CURTA"
	NoPlot           Reason = "TALHAO_SEM_FORMA"
	TooManyPositions Reason = "TALHAO_VERTICES"
	TooManyFeatures  Reason = "TALHAO_FEICOES"
)

// Reasons explains each reason to the person who has the file: what is wrong, and what
// to do.
var Reasons = map[Reason]lang.Text{
	Empty:            {PT: "o arquivo está vazio; exporte o talhão de novo", EN: "the file is empty; export the plot again", ES: "el archivo está vacío; exporte la parcela de nuevo"},
	TooLarge:         {PT: "o arquivo passa de {o}; exporte só os talhões deste registro", EN: "the file is over {o}; export only the plots of this record", ES: "el archivo supera {o}; exporte solo las parcelas de este registro"},
	NotLand:          {PT: "o arquivo não é Shapefile (zip), KML, KMZ, GPX nem GeoJSON; exporte o talhão num desses formatos", EN: "the file is not a Shapefile (zip), KML, KMZ, GPX or GeoJSON; export the plot in one of these formats", ES: "el archivo no es Shapefile (zip), KML, KMZ, GPX ni GeoJSON; exporte la parcela en uno de esos formatos"},
	BareShape:        {PT: "um .shp sozinho não diz em que sistema estão as coordenadas; envie um zip com o .shp, o .prj e o .dbf", EN: "a .shp alone does not say which system its coordinates are in; send a zip with the .shp, the .prj and the .dbf", ES: "un .shp solo no dice en qué sistema están las coordenadas; envíe un zip con el .shp, el .prj y el .dbf"},
	Damaged:          {PT: "o arquivo compactado está incompleto ou danificado; compacte de novo e envie outra vez", EN: "the compressed file is incomplete or damaged; compress it again and send it once more", ES: "el archivo comprimido está incompleto o dañado; comprímalo de nuevo y envíelo otra vez"},
	Expands:          {PT: "o conteúdo do zip é grande demais depois de descompactado; envie só os arquivos do talhão", EN: "the content of the zip is too large once unpacked; send only the files of the plot", ES: "el contenido del zip es demasiado grande una vez descomprimido; envíe solo los archivos de la parcela"},
	Protected:        {PT: "o zip pede senha; compacte de novo, sem senha", EN: "the zip asks for a password; compress it again without one", ES: "el zip pide contraseña; comprímalo de nuevo, sin contraseña"},
	NoLandInZip:      {PT: "o zip não tem .shp nem .kml; compacte os arquivos do Shapefile (.shp, .prj, .dbf), ou envie o KML", EN: "the zip has no .shp and no .kml; compress the files of the Shapefile (.shp, .prj, .dbf), or send the KML", ES: "el zip no tiene .shp ni .kml; comprima los archivos del Shapefile (.shp, .prj, .dbf), o envíe el KML"},
	ManyShapes:       {PT: "o zip tem mais de um Shapefile ('{o}' também); envie um de cada vez", EN: "the zip has more than one Shapefile ('{o}' as well); send them one at a time", ES: "el zip tiene más de un Shapefile ('{o}' también); envíe uno a la vez"},
	NotShape:         {PT: "o .shp não é um Shapefile, ou está cortado; exporte o talhão de novo", EN: "the .shp is not a Shapefile, or is cut short; export the plot again", ES: "el .shp no es un Shapefile, o está cortado; exporte la parcela de nuevo"},
	OddShape:         {PT: "o Shapefile tem formas que não são pontos nem polígonos; exporte o contorno como polígono", EN: "the Shapefile has shapes that are neither points nor polygons; export the outline as a polygon", ES: "el Shapefile tiene formas que no son puntos ni polígonos; exporte el contorno como polígono"},
	NoSystem:         {PT: "falta o .prj, que diz em que sistema estão as coordenadas; inclua-o no zip", EN: "the .prj is missing, which says which system the coordinates are in; include it in the zip", ES: "falta el .prj, que dice en qué sistema están las coordenadas; inclúyalo en el zip"},
	BadSystem:        {PT: "o .prj não pode ser lido; exporte o talhão de novo em SIRGAS 2000 ou WGS 84 (graus)", EN: "the .prj cannot be read; export the plot again in SIRGAS 2000 or WGS 84 (degrees)", ES: "el .prj no se puede leer; exporte la parcela de nuevo en SIRGAS 2000 o WGS 84 (grados)"},
	Projected:        {PT: "a projeção '{o}' não é lida; exporte o talhão em graus ou em UTM: SIRGAS 2000 (EPSG:4674) ou WGS 84 (EPSG:4326)", EN: "the projection '{o}' is not read; export the plot in degrees or in UTM: SIRGAS 2000 (EPSG:4674) or WGS 84 (EPSG:4326)", ES: "la proyección '{o}' no se lee; exporte la parcela en grados o en UTM: SIRGAS 2000 (EPSG:4674) o WGS 84 (EPSG:4326)"},
	OtherDatum:       {PT: "o sistema '{o}' desloca o talhão em dezenas de metros; exporte em SIRGAS 2000 (EPSG:4674) ou WGS 84 (EPSG:4326)", EN: "the system '{o}' moves the plot by tens of metres; export it in SIRGAS 2000 (EPSG:4674) or WGS 84 (EPSG:4326)", ES: "el sistema '{o}' desplaza la parcela decenas de metros; exporte en SIRGAS 2000 (EPSG:4674) o WGS 84 (EPSG:4326)"},
	HasDTD:           {PT: "o arquivo tem uma declaração DTD (<!DOCTYPE), que não é aceita; exporte o talhão de novo, sem ela", EN: "the file has a DTD declaration (<!DOCTYPE), which is not accepted; export the plot again without it", ES: "el archivo tiene una declaración DTD (<!DOCTYPE), que no se acepta; exporte la parcela de nuevo, sin ella"},
	BadXML:           {PT: "o KML ou GPX não pode ser lido ({o}); exporte o talhão de novo", EN: "the KML or GPX cannot be read ({o}); export the plot again", ES: "el KML o GPX no se puede leer ({o}); exporte la parcela de nuevo"},
	BadJSON:          {PT: "o GeoJSON não pode ser lido; exporte o talhão de novo", EN: "the GeoJSON cannot be read; export the plot again", ES: "el GeoJSON no se puede leer; exporte la parcela de nuevo"},
	BadNumber:        {PT: "'{o}' não é uma coordenada; exporte o talhão de novo", EN: "'{o}' is not a coordinate; export the plot again", ES: "'{o}' no es una coordenada; exporte la parcela de nuevo"},
	Line:             {PT: "o arquivo tem uma linha, que não tem área; desenhe o contorno como polígono, ou retire a linha", EN: "the file has a line, which has no area; draw the outline as a polygon, or remove the line", ES: "el archivo tiene una línea, que no tiene área; dibuje el contorno como polígono, o quite la línea"},
	ShortTrack:       {PT: "a trilha '{o}' tem menos de três posições; caminhe pelo contorno do talhão e grave de novo", EN: "the track '{o}' has fewer than three positions; walk around the plot and record it again", ES: "la ruta '{o}' tiene menos de tres posiciones; camine por el contorno de la parcela y grabe de nuevo"},
	NoPlot:           {PT: "o arquivo não tem polígono nem ponto; confira se exportou a camada do talhão", EN: "the file has no polygon and no point; check that you exported the layer of the plot", ES: "el archivo no tiene polígono ni punto; verifique si exportó la capa de la parcela"},
	TooManyPositions: {PT: "o contorno passa de 100.000 vértices; simplifique-o, ou divida em vários registros", EN: "the outline has more than 100,000 vertices; simplify it, or divide it into several records", ES: "el contorno pasa de 100.000 vértices; simplifíquelo, o divídalo en varios registros"},
	TooManyFeatures:  {PT: "o arquivo passa de 10.000 talhões; divida-o", EN: "the file has more than 10,000 plots; divide it", ES: "el archivo pasa de 10.000 parcelas; divídalo"},
}

// Error says why a file cannot be read.
type Error struct {
	Reason Reason
	Said   string // the offending text in the file; "" if it would not help
}

func failed(reason Reason, said string) *Error {
	return &Error{reason, lang.Clip(said, finding.MaxQuoted)}
}

func (e *Error) Error() string { return strings.ToLower(string(e.Reason)) + ": " + e.Message(lang.EN) }

// Message returns the error's text for the person with the file.
func (e *Error) Message(l lang.Lang) string { return Reasons[e.Reason].Fill(l, lang.Args{"o": e.Said}) }
