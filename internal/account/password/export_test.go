package password

import "fmt"

// Cost returns the cost of comparing a password with a stored hash.
func Cost(stored string) string {
	h, _ := compared(stored)
	return fmt.Sprint(h.memory, h.passes, h.threads, len(h.salt), len(h.key))
}
