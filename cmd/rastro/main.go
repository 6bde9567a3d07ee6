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
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	os.Exit(cli.Run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr))
}
