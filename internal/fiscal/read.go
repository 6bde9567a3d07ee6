package fiscal

import "github.com/beevik/etree"

// form describes the structure of a document. An empty name means that there is no such element.
type form struct {
	typ    Type
	body   string // the child that is the document itself, "" where the root is
	signed string // the part of the document that is signed and read
	answer string // the child of the root with the tax authority's answer
	read   func(d *Document, n node)
}

// forms has every document that we read, by its element.
var forms = map[string]form{
	"nfeProc":     {Invoice, "NFe", "infNFe", "protNFe", readInvoice},
	"NFe":         {Invoice, "", "infNFe", "", readInvoice},
	"resNFe":      {Summary, "", "", "", readSummary},
	"cteProc":     {Waybill, "CTe", "infCte", "protCTe", readWaybill},
	"CTe":         {Waybill, "", "infCte", "", readWaybill},
	"cteSimpProc": {Waybill, "CTeSimp", "infCte", "protCTe", readWaybill},
	"CTeSimp":     {Waybill, "", "infCte", "", readWaybill},
	"cteOSProc":   {Waybill, "CTeOS", "infCte", "protCTe", readWaybill},
	"CTeOS":       {Waybill, "", "infCte", "", readWaybill},
	"mdfeProc":    {Manifest, "MDFe", "infMDFe", "protMDFe", readManifest},
	"MDFe":        {Manifest, "", "infMDFe", "", readManifest},

	"procEventoNFe":  {Event, "evento", "infEvento", "retEvento", readEvent},
	"evento":         {Event, "", "infEvento", "", readEvent},
	"procEventoCTe":  {Event, "eventoCTe", "infEvento", "retEventoCTe", readEvent},
	"eventoCTe":      {Event, "", "infEvento", "", readEvent},
	"procEventoMDFe": {Event, "eventoMDFe", "infEvento", "retEventoMDFe", readEvent},
	"eventoMDFe":     {Event, "", "infEvento", "", readEvent},
	"resEvento":      {Event, "", "", "", readEvent},
}

// maxWrapping is the maximum number of wrapper levels, such as SOAP's, around a document.
const maxWrapping = 8

// Read reads one document. The error is an *Error.
func Read(file []byte) (*Document, error) {
	root, err := parse(file)
	if err != nil {
		return nil, err
	}
	found := search(nil, root, 0)
	switch {
	case len(found) == 0:
		return nil, failed(Unknown, whyRoot, root.Tag)
	case len(found) > 1:
		return nil, failed(Unknown, whySeveral, found[1].Tag)
	}
	return readForm(found[0])
}

// search finds the documents in a tree, two at most. It does not look into those it finds.
func search(found []*etree.Element, e *etree.Element, depth int) []*etree.Element {
	if _, ok := forms[e.Tag]; ok {
		return append(found, e)
	}
	for _, token := range e.Child {
		if child, ok := token.(*etree.Element); ok && depth < maxWrapping && len(found) < 2 {
			found = search(found, child, depth+1)
		}
	}
	return found
}

// readForm reads a document. It must have exactly one part that is signed: of two, one
// could be checked and the other read.
func readForm(e *etree.Element) (*Document, error) {
	f, whole := forms[e.Tag], node{e}
	d := &Document{Type: f.typ, Root: e.Tag}
	for _, name := range []string{f.body, f.signed} {
		if name == "" {
			continue
		}
		switch parts := whole.all(name); {
		case len(parts) == 0:
			return nil, failed(Unknown, whyHollow, name)
		case len(parts) > 1:
			return nil, failed(Unknown, whySeveral, name)
		default:
			whole = parts[0]
		}
	}
	if f.signed != "" {
		d.signed = whole.Element
	}
	d.ID, d.Version = whole.attr("Id"), whole.attr("versao")
	f.read(d, whole)
	if f.answer != "" {
		d.Protocol = readProtocol(node{e}.child(f.answer))
	}
	return d, nil
}

// keyChars is the length of an access key.
const keyChars = 44

// keyOf takes the key off an Id: NFe and 44 characters. Some issuers leave out the letters.
func keyOf(id string) string {
	if len(id) < keyChars {
		return id
	}
	return id[len(id)-keyChars:]
}

