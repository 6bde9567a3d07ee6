package phototest

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"slices"
	"strings"
	"testing"
)

// XMP returns a packet with a place, as editors write it.
func XMP(lat, lon string) string {
	return `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` +
		`<rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="` + lat + `" exif:GPSLongitude="` + lon + `"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
}

// WithSegment returns the photo with another segment before its own.
func (s Shot) WithSegment(tb testing.TB, marker byte, body string) []byte {
	tb.Helper()
	file := s.JPEG(tb)
	return slices.Concat(file[:2], binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(len(body)+2)), []byte(body), file[2:])
}

// WithSegments returns the photo with further segments (APP1) before its own.
func (s Shot) WithSegments(tb testing.TB, bodies ...string) []byte {
	tb.Helper()
	file := s.JPEG(tb)
	var segments []byte
	for _, body := range bodies {
		segments = append(binary.BigEndian.AppendUint16(append(segments, 0xff, 0xe1), uint16(len(body)+2)), body...)
	}
	return slices.Concat(file[:2], segments, file[2:])
}

// Extended returns XMP in pieces of n bytes, one per segment.
func Extended(packet string, bytes int) (bodies []string) {
	for at := 0; at < len(packet); at += bytes {
		head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32([]byte(strings.Repeat("A", 32)), uint32(len(packet))), uint32(at))
		bodies = append(bodies, "http://ns.adobe.com/xmp/extension/\x00"+string(head)+packet[at:min(at+bytes, len(packet))])
	}
	return bodies
}

// Chunk is a chunk of a PNG.
type Chunk struct{ Kind, Body string }

// PNG returns a small picture with further chunks.
func PNG(tb testing.TB, chunks ...Chunk) []byte {
	tb.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		tb.Fatal(err)
	}
	const head = 8 + 25 // the mark, and the first chunk
	file, more := b.Bytes(), []byte(nil)
	for _, c := range chunks {
		more = append(binary.BigEndian.AppendUint32(more, uint32(len(c.Body))), c.Kind+c.Body...)
		more = binary.BigEndian.AppendUint32(more, crc32.ChecksumIEEE([]byte(c.Kind+c.Body)))
	}
	return slices.Concat(file[:head], more, file[head:])
}

// Deflated returns a text as chunks have it compressed.
func Deflated(tb testing.TB, text string) string {
	tb.Helper()
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		tb.Fatal(err)
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return b.String()
}

// Profile is metadata as ImageMagick writes it in a text.
func Profile(name, data string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s\n%8d\n", name, len(data))
	for digits := hex.EncodeToString([]byte(data)); digits != ""; {
		n := min(72, len(digits))
		b.WriteString(digits[:n] + "\n")
		digits = digits[n:]
	}
	return b.String()
}

// Exif returns the EXIF of the photo.
func (s Shot) Exif() string { return string(s.exif()) }
