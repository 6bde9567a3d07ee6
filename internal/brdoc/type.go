package brdoc

import "rastro/internal/lang"

// Type is a kind of identifier. Its String is the name on the wire.
type Type uint8

// The types. If two fit the same characters equally well, the first wins.
const (
	_               Type = iota
	NFe                  // goods invoice, the producer's and the export one included
	NFCe                 // retail invoice
	CTe                  // bill of carriage
	CTeOS                // bill of carriage, other services
	MDFe                 // manifest of a journey
	DFe                  // another electronic tax document, or one of an unknown model
	CAR                  // rural environmental registration of a property
	ESocialEvent         // identifier of a labour event
	ESocialReceipt       // receipt of a labour event
	DUE                  // export declaration
	Duimp                // import declaration
	DDS                  // reference number of an EU due diligence statement
	DDSVerification      // its verification number, which opens the statement
	LPCO                 // export or import licence
	LPCOModel            // the form for requesting a licence
	Container            // freight container, ISO 6346
	Plate                // vehicle plate of Brazil or a neighbour
	IMO                  // ship
	Flight               // flight number
	CPF                  // taxpayer, natural person
	CNPJ                 // taxpayer, legal entity
	RUC                  // unique cargo reference
	Renasem              // register of seeds and seedlings
	ICO                  // coffee mark or certificate of the International Coffee Organization
	CCIR                 // certificate of a rural property
	SNCR                 // code of a rural property at INCRA
	NIRF                 // number of a rural property at Receita Federal
	CIB                  // its successor, of letters and digits
	IBGE                 // municipality
	PTV                  // permit to move plants
	CFO                  // phytosanitary certificate of origin
	CFOC                 // the same, of consolidated origin
	ART                  // note of technical responsibility, CREA's ART and CFTA's TRT
	MAPA                 // registration of a pesticide at the ministry of agriculture
	NCM                  // goods code of Mercosul
	Locode               // place, UN/LOCODE
	Country              // ISO 3166-1 alpha-2
	GLN                  // GS1 location
	SSCC                 // GS1 logistic unit
	GRAI                 // GS1 returnable asset
	GTIN                 // GS1 trade item of 8, 12, 13 or 14 digits
	EORI                 // economic operator in the European Union
	typeCount
)

// String returns the wire's name of the type.
func (t Type) String() string {
	if t == 0 || t >= typeCount {
		return "?"
	}
	return rows[t].wire
}

// Name returns what people call it.
func (t Type) Name() lang.Text { return rows[t].name }

// Checked describes how a value is checked.
func (t Type) Checked() string { return rows[t].how }

// NeedsLabel reports whether Scan finds the type only after a label, because its
// form alone proves nothing.
func (t Type) NeedsLabel() bool { return rows[t].needs }

// Personal reports whether a value identifies a natural person.
func (t Type) Personal() bool { return rows[t].personal }

// Secret reports whether knowing a value gives access to something.
func (t Type) Secret() bool { return rows[t].secret }

// Reason says why an identifier is invalid.
type Reason uint8

// The reasons; zero means none.
const (
	Length     Reason = iota + 1 // too short or too long
	Charset                      // a character that is not allowed there
	CheckDigit                   // the check digit does not follow from the rest
	Repeated                     // a single repeated digit: valid by its check digit, but not in use
	State                        // not a state of Brazil, or not the one named next to it
	Place                        // no such municipality
	CountryOf                    // not a country, or not one that is possible here
	Year                         // in the future, or before there were any
	Month                        // not 01 to 12
	Date                         // no such day or hour
	Model                        // no such document model
	Emitter                      // the taxpayer inside it does not check
	reasonCount

	alien Reason = 255 // not written as one at all
)

// Text returns the reason for people.
func (r Reason) Text() lang.Text {
	if r >= reasonCount {
		return reasons[0]
	}
	return reasons[r]
}

var reasons = [reasonCount]lang.Text{
	Length:     {PT: "tamanho errado", EN: "wrong length", ES: "longitud incorrecta"},
	Charset:    {PT: "caractere não aceito ali", EN: "a character that is not allowed there", ES: "carácter que no corresponde"},
	CheckDigit: {PT: "dígito verificador não confere", EN: "the check digit does not match", ES: "el dígito verificador no coincide"},
	Repeated:   {PT: "um só dígito repetido", EN: "one digit repeated throughout", ES: "un solo dígito repetido"},
	State:      {PT: "unidade da federação não confere", EN: "the state does not match", ES: "el estado no coincide"},
	Place:      {PT: "código de município não confere", EN: "the municipality code does not match", ES: "el código de municipio no coincide"},
	CountryOf:  {PT: "país não confere", EN: "the country does not match", ES: "el país no coincide"},
	Year:       {PT: "ano impossível", EN: "impossible year", ES: "año imposible"},
	Month:      {PT: "mês impossível", EN: "impossible month", ES: "mes imposible"},
	Date:       {PT: "data ou hora impossível", EN: "impossible date or time", ES: "fecha u hora imposible"},
	Model:      {PT: "modelo de documento desconhecido", EN: "unknown document model", ES: "modelo de documento desconocido"},
	Emitter:    {PT: "CNPJ ou CPF do emitente não confere", EN: "the issuer's CNPJ or CPF does not match", ES: "el CNPJ o CPF del emisor no coincide"},
}

// reasonSet is a set of reasons.
type reasonSet uint16

func because(list ...Reason) reasonSet {
	var d reasonSet
	for _, r := range list {
		d |= 1 << r
	}
	return d
}

func (d reasonSet) has(r Reason) bool { return r < reasonCount && d&(1<<r) != 0 }
