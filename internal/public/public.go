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
	"rastro/internal/ledger"
	"rastro/internal/lot"
	"rastro/internal/owners"
	"rastro/internal/trace"
)

// Page is what a stranger may know of a validation: an allow-list. Free text of
// a record never passes; names, documents, plates and plots have no member here.
// The one text is the reason that was stated for being shown.
type Page struct {
	Codigo       string      `json:"codigo"`
	Estado       trace.State `json:"estado"`
	VerificadoEm string      `json:"verificadoEm"`
	Cultura      trace.Crop  `json:"cultura"`
	Safra        string      `json:"safra"`      // the harvest's code, where it is a year
	ValidadaEm   string      `json:"validadaEm"` // to the month
	Validade     string      `json:"validade"`
	// Lotes are its own lots, or those that nobody else owns. LotesDeTerceiros are
	// those it names that belong to another party, which is never told.
	Lotes            []string             `json:"lotes"`
	LotesDeTerceiros []string             `json:"lotesDeTerceiros"`
	Fases            []Phase              `json:"fases"`
	Ausentes         []Absent             `json:"ausentes"`
	Local            Place                `json:"local"`
	Cadeia           []Lot                `json:"cadeia"`
	Completude       trace.PublicComplete `json:"completude"`
	Conferencia      trace.PublicSummary  `json:"conferencia"`
	// Justificativa is why the harvest was approved in spite of errors, as
	// brdoc.Public shows it; "" for none.
	Justificativa string     `json:"justificativa"`
	Divergencias  int        `json:"divergencias"`
	Hash          string     `json:"hash"`
	Raiz          string     `json:"raiz"`
	Log           LogAddress `json:"log"`

	// Until is when time alone will change the state; zero for never.
	Until time.Time `json:"-"`
	// SafraID and CheckedAt are for the server: the harvest, and VerificadoEm.
	SafraID   string    `json:"-"`
	CheckedAt time.Time `json:"-"`
}

// LogAddress says where and with which key the log is checked, what its
// newest signed state is, and where in it the validation stands.
type LogAddress struct {
	Origem     string `json:"origem"`
	Chave      string `json:"chave"`
	Tamanho    int64  `json:"tamanho"`
	Raiz       string `json:"raiz"` // of the log, as its checkpoint writes it
	AssinadoEm string `json:"assinadoEm"`
	// Indice is nil while the newest version waits for its place.
	Indice *int64 `json:"indice"`
	// Antecessores are the logs that this one continues, oldest first.
	Antecessores []ledger.Predecessor `json:"antecessores,omitempty"`
}

var publicYear = regexp.MustCompile(`^\d{4}([/-](\d{2}|\d{4}))?$`)

// maxPublicLots bounds the lots that are shown.
const maxPublicLots = 50

// PublicValidation is a validation for strangers, found by its code. A deleted
// one is found too, and is revoked.
func (s *Publisher) PublicValidation(ctx context.Context, code string) (Page, error) {
	var out Page
	err := s.newestOf(ctx, code, func(r Reader, v *trace.Record) error {
		report, err := s.journal.StateOf(ctx, r, v)
		if err != nil {
			return err
		}
		if trace.FoldCode(v.Codigo) != trace.FoldCode(code) { // the code was led elsewhere
			report.State = trace.Tampered
		}
		out, err = s.public(ctx, r, v, &report)
		return err
	})
	return out, err
}

// PublicLog is where the newest version of a validation stands in the log now, and
// how many records it covers. Unlike PublicValidation it reads none of them.
func (s *Publisher) PublicLog(ctx context.Context, code string) (log LogAddress, records int, err error) {
	err = s.newestOf(ctx, code, func(r Reader, v *trace.Record) error {
		seal := v.Sealed()
		records = seal.Cobertura.Registros
		return s.publicLog(ctx, r, v, &log)
	})
	return log, records, err
}

// newestOf calls fn with the newest version of the validation that a code
// belongs to, and the snapshot it was read in; CodeCodeNotFound when there is
// none, or none any more.
func (s *Publisher) newestOf(ctx context.Context, code string, fn func(Reader, *trace.Record) error) error {
	if !utf8.ValidString(code) || strings.IndexByte(code, 0) >= 0 || len(code) > maxCode {
		return trace.Fail(trace.CodeCodeNotFound) // no stored text can equal it
	}
	return s.store.View(ctx, func(r Reader) error {
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
		return fn(r, &versions[len(versions)-1])
	})
}

// PublicOf is what a stranger may know of a live validation, for the holder of a
// key who prints it.
func (s *Publisher) PublicOf(ctx context.Context, by *trace.Key, code string) (Page, error) {
	if err := by.Need(trace.Read); err != nil {
		return Page{}, err
	}
	if err := s.recorder.ReachesCode(ctx, by, code); err != nil {
		return Page{}, err
	}
	if _, err := s.store.Direct().Validation(ctx, trace.FoldCode(code)); err != nil { // a live one
		return Page{}, err
	}
	return s.PublicValidation(ctx, code)
}

