package pgtest

import (
	"os"
	"syscall"
)

// The shared server's files are in memory if there is room for those of several packages at once.
// Each database is hundreds of files; creating and deleting them on a disk takes most of the time
// of a short test.
const (
	memory     = "/dev/shm"
	memoryRoom = 4 << 30
)

// sharedFolder returns the folder for the shared server's files.
func sharedFolder() string {
	var at syscall.Statfs_t
	if err := syscall.Statfs(memory, &at); err != nil || at.Bavail*uint64(at.Bsize) < memoryRoom {
		return os.TempDir()
	}
	return memory
}
