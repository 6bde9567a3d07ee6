package review

// CatalogueKept is the revision of the catalogue whose required kinds are kept; 0 for none.
func (s *Reviewer) CatalogueKept() int64 {
	if kept := s.mandatory.kept.Load(); kept != nil {
		return kept.revision
	}
	return 0
}
