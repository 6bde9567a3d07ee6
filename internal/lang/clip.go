package lang

// Clip bounds how much of someone's text a message repeats: at most that many
// characters, and a mark where there was more.
func Clip(s string, most int) string {
	n := 0
	for i := range s {
		if n++; n > most {
			return s[:i] + "…"
		}
	}
	return s
}
