package changes

// Kept returns how many blocks of events are in memory.
func (f *Feed) Kept() int { return f.blocks.kept.EstimatedSize() }
