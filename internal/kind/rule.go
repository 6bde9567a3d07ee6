package kind

import "rastro/internal/lang"

// Rule is the stable id of a shape rule, as it stands on the wire.
type Rule string

// The shape rules.
const (
	WantText        Rule = "TEXTO_ESPERADO"
	WantNumber      Rule = "NUMERO_ESPERADO"
	WantNumbers     Rule = "LISTA_DE_NUMEROS_ESPERADA"
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
	WantNumbers:     {PT: "deve ser uma lista de números", EN: "must be a list of numbers", ES: "debe ser una lista de números"},
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
