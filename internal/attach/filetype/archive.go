package filetype

import (
	"bytes"
	"encoding/binary"
	"io"
)

// Limits of an archive's directory, which is read as a whole. A spreadsheet has a few dozen parts.
const (
	maxEntries   = 10_000
	maxDirectory = 1 << 20 // bytes
)

// Sizes of an archive's own records, without what varies.
const (
	localSize     = 30
	directorySize = 46
	endSize       = 22
	end64Size     = 56
	locatorSize   = 20
	maxComment    = 1<<16 - 1
)

// Marks of an archive's own records.
const (
	localMark     = "PK\x03\x04"
	directoryMark = "PK\x01\x02"
	endMark       = "PK\x05\x06"
	end64Mark     = "PK\x06\x06"
	locatorMark   = "PK\x06\x07"
)

// directory is the position of an archive's directory.
type directory struct{ at, length int64 }

// findDirectory reads the record at the end of an archive before anything reads the directory: for
// an archive of many empty parts, that takes several times its size. It refuses a directory that is
// too large, and an archive with data after its end.
func findDirectory(file io.ReaderAt, size int64) (directory, error) {
	tail, err := tailOf(file, size)
	if err != nil {
		return directory{}, err
	}
	if !bytes.Contains(tail, []byte(endMark)) {
		return directory{}, refuse(Unreadable)
	}
	end := tail[max(0, len(tail)-endSize):]
	if len(end) < endSize || string(end[:4]) != endMark || binary.LittleEndian.Uint16(end[20:]) != 0 {
		return directory{}, refuse(Twofold)
	}
	entries, dir := int64(binary.LittleEndian.Uint16(end[10:])), directory{int64(binary.LittleEndian.Uint32(end[16:])), int64(binary.LittleEndian.Uint32(end[12:]))}
	switch size - endSize - dir.at - dir.length {
	case 0:
	case end64Size + locatorSize: // some programs always write the record of large archives
		if entries, err = dir.large(file, entries); err != nil {
			return dir, err
		}
	default:
		return dir, refuse(Twofold)
	}
	if entries > maxEntries || dir.length > maxDirectory {
		return dir, refuse(Deep)
	}
	return dir, nil
}

// large reads the record for large archives after a directory, and returns its number of parts. It
// must agree with the record at the end, because programs use either.
func (d directory) large(file io.ReaderAt, entries int64) (int64, error) {
	end := make([]byte, end64Size+locatorSize)
	if err := read(file, end, d.at+d.length); err != nil {
		return 0, err
	}
	number := func(at int) int64 { return int64(binary.LittleEndian.Uint64(end[at:])) }
	counted := number(32)
	if string(end[:4]) != end64Mark || string(end[end64Size:end64Size+4]) != locatorMark ||
		number(40) != d.length || number(48) != d.at || number(end64Size+8) != d.at+d.length ||
		counted != entries && entries != 1<<16-1 || counted < 0 {
		return 0, refuse(Twofold)
	}
	return counted, nil
}

// tailOf returns where the end of an archive can be: it has a comment of a bounded length.
func tailOf(file io.ReaderAt, size int64) ([]byte, error) {
	tail := make([]byte, min(size, maxComment+endSize))
	return tail, read(file, tail, size-int64(len(tail)))
}

// endsAsArchive reports whether some program would find an archive in a file: an end record, and a
// directory where that record says. The mark alone occurs in one photo in ten thousand.
func endsAsArchive(file io.ReaderAt, size int64) (bool, error) {
	tail, err := tailOf(file, size)
	if err != nil {
		return false, err
	}
	for i := 0; ; i++ {
		next := bytes.Index(tail[i:], []byte(endMark))
		if next < 0 || len(tail)-i-next < endSize {
			return false, nil
		}
		i += next
		end, at := tail[i:], size-int64(len(tail)-i)
		length, start := int64(binary.LittleEndian.Uint32(end[12:])), int64(binary.LittleEndian.Uint32(end[16:]))
		for mark, places := range map[string][]int64{
			directoryMark: {at - length, start}, // programs differ in where they count from
			locatorMark:   {at - locatorSize},
		} {
			for _, place := range places {
				found := make([]byte, len(mark))
				if place < 0 || place >= size {
					continue
				}
				if err := read(file, found, place); err != nil || string(found) == mark {
					return true, err
				}
			}
		}
	}
}
