package sheet

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"rastro/internal/lang"
)

// lookedAt is the result of a pass over a text.
type lookedAt struct {
	start     int64 // offset of its first line
	lines     int   // before that
	rows      int   // that have something in them, the header included
	latin     bool  // Windows-1252; else UTF-8
	delimiter rune  // that its first line declares, 0 if it declares none
	markup    bool
}

var (
	byteOrderMark = []byte("\xef\xbb\xbf")
	utf16Marks    = [][]byte{{0xff, 0xfe}, {0xfe, 0xff}}
)

// look goes through a text once. A text that is not UTF-8 is Windows-1252; one
// that is mostly UTF-8 has been mixed, and its content is uncertain.
func look(r io.ReaderAt, size int64) (lookedAt, error) {
	var found lookedAt
	head := make([]byte, min(size, 1024))
	if _, err := r.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return found, err
	}
	for _, mark := range utf16Marks {
		if bytes.HasPrefix(head, mark) {
			return found, &Error{Reason: UTF16}
		}
	}
	found.markup = looksLikeMarkup(head)
	marked := bytes.HasPrefix(head, byteOrderMark)
	if marked {
		found.start = int64(len(byteOrderMark))
	}
	found.declared(head[found.start:])

	s := survey{in: bufio.NewReaderSize(io.NewSectionReader(r, found.start, size-found.start), 64<<10), line: 1 + found.lines}
	if err := s.run(); err != nil {
		return found, err
	}
	found.rows = s.rows
	found.latin = s.bad > 0
	switch {
	case s.rows == 0 && size <= found.start:
		return found, &Error{Reason: Empty}
	case s.rows == 0 && !s.nul:
		return found, &Error{Reason: Blank}
	case s.nul:
		return found, &Error{Reason: NotSpreadsheet}
	case s.bad > 0 && (marked || s.good >= s.bad):
		return found, &Error{Reason: BadEncoding, Args: lang.Args{"linha": strconv.Itoa(s.badLine)}}
	}
	return found, nil
}

// declared reads the line that declares the delimiter for Excel: sep=;
func (l *lookedAt) declared(head []byte) {
	line, _, found := strings.Cut(string(head), "\n")
	line = strings.Trim(strings.TrimSuffix(line, "\r"), `"`)
	if !found || len(line) != len("sep=;") || !strings.EqualFold(line[:4], "sep=") || !strings.ContainsRune(string(delimiters), rune(line[4])) {
		return
	}
	l.delimiter = rune(line[4])
	l.start += int64(bytes.IndexByte(head, '\n') + 1)
	l.lines = 1
}

// survey counts the characters of a text.
type survey struct {
	in        *bufio.Reader
	rows      int
	good, bad int // characters beyond ASCII that are UTF-8, and bytes that are not
	line      int
	badLine   int // of the first such byte
	nul       bool
}

func (s *survey) run() error {
	quoted, filled := false, false
	for {
		r, size, err := s.in.ReadRune()
		if err != nil {
			if filled {
				s.rows++
			}
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return err
		}
		switch {
		case r == 0:
			s.nul = true
			return nil
		case r == '"':
			quoted, filled = !quoted, true
		case r == '\n':
			s.line++
			if !quoted && filled {
				s.rows++
				filled = false
			}
		case r == utf8.RuneError && size == 1:
			if s.bad++; s.bad == 1 {
				s.badLine = s.line
			}
			filled = true
		case r >= utf8.RuneSelf:
			s.good++
			filled = true
		case r != ';' && r != ',' && r != '\t' && r != ' ' && r != '\r':
			filled = true
		}
	}
}
