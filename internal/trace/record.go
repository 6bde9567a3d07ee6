package trace

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"time"

	"rastro/internal/canon"
	"rastro/internal/check/record"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/ledger"
	"rastro/internal/lot"
)

// Operation is what a version did to its record. The numbers are stored.
type Operation uint8

// The operations.
const (
	Created Operation = iota + 1
	Updated
	Deleted
	Erased
)

var operationNames = map[Operation]string{Created: "criacao", Updated: "alteracao", Deleted: "exclusao", Erased: "expurgo"}

func (o Operation) String() string { return operationNames[o] }

// Record is one version of one record. Versions are never changed; the live
// one is the newest, unless that one is a deletion.
type Record struct {
	ID          ID
	Kind        *kind.Kind
	SafraID     string
	SafraCodigo string
	// Dados is the payload, byte for byte as it was sent.
	Dados     []byte
	Version   int64
	Operation Operation
	UpdatedAt time.Time
	CreatedBy string
	UpdatedBy string
	// Salt keeps the commitment from telling anything of a guessable payload.
	Salt [16]byte
	Hash [32]byte
	// Findings is what grading gave when the version was written, packed (see
	// record.Graded.Pack); nil when it gave nothing. Earlier builds wrote the
	// record's members that show it, or only the list of findings, as JSON.
	Findings []byte
	// Codigo and Seal are a validation's: its public code, and what the server
	// adds beside the payload, as members of a JSON object without its braces.
	Codigo string
	Seal   []byte
	// AfterEnd tells Append that the version before is a deletion, which is not
	// live: an erasure may follow it.
	AfterEnd bool
	// State is a validation's state when it was read. It is never stored.
	State *StateReport

	wire []byte // see Kept

	scratch
}

// scratch is what a write or a reader works out from the record, on demand. It is never
// stored.
type scratch struct {
	serious   *serious // how many serious findings grading gave
	lots      *lotRows
	replaces  []lot.Row
	replacing bool
	// replacesGTIN is the GTIN that the version before claimed.
	replacesGTIN []string
	claimed      *claimed
	followsBare  bool // the version before has no plot
}

// Kept is a copy of the record for keeping: it holds its own JSON in Portuguese,
// so that giving it out again encodes nothing. Nothing of it may be changed.
func (r *Record) Kept() *Record {
	kept := *r
	kept.scratch = scratch{}
	wire, dados := kept.appendJSON(make([]byte, 0, r.Size()), lang.PT)
	if r.reshaped() {
		kept.Dados = bytes.Clone(r.Dados) // what is shown is not what was sent
	} else {
		kept.Dados = wire[dados : dados+len(r.Dados) : dados+len(r.Dados)]
	}
	kept.wire = wire
	return &kept
}

// Size is about how many bytes the record's JSON has, and rarely less.
func (r *Record) Size() int { return len(r.Dados) + len(r.Findings) + len(r.Seal) + 640 }

// Weight is about how many bytes a kept record takes.
func (r *Record) Weight() int {
	weight := len(r.wire) + len(r.Findings) + len(r.Seal) + 512
	if r.reshaped() {
		weight += len(r.Dados)
	}
	return weight
}

// CreatedAt is when the record's first version was written.
func (r *Record) CreatedAt() time.Time { return r.ID.Time() }

// TimeLayout is RFC 3339 in UTC with milliseconds, everywhere on the wire.
const TimeLayout = "2006-01-02T15:04:05.000Z"

// AppendTime appends an instant as TimeLayout has it. A page of records has a
// hundred of them, and the general way takes five times as long.
func AppendTime(dst []byte, at time.Time) []byte {
	at = at.UTC()
	year, month, day := at.Date()
	if year < 1000 || year > 9999 {
		return at.AppendFormat(dst, TimeLayout)
	}
	hour, minute, second := at.Clock()
	ms := at.Nanosecond() / 1e6
	digits := func(n int) (byte, byte) { return byte('0' + n/10), byte('0' + n%10) }
	y1, y2 := digits(year / 100)
	y3, y4 := digits(year % 100)
	m1, m2 := digits(int(month))
	d1, d2 := digits(day)
	h1, h2 := digits(hour)
	n1, n2 := digits(minute)
	s1, s2 := digits(second)
	f1, f2 := digits(ms / 10)
	return append(dst, y1, y2, y3, y4, '-', m1, m2, '-', d1, d2, 'T', h1, h2, ':', n1, n2, ':', s1, s2, '.', f1, f2, byte('0'+ms%10), 'Z')
}

