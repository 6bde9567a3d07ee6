package password

import "fmt"

// Cost is the work of comparing a password with what is stored.
func Cost(stored string) string {
	h, _ := compared(stored)
	return fmt.Sprint(h.memory, h.passes, h.threads, len(h.salt), len(h.key))
}
