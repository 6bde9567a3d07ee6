package feed

// Limit lowers what a query may read.
func (a *Asker) Limit(records, bytes int) { a.most.records, a.most.bytes = records, bytes }
