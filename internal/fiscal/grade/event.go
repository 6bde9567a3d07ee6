package grade

import (
	"slices"
	"strings"

	"rastro/internal/finding"
	"rastro/internal/fiscal"
	"rastro/internal/fiscal/found"
	"rastro/internal/fiscal/xmlsig"
	"rastro/internal/lang"
)

// Reasons why an event is not believed.
var (
	whySummary  = lang.Text{PT: "é só o resumo do evento, que ninguém assina", EN: "it is only the summary of the event, which nobody signs", ES: "es solo el resumen del evento, que nadie firma"}
	whyUnsigned = lang.Text{PT: "não está assinado", EN: "it is not signed", ES: "no está firmado"}
	whyUnknown  = lang.Text{PT: "o certificado de quem assinou não é da ICP-Brasil ou não valia na data", EN: "the signer's certificate is not ICP-Brasil's or was not valid on that date", ES: "el certificado de quien firmó no es de ICP-Brasil o no valía en la fecha"}
	whyOther    = lang.Text{PT: "quem assinou não é quem emitiu a nota", EN: "the signer is not the issuer of the invoice", ES: "quien firmó no es quien emitió la factura"}
	whyAlone    = lang.Text{PT: "este servidor não tem as raízes da ICP-Brasil, e a nota assinada não está aqui para comparar quem assinou", EN: "this server does not have ICP-Brasil's roots, and the signed invoice is not here to compare the signers", ES: "este servidor no tiene las raíces de ICP-Brasil, y la factura firmada no está aquí para comparar quién firmó"}
	whyNotSame  = lang.Text{PT: "este servidor não tem as raízes da ICP-Brasil, e o certificado não é o que assinou a nota", EN: "this server does not have ICP-Brasil's roots, and the certificate is not the one that signed the invoice", ES: "este servidor no tiene las raíces de ICP-Brasil, y el certificado no es el que firmó la factura"}
	whyNoRoots  = lang.Text{PT: "este servidor não tem as raízes da ICP-Brasil para conferir quem assinou", EN: "this server does not have ICP-Brasil's roots to check the signer", ES: "este servidor no tiene las raíces de ICP-Brasil para verificar quién firmó"}
	whyStranger = lang.Text{PT: "o autor do evento não é o destinatário da nota", EN: "the author of the event is not the recipient of the invoice", ES: "el autor del evento no es el destinatario de la factura"}
	whyAuthor   = lang.Text{PT: "quem assinou não é o autor do evento", EN: "the signer is not the author of the event", ES: "quien firmó no es el autor del evento"}
	whyKeyless  = lang.Text{PT: "a resposta da SEFAZ não traz a chave da nota", EN: "the tax authority's answer does not have the key of the invoice", ES: "la respuesta de la SEFAZ no trae la clave de la factura"}
	whyNumber   = lang.Text{PT: "a resposta da SEFAZ não traz o número do protocolo", EN: "the tax authority's answer does not have the number of the protocol", ES: "la respuesta de la SEFAZ no trae el número del protocolo"}
	whyAnother  = lang.Text{PT: "a resposta da SEFAZ não é sobre este tipo de evento", EN: "the tax authority's answer is not about this type of event", ES: "la respuesta de la SEFAZ no es sobre este tipo de evento"}
)

// Original is the part of a document with which events about it are compared.
type Original struct {
	Signature xmlsig.Result
	Recipient string // CNPJ or CPF
}

// OriginalOf returns the part of a document that is kept to check events about it.
func OriginalOf(d *fiscal.Document, report *Report) Original {
	return Original{Signature: report.Signature, Recipient: d.Recipient.CNPJ + d.Recipient.CPF}
}

// Invalidates reports whether a document is an event that invalidates another document or part of it,
// so that it needs proof.
func Invalidates(d *fiscal.Document) bool { return d.Cancels() || d.Rejects() }

// Compare compares an event with what is known of its document, once for each place that has the
// document. Check does not know these, so it does not accept an event that only they can prove.
func (r *Report) Compare(d *fiscal.Document, originals []Original) {
	if !Invalidates(d) {
		return
	}
	r.Findings = slices.DeleteFunc(slices.Clone(r.Findings), func(f finding.Finding) bool { return f.Rule == found.Unconfirmed })
	r.event(d, originals)
	r.sort()
}

// event says why an event that invalidates a document is not accepted. Anybody can write one. It
// counts if it is signed by whoever may declare it, and the tax authority's answer is complete and
// about it. The signer is verified as for invoices, with this server's roots; without roots, an
// invoice can be cancelled only by its signer.
func (r *Report) event(d *fiscal.Document, originals []Original) {
	if !Invalidates(d) {
		return
	}
	if why := append(r.unsigned(d, originals), r.unanswered(d)...); len(why) > 0 {
		r.find(found.Unconfirmed, "motivo", listed(why))
	}
}

// unsigned says why the author of an event is not proven.
func (r *Report) unsigned(d *fiscal.Document, originals []Original) (why []lang.Text) {
	s := &r.Signature
	add := func(wrong bool, text lang.Text) {
		if wrong {
			why = append(why, text)
		}
	}
	author := d.Occurrence.Author.CNPJ + d.Occurrence.Author.CPF
	switch {
	case d.Root == "resEvento":
		return []lang.Text{whySummary}
	case s.State == xmlsig.Broken:
		return nil // an error that is already reported
	case s.State == xmlsig.Absent || len(s.Chain) == 0:
		return []lang.Text{whyUnsigned}
	case d.Cancels(): // the issuer alone may cancel
		add(len(d.Key) != keyLength || !s.Chain[0].Of(d.Key[6:20]), whyOther)
		if s.Signer == xmlsig.Unchecked {
			add(len(originals) == 0, whyAlone)
			add(slices.ContainsFunc(originals, func(o Original) bool { return !s.SameSigner(&o.Signature) }), whyNotSame)
		}
	default:
		add(!s.Chain[0].Of(pad(author, 14)), whyAuthor)
		add(slices.ContainsFunc(originals, func(o Original) bool { return !sameTaxpayer(author, o.Recipient) }), whyStranger)
		add(s.Signer == xmlsig.Unchecked, whyNoRoots)
	}
	add(s.Signer == xmlsig.Unknown, whyUnknown)
	return why
}

// sameTaxpayer reports whether two numbers belong to one company, or to one person.
func sameTaxpayer(a, b string) bool {
	const cnpj, company = 14, 8
	if len(a) == cnpj && len(b) == cnpj {
		return strings.EqualFold(a[:company], b[:company])
	}
	return a != "" && a == b
}

// unanswered says what is missing in the tax authority's answer to an event.
func (r *Report) unanswered(d *fiscal.Document) (why []lang.Text) {
	p := &d.Protocol
	if d.Root == "resEvento" || *p == (fiscal.Protocol{}) {
		return nil // there is no answer, which is already reported
	}
	add := func(wrong bool, text lang.Text) {
		if wrong {
			why = append(why, text)
		}
	}
	add(p.Key == "", whyKeyless)
	add(strings.TrimSpace(p.Number) == "", whyNumber)
	add(p.Event != d.Occurrence.Code, whyAnother)
	return why
}

// keyLength is the length of an access key.
const keyLength = 44
