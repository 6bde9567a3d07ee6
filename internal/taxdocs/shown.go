package taxdocs

import (
	"rastro/internal/brdoc"
	"rastro/internal/fiscal"
	"rastro/internal/fiscal/xmlsig"
	"rastro/internal/lang"
)

// maxShown limits the length of a displayed text from a document.
const maxShown = 200

// ShownParty returns a party without what leads to a natural person. Answers and pages show no other.
func ShownParty(p *fiscal.Party) fiscal.Party {
	if p.CPF != "" {
		return fiscal.Party{UF: p.UF}
	}
	return fiscal.Party{CNPJ: p.CNPJ, Name: lang.Clip(p.Name, maxShown), Municipality: p.Municipality, UF: p.UF}
}

// ShownGoods returns the description of a line of an invoice, without the numbers of people in it.
func ShownGoods(i *fiscal.Item) string { return brdoc.Mask(lang.Clip(i.Description, maxShown)) }

// ShownHolder returns the holder of a certificate, "" if that is a natural person.
func ShownHolder(c *xmlsig.Certificate) string {
	if c.Person {
		return ""
	}
	return c.Holder
}

// TypeName returns what people call a document; of an event, the document that it is about.
func TypeName(d *fiscal.Document) string {
	of := brdoc.NFe
	switch d.Type {
	case fiscal.Waybill:
		of = brdoc.CTe
	case fiscal.Manifest:
		of = brdoc.MDFe
	}
	if key, ok := brdoc.ParseKey(d.Key); ok && key.Type != brdoc.DFe {
		of = key.Type
	}
	return of.Name().PT // the same in every language
}
