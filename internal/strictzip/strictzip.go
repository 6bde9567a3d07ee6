// Package strictzip refuses ZIP archives that programs read in different ways: a verifier must see
// the files that everybody else sees. The script of /verificar has the same rules.
package strictzip

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Limits on an archive.
const (
	maxFiles     = 200_000
	maxDirectory = 256 << 20
)

// Signatures and lengths of the parts of an archive.
const (
	headerMark, directoryMark, endMark, largeEndMark, locatorMark = 0x04034b50, 0x02014b50, 0x06054b50, 0x06064b50, 0x07064b50

	headerLength, entryLength, endLength, largeEndLength, locatorLength, maxComment = 30, 46, 22, 56, 20, 1<<16 - 1
)

const (
	usualFlags  = 0x0808 // sizes after the content, names in UTF-8
	sizesBehind = 0x0008
	full16      = 1<<16 - 1
	full32      = 1<<32 - 1
)

// usualExtras are large sizes and times.
var usualExtras = []uint16{0x0001, 0x5455}

// descriptors are the possible lengths of the sizes after a content.
var descriptors = []int64{16, 24}

var errDamaged = errors.New("the archive is incomplete or damaged, or programs would read it in different ways")

type entry struct {
	name                 []byte
	flags, method        uint16
	packed, size, offset int64
	next                 int64 // where the next part begins
}

// Check reports why an archive is refused.
func Check(r io.ReaderAt, size int64) error {
	end, err := findDirectory(r, size)
	if err != nil {
		return err
	}
	if end.count > maxFiles || end.size > maxDirectory {
		return errors.New("the archive has too many files")
	}
	directory, err := read(r, size, end.offset, end.size)
	if err != nil || end.offset+end.size != end.at {
		return errDamaged
	}
	entries, err := readDirectory(directory, end.count)
	if err != nil {
		return err
	}
	// Files follow each other without gaps: other programs would find what lies between them.
	slices.SortStableFunc(entries, func(a, b entry) int { return int(max(-1, min(1, a.offset-b.offset))) })
	for i := range entries {
		entries[i].next = end.offset
		if i+1 < len(entries) {
			entries[i].next = entries[i+1].offset
		}
	}
	if len(entries) > 0 && entries[0].offset != 0 || len(entries) == 0 && end.offset != 0 {
		return errDamaged
	}
	for i := range entries {
		if err := entries[i].checkHeader(r, size); err != nil {
			return err
		}
	}
	return nil
}

func read(r io.ReaderAt, size, from, length int64) ([]byte, error) {
	if from < 0 || length < 0 || from > size || length > size-from {
		return nil, errDamaged
	}
	out := make([]byte, length)
	if n, err := r.ReadAt(out, from); int64(n) < length {
		return nil, err
	}
	return out, nil
}

type directoryEnd struct{ count, size, offset, at int64 }

// findDirectory finds the list of files by the last end record, as most programs do. Where its
// comment does not end the file, programs would disagree on which record counts.
func findDirectory(r io.ReaderAt, size int64) (directoryEnd, error) {
	start := max(0, size-endLength-maxComment)
	tail, err := read(r, size, start, size-start)
	if err != nil {
		return directoryEnd{}, err
	}
	at := bytes.LastIndex(tail, binary.LittleEndian.AppendUint32(nil, endMark))
	if at < 0 || at+endLength > len(tail) || at+endLength+int(u16(tail[at+20:])) != len(tail) {
		return directoryEnd{}, errDamaged
	}
	short := directoryEnd{int64(u16(tail[at+10:])), int64(u32(tail[at+12:])), int64(u32(tail[at+16:])), start + int64(at)}
	saturated := short.count == full16 || short.size == full32 || short.offset == full32
	located := at >= locatorLength && u32(tail[at-locatorLength:]) == locatorMark
	if saturated != located {
		return directoryEnd{}, errDamaged
	}
	if !located {
		return short, nil
	}
	large := int64(binary.LittleEndian.Uint64(tail[at-12:])) // of an archive with more than 65 534 files, or 4 GiB
	if large != short.at-locatorLength-largeEndLength {
		return directoryEnd{}, errDamaged
	}
	record, err := read(r, size, large, largeEndLength)
	if err != nil || u32(record) != largeEndMark {
		return directoryEnd{}, errDamaged
	}
	of := func(from int) int64 { return int64(binary.LittleEndian.Uint64(record[from:])) }
	return directoryEnd{of(32), of(40), of(48), large}, nil
}

func u16(b []byte) uint16 { return binary.LittleEndian.Uint16(b) }
func u32(b []byte) uint32 { return binary.LittleEndian.Uint32(b) }

