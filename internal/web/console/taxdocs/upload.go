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
	"strconv"

	"rastro/internal/admit"
	"rastro/internal/fiscal"
	"rastro/internal/taxdocs"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// Limits on what is sent at once.
const (
	maxBytes = fiscal.MaxZipBytes
	maxParts = 3 * fiscal.MaxSent
)

// sent are uploaded files, one after the other in a scratch file without a name. It is removed when
// nothing refers to it.
type sent struct {
	file    *os.File
	names   []string
	ends    []int64
	harvest string
	over    bool // more files were sent than are taken
}

// owner identifies who a file belongs to: the session.
func owner(on *pagekit.Call) string {
	sum := sha256.Sum256([]byte(on.Session))
	return hex.EncodeToString(sum[:])
}

// errTooLarge refuses what exceeds the limit.
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
	if !on.LimitUpload(maxBytes + pagekit.Around) {
		return nil, errTooLarge()
	}
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
		if s.size() > maxBytes {
			_ = s.file.Close()
			return nil, errTooLarge()
		}
		if err != nil || parts >= maxParts {
			_ = s.file.Close()
			return nil, unreadable(err)
		}
	}
	if s.over {
		_ = s.file.Close()
		return nil, trace.Fail(trace.CodeTooManySent, "max", strconv.Itoa(fiscal.MaxSent))
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
		if part.FileName() == "" {
			return nil
		}
		if len(s.names) == fiscal.MaxSent { // the rest is still read to its end
			s.over = true
			break
		}
		n, err := io.Copy(s.file, io.LimitReader(part, maxBytes+1-min(s.size(), maxBytes)))
		if err != nil {
			return err
		}
		s.names, s.ends = append(s.names, fiscal.ShownName(part.FileName())), append(s.ends, s.size()+n)
	}
	return nil // the rest of a part is also skipped
}

// size returns how much was sent.
func (s *sent) size() int64 {
	if len(s.ends) == 0 {
		return 0
	}
	return s.ends[len(s.ends)-1]
}

// packed reports whether the first file is a ZIP.
func (s *sent) packed() bool {
	var begin [4]byte
	n, _ := s.file.ReadAt(begin[:], 0)
	return fiscal.IsZip(begin[:n])
}

// files returns the documents in the files.
func (s *sent) files() (iter.Seq2[fiscal.File, error], error) { return taxdocs.Files(s.parts()...) }

// parts returns the files, one by one.
func (s *sent) parts() []taxdocs.Sent {
	list := make([]taxdocs.Sent, len(s.ends))
	from := int64(0)
	for i, end := range s.ends {
		list[i] = taxdocs.Sent{Name: s.names[i], In: io.NewSectionReader(s.file, from, end-from), Size: end - from}
		from = end
	}
	return list
}
