package fiscal

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"iter"
	"path"
	"strings"

	"rastro/internal/finding"
	"rastro/internal/lang"
)

// Limits on a ZIP of documents.
const (
	MaxZipBytes = 32 << 20
	MaxFiles    = 10_000
	MaxSent     = 1_000     // files of one form, each a document or a ZIP
	maxRatio    = 200       // unpacked to packed, of each file
	maxUnpacked = 512 << 20 // of all files together: 10 000 invoices of 50 KiB
	maxTiny     = 256 << 10 // a smaller file may be as repetitive as it likes, so maxRatio is not checked
)

// File is a file in an archive. Its name is only displayed, never opened.
type File struct {
	Name    string
	Content []byte // valid until the next file
}

// Archive is a ZIP of documents.
type Archive struct {
	files []*zip.File
	left  int64 // what may still be unpacked
}

// IsZip reports whether a file begins as an archive does.
func IsZip(file []byte) bool { return bytes.HasPrefix(file, []byte("PK\x03\x04")) }

// OpenZip opens an archive. The error is an *Error, or a read error.
func OpenZip(in io.ReaderAt, size int64) (*Archive, error) {
	if size > MaxZipBytes {
		return nil, failed(TooLarge, whyBytes, "32 MiB")
	}
	if err := countEntries(in, size); err != nil {
		return nil, err
	}
	archive, err := zip.NewReader(in, size)
	if err != nil {
		return nil, failed(BadZip, whyDamaged, "")
	}
	packed := uint64(0)
	a := &Archive{}
	for _, f := range archive.File {
		// Files that share their packed bytes would unpack without end.
		if packed += f.CompressedSize64; packed > uint64(size) || f.CompressedSize64 > uint64(size) {
			return nil, failed(BadZip, whyDamaged, "")
		}
		base := path.Base(f.Name)
		if !f.FileInfo().IsDir() && !strings.HasPrefix(base, ".") && !strings.HasPrefix(f.Name, "__MACOSX/") {
			a.files = append(a.files, f)
		}
	}
	return a, nil
}

// Len returns the number of files to read.
func (a *Archive) Len() int { return len(a.files) }

// All reads the files one by one, in the order of the archive, and holds one at a time.
// The error is an *Error about that file alone.
func (a *Archive) All() iter.Seq2[File, error] {
	return func(yield func(File, error) bool) {
		var content bytes.Buffer
		a.left = maxUnpacked // for each reading of the archive
		for _, f := range a.files {
			content.Reset()
			err := a.unpack(&content, f)
			if !yield(File{ShownName(f.Name), content.Bytes()}, err) {
				return
			}
		}
	}
}

// ShownName returns the last part of a name, shortened for a page.
func ShownName(name string) string {
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == '\ufffd' {
			return '?'
		}
		return r
	}, strings.ToValidUTF8(name, "?"))
	return lang.Clip(name, finding.MaxQuoted)
}

const encrypted = 1 // the flag of a file that needs a password

// unpack reads a file. It does not trust the size in the archive.
func (a *Archive) unpack(to *bytes.Buffer, f *zip.File) error {
	if f.Flags&encrypted != 0 {
		return failed(BadZip, whyProtected, "")
	}
	in, err := f.Open()
	if err != nil {
		return failed(BadZip, whyDamaged, "")
	}
	defer func() { _ = in.Close() }() // it was only read
	ratio := max(maxTiny, maxRatio*int64(f.CompressedSize64))
	limit := min(MaxBytes, ratio, a.left)
	n, err := io.Copy(to, io.LimitReader(in, limit+1))
	defer func() { a.left -= min(n, a.left) }()
	switch {
	case n > limit && limit == MaxBytes:
		return failed(TooLarge, whyBytes, "5 MiB")
	case n > limit && limit == a.left:
		return failed(TooLarge, whyTotal, "512 MiB")
	case n > limit:
		return failed(TooLarge, whyExpands, fmt.Sprint(maxRatio))
	case err != nil:
		return failed(BadZip, whyDamaged, "")
	}
	return nil
}

// countEntries refuses an archive with too many files before the list of them takes memory.
// A list takes 46 bytes a file at least, so 32 MiB could name 700 000.
func countEntries(in io.ReaderAt, size int64) error {
	mark := []byte("PK\x01\x02") // begins each entry of the list
	buffer, seen, kept := make([]byte, 64<<10), 0, 0
	for at := int64(0); at < size; {
		n, err := in.ReadAt(buffer[kept:min(len(buffer), kept+int(size-at))], at)
		if n == 0 {
			if err != nil && err != io.EOF {
				return fmt.Errorf("fiscal: read archive: %w", err)
			}
			break
		}
		at += int64(n)
		seen += bytes.Count(buffer[:kept+n], mark)
		kept = copy(buffer, buffer[max(0, kept+n-len(mark)+1):kept+n])
	}
	if seen > MaxFiles {
		return failed(TooLarge, whyEntries, fmt.Sprint(MaxFiles))
	}
	return nil
}