func readDirectory(directory []byte, count int64) ([]entry, error) {
	var entries []entry
	seen := map[string]bool{}
	for range count {
		if len(directory) < entryLength || u32(directory) != directoryMark {
			return nil, errDamaged
		}
		name, extra, comment := int(u16(directory[28:])), int(u16(directory[30:])), int(u16(directory[32:]))
		if len(directory) < entryLength+name+extra+comment {
			return nil, errDamaged
		}
		e := entry{
			name: directory[entryLength : entryLength+name], flags: u16(directory[8:]), method: u16(directory[10:]),
			packed: int64(u32(directory[20:])), size: int64(u32(directory[24:])), offset: int64(u32(directory[42:])),
		}
		if err := e.readExtras(directory[entryLength+name : entryLength+name+extra]); err != nil {
			return nil, err
		}
		symlink := u16(directory[40:])&0xf000 == 0xa000
		if symlink || e.flags&^usualFlags != 0 || !SafeName(string(e.name)) {
			return nil, fmt.Errorf("%q has a name or a form that is not used here", e.name)
		}
		folded := strings.ToLower(norm.NFC.String(string(e.name)))
		if seen[folded] {
			return nil, &TwiceError{string(e.name)}
		}
		seen[folded] = true
		entries = append(entries, e)
		directory = directory[entryLength+name+extra+comment:]
	}
	if len(directory) > 0 { // other programs would see more files
		return nil, errDamaged
	}
	return entries, nil
}

// TwiceError says that two files have the same name, or one that some systems take for the same.
type TwiceError struct{ Name string }

func (e *TwiceError) Error() string { return e.Name + " is there twice" }

// checkExtras allows only the usual extra fields. Others can give a file another name, for one.
func checkExtras(extra []byte) error {
	for len(extra) > 0 {
		if len(extra) < 4 || len(extra) < 4+int(u16(extra[2:])) || !slices.Contains(usualExtras, u16(extra)) {
			return errDamaged
		}
		extra = extra[4+int(u16(extra[2:])):]
	}
	return nil
}

// readExtras reads sizes that do not fit into 32 bits.
func (e *entry) readExtras(extra []byte) error {
	if err := checkExtras(extra); err != nil {
		return err
	}
	for len(extra) > 0 {
		id, length := u16(extra), int(u16(extra[2:]))
		field := extra[4 : 4+length]
		extra = extra[4+length:]
		if id != 1 {
			continue
		}
		for _, value := range []*int64{&e.size, &e.packed, &e.offset} {
			if *value != full32 {
				continue
			}
			if len(field) < 8 {
				return errDamaged
			}
			*value, field = int64(binary.LittleEndian.Uint64(field)), field[8:]
		}
	}
	return nil
}

// checkHeader compares the header before a content with the directory.
func (e *entry) checkHeader(r io.ReaderAt, size int64) error {
	header, err := read(r, size, e.offset, headerLength+int64(len(e.name)))
	if err != nil {
		return errDamaged
	}
	extra, err := read(r, size, e.offset+headerLength+int64(len(e.name)), int64(u16(header[28:])))
	if err != nil || checkExtras(extra) != nil {
		return fmt.Errorf("%q is damaged", e.name)
	}
	from := e.offset + headerLength + int64(u16(header[26:])) + int64(u16(header[28:]))
	rest := e.next - from - e.packed
	sizes := rest == 0 && int64(u32(header[18:])) == e.packed && int64(u32(header[22:])) == e.size
	if e.flags&sizesBehind != 0 {
		sizes = slices.Contains(descriptors, rest)
	}
	fits := u32(header) == headerMark && u16(header[6:]) == e.flags && u16(header[8:]) == e.method &&
		int(u16(header[26:])) == len(e.name) && bytes.Equal(header[headerLength:], e.name) && sizes
	if !fits {
		return fmt.Errorf("%q is damaged", e.name)
	}
	return nil
}

var plainName = regexp.MustCompile(`^[A-Za-z0-9](?:[A-Za-z0-9_-]|\.[A-Za-z0-9])*(?:/[A-Za-z0-9](?:[A-Za-z0-9_-]|\.[A-Za-z0-9])*)*$`)

// filesFolder holds files under the names that people gave them.
const filesFolder = "anexos/"

// SafeName reports whether a file may have a name: one that every system unpacks to the same place.
func SafeName(name string) bool {
	if plainName.MatchString(name) {
		return true
	}
	given, attached := strings.CutPrefix(name, filesFolder)
	odd := func(r rune) bool {
		return r == '/' || r == '\\' || r == unicode.ReplacementChar || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Cs)
	}
	return attached && given != "" && given != "." && given != ".." && !strings.ContainsFunc(given, odd)
}
