package organization

import (
	"maps"
	"slices"
	"time"

	"rastro/internal/brdoc"
	"rastro/internal/canon"
	"rastro/internal/finding"
	"rastro/internal/lang"
	"rastro/internal/naming"
	"rastro/internal/reach"
	"rastro/internal/trace"
)

// Limits on an organisation's statements about itself.
const (
	maxText = 300
	// MaxSentence is how many characters the sentence of an organisation has in one language.
	MaxSentence = 160
	maxNames    = 100 // a former name is never given up: keys and records still have it
)

// Sentence is an organisation's text about itself, in three languages.
type Sentence struct {
	PT string `json:"pt"`
	EN string `json:"en"`
	ES string `json:"es"`
}

// Document is the journal's document of an organisation.
type Document struct {
	Name   string   `json:"nome"`
	Former []string `json:"nomesAnteriores"`
	// What its pages show.
	LegalName string   `json:"razaoSocial"`
	CNPJ      string   `json:"cnpj"`
	Contact   string   `json:"contato"`
	Colour    string   `json:"cor"`
	Sentence  Sentence `json:"frase"`
	Logo      *LogoRef `json:"logo,omitzero"`
}

// Organization is a registered organisation.
type Organization struct {
	ID      trace.ID
	Version int64
	Document
}

// Folded returns its names, current and former, as they are compared.
func (d *Document) Folded() []string {
	folded := []string{lang.Fold(d.Name)}
	for _, name := range d.Former {
		folded = trace.AppendOnce(folded, lang.Fold(name))
	}
	return folded
}

// rename renames the organisation and keeps the previous name, which its keys and records may still
// have. A name that it had before is no longer a former one.
func (d *Document) rename(name string) {
	before := d.Name
	d.Name = name
	if before != "" && lang.Fold(before) != lang.Fold(name) {
		d.Former = trace.AppendOnce(d.Former, before)
	}
	d.Former = slices.DeleteFunc(d.Former, func(former string) bool { return lang.Fold(former) == lang.Fold(name) })
}

// bytes returns the document as the journal has it.
func (d *Document) bytes() ([]byte, error) {
	if d.Former == nil {
		d.Former = []string{}
	}
	return canon.Marshal(d)
}

// Read reads an organisation in its stored form.
func Read(s reach.StoredOrganization) (Organization, error) {
	o := Organization{ID: s.ID, Version: s.Version}
	return o, canon.Unmarshal(s.Body, &o.Document)
}

// Of returns the organisation that a version notes; ok is false for any other version.
func Of(v *trace.Record) (s reach.StoredOrganization, folded []string, ok bool) {
	o, err := Read(reach.StoredOrganization{ID: v.ID, Version: v.Version, Body: v.Payload})
	if v.Kind != organizationKind || err != nil {
		return s, nil, false
	}
	return reach.StoredOrganization{ID: v.ID, Version: v.Version, Name: o.Name, Body: v.Payload}, o.Folded(), true
}

// JSON returns the organisation as the wire shows it.
func (o *Organization) JSON() []byte {
	if o.Former == nil {
		o.Former = []string{}
	}
	data, err := canon.Marshal(struct {
		ID string `json:"id"`
		Document
		Version   int64  `json:"versao"`
		CreatedAt string `json:"criadoEm"`
	}{o.ID.String(), o.Document, o.Version, o.ID.Time().UTC().Format(trace.TimeLayout)})
	if err != nil {
		panic(err) // plain strings: cannot fail
	}
	return data
}

// Request is a caller's change of an organisation. Nil members stay unchanged.
type Request struct {
	Name, LegalName, CNPJ, Contact, Colour *string
	Sentence                               *Sentence
}

var (
	ruleColour    = &finding.Rule{ID: "COR_INVALIDA", Severity: finding.Error, Message: lang.Text{PT: "deve ser uma cor como #1a7f37", EN: "must be a colour such as #1a7f37", ES: "debe ser un color como #1a7f37"}}
	ruleContrast  = &finding.Rule{ID: "COR_SEM_CONTRASTE", Severity: finding.Error, Message: lang.Text{PT: "branco sobre esta cor tem contraste de {comvirgula}:1, e precisa de 4,5:1 para ser lido; o tom mais próximo que serve é {sugestao}", EN: "white on this colour has a contrast of {razao}:1, and needs 4.5:1 to be read; the nearest shade that works is {sugestao}", ES: "el blanco sobre este color tiene un contraste de {comvirgula}:1, y necesita 4,5:1 para leerse; el tono más cercano que sirve es {sugestao}"}}
	ruleCNPJTaken = &finding.Rule{ID: "CNPJ_DE_OUTRA", Severity: finding.Error, Message: lang.Text{PT: "é de outra organização cadastrada: {nome}", EN: "belongs to another registered organisation: {nome}", ES: "es de otra organización registrada: {nome}"}}
	ruleCNPJ      = &finding.Rule{ID: "CNPJ_INVALIDO", Severity: finding.Error, Message: lang.Text{PT: "não é um CNPJ válido", EN: "is not a valid CNPJ", ES: "no es un CNPJ válido"}}
)