// Gone tells that the version's payload and salt were destroyed by an erasure.
// Its commitment stays, and cannot be recomputed any more.
func (r *Record) Gone() bool { return len(r.Dados) == 0 }

// commit fills in the commitment to everything the version says.
func (r *Record) commit() error {
	document, err := r.document()
	if err != nil {
		return err
	}
	r.Hash = ledger.Commit(r.Salt[:], document)
	return nil
}

// CommitCanonical is commit for a payload that is in canonical form already, which
// may be a hundred megabytes: it is not copied.
func (r *Record) CommitCanonical() error {
	after, err := r.appendAfter(nil)
	if err != nil {
		return err
	}
	r.Hash = ledger.Commit(r.Salt[:], r.appendBefore(nil), r.Dados, after)
	return nil
}

// Intact reports whether what is stored still gives the commitment it was stored
// with. Of a version that is Gone nothing can be told.
func (r *Record) Intact() bool {
	if r.Kind.IsValidation() && r.Operation != Erased {
		// The code stands beside the payload too, for finding it.
		if FoldCode(r.Validation().Code) != FoldCode(r.Codigo) {
			return false
		}
	}
	document, err := r.Document()
	return err == nil && ledger.Commit(r.Salt[:], document) == r.Hash
}

// CommitsToFindings reports whether the commitment covers what grading found.
// Earlier builds left that out.
func (r *Record) CommitsToFindings() bool {
	document, err := r.document()
	return err == nil && ledger.Commit(r.Salt[:], document) == r.Hash
}

// Document is everything the version says, in canonical form (RFC 8785): what
// its commitment is over. Where the commitment is an earlier build's, so is the
// document.
func (r *Record) Document() ([]byte, error) {
	document, err := r.document()
	if err != nil || ledger.Commit(r.Salt[:], document) == r.Hash {
		return document, err
	}
	if older := withoutFindings(document); ledger.Commit(r.Salt[:], older) == r.Hash {
		return older, nil
	}
	return document, nil
}

// findingsMember begins the member of a document that commits to the findings.
// It comes before the payload, so its first occurrence is the member: of what
// stands before it only an author is free text, in which a quote is escaped.
const findingsMember = `,"avaliacao":"`

// withoutFindings is a document as earlier builds wrote it.
func withoutFindings(document []byte) []byte {
	before, after, _ := bytes.Cut(document, []byte(findingsMember))
	return append(bytes.Clone(before), after[2*sha256.Size+1:]...)
}

// document writes the members in the order that the canonical form asks for, so
// that only the payload needs canonicalising.
func (r *Record) document() ([]byte, error) {
	dados, err := canon.Canonical(r.Dados)
	if err != nil {
		return nil, err
	}
	doc := r.appendBefore(make([]byte, 0, len(dados)+640))
	return r.appendAfter(append(doc, dados...))
}

// appendBefore appends what stands before the payload in the record's document.
func (r *Record) appendBefore(doc []byte) []byte {
	doc = append(doc, `{"atualizadoEm":"`...)
	doc = AppendTime(doc, r.UpdatedAt)
	doc = append(doc, `","atualizadoPor":`...)
	doc = canon.AppendString(doc, r.UpdatedBy)
	sum := sha256.Sum256(r.Findings)
	doc = append(doc, findingsMember...)
	doc = append(hex.AppendEncode(doc, sum[:]), '"')
	doc = append(doc, `,"criadoPor":`...)
	doc = canon.AppendString(doc, r.CreatedBy)
	return append(doc, `,"dados":`...)
}

