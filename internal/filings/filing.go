// Package filings keeps which due diligence statements were filed with the EU for a lot: their
// numbers and states, in the journal, in the harvest that owns the lot.
package filings

import (
	"slices"
	"strings"
	"time"

	"rastro/internal/canon"
	"rastro/internal/eudr/dds"
	"rastro/internal/finding"
	"rastro/internal/lang"
	"rastro/internal/notebook"
	"rastro/internal/trace"
)

// Filing is a statement as noted for one lot.
type Filing struct {
	ID           trace.ID
	Version      int64
	HarvestID    string // the lot's owner; whoever reaches it reads the filing
	Lot          string
	Lots         []string // all lots that the statement covers, if they were noted together
	Reference    string   // "" while the EU's system has not assigned one
	Verification string
	UUID         string
	State        string
	Since        string // since when it has the state, RFC 3339; "" if unknown
	// Inherited: it was filed for a lot that went into the requested one.
	Inherited bool
}

// Available is the state of a valid statement outside any group.
const Available = "AVAILABLE"

// States are those of the EU's system, the usual one first.
var States = []string{Available, "SUBMITTED", "REJECTED", "WITHDRAWN", "ARCHIVED", "GROUPED", "OBSOLETE"}

// InForce reports whether the statement is valid: neither refused nor withdrawn.
func (f *Filing) InForce() bool {
	return f.State == Available || f.State == "GROUPED" || f.State == "ARCHIVED"
}

// Over reports whether the statement counts no more: the EU's system refused it, or somebody withdrew it.
func (f *Filing) Over() bool { return f.State == "REJECTED" || f.State == "WITHDRAWN" }

// document is the journal's document of a filing.
type document struct {
	Harvest      string `json:"dono"`
	Key          string `json:"chave"`
	Reference    string `json:"nome"`
	Lot          string `json:"lote"`
	Verification string `json:"numeroVerificacao"`
	UUID         string `json:"uuid"`
	State        string `json:"situacao"`
	Since        string `json:"em"`

	Lots []string `json:"lotes"`
}

// between separates a lot from a number in the name of a note; no lot's code contains it.
const between = "\n"

// key returns the name of the note: by the reference number or, before there is one, by the id that
// the system assigns.
func (f *Filing) key() string {
	if f.Reference == "" {
		return f.Lot + between + f.UUID
	}
	return f.Lot + between + f.Reference
}

// is reports whether two filings belong to one statement.
func (f *Filing) is(other *Filing) bool {
	return f.Reference != "" && f.Reference == other.Reference || f.UUID != "" && f.UUID == other.UUID
}

func (f *Filing) body() ([]byte, error) {
	return canon.Marshal(document{f.HarvestID, f.key(), f.Reference, f.Lot, f.Verification, f.UUID, f.State, f.Since, f.Lots})
}

func read(e *notebook.Entry) (f Filing, ok bool) {
	var d document
	if canon.UnmarshalLenient(e.Body, &d) != nil || e.Owner == "" {
		return f, false
	}
	return Filing{ID: e.ID, Version: e.Version, HarvestID: e.Owner, Lot: d.Lot, Lots: d.Lots, Reference: d.Reference, Verification: d.Verification, UUID: d.UUID, State: d.State, Since: d.Since}, true
}

// same reports whether two filings say the same.
func (f *Filing) same(other *Filing) bool {
	return f.Reference == other.Reference && f.Verification == other.Verification && f.UUID == other.UUID && f.State == other.State && f.Since == other.Since && slices.Equal(f.Lots, other.Lots)
}

// AppendJSON appends the filing as the wire shows it.
func (f *Filing) AppendJSON(dst []byte) []byte {
	text, err := canon.Marshal(struct {
		ID           string `json:"id"`
		Version      int64  `json:"versao"`
		HarvestID    string `json:"safraId"`
		Lot          string `json:"lote"`
		Reference    string `json:"numeroReferencia"`
		Verification string `json:"numeroVerificacao"`
		UUID         string `json:"uuid"`
		State        string `json:"situacao"`
		Since        string `json:"em"`
		Inherited    bool   `json:"herdada"`

		Lots []string `json:"lotes"`
	}{f.ID.String(), f.Version, f.HarvestID, f.Lot, f.Reference, f.Verification, f.UUID, f.State, f.Since, f.Inherited, f.Lots})
	if err != nil {
		panic(err) // plain strings: cannot fail
	}
	return append(dst, text...)
}

// Request is a caller's note: one statement, for one lot or several.
type Request struct {
	Lots                                        []string
	Reference, Verification, UUID, State, Since string
	// Begun says that the EU's system was called for these lots; nil for what a person noted.
	Begun *Begun
}

// Limits of a request.
const (
	maxVerification = 16
	maxLots         = 50
)

