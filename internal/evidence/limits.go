package evidence

// Limits bound what one check reads.
type Limits struct {
	// Versions is up to how many versions in the log a check compares the whole journal
	// with the log. In a larger store it compares only the harvests that the answer names,
	// and the answer says so: the cost grows with the answer, not with the store.
	Versions int64
}

var usualLimits = Limits{Versions: 250_000}
