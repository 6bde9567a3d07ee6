//go:build unix

package doctor

import "syscall"

func space(folder string) (free, size uint64, err error) {
	var at syscall.Statfs_t
	if err := syscall.Statfs(folder, &at); err != nil {
		return 0, 0, err
	}
	return at.Bavail * uint64(at.Bsize), at.Blocks * uint64(at.Bsize), nil
}
