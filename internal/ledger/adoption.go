package ledger

// Adoption is the result of continuing a log under a new name.
type Adoption struct {
	Origin      string      `json:"origem"`
	VerifierKey string      `json:"chave"`
	Predecessor Predecessor `json:"antecessor"`
	// Waiting is how many writes the store has that are not in the log yet: they
	// come next in the new one.
	Waiting int64 `json:"-"`
	// Lost is how many entries the old log had signed that the store does not have.
	Lost int64 `json:"-"`
}
