package logkey

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"rastro/internal/wholefile"
)

// Witness keeps, in files outside the database, what a witness must not forget: its signing key, and
// the last state of each log that it cosigned. A restored database does not take them back.
type Witness struct{ files *Files }

// Witness returns the files of this server as a witness.
func (f *Files) Witness() *Witness { return &Witness{&Files{base: f.base + ".witness"}} }

// StatePlace returns where the states are, for messages.
func (w *Witness) StatePlace() string { return w.files.base + ".state" }

// Key returns the signing key. Before the first cosignature, it creates one with make. A key
// without states is refused: its witness could cosign a log that was reset to an earlier state.
func (w *Witness) Key(make func() (string, error)) (string, error) {
	unlock, err := w.files.lock()
	if err != nil {
		return "", err
	}
	defer unlock()
	secret, err := w.files.Key()
	if err != nil {
		return "", err
	}
	if _, err := os.Lstat(w.StatePlace()); err == nil {
		if secret != "" {
			return secret, nil
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return "", err
	} else if secret != "" {
		return "", fmt.Errorf("%s, which says what this witness cosigned, is missing: put it back; if it is lost, move %s away, and give the new key to those who trust this witness", w.StatePlace(), w.files.keyFile())
	} else if err := w.files.write(w.StatePlace(), []byte("{}\n"), (*wholefile.File).Replace); err != nil {
		return "", err // write the states before the key, because a key without states counts as already used
	}
	if secret, err = make(); err != nil {
		return "", err
	}
	return secret, w.files.PutKey(secret)
}

// maxStates is more than the states of all logs of a witness take.
const maxStates = 4 << 20

// Change replaces the states in one step. What change returns is on disk when Change returns; nil
// changes nothing.
func (w *Witness) Change(change func(states []byte) ([]byte, error)) error {
	unlock, err := w.files.lock()
	if err != nil {
		return err
	}
	defer unlock()
	info, err := os.Lstat(w.StatePlace())
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() || info.Size() > maxStates {
		return fmt.Errorf("%s is not the file of a witness: put the right one in its place", w.StatePlace())
	}
	old, err := os.ReadFile(w.StatePlace())
	if err != nil {
		return err
	}
	next, err := change(old)
	if err != nil || next == nil {
		return err
	}
	return w.files.write(w.StatePlace(), next, (*wholefile.File).Replace)
}

// CosignedPlace returns where the last cosigned checkpoint of this server's own log is.
func (f *Files) CosignedPlace() string { return f.base + ".cosigned" }

// Cosigned returns the last checkpoint that witnesses cosigned; nil if there is none. Losing it
// does no harm: the next one takes its place.
func (f *Files) Cosigned() []byte {
	info, err := os.Lstat(f.CosignedPlace())
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxCheckpoint {
		return nil
	}
	data, err := os.ReadFile(f.CosignedPlace())
	if err != nil {
		return nil
	}
	return data
}

// PutCosigned keeps it.
func (f *Files) PutCosigned(checkpoint []byte) error {
	return f.write(f.CosignedPlace(), checkpoint, (*wholefile.File).Replace)
}
