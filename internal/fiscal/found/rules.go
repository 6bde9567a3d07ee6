// Package found contains the rules on tax documents, and the form in which the documents of a load
// keep their findings: an altered invoice must not look intact after its file is out of sight.
package found

import (
	"rastro/internal/finding"
	"rastro/internal/lang"
)

// Sources of the rules.
const (
	manual    = "MOC da NF-e, CT-e e MDF-e"
	nomencl   = "NCM"
	operation = "Convênio s/nº de 1970 (CFOP)"
	ours      = "Rastro"
)

// The rules.
var (
	BadKey = &finding.Rule{ID: "DFE_CHAVE_INVALIDA", Severity: finding.Error, Source: manual, Message: lang.Text{
		PT: "a chave de acesso não é válida: {motivo}",
		EN: "the access key is not valid: {motivo}",
		ES: "la clave de acceso no es válida: {motivo}",
	}}
	OtherKey = &finding.Rule{ID: "DFE_CHAVE_DIVERGE", Severity: finding.Error, Source: manual, Message: lang.Text{
		PT: "a chave de acesso não é a dos campos do documento; não conferem: {campos}",
		EN: "the access key is not that of the document's fields; these differ: {campos}",
		ES: "la clave de acceso no es la de los campos del documento; no coinciden: {campos}",
	}}
	OtherDigest = &finding.Rule{ID: "DFE_DIGEST_DIVERGE", Severity: finding.Error, Source: manual, Message: lang.Text{
		PT: "o protocolo é de outro conteúdo: o que foi autorizado não é o que está neste arquivo",
		EN: "the protocol is about other content: what was authorised is not what this file says",
		ES: "el protocolo es de otro contenido: lo autorizado no es lo que está en este archivo",
	}}
	OtherProtocol = &finding.Rule{ID: "DFE_PROTOCOLO_DE_OUTRO", Severity: finding.Error, Source: manual, Message: lang.Text{
		PT: "o protocolo é de outro documento, de chave {chave}",
		EN: "the protocol is that of another document, with the key {chave}",
		ES: "el protocolo es de otro documento, de clave {chave}",
	}}
	NoProtocol = &finding.Rule{ID: "DFE_SEM_PROTOCOLO", Severity: finding.Alert, Source: manual, Message: lang.Text{
		PT: "o arquivo não traz o protocolo de autorização; peça o XML autorizado (com protocolo) a quem emitiu",
		EN: "the file has no protocol of authorisation; ask the issuer for the authorised XML (with the protocol)",
		ES: "el archivo no trae el protocolo de autorización; pida a quien emitió el XML autorizado (con protocolo)",
	}}
	NotAuthorized = &finding.Rule{ID: "DFE_NAO_AUTORIZADO", Severity: finding.Error, Source: manual, Message: lang.Text{
		PT: "o documento não está autorizado: situação {situacao} {motivo}",
		EN: "the document is not authorised: status {situacao} {motivo}",
		ES: "el documento no está autorizado: situación {situacao} {motivo}",
	}}
	Cancelled = &finding.Rule{ID: "DFE_CANCELADO", Severity: finding.Error, Source: manual, Message: lang.Text{
		PT: "o documento está cancelado",
		EN: "the document is cancelled",
		ES: "el documento está cancelado",
	}}
	ForTests = &finding.Rule{ID: "DFE_DE_HOMOLOGACAO", Severity: finding.Error, Source: manual, Message: lang.Text{
		PT: "o documento é do ambiente de testes (homologação) e não tem valor fiscal",
		EN: "the document is from the test environment (homologação) and has no fiscal value",
		ES: "el documento es del ambiente de pruebas (homologação) y no tiene valor fiscal",
	}}
	OnlySummary = &finding.Rule{ID: "DFE_SO_RESUMO", Severity: finding.Info, Source: manual, Message: lang.Text{
		PT: "é só o resumo da nota; com o XML completo, itens, lotes e pesos também são lidos",
		EN: "this is only the summary of the invoice; with the whole XML, items, lots and weights are read too",
		ES: "es solo el resumen de la factura; con el XML completo también se leen ítems, lotes y pesos",
	}}
	Unsigned = &finding.Rule{ID: "DFE_SEM_ASSINATURA", Severity: finding.Alert, Source: manual, Message: lang.Text{
		PT: "o documento não está assinado",
		EN: "the document is not signed",
		ES: "el documento no está firmado",
	}}
	BrokenSignature = &finding.Rule{ID: "DFE_ASSINATURA_NAO_CONFERE", Severity: finding.Error, Source: manual, Message: lang.Text{
		PT: "a assinatura não confere: {motivo}",
		EN: "the signature does not hold: {motivo}",
		ES: "la firma no es correcta: {motivo}",
	}}
	UncheckedSigner = &finding.Rule{ID: "DFE_ASSINANTE_NAO_CONFERIDO", Severity: finding.Info, Source: ours, Message: lang.Text{
		PT: "a assinatura confere, mas não se conferiu quem assinou: este servidor não tem as raízes da ICP-Brasil",
		EN: "the signature holds, but who signed was not checked: this server does not have ICP-Brasil's roots",
		ES: "la firma es correcta, pero no se verificó quién firmó: este servidor no tiene las raíces de ICP-Brasil",
	}}
	UnknownSigner = &finding.Rule{ID: "DFE_ASSINANTE_DESCONHECIDO", Severity: finding.Alert, Source: manual, Message: lang.Text{
		PT: "a assinatura confere, mas o certificado não é da ICP-Brasil ou não valia na data do documento",
		EN: "the signature holds, but the certificate is not ICP-Brasil's or was not valid on the document's date",
		ES: "la firma es correcta, pero el certificado no es de ICP-Brasil o no valía en la fecha del documento",
	}}
	ImproperSigner = &finding.Rule{ID: "DFE_CERTIFICADO_IMPROPRIO", Severity: finding.Alert, Source: manual, Message: lang.Text{
		PT: "a assinatura confere, mas ninguém responde pelo certificado: ele foi feito por quem assinou, ou não valia no dia da emissão; confira a nota no portal da SEFAZ",
		EN: "the signature holds, but nobody vouches for the certificate: the signer made it, or it was not valid on the day of issue; look the invoice up on the tax authority's portal",
		ES: "la firma coincide, pero nadie responde por el certificado: lo hizo quien firmó, o no valía el día de la emisión; consulte la factura en el portal de la SEFAZ",
	}}
	OtherSigner = &finding.Rule{ID: "DFE_ASSINADO_POR_OUTRO", Severity: finding.Alert, Source: manual, Message: lang.Text{
		PT: "o certificado é de outra empresa (CNPJ {cnpj}), não de quem emitiu",
		EN: "the certificate is that of another company (CNPJ {cnpj}), not the issuer's",
		ES: "el certificado es de otra empresa (CNPJ {cnpj}), no de quien emitió",
	}}
	Unconfirmed = &finding.Rule{ID: "DFE_EVENTO_NAO_CONFIRMADO", Severity: finding.Alert, Source: manual, Message: lang.Text{
		PT: "não se pôde confirmar este evento: {motivo}; ele fica listado e não muda o que a nota vale: confira a situação dela no portal da SEFAZ",
		EN: "this event could not be confirmed: {motivo}; it is listed and does not change the status of the invoice here: look it up on the tax authority's portal",
		ES: "no se pudo confirmar este evento: {motivo}; queda listado y no cambia la situación de la factura aquí: consúltela en el portal de la SEFAZ",
	}}
	OtherCrop = &finding.Rule{ID: "DFE_DE_OUTRA_CULTURA", Severity: finding.Alert, Source: nomencl, Message: lang.Text{
		PT: "o item {item} é de outra cultura: NCM {ncm} é {outra}, e a safra é de {cultura}",
		EN: "item {item} is of another crop: NCM {ncm} is {outra}, and the harvest is of {cultura}",
		ES: "el ítem {item} es de otro cultivo: NCM {ncm} es {outra}, y la cosecha es de {cultura}",
	}}
	NoCrop = &finding.Rule{ID: "DFE_SEM_PRODUTO_DA_CULTURA", Severity: finding.Info, Source: nomencl, Message: lang.Text{
		PT: "nenhum item é produto de {cultura} pelo NCM",
		EN: "by its NCM, no item is a product of {cultura}",
		ES: "ningún ítem es producto de {cultura} por el NCM",
	}}
	WrongWay = &finding.Rule{ID: "DFE_CFOP_CONTRADIZ", Severity: finding.Alert, Source: operation, Message: lang.Text{
		PT: "o CFOP {cfop} do item {item} contradiz a nota: {motivo}",
		EN: "the CFOP {cfop} of item {item} contradicts the invoice: {motivo}",
		ES: "el CFOP {cfop} del ítem {item} contradice la factura: {motivo}",
	}}
	OtherWeight = &finding.Rule{ID: "DFE_PESO_DIVERGE", Severity: finding.Alert, Source: ours, Message: lang.Text{
		PT: "os itens somam {itens} kg e o peso líquido do transporte é {transporte} kg",
		EN: "the items add up to {itens} kg and the net weight in transport is {transporte} kg",
		ES: "los ítems suman {itens} kg y el peso neto del transporte es {transporte} kg",
	}}
	InTonnes = &finding.Rule{ID: "DFE_PESO_EM_TONELADAS", Severity: finding.Info, Source: ours, Message: lang.Text{
		PT: "o peso líquido do transporte ({transporte}) está em toneladas; o campo é em kg",
		EN: "the net weight in transport ({transporte}) is in tonnes; the field is in kg",
		ES: "el peso neto del transporte ({transporte}) está en toneladas; el campo es en kg",
	}}
	OtherLots = &finding.Rule{ID: "DFE_LOTES_NAO_SOMAM", Severity: finding.Alert, Source: manual, Message: lang.Text{
		PT: "os lotes do item {item} somam {lotes} e a quantidade é {quantidade}",
		EN: "the lots of item {item} add up to {lotes} and the quantity is {quantidade}",
		ES: "los lotes del ítem {item} suman {lotes} y la cantidad es {quantidade}",
	}}
	OtherContent = &finding.Rule{ID: "DFE_OUTRO_CONTEUDO", Severity: finding.Alert, Source: ours, Message: lang.Text{
		PT: "há dois arquivos com esta chave e conteúdo diferente: {qual}; confira a nota no portal da SEFAZ",
		EN: "there are two files with this key and different content: {qual}; look the invoice up on the tax authority's portal",
		ES: "hay dos archivos con esta clave y contenido diferente: {qual}; consulte la factura en el portal de la SEFAZ",
	}}
	Replaced = &finding.Rule{ID: "DFE_SUBSTITUIU_OUTRO", Severity: finding.Info, Source: ours, Message: lang.Text{
		PT: "este arquivo vale no lugar de outro com a mesma chave, que chegou antes e prova menos; o outro continua anexado",
		EN: "this file counts in place of another with the same key, which came first and proves less; the other stays attached",
		ES: "este archivo vale en lugar de otro con la misma clave, que llegó antes y prueba menos; el otro sigue adjunto",
	}}
)

// Rules lists every rule.
var Rules = onPapers(
	BadKey, OtherKey, OtherDigest, OtherProtocol, NoProtocol, NotAuthorized, Cancelled, ForTests, OnlySummary,
	Unsigned, BrokenSignature, UncheckedSigner, UnknownSigner, ImproperSigner, OtherSigner, Unconfirmed,
	OtherCrop, NoCrop, WrongWay, OtherWeight, InTonnes, OtherLots, OtherContent, Replaced,
)
