package filetype

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"errors"
	"io"
	"slices"
)

// Objects in a PDF describe, under well-known names, what it does when it is opened and which files
// it contains. Readers find objects anywhere in the file through its tables, so each place where an
// object may begin is read, even inside what looks like a text or a picture. Objects may be packed
// in streams, which are unpacked; those of an encrypted file cannot be.

// actions are the names of what is refused.
var actions = [][]byte{[]byte("JavaScript"), []byte("Launch"), []byte("ImportData"), []byte("Rendition"), []byte("EmbeddedFile"), []byte("EmbeddedFiles"), []byte("RichMedia")}

// Limits of the search.
const (
	longestName = 40 // bytes that are compared
	// maxObjects limits what streams with objects unpack to, all together: those of a document of
	// 25 MiB take a few megabytes.
	maxObjects = 16 << 20
	// maxTimes limits how much is read, as a multiple of the file's size: objects do not overlap.
	maxTimes = 4
)

// errManyObjects: nobody knows what is in the rest.
var errManyObjects = errors.New("too many objects")

// isPassive refuses a PDF that runs something, starts a program, or has files in it.
func isPassive(file io.ReaderAt, size int64) error {
	left, unpacked := maxTimes*size+window, int64(maxObjects)
	mark := []byte("obj")
	buffer := make([]byte, window+len(mark)+1)
	for at := int64(0); at < size; at += window {
		part := buffer[:min(int64(len(buffer)), size-at)]
		if err := read(file, part, at); err != nil {
			return err
		}
		for i := 1; ; i++ { // one byte before it is looked at
			next := bytes.Index(part[i:], mark)
			if next < 0 {
				break
			}
			if i += next; !isSpace(part[i-1]) || i+len(mark) < len(part) && isRegular(part[i+len(mark)]) {
				continue // part of a word
			}
			start := at + int64(i+len(mark))
			o := object{in: bufio.NewReaderSize(&io.LimitedReader{R: io.NewSectionReader(file, start, size-start), N: left}, 4096), started: true}
			err := o.scan()
			if left -= o.read; left <= 0 {
				err = errManyObjects
			}
			if err == nil && o.packed && o.stream {
				err = unpackObjects(io.NewSectionReader(file, start+o.read, size-start-o.read), &unpacked)
			}
			if errors.Is(err, errPacked) {
				err = encrypted(file, size)
			}
			if err != nil {
				return refuse(Active)
			}
		}
	}
	return nil
}

// errPacked: a stream of objects is packed in a way that programs do not use, or encrypted.
var errPacked = errors.New("the objects cannot be unpacked")

// encrypted fails with errPacked unless a file says that it is encrypted.
func encrypted(file io.ReaderAt, size int64) error {
	mark := []byte("/Encrypt")
	buffer := make([]byte, window+len(mark))
	for at := int64(0); at < size; at += window {
		part := buffer[:min(int64(len(buffer)), size-at)]
		if err := read(file, part, at); err != nil {
			return err
		}
		if bytes.Contains(part, mark) {
			return nil
		}
	}
	return errPacked
}

// unpackObjects reads the objects in a stream.
func unpackObjects(in io.Reader, left *int64) error {
	raw := bufio.NewReader(in)
	for { // the end of the line after "stream"
		if b, err := raw.Peek(1); err != nil || b[0] != '\r' && b[0] != '\n' {
			break
		}
		_, _ = raw.Discard(1)
	}
	inflated, err := zlib.NewReader(raw)
	if err != nil {
		return errPacked
	}
	o := object{in: bufio.NewReader(io.LimitReader(inflated, *left))}
	err = o.scan()
	if *left -= o.read; *left <= 0 {
		return errManyObjects
	}
	return err
}

// errActive: the object has one of the names.
var errActive = errors.New("active content")

// object reads the tokens of an object, or of many in a stream.
type object struct {
	in      *bufio.Reader
	started bool // it ends with its own end, or where its stream begins
	read    int64
	packed  bool // it is a stream of objects
	stream  bool // it ended where its stream begins
}

func (o *object) byte() (byte, bool) {
	b, err := o.in.ReadByte()
	if err == nil {
		o.read++
	}
	return b, err == nil
}

func (o *object) back() {
	_ = o.in.UnreadByte() // the last operation was a read
	o.read--
}

// scan reads up to the end. It fails with errActive if it finds what is refused.
func (o *object) scan() error {
	var word []byte
	for {
		b, ok := o.byte()
		if !ok {
			return nil
		}
		if isRegular(b) {
			if len(word) < longestName {
				word = append(word, b)
			}
			continue
		}
		if o.started && o.ends(word) {
			o.back()
			return nil
		}
		word = word[:0]
		if err := o.token(b); err != nil {
			return err
		}
	}
}

// ends reports whether a word ends the object.
func (o *object) ends(word []byte) bool {
	o.stream = string(word) == "stream"
	return o.stream || string(word) == "endobj"
}

// token reads a token that begins with a delimiter.
func (o *object) token(b byte) error {
	switch {
	case isSpace(b):
		return nil
	case b == '(':
		o.text()
	case b == '%':
		for b, ok := o.byte(); ok && b != '\r' && b != '\n'; b, ok = o.byte() {
		}
		return nil
	case b == '/':
		name := o.name()
		o.packed = o.packed || string(name) == "ObjStm"
		if slices.ContainsFunc(actions, func(a []byte) bool { return bytes.Equal(a, name) }) {
			return errActive
		}
		return nil
	}
	return nil
}

// text skips a text in parentheses.
func (o *object) text() {
	for depth := 1; depth > 0; {
		b, ok := o.byte()
		switch {
		case !ok:
			return
		case b == '\\':
			o.byte()
		case b == '(':
			depth++
		case b == ')':
			depth--
		}
	}
}

// name reads a name, in which #41 is A.
func (o *object) name() []byte {
	var name []byte
	for {
		b, ok := o.byte()
		if !ok {
			return name
		}
		if !isRegular(b) {
			o.back()
			return name
		}
		if b == '#' {
			if two, err := o.in.Peek(2); err == nil && hexDigit(two[0]) >= 0 && hexDigit(two[1]) >= 0 {
				b = byte(hexDigit(two[0])<<4 | hexDigit(two[1]))
				_, _ = o.in.Discard(2)
				o.read += 2
			}
		}
		if len(name) < longestName {
			name = append(name, b)
		}
	}
}

func hexDigit(b byte) int {
	switch {
	case b >= '0' && b <= '9':
		return int(b - '0')
	case b|0x20 >= 'a' && b|0x20 <= 'f':
		return int(b|0x20-'a') + 10
	}
	return -1
}

func isSpace(b byte) bool { return b <= ' ' && bytes.IndexByte([]byte("\x00\t\n\f\r "), b) >= 0 }

func isRegular(b byte) bool { return !isSpace(b) && bytes.IndexByte([]byte("()<>[]{}/%"), b) < 0 }

// onlyPDF refuses a PDF that is something else too, or active.
func onlyPDF(file io.ReaderAt, size int64) error {
	if err := onlyOne(file, size, true); err != nil {
		return err
	}
	return isPassive(file, size)
}
