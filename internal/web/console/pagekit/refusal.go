package pagekit

// Refusal is an error that is shown to the reader in its own words, on the page of
// an error.
type Refusal struct {
	Status  int
	Message string
}

func (r *Refusal) Error() string { return r.Message }
