package trace

import (
	"context"
	"encoding/hex"
	"regexp"
	"strings"
	"unicode/utf8"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/ptbr"
)

// Public is what a stranger may know of a validation: an allow-list. Free text of
// a record never passes; names, documents, plates and plots have no member here.
// The one text is the reason that was stated for being shown.
type Public struct {
	Codigo       string         `json:"codigo"`
	Estado       State          `json:"estado"`
	VerificadoEm string         `json:"verificadoEm"`
	Cultura      Crop           `json:"cultura"`
	Safra        string         `json:"safra"`      // the harvest's code, where it is a year
	ValidadaEm   string         `json:"validadaEm"` // to the month
	Validade     string         `json:"validade"`
	Lotes        []string       `json:"lotes"`
	Fases        []PublicPhase  `json:"fases"`
	Completude   PublicComplete `json:"completude"`
	Conferencia  PublicSummary  `json:"conferencia"`
	// Justificativa is why the harvest was approved in spite of errors, as
	// publicText shows it; "" for none.
	Justificativa string           `json:"justificativa"`
	Divergencias  int              `json:"divergencias"`
	Hash          string           `json:"hash"`
	Raiz          string           `json:"raiz"`
	Log           PublicLogAddress `json:"log"`
}

// PublicPhase says how much was recorded in a phase.
type PublicPhase struct {
	Fase      string `json:"fase"`
	Registros int    `json:"registros"`
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

// PublicLogAddress says where and with which key the log is checked.
type PublicLogAddress struct {
	Origem string `json:"origem"`
	Chave  string `json:"chave"`
}

var (
	publicLot = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._/-]{0,49}$`)
	// Written as lots, people and their papers stay private: names (no digit in
	// them), CPF, CNPJ and longer numbers (invoices, receipts), plates.
	privateLot = regexp.MustCompile(`(?i)^[^0-9]*$|^[\d./-]*\d[./-]?\d([./-]?\d){7,}[./-]?$|^[a-z]{3}-?\d[a-z0-9]\d\d$`)
	publicYear = regexp.MustCompile(`^\d{4}([/-](\d{2}|\d{4}))?$`)
)

// isPublicLot tells whether a lot may be shown to strangers.
func isPublicLot(lot string) bool { return publicLot.MatchString(lot) && !privateLot.MatchString(lot) }

// maxPublicLots bounds the lots that are shown.
const maxPublicLots = 50

// PublicValidation is a validation for strangers, found by its code. A deleted
// one is found too, and is revoked.
func (s *Service) PublicValidation(ctx context.Context, code string) (Public, error) {
	if !utf8.ValidString(code) || strings.IndexByte(code, 0) >= 0 {
		return Public{}, Fail(CodeCodeNotFound) // no stored text can equal it
	}
	var out Public
	err := s.store.View(ctx, func(r Reader) error {
		id, err := r.CodeOwner(ctx, FoldCode(code))
		if err != nil {
			return err
		}
		versions, err := r.Versions(ctx, id)
		if err != nil {
			return err
		}
		if len(versions) == 0 {
			return Fail(CodeCodeNotFound)
		}
		v := versions[len(versions)-1]
		if v.Operation == Erased {
			return Fail(CodeCodeNotFound)
		}
		report, err := s.stateOf(ctx, r, &v)
		if err != nil {
			return err
		}
		if FoldCode(v.Codigo) != FoldCode(code) { // the code was led elsewhere
			report.State = Tampered
		}
		out, err = s.public(ctx, r, &v, &report)
		return err
	})
	return out, err
}

// PublicOf is what a stranger may know of a live validation, for the holder of a
// key who prints it.
func (s *Service) PublicOf(ctx context.Context, by *Key, code string) (Public, error) {
	if err := by.Need(Read); err != nil {
		return Public{}, err
	}
	found, err := s.store.Validation(ctx, FoldCode(code))
	if err != nil {
		return Public{}, err
	}
	if err := by.needHarvest(found.SafraID); err != nil {
		return Public{}, err
	}
	return s.PublicValidation(ctx, code)
}

func (s *Service) public(ctx context.Context, r Reader, v *Record, report *StateReport) (Public, error) {
	var payload struct {
		Lotes []string `json:"lotes"`
	}
	_ = canon.UnmarshalLenient(v.Dados, &payload) // another shape shows no lots
	seal := v.sealed()
	out := Public{
		Codigo: v.Codigo, Estado: report.State, VerificadoEm: report.At.Format(TimeLayout), Cultura: seal.Completude.Cultura,
		ValidadaEm: v.CreatedAt().Format("2006-01"), Validade: month(v, "validade"), Lotes: []string{}, Fases: []PublicPhase{},
		Completude: seal.Completude.PublicComplete, Conferencia: seal.Relatorio.Resumo, Justificativa: publicText(seal.Justificativa),
		Divergencias: len(report.Divergences), Hash: hex.EncodeToString(v.Hash[:]), Raiz: seal.Cobertura.Raiz,
		Log: PublicLogAddress{s.signer.Origin(), s.verifierKey},
	}
	if publicYear.MatchString(v.SafraCodigo) {
		out.Safra = v.SafraCodigo
	}
	for _, lot := range payload.Lotes {
		if isPublicLot(lot) && len(out.Lotes) < maxPublicLots {
			out.Lotes = append(out.Lotes, lot)
		}
	}
	counts := map[string]int{}
	err := r.EachOf(ctx, v.SafraID, func(live *Record) error {
		counts[live.Kind.Phase]++
		return nil
	})
	for _, p := range kind.Phases {
		if counts[p.Code] > 0 {
			out.Fases = append(out.Fases, PublicPhase{p.Code, counts[p.Code]})
		}
	}
	return out, err
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
