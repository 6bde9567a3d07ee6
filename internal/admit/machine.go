package admit

import (
	"os"
	"path"
	"strconv"
	"strings"
)

// The smallest budget, and the default if the machine's memory is unknown. A request may need more
// than a share of the smallest: an all-or-nothing import of 32 MiB takes 192 MiB. It claims the
// whole share, so that no other large one runs next to it, and takes the rest from the second half
// of the process's memory, which is twice the budget.
const (
	Least   = 128 << 20
	unknown = 2 << 30
)

// Default returns a quarter of the memory that this process may use.
func Default() int64 { return max(Least, Available()/4) }

// Available returns the memory that this process may use.
func Available() int64 { return available(os.ReadFile) }

// available returns the memory of the machine, or the limit of the process's control group if that
// is less.
func available(read func(string) ([]byte, error)) int64 {
	least := int64(unknown)
	if n, ok := installed(read); ok {
		least = n
	}
	for _, file := range limitFiles(read) {
		text, err := read(file)
		if err != nil {
			continue
		}
		// A group without a limit contains "max", or a number beyond any machine.
		if n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && n > 0 {
			least = min(least, n)
		}
	}
	return least
}

func installed(read func(string) ([]byte, error)) (int64, bool) {
	text, err := read("/proc/meminfo")
	if err != nil {
		return 0, false
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) == 3 && fields[0] == "MemTotal:" {
			n, err := strconv.ParseInt(fields[1], 10, 64)
			return n << 10, err == nil
		}
	}
	return 0, false
}

// limitFiles returns the files with the limits of the process's control group
// and of those above it, in both versions of control groups. Inside a container
// the group is often mounted as the root, so the root is looked at as well.
func limitFiles(read func(string) ([]byte, error)) []string {
	text, err := read("/proc/self/cgroup")
	if err != nil {
		return nil
	}
	var files []string
	for line := range strings.Lines(string(text)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 {
			continue
		}
		root, name := "/sys/fs/cgroup/memory", "memory.limit_in_bytes"
		switch {
		case parts[0] == "0" && parts[1] == "":
			root, name = "/sys/fs/cgroup", "memory.max"
		case !strings.Contains(","+parts[1]+",", ",memory,"):
			continue
		}
		for group := path.Clean("/" + parts[2]); ; group = path.Dir(group) {
			files = append(files, path.Join(root, group, name))
			if group == "/" {
				break
			}
		}
	}
	return files
}