// maxCode is more bytes than any spelling of a code that was given has: a code
// has at most 100 characters, of which hyphens and spaces may be put anywhere.
const maxCode = 1000

func (s *Publisher) public(ctx context.Context, r Reader, v *trace.Record, report *trace.StateReport) (Page, error) {
	var payload struct {
		Lotes []string `json:"lotes"`
	}
	_ = canon.UnmarshalLenient(v.Dados, &payload) // another shape shows no lots
	seal, said := v.Sealed(), v.Validation()
	out := Page{
		Codigo: v.Codigo, Estado: report.State, VerificadoEm: report.At.Format(trace.TimeLayout), Cultura: seal.Completude.Cultura,
		ValidadaEm: v.CreatedAt().Format("2006-01"), Validade: month(said.LastDay), Lotes: []string{}, LotesDeTerceiros: []string{}, Fases: []Phase{}, Cadeia: []Lot{},
		Completude: seal.Completude.PublicComplete, Conferencia: seal.Relatorio.Resumo, Justificativa: brdoc.Public(seal.Justificativa),
		Divergencias: len(report.Divergences), Hash: hex.EncodeToString(v.Hash[:]), Raiz: seal.Cobertura.Raiz,
		SafraID: v.SafraID, CheckedAt: report.At,
	}
	if publicYear.MatchString(v.SafraCodigo) {
		out.Safra = v.SafraCodigo
	}
	if err := s.publicLots(ctx, r, v, payload.Lotes, &out); err != nil {
		return out, err
	}
	if end := said.Ends(); report.At.Before(end) {
		out.Until = end
	}
	if err := s.publicLog(ctx, r, v, &out.Log); err != nil {
		return out, err
	}
	story, err := s.story(ctx, r, v.SafraID)
	if err != nil {
		return out, err
	}
	out.tell(story)
	if err := s.markForeign(ctx, r, v, out.Cadeia); err != nil {
		return out, err
	}
	out.Ausentes, err = absent(ctx, r, out.Cultura, story)
	return out, err
}

// publicLots sorts the lots that a validation names into its own and those of other
// parties.
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
			out.LotesDeTerceiros = append(out.LotesDeTerceiros, code)
		} else {
			out.Lotes = append(out.Lotes, code)
		}
	}
	return nil
}

// markForeign marks the lots of a chain that belong to other parties than the
// validation's: a record may speak of any lot.
func (s *Publisher) markForeign(ctx context.Context, r Reader, v *trace.Record, chain []Lot) error {
	codes := make([]string, len(chain))
	for i := range chain {
		codes[i] = chain[i].Codigo
	}
	isForeign, err := s.foreignTo(ctx, r, v, codes)
	if err != nil {
		return err
	}
	for i := range chain {
		chain[i].DeTerceiros = isForeign(chain[i].Codigo)
	}
	return nil
}

// foreignTo returns what tells which of some lots belong to another party than that
// of a validation.
func (s *Publisher) foreignTo(ctx context.Context, r Reader, v *trace.Record, codes []string) (func(code string) bool, error) {
	var asked []owners.Citation
	for _, code := range codes {
		asked = append(asked, owners.Citation{Lot: lot.Fold(code), SafraID: v.SafraID, Author: v.CreatedBy})
	}
	others, err := s.owners.CodeOwners(r).OfOthers(ctx, asked)
	foreign := map[string]bool{}
	for i := range others {
		foreign[others[i].Lot] = true
	}
	return func(code string) bool { return foreign[lot.Fold(code)] }, err
}

// publicLog says what the log's newest state is, and where the version stands.
func (s *Publisher) publicLog(ctx context.Context, r Reader, v *trace.Record, out *LogAddress) error {
	state, err := s.log.SignedState(ctx, r)
	if err != nil {
		return err
	}
	out.Origem, out.Chave, out.Antecessores = s.log.Signer().Origin(), s.log.VerifierKey(), s.log.Predecessors()
	out.Tamanho, out.AssinadoEm = state.Tree.Size, state.SignedAt.Format(trace.TimeLayout)
	out.Raiz = base64.StdEncoding.EncodeToString(state.Tree.Root[:])
	index, err := r.LogIndex(ctx, v.ID, v.Version)
	switch {
	case trace.Is(err, trace.CodeNotLogged):
		return nil
	case err == nil:
		out.Indice = &index
	}
	return err
}

// month is a day to the month, "" where there is none.
func month(day time.Time) string {
	if day.IsZero() {
		return ""
	}
	return day.Format("2006-01")
}
