package cli

import (
	"fmt"
	"os"
	"runtime/debug"

	"rastro/internal/admit"
)

// headroom is memory that is reserved but never touched, so that Go counts it but the machine does
// not. Go collects garbage when the heap has doubled. With the few megabytes of a small store, that
// would be many times a second, and cost a tenth of the machine for nothing.
const headroom = 16 << 20

// reserve returns the headroom, which counts as long as it is referenced.
func reserve() []byte { return make([]byte, headroom) }

// What the process needs in addition to the requests' memory (caches, code, the pages of the
// database), and what a connection may need whatever it requests: its buffers, its headers, the
// beginning of its body, two stacks.
const (
	baseMemory       = 96 << 20
	connectionMemory = 64 << 10
)

// connectionShare is the part of the requests' memory that connections may take
// in addition: half.
const connectionShare = 2

// limitHeap has Go collect sooner when the heap comes near what requests and
// connections may take together, instead of letting it double. An operator who
// set GOMEMLIMIT knows better.
func limitHeap(memory int64) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(2*memory + baseMemory)
	}
}

// overcommitted reports that requests may claim more memory than there is; "" if they may not.
// Claims are about half of what the process uses at most.
func overcommitted(memory, available int64) string {
	if 2*memory+baseMemory <= available {
		return ""
	}
	return fmt.Sprintf("--memory is %d MiB, and this machine or its control group has %d MiB: the process may take twice the former and %d MiB more, and the system ends it when there is no more; write at most %dMiB, or give it more memory",
		memory>>20, available>>20, baseMemory>>20, max(admit.Least, (available-baseMemory)/2)>>20)
}

// Limits of how many connections are held at once.
const (
	maxConnections = 50_000
	minConnections = 256
	// ownFiles are the descriptors that the process needs for itself: the
	// database, scratch files, connections to PostgreSQL.
	ownFiles = 512
)

// connections returns the maximum number of open connections: those that take half of the requests'
// memory and leave descriptors for everything else.
func connections(memory int64) int { return connectionsWithin(memory, maxFiles()) }

// connectionsWithin bounds connections by the descriptors there are, 0 if
// unknown. That bound is the last word: beyond it accepting fails.
func connectionsWithin(memory int64, files int) int {
	most := max(min(int(memory/connectionShare/connectionMemory), maxConnections), minConnections)
	if files > 0 {
		most = min(most, files-min(ownFiles, files/2))
	}
	return most
}
