package photo

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"iter"
	"math"
)

// The metadata library reads a fraction without a denominator as zero, and would therefore turn an
// unknown place into a wrong one. So a place is read here, from its fractions.

// Tags of a place in EXIF.
const (
	tagPlace  = 0x8825 // where the directory of the place is
	tagMore   = 0x8769 // where the directory of further tags is
	tagLatRef = 1
	tagLat    = 2
	tagLonRef = 3
	tagLon    = 4
	// The place that the camera pointed at, and the area in words.
	tagTargetLat = 20
	tagTargetLon = 22
	tagArea      = 28
)

// Types of values in EXIF.
const (
	typeText      = 2
	typeLong      = 4
	typeFraction  = 5
	typeDirectory = 13
)

// Limits of metadata. It may be anywhere in a file: at its beginning, or after the picture.
const (
	maxMetadata = 256 << 10 // bytes
	maxEntries  = 200       // of a directory
	// maxDirectories bounds those of one file's metadata.
	maxDirectories = 16
	window         = 64 << 10 // bytes of the file that are searched at a time
	maxTries       = 32       // of what begins like metadata
)

// forms are the beginnings of metadata, by byte order.
var forms = []struct {
	mark  []byte
	order binary.ByteOrder
}{{[]byte("II*\x00"), binary.LittleEndian}, {[]byte("MM\x00*"), binary.BigEndian}}

// place returns where a picture was taken according to EXIF, if the data is complete and makes
// sense; what texts say on the way is noted in said. It seeks in the file only where metadata may
// begin, because each seek is a separate request to a distant file store.
func place(file io.ReadSeeker, said *where) (lat, lon float64, ok bool) {
	buffer, metadata, tries := make([]byte, window), make([]byte, maxMetadata), 0
	kept, moved := 0, true
	seen, known := map[int64]bool{}, map[int64]bool{}
	defer func() {
		said.told = said.told || len(seen) > maxTries
		for at := range seen {
			said.told = said.told || !known[at]
		}
	}()
	for at := int64(0); ; at += window - overlap {
		if moved {
			if _, err := file.Seek(at+int64(kept), io.SeekStart); err != nil {
				return 0, 0, false
			}
			moved = false
		}
		n, err := whole(file, buffer[kept:])
		if err != nil {
			return 0, 0, false
		}
		part := buffer[:kept+n]
		said.look(part)
		pointers(part, at, seen)
		for from, order := range begins(part) {
			if tries > maxTries {
				break
			}
			moved = true
			data, err := read(file, at+int64(from), metadata)
			if tries++; err != nil || tries > maxTries {
				said.told = true // nobody knows what else is there
				break
			}
			for pointer, fields := range (tiff{data, order}).places() {
				known[at+int64(from)+int64(pointer)] = true
				if lat, lon, ok = placeOf(fields); ok {
					return lat, lon, true
				}
				said.told = said.told || named(fields)
			}
		}
		if len(part) < window {
			return 0, 0, false
		}
		kept = copy(buffer, part[window-overlap:])
	}
}

// begins returns the places where metadata may begin, and the order of its bytes.
func begins(part []byte) iter.Seq2[int, binary.ByteOrder] {
	return func(yield func(int, binary.ByteOrder) bool) {
		for _, form := range forms {
			for from := 0; ; from++ {
				next := bytes.Index(part[from:], form.mark)
				if next < 0 {
					break
				}
				if from += next; !yield(from, form.order) {
					return
				}
			}
		}
	}
}

// read reads a part of a file, as much as there is.
func read(file io.ReadSeeker, at int64, into []byte) ([]byte, error) {
	if _, err := file.Seek(at, io.SeekStart); err != nil {
		return nil, err
	}
	n, err := whole(file, into)
	return into[:n], err
}

// whole reads as much as there is and fits.
func whole(file io.Reader, into []byte) (int, error) {
	n, err := io.ReadFull(file, into)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return n, err
}

// tiff is metadata; places in it count from its beginning.
type tiff struct {
	data  []byte
	order binary.ByteOrder
}

type field struct {
	kind  uint16
	count uint32
	value []byte
	at    int // of its tag
}

// marksOfPlaces are the beginnings of a tag that leads to a place, by byte order and type. A mark
// this long does not occur in a picture by chance.
var marksOfPlaces = [][]byte{
	{0x25, 0x88, typeLong, 0, 1, 0, 0, 0}, {0x88, 0x25, 0, typeLong, 0, 0, 0, 1},
	{0x25, 0x88, typeDirectory, 0, 1, 0, 0, 0}, {0x88, 0x25, 0, typeDirectory, 0, 0, 0, 1},
}

// pointers notes where in the file such tags are. Even a tag that no metadata leads to may be read
// by other programs, which look in other places.
func pointers(part []byte, at int64, seen map[int64]bool) {
	for _, mark := range marksOfPlaces {
		for from := 0; len(seen) <= 2*maxTries; from++ { // more are never all known
			next := bytes.Index(part[from:], mark)
			if next < 0 {
				break
			}
			from += next
			seen[at+int64(from)] = true
		}
	}
}

