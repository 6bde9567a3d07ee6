// Package dossierproof checks a dossier without the server that made it: its files, the proof of each
// record, and what follows from the proven records.
package dossierproof

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	"rastro/internal/eudr/dossierzip"
	"rastro/internal/eudr/plotfile"
	"rastro/internal/ledger"
	"rastro/internal/lineage"
	"rastro/internal/strictzip"
)

// The steps of checking a dossier that a proof alone does not have.
const (
	StepManifest ledger.Step = "manifest" // every file is the one that the manifest lists
	StepRecords  ledger.Step = "records"  // the records are those that the trace lists
	StepGeoJSON  ledger.Step = "geojson"  // the proven records give the same GeoJSON
)

// Verified is the result of checking a valid dossier.
type Verified struct {
	Lot                   string
	Plots, Parts, Records int
	// Files counts the attached files that are present, LeftOut the others that the records list.
	Files, LeftOut int
	Tree           ledger.Tree
	Verifier       *ledger.Verifier
	Key            string // that it was checked with
	Checkpoint     []byte // the signed state of the log
	OwnKey         bool   // which is the one in the dossier itself
	// Unsigned are the files that no proven record covers: they say what the person who made
	// the dossier says.
	Unsigned []string
}

// Limits on what is read of a dossier, which may contain anything.
const (
	maxDossierFiles = dossierzip.MaxRecords + dossierzip.MaxFiles + 1000
	maxFileBytes    = 256 << 20 // for what is read at once: a list of all records
)

// Verify checks a dossier with the log's verifier key, "" for the one that it
// carries, and returns a *ledger.Failure that names the step that fails.
func Verify(r io.ReaderAt, size int64, key string) (Verified, error) {
	if err := strictzip.Check(r, size); err != nil {
		step := ledger.StepFile
		if _, twice := errors.AsType[*strictzip.TwiceError](err); twice {
			step = StepManifest
		}
		return Verified{}, &ledger.Failure{Step: step, Err: err}
	}
	archive, err := zip.NewReader(r, size)
	if err != nil {
		return Verified{}, &ledger.Failure{Step: ledger.StepFile, Err: fmt.Errorf("not a whole zip archive: %w", err)}
	}
	v := &verification{files: map[string]*zip.File{}, sums: map[string][32]byte{}, named: map[string]bool{}, of: map[string]bool{}, attached: map[string]provenFile{}, derived: newDerived(), stated: map[string]*lineage.Stated{}, again: plotfile.NewCollector(plotfile.EU, 0)}
	for _, step := range []struct {
		name ledger.Step
		run  func() error
	}{
		{StepManifest, func() error { return v.list(archive) }},
		{StepManifest, v.checkFiles},
		{ledger.StepSignature, func() error { return v.checkSignature(key) }},
		{StepRecords, v.readTrace},
		{StepRecords, v.checkRecords},
		{StepRecords, v.checkTrace},
		{StepFiles, v.checkAttached},
		{StepGeoJSON, v.checkGeoJSON},
	} {
		if err := step.run(); err != nil {
			if _, named := errors.AsType[*ledger.Failure](err); named {
				return Verified{}, err
			}
			return Verified{}, &ledger.Failure{Step: step.name, Err: err}
		}
	}
	return v.Verified, nil
}

type verification struct {
	Verified
	files      map[string]*zip.File
	sums       map[string][32]byte
	manifest   *dossierzip.Manifest
	checkpoint string
	told       toldTrace
	derived    *derived
	records    []listed
	lots       []string                   // that the trace lists
	harvests   []string                   // that it lists
	named      map[string]bool            // lots that a proven record names
	of         map[string]bool            // harvests of proven records
	stated     map[string]*lineage.Stated // the proven profiles, by harvest
	attached   map[string]provenFile      // files that proven records list
	again      *plotfile.Collector
}

// listed is a record as the trace lists it.
type listed struct {
	Role    dossierzip.Role `json:"papel"`
	Prefix  string          `json:"prefixo"`
	ID      string          `json:"id"`
	Version int64           `json:"versao"`
	File    string          `json:"arquivo"`
}

