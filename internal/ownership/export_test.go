package ownership

// Owner returns the owner of a code if nothing overlapped and nothing was erased; ok is false if
// nobody claimed it.
func (p *Replay) Owner(c Code) (o Owner, ok bool) {
	if s := p.codes[c]; s != nil {
		return s.Owner()
	}
	return Owner{}, false
}
