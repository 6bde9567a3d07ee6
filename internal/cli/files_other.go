//go:build !unix

package cli

// rightsTell: the rights on a file say who can read it.
const rightsTell = false

// maxFiles returns how many files this process may have open, 0 if unknown.
func maxFiles() int { return 0 }