// list reads the contents of the archive.
func (v *verification) list(archive *zip.Reader) error {
	if len(archive.File) > maxDossierFiles {
		return errors.New("there are too many files in it")
	}
	for _, f := range archive.File {
		if v.files[f.Name] != nil {
			return fmt.Errorf("%s is there twice", f.Name)
		}
		v.files[f.Name] = f
	}
	text, err := v.read(dossierzip.ManifestFile)
	if err != nil {
		return err
	}
	if v.manifest, err = dossierzip.ReadManifest(text); err != nil {
		return fmt.Errorf("%s: %w", dossierzip.ManifestFile, err)
	}
	v.Lot = v.manifest.Lot
	return nil
}

// read reads a file whole.
func (v *verification) read(name string) ([]byte, error) {
	f := v.files[name]
	if f == nil {
		return nil, fmt.Errorf("%s is missing", name)
	}
	in, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in, maxFileBytes+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	case len(text) > maxFileBytes:
		return nil, fmt.Errorf("%s is too large", name)
	}
	return text, nil
}

// checkFiles compares every file with the manifest.
func (v *verification) checkFiles() error {
	if len(v.manifest.Files) != len(v.files)-1 {
		return fmt.Errorf("%s lists %d files, there are %d", dossierzip.ManifestFile, len(v.manifest.Files), len(v.files)-1)
	}
	for _, e := range v.manifest.Files {
		f := v.files[e.Name]
		if _, twice := v.sums[e.Name]; twice || e.Name == dossierzip.ManifestFile {
			return fmt.Errorf("%s lists %s wrongly", dossierzip.ManifestFile, e.Name)
		}
		if f == nil {
			return fmt.Errorf("%s is missing", e.Name)
		}
		in, err := f.Open()
		if err != nil {
			return fmt.Errorf("%s: %w", e.Name, err)
		}
		h := sha256.New()
		n, err := io.Copy(h, io.LimitReader(in, e.Bytes+1))
		_ = in.Close() // nothing was written to it
		if err != nil {
			return fmt.Errorf("%s: %w", e.Name, err)
		}
		sum := [32]byte(h.Sum(nil))
		if n != e.Bytes || hex.EncodeToString(sum[:]) != e.SHA256 {
			return fmt.Errorf("%s is not the file that was listed", e.Name)
		}
		v.sums[e.Name] = sum
	}
	if v.sums[dossierzip.ReadmeFile] != sha256.Sum256([]byte(dossierzip.Readme(v.Lot))) {
		return fmt.Errorf("%s is not the one of this form", dossierzip.ReadmeFile)
	}
	return nil
}

// checkSignature opens the checkpoint that all proofs lead to.
func (v *verification) checkSignature(key string) error {
	own, err := v.read(dossierzip.KeyFile)
	if err != nil {
		return err
	}
	if v.OwnKey = key == ""; v.OwnKey {
		key = string(own)
	}
	if v.Verifier, err = ledger.NewVerifier(key); err != nil {
		return err
	}
	if !v.OwnKey && strings.TrimSpace(string(own)) != strings.TrimSpace(key) {
		return otherKey(strings.TrimSpace(string(own)), v.Verifier)
	}
	v.Key = strings.TrimSpace(key)
	checkpoint, err := v.read(dossierzip.CheckpointFile)
	if err != nil {
		return err
	}
	v.checkpoint, v.Checkpoint = string(checkpoint), checkpoint
	v.Tree, err = v.Verifier.Open(checkpoint)
	return err
}

// otherKey reports that a dossier is from another log than the given key's. After 'rastro log
// adopt', an older dossier looks like this with the newer key.
func otherKey(own string, given *ledger.Verifier) error {
	log, err := ledger.NewVerifier(own)
	if err != nil || log.Origin() == given.Origin() {
		return fmt.Errorf("%s is another key than the given one", dossierzip.KeyFile)
	}
	return fmt.Errorf("%s is another key than the given one: the dossier is of the log %q, the key of %q. If 'rastro log adopt' made the second continue the first, proofs of the second name the first, with its key: compare it with this one, then verify the dossier with --key %q",
		dossierzip.KeyFile, log.Origin(), given.Origin(), own)
}
