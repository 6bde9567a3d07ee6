package cli

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"rastro/internal/lang"
	"rastro/internal/verifyfile"
)

// verifyFile checks a file as rastro-verify does. A dossier may be checked with its own key, which
// proves that it is intact, not who made it.
func (e *env) verifyFile(path string, pins verifyfile.Pins) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("cannot read the proof: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New(path + " is not a file")
	}
	if err != nil {
		return fmt.Errorf("cannot read the proof: %w", err)
	}
	r, err := verifyfile.Check(f, info.Size(), pins)
	switch {
	case err != nil:
		return err
	case pins.Key == "" && r.Kind != verifyfile.Dossier:
		return errors.New("name the log's verifier key with --key: its owner publishes it")
	case r.Verdict == verifyfile.Unable:
		return fmt.Errorf("%s cannot be checked: %w", path, r.Err)
	case r.Err != nil:
		return fmt.Errorf("%s does not hold: %w", path, r.Err)
	}
	for _, c := range r.Cosigned {
		fmt.Fprintf(e.stdout, "The witness %s cosigned this state of the log at %s\n", c.Witness, c.At.UTC().Format(time.RFC3339))
	}
	if r.Kept != nil {
		fmt.Fprintln(e.stdout, r.Kept.In(lang.EN))
	}
	switch r.Kind {
	case verifyfile.Dossier:
		return e.tellDossier(path, &r)
	case verifyfile.Checkpoint:
		_, err = fmt.Fprintf(e.stdout, "%s holds: a state of the log %s with %s\n", path, r.Origin, counted(r.Tree.Size, "entry", "entries"))
		return err
	}
	_, err = fmt.Fprintf(e.stdout, "%s holds: entry %d of %d in the log %s\n", path, r.Proof.Index, r.Tree.Size, r.Origin)
	e.tellPredecessors("The log "+r.Origin, r.Proof.Predecessors)
	if err == nil && r.Layers != nil {
		_, err = fmt.Fprintln(e.stdout, verifyfile.Printable(r.Layers.In(lang.EN)))
	}
	if err == nil && r.Kind == verifyfile.Bare {
		_, err = fmt.Fprintf(e.stdout, "It proves the commitment %s; the document is not in the file.\n", r.Proof.Hash)
	}
	return err
}

// tellDossier says what a valid dossier proves.
func (e *env) tellDossier(path string, r *verifyfile.Result) error {
	v := &r.Dossier
	_, err := fmt.Fprintf(e.stdout, "%s holds: lot %s, %s in %s, %s in the log %s of %s\n",
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
