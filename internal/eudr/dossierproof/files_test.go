package dossierproof

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strconv"
	"strings"
	"testing"

	"rastro/internal/eudr/dossierzip"
	"rastro/internal/ledger"
	"rastro/internal/trace"
)

type opened struct{ *strings.Reader }

func (opened) Close() error { return nil }

// What does not fit and what is lost is listed with the reason, in the list and in words; the rest
// is there. The verifier trusts neither without checking.
func TestFilesLeftOut(t *testing.T) {
	bodies := map[string]string{}
	var document bytes.Buffer
	document.WriteString(`{"selo":{"anexos":[`)
	var sums []string
	for i, text := range []string{"fits", "is far too long to fit", "also", "was changed", "was lost", "unread", "secret"} {
		digest := sha256.Sum256([]byte(text))
		sum := hex.EncodeToString(digest[:])
		sums, bodies[sum] = append(sums, sum), text
		if i > 0 {
			document.WriteByte(',')
		}
		document.WriteString(`{"sha256":"` + sum + `","nome":"` + text + `.csv","bytes":` + strconv.Itoa(len(text)) + `,"pessoal":` + strconv.FormatBool(text == "secret") + `}`)
	}
	document.WriteString(`]}}`)
	open := func(sum string) (io.ReadSeekCloser, error) {
		switch text := bodies[sum]; text {
		case "was lost":
			return nil, trace.Fail(trace.CodeFileLost)
		case "unread":
			return nil, trace.Fail(trace.CodeUnavailable)
		case "was changed":
			return opened{strings.NewReader("was chanGed")}, nil
		default:
			return opened{strings.NewReader(text)}, nil
		}
	}
	var out bytes.Buffer
	z := dossierzip.NewArchive(&out, "L")
	var a dossierzip.Attachments
	for range 2 { // another record lists the same
		if err := a.AddSealed(document.Bytes()[len(`{"selo":{`) : document.Len()-2]); err != nil {
			t.Fatal(err)
		}
	}
	a.Write(z, 20, open)
	if err := z.End(); err != nil {
		t.Fatal(err)
	}
	archive, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	v := &verification{files: map[string]*zip.File{}, sums: map[string][32]byte{}, attached: map[string]provenFile{}}
	for _, f := range archive.File {
		v.files[f.Name] = f
		text, err := v.read(f.Name)
		if err != nil {
			t.Fatal(err)
		}
		v.sums[f.Name] = sha256.Sum256(text)
	}
	files, err := provenFiles(&ledger.Proof{Document: document.Bytes()})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		v.attached[f.Sum] = provenFile{f.Bytes, []string{f.Name}}
	}
	if err := v.checkAttached(); err != nil || v.Files != 2 || v.LeftOut != 5 {
		t.Errorf("%d files, %d left out, %v", v.Files, v.LeftOut, err)
	}
	words, err := v.read(dossierzip.LeftOutFile)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"anexos/0001 fits.csv", "", "anexos/0002 also.csv", "", "", "", ""}
	if strings.Contains(string(words), "secret") {
		t.Errorf("the name of a personal file: %s", words)
	}
	for i, gone := range []bool{false, true, false, true, true, true, true} {
		if strings.Contains(string(words), sums[i]) != gone || (v.files[names[i]] == nil) != gone {
			t.Errorf("%q: %s", bodies[sums[i]], words)
		}
	}
	v.attached["another"] = provenFile{Bytes: 1}
	if err := v.checkAttached(); err == nil {
		t.Error("a file that a record lists was left out without a word")
	}
}

// An unreadable list is not mistaken for an empty one.
func TestFilesUnreadable(t *testing.T) {
	for document, ok := range map[string]bool{
		`{"dados":{"anexos":[7]}}`:                         true, // of the record's own
		`{"dados":{"x":"anexos"},"selo":{"a":1}}`:          true,
		`{"selo":{"anexos":"none"}}`:                       false,
		`{"selo":{"anexos":[{"sha256":7}]}}`:               false,
		`{"selo":{"anexos":[{"sha256":"a","bytes":"1"}]}}`: false,
	} {
		if files, err := provenFiles(&ledger.Proof{Document: []byte(document)}); len(files) > 0 && ok || (err == nil) != ok {
			t.Errorf("%s: %v, %v", document, files, err)
		}
	}
}
