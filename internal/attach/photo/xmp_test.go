package photo

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"rastro/internal/attach/filetype"
	"rastro/internal/attach/photo/phototest"
)

const xmpMark = "http://ns.adobe.com/xap/1.0/\x00"

// webp returns a picture of one pixel with a further chunk.
func webp(kind, body string) []byte {
	pixel := []byte("VP8L\x0d\x00\x00\x00\x2f\x00\x00\x00\x10\x07\x10\x11\x11\x88\x88\xfe\x07\x00")
	if len(body)%2 == 1 {
		body += "\x00"
	}
	chunk := append(binary.LittleEndian.AppendUint32([]byte(kind), uint32(len(body))), body...)
	return slices.Concat([]byte("RIFF"), binary.LittleEndian.AppendUint32(nil, uint32(4+len(pixel)+len(chunk))), []byte("WEBP"), pixel, chunk)
}

// A place is found wherever a format has room for it: plain, compressed, in pieces or in
// hexadecimal. The file then counts as personal, as with EXIF.
func TestPlacesBesideEXIF(t *testing.T) {
	packet := phototest.XMP("23,33.0S", "46,37.8W")
	long := strings.Replace(packet, "<rdf:Desc", strings.Repeat(" ", 3*window)+"<rdf:Desc", 1)
	exif := phototest.Shot{Lat: -23.55, Lon: -46.63}.Exif()
	png := func(kind, body string) []byte { return phototest.PNG(t, phototest.Chunk{Kind: kind, Body: body}) }
	deflated := func(text string) string { return phototest.Deflated(t, text) }
	heic := append([]byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic\x00\x00\x10\x00mdat"), packet...)
	for _, tc := range []struct {
		name, media string
		file        []byte
	}{
		{"a JPEG", filetype.JPEG, phototest.Shot{}.WithSegments(t, xmpMark+packet)},
		{"a JPEG, in pieces", filetype.JPEG, phototest.Shot{}.WithSegments(t, phototest.Extended(long, 40_001)...)},
		{"a JPEG, in very small pieces", filetype.JPEG, phototest.Shot{}.WithSegments(t, phototest.Extended(packet, 7)...)},
		{"a PNG", filetype.PNG, png("iTXt", "XML:com.adobe.xmp\x00\x00\x00\x00\x00"+packet)},
		{"a PNG, compressed", filetype.PNG, png("iTXt", "XML:com.adobe.xmp\x00\x01\x00pt\x00xmp\x00"+deflated(long))},
		{"a PNG, compressed text", filetype.PNG, png("zTXt", "anything\x00\x00"+deflated(packet))},
		{"a PNG, EXIF in hexadecimals", filetype.PNG, png("tEXt", "Raw profile type exif\x00"+phototest.Profile("exif", exif))},
		{"a PNG, EXIF in compressed hexadecimals", filetype.PNG, png("zTXt", "Raw profile type exif\x00\x00"+deflated(phototest.Profile("exif", exif)))},
		{"a PNG, EXIF of another name", filetype.PNG, png("zTXt", "Raw profile type APP1\x00\x00"+deflated(phototest.Profile("generic profile", exif)))},
		{"a PNG, XMP in hexadecimals", filetype.PNG, png("tEXt", "Raw profile type xmp\x00"+phototest.Profile("xmp", packet))},
		{"a PNG, XMP in compressed hexadecimals", filetype.PNG, png("zTXt", "Raw profile type xmp\x00\x00"+deflated(phototest.Profile("xmp", packet)))},
		{"a PNG, EXIF", filetype.PNG, png("eXIf", exif[6:])},
		{"a WebP", filetype.WebP, webp("XMP ", packet)},
		{"a WebP, EXIF", filetype.WebP, webp("EXIF", exif)},
		{"an HEIC", filetype.HEIC, heic},
		{"across two windows", filetype.HEIC, slices.Concat(heic[:32], make([]byte, window-32-300), heic[32:])},
	} {
		info, err := Read(bytes.NewReader(tc.file), tc.media)
		if err != nil || !info.Place || info.Exif == nil || info.Exif.Lat == nil || math.Abs(*info.Exif.Lat+23.55) > 1e-6 || math.Abs(*info.Exif.Lon+46.63) > 1e-6 {
			t.Errorf("%s: %+v, %v, %v", tc.name, info, info.Exif, err)
		}
	}
}

// Where a photo names a place that cannot be read, the file is personal all the same, and nothing is
// made up.
func TestPlacesThatCannotBeRead(t *testing.T) {
	wide := utf16.Encode([]rune(phototest.XMP("23,33.0S", "46,37.8W")))
	utf16be := func() (out []byte) {
		for _, r := range wide {
			out = binary.BigEndian.AppendUint16(out, r)
		}
		return out
	}()
	segment := func(text string) []byte { return phototest.Shot{}.WithSegments(t, xmpMark+text) }
	for _, tc := range []struct {
		name string
		file []byte
		told bool
	}{
		{"half of one", segment(`<exif:GPSLatitude>23,33.0S</exif:GPSLatitude>`), true},
		{"not a number", segment(phototest.XMP("x", "y")), true},
		{"north for a longitude", segment(phototest.XMP("23,33.0S", "46,37.8N")), true},
		{"91 degrees", segment(phototest.XMP("91,0.0S", "46,37.8W")), true},
		{"60 minutes", segment(phototest.XMP("23,60.0S", "46,37.8W")), true},
		{"in words", segment(`<Iptc4xmpCore:Location>Sítio do José</Iptc4xmpCore:Location>`), true},
		{"in UTF-16", segment(string(utf16be)), true},
		{"a JPEG that looks like metadata all over", append(bytes.Repeat([]byte("II*\x00"), 100), phototest.Shot{}.JPEG(t)...), true},
		{"none", segment(`<dc:title>Gratidão, gratitude</dc:title>`), false},
		{"nothing at all", phototest.Shot{}.JPEG(t), false},
	} {
		var texts where
		if _, _, ok := place(bytes.NewReader(tc.file), &texts); ok {
			t.Errorf("%s: EXIF has a place", tc.name)
		}
		texts.hidden(bytes.NewReader(tc.file), filetype.JPEG)
		if _, _, ok := texts.at(); ok || texts.told != tc.told {
			t.Errorf("%s: %+v", tc.name, texts)
		}
	}
	for text, want := range map[string]float64{"23,33,0S": -23.55, "23.55S": -23.55, "-23.55": -23.55, "+23.55": 23.55, "23,33.0 n": 23.55} {
		if got, ok := coordinate(text, 90); !ok || math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: %v, %t", text, got, ok)
		}
	}
}