var ruleNames = &finding.Rule{ID: "NOMES_DEMAIS", Severity: finding.Error, Message: lang.Text{PT: "a organização já teve {max} nomes; não dá para mudar de novo", EN: "the organisation already had {max} names; it cannot change again", ES: "la organización ya tuvo {max} nombres; no se puede cambiar otra vez"}}

var ruleLevel = &finding.Rule{ID: "NIVEL_DESCONHECIDO", Severity: finding.Error, Message: lang.Text{PT: "não vale '{valor}'; valores: leitura, escrita, dona", EN: "cannot be '{valor}'; values: leitura, escrita, dona", ES: "no puede ser '{valor}'; valores: leitura, escrita, dona"}}

// Rules lists the rules that a request can break, including trace.RequestRules.
var Rules = append([]*finding.Rule{ruleColour, ruleContrast, ruleCNPJ, ruleCNPJTaken, ruleNames, ruleLevel, naming.RuleUnseen}, slices.Collect(maps.Values(logoRules))...)

// ReadRequest reads a request body. A new organisation needs a name.
func ReadRequest(body []byte, isNew bool, now time.Time) (Request, error) {
	var req Request
	var m trace.Members
	text := func(name string, value canon.Value, most int) *string {
		s := m.Text(name, value, most)
		return &s
	}
	err := trace.ReadObject(body, func(name string, value canon.Value) error {
		switch name {
		case "nome":
			req.Name = text(name, value, trace.MaxName)
			*req.Name = naming.Check(&m, name, *req.Name)
		case "razaoSocial":
			req.LegalName = text(name, value, maxText)
			naming.CheckSeen(&m, name, *req.LegalName)
		case "contato":
			req.Contact = text(name, value, maxText)
			naming.CheckSeen(&m, name, *req.Contact)
		case "cnpj":
			req.CNPJ = text(name, value, trace.MaxName)
			if *req.CNPJ == "" {
				break
			}
			id := brdoc.Check(brdoc.CNPJ, *req.CNPJ, now.Year())
			if *req.CNPJ = id.Value; !id.Valid {
				m.Report(name, ruleCNPJ, nil)
			}
		case "cor":
			written := checkColour(&m, name, m.Text(name, value, trace.MaxName))
			req.Colour = &written
		case "frase":
			req.Sentence = readSentence(&m, name, value)
		}
		return nil
	})
	if err != nil {
		return Request{}, err
	}
	if isNew && req.Name == nil {
		m.Required("nome", "")
	}
	return req, m.Err()
}

func readSentence(m *trace.Members, name string, value canon.Value) *Sentence {
	var s Sentence
	inner := trace.Members{At: m.At + "/" + name}
	if value.Kind() != '{' {
		m.Report(name, trace.RuleObject, nil)
		return nil
	}
	_ = canon.Members(value, func(language string, value canon.Value) error { // it was read as a whole before
		for _, in := range []struct {
			name string
			text *string
		}{{"pt", &s.PT}, {"en", &s.EN}, {"es", &s.ES}} {
			if in.name == language {
				*in.text = inner.Text(language, value, MaxSentence)
			}
		}
		return nil
	})
	m.Problems = append(m.Problems, inner.Problems...)
	return &s
}

// apply applies the request's changes.
func (r *Request) apply(d *Document) {
	if r.Name != nil {
		d.rename(*r.Name)
	}
	for _, one := range []struct{ from, to *string }{{r.LegalName, &d.LegalName}, {r.CNPJ, &d.CNPJ}, {r.Contact, &d.Contact}, {r.Colour, &d.Colour}} {
		if one.from != nil {
			*one.to = *one.from
		}
	}
	if r.Sentence != nil {
		d.Sentence = *r.Sentence
	}
}
