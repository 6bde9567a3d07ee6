package photo

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"iter"
	"math"
)

// The metadata library reads a fraction without a denominator as zero, and so a place that the
// camera does not know as another one. So a place is read here, from its fractions.

// Tags of a place in EXIF.
const (
	tagPlace  = 0x8825 // where the directory of the place is
	tagLatRef = 1
	tagLat    = 2
	tagLonRef = 3
	tagLon    = 4
)

// Types of values in EXIF.
const (
	typeText     = 2
	typeFraction = 5
)

// Limits of metadata. It may be anywhere in a file: at its beginning, or after the picture.
const (
	maxMetadata = 256 << 10 // bytes
	maxEntries  = 200       // of a directory
	window      = 64 << 10  // bytes of the file that are searched at a time
	maxTries    = 32        // of what begins like metadata
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
	kept, moved, done := 0, true, false
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
		for from, order := range begins(part) {
			if done {
				break
			}
			moved = true
			data, err := read(file, at+int64(from), metadata)
			if tries++; err != nil || tries > maxTries {
				said.told, done = true, true // nobody knows what else is there
			} else if fields := (tiff{data, order}).place(); fields != nil {
				if lat, lon, ok = placeOf(fields); ok {
					return lat, lon, true
				}
				done = true
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
}

// place returns the directory of the place; nil if there is none.
func (t tiff) place() map[uint16]field {
	at, ok := t.number(4)
	if !ok {
		return nil
	}
	pointer, ok := t.directory(at)[tagPlace]
	if !ok || len(pointer.value) < 4 {
		return nil
	}
	return t.directory(t.order.Uint32(pointer.value))
}

func (t tiff) number(at int) (uint32, bool) {
	if at+4 > len(t.data) {
		return 0, false
	}
	return t.order.Uint32(t.data[at:]), true
}

// directory reads the needed fields of a directory.
func (t tiff) directory(at uint32) map[uint16]field {
	if int64(at)+2 > int64(len(t.data)) {
		return nil
	}
	entries := t.data[at+2:]
	out := map[uint16]field{}
	for range min(t.order.Uint16(t.data[at:]), maxEntries) {
		if len(entries) < 12 {
			break
		}
		tag, f := t.order.Uint16(entries), field{t.order.Uint16(entries[2:]), t.order.Uint32(entries[4:]), entries[8:12]}
		size := int64(f.count)
		if f.kind == typeFraction {
			size *= 8
		}
		if size > 4 && (f.kind == typeFraction || f.kind == typeText) {
			from := int64(t.order.Uint32(f.value))
			if from+size > int64(len(t.data)) {
				f.value = nil
			} else {
				f.value = t.data[from : from+size]
			}
		}
		if _, twice := out[tag]; !twice && (tag <= tagLon || tag == tagPlace) {
			out[tag] = f
			if f.kind == typeFraction {
				out[tag] = field{f.kind, f.count, t.fractions(f.value)}
			}
		}
		entries = entries[12:]
	}
	return out
}

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
