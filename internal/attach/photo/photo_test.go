package photo

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/jpeg"
	"image/png"
	"math"
	"runtime"
	"slices"
	"testing"

	"rastro/internal/attach/filetype"
	"rastro/internal/attach/photo/phototest"
	"rastro/internal/attachment"
)

func TestRead(t *testing.T) {
	shot := phototest.Shot{Width: 64, Height: 32, Orientation: 6, TakenAt: "2025:02:10 09:30:00", Zone: "-03:00", Lat: -12.545678, Lon: -55.712345}
	info, err := Read(bytes.NewReader(shot.JPEG(t)), filetype.JPEG)
	if err != nil || info.Width != 32 || info.Height != 64 || info.Exif == nil {
		t.Fatalf("%+v, %v", info, err)
	}
	if info.Exif.TakenAt != "2025-02-10T09:30:00-03:00" || math.Abs(*info.Exif.Lat+12.545678) > 1e-6 || math.Abs(*info.Exif.Lon+55.712345) > 1e-6 {
		t.Errorf("%s at %v, %v", info.Exif.TakenAt, *info.Exif.Lat, *info.Exif.Lon)
	}
	for _, tc := range []struct {
		name string
		shot phototest.Shot
		want string
		none bool
	}{
		{"without a zone", phototest.Shot{TakenAt: "2025:02:10 09:30:00"}, "2025-02-10T09:30:00", false},
		{"a clock that was never set", phototest.Shot{TakenAt: "0000:00:00 00:00:00"}, "", true},
		{"no place", phototest.Shot{}, "", true},
	} {
		info, err := Read(bytes.NewReader(tc.shot.JPEG(t)), filetype.JPEG)
		if err != nil || (info.Exif == nil) != tc.none || info.Exif != nil && info.Exif.TakenAt != tc.want {
			t.Errorf("%s: %+v, %v", tc.name, info.Exif, err)
		}
	}
}

// The pixels are counted before they are decoded.
func TestAttackTooManyPixels(t *testing.T) {
	file := phototest.Shot{}.JPEG(t)
	at := bytes.Index(file, []byte{0xff, 0xc0}) // the frame contains the size of the picture
	binary.BigEndian.PutUint16(file[at+5:], 60000)
	binary.BigEndian.PutUint16(file[at+7:], 60000)
	if _, err := Read(bytes.NewReader(file), filetype.JPEG); filetype.Refused(err) != filetype.Pixels {
		t.Errorf("%v", err)
	}
	if _, err := Read(bytes.NewReader(file[:at]), filetype.JPEG); filetype.Refused(err) != filetype.Unreadable {
		t.Errorf("cut off: %v", err)
	}
}

