package dossierproof

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rastro/internal/attachment"
	"rastro/internal/canon"
	"rastro/internal/eudr/dossierzip"
	"rastro/internal/ledger"
)

// provenFiles returns the files that a proven document lists. If they are personal, their names are
// revealed next to the document.
func provenFiles(proof *ledger.Proof) ([]attachment.File, error) {
	document := proof.Document
	if !bytes.Contains(document, []byte(`"`+attachment.Member+`"`)) { // nearly all
		return nil, nil
	}
	var said struct {
		Seal canon.Value `json:"selo"`
	}
	if err := canon.UnmarshalLenient(document, &said); err != nil || len(said.Seal) == 0 {
		return nil, err
	}
	files, err := attachment.Read(said.Seal)
	if err != nil {
		return nil, err
	}
	return files, attachment.Open(files, proof.Revealed)
}

// StepFiles: the attached files are those that the proven records list.
const StepFiles ledger.Step = "files"

// provenFile is a file listed by proven records, with its names in them.
type provenFile struct {
	Bytes int64
	names []string
}

// checkAttached compares the attached files with those that the proven records list: each one
// present must be listed and have the right bytes, and each absent one must be declared missing.
func (v *verification) checkAttached() error {
	var told dossierzip.FilesList
	if v.files[dossierzip.FilesFile] != nil {
		text, err := v.read(dossierzip.FilesFile)
		if err != nil {
			return err
		}
		if err := canon.UnmarshalLenient(text, &told); err != nil {
			return fmt.Errorf("%s: %w", dossierzip.FilesFile, err)
		}
		v.Unsigned = append(v.Unsigned, dossierzip.FilesFile)
	}
	left, numbered := len(v.attached), 0
	seen := map[string]bool{}
	for _, f := range told.Files {
		known, proven := v.attached[f.Sum]
		switch {
		case !proven || known.Bytes != f.Bytes || f.Name != "" && !slices.Contains(known.names, f.Name):
			return fmt.Errorf("%s lists %s, which no proven record lists", dossierzip.FilesFile, strconv.Quote(f.Sum))
		case seen[f.Sum]:
			return fmt.Errorf("%s lists %s twice", dossierzip.FilesFile, f.Sum)
		case f.File == "" && f.Because == "":
			return fmt.Errorf("%s does not say why %s was left out", dossierzip.FilesFile, f.Sum)
		case f.File == "":
			v.LeftOut++
		case v.files[f.File] == nil || f.File != dossierzip.FilesDir+f.Sum && f.File != dossierzip.AttachedName(numbered+1, f.Name): // earlier builds named files by their digests
			return fmt.Errorf("%s is missing", strconv.Quote(f.File))
		default:
			numbered++
			sum := v.sums[f.File]
			if hex.EncodeToString(sum[:]) != f.Sum {
				return fmt.Errorf("%s is not the file that the records list", f.File)
			}
			v.Files++
		}
		seen[f.Sum] = true
		left--
	}
	if left > 0 && !told.More {
		return errors.New("the records list files that " + dossierzip.FilesFile + " leaves out")
	}
	v.LeftOut += left
	there := 0
	for name := range v.files {
		if strings.HasPrefix(name, dossierzip.FilesDir) && name != dossierzip.LeftOutFile {
			there++
		}
	}
	if there != v.Files {
		return errors.New("there are attached files that no record lists")
	}
	return nil
}
