//go:build unix

package cli

import "syscall"

// rightsTell: the rights on a file say who can read it.
const rightsTell = true

// maxFiles returns how many files this process may have open, 0 if unknown.
func maxFiles() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil || limit.Cur > 1<<30 {
		return 0
	}
	return int(limit.Cur)
}
