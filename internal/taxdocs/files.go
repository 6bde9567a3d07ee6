package taxdocs

import (
	"bytes"
	"io"
	"iter"

	"rastro/internal/fiscal"
)

// Sent is a file that somebody sent: an XML, or a ZIP of many.
type Sent struct {
	Name string
	In   io.ReaderAt
	Size int64
}

// InMemory returns a file that is in memory as a whole.
func InMemory(f fiscal.File) Sent {
	return Sent{f.Name, bytes.NewReader(f.Content), int64(len(f.Content))}
}

// Files returns the documents in some files, one at a time. A single file that is a ZIP nobody can
// open is an error; one of several is only itself refused.
func Files(list ...Sent) (iter.Seq2[fiscal.File, error], error) {
	if len(list) == 1 {
		if archive, err := list[0].archive(); err != nil {
			return nil, Unreadable(err)
		} else if archive != nil {
			return archive.All(), nil
		}
	}
	return func(yield func(fiscal.File, error) bool) {
		for i := range list {
			if !list[i].each(yield) {
				return
			}
		}
	}, nil
}

// CountFiles returns how many documents some files contain, as far as can be determined without
// reading them.
func CountFiles(list ...Sent) (n int64) {
	for i := range list {
		n++
		if archive, err := list[i].archive(); err == nil && archive != nil {
			n += int64(archive.Len()) - 1
		}
	}
	return n
}

// archive returns a file that is a ZIP; nil for another.
func (s *Sent) archive() (*fiscal.Archive, error) {
	var begin [4]byte
	if n, _ := s.In.ReadAt(begin[:], 0); !fiscal.IsZip(begin[:n]) {
		return nil, nil
	}
	return fiscal.OpenZip(s.In, s.Size)
}

// each passes on the documents of one file, and reports whether to go on.
func (s *Sent) each(yield func(fiscal.File, error) bool) bool {
	archive, err := s.archive()
	switch {
	case err != nil:
		return yield(fiscal.File{Name: s.Name}, err)
	case archive == nil:
		content, err := io.ReadAll(io.NewSectionReader(s.In, 0, min(s.Size, fiscal.MaxBytes+1)))
		return yield(fiscal.File{Name: s.Name, Content: content}, err)
	}
	for one, err := range archive.All() {
		if !yield(one, err) {
			return false
		}
	}
	return true
}
