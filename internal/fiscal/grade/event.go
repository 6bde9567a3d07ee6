package grade

import (
	"strings"

	"rastro/internal/fiscal"
	"rastro/internal/fiscal/found"
	"rastro/internal/fiscal/xmlsig"
	"rastro/internal/lang"
)

// Why an event is not believed.
var (
	whySummary  = lang.Text{PT: "é só o resumo do evento, que ninguém assina", EN: "it is only the summary of the event, which nobody signs", ES: "es solo el resumen del evento, que nadie firma"}
	whyUnsigned = lang.Text{PT: "não está assinado", EN: "it is not signed", ES: "no está firmado"}
	whyUnknown  = lang.Text{PT: "o certificado de quem assinou não é da ICP-Brasil ou não valia na data", EN: "the signer's certificate is not ICP-Brasil's or was not valid on that date", ES: "el certificado de quien firmó no es de ICP-Brasil o no valía en la fecha"}
	whyOther    = lang.Text{PT: "quem assinou não é quem emitiu a nota", EN: "the signer is not the issuer of the invoice", ES: "quien firmó no es quien emitió la factura"}
	whyAuthor   = lang.Text{PT: "quem assinou não é o autor do evento", EN: "the signer is not the author of the event", ES: "quien firmó no es el autor del evento"}
	whyKeyless  = lang.Text{PT: "a resposta da SEFAZ não traz a chave da nota", EN: "the tax authority's answer does not have the key of the invoice", ES: "la respuesta de la SEFAZ no trae la clave de la factura"}
	whyNumber   = lang.Text{PT: "a resposta da SEFAZ não traz o número do protocolo", EN: "the tax authority's answer does not have the number of the protocol", ES: "la respuesta de la SEFAZ no trae el número del protocolo"}
	whyAnother  = lang.Text{PT: "a resposta da SEFAZ não é sobre este tipo de evento", EN: "the tax authority's answer is not about this type of event", ES: "la respuesta de la SEFAZ no es sobre este tipo de evento"}
)

// event says of an event by which a document is worth less why it is not believed. Anybody can
// write one: it counts if whoever may declare it signed it, and the tax authority's answer is whole
// and about it. Who signed is believed as it is of invoices, by the roots that this server has.
func (r *Report) event(d *fiscal.Document) {
	if !d.Cancels() && !d.Rejects() {
		return
	}
	if why := r.unproven(d); len(why) > 0 {
		r.find(found.Unconfirmed, "motivo", listed(why))
	}
}

func (r *Report) unproven(d *fiscal.Document) (why []lang.Text) {
	s, p := &r.Signature, &d.Protocol
	add := func(wrong bool, text lang.Text) {
		if wrong {
			why = append(why, text)
		}
	}
	if d.Root == "resEvento" {
		return []lang.Text{whySummary}
	}
	switch {
	case s.State == xmlsig.Broken: // an error that is told
	case s.State == xmlsig.Absent || len(s.Chain) == 0:
		add(true, whyUnsigned)
	case d.Cancels(): // the issuer alone may cancel
		add(len(d.Key) != keyLength || !s.Chain[0].Of(d.Key[6:20]), whyOther)
	default:
		add(!s.Chain[0].Of(pad(d.Occurrence.Author.CNPJ+d.Occurrence.Author.CPF, 14)), whyAuthor)
	}
	add(s.State == xmlsig.Holds && s.Signer == xmlsig.Unknown, whyUnknown)
	if *p == (fiscal.Protocol{}) {
		return why // there is no answer, which is told
	}
	add(p.Key == "", whyKeyless)
	add(strings.TrimSpace(p.Number) == "", whyNumber)
	add(p.Event != d.Occurrence.Code, whyAnother)
	return why
}

// keyLength is the length of an access key.
const keyLength = 44
