package kind

import "rastro/internal/lang"

// Rule is the stable id of a shape rule, as it stands on the wire.
type Rule string

// The shape rules.
const (
	WantText        Rule = "TEXTO_ESPERADO"
	WantNumber      Rule = "NUMERO_ESPERADO"
	WantNumbers     Rule = "LISTA_DE_NUMEROS_ESPERADA"
	WantCoordinate  Rule = "COORDENADA_ESPERADA"
	WantCoordinates Rule = "GEOJSON_SEM_COORDENADAS"
	WantGeoJSON     Rule = "GEOJSON_TIPO_DESCONHECIDO"
	LineHasNoArea   Rule = "GEOJSON_LINHA"
	WrongNesting    Rule = "COORDENADAS_MAL_ANINHADAS"
	WantTexts       Rule = "LISTA_DE_TEXTOS_ESPERADA"
	WantQuantity    Rule = "QUANTIDADE_ESPERADA"
	WantTextOrTexts Rule = "TEXTO_OU_LISTA_ESPERADO"
	WantObjects     Rule = "LISTA_DE_OBJETOS_ESPERADA"
	TextTooLong     Rule = "TEXTO_LONGO"
	TooManyItems    Rule = "LISTA_LONGA"
	NameTooLong     Rule = "NOME_LONGO"
	NotFinite       Rule = "NUMERO_INFINITO"
	Negative        Rule = "NUMERO_NEGATIVO"
)

// Rules explains each shape rule to the caller who broke it.
var Rules = map[Rule]lang.Text{
	WantText:        {PT: "deve ser um texto (ou um número)", EN: "must be a text (or a number)", ES: "debe ser un texto (o un número)"},
	WantNumber:      {PT: "deve ser um número JSON, sem aspas e com ponto decimal", EN: "must be a JSON number, without quotes and with a decimal point", ES: "debe ser un número JSON, sin comillas y con punto decimal"},
	WantNumbers:     {PT: "deve ser uma lista de números, de pares [lon, lat], ou um GeoJSON", EN: "must be a list of numbers, of pairs [lon, lat], or a GeoJSON", ES: "debe ser una lista de números, de pares [lon, lat], o un GeoJSON"},
	WantCoordinate:  {PT: "deve ser um número, sem aspas e com ponto decimal", EN: "must be a number, without quotes and with a decimal point", ES: "debe ser un número, sin comillas y con punto decimal"},
	WantCoordinates: {PT: "não tem 'coordinates', 'geometry', 'geometries' ou 'features', conforme o tipo", EN: "lacks 'coordinates', 'geometry', 'geometries' or 'features', as its type asks", ES: "no tiene 'coordinates', 'geometry', 'geometries' o 'features', según el tipo"},
	WantGeoJSON:     {PT: "deve ser Point, MultiPoint, Polygon, MultiPolygon, GeometryCollection, Feature ou FeatureCollection, com estas letras", EN: "must be Point, MultiPoint, Polygon, MultiPolygon, GeometryCollection, Feature or FeatureCollection, in these letters", ES: "debe ser Point, MultiPoint, Polygon, MultiPolygon, GeometryCollection, Feature o FeatureCollection, con estas letras"},
	LineHasNoArea:   {PT: "é uma linha, que não tem área; envie o contorno como Polygon", EN: "is a line, which has no area; send the outline as a Polygon", ES: "es una línea, que no tiene área; envíe el contorno como Polygon"},
	WrongNesting:    {PT: "tem colchetes a mais ou a menos; uma posição é [lon, lat], um contorno é uma lista de posições", EN: "has too many or too few brackets; a position is [lon, lat], an outline is a list of positions", ES: "tiene corchetes de más o de menos; una posición es [lon, lat], un contorno es una lista de posiciones"},
	WantTexts:       {PT: "deve ser uma lista de textos", EN: "must be a list of texts", ES: "debe ser una lista de textos"},
	WantQuantity:    {PT: "deve ser um número, ou um texto com o número", EN: "must be a number, or a text with the number", ES: "debe ser un número, o un texto con el número"},
	WantTextOrTexts: {PT: "deve ser um texto ou uma lista de textos", EN: "must be a text or a list of texts", ES: "debe ser un texto o una lista de textos"},
	WantObjects:     {PT: "deve ser uma lista de objetos", EN: "must be a list of objects", ES: "debe ser una lista de objetos"},
	TextTooLong:     {PT: "tem mais de {max} caracteres; divida ou resuma o texto", EN: "has more than {max} characters; split or shorten the text", ES: "tiene más de {max} caracteres; divida o resuma el texto"},
	TooManyItems:    {PT: "tem mais de {max} itens; divida em mais de um registro", EN: "has more than {max} items; split it into several records", ES: "tiene más de {max} elementos; divídalo en varios registros"},
	NameTooLong:     {PT: "tem um campo cujo nome passa de {max} bytes", EN: "has a member whose name is over {max} bytes", ES: "tiene un campo cuyo nombre supera los {max} bytes"},
	NotFinite:       {PT: "é grande demais para um número", EN: "is too large for a number", ES: "es demasiado grande para un número"},
	Negative:        {PT: "não pode ser negativo", EN: "must not be negative", ES: "no puede ser negativo"},
}
