// Package parallel spreads work over goroutines that a request waits for.
package parallel

import (
	"fmt"
	"runtime/debug"
	"sync"
)

// Each calls fn with every number below n, in several goroutines, and returns when all calls have.
// A panic in a call ends its goroutine's share and is raised again here, where the request's
// handler recovers it; in the goroutine it would end the program.
func Each(n, lanes int, fn func(i int)) {
	var group sync.WaitGroup
	panics := make([]any, min(lanes, n))
	for lane := range panics {
		group.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					panics[lane] = fmt.Sprintf("%v\n%s", p, debug.Stack())
				}
			}()
			for i := lane; i < n; i += lanes {
				fn(i)
			}
		})
	}
	group.Wait()
	for _, p := range panics {
		if p != nil {
			panic(p)
		}
	}
}
