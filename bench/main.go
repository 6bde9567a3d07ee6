// Command bench compares Rastro with its peers and with the limit of the machine, and reports which
// of the project's speed targets it meets. Targets are ratios of two measurements of the same run,
// because absolute figures say more about the machine than about the program. It runs on Linux
// only; docs/benchmarks/README.md describes what it measures and how.
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
