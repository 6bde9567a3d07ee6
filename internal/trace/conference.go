package trace

import (
	"context"

	"rastro/internal/audit"
	"rastro/internal/kind"
)

// Confer grades a whole harvest as an auditor would: every record by itself, its
// records against each other, and what is there against what the catalogue, or a
// target, asks for. A harvest that nobody has named is an empty one.
func (s *Service) Confer(ctx context.Context, by *Key, safraID string, target audit.Target) (audit.Conference, error) {
	if err := by.Need(Read); err != nil {
		return audit.Conference{}, err
	}
	if err := by.needHarvest(safraID); err != nil {
		return audit.Conference{}, err
	}
	var out audit.Conference
	err := s.store.View(ctx, func(r Reader) error {
		mandatory, err := mandatoryKinds(ctx, r)
		if err != nil {
			return err
		}
		out, err = s.confer(ctx, r, safraID, target, mandatory)
		return err
	})
	return out, err
}

// ConferEach confers several harvests in one snapshot, one after the other.
func (s *Service) ConferEach(ctx context.Context, by *Key, safras []string, target audit.Target, fn func(safraID string, found audit.Conference)) error {
	if err := by.Need(Read); err != nil {
		return err
	}
	return s.store.View(ctx, func(r Reader) error {
		mandatory, err := mandatoryKinds(ctx, r)
		if err != nil {
			return err
		}
		for _, safraID := range safras {
			if err := by.needHarvest(safraID); err != nil {
				return err
			}
			found, err := s.confer(ctx, r, safraID, target, mandatory)
			if err != nil {
				return err
			}
			fn(safraID, found)
		}
		return nil
	})
}

func (s *Service) confer(ctx context.Context, r Reader, safraID string, target audit.Target, mandatory map[string][]*kind.Kind) (audit.Conference, error) {
	book := audit.NewBook(s.now().Year())
	err := r.EachOf(ctx, safraID, func(v *Record) error {
		id := v.ID.String()
		book.Add(audit.Entry{Kind: v.Kind, ID: id, SafraCodigo: v.SafraCodigo, Dados: v.Dados, CreatedAt: v.CreatedAt()})
		if len(v.Findings) > 0 {
			book.Remark(v.Kind, id, v.graded().Findings)
		}
		return nil
	})
	if err != nil {
		return audit.Conference{}, err
	}
	return book.Confer(audit.HarvestOptions{Target: target, Mandatory: mandatory}), nil
}

// mandatoryKinds are the kinds that the catalogue asks of each crop.
func mandatoryKinds(ctx context.Context, r Reader) (map[string][]*kind.Kind, error) {
	phases, err := r.Phases(ctx, "")
	if err != nil {
		return nil, err
	}
	mandatory := map[string][]*kind.Kind{}
	for _, p := range phases {
		if k := p.kind(); k != nil && p.Obrigatoria && p.Ativo {
			mandatory[string(p.Cultura)] = append(mandatory[string(p.Cultura)], k)
		}
	}
	return mandatory, nil
}
