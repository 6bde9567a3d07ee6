package lot

// Step is a lot on a walk.
type Step struct {
	Lot   string
	Depth int // steps from the start

	walk *Walking
	rows []Row // if held: the rows that the walk may see, by role and record
	held bool
	led  bool // the rows that lead on from it were processed
}

// Held reports whether the rows of the lot are in memory. If not, a visitor asks only for those
// it needs, each once.
func (s *Step) Held() bool { return s.held }

// Each calls fn with those rows of the lot between two roles that the walk may see, by role and
// always in the same order. It includes rows at the edge of a walk that may go no further. It may
// be called again.
func (s *Step) Each(from, to Role, fn func(*Row) error) error {
	return s.each(from, to, RowKey{}, false, fn)
}

// EachNamed is Each for callers that need only the records that name the lot: of their rows only
// HarvestID and By are certain to be set.
func (s *Step) EachNamed(from, to Role, fn func(*Row) error) error {
	return s.each(from, to, RowKey{}, true, fn)
}

// EachAfter continues an earlier visit to a lot whose rows are not in memory: it calls fn with the
// rows after a given one. The earlier visit MUST have read all rows up to that one.
func (s *Step) EachAfter(after RowKey, to Role, fn func(*Row) error) error {
	return s.each(Identified, to, after, false, fn)
}

func (s *Step) each(from, to Role, after RowKey, bare bool, fn func(*Row) error) error {
	lead := s.walk.walk.Direction.lead()
	if s.held {
		rows := s.Rows(from, to)
		for i := range rows {
			if err := s.take(&rows[i], from, lead, fn); err != nil {
				return err
			}
		}
	} else if err := s.read(from, to, after, bare, fn); err != nil {
		return err
	}
	s.led = s.led || from <= lead && lead <= to
	return nil
}

// read is each for a lot whose rows are not held.
func (s *Step) read(from, to Role, after RowKey, bare bool, fn func(*Row) error) error {
	walk := s.walk.walk
	return walk.Source.Each(s.Lot, from, to, after, bare && from.Light(), func(r *Row) error {
		if seen, _ := walk.Source.Judge(r, walk.Direction); !seen {
			return nil
		}
		return s.take(r, from, walk.Direction.lead(), fn)
	})
}

// take follows a row and passes it to fn.
func (s *Step) take(r *Row, from, lead Role, fn func(*Row) error) error {
	if from <= lead && r.Role > lead { // rows come by role
		s.led = true
	}
	if err := s.lead(r); err != nil {
		return err
	}
	return fn(r)
}

// Rows returns the held rows of a lot between two roles, by role and record. They belong to the
// walk: the caller must not change them.
func (s *Step) Rows(from, to Role) []Row {
	begin := 0
	for begin < len(s.rows) && s.rows[begin].Role < from {
		begin++
	}
	end := begin
	for end < len(s.rows) && s.rows[end].Role <= to {
		end++
	}
	return s.rows[begin:end]
}

// lead notes the lots to which a row leads, if the walk continues.
func (s *Step) lead(r *Row) error {
	w := s.walk.walk
	if s.led || r.Role != w.Direction.lead() || w.Depth >= 0 && s.Depth >= w.Depth {
		return nil
	}
	_, leads := w.Source.Judge(r, w.Direction)
	if r.Cut && (len(leads) > 0 || len(r.Others) == 0) {
		return ErrTooLarge
	}
	for i := range leads {
		if err := s.walk.meet(leads[i].Lot); err != nil {
			return err
		}
	}
	return nil
}

// Leads returns the lots to which a row leads in the direction of this walk.
func (s *Step) Leads(r *Row) []Other {
	w := s.walk.walk
	_, leads := w.Source.Judge(r, w.Direction)
	return leads
}
