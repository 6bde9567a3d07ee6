// Command bench measures Rastro beside its peers and beside what the machine
// can do at all, and says which of the project's promises on speed hold. Every
// promise is a ratio of two measurements of the same run: absolute figures say
// more about the machine than about the program.
//
// Under the same load from wrk it runs, one after another: the limit (a bare
// net/http server that answers a constant of the same size), Rastro on SQLite,
// Rastro on PostgreSQL, and PocketBase; and pgbench, as the limit of what
// PostgreSQL can write. docs/benchmarks/README.md says what is measured and how.
//
// The package is a tool for Linux: it reads /proc and calls wrk and cp.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	var err error
	if len(os.Args) > 1 && os.Args[1] == limitCommand {
		err = serveLimit(ctx, os.Args[2:])
	} else {
		err = bench(ctx, os.Args[1:])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}
