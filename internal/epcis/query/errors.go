package query

import (
	"strings"

	"rastro/internal/epcis"
	"rastro/internal/lang"
)

// Code says why a query cannot be answered.
type Code string

// The codes.
const (
	Unknown    Code = "EPCIS_PARAMETRO"
	NotBuilt   Code = "EPCIS_PARAMETRO_NAO_FEITO"
	BadValue   Code = "EPCIS_PARAMETRO_VALOR"
	Repeated   Code = "EPCIS_PARAMETRO_REPETIDO"
	Exclusive  Code = "EPCIS_LIMITES"
	TooComplex Code = "EPCIS_CONSULTA_GRANDE"
	TooMany    Code = "EPCIS_EVENTOS_DEMAIS"
	TooWide    Code = "EPCIS_CONSULTA_LARGA"
	NotOffered Code = "EPCIS_VERSAO"
	Erased     Code = "EPCIS_EXPURGADO"
)

// Row is the meaning of a code on the wire: the exception of the standard, its status, and the
// sentence.
type Row struct {
	Exception string
	Status    int
	Text      lang.Text
}

// Codes explains each code.
var Codes = map[Code]Row{
	Unknown:    {"QueryParameterException", 400, lang.Text{PT: "o parâmetro '{nome}' não existe em EPCIS 2.0", EN: "the parameter '{nome}' does not exist in EPCIS 2.0", ES: "el parámetro '{nome}' no existe en EPCIS 2.0"}},
	NotBuilt:   {"ImplementationException", 501, lang.Text{PT: "o parâmetro '{nome}' existe em EPCIS 2.0, mas este servidor ainda não o atende", EN: "the parameter '{nome}' exists in EPCIS 2.0, but this server does not serve it yet", ES: "el parámetro '{nome}' existe en EPCIS 2.0, pero este servidor aún no lo atiende"}},
	BadValue:   {"QueryParameterException", 400, lang.Text{PT: "'{valor}' não serve para '{nome}': deve ser {esperado}", EN: "'{valor}' does not fit '{nome}': it must be {esperado}", ES: "'{valor}' no sirve para '{nome}': debe ser {esperado}"}},
	Repeated:   {"QueryParameterException", 400, lang.Text{PT: "'{nome}' aceita um valor só", EN: "'{nome}' takes one value only", ES: "'{nome}' acepta un solo valor"}},
	Exclusive:  {"QueryParameterException", 400, lang.Text{PT: "use eventCountLimit ou maxEventCount, não os dois", EN: "use eventCountLimit or maxEventCount, not both", ES: "use eventCountLimit o maxEventCount, no ambos"}},
	TooComplex: {"QueryTooComplexException", 413, lang.Text{PT: "a consulta tem mais de {maximo} valores; divida-a em várias", EN: "the query has more than {maximo} values; split it", ES: "la consulta tiene más de {maximo} valores; divídala en varias"}},
	TooMany:    {"QueryTooLargeException", 413, lang.Text{PT: "a resposta tem mais de {valor} eventos, o limite que '{nome}' põe", EN: "the answer has more than {valor} events, the limit that '{nome}' sets", ES: "la respuesta tiene más de {valor} eventos, el límite que pone '{nome}'"}},
	TooWide:    {"QueryTooLargeException", 413, lang.Text{PT: "a consulta passa por eventos demais; peça menos: um lote com MATCH_anyEPCClass, um período com GE_recordTime e LT_recordTime, ou a ordem do log, sem orderBy nem maxEventCount", EN: "the query goes through too many events; ask for less: a lot with MATCH_anyEPCClass, a period with GE_recordTime and LT_recordTime, or the order of the log, without orderBy and maxEventCount", ES: "la consulta recorre demasiados eventos; pida menos: un lote con MATCH_anyEPCClass, un período con GE_recordTime y LT_recordTime, o el orden del log, sin orderBy ni maxEventCount"}},
	Erased:     {"NoSuchResourceException", 410, lang.Text{PT: "os dados deste evento foram expurgados", EN: "the data of this event was erased", ES: "los datos de este evento fueron suprimidos"}},
	NotOffered: {"NotAcceptableException", 406, lang.Text{PT: "este servidor atende '{nome}' assim: {valor}", EN: "this server serves '{nome}' so: {valor}", ES: "este servidor atiende '{nome}' así: {valor}"}},
}

// Error is why a query cannot be answered.
type Error struct {
	Code      Code
	Parameter string
	value     string
	want      lang.Text
}

func (e *Error) Error() string { return strings.ToLower(string(e.Code)) + ": " + e.Message(lang.EN) }

// Fail makes an error about a parameter and a value.
func Fail(code Code, parameter, value string) *Error {
	return &Error{Code: code, Parameter: parameter, value: value}
}

// Row returns the meaning of the code on the wire.
func (e *Error) Row() Row { return Codes[e.Code] }

// maxQuoted bounds how much of a value a message repeats.
const maxQuoted = 60

// Message returns the text for people.
func (e *Error) Message(l lang.Lang) string {
	return Codes[e.Code].Text.Fill(l, lang.Args{
		"nome": lang.Clip(e.Parameter, maxQuoted), "valor": lang.Clip(e.value, maxQuoted), "esperado": e.want.In(l), "maximo": maxValuesText,
	})
}

// wants complete "must be …".
var wants = map[form]lang.Text{
	aURI:     {PT: "um URI", EN: "a URI", ES: "un URI"},
	aText:    {PT: "um texto", EN: "a text", ES: "un texto"},
	aPattern: {PT: "um URI, ou um padrão que termine em *", EN: "a URI, or a pattern that ends in *", ES: "un URI, o un patrón que termine en *"},
	aType:    {PT: "um dos cinco tipos de evento, como ObjectEvent", EN: "one of the five types of event, such as ObjectEvent", ES: "uno de los cinco tipos de evento, como ObjectEvent"},
	aTime:    {PT: "um instante com fuso, como 2026-03-01T08:30:00-03:00", EN: "an instant with its zone, such as 2026-03-01T08:30:00-03:00", ES: "un instante con huso, como 2026-03-01T08:30:00-03:00"},
	aNumber:  {PT: "um número, como 12.5", EN: "a number, such as 12.5", ES: "un número, como 12.5"},
	aTruth:   {PT: "true ou false", EN: "true or false", ES: "true o false"},
	aCount:   {PT: "um número inteiro, de 1 em diante", EN: "a whole number, from 1 on", ES: "un número entero, desde 1"},
	aField:   {PT: "eventTime ou recordTime", EN: "eventTime or recordTime", ES: "eventTime o recordTime"},
	aWay:     {PT: "ASC ou DESC", EN: "ASC or DESC", ES: "ASC o DESC"},
}

var wantObject = lang.Text{PT: "um objeto com os parâmetros", EN: "an object with the parameters", ES: "un objeto con los parámetros"}

// wantWord completes "must be …" for a word of a vocabulary.
func wantWord(v *epcis.Vocabulary) lang.Text {
	fill := func(l lang.Lang) string {
		return lang.Text{PT: "uma palavra da lista de {lista} da GS1, ou um URI", EN: "a word of GS1's list of {lista}, or a URI", ES: "una palabra de la lista de {lista} de GS1, o un URI"}.Fill(l, lang.Args{"lista": v.Name.In(l)})
	}
	return lang.Text{PT: fill(lang.PT), EN: fill(lang.EN), ES: fill(lang.ES)}
}
