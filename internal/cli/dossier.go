package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"rastro/internal/eudr"
)

// isZip reports whether a file is a dossier and not a proof, by its first bytes.
func isZip(path string) (bool, error) {
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	var begin [4]byte
	if _, err := io.ReadFull(f, begin[:]); err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return false, err
	}
	return string(begin[:]) == "PK\x03\x04", nil
}

// verifyDossier checks a dossier. Without a key it uses the dossier's own, which
// proves that the dossier is intact, not who made it.
func (e *env) verifyDossier(path, key string) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("cannot read the dossier: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("cannot read the dossier: %w", err)
	}
	v, err := eudr.Verify(f, info.Size(), key)
	if err != nil {
		return fmt.Errorf("%s does not hold: %w", path, err)
	}
	_, err = fmt.Fprintf(e.stdout, "%s holds: lot %s, %s in %s, %s in the log %s of %s\n",
		path, v.Lot, counted(v.Plots, "plot", "plots"), counted(v.Parts, "part", "parts"), counted(v.Records, "record", "records"), v.Verifier.Origin(), counted(v.Tree.Size, "entry", "entries"))
	fmt.Fprintf(e.stdout, "The log's signature covers the records and nothing else. The GeoJSON was made again from them and is the same; every lot and harvest of the trace is named by one of them.\n"+
		"Not signed: what else is in %s. That is what the maker of the dossier says, as is that nothing was left out.\n", strings.Join(v.Unsigned, ", "))
	if err == nil && v.Files+v.LeftOut > 0 {
		_, err = fmt.Fprintf(e.stdout, "Attached files that the records list: %s here, each with the SHA-256 that its record says; %d left out.\n", counted(v.Files, "is", "are"), v.LeftOut)
	}
	if err == nil && v.OwnKey {
		_, err = fmt.Fprintf(e.stdout, "It was checked with its own key. Compare it with the one that the log's owner publishes, or give that one with --key:\n%s\n", v.Key)
	}
	return err
}
