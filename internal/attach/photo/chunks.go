package photo

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"encoding/hex"
	"io"
	"strings"

	"rastro/internal/attach/filetype"
)

// Most metadata is stored plainly in a file, where the search for a place finds it. The rest is in
// pieces (a JPEG segment has room for 64 KiB, so longer XMP is split), compressed, or written in
// hexadecimal.

// Limits on what is unpacked. A photo has a few texts; if it has more, the unread ones may contain
// a place.
const (
	maxUnpacked = 8 << 20 // bytes of all texts together
	maxTexts    = 200
)

// hidden looks for a place where it cannot be seen in the file's bytes. Files come from anywhere,
// so what cannot be read within the limits may contain one.
func (w *where) hidden(file io.ReadSeeker, media string) {
	if media != filetype.JPEG && media != filetype.PNG {
		return
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		w.told = true
		return
	}
	in := bufio.NewReaderSize(file, window)
	if media == filetype.JPEG {
		_ = w.scan(&pieces{in: in, said: w})
		return
	}
	w.texts(in)
}

// extended begins a piece of XMP; it is followed by the digest of the whole (32 bytes), its length,
// and the offset of the piece in it (4 bytes each).
const (
	extended     = "http://ns.adobe.com/xmp/extension/\x00"
	extendedHead = len(extended) + 32 + 4 + 4
	application1 = 0xe1
)

// pieces reads the pieces of XMP in a JPEG as one text, up to the pixels.
type pieces struct {
	in   *bufio.Reader
	said *where
	rest int // bytes of the piece that are still unread
}

// captions begins a segment with the captions of press photos (IPTC), and places are the beginnings
// of those that name one: town, part of it, state, code and name of the country.
const (
	captions      = "Photoshop 3.0\x00"
	application13 = 0xed
)

var places = [][]byte{{0x1c, 2, 90}, {0x1c, 2, 92}, {0x1c, 2, 95}, {0x1c, 2, 100}, {0x1c, 2, 101}}

// caption notes whether a segment names a place.
func (p *pieces) caption(length int) {
	segment, _ := p.in.Peek(length)
	if !bytes.HasPrefix(segment, []byte(captions)) {
		return
	}
	for _, mark := range places {
		p.said.told = p.said.told || bytes.Contains(segment, mark)
	}
}

func (p *pieces) Read(into []byte) (int, error) {
	for p.rest == 0 {
		marker, err := nextMarker(p.in)
		if err != nil || marker == startOfScan || marker == endOfImage {
			return 0, io.EOF
		}
		if marker == startOfImage || marker >= firstRestart && marker <= lastRestart {
			continue // these have no length
		}
		var size [2]byte
		if _, err := io.ReadFull(p.in, size[:]); err != nil {
			return 0, io.EOF
		}
		length := max(int(binary.BigEndian.Uint16(size[:]))-len(size), 0)
		head, _ := p.in.Peek(len(extended))
		skip := length
		if marker == application13 {
			p.caption(length)
		}
		if marker == application1 && length > extendedHead && string(head) == extended {
			skip, p.rest = extendedHead, length-extendedHead
		}
		if _, err := p.in.Discard(skip); err != nil {
			return 0, io.EOF
		}
	}
	n, err := p.in.Read(into[:min(len(into), p.rest)])
	p.rest -= n
	if err != nil {
		err = io.EOF
	}
	return n, err
}

// texts reads the chunks of a PNG that contain texts.
func (w *where) texts(in *bufio.Reader) {
	if _, err := in.Discard(8); err != nil { // its mark
		return
	}
	unpacked := &io.LimitedReader{N: maxUnpacked}
	for seen := 0; ; {
		var head [8]byte
		if _, err := io.ReadFull(in, head[:]); err != nil || string(head[4:]) == "IEND" {
			return
		}
		body := io.LimitReader(in, int64(binary.BigEndian.Uint32(head[:])))
		switch kind := string(head[4:]); kind {
		case "tEXt", "zTXt", "iTXt":
			if seen++; seen > maxTexts || unpacked.N == 0 {
				w.told = true
				return
			}
			w.text(bufio.NewReaderSize(body, 256), kind, unpacked)
		}
		if _, err := io.Copy(io.Discard, body); err != nil {
			return
		}
		if _, err := in.Discard(4); err != nil { // its checksum
			return
		}
	}
}

// maxKeyword is the maximum length of what comes before a text: the keyword has 79 bytes at most, a
// language and a translation are short.
const maxKeyword = 250

// text reads the text of a chunk: keyword, information about the text, the text.
func (w *where) text(body *bufio.Reader, kind string, unpacked *io.LimitedReader) {
	keyword, ok := until0(body)
	packed := kind == "zTXt"
	switch kind {
	case "zTXt":
		_, err := body.ReadByte() // there is only one method
		ok = ok && err == nil
	case "iTXt":
		flag, err := body.ReadByte()
		_, err2 := body.ReadByte()
		_, language := until0(body)
		_, translated := until0(body)
		packed, ok = flag == 1, ok && err == nil && err2 == nil && language && translated
	}
	profile := strings.HasPrefix(strings.ToLower(keyword), "raw profile type")
	if !ok || !packed && !profile { // anything else was seen in the file itself
		return
	}
	var text io.Reader = body
	if packed {
		inflated, err := zlib.NewReader(body)
		if err != nil {
			return // no reader sees anything in it
		}
		text = inflated
	}
	unpacked.R = text
	if profile {
		w.profile(unpacked)
	} else {
		_ = w.scan(unpacked)
	}
	if unpacked.N == 0 {
		w.told = true
	}
}

func until0(in *bufio.Reader) (string, bool) {
	var text []byte
	for len(text) <= maxKeyword {
		b, err := in.ReadByte()
		if err != nil {
			return "", false
		}
		if b == 0 {
			return string(text), true
		}
		text = append(text, b)
	}
	return "", false
}

// profile reads metadata written in hexadecimal, after its name and its length.
func (w *where) profile(text io.Reader) {
	in := bufio.NewReader(text)
	for fields := 0; fields < 2; {
		word, err := in.ReadSlice('\n')
		if err != nil {
			w.told = true // others may read it in another way
			return
		}
		if len(bytes.TrimSpace(word)) > 0 {
			fields++
		}
	}
	data, _ := io.ReadAll(io.LimitReader(hex.NewDecoder(&digits{in}), maxMetadata+1)) // as much as can be read
	if len(data) > maxMetadata {
		w.told = true
	}
	w.look(data)
	var inner where
	lat, lon, ok := place(bytes.NewReader(data), &inner)
	w.told = w.told || ok || inner.told
	if ok {
		if w.lat == nil || w.lon == nil {
			w.lat, w.lon = &lat, &lon
		}
	}
}

// digits leaves the ends of lines out.
type digits struct{ in io.Reader }

func (d *digits) Read(into []byte) (int, error) {
	for {
		n, err := d.in.Read(into)
		kept := 0
		for _, b := range into[:n] {
			if b > ' ' {
				into[kept] = b
				kept++
			}
		}
		if kept > 0 || err != nil || len(into) == 0 {
			return kept, err
		}
	}
}
