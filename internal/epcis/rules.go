package epcis

import (
	"rastro/internal/finding"
	"rastro/internal/lang"
)

// Rules lists everything that can be wrong with a document. An Error refuses it, unless
// the caller is lenient and Keeps the rule; the others never do.
var Rules = []*finding.Rule{
	NotJSON, TooLarge, TooManyValues, TooManyEvents, NoEvents, NotEPCIS, UnknownType, MissingVital, BadVital, WrongShape,
	Missing, BadValue, TooLong, NotURI, UnknownWord, UnknownField, WrongEvent, NoIdentifier, StrayILMD, Twice, TooFew, Negative, Future, OwnCorrection, NoContext, BadPrefix, CyclicPrefix, ProtectedPrefix, TooManyPrefixes,
	RemoteContext, NoStandardWord, OffsetDiffers, EarlyDeclaration, EventTwice, CheckDigit, Loop, UndeclaredPrefix,
}

// Keeps reports whether a document that breaks a rule can still be kept and graded: its content is
// doubtful, but clear.
func Keeps(r *finding.Rule) bool { return r.Severity != finding.Error || kept[r] }

var kept = set(Missing, BadValue, NotURI, UnknownWord, UnknownField, WrongEvent, NoIdentifier, StrayILMD, Twice, TooFew, Negative, Future, OwnCorrection, NoContext, BadPrefix, CyclicPrefix, ProtectedPrefix)

func set(rules ...*finding.Rule) map[*finding.Rule]bool {
	all := make(map[*finding.Rule]bool, len(rules))
	for _, r := range rules {
		all[r] = true
	}
	return all
}

// Where the rules come from.
const (
	standardSource = "EPCIS 2.0, CBV 2.0 (GS1)"
	contextSource  = "JSON-LD 1.1 (W3C)"
	boundSource    = "limite do servidor"
)

func refusal(id, source, pt, en, es string) *finding.Rule {
	return &finding.Rule{ID: id, Severity: finding.Error, Source: source, Message: lang.Text{PT: pt, EN: en, ES: es}}
}

func doubt(id, source, pt, en, es string) *finding.Rule {
	return &finding.Rule{ID: id, Severity: finding.Alert, Source: source, Message: lang.Text{PT: pt, EN: en, ES: es}}
}

// What no document may have, strictly read or not.
var (
	NotJSON       = refusal("EPCIS_JSON", "RFC 8259", "o JSON não pode ser lido: {motivo}", "the JSON cannot be read: {motivo}", "el JSON no se puede leer: {motivo}")
	TooLarge      = refusal("EPCIS_TAMANHO", boundSource, "o documento passa de {maximo}; divida-o em vários", "the document is over {maximo}; split it", "el documento supera {maximo}; divídalo en varios")
	TooManyValues = refusal("EPCIS_VALORES", boundSource, "o documento tem mais de {maximo} valores; divida-o em vários", "the document has more than {maximo} values; split it", "el documento tiene más de {maximo} valores; divídalo en varios")
	TooManyEvents = refusal("EPCIS_EVENTOS", boundSource, "o documento tem mais de {maximo} eventos; divida-o em vários", "the document has more than {maximo} events; split it", "el documento tiene más de {maximo} eventos; divídalo en varios")
	NoEvents      = refusal("EPCIS_SEM_EVENTOS", standardSource, "o documento não tem nenhum evento", "the document has no event", "el documento no tiene ningún evento")
	NotEPCIS      = refusal("EPCIS_DOCUMENTO", standardSource, "o tipo '{valor}' não é de um documento EPCIS; use EPCISDocument, EPCISQueryDocument ou um dos cinco eventos", "the type '{valor}' is not that of an EPCIS document; use EPCISDocument, EPCISQueryDocument or one of the five events", "el tipo '{valor}' no es de un documento EPCIS; use EPCISDocument, EPCISQueryDocument o uno de los cinco eventos")
	UnknownType   = refusal("EPCIS_TIPO", standardSource, "'{valor}' não é um tipo de evento; use ObjectEvent, AggregationEvent, TransactionEvent, TransformationEvent ou AssociationEvent", "'{valor}' is not a type of event; use ObjectEvent, AggregationEvent, TransactionEvent, TransformationEvent or AssociationEvent", "'{valor}' no es un tipo de evento; use ObjectEvent, AggregationEvent, TransactionEvent, TransformationEvent o AssociationEvent")
	MissingVital  = refusal("EPCIS_FALTA_ESSENCIAL", standardSource, "falta '{campo}', e sem ele o evento não pode ser guardado", "'{campo}' is missing, and the event cannot be kept without it", "falta '{campo}', y sin él no se puede guardar el evento")
	BadVital      = refusal("EPCIS_VALOR_ESSENCIAL", standardSource, "'{valor}' não serve para '{campo}': deve ser {esperado}, e sem isso o evento não pode ser guardado", "'{valor}' does not fit '{campo}': it must be {esperado}, and the event cannot be kept without it", "'{valor}' no sirve para '{campo}': debe ser {esperado}, y sin eso no se puede guardar el evento")
	WrongShape    = refusal("EPCIS_FORMA", standardSource, "'{campo}' deve ser {esperado}", "'{campo}' must be {esperado}", "'{campo}' debe ser {esperado}")
	TooLong       = refusal("EPCIS_TEXTO_LONGO", boundSource, "'{campo}' passa de {maximo} caracteres", "'{campo}' is over {maximo} characters", "'{campo}' supera {maximo} caracteres")

	TooManyPrefixes = refusal("EPCIS_PREFIXOS", boundSource, "o contexto declara mais de {maximo} prefixos", "the context declares more than {maximo} prefixes", "el contexto declara más de {maximo} prefijos")
)

