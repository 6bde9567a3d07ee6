package trace

import (
	"context"

	"rastro/internal/canon"
	"rastro/internal/kind"
)

// note writes a change of a key or of the phase catalogue into the journal, in
// the transaction that makes it: it gets a commitment and a place in the log as
// a record does. what is the change as JSON, without secrets.
func (s *Service) note(ctx context.Context, w Writer, k *kind.Kind, by *Key, what []byte) error {
	_, err := s.noted(ctx, w, k, by, what)
	return err
}

// noted does as note, and returns the id of the entry.
func (s *Service) noted(ctx context.Context, w Writer, k *kind.Kind, by *Key, what []byte) (ID, error) {
	now := s.now()
	id, err := NewID(now, "", s.random)
	if err != nil {
		return ID{}, err
	}
	author := "rastro"
	if by != nil {
		author = by.Author()
	}
	return id, s.append(ctx, w, &Record{
		ID: id, Kind: k, Dados: what, Version: 1, Operation: Created, UpdatedAt: now, CreatedBy: author, UpdatedBy: author,
	})
}

// phaseNote is what a note says of catalogue entries: all that their rows do.
type phaseNote struct {
	Fases    []phaseJSON `json:"fases"`
	Excluida bool        `json:"excluida"`
}

// notePhases notes catalogue entries as they now are.
func (s *Service) notePhases(ctx context.Context, w Writer, by *Key, phases ...CropPhase) error {
	what := []byte(`{"fases":[`)
	for i := range phases {
		if i > 0 {
			what = append(what, ',')
		}
		what = append(what, phases[i].JSON()...)
	}
	what = append(what, `],"excluida":`...)
	if phases[0].Deleted {
		what = append(what, `true}`...)
	} else {
		what = append(what, `false}`...)
	}
	return s.note(ctx, w, kind.PhaseChange, by, what)
}

// NotedPhases are the catalogue entries that a note tells of, as they were then;
// none for another version.
func (r *Record) NotedPhases() []CropPhase {
	var note phaseNote
	if r.Kind != kind.PhaseChange || canon.UnmarshalLenient(r.Dados, &note) != nil {
		return nil
	}
	phases := make([]CropPhase, 0, len(note.Fases))
	for i := range note.Fases {
		f := &note.Fases[i]
		id, ok := ParseID(f.ID)
		if !ok {
			continue
		}
		phases = append(phases, CropPhase{
			ID: id, Cultura: f.Cultura, Etapa: f.Etapa, EtapaNome: f.EtapaNome, Nome: f.Nome, Descricao: f.Descricao, Ordem: f.Ordem,
			TipoRegistro: f.TipoRegistro, NumeroRegistro: f.NumeroRegistro, Obrigatoria: f.Obrigatoria, Ativo: f.Ativo, Version: f.Versao,
			CriadoEm: moment(f.CriadoEm), AtualizadoEm: moment(f.AtualizadoEm), Deleted: note.Excluida,
		})
	}
	return phases
}
