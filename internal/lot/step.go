package lot

// Step is one lot on a walk.
type Step struct {
	Lot   string
	Depth int // steps from the start

	walk *walking
	rows []Row // where held, by role and record
	held bool
	led  bool // what leads on from it was gone over
}

// Held reports whether the rows of the lot are in memory. Where they are not, a
// visitor asks for no more of them than it needs, and for each once.
func (s *Step) Held() bool { return s.held }

// Each calls fn with the rows of the lot from a role to another that the walk may
// see: by role, and always in the same order. At the edge of a walk that may go no
// further they are there as well. It may be called again.
func (s *Step) Each(from, to Role, fn func(*Row) error) error { return s.each(from, to, false, fn) }

// EachNamed is Each for who only asks which records name the lot: of what these say,
// SafraID and By alone are sure to be there.
func (s *Step) EachNamed(from, to Role, fn func(*Row) error) error { return s.each(from, to, true, fn) }

func (s *Step) each(from, to Role, bare bool, fn func(*Row) error) error {
	w := s.walk
	take := func(r *Row) error {
		seen, leads := w.Source.Judge(r, w.Direction)
		if !seen {
			return nil
		}
		if w.Depth < 0 || s.Depth < w.Depth {
			for i := range leads {
				if err := w.meet(leads[i].Lot); err != nil {
					return err
				}
			}
		}
		return fn(r)
	}
	if err := s.all(from, to, bare, take); err != nil {
		return err
	}
	s.led = s.led || from <= w.Direction.lead() && w.Direction.lead() <= to
	return nil
}

func (s *Step) all(from, to Role, bare bool, fn func(*Row) error) error {
	if !s.held {
		return s.walk.Source.Each(s.Lot, from, to, bare && from.Light(), fn)
	}
	for i := range s.rows {
		if r := &s.rows[i]; r.Role >= from && r.Role <= to {
			if err := fn(r); err != nil {
				return err
			}
		}
	}
	return nil
}

// Leads returns the lots to which a row leads on this walk, in its direction.
func (s *Step) Leads(r *Row) []Other {
	_, leads := s.walk.Source.Judge(r, s.walk.Direction)
	return leads
}
