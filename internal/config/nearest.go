package config

// maxSlips is how many letters of a name may be wrong, missing or extra while it still differs from
// the other names.
const maxSlips = 2

// nearest returns the known name that a misspelled one most likely means; "" if none is similar. A
// short name may have one slip: with two, any name of its length would match.
func nearest(name string, known []string) string {
	best, fewest := "", maxSlips+1
	for _, k := range known {
		if max(len(name)-len(k), len(k)-len(name)) > maxSlips {
			continue
		}
		if n := slips(name, k); n < fewest && n <= max(1, len(k)/3) {
			best, fewest = k, n
		}
	}
	return best
}

// slips returns the Levenshtein distance in bytes; the known names are ASCII.
func slips(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
