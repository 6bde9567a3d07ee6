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
		var err error
		out, err = s.confer(ctx, r, safraID, target)
		return err
	})
	return out, err
}

func (s *Service) confer(ctx context.Context, r Reader, safraID string, target audit.Target) (audit.Conference, error) {
	mandatory, err := mandatoryKinds(ctx, r)
	if err != nil {
		return audit.Conference{}, err
	}
	book := audit.NewBook(s.now().Year())
	err = r.EachOf(ctx, safraID, func(v *Record) error {
		takeUp(book, v)
		return nil
	})
	if err != nil {
		return audit.Conference{}, err
	}
	return book.Confer(audit.HarvestOptions{Target: target, Mandatory: mandatory}), nil
}

// takeUp enters a record in the book of its harvest, with what grading it found.
func takeUp(book *audit.Book, v *Record) {
	id := v.ID.String()
	book.Add(audit.Entry{Kind: v.Kind, ID: id, SafraCodigo: v.SafraCodigo, Dados: v.Dados, CreatedAt: v.CreatedAt()})
	if v.remarked() {
		book.Remark(v.Kind, id, v.graded().Findings)
	}
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