// What a strict reader refuses, and a lenient one keeps.
var (
	Missing         = refusal("EPCIS_FALTA", standardSource, "falta '{campo}'", "'{campo}' is missing", "falta '{campo}'")
	BadValue        = refusal("EPCIS_VALOR", standardSource, "'{valor}' não serve para '{campo}': deve ser {esperado}", "'{valor}' does not fit '{campo}': it must be {esperado}", "'{valor}' no sirve para '{campo}': debe ser {esperado}")
	NotURI          = refusal("EPCIS_URI", standardSource, "'{valor}' em '{campo}' não é um URI completo, como https://exemplo.com.br/lote/1", "'{valor}' in '{campo}' is not a complete URI, such as https://example.com/lot/1", "'{valor}' en '{campo}' no es un URI completo, como https://ejemplo.com/lote/1")
	UnknownWord     = hinted(refusal("EPCIS_VOCABULARIO", standardSource, "'{valor}' não é uma palavra da lista de {lista} da GS1; use uma da lista, ou um URI seu", "'{valor}' is not a word of GS1's list of {lista}; use one of the list, or a URI of your own", "'{valor}' no es una palabra de la lista de {lista} de GS1; use una de la lista, o un URI propio"))
	UnknownField    = refusal("EPCIS_CAMPO", standardSource, "o campo '{campo}' não existe em EPCIS; um campo seu precisa de um prefixo, como minhaempresa:{campo}", "the field '{campo}' does not exist in EPCIS; a field of your own needs a prefix, such as mycompany:{campo}", "el campo '{campo}' no existe en EPCIS; un campo propio necesita un prefijo, como miempresa:{campo}")
	WrongEvent      = refusal("EPCIS_CAMPO_DE_OUTRO", standardSource, "o campo '{campo}' não existe em {tipo}", "the field '{campo}' does not exist in {tipo}", "el campo '{campo}' no existe en {tipo}")
	NoIdentifier    = refusal("EPCIS_SEM_IDENTIFICADOR", standardSource, "o evento não diz de que trata: preencha {campo}", "the event does not say what it is about: fill in {campo}", "el evento no dice de qué trata: complete {campo}")
	StrayILMD       = refusal("EPCIS_ILMD", standardSource, "'ilmd' só cabe num ObjectEvent com action ADD", "'ilmd' is only for an ObjectEvent whose action is ADD", "'ilmd' solo cabe en un ObjectEvent con action ADD")
	Twice           = refusal("EPCIS_REPETIDO", standardSource, "'{valor}' aparece duas vezes em '{campo}'", "'{valor}' stands twice in '{campo}'", "'{valor}' aparece dos veces en '{campo}'")
	TooFew          = refusal("EPCIS_VAZIO", standardSource, "'{campo}' está vazio", "'{campo}' is empty", "'{campo}' está vacío")
	Negative        = refusal("EPCIS_NEGATIVO", standardSource, "a quantidade {valor} é negativa", "the quantity {valor} is negative", "la cantidad {valor} es negativa")
	Future          = refusal("EPCIS_FUTURO", standardSource, "'{campo}' é {valor}, que ainda não chegou", "'{campo}' is {valor}, which is still to come", "'{campo}' es {valor}, que aún no ha llegado")
	OwnCorrection   = refusal("EPCIS_CORRIGE_A_SI", standardSource, "o evento se diz corrigido por ele mesmo", "the event says that it is corrected by itself", "el evento dice que se corrige a sí mismo")
	NoContext       = refusal("EPCIS_CONTEXTO", standardSource, "falta em '@context' o endereço do contexto EPCIS 2.0 da GS1", "'@context' lacks the address of GS1's EPCIS 2.0 context", "falta en '@context' la dirección del contexto EPCIS 2.0 de GS1")
	BadPrefix       = refusal("EPCIS_PREFIXO", contextSource, "o prefixo '{valor}' não aponta para um URI", "the prefix '{valor}' does not stand for a URI", "el prefijo '{valor}' no apunta a un URI")
	CyclicPrefix    = refusal("EPCIS_PREFIXO_CICLO", contextSource, "o prefixo '{valor}' é explicado por ele mesmo", "the prefix '{valor}' is explained by itself", "el prefijo '{valor}' se explica por sí mismo")
	ProtectedPrefix = refusal("EPCIS_PREFIXO_DA_GS1", contextSource, "o prefixo '{valor}' é da GS1 e não pode ter outro sentido", "the prefix '{valor}' is GS1's and cannot mean anything else", "el prefijo '{valor}' es de GS1 y no puede tener otro sentido")
)

