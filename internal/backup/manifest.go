// Package backup describes copies of an SQLite database, and replaces a database with one without
// losing either.
package backup

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"rastro/internal/wholefile"
)

// Format is the version of the manifest. A reader refuses a later one.
const Format = 1

// Manifest describes a copy at the time it was made. It is stored next to the copy.
type Manifest struct {
	Format  int       `json:"formato"`
	Program string    `json:"programa"` // the version that made it
	Made    time.Time `json:"feitaEm"`
	Size    int64     `json:"tamanho"`
	Sum     string    `json:"sha256"`
	// Checkpoint is the last state of the public log that a server had published when the copy
	// was begun: the copy holds at least that. Empty: none.
	Checkpoint string `json:"checkpoint,omitempty"`
}

// Beside returns where the manifest of a copy is.
func Beside(path string) string { return path + ".manifest.json" }

// Describe writes the manifest of a copy.
func Describe(path, program string, checkpoint []byte, now time.Time) error {
	size, sum, err := measure(path)
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(Manifest{Format: Format, Program: program, Made: now.UTC().Truncate(time.Second), Size: size, Sum: sum, Checkpoint: string(checkpoint)}, "", "  ")
	if err != nil {
		return err
	}
	return wholefile.Write(Beside(path), append(text, '\n'))
}

// maxManifest bounds a manifest: a checkpoint takes a few hundred bytes.
const maxManifest = 64 << 10

// Read reads the manifest of a copy; nil if there is none, as with copies of earlier versions and
// of other programs.
func Read(path string) (*Manifest, error) {
	file, err := os.Open(Beside(path))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the manifest: %w", err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxManifest))
	if err != nil {
		return nil, fmt.Errorf("cannot read the manifest: %w", err)
	}
	var m Manifest
	if err := json.Unmarshal(text, &m); err != nil || m.Format < 1 {
		return nil, fmt.Errorf("%s is not a manifest of a backup: it was changed; take another backup, or remove it if you trust the copy without it", Beside(path))
	}
	if m.Format > Format {
		return nil, fmt.Errorf("%s was made by a newer version (%s): restore it with that version", path, m.Program)
	}
	return &m, nil
}

// Holds reports whether a copy matches its manifest.
func (m *Manifest) Holds(path string) error {
	size, sum, err := measure(path)
	if err != nil {
		return err
	}
	if size != m.Size {
		return fmt.Errorf("%s has %d bytes, and its manifest says %d: it is incomplete or was changed; take another backup", path, size, m.Size)
	}
	if sum != m.Sum {
		return fmt.Errorf("%s is not what its manifest says (SHA-256 %s, not %s): it was changed; take another backup", path, sum, m.Sum)
	}
	return nil
}

func measure(path string) (size int64, sum string, err error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, "", fmt.Errorf("cannot read the copy: %w", err)
	}
	defer file.Close()
	hash := sha256.New()
	if size, err = io.Copy(hash, file); err != nil {
		return 0, "", fmt.Errorf("cannot read the copy: %w", err)
	}
	return size, hex.EncodeToString(hash.Sum(nil)), nil
}
