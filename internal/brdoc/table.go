package brdoc

import "rastro/internal/lang"

// row is everything known about a type.
type row struct {
	wire string
	name lang.Text
	how  string
	// shapes are its notations, separated by |. A shape is the lengths of its parts and what
	// separates them: "3.3.3-2". A tilde is a hyphen with or without spaces, 9..13 a range of
	// lengths. After !, an invalid value is reported even without a label, because the mask shows
	// what was meant; after ?, the shape counts only after a label.
	shapes string
	// form is how Value writes it, "" for without separators.
	form  string
	opens opening
	check func(v chars, year int) Reason
	// bare reports whether a value counts without a label.
	bare             func(raw string, v chars) bool
	needs            bool // only after a label
	loose            bool // any characters of the right number are accepted: no list of them is reliable
	raw              bool // punctuation belongs to the value
	certain          reasonSet
	personal, secret bool
}

// opening is what an identifier can begin with.
type opening uint8

const (
	withEither opening = iota
	withDigit
	withLetter
)

// Reasons that leave no doubt: always, and if a check digit is official.
var (
	plainly  = because(Length, Charset, Year, Month, Date)
	official = plainly | because(CheckDigit, Repeated)
)

// key returns the row of every access key; wire and name differ.
func key(wire, name string) row {
	return row{
		wire: wire, name: lang.Same(name), check: checkKey, certain: official | because(State, Model),
		how: "state, month and year, model, issuer's CNPJ or CPF, modulus 11 over the first 43 characters",
	}
}

// permit returns the row for plant movement permits.
func permit(wire string) row {
	return row{
		wire: wire, name: lang.Same(wire), how: "ten digits that open with a state's code", check: checkPermit,
		opens: withDigit, shapes: "10|?9|?11", needs: true,
	}
}

