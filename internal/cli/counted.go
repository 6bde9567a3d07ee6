package cli

import "fmt"

// counted is a number with what it counts: "1 entry", "2 entries".
func counted[N int | int64](n N, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
