package public

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"rastro/internal/brdoc"
	"rastro/internal/canon"
	"rastro/internal/filings"
	"rastro/internal/ledger"
	"rastro/internal/lot"
	"rastro/internal/organization"
	"rastro/internal/ownerbook"
	"rastro/internal/trace"
	"rastro/internal/verdict"
)

// Page is what a stranger may know about a validation. It is an allow-list. Free text of a record
// never passes; names, documents, plates and plots have no member here. The only text is the reason
// that was stated in order to be shown.
type Page struct {
	Code  string      `json:"codigo"`
	State trace.State `json:"estado"`
	// Verdict omits the markets, which strangers may not see.
	Verdict     verdict.Verdict `json:"veredito"`
	VerifiedAt  string          `json:"verificadoEm"`
	Crop        trace.Crop      `json:"cultura"`
	Harvest     string          `json:"safra"`      // the harvest's code, if it is a year
	ValidatedAt string          `json:"validadaEm"` // to the month
	ValidUntil  string          `json:"validade"`
	// By is the organisation whose verdict this is; nil if there is none.
	By *organization.Identity `json:"validadaPor"`
	// WithdrawnBy is the organisation that revoked it; nil if none did.
	WithdrawnBy *organization.Identity `json:"retiradaPor"`
	// Lots are its own lots, or those that nobody else owns. LotsOfOthers are the named lots of
	// another party, which is never shown.
	Lots         []string `json:"lotes"`
	LotsOfOthers []string `json:"lotesDeTerceiros"`
	Phases       []Phase  `json:"fases"`
	Absent       []Absent `json:"ausentes"`
	Place        Place    `json:"local"`
	Chain        []Lot    `json:"cadeia"`
	// Files is how many documents are attached to the records of the harvest: only their number is
	// shown.
	Files int `json:"documentos"`
	// Statements are the reference numbers of the statements in force that were filed with the EU
	// for lots of the harvest. The verification numbers, which open them, are never shown.
	Statements   []string             `json:"declaracoesUE"`
	Completeness trace.PublicComplete `json:"completude"`
	Review       trace.PublicSummary  `json:"conferencia"`
	// Justification is why the harvest was approved despite errors, as
	// brdoc.Public shows it; "" for none.
	Justification string `json:"justificativa"`
	Divergences   int    `json:"divergencias"`
	// ChangedAt is when the records last came to differ from what was validated; "" if they do not.
	ChangedAt string `json:"alteradaEm"`
	Newer     *Newer `json:"maisNova"` // the newest validation of the harvest, nil if it is this one
	// Standing is the newest validation of the harvest that was not revoked, on the page of one
	// that was; nil if there is none, and for a live validation.
	Standing *Newer     `json:"vigente"`
	Hash     string     `json:"hash"`
	Root     string     `json:"raiz"`
	Log      LogAddress `json:"log"`

	// Until is when time alone will change the state; zero for never.
	Until time.Time `json:"-"`
	// HarvestID and CheckedAt are for the server: the harvest, and VerifiedAt.
	HarvestID string    `json:"-"`
	CheckedAt time.Time `json:"-"`
}

// Newer is another validation of the same harvest. Someone who scans an old code needs to know
// the newer result.
type Newer struct {
	Code        string `json:"codigo"`
	Approved    bool   `json:"aprovada"`
	ValidatedAt string `json:"validadaEm"` // to the month
}

func newer(s *trace.Sibling) *Newer {
	if s == nil {
		return nil
	}
	return &Newer{Code: s.Code, Approved: s.Approved, ValidatedAt: s.MadeAt().Format("2006-01")}
}

// LogAddress says where and with which key the log is checked, its newest signed state, and the
// place of the validation in it.
type LogAddress struct {
	Origin   string `json:"origem"`
	Key      string `json:"chave"`
	Size     int64  `json:"tamanho"`
	Root     string `json:"raiz"` // of the log, as its checkpoint writes it
	SignedAt string `json:"assinadoEm"`
	// Index is nil while the newest version waits for its place.
	Index *int64 `json:"indice"`
	// Predecessors are the logs that this one continues, oldest first.
	Predecessors []ledger.Predecessor `json:"antecessores,omitempty"`
}

var publicYear = regexp.MustCompile(`^\d{4}([/-](\d{2}|\d{4}))?$`)

// maxPublicLots bounds the lots that are shown.
const maxPublicLots = 50

// PublicValidation returns a validation for strangers, found by its code. A deleted
// one is found too, and is revoked.
func (s *Publisher) PublicValidation(ctx context.Context, code string) (Page, error) {
	var out Page
	err := s.newestOf(ctx, code, func(r Readers, versions []trace.Record) error {
		v := &versions[len(versions)-1]
		report, err := s.journal.StateOf(ctx, r, v)
		if err != nil {
			return err
		}
		if trace.FoldCode(v.ValidationCode) != trace.FoldCode(code) { // the code was made to point elsewhere
			report.State = trace.Tampered
		}
		if out, err = s.public(ctx, r, v, &report); err != nil {
			return err
		}
		named, err := beside(ctx, r, versions)
		out.By, out.WithdrawnBy, out.Statements = named.By, named.WithdrawnBy, named.Statements
		return err
	})
	return out, err
}

