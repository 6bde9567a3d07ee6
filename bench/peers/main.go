// Command peers runs the programs that Rastro is compared with. It is a
// separate module, so that their dependencies never enter the product's.
//
//	peers load  -dir DIR -ids FILE   fills a new PocketBase from standard input
//	peers serve -dir DIR -addr ADDR  serves it
//
// load reads one record a line, "safraId TAB safraCodigo TAB kind TAB dados",
// and writes the ids it gave, one after another without separators. serve
// prints the token that requests must carry, on one line, before it listens.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 0 {
		return errors.New("name a command: load or serve")
	}
	flags := flag.NewFlagSet("peers "+args[0], flag.ContinueOnError)
	dir := flags.String("dir", "", "the data folder")
	ids := flags.String("ids", "", "load: the file to write the ids to")
	addr := flags.String("addr", "127.0.0.1:0", "serve: where to listen")
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	if *dir == "" {
		return errors.New("name the data folder with -dir")
	}
	switch args[0] {
	case "load":
		return load(*dir, *ids, os.Stdin)
	case "serve":
		return serve(*dir, *addr)
	}
	return fmt.Errorf("unknown command %q: it is load or serve", args[0])
}
