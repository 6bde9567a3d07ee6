// Package pinflags reads what a reader trusts from the command line. `rastro verify` and rastro-verify
// have the same options for it.
package pinflags

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"rastro/internal/lang"
	"rastro/internal/verifyfile"
)

// The options.
const (
	Key         = "key"
	KeyFile     = "key-file"
	Checkpoint  = "checkpoint"
	WitnessKey  = "witness-key"
	WitnessFile = "witness-file"
	Threshold   = "threshold"
)

// Flags are the options as they were given.
type Flags struct {
	key, keyFile, checkpoint, witnessFile string
	witnesses                             []string
	threshold                             int
}

var errEmpty = errors.New("it is empty")

// Add defines the options.
func Add(set *flag.FlagSet) *Flags {
	f := &Flags{}
	text := func(to *string) func(string) error {
		return func(value string) error {
			if *to = strings.TrimSpace(value); *to == "" {
				return errEmpty // as of "$(cat FILE)" without such a file: the reader meant to pin something
			}
			return nil
		}
	}
	set.Func(Key, "the log's verifier `KEY`, as 'rastro log key' prints it: needed for a proof, and the one a dossier or store must have", text(&f.key))
	set.Func(KeyFile, "the same, from a `FILE`", text(&f.keyFile))
	set.Func(Checkpoint, "a `FILE` with a checkpoint kept from before: a store must still extend it, and a file must not show another state of the same size", text(&f.checkpoint))
	set.Func(WitnessKey, "the `KEY` of a witness that must have cosigned the log's state in a file; may be repeated", func(value string) error {
		if strings.TrimSpace(value) == "" {
			return errEmpty
		}
		f.witnesses = append(f.witnesses, value)
		return nil
	})
	set.Func(WitnessFile, "the same, from a `FILE` with one key a line", text(&f.witnessFile))
	set.Func(Threshold, "how many of these witnesses, `N`, must have cosigned it; without it, all", func(value string) (err error) {
		f.threshold, err = strconv.Atoi(value)
		return err
	})
	return f
}

// Witnesses reports whether the options name witnesses, or how many of them have to sign.
func (f *Flags) Witnesses() bool {
	return len(f.witnesses) > 0 || f.witnessFile != "" || f.threshold != 0
}

// Read reads the files that the options name. A file without what it is named for is an error:
// otherwise less would be checked than the reader asked for.
func (f *Flags) Read(l lang.Lang) (pins verifyfile.Pins, err error) {
	if f.key != "" && f.keyFile != "" {
		return pins, errors.New(keyTwice.In(l))
	}
	pins = verifyfile.Pins{Key: f.key, Witnesses: f.witnesses, Threshold: f.threshold}
	if f.keyFile != "" {
		keys, err := words(f.keyFile, l)
		if err != nil {
			return pins, err
		}
		if len(keys) > 1 {
			return pins, fmt.Errorf("%s: %s", f.keyFile, keysInFile.In(l))
		}
		pins.Key = keys[0]
	}
	if f.witnessFile != "" {
		keys, err := words(f.witnessFile, l)
		if err != nil {
			return pins, err
		}
		pins.Witnesses = append(pins.Witnesses, keys...)
	}
	if f.threshold != 0 && len(pins.Witnesses) == 0 {
		return pins, errors.New(noWitness.In(l))
	}
	if f.checkpoint != "" {
		if pins.Checkpoint, err = small(f.checkpoint, l); err != nil {
			return pins, fmt.Errorf("%s: %w", noCheckpoint.In(l), err)
		}
	}
	return pins, nil
}

// words returns the words of a file, at least one.
func words(path string, l lang.Lang) ([]string, error) {
	text, err := small(path, l)
	if err != nil {
		return nil, err
	}
	return strings.Fields(string(text)), nil
}

// largest is the maximum size of a file with keys or a checkpoint.
const largest = 1 << 20

// small reads a whole file that is neither empty nor large.
func small(path string, l lang.Lang) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, largest+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) > largest:
		return nil, fmt.Errorf("%s: %s", path, tooLarge.In(l))
	case strings.TrimSpace(string(text)) == "":
		return nil, fmt.Errorf("%s: %s", path, emptyFile.In(l))
	}
	return text, nil
}

var (
	keyTwice   = lang.Text{PT: "use --key ou --key-file, não os dois", EN: "use --key or --key-file, not both", ES: "use --key o --key-file, no los dos"}
	keysInFile = lang.Text{PT: "tem mais de uma chave", EN: "it has more than one key", ES: "tiene más de una clave"}
	noWitness  = lang.Text{PT: "--threshold vem com chaves de testemunhas: informe --witness-key ou --witness-file", EN: "--threshold goes with keys of witnesses: name them with --witness-key or --witness-file",
		ES: "--threshold va con claves de testigos: indique --witness-key o --witness-file"}
	noCheckpoint = lang.Text{PT: "não deu para ler o estado do log que você guardou", EN: "cannot read the checkpoint", ES: "no se pudo leer el estado del log que usted guardó"}
	tooLarge     = lang.Text{PT: "tem mais de 1 MiB: é o arquivo certo?", EN: "it is over 1 MiB: is it the right file?", ES: "tiene más de 1 MiB: ¿es el archivo correcto?"}
	emptyFile    = lang.Text{PT: "o arquivo está vazio", EN: "the file is empty", ES: "el archivo está vacío"}
)
