package trace

import (
	"context"
	"time"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/ownership"
)

// Decision is what the journal notes of an administrator's decision on a code.
type Decision struct {
	At     time.Time
	By     string
	Reason string
	Erased bool // the reason quoted a record that was erased since
}

// Decisions returns the last decision on each of some codes that has one.
func (s *Service) Decisions(ctx context.Context, codes []ownership.Code) (map[ownership.Code]Decision, error) {
	found := map[ownership.Code]Decision{}
	asked := map[ownership.Code]bool{}
	for _, code := range codes {
		asked[code] = true
	}
	if len(asked) == 0 {
		return found, nil
	}
	err := s.store.EachNote(ctx, kind.Settlement, func(v *Record) error {
		code, _, ok := v.Settled()
		if !ok || v.Gone() || !asked[code] || v.CreatedAt().Before(found[code].At) {
			return nil
		}
		var note SettlementNote
		if err := canon.Unmarshal(v.Dados, &note); err != nil {
			return err
		}
		found[code] = Decision{v.CreatedAt(), v.CreatedBy, note.Motivo, note.Expurgado}
		return nil
	})
	return found, err
}
