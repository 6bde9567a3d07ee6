package trace

import (
	"context"
	"slices"
	"strconv"

	"rastro/internal/canon"
)

// PhasesWritten is what came of creating catalogue entries: the entries, or
// the kept answer.
type PhasesWritten struct {
	Phases []CropPhase
	Replay *Reply
}

// CreatePhases adds entries to the catalogue, all of them or none. encode
// renders the answer that a repeated request gets again.
func (s *Service) CreatePhases(ctx context.Context, by *Key, requests []PhaseRequest, once *Once, encode func([]CropPhase) []byte) (PhasesWritten, error) {
	if err := by.needPhaseChange(); err != nil {
		return PhasesWritten{}, err
	}
	var out PhasesWritten
	err := s.store.Update(ctx, func(w Writer) error {
		out = PhasesWritten{}
		now := s.now()
		replay, err := once.replay(ctx, w, by, now)
		if replay != nil || err != nil {
			out.Replay = replay
			return err
		}
		stored, err := w.Phases(ctx, "")
		if err != nil {
			return err
		}
		if len(stored)+len(requests) > maxCatalogue {
			return Fail(CodeCatalogueFull, "max", strconv.Itoa(maxCatalogue))
		}
		for i := range requests {
			p := CropPhase{Ativo: true, Version: 1, CriadoEm: now, AtualizadoEm: now}
			if err := requests[i].apply(&p, requests[i].at); err != nil {
				return err
			}
			if err := by.needPhaseChange(p.Etapa); err != nil {
				return err
			}
			if p.ID, err = NewID(now, string(p.Cultura), s.random); err != nil {
				return err
			}
			if err := w.PutPhase(ctx, p); err != nil {
				return err
			}
			out.Phases = append(out.Phases, p)
		}
		if err := s.notePhases(ctx, w, by, out.Phases...); err != nil {
			return err
		}
		return once.remember(ctx, w, by, now, PhaseLocation(out.Phases), encode(out.Phases))
	})
	return out, err
}

// PhaseLocation is where one created entry stands; several have no one place.
func PhaseLocation(made []CropPhase) string {
	if len(made) != 1 {
		return ""
	}
	return "/fase/" + made[0].ID.String()
}

// UpdatePhase changes what the request names of one entry.
func (s *Service) UpdatePhase(ctx context.Context, by *Key, req PhaseRequest, ifMatch IfMatch) (CropPhase, error) {
	m := members{}
	m.required("id", req.ID)
	if err := m.err(); err != nil {
		return CropPhase{}, err
	}
	return s.changePhase(ctx, by, req.ID, ifMatch, func(p *CropPhase) error { return req.apply(p, "") })
}

// DeletePhase takes an entry out of the catalogue.
func (s *Service) DeletePhase(ctx context.Context, by *Key, id string, ifMatch IfMatch) (CropPhase, error) {
	return s.changePhase(ctx, by, id, ifMatch, func(p *CropPhase) error {
		p.Deleted = true
		return nil
	})
}

func (s *Service) changePhase(ctx context.Context, by *Key, id string, ifMatch IfMatch, change func(*CropPhase) error) (CropPhase, error) {
	if err := by.needPhaseChange(); err != nil {
		return CropPhase{}, err
	}
	parsed, ok := ParseID(id)
	if !ok {
		return CropPhase{}, Fail(CodePhaseNotFound)
	}
	var out CropPhase
	err := s.store.Update(ctx, func(w Writer) error {
		phases, err := w.Phases(ctx, "")
		if err != nil {
			return err
		}
		i := slices.IndexFunc(phases, func(p CropPhase) bool { return p.ID == parsed })
		if i < 0 {
			return Fail(CodePhaseNotFound)
		}
		out = phases[i]
		before := out.Etapa
		if !ifMatch.admits(out.Version) {
			return Fail(CodeStale, "versao", strconv.FormatInt(out.Version, 10))
		}
		if err := change(&out); err != nil {
			return err
		}
		if err := by.needPhaseChange(before, out.Etapa); err != nil {
			return err
		}
		out.Version++
		out.AtualizadoEm = s.now()
		if err := w.PutPhase(ctx, out); err != nil {
			return err
		}
		return s.notePhases(ctx, w, by, out)
	})
	return out, err
}

// PhaseOrder is one level of a catalogue list's order.
type PhaseOrder struct {
	Compare func(a, b *CropPhase) int
	Desc    bool
}

// Phases lists the catalogue's entries that a filter picks. The default order
// is crop, stage, order number.
func (s *Service) Phases(ctx context.Context, by *Key, f PhaseFilter, order []PhaseOrder) ([]CropPhase, error) {
	if err := by.Need(Read, Admin); err != nil {
		return nil, err
	}
	all, err := s.store.Phases(ctx, f.Cultura)
	if err != nil {
		return nil, err
	}
	picked := slices.DeleteFunc(all, func(p CropPhase) bool { return !f.Picks(&p) })
	if len(order) == 0 {
		for _, name := range []string{"cultura", "etapa", "ordem", "nome"} {
			order = append(order, PhaseOrder{Compare: phaseCompare(name)})
		}
	}
	order = append(order, PhaseOrder{Compare: phaseCompare("id")})
	slices.SortFunc(picked, func(a, b CropPhase) int {
		for _, o := range order {
			if c := o.Compare(&a, &b); c != 0 {
				if o.Desc {
					return -c
				}
				return c
			}
		}
		return 0
	})
	return picked, nil
}

func phaseCompare(name string) func(a, b *CropPhase) int {
	for _, f := range PhaseSortFields {
		if f.Name == name {
			return f.Compare
		}
	}
	return nil
}

type phaseJSON struct {
	ID             string  `json:"id"`
	Cultura        Crop    `json:"cultura"`
	Etapa          string  `json:"etapa"`
	EtapaNome      string  `json:"etapaNome"`
	Nome           string  `json:"nome"`
	Descricao      string  `json:"descricao"`
	Ordem          int     `json:"ordem"`
	TipoRegistro   string  `json:"tipoRegistro"`
	NumeroRegistro string  `json:"numeroRegistro"`
	Obrigatoria    bool    `json:"obrigatoria"`
	Ativo          bool    `json:"ativo"`
	Versao         int64   `json:"versao"`
	CriadoEm       *string `json:"criadoEm"`
	AtualizadoEm   *string `json:"atualizadoEm"`
}

// JSON is the entry as the wire shows it.
func (p *CropPhase) JSON() []byte {
	data, err := canon.Marshal(phaseJSON{
		p.ID.String(), p.Cultura, p.Etapa, p.EtapaNome, p.Nome, p.Descricao, p.Ordem, p.TipoRegistro, p.NumeroRegistro,
		p.Obrigatoria, p.Ativo, p.Version, instant(p.CriadoEm), instant(p.AtualizadoEm),
	})
	if err != nil {
		panic(err) // plain strings and numbers: cannot fail
	}
	return data
}
