package taxdocs

import (
	"encoding/json"
	"strconv"
	"time"

	"rastro/internal/canon"
	"rastro/internal/check/record"
	"rastro/internal/fiscal"
	"rastro/internal/fiscal/propose"
	"rastro/internal/fiscal/xmlsig"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// How many lines of an invoice, and how many of the records that a document was added to, an
// answer has.
const (
	shownItems = 20
	ShownLinks = 200
)

// wire is what an answer says about a file. The caller has the document itself; of people the
// answer repeats nothing but the key.
type wire struct {
	Number    int64           `json:"numero"`
	File      string          `json:"arquivo"`
	Outcome   Outcome         `json:"situacao"`
	Advice    string          `json:"oQueFazer,omitempty"`
	Key       string          `json:"chave,omitempty"`
	Type      string          `json:"tipo,omitempty"`
	Event     *wireEvent      `json:"evento,omitempty"`
	Issued    string          `json:"emissao,omitempty"`
	Issuer    *wireParty      `json:"emitente,omitempty"`
	Recipient *wireParty      `json:"destinatario,omitempty"`
	Items     []wireItem      `json:"itens,omitempty"`
	NetWeight float64         `json:"pesoLiquidoKg,omitempty"`
	Plates    []string        `json:"placas,omitempty"`
	Signature *wireSignature  `json:"assinatura,omitempty"`
	Protocol  *wireProtocol   `json:"protocolo,omitempty"`
	Findings  json.RawMessage `json:"achados,omitempty"`
	HarvestID string          `json:"safraId,omitempty"`
	Harvests  []string        `json:"safras,omitempty"`
	Lots      []string        `json:"lotes,omitempty"`
	Prefix    string          `json:"prefixo,omitempty"`
	ID        string          `json:"id,omitempty"`
	Version   int64           `json:"versao,omitempty"`
	Payload   json.RawMessage `json:"dados,omitempty"`
	Remarks   json.RawMessage `json:"avisos,omitempty"`
	Links     []wireLink      `json:"ligacoes,omitempty"`
	LinkCount int             `json:"totalLigacoes,omitempty"`
	Proposals []wireProposal  `json:"propostas,omitempty"`
	Error     trace.Code      `json:"error,omitempty"`
	Message   string          `json:"mensagem,omitempty"`
	Problems  []wireProblem   `json:"erros,omitempty"`
}

type wireEvent struct {
	Code string `json:"codigo"`
	Name string `json:"nome"`
	At   string `json:"em,omitempty"`
}

type wireParty struct {
	CNPJ         string `json:"cnpj,omitempty"`
	Name         string `json:"nome,omitempty"`
	Municipality string `json:"municipio,omitempty"`
	UF           string `json:"uf,omitempty"`
}

type wireItem struct {
	Number      string  `json:"item"`
	Description string  `json:"descricao"`
	NCM         string  `json:"ncm,omitempty"`
	CFOP        string  `json:"cfop,omitempty"`
	Quantity    string  `json:"quantidade,omitempty"`
	Unit        string  `json:"unidade,omitempty"`
	Kilos       float64 `json:"kg,omitempty"`
}

type wireSignature struct {
	State  string            `json:"situacao"`
	Reason string            `json:"motivo,omitempty"`
	Signer string            `json:"emissor,omitempty"`
	Text   string            `json:"texto"`
	Chain  []wireCertificate `json:"cadeia,omitempty"`
}

type wireCertificate struct {
	Holder string `json:"titular,omitempty"`
	CNPJ   string `json:"cnpj,omitempty"`
	Issuer string `json:"autoridade"`
	From   string `json:"validoDe"`
	Until  string `json:"validoAte"`
	SHA256 string `json:"sha256"`
}

type wireProtocol struct {
	Number string `json:"numero,omitempty"`
	Status string `json:"situacao,omitempty"`
	At     string `json:"em,omitempty"`
}

type wireLink struct {
	Prefix    string `json:"prefixo"`
	ID        string `json:"id"`
	HarvestID string `json:"safraId"`
}

type wireProposal struct {
	Number  int             `json:"numero"`
	Prefix  string          `json:"prefixo"`
	Outcome Outcome         `json:"situacao"`
	ID      string          `json:"id,omitempty"`
	Payload json.RawMessage `json:"dados"`
	Unsure  []string        `json:"conferir,omitempty"`
	Missing []string        `json:"falta,omitempty"`
	Doubted bool            `json:"conferirNota,omitempty"`
	Repeats *wireLink       `json:"repete,omitempty"`
	Perhaps bool            `json:"talvezRepete,omitempty"`
	Near    []wireLink      `json:"podeLigar,omitempty"`
}

type wireProblem struct {
	Field   string `json:"campo"`
	Pointer string `json:"ponteiro"`
	Rule    string `json:"regra"`
	Message string `json:"mensagem"`
}

// AppendJSON appends the result for a file, as on the wire.
func (r *Result) AppendJSON(dst []byte, l lang.Lang) []byte {
	w := wire{Number: r.Number, File: r.File, Outcome: r.Outcome, Advice: r.Advice.In(l), HarvestID: r.HarvestID, Harvests: r.Harvests, Lots: r.Lots}
	if r.Document != nil {
		w.read(r.Document)
		w.Signature = signatureWire(&r.Report.Signature, l)
		w.Findings = record.AppendFindings(nil, r.Report.Findings, l)
	}
	w.placed(r, l)
	for _, link := range r.Links[:min(len(r.Links), ShownLinks)] {
		w.Links = append(w.Links, wireLink{link.Kind.Prefix, link.ID.String(), link.HarvestID})
	}
	w.LinkCount = len(r.Links)
	w.Proposals = proposalsWire(r.Proposals)
	if r.Err != nil {
		failed := trace.AsError(r.Err)
		w.Error, w.Message = failed.Code, failed.Text(l)
		for _, p := range failed.Problems {
			w.Problems = append(w.Problems, wireProblem{p.Field, p.Pointer, p.Rule, p.Message.Fill(l, p.Args)})
		}
	}
	out, err := json.Marshal(&w)
	if err != nil {
		panic(err) // it contains only texts and numbers
	}
	return append(dst, out...)
}

// AppendJSON appends a paper and its proposals, as the wire shows them.
func (p *Paper) AppendJSON(dst []byte) []byte {
	var said wire
	said.read(p.Document)
	out, err := json.Marshal(struct {
		ID        string         `json:"id"`
		Prefix    string         `json:"prefixo"`
		HarvestID string         `json:"safraId"`
		Key       string         `json:"chave"`
		Type      string         `json:"tipo"`
		Issued    string         `json:"emissao,omitempty"`
		Issuer    *wireParty     `json:"emitente,omitempty"`
		Recipient *wireParty     `json:"destinatario,omitempty"`
		NetWeight float64        `json:"pesoLiquidoKg,omitempty"`
		Lots      []string       `json:"lotes,omitempty"`
		Plates    []string       `json:"placas,omitempty"`
		Proposals []wireProposal `json:"propostas"`
	}{p.Record.ID.String(), p.Record.Kind.Prefix, p.Record.HarvestID, said.Key, said.Type, said.Issued, said.Issuer, said.Recipient, said.NetWeight, p.Lots, append(said.Plates, p.Plates...), proposalsWire(p.Proposals)})
	if err != nil {
		panic(err) // it contains only texts and numbers
	}
	return append(dst, out...)
}

// AcceptedJSON returns the outcomes of proposals on the wire. It quotes nothing of them.
func AcceptedJSON(list []Accepted) []byte {
	type wireAccepted struct {
		ID      string  `json:"id"`
		Number  int     `json:"numero"`
		Outcome Outcome `json:"situacao"`
		Prefix  string  `json:"prefixo"`
		Record  string  `json:"registroId"`
	}
	out := struct {
		Results  []wireAccepted `json:"resultados"`
		Created  int            `json:"criados"`
		Existing int            `json:"existentes"`
		Linked   int            `json:"ligados"`
	}{Results: make([]wireAccepted, len(list))}
	for i := range list {
		one := &list[i]
		out.Results[i] = wireAccepted{one.Choice.ID, one.Number, Existing, one.Kind.Prefix, one.Link.ID.String()}
		switch {
		case one.Created:
			out.Results[i].Outcome = Created
			out.Created++
		case one.Linked:
			out.Results[i].Outcome = Linked
			out.Linked++
		default:
			out.Existing++
		}
	}
	data, err := json.Marshal(&out)
	if err != nil {
		panic(err) // it contains only texts and numbers
	}
	return data
}

// placed says which record exists, or would.
func (w *wire) placed(r *Result, l lang.Lang) {
	if r.Place.ID != (trace.ID{}) {
		w.ID = r.Place.ID.String()
		if r.Place.Kind != nil {
			w.Prefix = r.Place.Kind.Prefix
		}
	}
	if r.Record == nil {
		return
	}
	w.Prefix, w.Payload = r.Record.Kind.Prefix, r.Record.Payload
	if r.Outcome == Created {
		w.Version = r.Record.Version
	}
	graded := r.Record.Graded()
	w.Remarks = record.AppendFindings(nil, graded.Findings, l)
}

// read returns the document's content.
func (w *wire) read(d *fiscal.Document) {
	w.Key, w.Type, w.Issued = d.Key, TypeName(d), d.Header.Issued
	w.Issuer, w.Recipient = partyWire(&d.Issuer), partyWire(&d.Recipient)
	w.NetWeight, _ = d.NetWeight()
	w.Plates = propose.Plates(d)
	for _, each := range d.Items[:min(len(d.Items), shownItems)] {
		kilos, _ := each.Kilos()
		w.Items = append(w.Items, wireItem{each.Number, ShownGoods(&each), each.NCM, each.CFOP, string(each.Quantity), each.Unit, kilos})
	}
	if d.Type == fiscal.Event {
		w.Event = &wireEvent{d.Occurrence.Code, EventName(d), d.Occurrence.At}
	}
	if p := &d.Protocol; *p != (fiscal.Protocol{}) {
		w.Protocol = &wireProtocol{p.Number, p.Status, p.Received}
	}
}

// partyWire returns the parts of a party that may be shown; nil for none.
func partyWire(p *fiscal.Party) *wireParty {
	if !p.Named() {
		return nil
	}
	shown := ShownParty(p)
	return &wireParty{shown.CNPJ, shown.Name, shown.Municipality, shown.UF}
}

func proposalsWire(list []Proposal) []wireProposal {
	out := make([]wireProposal, 0, len(list))
	for i := range list {
		out = append(out, proposalWire(i, &list[i]))
	}
	return out
}

func proposalWire(number int, p *Proposal) wireProposal {
	w := wireProposal{Number: number, Prefix: p.Prefix, Outcome: p.Outcome, Payload: p.Payload(), Missing: p.Missing, Doubted: p.Doubted, Perhaps: p.Perhaps}
	if p.ID != (trace.ID{}) {
		w.ID = p.ID.String()
	}
	if r := p.Repeats; r != nil {
		w.Repeats = &wireLink{r.Kind.Prefix, r.ID.String(), r.HarvestID}
	}
	for _, near := range p.Candidates {
		w.Near = append(w.Near, wireLink{near.Kind.Prefix, near.ID.String(), near.HarvestID})
	}
	for _, f := range p.Fields {
		if f.Unsure {
			w.Unsure = append(w.Unsure, f.Name)
		}
	}
	return w
}

// signatureStates and signers are the names on the wire.
var (
	signatureStates = map[xmlsig.State]string{xmlsig.Absent: "ausente", xmlsig.Broken: "naoConfere", xmlsig.Holds: "confere"}
	signers         = map[xmlsig.Signer]string{xmlsig.Unchecked: "naoVerificado", xmlsig.Unknown: "desconhecido", xmlsig.Trusted: "verificado"}
)

func signatureWire(s *xmlsig.Result, l lang.Lang) *wireSignature {
	w := &wireSignature{State: signatureStates[s.State], Text: SignatureText(s).In(l)}
	if s.State == xmlsig.Broken {
		w.Reason = s.Reason.Text().In(l)
	}
	if s.State == xmlsig.Holds {
		w.Signer = signers[s.Signer]
	}
	for i := range s.Chain {
		c := &s.Chain[i]
		shown := wireCertificate{ShownHolder(c), c.CNPJ, c.Issuer, c.From.UTC().Format(time.DateOnly), c.Until.UTC().Format(time.DateOnly), c.SHA256}
		w.Chain = append(w.Chain, shown)
	}
	return w
}

// SignatureText says in words what is known about a signature.
func SignatureText(s *xmlsig.Result) lang.Text {
	switch {
	case s.State == xmlsig.Absent:
		return lang.Text{PT: "sem assinatura", EN: "not signed", ES: "sin firma"}
	case s.State == xmlsig.Broken:
		return lang.Text{PT: "a assinatura não confere", EN: "the signature does not hold", ES: "la firma es incorrecta"}
	case s.Signer == xmlsig.Trusted:
		return lang.Text{PT: "assinatura confere; emissor verificado (ICP-Brasil)", EN: "signature holds; signer verified (ICP-Brasil)", ES: "firma correcta; emisor verificado (ICP-Brasil)"}
	case s.Signer == xmlsig.Unknown:
		return lang.Text{PT: "assinatura confere; emissor desconhecido", EN: "signature holds; signer unknown", ES: "firma correcta; emisor desconocido"}
	}
	return lang.Text{PT: "assinatura confere; emissor não verificado", EN: "signature holds; signer not verified", ES: "firma correcta; emisor no verificado"}
}

// AppendCounts appends the counts as the last members of an object, and ends it.
func AppendCounts(dst []byte, c Count) []byte {
	for _, each := range []struct {
		name string
		n    int64
	}{{"total", c.Total}, {"criados", c.Created}, {"existentes", c.Existing}, {"ligados", c.Linked}, {"pendentes", c.Waiting}, {"recusados", c.Refused}, {"deixados", c.Left}, {"registros", c.Records}} {
		dst = append(canon.AppendString(dst, each.name), ':')
		dst = append(strconv.AppendInt(dst, each.n, 10), ',')
	}
	if c.Run != (trace.ID{}) {
		dst = append(canon.AppendString(append(dst, `"importacaoId":`...), c.Run.String()), ',')
	}
	dst = append(dst, `"simulado":`...)
	return append(strconv.AppendBool(dst, c.DryRun), '}')
}
