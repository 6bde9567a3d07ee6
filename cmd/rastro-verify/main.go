// Command rastro-verify checks proofs, dossiers and checkpoints without a server, a network or a
// database; package standalone has it all.
package main

import (
	"os"

	"rastro/internal/verifyfile/standalone"
)

func main() { os.Exit(standalone.Run(os.Args[1:], os.Environ(), os.Stdout, os.Stderr)) }