// A small copy is upright, small and silent, however the camera was held.
func TestSmall(t *testing.T) {
	for orientation := uint16(1); orientation <= 8; orientation++ {
		shot := phototest.Shot{Width: 640, Height: 400, Orientation: orientation, TakenAt: "2025:02:10 09:30:00", Lat: -12.5, Lon: -55.7}
		file := bytes.NewReader(shot.JPEG(t))
		info, err := Read(file, filetype.JPEG)
		if err != nil {
			t.Fatal(err)
		}
		made, err := Small(file, filetype.JPEG, info, 320)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(made, []byte("Exif")) {
			t.Errorf("%d: the copy has metadata", orientation)
		}
		picture, err := jpeg.Decode(bytes.NewReader(made))
		if err != nil {
			t.Fatal(err)
		}
		want := image.Pt(320, 200)
		if orientation >= 5 {
			want = image.Pt(200, 320)
		}
		if got := picture.Bounds().Size(); got != want || (info.Width > info.Height) != (want.X > want.Y) {
			t.Errorf("%d: %v, want %v", orientation, got, want)
		}
		// Where the red half of the stored picture is shown.
		red := map[uint16]image.Point{1: {20, 100}, 2: {300, 100}, 3: {300, 100}, 4: {20, 100}, 5: {100, 20}, 6: {100, 20}, 7: {100, 300}, 8: {100, 300}}[orientation]
		if r, _, b, _ := picture.At(red.X, red.Y).RGBA(); r < b {
			t.Errorf("%d: %v is not red", orientation, red)
		}
	}
	if _, err := Small(bytes.NewReader([]byte("x")), filetype.HEIC, Info{}, 320); err != ErrNoCopy {
		t.Errorf("HEIC: %v", err)
	}
	if _, err := Small(bytes.NewReader([]byte("x")), filetype.JPEG, Info{}, 320); err != ErrNoCopy {
		t.Errorf("damaged: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(phototest.Shot{Orientation: 6, TakenAt: "2025:02:10 09:30:00", Zone: "-03:00", Lat: -12.5, Lon: -55.7}.JPEG(f), uint8(0))
	f.Add([]byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"), uint8(1))
	medias := []string{filetype.JPEG, filetype.HEIC, filetype.PNG, filetype.WebP}
	f.Fuzz(func(t *testing.T, file []byte, media uint8) {
		info, err := Read(bytes.NewReader(file), medias[int(media)%len(medias)])
		if err == nil && int64(info.Width)*int64(info.Height) > attachment.MaxPixels {
			t.Errorf("%+v", info)
		}
	})
}

// The memory claimed for decoding equals what the decoder needs, also for progressive pictures; a
// picture that needs too much gets no small copy.
func TestMemoryOfJPEG(t *testing.T) {
	segment := append([]byte{0xff, 0xe1, 0xff, 0xff}, make([]byte, 0xfffd)...)
	with := func(before ...byte) []byte {
		file := phototest.Progressive(2400, 1600, false)
		return slices.Concat(file[:2], before, file[2:])
	}
	for name, body := range map[string][]byte{
		"behind much metadata":               with(bytes.Repeat(segment, 17)...),
		"behind a marker without a length":   with(append([]byte{0xff, 0xd0}, segment...)...),
		"progressive":                        phototest.Progressive(2400, 1600, false),
		"progressive, colour reduced":        phototest.Progressive(2400, 1600, true),
		"baseline":                           phototest.Shot{Width: 2400, Height: 1600}.JPEG(t),
		"progressive, not a whole of blocks": phototest.Progressive(2399, 1593, true),
	} {
		info, err := Read(bytes.NewReader(body), filetype.JPEG)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		small, err := Small(bytes.NewReader(body), filetype.JPEG, info, 320)
		runtime.ReadMemStats(&after)
		took, claimed := int64(after.TotalAlloc-before.TotalAlloc), info.Memory(filetype.JPEG, 320)
		if err != nil || len(small) == 0 || took > claimed || claimed > 4*took {
			t.Errorf("%s: it took %d bytes, and %d were claimed; %v", name, took, claimed, err)
		}
	}
	unseen := Info{Width: 2400, Height: 1600}
	if got := unseen.Memory(filetype.JPEG, 320); got < 24*2400*1600 {
		t.Errorf("%d bytes for a frame that was not found", got)
	}
	huge := phototest.Progressive(8000, 6200, false)
	info, err := Read(bytes.NewReader(huge), filetype.JPEG)
	if err != nil || info.Memory(filetype.JPEG, 320) < 15*8000*6200 {
		t.Errorf("%d bytes, %v", info.Memory(filetype.JPEG, 320), err)
	}
	if _, err := Small(bytes.NewReader(huge), filetype.JPEG, info, 320); !errors.Is(err, ErrNoCopy) {
		t.Errorf("%v", err)
	}
}

// A picture that is much longer than it is wide needs more memory for scaling than for its pixels.
func TestAttackNarrowPictures(t *testing.T) {
	for _, size := range [][2]int{{2, 400_000}, {400_000, 2}} {
		var body bytes.Buffer
		if err := png.Encode(&body, image.NewGray(image.Rect(0, 0, size[0], size[1]))); err != nil {
			t.Fatal(err)
		}
		info, err := Read(bytes.NewReader(body.Bytes()), filetype.PNG)
		if err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err = Small(bytes.NewReader(body.Bytes()), filetype.PNG, info, 320)
		runtime.ReadMemStats(&after)
		if took, claimed := int64(after.TotalAlloc-before.TotalAlloc), info.Memory(filetype.PNG, 320); err != nil || took > claimed {
			t.Errorf("%v: it took %d bytes, and %d were claimed; %v", size, took, claimed, err)
		}
	}
	for _, info := range []Info{{Width: 1, Height: attachment.MaxPixels}, {Width: attachment.MaxPixels, Height: 1}} {
		if _, err := Small(bytes.NewReader(nil), filetype.PNG, info, 320); !errors.Is(err, ErrNoCopy) || info.Memory(filetype.PNG, 320) <= MaxMemory {
			t.Errorf("%d x %d: %d bytes, %v", info.Width, info.Height, info.Memory(filetype.PNG, 320), err)
		}
	}
}

// counted counts the reads of a file.
type counted struct {
	*bytes.Reader
	bytes, seeks int
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.bytes += n
	return n, err
}

func (c *counted) Seek(offset int64, whence int) (int64, error) {
	c.seeks++
	return c.Reader.Seek(offset, whence)
}

// A file store may be far away: what a small copy needs is at the beginning of a file, and looking
// for a place reads the file once.
func TestFewRequests(t *testing.T) {
	file := append(phototest.Shot{Orientation: 6}.JPEG(t), make([]byte, 40*window)...)
	beginning := &counted{Reader: bytes.NewReader(file)}
	if info, err := Measure(beginning, filetype.JPEG); err != nil || info.turn != 6 || beginning.bytes > 4*window {
		t.Errorf("%+v, %v; %d bytes read", info, err, beginning.bytes)
	}
	all := &counted{Reader: bytes.NewReader(file)}
	if _, _, ok := place(all, &where{}); ok || all.seeks > 3 {
		t.Errorf("%d seeks, %t", all.seeks, ok)
	}
}
