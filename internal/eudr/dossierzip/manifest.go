package dossierzip

import (
	"encoding/hex"
	"errors"
	"fmt"

	"rastro/internal/canon"
)

// form names the form of the archive.
const form = "rastro-dossie-eudr/1"

// Manifest lists the files of a dossier. It is written in the canonical form of
// its JSON, so that there is one way to write it.
type Manifest struct {
	Files []ManifestEntry `json:"arquivos"`
	Form  string          `json:"formato"`
	Lot   string          `json:"lote"`
}

// ManifestEntry is a file in a manifest.
type ManifestEntry struct {
	Bytes  int64  `json:"bytes"`
	Name   string `json:"nome"`
	SHA256 string `json:"sha256"`
}

func (m *Manifest) add(name string, bytes int64, sum []byte) {
	m.Files = append(m.Files, ManifestEntry{bytes, name, hex.EncodeToString(sum)})
}

func (m *Manifest) encode() ([]byte, error) {
	text, err := canon.Marshal(m)
	if err != nil {
		return nil, err
	}
	return canon.Canonical(text)
}

// ErrOtherForm is a dossier of a form that this build does not know. It says nothing about the
// dossier.
var ErrOtherForm = errors.New("a newer program may know it")

// ReadManifest reads a manifest, which must be in its canonical form.
func ReadManifest(text []byte) (*Manifest, error) {
	var m Manifest
	if err := canon.Unmarshal(text, &m); err != nil {
		return nil, err
	}
	if again, err := m.encode(); err != nil || string(again) != string(text) {
		return nil, errors.New("it is not in its one form")
	}
	if m.Form != form {
		return nil, fmt.Errorf("its form is %q, not %s: %w", m.Form, form, ErrOtherForm)
	}
	return &m, nil
}
