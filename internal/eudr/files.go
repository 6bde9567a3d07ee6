package eudr

import (
	"archive/zip"
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"rastro/internal/attachment"
	"rastro/internal/canon"
	"rastro/internal/finding"
	"rastro/internal/ledger"
	"rastro/internal/trace"
)

// Limits of the attached files in a dossier. What exceeds them is listed but left out.
const (
	MaxDossierFiles     = 2_000
	MaxDossierFileBytes = 256 << 20 // in all
	maxListedFiles      = 20_000
)

// The files in a dossier about attachments.
const (
	filesFile   = "anexos.json"
	filesDir    = "anexos/"
	leftOutFile = filesDir + "FALTAM-MISSING-FALTAN.txt"
)

// Reasons why a file is left out.
const (
	overLimit = "limite"
	lost      = "perdido"
	private   = "pessoal"
	unread    = "indisponivel"
)

// filesList says which files the records of a dossier list, and which of them are in it.
type filesList struct {
	Files []fileLine `json:"anexos"`
	// More: there are more than are listed.
	More bool `json:"haMais"`
}

// fileLine is a file; it occurs once, however many records list it.
type fileLine struct {
	Sum     string `json:"sha256"`
	Name    string `json:"nome"` // "" for a personal one that was not requested
	Bytes   int64  `json:"bytes"`
	File    string `json:"arquivo"` // in the dossier; "" if it was left out
	Because string `json:"motivo"`  // why it was left out; "" if it was not

	personal bool   // a record says that it may hold personal data
	media    string // of the file, according to its record
}

// attachedFiles collects the files that proven documents list, each once, in their order.
type attachedFiles struct {
	filesList
	personal bool           // including those that may hold personal data
	seen     map[string]int // where in the list
}

// provenFiles returns the files that a proven document lists. What they are called is revealed beside it
// if they are personal.
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

// addSealed adds the files that the seal of a record lists.
func (a *attachedFiles) addSealed(seal []byte) error {
	files := attachment.List(seal)
	if len(files) == 0 && bytes.Contains(seal, []byte(`"`+attachment.Member+`"`)) {
		return trace.Fail(trace.CodeStoreDamaged)
	}
	for i := range files {
		if f := &files[i]; f.Personal && !a.personal {
			f.Name = ""
		}
		a.add(&files[i])
	}
	return nil
}

func (a *attachedFiles) add(f *attachment.File) {
	if a.seen == nil {
		a.seen = map[string]int{}
	}
	at, listed := a.seen[f.Sum]
	switch {
	case listed: // personal in one record means personal
		a.Files[at].personal = a.Files[at].personal || f.Personal
		a.Files[at].Name = cmp.Or(a.Files[at].Name, f.Name)
	case len(a.Files) == maxListedFiles:
		a.More = true
	default:
		a.seen[f.Sum] = len(a.Files)
		a.Files = append(a.Files, fileLine{Sum: f.Sum, Name: f.Name, Bytes: f.Bytes, personal: f.Personal, media: f.Media})
	}
}

// write adds the files to a dossier, as far as they fit, and lists those that are left out.
func (a *attachedFiles) write(z *archive, limit int64, open func(sum string) (io.ReadSeekCloser, error)) {
	if len(a.Files) == 0 || z.err != nil {
		return
	}
	var count int
	var total int64
	var missing strings.Builder
	for i := range a.Files {
		f := &a.Files[i]
		switch {
		case f.personal && !a.personal:
			f.Because, f.Name = private, ""
		case count == MaxDossierFiles || total+f.Bytes > limit || f.Bytes > attachment.MaxBytes:
			f.Because = overLimit
		default:
			f.File = inDossier(count+1, f.Name)
			f.Because = z.attached(f, open)
		}
		if f.Because == "" {
			count++
			total += f.Bytes
		} else {
			f.File = ""
			fmt.Fprintf(&missing, "%s  %d bytes  %s\n  %s\n", f.Sum, f.Bytes, f.Name, becauseText[f.Because])
		}
		if z.err != nil {
			return
		}
	}
	if a.More {
		missing.WriteString("…\n")
	}
	if missing.Len() > 0 {
		z.text(leftOutFile, []byte(leftOutText+missing.String()))
	}
	text, err := canon.Marshal(a.filesList)
	if err != nil {
		z.err = err
		return
	}
	z.text(filesFile, append(text, '\n'))
}

