package dossierzip

import (
	"archive/zip"
	"bufio"
	"cmp"
	"crypto/sha256"
	"hash"
	"io"
	"time"
)

// Archive is a zip archive that keeps its own manifest. The first error stays.
type Archive struct {
	zip      *zip.Writer
	manifest Manifest
	hash     hash.Hash
	err      error
}

// NewArchive begins the dossier of a lot.
func NewArchive(w io.Writer, lot string) *Archive {
	return &Archive{zip: zip.NewWriter(w), manifest: Manifest{Form: form, Lot: lot}, hash: sha256.New()}
}

// Err returns the first error.
func (z *Archive) Err() error { return z.err }

// Stamp is when every file was changed: a different time for each would make two dossiers
// of one state differ.
var Stamp = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// Fail notes an error, unless there is one already.
func (z *Archive) Fail(err error) { z.err = cmp.Or(z.err, err) }

// File adds a file.
func (z *Archive) File(name string, write func(*bufio.Writer) error) {
	z.packed(name, zip.Deflate, write)
}

func (z *Archive) packed(name string, method uint16, write func(*bufio.Writer) error) {
	if z.err != nil {
		return
	}
	var out io.Writer
	if out, z.err = z.zip.CreateHeader(&zip.FileHeader{Name: name, Method: method, Modified: Stamp}); z.err != nil {
		return
	}
	z.hash.Reset()
	count := &counter{}
	buffer := bufio.NewWriter(io.MultiWriter(out, z.hash, count))
	if z.err = write(buffer); z.err == nil {
		z.err = buffer.Flush()
	}
	if name != ManifestFile {
		z.manifest.add(name, count.n, z.hash.Sum(nil))
	}
}

type counter struct{ n int64 }

func (c *counter) Write(p []byte) (int, error) {
	c.n += int64(len(p))
	return len(p), nil
}

// Text adds a file whose content is at hand.
func (z *Archive) Text(name string, text []byte) {
	z.File(name, func(w *bufio.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// End adds the manifest and ends the archive.
func (z *Archive) End() error {
	if z.err != nil {
		return z.err
	}
	text, err := z.manifest.encode()
	if err != nil {
		return err
	}
	z.Text(ManifestFile, text)
	if z.err != nil {
		return z.err
	}
	return z.zip.Close()
}