// Whatever form a photo gives its place in, the file is personal: read where it can be read safely, and
// otherwise only noted. Photos that have none stay as they are.
func TestAttackPlacesInOddForms(t *testing.T) {
	here := phototest.Shot{Lat: -23.55, Lon: -46.63}
	exif, blank := string(here.Exif()), string(phototest.Shot{TakenAt: "2025:02:10 09:30:00"}.Exif())
	tiff := []byte(exif)[6:]
	change := func(from, to string) string {
		if strings.Count(exif, from) != 1 {
			t.Fatalf("%d times %x", strings.Count(exif, from), from)
		}
		return strings.Replace(exif, from, to, 1)
	}
	fractions := "\x02\x00\x05\x00\x03\x00\x00\x00"
	only := func(exif string) []byte { return phototest.Shot{}.WithSegments(t, exif) }
	png := func(kind, body string) []byte { return phototest.PNG(t, phototest.Chunk{Kind: kind, Body: body}) }
	for _, tc := range []struct {
		name, media string
		file        []byte
		want        bool
	}{
		{"none", filetype.JPEG, only(blank), false},
		{"behind another EXIF", filetype.JPEG, phototest.Shot{}.WithSegments(t, blank, blank, exif), true},
		{"behind a broken place", filetype.JPEG, phototest.Shot{}.WithSegments(t, change("\x17\x00\x00\x00\x01\x00\x00\x00", "\x17\x00\x00\x00\x00\x00\x00\x00"), exif), true},
		{"degrees as text", filetype.JPEG, only(change(fractions, "\x02\x00\x02\x00\x03\x00\x00\x00")), true},
		{"signed degrees", filetype.JPEG, only(strings.ReplaceAll(exif, "\x00\x05\x00\x03\x00\x00\x00", "\x00\x0a\x00\x03\x00\x00\x00")), true},
		{"degrees of two parts", filetype.JPEG, only(strings.ReplaceAll(exif, "\x00\x05\x00\x03\x00\x00\x00", "\x00\x05\x00\x02\x00\x00\x00")), true},
		{"without a side", filetype.JPEG, only(change("\x01\x00\x02\x00\x02\x00\x00\x00S", "\x01\x00\x02\x00\x02\x00\x00\x00?")), true},
		{"a directory that lies outside", filetype.JPEG, only(exif[:strings.Index(exif, "\x25\x88")+8] + "\xff\xff\xff\x7f" + exif[strings.Index(exif, "\x25\x88")+12:]), true},
		{"without the mark of metadata", filetype.JPEG, only(strings.Replace(exif, "II*\x00", "II+\x00", 1)), true},
		{"a pointer of another type", filetype.JPEG, only(change("\x25\x88\x04\x00", "\x25\x88\x0d\x00")), true},
		{"a PNG, behind another EXIF", filetype.PNG, phototest.PNG(t, phototest.Chunk{Kind: "eXIf", Body: blank[6:]}, phototest.Chunk{Kind: "eXIf", Body: string(tiff)}), true},
		{"a PNG, degrees as text", filetype.PNG, png("eXIf", change(fractions, "\x02\x00\x02\x00\x03\x00\x00\x00")[6:]), true},
		{"an HEIC, degrees as text", filetype.HEIC, append([]byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic\x00\x00\x10\x00mdat"), change(fractions, "\x02\x00\x02\x00\x03\x00\x00\x00")...), true},
		{"captions of the press", filetype.JPEG, phototest.Shot{}.WithSegment(t, 0xed, "Photoshop 3.0\x008BIM\x04\x04\x00\x00\x00\x00\x00\x0b\x1c\x02\x5a\x00\x06Sorriso"), true},
		{"other captions", filetype.JPEG, phototest.Shot{}.WithSegment(t, 0xed, "Photoshop 3.0\x008BIM\x04\x04\x00\x00\x00\x00\x00\x0b\x1c\x02\x78\x00\x06Milho!"), false},
		{"the film of a live photo", filetype.JPEG, append(phototest.Shot{}.JPEG(t), "\x00\x00\x00\x1e\xa9xyz\x00\x12\x15\xc7-23.5500-046.6300/"...), true},
		{"a camera without a position", filetype.JPEG, only(zeroed(exif)), false},
	} {
		info, err := Read(bytes.NewReader(tc.file), tc.media)
		if err != nil || info.Place != tc.want {
			t.Errorf("%s: %+v, %v", tc.name, info, err)
		}
	}
}

// zeroed returns EXIF whose place is 0, 0, as of a camera that knows none: the fractions are its end.
func zeroed(exif string) string {
	out := []byte(exif)
	for i := len(out) - 48; i < len(out); i += 8 {
		binary.LittleEndian.PutUint32(out[i:], 0)
	}
	return string(out)
}

// Texts that unpack to more than anybody writes cost a limited effort, and the file counts as
// personal: it may contain a place after what was read.
func TestAttackPackedMetadata(t *testing.T) {
	zeros := phototest.Deflated(t, strings.Repeat("0", 40*maxUnpacked))
	many := make([]phototest.Chunk, 0, 20*maxTexts)
	for range cap(many) {
		many = append(many, phototest.Chunk{Kind: "zTXt", Body: "k\x00\x00" + phototest.Deflated(t, "v")})
	}
	short := binary.BigEndian.AppendUint32(nil, math.MaxUint32)
	for _, tc := range []struct {
		name string
		file []byte
		told bool
	}{
		{"a bomb", phototest.PNG(t, phototest.Chunk{Kind: "zTXt", Body: "k\x00\x00" + zeros}), true},
		{"a bomb in iTXt", phototest.PNG(t, phototest.Chunk{Kind: "iTXt", Body: "k\x00\x01\x00\x00\x00" + zeros}), true},
		{"a bomb in hexadecimals", phototest.PNG(t, phototest.Chunk{Kind: "zTXt", Body: "Raw profile type exif\x00\x00" + zeros}), true},
		{"a bomb with a head", phototest.PNG(t, phototest.Chunk{Kind: "zTXt", Body: "Raw profile type exif\x00\x00" + phototest.Deflated(t, "\nexif\n 9\n"+strings.Repeat("00", maxUnpacked))}), true},
		{"many texts", phototest.PNG(t, many...), true},
		{"few texts", phototest.PNG(t, many[:20]...), false},
		{"a keyword without an end", phototest.PNG(t, phototest.Chunk{Kind: "zTXt", Body: strings.Repeat("k", 1<<20)}), false},
		{"a chunk that is longer than the file", slices.Concat(phototest.PNG(t)[:33], short, []byte("zTXtk\x00\x00")), false},
		{"not compressed", phototest.PNG(t, phototest.Chunk{Kind: "zTXt", Body: "k\x00\x00plain"}), false},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		var texts where
		texts.hidden(bytes.NewReader(tc.file), filetype.PNG)
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; texts.told != tc.told || took > 4*maxUnpacked {
			t.Errorf("%s: told %t, %d bytes", tc.name, texts.told, took)
		}
	}
}

func FuzzHidden(f *testing.F) {
	packet := phototest.XMP("23,33.0S", "46,37.8W")
	f.Add(phototest.PNG(f, phototest.Chunk{Kind: "zTXt", Body: "Raw profile type xmp\x00\x00" + phototest.Deflated(f, phototest.Profile("xmp", packet))}), true)
	f.Add(phototest.Shot{}.WithSegments(f, phototest.Extended(packet, 99)...), false)
	f.Fuzz(func(t *testing.T, file []byte, png bool) {
		media := filetype.JPEG
		if png {
			media = filetype.PNG
		}
		var texts where
		texts.hidden(bytes.NewReader(file), media)
		if lat, lon, ok := texts.at(); ok && (math.IsNaN(lat) || math.IsNaN(lon) || math.Abs(lat) > 90 || math.Abs(lon) > 180) {
			t.Errorf("%v, %v", lat, lon)
		}
	})
}

// BenchmarkPlace searches the largest file for a place, although it has none.
func BenchmarkPlace(b *testing.B) {
	file := make([]byte, 25<<20)
	for i := range file {
		file[i] = byte(rand.IntN(256))
	}
	b.SetBytes(int64(len(file)))
	for b.Loop() {
		place(bytes.NewReader(file), &where{})
	}
}
