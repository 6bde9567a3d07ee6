package sheet

import (
	"bytes"
	"errors"
	"io"
	"strconv"

	"rastro/internal/kind"
	"rastro/internal/lang"
)

// source yields the rows of a file that have something in them. The cells are
// good until the next call.
type source interface {
	next() (line int, cells []Cell, err error)
	close() error
}

// The first bytes by which files are recognised.
var (
	zipMark = []byte("PK")
	oleMark = []byte{0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1}
)

// Open opens a file, XLSX or CSV according to its bytes, and reads its header. Before that, the
// file is scanned once for whether it is complete, how it is encoded, and how many rows it has. The
// error is an *Error when the file is at fault. The caller closes the rows.
func Open(r io.ReaderAt, size int64, k *kind.Kind, limits Limits) (*Rows, error) {
	limits = limits.orDefault()
	how, err := sniff(r, size, limits)
	if err != nil {
		return nil, err
	}
	rows := &Rows{headings: newHeadings(k), limits: limits}
	if how == XLSX {
		err = rows.openXLSX(r, size)
	} else {
		err = rows.openCSV(r, size)
	}
	if err != nil {
		return nil, err
	}
	return rows, nil
}

// sniff determines from the first bytes how a file is read.
func sniff(r io.ReaderAt, size int64, limits Limits) (Format, error) {
	switch {
	case size <= 0:
		return 0, &Error{Reason: Empty}
	case size > limits.Bytes:
		return 0, &Error{Reason: TooLarge, Args: lang.Args{"max": mebibytes(limits.Bytes)}}
	}
	head := make([]byte, min(size, 8))
	if _, err := r.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return 0, err
	}
	switch {
	case bytes.HasPrefix(head, zipMark) && len(head) >= 4 && head[2] < 8:
		return XLSX, nil
	case bytes.Equal(head, oleMark):
		return 0, openOLE(r, size)
	}
	return CSV, nil
}

// openOLE distinguishes the two types of file in the old container, neither of which can be read.
func openOLE(r io.ReaderAt, size int64) error {
	var name []byte // in the container's directory, in UTF-16
	for _, c := range "EncryptedPackage" {
		name = append(name, byte(c), 0)
	}
	n, err := count(r, size, name, 1)
	switch {
	case err != nil:
		return err
	case n > 0:
		return &Error{Reason: Protected}
	}
	return &Error{Reason: OldExcel}
}

// count counts the occurrences of a mark in a file, up to a limit.
func count(r io.ReaderAt, size int64, mark []byte, most int) (int, error) {
	var (
		in  = io.NewSectionReader(r, 0, size)
		buf = make([]byte, 64<<10)
		had = 0
		n   = 0
	)
	for n < most {
		more, err := in.Read(buf[had:])
		n += bytes.Count(buf[:had+more], mark)
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return n, err
		}
		keep := min(len(mark)-1, had+more) // a mark may span two reads
		copy(buf, buf[had+more-keep:had+more])
		had = keep
	}
	return n, nil
}

func mebibytes(n int64) string { return strconv.FormatInt(n>>20, 10) + " MiB" }

func tooManyRows(most int) *Error {
	return &Error{Reason: TooManyRows, Args: lang.Args{"max": strconv.Itoa(most)}}
}

func tooManyColumns(most int) *Error {
	return &Error{Reason: TooManyColumns, Args: lang.Args{"max": strconv.Itoa(most)}}
}

func damaged(err error) error { return &Error{Reason: Damaged, Err: err} }
