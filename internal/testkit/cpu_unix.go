//go:build unix

package testkit

import (
	"syscall"
	"time"
)

// CPU returns how long this process has kept processors busy. Unlike wall-clock time, it does not
// advance while other processes use the machine, so tests of speed compare it.
func CPU() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err) // no argument can be wrong
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