// places returns the directories of places, by where the tags are that lead to them: those of the
// picture, of its further tags, and of its small copies. One that cannot be read is nil.
func (t tiff) places() map[int]map[uint16]field {
	out := map[int]map[uint16]field{}
	first, ok := t.number(4)
	if !ok {
		return out
	}
	waiting := []uint32{first}
	for looked := 0; len(waiting) > 0 && looked < maxDirectories; looked++ {
		at := waiting[0]
		waiting = waiting[1:]
		fields, next := t.directory(at)
		if next != 0 {
			waiting = append(waiting, next)
		}
		if more, ok := fields[tagMore]; ok && len(more.value) >= 4 {
			waiting = append(waiting, t.order.Uint32(more.value))
		}
		if pointer, ok := fields[tagPlace]; ok && len(pointer.value) >= 4 {
			found, _ := t.directory(t.order.Uint32(pointer.value))
			out[pointer.at] = found
		}
	}
	return out
}

// named reports whether a directory names a place, even one that cannot be read. Cameras that do not
// know where they are write zeros, or leave the tags out.
func named(fields map[uint16]field) bool {
	if fields == nil { // it is elsewhere
		return true
	}
	zero := func(tag uint16) bool { return len(bytes.Trim(fields[tag].value, "\x00 ")) == 0 }
	lat, okLat := degrees(fields[tagLat], fields[tagLatRef], 90, 'N', 'S')
	lon, okLon := degrees(fields[tagLon], fields[tagLonRef], 180, 'E', 'W')
	if okLat && okLon && lat == 0 && lon == 0 {
		return false
	}
	return !zero(tagLat) || !zero(tagLon) || !zero(tagTargetLat) || !zero(tagTargetLon) || !zero(tagArea)
}

func (t tiff) number(at int) (uint32, bool) {
	if at+4 > len(t.data) {
		return 0, false
	}
	return t.order.Uint32(t.data[at:]), true
}

// directory reads the needed fields of a directory, and where the next one is; 0 for none.
func (t tiff) directory(at uint32) (out map[uint16]field, next uint32) {
	if at == 0 || int64(at)+2 > int64(len(t.data)) {
		return nil, 0
	}
	entries := t.data[at+2:]
	out = map[uint16]field{}
	n := int(t.order.Uint16(t.data[at:]))
	for i := range min(n, maxEntries) {
		if len(entries) < 12 {
			return out, 0
		}
		tag, f := t.order.Uint16(entries), field{t.order.Uint16(entries[2:]), t.order.Uint32(entries[4:]), entries[8:12], int(at) + 2 + 12*i}
		if _, twice := out[tag]; !twice && (tag <= tagLon || tag == tagPlace || tag == tagMore || tag == tagTargetLat || tag == tagTargetLon || tag == tagArea) {
			f.value = t.valueOf(f)
			out[tag] = f
		}
		entries = entries[12:]
	}
	if n <= maxEntries && len(entries) >= 4 {
		next = t.order.Uint32(entries)
	}
	return out, next
}

// valueOf returns the value of a field: a short one is in the field. One outside of what was read is
// returned as the field has it.
func (t tiff) valueOf(f field) []byte {
	size := int64(f.count) * int64(max(sizes[f.kind], 1))
	if size <= 4 {
		return f.value
	}
	from := int64(t.order.Uint32(f.value))
	if from+size > int64(len(t.data)) {
		return f.value
	}
	if f.kind == typeFraction {
		return t.fractions(t.data[from : from+size])
	}
	return t.data[from : from+size]
}

// sizes are those of values, by their type; others have one byte.
var sizes = map[uint16]int{3: 2, typeLong: 4, typeFraction: 8, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, typeDirectory: 4}

// fractions are fractions with their bytes in one order.
func (t tiff) fractions(value []byte) []byte {
	var out []byte
	for ; len(value) >= 4; value = value[4:] {
		out = binary.BigEndian.AppendUint32(out, t.order.Uint32(value))
	}
	return out
}

func placeOf(said map[uint16]field) (lat, lon float64, ok bool) {
	lat, okLat := degrees(said[tagLat], said[tagLatRef], 90, 'N', 'S')
	lon, okLon := degrees(said[tagLon], said[tagLonRef], 180, 'E', 'W')
	return lat, lon, okLat && okLon && (lat != 0 || lon != 0) // cameras without a position report 0, 0
}

// degrees reads degrees, minutes and seconds, and their hemisphere.
func degrees(value, ref field, most float64, positive, negative byte) (float64, bool) {
	if value.kind != typeFraction || value.count != 3 || len(value.value) != 24 || ref.kind != typeText || len(ref.value) == 0 {
		return 0, false
	}
	sum := 0.0
	for i, unit := range []float64{1, 60, 3600} {
		above, below := binary.BigEndian.Uint32(value.value[8*i:]), binary.BigEndian.Uint32(value.value[8*i+4:])
		part := float64(above) / float64(below)
		if below == 0 || i > 0 && part >= 60 {
			return 0, false
		}
		sum += part / unit
	}
	switch side := ref.value[0]; {
	case math.IsNaN(sum) || sum > most:
		return 0, false
	case side == positive:
		return sum, true
	case side == negative:
		return -sum, true
	}
	return 0, false
}