// appendAfter appends what stands after it.
func (r *Record) appendAfter(doc []byte) ([]byte, error) {
	doc = append(doc, `,"id":"`...)
	doc = r.ID.append(doc)
	doc = append(doc, `","operacao":"`...)
	doc = append(doc, r.Operation.String()...)
	doc = append(doc, `","prefixo":`...)
	doc = canon.AppendString(doc, r.Kind.Prefix)
	doc = append(doc, `,"safraCodigo":`...)
	doc = canon.AppendString(doc, r.SafraCodigo)
	doc = append(doc, `,"safraId":`...)
	doc = canon.AppendString(doc, r.SafraID)
	if r.Seal != nil {
		seal, err := canon.Canonical(append(append([]byte{'{'}, r.Seal...), '}'))
		if err != nil {
			return nil, err
		}
		doc = append(doc, `,"selo":`...)
		doc = append(doc, seal...)
	}
	doc = append(doc, `,"versao":`...)
	doc = strconv.AppendInt(doc, r.Version, 10)
	return append(doc, '}'), nil
}

// AppendJSON appends the record as the wire shows it. The payload is copied,
// never encoded again, but for a plot that was not sent as a list (grading.go). Findings were written in Portuguese; another language
// grades the payload anew, which gives the same findings.
func (r *Record) AppendJSON(dst []byte, l lang.Lang) []byte {
	if r.wire != nil && l == lang.PT && r.State == nil {
		return append(dst, r.wire...)
	}
	dst, _ = r.appendJSON(dst, l)
	return dst
}

// appendJSON also tells where in dst the payload begins.
func (r *Record) appendJSON(dst []byte, l lang.Lang) (_ []byte, dados int) {
	dst = append(dst, `{"id":"`...)
	dst = r.ID.append(dst)
	dst = append(dst, `","tipo":"`...)
	dst = append(dst, r.Kind.Name...)
	dst = append(dst, `","prefixo":"`...)
	dst = append(dst, r.Kind.Prefix...)
	dst = append(dst, `","fase":"`...)
	dst = append(dst, r.Kind.Phase...)
	dst = append(dst, `","safraId":`...)
	dst = canon.AppendString(dst, r.SafraID)
	dst = append(dst, `,"safraCodigo":`...)
	if r.SafraCodigo == "" {
		dst = append(dst, `null`...)
	} else {
		dst = canon.AppendString(dst, r.SafraCodigo)
	}
	if r.Codigo != "" {
		dst = append(dst, `,"codigo":`...)
		dst = canon.AppendString(dst, r.Codigo)
	}
	dst = append(dst, `,"dados":`...)
	dados = len(dst)
	if r.reshaped() {
		dst = r.appendReshaped(dst)
	} else {
		dst = AppendOrNull(dst, r.Dados) // null where it was erased since
	}
	dst = append(dst, `,"versao":`...)
	dst = strconv.AppendInt(dst, r.Version, 10)
	dst = append(dst, `,"criadoEm":"`...)
	dst = AppendTime(dst, r.CreatedAt())
	dst = append(dst, `","atualizadoEm":"`...)
	dst = AppendTime(dst, r.UpdatedAt)
	dst = append(dst, `","criadoPor":`...)
	dst = canon.AppendString(dst, r.CreatedBy)
	dst = append(dst, `,"atualizadoPor":`...)
	dst = canon.AppendString(dst, r.UpdatedBy)
	dst = append(dst, `,"hash":"`...)
	dst = hex.AppendEncode(dst, r.Hash[:])
	dst = append(dst, `",`...)
	dst = r.appendGraded(dst, l)
	if r.Seal != nil {
		dst = append(dst, ',')
		dst = append(dst, r.Seal...)
	}
	if r.State != nil {
		dst = append(dst, ',')
		dst = r.State.appendMembers(dst)
	}
	return append(dst, '}'), dados
}

// AppendGraded appends the members of the record's JSON that show what grading gave.
func (r *Record) AppendGraded(dst []byte, l lang.Lang) []byte { return r.appendGraded(dst, l) }

