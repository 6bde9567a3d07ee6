package taxdocs

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"iter"
	"mime/multipart"
	"net/http"
	"os"

	"rastro/internal/admit"
	"rastro/internal/fiscal"
	"rastro/internal/taxdocs"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// Limits of what is sent at once. A request that is too large is read to its end, up to maxUpload,
// and thrown away: a browser that is still sending does not see an answer.
const (
	maxBytes  = fiscal.MaxZipBytes
	maxUpload = 96 << 20
	maxParts  = 1100
	maxFiles  = 1000
)

// sent are files that were sent, one after the other in a scratch file without a name. It ends
// when nobody refers to it.
type sent struct {
	file    *os.File
	names   []string
	ends    []int64
	harvest string
}

// owner is whose a file is: the session's.
func owner(on *pagekit.Call) string {
	sum := sha256.Sum256([]byte(on.Session))
	return hex.EncodeToString(sum[:])
}

// errTooLarge refuses what is over the limit.
func errTooLarge() error {
	return &trace.Error{Code: trace.CodeDocumentTooLarge}
}

// readUpload reads the form, and its files into a scratch file.
func readUpload(on *pagekit.Call) (*sent, error) {
	unreadable := func(err error) error {
		if _, over := errors.AsType[*http.MaxBytesError](err); over {
			return errTooLarge()
		}
		return &trace.Error{Code: trace.CodeFormUnreadable, Cause: err}
	}
	on.Request.Body = http.MaxBytesReader(on.Writer, on.Request.Body, maxUpload)
	form, err := on.Request.MultipartReader()
	if err != nil {
		return nil, unreadable(err)
	}
	s := &sent{}
	if s.file, err = admit.Scratch(); err != nil {
		return nil, err
	}
	for parts := 0; ; parts++ {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil && parts < maxParts {
			err = s.take(part)
		}
		if err != nil || parts >= maxParts {
			_ = s.file.Close()
			return nil, unreadable(err)
		}
	}
	if s.size() > maxBytes {
		_ = s.file.Close()
		return nil, errTooLarge()
	}
	return s, nil
}

// take reads a part of the form.
func (s *sent) take(part *multipart.Part) error {
	switch part.FormName() {
	case "safra":
		text, err := io.ReadAll(io.LimitReader(part, trace.MaxName))
		s.harvest = string(text)
		return err
	case "arquivo":
		if part.FileName() == "" || len(s.names) == maxFiles {
			return nil
		}
		n, err := io.Copy(s.file, io.LimitReader(part, maxBytes+1-min(s.size(), maxBytes)))
		if err != nil {
			return err
		}
		s.names, s.ends = append(s.names, fiscal.ShownName(part.FileName())), append(s.ends, s.size()+n)
	}
	_, err := io.Copy(io.Discard, part)
	return err
}

// size is how much was sent.
func (s *sent) size() int64 {
	if len(s.ends) == 0 {
		return 0
	}
	return s.ends[len(s.ends)-1]
}

// files reads the documents in the files, one at a time. A single file that is a ZIP nobody can
// open is an error; one of several is only itself refused.
func (s *sent) files() (iter.Seq2[fiscal.File, error], error) {
	if len(s.ends) == 1 {
		if archive, err := s.archive(0); err != nil {
			return nil, taxdocs.Unreadable(err)
		} else if archive != nil {
			return archive.All(), nil
		}
	}
	return func(yield func(fiscal.File, error) bool) {
		for i := range s.ends {
			if !s.each(i, yield) {
				return
			}
		}
	}, nil
}

// section is one of the files.
func (s *sent) section(i int) *io.SectionReader {
	from := int64(0)
	if i > 0 {
		from = s.ends[i-1]
	}
	return io.NewSectionReader(s.file, from, s.ends[i]-from)
}

// archive is a file that is a ZIP; nil for another.
func (s *sent) archive(i int) (*fiscal.Archive, error) {
	section := s.section(i)
	var begin [4]byte
	if n, _ := section.ReadAt(begin[:], 0); !fiscal.IsZip(begin[:n]) {
		return nil, nil
	}
	return fiscal.OpenZip(section, section.Size())
}

// each passes on the documents of one file, and reports whether to go on.
func (s *sent) each(i int, yield func(fiscal.File, error) bool) bool {
	archive, err := s.archive(i)
	switch {
	case err != nil:
		return yield(fiscal.File{Name: s.names[i]}, err)
	case archive == nil:
		content, err := io.ReadAll(io.LimitReader(s.section(i), fiscal.MaxBytes+1))
		return yield(fiscal.File{Name: s.names[i], Content: content}, err)
	}
	for one, err := range archive.All() {
		if !yield(one, err) {
			return false
		}
	}
	return true
}
