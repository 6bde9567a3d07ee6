package photo

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"

	"rastro/internal/attach/filetype"
	"rastro/internal/attach/photo/phototest"
)

// A place counts only if it is complete and makes sense: half of one is another place.
func TestPlaces(t *testing.T) {
	shot := phototest.Shot{Lat: -23.55, Lon: -46.63}
	whole := shot.JPEG(t)
	fraction := func(a, b uint32) []byte {
		return binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, a), b)
	}
	change := func(from, to []byte) []byte {
		if bytes.Count(whole, from) != 1 {
			t.Fatalf("%d times %x", bytes.Count(whole, from), from)
		}
		return bytes.Replace(whole, from, to, 1)
	}
	latRef := []byte("\x01\x00\x02\x00\x02\x00\x00\x00S\x00")
	for _, tc := range []struct {
		name string
		file []byte
		ok   bool
	}{
		{"a place", whole, true},
		{"behind the picture", append(bytes.Repeat([]byte{1}, window-2), whole...), true},
		{"degrees of zero parts", change(fraction(23, 1), fraction(23, 0)), false},
		{"degrees of nothing", change(fraction(23, 1), fraction(0, 0)), false},
		{"minutes of zero parts", change(fraction(37, 1), fraction(37, 0)), false},
		{"91 degrees north", change(fraction(23, 1), fraction(91, 1)), false},
		{"181 degrees east", change(fraction(46, 1), fraction(181, 1)), false},
		{"60 minutes", change(fraction(37, 1), fraction(60, 1)), false},
		{"without a side", change(latRef, []byte("\x01\x00\x02\x00\x02\x00\x00\x00\x00\x00")), false},
		{"a side that is none", change(latRef, []byte("\x01\x00\x02\x00\x02\x00\x00\x00X\x00")), false},
		{"another tag in place of the side", change(latRef, []byte("\x1d\x00\x02\x00\x02\x00\x00\x00S\x00")), false},
		{"cut off", whole[:120], false},
		{"behind much that looks like it", append(bytes.Repeat([]byte("II*\x00"), 100), whole...), false},
	} {
		lat, lon, ok := place(bytes.NewReader(tc.file), &where{})
		if ok != tc.ok || ok && (math.Abs(lat+23.55) > 1e-6 || math.Abs(lon+46.63) > 1e-6) {
			t.Errorf("%s: %v, %v, %t", tc.name, lat, lon, ok)
		}
	}
	info, err := Read(bytes.NewReader(change(fraction(23, 1), fraction(23, 0))), filetype.JPEG)
	if err != nil || info.Exif != nil {
		t.Errorf("%+v, %v", info.Exif, err)
	}
}

func FuzzPlace(f *testing.F) {
	f.Add(phototest.Shot{Lat: -23.55, Lon: -46.63}.JPEG(f))
	f.Add([]byte("MM\x00*\x00\x00\x00\x08\x00\x01\x88\x25\x00\x04\x00\x00\x00\x01\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, file []byte) {
		lat, lon, ok := place(bytes.NewReader(file), &where{})
		if ok && (math.IsNaN(lat) || math.IsNaN(lon) || math.Abs(lat) > 90 || math.Abs(lon) > 180) {
			t.Errorf("%v, %v", lat, lon)
		}
	})
}