// appendGraded appends the members that show what grading gave.
func (r *Record) appendGraded(dst []byte, l lang.Lang) []byte {
	if len(r.Findings) > 0 {
		if l != lang.PT {
			return r.Graded().AppendMembers(dst, l)
		}
		switch r.Findings[0] {
		case '"':
			return append(dst, r.Findings...)
		case '[':
			dst = append(dst, `"avisos":`...)
			dst = append(dst, r.Findings...)
			return append(dst, `,"identificadores":[]`...)
		}
	}
	dst, ok := record.AppendPacked(dst, r.Findings, r.Dados)
	if !ok {
		return r.Graded().AppendMembers(dst, l)
	}
	return dst
}

// remarked tells whether grading gave more than identifiers when the version was
// written.
func (r *Record) remarked() bool {
	if len(r.Findings) == 0 {
		return false
	}
	switch r.Findings[0] {
	case '[':
		return true
	case '"':
		return !bytes.HasPrefix(r.Findings, []byte(`"avisos":[]`))
	}
	return record.PackedFindings(r.Findings)
}

// Graded grades the payload. The year is that of writing, so that it gives the
// same at every later time.
func (r *Record) Graded() record.Graded {
	return record.Grade(r.Kind, r.Dados, r.UpdatedAt.UTC().Year())
}

// Withhold takes out of the answer to a write what a key that only writes did not
// say itself: what the version before said, who created the record, and what the
// harvest looks like to a validation. What it sent comes back to it.
func (r *Record) Withhold(by *Key) {
	if by.Reads(r.SafraID) {
		return
	}
	r.wire, r.Seal, r.State = nil, nil, nil
	if r.Version > 1 {
		r.CreatedBy = ""
	}
	if r.Operation == Deleted {
		r.Dados, r.Findings, r.SafraCodigo = []byte("{}"), nil, "" // an object, as the contract has it
	}
}

// AppendOrNull appends a value, or null where there is none.
func AppendOrNull(dst []byte, value canon.Value) []byte {
	if len(value) == 0 {
		return append(dst, `null`...)
	}
	return append(dst, value...)
}

// AppendExport appends the record as one line that an import takes: the payload as
// it was sent, and beside it what tells the record.
func (r *Record) AppendExport(dst []byte) []byte {
	dst = append(dst, `{"prefixo":`...)
	dst = canon.AppendString(dst, r.Kind.Prefix)
	dst = append(dst, `,"tipo":`...)
	dst = canon.AppendString(dst, r.Kind.Name)
	dst = append(dst, `,"id":"`...)
	dst = r.ID.append(dst)
	dst = append(dst, `","versao":`...)
	dst = strconv.AppendInt(dst, r.Version, 10)
	dst = append(dst, `,"criadoEm":"`...)
	dst = AppendTime(dst, r.CreatedAt())
	dst = append(dst, `","atualizadoEm":"`...)
	dst = AppendTime(dst, r.UpdatedAt)
	dst = append(dst, `","atualizadoPor":`...)
	dst = canon.AppendString(dst, r.UpdatedBy)
	dst = append(dst, `,"safraId":`...)
	dst = canon.AppendString(dst, r.SafraID)
	if r.SafraCodigo != "" {
		dst = append(dst, `,"safraCodigo":`...)
		dst = canon.AppendString(dst, r.SafraCodigo)
	}
	dst = append(dst, `,"dados":`...)
	from := len(dst)
	dst = append(dst, r.Dados...)
	for _, end := range []byte("\r\n") { // within texts there is none: they would not be JSON
		for i := bytes.IndexByte(dst[from:], end); i >= 0; i = bytes.IndexByte(dst[from:], end) {
			dst[from+i] = ' '
		}
	}
	return append(dst, "}\n"...)
}

// IntactAsWritten is Intact for any version. The report of a recall is written in
// canonical form, and may be a hundred megabytes: it is not copied.
func (r *Record) IntactAsWritten() bool {
	if r.Kind == kind.RecallReport {
		after, err := r.appendAfter(nil)
		if err == nil && ledger.Commit(r.Salt[:], r.appendBefore(nil), r.Dados, after) == r.Hash {
			return true
		}
	}
	return r.Intact()
}

// RecallPlace is what the address of a report begins with.
const RecallPlace = "/rastreio/recall/"
