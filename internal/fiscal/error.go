package fiscal

import (
	"strings"

	"rastro/internal/finding"
	"rastro/internal/lang"
)

// Code is the stable id of why a file is refused.
type Code string

// The codes.
const (
	BadXML   Code = "XML_INVALIDO"
	HasDTD   Code = "XML_COM_DTD"
	Unknown  Code = "DOCUMENTO_DESCONHECIDO"
	TooLarge Code = "ARQUIVO_GRANDE"
	BadZip   Code = "ZIP_INVALIDO"
)

// Codes explains each code to the person who has the file: what is wrong, and what to do.
var Codes = map[Code]lang.Text{
	BadXML:   {PT: "o XML não pode ser lido: {o}; peça o arquivo de novo a quem emitiu o documento", EN: "the XML cannot be read: {o}; ask the issuer of the document for the file again", ES: "el XML no se puede leer: {o}; pida el archivo de nuevo a quien emitió el documento"},
	HasDTD:   {PT: "o XML tem uma declaração DTD (<!DOCTYPE), que nenhum documento fiscal tem e que não é aceita; envie o arquivo original", EN: "the XML has a DTD declaration (<!DOCTYPE), which no tax document has and which is not accepted; send the original file", ES: "el XML tiene una declaración DTD (<!DOCTYPE), que ningún documento fiscal tiene y que no se acepta; envíe el archivo original"},
	Unknown:  {PT: "não é um documento que sabemos ler: {o}; envie o XML de uma NF-e, CT-e ou MDF-e, ou de um evento deles", EN: "this is not a document that we can read: {o}; send the XML of an NF-e, CT-e or MDF-e, or of an event of one", ES: "no es un documento que sepamos leer: {o}; envíe el XML de una NF-e, CT-e o MDF-e, o de un evento de ellos"},
	TooLarge: {PT: "o arquivo é grande demais: {o}; divida-o e envie as partes", EN: "the file is too large: {o}; divide it and send the parts", ES: "el archivo es demasiado grande: {o}; divídalo y envíe las partes"},
	BadZip:   {PT: "o zip não pode ser lido: {o}; compacte os arquivos de novo, sem senha", EN: "the zip cannot be read: {o}; compress the files again, without a password", ES: "el zip no se puede leer: {o}; comprima los archivos de nuevo, sin contraseña"},
}

// Error says why a file cannot be read.
type Error struct {
	Code Code
	Why  lang.Text // the part that differs from file to file
}

func (e *Error) Error() string { return strings.ToLower(string(e.Code)) + ": " + e.Message(lang.EN) }

// Message returns the error's text for people.
func (e *Error) Message(l lang.Lang) string {
	return Codes[e.Code].Fill(l, lang.Args{"o": e.Why.In(l)})
}

// failed returns an error. Text from the file replaces {o} in the reason, shortened.
func failed(code Code, why lang.Text, said string) *Error {
	args := lang.Args{"o": lang.Clip(said, finding.MaxQuoted)}
	return &Error{code, lang.Text{PT: why.Fill(lang.PT, args), EN: why.Fill(lang.EN, args), ES: why.Fill(lang.ES, args)}}
}

// What is wrong with a file, worded to complete the sentence of a code.
var (
	whyEmpty     = lang.Text{PT: "está vazio", EN: "it is empty", ES: "está vacío"}
	whySyntax    = lang.Text{PT: "erro na linha {o}", EN: "error in line {o}", ES: "error en la línea {o}"}
	whyCut       = lang.Text{PT: "o arquivo acaba antes do fim do documento", EN: "the file ends before the document does", ES: "el archivo termina antes que el documento"}
	whyEncoding  = lang.Text{PT: "codificação '{o}'; são aceitas UTF-8, ISO-8859-1 e Windows-1252", EN: "encoding '{o}'; UTF-8, ISO-8859-1 and Windows-1252 are accepted", ES: "codificación '{o}'; se aceptan UTF-8, ISO-8859-1 y Windows-1252"}
	whyUTF16     = lang.Text{PT: "está em UTF-16, que não é aceito: salve-o em UTF-8 num editor de texto e envie de novo", EN: "it is in UTF-16, which is not accepted: save it as UTF-8 in a text editor and send it again", ES: "está en UTF-16, que no se acepta: guárdelo en UTF-8 en un editor de texto y envíelo de nuevo"}
	whyDeep      = lang.Text{PT: "mais de {o} elementos um dentro do outro", EN: "more than {o} elements inside each other", ES: "más de {o} elementos uno dentro de otro"}
	whyMany      = lang.Text{PT: "mais de {o} elementos e atributos", EN: "more than {o} elements and attributes", ES: "más de {o} elementos y atributos"}
	whyHeavy     = lang.Text{PT: "elementos demais em níveis demais", EN: "too many elements at too many levels", ES: "demasiados elementos en demasiados niveles"}
	whyTwice     = lang.Text{PT: "o atributo '{o}' aparece duas vezes num elemento", EN: "the attribute '{o}' appears twice in one element", ES: "el atributo '{o}' aparece dos veces en un elemento"}
	whyNotXML    = lang.Text{PT: "não é XML", EN: "it is not XML", ES: "no es XML"}
	whyRoot      = lang.Text{PT: "o XML é '{o}'", EN: "the XML is '{o}'", ES: "el XML es '{o}'"}
	whySeveral   = lang.Text{PT: "há mais de um '{o}' no mesmo arquivo", EN: "there is more than one '{o}' in one file", ES: "hay más de un '{o}' en el mismo archivo"}
	whyHollow    = lang.Text{PT: "falta '{o}' nele", EN: "it has no '{o}'", ES: "le falta '{o}'"}
	whyBytes     = lang.Text{PT: "passa de {o}", EN: "it is over {o}", ES: "supera {o}"}
	whyEntries   = lang.Text{PT: "o zip tem mais de {o} arquivos", EN: "the zip has more than {o} files", ES: "el zip tiene más de {o} archivos"}
	whyExpands   = lang.Text{PT: "descompactado, fica mais de {o} vezes maior", EN: "unpacked, it is more than {o} times larger", ES: "descomprimido, es más de {o} veces mayor"}
	whyTotal     = lang.Text{PT: "descompactados, os arquivos passam de {o} ao todo", EN: "unpacked, the files are over {o} in all", ES: "descomprimidos, los archivos superan {o} en total"}
	whyDamaged   = lang.Text{PT: "está incompleto ou danificado", EN: "it is incomplete or damaged", ES: "está incompleto o dañado"}
	whyProtected = lang.Text{PT: "pede senha", EN: "it asks for a password", ES: "pide contraseña"}
)