// inDossier returns a file's name in the dossier: a number and the name in its record, since
// records may use the same name for several files. The list says which file it is.
func inDossier(number int, name string) string {
	return filesDir + fmt.Sprintf("%04d ", number) + strings.Map(func(r rune) rune {
		if r == '/' || r == '\\' || !unicode.IsPrint(r) { // names were cleaned when the file came; a dossier is unpacked by others
			return '_'
		}
		return r
	}, name)
}

// attached writes a file, or says why it is left out. The file is read once, and completely before
// its first byte is written: a later failure would end the dossier in the middle.
func (z *archive) attached(f *fileLine, open func(string) (io.ReadSeekCloser, error)) (because string) {
	content, err := open(f.Sum)
	switch {
	case trace.Is(err, trace.CodeFileLost), trace.Is(err, trace.CodeNoFile):
		return lost
	case err != nil:
		return unread
	}
	defer content.Close()
	body := make([]byte, f.Bytes+1)
	n, err := io.ReadFull(content, body)
	switch digest := sha256.Sum256(body[:n]); {
	case err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
		return unread
	case int64(n) != f.Bytes || hex.EncodeToString(digest[:]) != f.Sum:
		return lost
	}
	z.packed(f.File, zip.Store, func(w *bufio.Writer) error { // photos and documents are compressed already
		_, err := w.Write(body[:n])
		return err
	})
	return ""
}

// becauseText says why a file is left out.
var becauseText = map[string]string{
	overLimit: "Não coube no dossiê: peça a quem o fez. / It did not fit into the dossier: ask its maker. / No cupo en el expediente: pídalo a quien lo hizo.",
	lost:      "O arquivo não foi achado, ou foi alterado. / The file was not found, or was changed. / El archivo no se encontró, o fue alterado.",
	private:   "Pode trazer dados pessoais: peça a quem fez o dossiê. / It may hold personal data: ask the maker of the dossier. / Puede traer datos personales: pídalo a quien hizo el expediente.",
	unread:    "O arquivo não pôde ser lido na hora: peça o dossiê de novo. / The file could not be read at that moment: ask for the dossier again. / El archivo no se pudo leer en ese momento: pida el expediente de nuevo.",
}

const leftOutText = `Anexos que os registros citam e que não estão neste dossiê:
Attachments that the records list and that are not in this dossier:
Anexos que los registros citan y que no están en este expediente:

`

// withoutFileNames removes the names of attached files from reviews, because some are of personal
// files.
func withoutFileNames(harvests []Reviewed) {
	for i := range harvests {
		found := slices.Clone(harvests[i].Review.Findings) // others may share the review
		for j := range found {
			f := &found[j]
			if _, names := f.Args["nome"]; names && slices.ContainsFunc(f.Records, func(r finding.Ref) bool { return r.Field == attachment.Member }) {
				f.Args = maps.Clone(f.Args)
				f.Args["nome"] = "(…)"
			}
		}
		harvests[i].Review.Findings = found
	}
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
	var told filesList
	if v.files[filesFile] != nil {
		text, err := v.read(filesFile)
		if err != nil {
			return err
		}
		if err := canon.UnmarshalLenient(text, &told); err != nil {
			return fmt.Errorf("%s: %w", filesFile, err)
		}
		v.Unsigned = append(v.Unsigned, filesFile)
	}
	left, numbered := len(v.attached), 0
	seen := map[string]bool{}
	for _, f := range told.Files {
		known, proven := v.attached[f.Sum]
		switch {
		case !proven || known.Bytes != f.Bytes || f.Name != "" && !slices.Contains(known.names, f.Name):
			return fmt.Errorf("%s lists %s, which no proven record lists", filesFile, strconv.Quote(f.Sum))
		case seen[f.Sum]:
			return fmt.Errorf("%s lists %s twice", filesFile, f.Sum)
		case f.File == "" && f.Because == "":
			return fmt.Errorf("%s does not say why %s was left out", filesFile, f.Sum)
		case f.File == "":
			v.LeftOut++
		case v.files[f.File] == nil || f.File != filesDir+f.Sum && f.File != inDossier(numbered+1, f.Name): // earlier builds named files by their digests
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
		return errors.New("the records list files that " + filesFile + " leaves out")
	}
	v.LeftOut += left
	there := 0
	for name := range v.files {
		if strings.HasPrefix(name, filesDir) && name != leftOutFile {
			there++
		}
	}
	if there != v.Files {
		return errors.New("there are attached files that no record lists")
	}
	return nil
}

// openFile opens an attached file that the key may read.
func (d Preparer) openFile(ctx context.Context) func(string) (io.ReadSeekCloser, error) {
	return func(sum string) (io.ReadSeekCloser, error) { return d.Service.OpenAttached(ctx, d.By, sum) }
}
