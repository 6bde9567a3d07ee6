package access

import (
	"context"

	"rastro/internal/lang"
	"rastro/internal/right"
	"rastro/internal/trace"
)

// PersonInside returns the key with which a person acts in a request, inside the organisation that
// the request names. If organisations are registered, a person in none of them reaches nothing
// (CodeUnregistered), so that a misspelled name does not open everyone's harvests. If none is
// registered, the server belongs to one organisation, and its people reach everything.
func (s *KeyKeeper) PersonInside(ctx context.Context, key *trace.Key) (*trace.Key, error) {
	registered, err := s.Registered(ctx, key.Organization)
	if err != nil {
		return nil, err
	}
	if !registered {
		return nil, trace.Fail(trace.CodeUnregistered, "organizacao", key.Organization)
	}
	return s.Inside(key), nil
}

// Registered reports whether people may be of an organisation: it is registered, or none is.
// What another server registered a moment ago counts.
func (s *KeyKeeper) Registered(ctx context.Context, organization string) (bool, error) {
	folded := lang.Fold(organization)
	if s.keys.held.Load().named[folded] != nil {
		return true, nil
	}
	if err := s.RefreshKeys(ctx); err != nil {
		return false, err
	}
	named := s.keys.held.Load().named
	return len(named) == 0 || named[folded] != nil, nil
}

// NamesOf returns every folded name of the organisation that has or had a name; none if it is not
// registered.
func (s *KeyKeeper) NamesOf(organization string) []string {
	if m := s.keys.held.Load().named[lang.Fold(organization)]; m != nil {
		return m.Names
	}
	return nil
}

// CurrentName returns what the organisation that has or had a name is called now; the name itself if
// it is not registered.
func (s *KeyKeeper) CurrentName(organization string) string {
	if m := s.keys.held.Load().named[lang.Fold(organization)]; m != nil {
		return m.Name
	}
	return organization
}

// mayKeep fails unless a caller may make or end keys. A key has every right of its scopes, so a
// person needs all of these.
func mayKeep(by *trace.Key) error {
	if by == nil {
		return nil
	}
	if err := by.Need(trace.Admin); err != nil || by.Person == "" {
		return err
	}
	for _, row := range right.All {
		if err := by.NeedRight(row.Right); err != nil {
			return err
		}
	}
	return nil
}
