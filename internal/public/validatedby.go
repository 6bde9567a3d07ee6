package public

import (
	"context"

	"rastro/internal/organization"
	"rastro/internal/trace"
)

// ValidatedBy is who validated a harvest.
type ValidatedBy struct {
	HarvestID string                 `json:"safraId"`
	Code      string                 `json:"codigo"`
	Approved  bool                   `json:"aprovada"`
	By        *organization.Identity `json:"organizacao"`
}

// WhoValidated tells which organisation made a validation that the key may read; By is nil
// if none did. It does not check the harvest.
func (s *Publisher) WhoValidated(ctx context.Context, by *trace.Key, id trace.ID) (out ValidatedBy, err error) {
	if err := by.Need(trace.Read); err != nil {
		return out, err
	}
	err = s.store.View(ctx, func(r Readers) error {
		versions, err := r.Versions(ctx, id)
		if err != nil {
			return err
		}
		if len(versions) == 0 || !versions[0].Kind.IsValidation() || !by.Reaches(versions[0].HarvestID) {
			return trace.Fail(trace.CodeRecordNotFound)
		}
		v := &versions[len(versions)-1]
		seal := v.Sealed()
		out = ValidatedBy{HarvestID: v.HarvestID, Code: v.ValidationCode, Approved: trace.Judge(v, &seal, &trace.StateReport{At: v.CreatedAt()}) != trace.Refused}
		out.By, err = organization.ValidatedBy(ctx, r.Organizations, versions)
		return err
	})
	return out, err
}