var rows = [typeCount]row{
	NFe:   key("NFE", "NF-e"),
	NFCe:  key("NFCE", "NFC-e"),
	CTe:   key("CTE", "CT-e"),
	CTeOS: key("CTE_OS", "CT-e OS"),
	MDFe:  key("MDFE", "MDF-e"),
	DFe:   key("DFE", "DF-e"),
	CAR: {
		wire: "CAR", name: lang.Same("CAR"), check: checkCAR, certain: plainly, form: "2-7-32",
		how:   "state against municipality, check digit of the municipality, 32 hexadecimal digits",
		opens: withLetter, shapes: "!41|!2~7~20..44|!2~7~4.4.4.4.4.4.4.4|!9~32|2 7 32",
	},
	ESocialEvent: {
		wire: "ESOCIAL_EVENTO", name: lang.Text{PT: "evento do eSocial", EN: "eSocial event", ES: "evento de eSocial"},
		how: "layout, and a moment that existed", check: checkEvent, opens: withLetter, shapes: "!36", certain: plainly, personal: true,
	},
	ESocialReceipt: {
		wire: "ESOCIAL_RECIBO", name: lang.Text{PT: "recibo do eSocial", EN: "eSocial receipt", ES: "recibo de eSocial"},
		how: "1, a digit and nineteen digits", check: checkReceipt,
		opens: withDigit, shapes: "1.1.19|?1.1.15..22", form: "1.1.19", certain: plainly, personal: true,
	},
	DUE: {
		wire: "DUE", name: lang.Same("DU-E"), check: checkDUE, opens: withDigit, shapes: "!14|!13-1|?12..13|?15",
		how: "year; weights rising from 2, modulus 11: not published, fits every real number seen",
	},
	Duimp: {
		wire: "DUIMP", name: lang.Same("Duimp"), check: checkDuimp, opens: withDigit, shapes: "!15|!14-1",
		how: "as the DU-E, with two digits more",
	},
	DDS: {
		wire: "DDS", name: lang.Text{PT: "DDS (referência)", EN: "DDS reference", ES: "DDS (referencia)"},
		how: "year and member state; the layout is that of published numbers", check: checkDDS,
		opens: withDigit, shapes: "14|?13|?15",
	},
	DDSVerification: {
		wire: "DDS_VERIFICACAO", name: lang.Text{PT: "DDS (verificação)", EN: "DDS verification number", ES: "DDS (verificación)"},
		how: "eight letters and digits", check: checkVerification, shapes: "8", needs: true, raw: true, secret: true,
	},
	LPCO: {
		wire: "LPCO", name: lang.Same("LPCO"), how: "E or I, a year that has come, eight digits", check: checkLPCO,
		opens: withLetter, shapes: "11|?9..10|?12..13", certain: plainly,
	},
	LPCOModel: {
		wire: "LPCO_MODELO", name: lang.Text{PT: "modelo de LPCO", EN: "LPCO form", ES: "modelo de LPCO"},
		how: "E or I and five digits", check: checkLPCOModel, opens: withLetter, shapes: "6", needs: true,
	},
	Container: {
		wire: "CONTAINER", name: lang.Text{PT: "contêiner", EN: "container", ES: "contenedor"},
		how: "check digit of ISO 6346", check: checkContainer, bare: bareContainer, certain: official,
		opens: withLetter, shapes: "!11|!4~7|!4 6-1|!4~6-1|!10-1|4 7|4 6 1|4 6~1|?10|?12|?4 6",
	},
	Plate: {
		wire: "PLACA", name: lang.Text{PT: "placa", EN: "plate", ES: "matrícula"},
		how: "layout of Brazil (old and Mercosul) and its neighbours", check: checkPlate, bare: barePlate, personal: true,
		shapes: "7|3-4|?3~4|?3 4|?6|?2 3 2|?2-3-2|?3 3|?3-3|?4 3",
	},
	IMO: {
		wire: "IMO", name: lang.Same("IMO"), how: "weights 7 to 2, modulus 10", check: checkIMO,
		opens: withDigit, shapes: "7|?6|?8", needs: true, certain: official,
	},
	Flight: {
		wire: "VOO", name: lang.Text{PT: "voo", EN: "flight", ES: "vuelo"}, how: "airline and up to four digits", check: checkFlight,
		shapes: "3..6|2 1..4|2-1..4", needs: true, loose: true,
	},
	CPF: {
		wire: "CPF", name: lang.Same("CPF"), how: "two check digits, modulus 11; not one digit throughout", check: checkCPF,
		opens: withDigit, shapes: "!3.3.3~2|11|9-2|3.3.3.2|3.3.3/2|3 3 3 2|?10|?12", certain: official, personal: true,
	},
	CNPJ: {
		wire: "CNPJ", name: lang.Same("CNPJ"), check: checkCNPJ, bare: bareCNPJ, certain: official,
		how:    "two check digits, modulus 11, letters by their ASCII code; not one digit throughout",
		shapes: "!2.3.3/4~2|!8/4~2|14|12-2|2.3.3.4-2|2 3 3 4 2|?13|?15",
	},
	RUC: {
		wire: "RUC", name: lang.Same("RUC"), how: "year and decade; exporter's CPF or root of the CNPJ", check: checkRUC,
		opens: withDigit, shapes: "13..35|?8..12|?36..44", certain: because(Length),
	},
	Renasem: {
		wire: "RENASEM", name: lang.Same("Renasem"), how: "state", check: checkRenasem,
		opens: withLetter, shapes: "2~5/4|2 5/4", form: "2-5/4", needs: true, certain: because(State),
	},
	ICO: {
		wire: "ICO", name: lang.Text{PT: "OIC", EN: "ICO", ES: "OIC"}, how: "country 002", check: checkICO, needs: true,
		opens: withDigit, shapes: "1..3/1..4/1..4|1..3-1..4-1..4|1..3 1..4 1..4|3/2/1..6|3-2-1..6|3 2 1..6",
	},
	CCIR: {
		wire: "CCIR", name: lang.Same("CCIR"), how: "nine to thirteen digits", check: checkCCIR, opens: withDigit, shapes: "9..13", needs: true, loose: true,
	},
	SNCR: {
		wire: "SNCR", name: lang.Text{PT: "código do imóvel no Incra", EN: "Incra property code", ES: "código del inmueble en el Incra"},
		how: "thirteen digits; the rule of the last one is not published", check: checkSNCR,
		opens: withDigit, shapes: "13|3.3.3.3-1|3.3.3.4|12-1|?12|?14", needs: true, loose: true, certain: because(Length),
	},
	NIRF: {
		wire: "NIRF", name: lang.Same("NIRF"), check: checkNIRF, opens: withDigit, shapes: "8|7-1|1.3.3-1|?7|?9", needs: true, certain: because(Length),
		how: "weights 8 to 2, modulus 11: not published, fits Receita Federal's own examples",
	},
	CIB: {
		wire: "CIB", name: lang.Same("CIB"), check: checkCIB, shapes: "8|7-1|1.3.3-1", needs: true, certain: because(Length, Charset),
		how: "as the NIRF when all digits; else an alphabet without I, L, O and U",
	},
	IBGE: {
		wire: "IBGE", name: lang.Text{PT: "município (IBGE)", EN: "municipality (IBGE)", ES: "municipio (IBGE)"},
		how: "state; weights 1 and 2, modulus 10, nine historical exceptions", check: checkIBGE, opens: withDigit, shapes: "7", needs: true,
	},
	PTV:  permit("PTV"),
	CFO:  permit("CFO"),
	CFOC: permit("CFOC"),
	ART: {
		wire: "ART", name: lang.Same("ART/TRT"), how: "letters of a state, if any, and 8 to 20 digits", check: checkART,
		shapes: "8..22|2 8..20|2-8..20", needs: true, loose: true,
	},
	MAPA: {
		wire: "MAPA", name: lang.Text{PT: "registro no Mapa", EN: "Mapa registration", ES: "registro en el Mapa"},
		how: "four to six digits", check: checkMAPA, opens: withDigit, shapes: "4..6", needs: true, loose: true,
	},
	NCM: {
		wire: "NCM", name: lang.Same("NCM"), how: "eight digits", check: checkNCM, bare: bareNCM, opens: withDigit, shapes: "4.2.2|?8|?4.4", form: "4.2.2",
	},
	Locode: {
		wire: "LOCODE", name: lang.Same("UN/LOCODE"), how: "country; letters and the digits 2 to 9", check: checkLocode, bare: bareLocode,
		opens: withLetter, shapes: "5|?2 3",
	},
	Country: {
		wire: "PAIS", name: lang.Text{PT: "país", EN: "country", ES: "país"}, how: "ISO 3166-1", check: checkCountry,
		opens: withLetter, shapes: "2", needs: true,
	},
	GLN: {
		wire: "GLN", name: lang.Same("GLN"), how: "check digit of GS1", check: checkGLN, opens: withDigit, shapes: "13|?12|?14", needs: true, certain: official,
	},
	SSCC: {
		wire: "SSCC", name: lang.Same("SSCC"), how: "check digit of GS1", check: checkSSCC, opens: withDigit, shapes: "18|?17|?19", needs: true, certain: official,
	},
	GRAI: {
		wire: "GRAI", name: lang.Same("GRAI"), how: "check digit of GS1", check: checkGRAI, opens: withDigit, shapes: "14..30", needs: true, raw: true, certain: official,
	},
	GTIN: {
		wire: "GTIN", name: lang.Same("GTIN"), how: "check digit of GS1", check: checkGTIN, opens: withDigit, shapes: "8|12|13|14|?7|?9..11|?15",
		needs: true, certain: official,
	},
	EORI: {
		wire: "EORI", name: lang.Same("EORI"), how: "country that issues them, up to fifteen characters", check: checkEORI,
		opens: withLetter, shapes: "3..17|2 1..15", needs: true, loose: true,
	},
}
