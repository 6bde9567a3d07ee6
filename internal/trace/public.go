package trace

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
	"rastro/internal/ptbr"
)

// Public is what a stranger may know of a validation: an allow-list. Free text of
// a record never passes; names, documents, plates and plots have no member here.
// The one text is the reason that was stated for being shown.
type Public struct {
	Codigo       string `json:"codigo"`
	Estado       State  `json:"estado"`
	VerificadoEm string `json:"verificadoEm"`
	Cultura      Crop   `json:"cultura"`
	Safra        string `json:"safra"`      // the harvest's code, where it is a year
	ValidadaEm   string `json:"validadaEm"` // to the month
	Validade     string `json:"validade"`
	// Lotes are its own lots, or those that nobody else owns. LotesDeTerceiros are
	// those it names that belong to another party, which is never told.
	Lotes            []string       `json:"lotes"`
	LotesDeTerceiros []string       `json:"lotesDeTerceiros"`
	Fases            []PublicPhase  `json:"fases"`
	Ausentes         []PublicAbsent `json:"ausentes"`
	Local            PublicPlace    `json:"local"`
	Cadeia           []PublicLot    `json:"cadeia"`
	Completude       PublicComplete `json:"completude"`
	Conferencia      PublicSummary  `json:"conferencia"`
	// Justificativa is why the harvest was approved in spite of errors, as
	// brdoc.Public shows it; "" for none.
	Justificativa string           `json:"justificativa"`
	Divergencias  int              `json:"divergencias"`
	Hash          string           `json:"hash"`
	Raiz          string           `json:"raiz"`
	Log           PublicLogAddress `json:"log"`

	// Until is when time alone will change the state; zero for never.
	Until time.Time `json:"-"`
	// SafraID and CheckedAt are for the server: the harvest, and VerificadoEm.
	SafraID   string    `json:"-"`
	CheckedAt time.Time `json:"-"`
}

// PublicComplete says how much of what is asked of the crop is there.
type PublicComplete struct {
	Presentes  int `json:"presentes"`
	Total      int `json:"total"`
	Percentual int `json:"percentual"`
}

// PublicSummary says how much was found when the harvest was validated.
type PublicSummary struct {
	Erro   int `json:"erro"`
	Alerta int `json:"alerta"`
	Info   int `json:"info"`
}

// PublicLogAddress says where and with which key the log is checked, what its
// newest signed state is, and where in it the validation stands.
type PublicLogAddress struct {
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
func (s *Service) PublicValidation(ctx context.Context, code string) (Public, error) {
	var out Public
	err := s.newestOf(ctx, code, func(r Reader, v *Record) error {
		report, err := s.stateOf(ctx, r, v)
		if err != nil {
			return err
		}
		if FoldCode(v.Codigo) != FoldCode(code) { // the code was led elsewhere
			report.State = Tampered
		}
		out, err = s.public(ctx, r, v, &report)
		return err
	})
	return out, err
}

// PublicLog is where the newest version of a validation stands in the log now, and
// how many records it covers. Unlike PublicValidation it reads none of them.
func (s *Service) PublicLog(ctx context.Context, code string) (log PublicLogAddress, records int, err error) {
	err = s.newestOf(ctx, code, func(r Reader, v *Record) error {
		seal := v.sealed()
		records = seal.Cobertura.Registros
		return s.publicLog(ctx, r, v, &log)
	})
	return log, records, err
}

// newestOf calls fn with the newest version of the validation that a code
// belongs to, and the snapshot it was read in; CodeCodeNotFound when there is
// none, or none any more.
func (s *Service) newestOf(ctx context.Context, code string, fn func(Reader, *Record) error) error {
	if !utf8.ValidString(code) || strings.IndexByte(code, 0) >= 0 || len(code) > maxCode {
		return Fail(CodeCodeNotFound) // no stored text can equal it
	}
	return s.store.View(ctx, func(r Reader) error {
		id, err := r.CodeOwner(ctx, FoldCode(code))
		if err != nil {
			return err
		}
		versions, err := r.Versions(ctx, id)
		if err != nil {
			return err
		}
		if len(versions) == 0 || versions[len(versions)-1].Operation == Erased {
			return Fail(CodeCodeNotFound)
		}
		return fn(r, &versions[len(versions)-1])
	})
}

// PublicOf is what a stranger may know of a live validation, for the holder of a
// key who prints it.
func (s *Service) PublicOf(ctx context.Context, by *Key, code string) (Public, error) {
	if err := by.Need(Read); err != nil {
		return Public{}, err
	}
	if err := s.ReachesCode(ctx, by, code); err != nil {
		return Public{}, err
	}
	if _, err := s.store.Validation(ctx, FoldCode(code)); err != nil { // a live one
		return Public{}, err
	}
	return s.PublicValidation(ctx, code)
}

// maxCode is more bytes than any spelling of a code that was given has: a code
// has at most 100 characters, of which hyphens and spaces may be put anywhere.
const maxCode = 1000

func (s *Service) public(ctx context.Context, r Reader, v *Record, report *StateReport) (Public, error) {
	var payload struct {
		Lotes []string `json:"lotes"`
	}
	_ = canon.UnmarshalLenient(v.Dados, &payload) // another shape shows no lots
	seal := v.sealed()
	out := Public{
		Codigo: v.Codigo, Estado: report.State, VerificadoEm: report.At.Format(TimeLayout), Cultura: seal.Completude.Cultura,
		ValidadaEm: v.CreatedAt().Format("2006-01"), Validade: month(v, "validade"), Lotes: []string{}, LotesDeTerceiros: []string{}, Fases: []PublicPhase{}, Cadeia: []PublicLot{},
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
	if end := lastDay(v); report.At.Before(end) {
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
func (s *Service) publicLots(ctx context.Context, r Reader, v *Record, named []string, out *Public) error {
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
func (s *Service) markForeign(ctx context.Context, r Reader, v *Record, chain []PublicLot) error {
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
func (s *Service) foreignTo(ctx context.Context, r Reader, v *Record, codes []string) (func(code string) bool, error) {
	var asked []citation
	for _, code := range codes {
		asked = append(asked, citation{lot: lot.Fold(code), safraID: v.SafraID, author: v.CreatedBy})
	}
	others, err := s.codeOwners(r).ofOthers(ctx, asked)
	foreign := map[string]bool{}
	for i := range others {
		foreign[others[i].lot] = true
	}
	return func(code string) bool { return foreign[lot.Fold(code)] }, err
}

// publicLog says what the log's newest state is, and where the version stands.
func (s *Service) publicLog(ctx context.Context, r Reader, v *Record, out *PublicLogAddress) error {
	state, err := s.signedState(ctx, r)
	if err != nil {
		return err
	}
	out.Origem, out.Chave, out.Antecessores = s.signer.Origin(), s.verifierKey, s.predecessors
	out.Tamanho, out.AssinadoEm = state.Tree.Size, state.SignedAt.Format(TimeLayout)
	out.Raiz = base64.StdEncoding.EncodeToString(state.Tree.Root[:])
	index, err := r.LogIndex(ctx, v.ID, v.Version)
	switch {
	case Is(err, CodeNotLogged):
		return nil
	case err == nil:
		out.Indice = &index
	}
	return err
}

// month is a date of a payload to the month, "" where there is none.
func month(v *Record, field string) string {
	text, _ := payloadText(v.Dados, field)
	at, reading := ptbr.Date(text)
	if reading != ptbr.Read {
		return ""
	}
	return at.Format("2006-01")
}