// PublicLog returns where the newest version of a validation is in the log now, and
// how many records it covers. Unlike PublicValidation it reads none of them.
func (s *Publisher) PublicLog(ctx context.Context, code string) (log LogAddress, records int, err error) {
	err = s.newestOf(ctx, code, func(r Readers, versions []trace.Record) error {
		v := &versions[len(versions)-1]
		seal := v.Sealed()
		records = seal.Coverage.Records
		return s.publicLog(ctx, r, v, &log)
	})
	return log, records, err
}

// Beside is what a page shows that is in no record of the harvest, and changes independently of
// them.
type Beside struct {
	By          *organization.Identity // nil if none validated
	WithdrawnBy *organization.Identity // nil if none revoked it
	Statements  []string
}

// PublicIdentity returns the organisation that validated, and what was filed with the EU. It costs the
// same for any size of harvest.
func (s *Publisher) PublicIdentity(ctx context.Context, code string) (named Beside, err error) {
	err = s.newestOf(ctx, code, func(r Readers, versions []trace.Record) error {
		named, err = beside(ctx, r, versions)
		return err
	})
	return named, err
}

// maxStatements bounds the statements that are shown.
const maxStatements = 20

func beside(ctx context.Context, r Readers, versions []trace.Record) (b Beside, err error) {
	if b.By, err = organization.ValidatedBy(ctx, r.Organizations, versions); err != nil {
		return b, err
	}
	if b.WithdrawnBy, err = organization.WithdrawnBy(ctx, r.Organizations, &versions[len(versions)-1]); err != nil {
		return b, err
	}
	b.Statements, err = filings.InForceOf(ctx, r.Notes, versions[0].HarvestID, maxStatements)
	return b, err
}

// newestOf calls fn with the versions of the validation that a code belongs to, at least one, and
// the snapshot they were read in. It fails with CodeCodeNotFound if there is none, or no longer
// one.
func (s *Publisher) newestOf(ctx context.Context, code string, fn func(r Readers, versions []trace.Record) error) error {
	if !utf8.ValidString(code) || strings.IndexByte(code, 0) >= 0 || len(code) > maxCode {
		return trace.Fail(trace.CodeCodeNotFound) // no stored text can equal it
	}
	return s.store.View(ctx, func(r Readers) error {
		id, err := r.CodeOwner(ctx, trace.FoldCode(code))
		if err != nil {
			return err
		}
		versions, err := r.Versions(ctx, id)
		if err != nil {
			return err
		}
		if len(versions) == 0 || versions[len(versions)-1].Operation == trace.Erased {
			return trace.Fail(trace.CodeCodeNotFound)
		}
		return fn(r, versions)
	})
}

// PublicOf returns what a stranger may know about a live validation, for a key holder who prints
// it; CodeRevoked for a deleted one.
func (s *Publisher) PublicOf(ctx context.Context, by *trace.Key, code string) (Page, error) {
	if err := by.Need(trace.Read); err != nil {
		return Page{}, err
	}
	if err := s.recorder.ReachesCode(ctx, by, code); err != nil {
		return Page{}, err
	}
	_, err := s.store.Direct().Validation(ctx, trace.FoldCode(code)) // a live one
	if err != nil && !trace.Is(err, trace.CodeCodeNotFound) {
		return Page{}, err
	}
	page, found := s.PublicValidation(ctx, code)
	switch {
	case err == nil:
		return page, found
	case found == nil && page.State == trace.Revoked:
		return Page{}, trace.Fail(trace.CodeRevoked, "codigo", page.Code)
	}
	return Page{}, err
}

// maxCode is longer than any spelling of an existing code: a code has at most 100 characters,
// between which hyphens and spaces may be added.
const maxCode = 1000

