package kind

import (
	"rastro/internal/finding"
	"rastro/internal/lang"
)

// The shape rules. Each tells the caller what the value must be. Members of a request outside its
// payload follow some of them, with their own wording.
var (
	WantText        = shape("TEXTO_ESPERADO", lang.Text{PT: "deve ser um texto (ou um número)", EN: "must be a text (or a number)", ES: "debe ser un texto (o un número)"}, lang.Text{PT: "deve ser um texto", EN: "must be a text", ES: "debe ser un texto"})
	WantNumber      = shape("NUMERO_ESPERADO", lang.Text{PT: "deve ser um número JSON, sem aspas e com ponto decimal", EN: "must be a JSON number, without quotes and with a decimal point", ES: "debe ser un número JSON, sin comillas y con punto decimal"}, lang.Text{})
	WantNumbers     = shape("LISTA_DE_NUMEROS_ESPERADA", lang.Text{PT: "deve ser uma lista de números, de pares [lon, lat], ou um GeoJSON", EN: "must be a list of numbers, of pairs [lon, lat], or a GeoJSON", ES: "debe ser una lista de números, de pares [lon, lat], o un GeoJSON"}, lang.Text{})
	WantCoordinate  = shape("COORDENADA_ESPERADA", lang.Text{PT: "deve ser um número, sem aspas e com ponto decimal", EN: "must be a number, without quotes and with a decimal point", ES: "debe ser un número, sin comillas y con punto decimal"}, lang.Text{})
	WantCoordinates = shape("GEOJSON_SEM_COORDENADAS", lang.Text{PT: "não tem 'coordinates', 'geometry', 'geometries' ou 'features', conforme o tipo", EN: "lacks 'coordinates', 'geometry', 'geometries' or 'features', as its type asks", ES: "no tiene 'coordinates', 'geometry', 'geometries' o 'features', según el tipo"}, lang.Text{})
	WantGeoJSON     = shape("GEOJSON_TIPO_DESCONHECIDO", lang.Text{PT: "deve ser Point, MultiPoint, Polygon, MultiPolygon, GeometryCollection, Feature ou FeatureCollection, escrito exatamente assim", EN: "must be Point, MultiPoint, Polygon, MultiPolygon, GeometryCollection, Feature or FeatureCollection, spelled exactly like this", ES: "debe ser Point, MultiPoint, Polygon, MultiPolygon, GeometryCollection, Feature o FeatureCollection, escrito exactamente así"}, lang.Text{})
	LineHasNoArea   = shape("GEOJSON_LINHA", lang.Text{PT: "é uma linha, que não tem área; envie o contorno como Polygon", EN: "is a line, which has no area; send the outline as a Polygon", ES: "es una línea, que no tiene área; envíe el contorno como Polygon"}, lang.Text{})
	WrongNesting    = shape("COORDENADAS_MAL_ANINHADAS", lang.Text{PT: "tem colchetes a mais ou a menos; uma posição é [lon, lat], um contorno é uma lista de posições", EN: "has too many or too few brackets; a position is [lon, lat], an outline is a list of positions", ES: "tiene corchetes de más o de menos; una posición es [lon, lat], un contorno es una lista de posiciones"}, lang.Text{})
	WantTexts       = shape("LISTA_DE_TEXTOS_ESPERADA", lang.Text{PT: "deve ser uma lista de textos", EN: "must be a list of texts", ES: "debe ser una lista de textos"}, lang.Text{PT: "deve ser uma lista de até {max} textos", EN: "must be a list of at most {max} texts", ES: "debe ser una lista de hasta {max} textos"})
	WantQuantity    = shape("QUANTIDADE_ESPERADA", lang.Text{PT: "deve ser um número, ou um texto com o número", EN: "must be a number, or a text with the number", ES: "debe ser un número, o un texto con el número"}, lang.Text{})
	WantTextOrTexts = shape("TEXTO_OU_LISTA_ESPERADO", lang.Text{PT: "deve ser um texto ou uma lista de textos", EN: "must be a text or a list of texts", ES: "debe ser un texto o una lista de textos"}, lang.Text{})
	WantObjects     = shape("LISTA_DE_OBJETOS_ESPERADA", lang.Text{PT: "deve ser uma lista de objetos", EN: "must be a list of objects", ES: "debe ser una lista de objetos"}, lang.Text{})
	TextTooLong     = shape("TEXTO_LONGO", lang.Text{PT: "tem mais de {max} caracteres; divida ou resuma o texto", EN: "has more than {max} characters; split or shorten the text", ES: "tiene más de {max} caracteres; divida o resuma el texto"}, lang.Text{PT: "tem mais de {max} caracteres", EN: "has more than {max} characters", ES: "tiene más de {max} caracteres"})
	TooManyItems    = shape("LISTA_LONGA", lang.Text{PT: "tem mais de {max} itens; divida em mais de um registro", EN: "has more than {max} items; split it into several records", ES: "tiene más de {max} elementos; divídalo en varios registros"}, lang.Text{})
	NameTooLong     = shape("NOME_LONGO", lang.Text{PT: "tem um campo cujo nome passa de {max} bytes", EN: "has a field whose name is over {max} bytes", ES: "tiene un campo cuyo nombre supera los {max} bytes"}, lang.Text{})
	NotFinite       = shape("NUMERO_INFINITO", lang.Text{PT: "é grande demais para um número", EN: "is too large for a number", ES: "es demasiado grande para un número"}, lang.Text{})
	Negative        = shape("NUMERO_NEGATIVO", lang.Text{PT: "não pode ser negativo", EN: "must not be negative", ES: "no puede ser negativo"}, lang.Text{})
)

// Rules lists the shape rules.
var Rules = []*finding.Rule{
	WantText, WantNumber, WantNumbers, WantCoordinate, WantCoordinates, WantGeoJSON, LineHasNoArea, WrongNesting, WantTexts, WantQuantity, WantTextOrTexts, WantObjects, TextTooLong, TooManyItems, NameTooLong, NotFinite, Negative,
}

// shape makes a rule that refuses a payload. member is the wording for the other members of a
// request; empty if the rule does not apply to them.
func shape(id string, message, member lang.Text) *finding.Rule {
	r := &finding.Rule{ID: id, Severity: finding.Error, Message: message}
	if member != (lang.Text{}) {
		r.Also = map[finding.List]finding.Wording{finding.Request: {Severity: finding.Error, Message: member}}
	}
	return r
}
