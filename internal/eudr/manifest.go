package eudr

import (
	"encoding/hex"
	"errors"
	"fmt"

	"rastro/internal/canon"
)

// The files of a dossier other than its records and the parts of its GeoJSON.
const (
	manifestFile   = "manifesto.json"
	readmeFile     = "LEIAME-README-LEAME.txt"
	traceFile      = "rastreio.json"
	checkFile      = "conferencia.json"
	findingsFile   = "achados.json"
	balanceFile    = "balanco.json"
	identityFile   = "identidade.json"
	logoDir        = "logo"
	checkpointFile = "log/checkpoint.txt"
	keyFile        = "log/chave.txt"
	recordsDir     = "registros/"
	geojsonDir     = "geojson/"
)

// dossierForm names the form of a dossier.
const dossierForm = "rastro-dossie-eudr/1"

// manifest lists the files of a dossier. It is written in the canonical form of
// its JSON, so that there is one way to write it.
type manifest struct {
	Files []manifestEntry `json:"arquivos"`
	Form  string          `json:"formato"`
	Lot   string          `json:"lote"`
}

type manifestEntry struct {
	Bytes  int64  `json:"bytes"`
	Name   string `json:"nome"`
	SHA256 string `json:"sha256"`
}

func (m *manifest) add(name string, bytes int64, sum []byte) {
	m.Files = append(m.Files, manifestEntry{bytes, name, hex.EncodeToString(sum)})
}

func (m *manifest) encode() ([]byte, error) {
	text, err := canon.Marshal(m)
	if err != nil {
		return nil, err
	}
	return canon.Canonical(text)
}

// ErrOtherForm is a dossier of a form that this build does not know. It says nothing about the
// dossier.
var ErrOtherForm = errors.New("a newer program may know it")

func readManifest(text []byte) (*manifest, error) {
	var m manifest
	if err := canon.Unmarshal(text, &m); err != nil {
		return nil, err
	}
	if again, err := m.encode(); err != nil || string(again) != string(text) {
		return nil, errors.New("it is not in its one form")
	}
	if m.Form != dossierForm {
		return nil, fmt.Errorf("its form is %q, not %s: %w", m.Form, dossierForm, ErrOtherForm)
	}
	return &m, nil
}