func (s *Publisher) public(ctx context.Context, r Reader, v *trace.Record, report *trace.StateReport) (Page, error) {
	var payload struct {
		Lots []string `json:"lotes"`
	}
	_ = canon.UnmarshalLenient(v.Payload, &payload) // another shape shows no lots
	seal, said := v.Sealed(), v.Validation()
	out := Page{
		Code: v.ValidationCode, State: report.State, VerifiedAt: report.At.Format(trace.TimeLayout), Crop: seal.Completeness.Crop,
		ValidatedAt: v.CreatedAt().Format("2006-01"), ValidUntil: month(said.LastDay), Lots: []string{}, LotsOfOthers: []string{}, Phases: []Phase{}, Chain: []Lot{},
		Completeness: seal.Completeness.PublicComplete, Review: seal.Report.Summary, Justification: brdoc.Public(seal.Justification),
		Divergences: len(report.Divergences), Hash: hex.EncodeToString(v.Hash[:]), Root: seal.Coverage.Root,
		HarvestID: v.HarvestID, CheckedAt: report.At, Verdict: v.Verdict(report),
		Newer: newer(report.Newest.NewerThan(v)),
	}
	if report.State == trace.Revoked {
		out.Standing = newer(report.Newest)
	}
	if publicYear.MatchString(v.HarvestCode) {
		out.Harvest = v.HarvestCode
	}
	if err := s.publicLots(ctx, r, v, payload.Lots, &out); err != nil {
		return out, err
	}
	if end := said.Ends(); report.At.Before(end) {
		out.Until = end
	}
	if err := s.publicLog(ctx, r, v, &out.Log); err != nil {
		return out, err
	}
	story, files, changed, err := s.story(ctx, r, v.HarvestID)
	if err != nil {
		return out, err
	}
	if out.ChangedAt, err = changedAt(ctx, r, report, changed); err != nil {
		return out, err
	}
	out.Files = files
	out.tell(story)
	if err := s.markForeign(ctx, r, v, out.Chain); err != nil {
		return out, err
	}
	out.Absent, err = absent(ctx, r, out.Crop, story)
	return out, err
}

// changedAt returns when the records of a harvest last changed, if they differ from those that were
// validated. live is when the newest live one was written.
func changedAt(ctx context.Context, r Reader, report *trace.StateReport, live time.Time) (string, error) {
	if len(report.Divergences) == 0 {
		return "", nil
	}
	for _, d := range report.Divergences {
		id, ok := trace.ParseID(d.ID)
		if !ok || d.Reason != "excluido" && d.Reason != "expurgado" {
			continue
		}
		versions, err := r.Versions(ctx, id)
		if err != nil {
			return "", err
		}
		if n := len(versions); n > 0 && versions[n-1].UpdatedAt.After(live) {
			live = versions[n-1].UpdatedAt
		}
	}
	return live.UTC().Format(trace.TimeLayout), nil
}

// publicLots divides the lots that a validation names into its own and those of other parties.
func (s *Publisher) publicLots(ctx context.Context, r Reader, v *trace.Record, named []string, out *Page) error {
	shown := []string{}
	for _, code := range named {
		if lot.Shown(code) && len(shown) < maxPublicLots {
			shown = append(shown, code)
		}
	}
	isForeign, err := s.foreignTo(ctx, r, v, shown)
	if err != nil {
		return err
	}
	for _, code := range shown {
		if isForeign(code) {
			out.LotsOfOthers = append(out.LotsOfOthers, code)
		} else {
			out.Lots = append(out.Lots, code)
		}
	}
	return nil
}

// markForeign marks the lots of a chain that belong to other parties than the
// validation's: a record may mention any lot.
func (s *Publisher) markForeign(ctx context.Context, r Reader, v *trace.Record, chain []Lot) error {
	codes := make([]string, len(chain))
	for i := range chain {
		codes[i] = chain[i].Code
	}
	isForeign, err := s.foreignTo(ctx, r, v, codes)
	if err != nil {
		return err
	}
	for i := range chain {
		chain[i].OfOthers = isForeign(chain[i].Code)
	}
	return nil
}

// foreignTo returns a function that reports which of some lots belong to a party other than that of
// a validation.
func (s *Publisher) foreignTo(ctx context.Context, r Reader, v *trace.Record, codes []string) (func(code string) bool, error) {
	var asked []ownerbook.Citation
	for _, code := range codes {
		asked = append(asked, ownerbook.Citation{Lot: lot.Fold(code), HarvestID: v.HarvestID, Author: v.CreatedBy})
	}
	others, err := s.owners.CodeOwners(r).OfOthers(ctx, asked)
	foreign := map[string]bool{}
	for i := range others {
		foreign[others[i].Lot] = true
	}
	return func(code string) bool { return foreign[lot.Fold(code)] }, err
}

// publicLog returns the log's newest state, and where the version is.
func (s *Publisher) publicLog(ctx context.Context, r Reader, v *trace.Record, out *LogAddress) error {
	state, err := s.log.SignedState(ctx, r)
	if err != nil {
		return err
	}
	out.Origin, out.Key, out.Predecessors = s.log.Signer().Origin(), s.log.VerifierKey(), s.log.Predecessors()
	out.Size, out.SignedAt = state.Tree.Size, state.SignedAt.Format(trace.TimeLayout)
	out.Root = base64.StdEncoding.EncodeToString(state.Tree.Root[:])
	index, err := r.LogIndex(ctx, v.ID, v.Version)
	switch {
	case trace.Is(err, trace.CodeNotLogged):
		return nil
	case err == nil:
		out.Index = &index
	}
	return err
}

// month returns the month of a day; "" if there is none.
func month(day time.Time) string {
	if day.IsZero() {
		return ""
	}
	return day.Format("2006-01")
}
