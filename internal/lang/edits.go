package lang

// maxCompared limits the length of names that are compared.
const maxCompared = 64

// Edits counts the single-character edits from a to b, ignoring case and accents. It gives up and
// returns limit for names that are too long for a typing error.
func Edits(a, b string, limit int) int {
	if len(a) > maxCompared || len(b) > maxCompared {
		return limit
	}
	a, b = Fold(a), Fold(b)
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	previous := make([]int, len(b)+1)
	current := make([]int, len(b)+1)
	for j := range previous {
		previous[j] = j
	}
	for i := range len(a) {
		current[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			current[j+1] = min(previous[j]+cost, previous[j+1]+1, current[j]+1)
		}
		previous, current = current, previous
	}
	return previous[len(b)]
}
