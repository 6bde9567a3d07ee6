package lot

// Closing says what a balance comes to.
type Closing string

// The ways to close: masses agree, contradict each other, or cannot be judged because some
// are not stated.
const (
	Closes   Closing = "FECHA"
	Differs  Closing = "DIVERGE"
	Unjudged Closing = "NAO_AVALIADO"
)

// Closing judges the masses of a lot. They agree only if all of them are stated.
func (a *Account) Closing() Closing {
	switch {
	case len(a.Violations) > 0:
		return Differs
	case a.Most != a.Most || a.Partial.Taken() || !(a.Left >= 0 || -a.Left <= a.Available*massSlack*(1+1e-9)):
		return Unjudged
	}
	return Closes
}

// Closing judges the masses of a step.
func (s *StepBalance) Closing() Closing {
	switch {
	case len(s.Violations) > 0:
		return Differs
	case (s.In != s.In || s.Out != s.Out) && s.Shares != s.Shares:
		return Unjudged
	}
	return Closes
}

// Closing is the worst of the lot, of those that it was made of, and of the steps. A lot of
// the field that no record weighs before the step that takes it leaves nothing open: the step
// says how much it took.
func (b *Balance) Closing() Closing {
	if b.Violations() > 0 {
		return Differs
	}
	for i := range b.Accounts {
		if a := &b.Accounts[i]; a.Closing() == Unjudged && (i == 0 || a.Entered) {
			return Unjudged
		}
	}
	for i := range b.Steps {
		if b.Steps[i].Closing() == Unjudged {
			return Unjudged
		}
	}
	return Closes
}
