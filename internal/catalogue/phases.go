package catalogue

import (
	"context"
	"slices"
	"strconv"

	"rastro/internal/trace"
)

// Written is the result of creating catalogue entries: the entries, or the kept answer.
type Written struct {
	Phases []trace.CropPhase
	Replay *trace.Reply
}

// CreatePhases adds entries to the catalogue, all of them or none. encode
// renders the answer that a repeated request gets again.
func (s *PhaseKeeper) CreatePhases(ctx context.Context, by *trace.Key, requests []Request, once *trace.Idempotency, encode func([]trace.CropPhase) []byte) (Written, error) {
	if err := by.NeedPhaseChange(); err != nil {
		return Written{}, err
	}
	var out Written
	err := s.store.Update(ctx, func(w Writer) error {
		out = Written{}
		now := s.now()
		replay, err := once.Replay(ctx, w, by, now)
		if replay != nil || err != nil {
			out.Replay = replay
			return err
		}
		stored, err := w.Phases(ctx, "")
		if err != nil {
			return err
		}
		if len(stored)+len(requests) > trace.MaxCatalogue {
			return trace.Fail(trace.CodeCatalogueFull, "max", strconv.Itoa(trace.MaxCatalogue))
		}
		for i := range requests {
			p := trace.CropPhase{Active: true, Version: 1, CreatedAt: now, UpdatedAt: now}
			if err := requests[i].apply(&p, requests[i].at); err != nil {
				return err
			}
			if err := by.NeedPhaseChange(p.Stage); err != nil {
				return err
			}
			if p.ID, err = trace.NewID(now, string(p.Crop), s.random); err != nil {
				return err
			}
			if err := w.PutPhase(ctx, p); err != nil {
				return err
			}
			out.Phases = append(out.Phases, p)
		}
		if err := s.journal.NotePhases(ctx, w, by, out.Phases...); err != nil {
			return err
		}
		return once.Remember(ctx, w, by, now, PhaseLocation(out.Phases), encode(out.Phases))
	})
	return out, err
}

// PhaseLocation returns the address of a created entry; "" for several.
func PhaseLocation(made []trace.CropPhase) string {
	if len(made) != 1 {
		return ""
	}
	return "/fase/" + made[0].ID.String()
}

// UpdatePhase changes what the request names of an entry.
func (s *PhaseKeeper) UpdatePhase(ctx context.Context, by *trace.Key, req Request, ifMatch trace.IfMatch) (trace.CropPhase, error) {
	m := trace.Members{}
	m.Required("id", req.ID)
	if err := m.Err(); err != nil {
		return trace.CropPhase{}, err
	}
	return s.changePhase(ctx, by, req.ID, ifMatch, func(p *trace.CropPhase) error { return req.apply(p, "") })
}

// DeletePhase removes an entry from the catalogue.
func (s *PhaseKeeper) DeletePhase(ctx context.Context, by *trace.Key, id string, ifMatch trace.IfMatch) (trace.CropPhase, error) {
	return s.changePhase(ctx, by, id, ifMatch, func(p *trace.CropPhase) error {
		p.Deleted = true
		return nil
	})
}

func (s *PhaseKeeper) changePhase(ctx context.Context, by *trace.Key, id string, ifMatch trace.IfMatch, change func(*trace.CropPhase) error) (trace.CropPhase, error) {
	if err := by.NeedPhaseChange(); err != nil {
		return trace.CropPhase{}, err
	}
	parsed, ok := trace.ParseID(id)
	if !ok {
		return trace.CropPhase{}, trace.Fail(trace.CodePhaseNotFound)
	}
	var out trace.CropPhase
	err := s.store.Update(ctx, func(w Writer) error {
		phases, err := w.Phases(ctx, "")
		if err != nil {
			return err
		}
		i := slices.IndexFunc(phases, func(p trace.CropPhase) bool { return p.ID == parsed })
		if i < 0 {
			return trace.Fail(trace.CodePhaseNotFound)
		}
		out = phases[i]
		before := out.Stage
		if !ifMatch.Admits(out.Version) {
			return trace.Fail(trace.CodeStale, "versao", strconv.FormatInt(out.Version, 10))
		}
		if err := change(&out); err != nil {
			return err
		}
		if err := by.NeedPhaseChange(before, out.Stage); err != nil {
			return err
		}
		out.Version++
		out.UpdatedAt = s.now()
		if err := w.PutPhase(ctx, out); err != nil {
			return err
		}
		return s.journal.NotePhases(ctx, w, by, out)
	})
	return out, err
}

// PhaseOrder is one level of a catalogue list's order.
type PhaseOrder struct {
	Compare func(a, b *trace.CropPhase) int
	Desc    bool
}

// Phases lists the catalogue's entries that a filter picks. The default order
// is crop, stage, order number.
func (s *PhaseKeeper) Phases(ctx context.Context, by *trace.Key, f Filter, order []PhaseOrder) ([]trace.CropPhase, error) {
	if err := by.Need(trace.Read, trace.Admin); err != nil {
		return nil, err
	}
	all, err := s.store.Direct().Phases(ctx, f.Crop)
	if err != nil {
		return nil, err
	}
	picked := slices.DeleteFunc(all, func(p trace.CropPhase) bool { return !f.Picks(&p) })
	if len(order) == 0 {
		for _, name := range []string{"cultura", "etapa", "ordem", "nome"} {
			order = append(order, PhaseOrder{Compare: phaseCompare(name)})
		}
	}
	order = append(order, PhaseOrder{Compare: phaseCompare("id")})
	slices.SortFunc(picked, func(a, b trace.CropPhase) int {
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

func phaseCompare(name string) func(a, b *trace.CropPhase) int {
	for _, f := range SortFields {
		if f.Name == name {
			return f.Compare
		}
	}
	return nil
}