// The rules of a request.
var (
	badReference = &finding.Rule{ID: "DECLARACAO_REFERENCIA", Severity: finding.Error, Message: lang.Text{
		PT: "não é um número de referência da UE: 14 letras e números, como 26FRYUI34JTQKB; copie-o do sistema da UE",
		EN: "is not a reference number of the EU: 14 letters and digits, such as 26FRYUI34JTQKB; copy it from the EU's system",
		ES: "no es un número de referencia de la UE: 14 letras y números, como 26FRYUI34JTQKB; cópielo del sistema de la UE",
	}}
	badVerification = &finding.Rule{ID: "DECLARACAO_VERIFICACAO", Severity: finding.Error, Message: lang.Text{
		PT: "não é um número de verificação da UE: até 16 letras e números",
		EN: "is not a verification number of the EU: up to 16 letters and digits",
		ES: "no es un número de verificación de la UE: hasta 16 letras y números",
	}}
	badUUID = &finding.Rule{ID: "DECLARACAO_UUID", Severity: finding.Error, Message: lang.Text{
		PT: "não é um UUID, como 071874bd-8c62-4cac-8eb6-b2fbe003410c", EN: "is not a UUID, such as 071874bd-8c62-4cac-8eb6-b2fbe003410c", ES: "no es un UUID, como 071874bd-8c62-4cac-8eb6-b2fbe003410c",
	}}
	badState = &finding.Rule{ID: "DECLARACAO_SITUACAO", Severity: finding.Error, Message: lang.Text{
		PT: "não é uma situação do sistema da UE; use {aceitas}", EN: "is not a state of the EU's system; use {aceitas}", ES: "no es una situación del sistema de la UE; use {aceitas}",
	}}
	badLots = &finding.Rule{ID: "DECLARACAO_LOTES", Severity: finding.Error, Message: lang.Text{
		PT: "deve ter de um a 50 lotes", EN: "must have one to 50 lots", ES: "debe tener de uno a 50 lotes",
	}}
	tooMany = &finding.Rule{ID: "DECLARACAO_DEMAIS", Severity: finding.Error, Message: lang.Text{
		PT: "o lote {lote} já tem {max} declarações, e não cabem mais", EN: "lot {lote} has {max} statements already, and no more fit", ES: "el lote {lote} ya tiene {max} declaraciones, y no caben más",
	}}
)

// Rules are the rules of a request.
var Rules = []*finding.Rule{badReference, badVerification, badUUID, badState, badLots, tooMany}

// Read reads the body of a request.
func Read(body []byte) (Request, error) {
	var m trace.Members
	var r Request
	err := trace.ReadObject(body, func(name string, value canon.Value) error {
		switch name {
		case "lotes":
			r.Lots = m.Texts(name, value, maxLots)
		case "numeroReferencia":
			r.Reference = m.Text(name, value, trace.MaxName)
		case "numeroVerificacao":
			r.Verification = m.Text(name, value, trace.MaxName)
		case "uuid":
			r.UUID = m.Text(name, value, trace.MaxName)
		case "situacao":
			r.State = m.Text(name, value, trace.MaxName)
		case "em":
			r.Since = m.Text(name, value, trace.MaxName)
		}
		return nil
	})
	if err == nil {
		err = r.check(&m)
	}
	return r, err
}

// referenceLength is the length of every number of the system since its version 2.
const referenceLength = 14

// check brings the input into canonical form, and notes its problems.
func (r *Request) check(m *trace.Members) error {
	plain := func(text string) string { return strings.ToUpper(strings.Join(strings.Fields(text), "")) }
	r.Reference, r.Verification, r.State, r.UUID = plain(r.Reference), plain(r.Verification), plain(r.State), strings.ToLower(strings.TrimSpace(r.UUID))
	m.Required("numeroReferencia", r.Reference)
	if r.Reference != "" && (len(r.Reference) != referenceLength || !dds.IsReference(r.Reference)) {
		m.Report("numeroReferencia", badReference, nil)
	}
	if len(r.Verification) > maxVerification || r.Verification != "" && !dds.IsReference(r.Verification[:min(len(r.Verification), referenceLength)]) {
		m.Report("numeroVerificacao", badVerification, nil)
	}
	if _, ok := trace.ParseID(r.UUID); r.UUID != "" && !ok {
		m.Report("uuid", badUUID, nil)
	}
	if r.State == "" {
		r.State = States[0]
	}
	if !slices.Contains(States, r.State) {
		m.Report("situacao", badState, lang.Args{"aceitas": strings.Join(States, ", ")})
	}
	if r.Since != "" {
		at, err := time.Parse(time.RFC3339, r.Since)
		if err != nil {
			m.Report("em", trace.RuleInstant, nil)
		}
		r.Since = at.UTC().Format(time.RFC3339)
	}
	if n := len(r.Lots); n == 0 || n > maxLots {
		m.Report("lotes", badLots, nil)
	}
	return m.Err()
}

// Check validates the input of a form.
func (r *Request) Check() error { return r.check(&trace.Members{}) }