// readProtocol reads protNFe, protCTe, protMDFe, or the answer to an event.
func readProtocol(n node) Protocol {
	answer := n.child("infProt")
	if answer.Element == nil {
		answer = n.child("infEvento")
	}
	return Protocol{
		Key:         answer.either("chNFe", "chCTe", "chMDFe"),
		Number:      answer.text("nProt"),
		Received:    answer.either("dhRecbto", "dhRegEvento"),
		Digest:      answer.text("digVal"),
		Status:      answer.text("cStat"),
		Reason:      answer.text("xMotivo"),
		Environment: answer.text("tpAmb"),
		Event:       answer.text("tpEvento"),
	}
}

// readParty reads an emit, dest or transporta group, whose address is in a child or in the group
// itself.
func readParty(n node, address string) Party {
	p := Party{
		CNPJ: n.text("CNPJ"), CPF: n.text("CPF"), Foreign: n.text("idEstrangeiro"),
		Name: n.text("xNome"), Registration: n.text("IE"),
	}
	at := n
	if address != "" {
		at = n.child(address)
	}
	p.UF, p.Municipality, p.MunicipalityCode = at.text("UF"), at.text("xMun"), at.text("cMun")
	p.PostalCode, p.Country = at.text("CEP"), at.text("xPais")
	return p
}

// readSummary reads a resNFe.
func readSummary(d *Document, n node) {
	d.Key = n.text("chNFe")
	d.Header.Issued, d.Header.Direction = n.text("dhEmi"), n.text("tpNF")
	d.Issuer = readParty(n, "")
	d.Protocol = Protocol{Key: d.Key, Number: n.text("nProt"), Received: n.text("dhRecbto"), Digest: n.text("digVal")}
	switch n.text("cSitNFe") { // the state of the invoice, which protocols say with other numbers
	case "1":
		d.Protocol.Status = StatusAuthorized
	case "2":
		d.Protocol.Status = StatusDenied
	case "3":
		d.Protocol.Status = StatusCancelled
	}
}

// The states of a document in protocols.
const (
	StatusAuthorized = "100"
	StatusCancelled  = "101"
	StatusDenied     = "110"
	StatusLate       = "150" // authorised after its time
)

// readEvent reads an infEvento or a resEvento.
func readEvent(d *Document, n node) {
	d.Key = n.either("chNFe", "chCTe", "chMDFe")
	d.Header.Issued, d.Header.Environment = n.text("dhEvento"), n.text("tpAmb")
	o := &d.Occurrence
	o.Code, o.Sequence, o.At = n.text("tpEvento"), n.text("nSeqEvento"), n.text("dhEvento")
	o.Author = Party{CNPJ: n.text("CNPJ"), CPF: n.text("CPF")}
	d.Issuer = o.Author
	detail := n.child("detEvento")
	o.Description = detail.text("descEvento")
	if o.Description == "" {
		o.Description = n.text("xEvento")
	}
	// The details of an NF-e's event are in detEvento, those of others one level deeper.
	for _, token := range append([]etree.Token{detail.Element}, children(detail)...) {
		part, ok := token.(*etree.Element)
		if !ok || part == nil {
			continue
		}
		readDetail(o, node{part})
	}
}

func children(n node) []etree.Token {
	if n.Element == nil {
		return nil
	}
	return n.Child
}

func readDetail(o *Occurrence, n node) {
	set := func(to *string, value string) {
		if *to == "" {
			*to = value
		}
	}
	set(&o.Description, n.text("descEvento"))
	set(&o.Protocol, n.text("nProt"))
	set(&o.Justification, n.text("xJust"))
	set(&o.Correction, n.text("xCorrecao"))
	for _, each := range n.all("infCorrecao") {
		text := each.text("grupoAlterado") + "/" + each.text("campoAlterado") + ": " + each.text("valorAlterado")
		if o.Correction != "" {
			text = o.Correction + "; " + text
		}
		o.Correction = text
	}
	for _, each := range n.all("infDoc") {
		o.Keys = append(append(o.Keys, each.texts("chNFe")...), each.texts("chCTe")...)
	}
}
