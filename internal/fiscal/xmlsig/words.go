package xmlsig

import "rastro/internal/lang"

// Text returns a reason for people.
func (r Reason) Text() lang.Text {
	if r >= reasonsCounted {
		return lang.Text{}
	}
	return reasons[r]
}

var reasons = [reasonsCounted]lang.Text{
	Malformed:     {PT: "faltam partes da assinatura, ou ela está repetida", EN: "parts of the signature are missing, or it is repeated", ES: "faltan partes de la firma, o está repetida"},
	DuplicateID:   {PT: "dois elementos têm o Id assinado", EN: "two elements have the Id that is signed", ES: "dos elementos tienen el Id firmado"},
	OtherElement:  {PT: "ela assina outro elemento, não o documento", EN: "it signs another element, not the document", ES: "firma otro elemento, no el documento"},
	Algorithm:     {PT: "usa algoritmos que documentos fiscais não usam", EN: "it uses algorithms that tax documents do not use", ES: "usa algoritmos que los documentos fiscales no usan"},
	Altered:       {PT: "o conteúdo mudou depois da assinatura", EN: "the content changed after it was signed", ES: "el contenido cambió después de la firma"},
	NotByKey:      {PT: "não foi feita com a chave do certificado", EN: "it was not made with the certificate's key", ES: "no se hizo con la clave del certificado"},
	NoCertificate: {PT: "não traz um certificado que se possa ler", EN: "it has no certificate that can be read", ES: "no trae un certificado legible"},
}
