package main

import (
	"context"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
)

// machine is what the figures depend on. It names no host and no path.
type machine struct {
	Processor   string `json:"processor"`
	Processors  int    `json:"processors"`
	MemoryBytes int64  `json:"memoryBytes"`
	Kernel      string `json:"kernel"`
	FileSystem  string `json:"fileSystem"`
	Go          string `json:"go"`
	Rastro      string `json:"rastro"`
	PocketBase  string `json:"pocketbase"`
	PostgreSQL  string `json:"postgresql"`
	// SharedBuffers is the one setting of PostgreSQL that is not its default.
	SharedBuffers int64  `json:"sharedBuffersBytes"`
	Wrk           string `json:"wrk"`
}

var (
	digits    = regexp.MustCompile(`\d+(\.\d+)+`)
	modelName = regexp.MustCompile(`(?m)^model name\s*: (.+)$`)
)

// look finds out about the machine; what cannot be found stays empty.
func (b *bencher) look(ctx context.Context) machine {
	m := machine{Processors: runtime.NumCPU(), Go: runtime.Version(), PocketBase: pocketbaseVersion}
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		if found := modelName.FindSubmatch(text); found != nil {
			m.Processor = string(found[1])
		}
	}
	m.MemoryBytes, _ = memoryIn("/proc/meminfo", "MemTotal")
	m.SharedBuffers = sharedBuffers(m.MemoryBytes) >> 20 << 20
	if text, err := os.ReadFile("/proc/sys/kernel/osrelease"); err == nil {
		m.Kernel = digits.FindString(string(text))
	}
	m.FileSystem = answer(ctx, "stat", "-f", "-c", "%T", b.options.data)
	m.Rastro = answer(ctx, b.options.rastro, "version")
	m.Wrk = digits.FindString(answer(ctx, "wrk", "-v"))
	if s, err := findServer(b.work); err == nil {
		m.PostgreSQL = digits.FindString(answer(ctx, s.path("postgres"), "--version"))
	}
	return m
}

// answer returns the first line of a program's output; wrk prints it and fails.
func answer(ctx context.Context, program string, args ...string) string {
	out, _ := exec.CommandContext(ctx, program, args...).CombinedOutput()
	line, _, _ := strings.Cut(string(out), "\n")
	return strings.TrimSpace(line)
}
