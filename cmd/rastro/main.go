// Command rastro is a traceability service for crops. It runs the server and the
// commands that administer it; package cli has them all.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"rastro/internal/cli"
)

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		signal.Stop(signals) // before the shutdown begins: a second signal ends the process at once
		cancel()
	}()
	os.Exit(cli.Run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr))
}
