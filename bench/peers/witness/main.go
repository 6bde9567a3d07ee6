// Command witness is the witness of github.com/transparency-dev/witness, with its states in memory. Its
// arguments are its signing key and the key of the log that it witnesses; it prints where it listens.
package main

import (
	"context"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"

	notes "github.com/transparency-dev/formats/note"
	"github.com/transparency-dev/witness/persistence/inmemory"
	"github.com/transparency-dev/witness/witness"
	"golang.org/x/mod/sumdb/note"
)

func main() {
	if err := run(os.Args[1], os.Args[2]); err != nil {
		log.Fatal(err)
	}
}

func run(secret, logKey string) error {
	signer, err := notes.NewSignerForCosignatureV1(secret)
	if err != nil {
		return err
	}
	verifier, err := note.NewVerifier(logKey)
	if err != nil {
		return err
	}
	w, err := witness.New(context.Background(), witness.Opts{
		Persistence: inmemory.New(), Signers: []note.Signer{signer},
		VerifierForLog: func(_ context.Context, origin string) (note.Verifier, bool, error) {
			return verifier, origin == verifier.Name(), nil
		},
	})
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(listener.Addr())
	http.HandleFunc("POST /add-checkpoint", witness.NewHTTPHandler(w).AddCheckpoint)
	return http.Serve(listener, nil)
}