// Rules that refuse nothing, but are reported.
var (
	RemoteContext    = doubt("EPCIS_CONTEXTO_DE_FORA", contextSource, "o contexto '{valor}' não é buscado; declare no documento os prefixos que vêm dele", "the context '{valor}' is not fetched; declare the prefixes that come from it in the document", "el contexto '{valor}' no se busca; declare en el documento los prefijos que vienen de él")
	NoStandardWord   = hinted(doubt("EPCIS_VOCABULARIO_GS1", standardSource, "'{valor}' tem o endereço da GS1, mas não está na lista de {lista}", "'{valor}' has GS1's address, but is not in the list of {lista}", "'{valor}' tiene la dirección de GS1, pero no está en la lista de {lista}"))
	OffsetDiffers    = doubt("EPCIS_FUSO", standardSource, "eventTime está no fuso {valor}, e eventTimeZoneOffset diz {esperado}", "eventTime is at {valor}, and eventTimeZoneOffset says {esperado}", "eventTime está en el huso {valor}, y eventTimeZoneOffset dice {esperado}")
	EarlyDeclaration = doubt("EPCIS_CORRECAO_ANTES", standardSource, "a correção é de {valor}, antes do próprio evento", "the error was declared at {valor}, before the event itself", "la corrección es de {valor}, antes del propio evento")
	EventTwice       = doubt("EPCIS_EVENTO_REPETIDO", standardSource, "o mesmo evento já está no documento, em {valor}", "the same event is in the document already, at {valor}", "el mismo evento ya está en el documento, en {valor}")
	CheckDigit       = doubt("EPCIS_DIGITO", "GS1 General Specifications, 7.9", "o dígito verificador de '{valor}' não confere", "the check digit of '{valor}' is wrong", "el dígito de control de '{valor}' no coincide")
	Loop             = doubt("EPCIS_CIRCULO", standardSource, "'{valor}' contém a si mesmo ou vem de si mesmo", "'{valor}' contains itself or comes from itself", "'{valor}' se contiene a sí mismo o viene de sí mismo")

	UndeclaredPrefix = &finding.Rule{ID: "EPCIS_PREFIXO_SEM_CONTEXTO", Severity: finding.Info, Source: contextSource, Message: lang.Text{PT: "o contexto não declara o prefixo '{valor}'", EN: "the context does not declare the prefix '{valor}'", ES: "el contexto no declara el prefijo '{valor}'"}}
)

// hinted adds the hint that names a close word.
func hinted(r *finding.Rule) *finding.Rule {
	r.Hint = lang.Text{PT: "; quis dizer '{sugestao}'?", EN: "; did you mean '{sugestao}'?", ES: "; ¿quiso decir '{sugestao}'?"}
	return r
}
