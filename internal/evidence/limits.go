package evidence

// Limits bound what a check reads.
type Limits struct {
	// Versions is the largest log, in versions, for which a check compares the whole journal. In a
	// larger store it compares only the harvests in the answer, and the answer says so. Then the
	// cost grows with the answer, not with the store.
	Versions int64
}

var usualLimits = Limits{Versions: 250_000}
