package dossierzip

import (
	"archive/zip"
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"

	"rastro/internal/attachment"
	"rastro/internal/canon"
	"rastro/internal/trace"
)

// Limits of the attached files in a dossier. What exceeds them is listed but left out.
const (
	MaxFiles       = 2_000
	MaxFileBytes   = 256 << 20 // in all
	maxListedFiles = 20_000
)

// Reasons why a file is left out.
const (
	OverLimit = "limite"
	lost      = "perdido"
	Private   = "pessoal"
	unread    = "indisponivel"
)

// FilesList says which files the records of a dossier list, and which of them are in it.
type FilesList struct {
	Files []FileLine `json:"anexos"`
	// More: there are more than are listed.
	More bool `json:"haMais"`
}

// FileLine is a file; it occurs once, however many records list it.
type FileLine struct {
	Sum     string `json:"sha256"`
	Name    string `json:"nome"` // "" for a personal one that was not requested
	Bytes   int64  `json:"bytes"`
	File    string `json:"arquivo"` // in the dossier; "" if it was left out
	Because string `json:"motivo"`  // why it was left out; "" if it was not

	personal bool   // a record says that it may hold personal data
	media    string // of the file, according to its record
}

// Attachments collects the files that proven documents list, each once, in their order.
type Attachments struct {
	FilesList
	Personal bool           // including those that may hold personal data
	seen     map[string]int // where in the list
}

// AddSealed adds the files that the seal of a record lists.
func (a *Attachments) AddSealed(seal []byte) error {
	files := attachment.List(seal)
	if len(files) == 0 && bytes.Contains(seal, []byte(`"`+attachment.Member+`"`)) {
		return trace.Fail(trace.CodeStoreDamaged)
	}
	for i := range files {
		if f := &files[i]; f.Personal && !a.Personal {
			f.Name = ""
		}
		a.add(&files[i])
	}
	return nil
}

func (a *Attachments) add(f *attachment.File) {
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
		a.Files = append(a.Files, FileLine{Sum: f.Sum, Name: f.Name, Bytes: f.Bytes, personal: f.Personal, media: f.Media})
	}
}

// Hides reports whether a file is left out because it may hold personal data.
func (a *Attachments) Hides(f *FileLine) bool { return f.personal && !a.Personal }

// Media returns the media type of the file, according to its record.
func (f *FileLine) Media() string { return f.media }

// Write adds the files to a dossier, as far as they fit, and lists those that are left out.
func (a *Attachments) Write(z *Archive, limit int64, open func(sum string) (io.ReadSeekCloser, error)) {
	if len(a.Files) == 0 || z.err != nil {
		return
	}
	var count int
	var total int64
	var missing strings.Builder
	for i := range a.Files {
		f := &a.Files[i]
		switch {
		case a.Hides(f):
			f.Because, f.Name = Private, ""
		case count == MaxFiles || total+f.Bytes > limit || f.Bytes > attachment.MaxBytes:
			f.Because = OverLimit
		default:
			f.File = AttachedName(count+1, f.Name)
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
		z.Text(LeftOutFile, []byte(leftOutText+missing.String()))
	}
	text, err := canon.Marshal(a.FilesList)
	if err != nil {
		z.err = err
		return
	}
	z.Text(FilesFile, append(text, '\n'))
}

// AttachedName returns a file's name in the dossier: a number and the name in its record, since
// records may use the same name for several files. The list says which file it is.
func AttachedName(number int, name string) string {
	return FilesDir + fmt.Sprintf("%04d ", number) + strings.Map(func(r rune) rune {
		if r == '/' || r == '\\' || !unicode.IsPrint(r) { // names were cleaned when the file came; a dossier is unpacked by others
			return '_'
		}
		return r
	}, name)
}

// attached writes a file, or says why it is left out. The file is read once, and completely before
// its first byte is written: a later failure would end the dossier in the middle.
func (z *Archive) attached(f *FileLine, open func(string) (io.ReadSeekCloser, error)) (because string) {
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
	OverLimit: "Não coube no dossiê: peça a quem o fez. / It did not fit into the dossier: ask its maker. / No cupo en el expediente: pídalo a quien lo hizo.",
	lost:      "O arquivo não foi achado, ou foi alterado. / The file was not found, or was changed. / El archivo no se encontró, o fue alterado.",
	Private:   "Pode trazer dados pessoais: peça a quem fez o dossiê. / It may hold personal data: ask the maker of the dossier. / Puede traer datos personales: pídalo a quien hizo el expediente.",
	unread:    "O arquivo não pôde ser lido na hora: peça o dossiê de novo. / The file could not be read at that moment: ask for the dossier again. / El archivo no se pudo leer en ese momento: pida el expediente de nuevo.",
}

const leftOutText = `Anexos que os registros citam e que não estão neste dossiê:
Attachments that the records list and that are not in this dossier:
Anexos que los registros citan y que no están en este expediente:

`
