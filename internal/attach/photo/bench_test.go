package photo

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"runtime"
	"testing"

	"rastro/internal/attach/filetype"
	"rastro/internal/attachment"
	"rastro/internal/testkit"
)

// largest returns a picture with n pixels, no two rows of which are equal.
func largest(pixels int) image.Image {
	const width = 8_000
	picture := image.NewGray(image.Rect(0, 0, width, pixels/width))
	for y := range picture.Rect.Dy() {
		for x := range width {
			picture.SetGray(x, y, color.Gray{uint8(x*y>>7 ^ y)})
		}
	}
	return picture
}

// BenchmarkLargestPicture makes the larger copy of pictures with the maximum number of pixels, and
// reports the memory used next to the memory claimed. A PNG with more than seven tenths of the
// accepted pixels may need more than MaxMemory, and gets no copy.
func BenchmarkLargestPicture(b *testing.B) {
	pixels := testkit.Sized(b, attachment.MaxPixels)
	side := attachment.Sides[len(attachment.Sides)-1]
	for _, tc := range []struct {
		name, media string
		encode      func(*bytes.Buffer) error
	}{
		{"JPEG", filetype.JPEG, func(out *bytes.Buffer) error { return jpeg.Encode(out, largest(pixels), nil) }},
		{"PNG", filetype.PNG, func(out *bytes.Buffer) error {
			return (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(out, largest(pixels/10*7))
		}},
	} {
		b.Run(tc.name, func(b *testing.B) {
			var file bytes.Buffer
			if err := tc.encode(&file); err != nil {
				b.Fatal(err)
			}
			info, err := Read(bytes.NewReader(file.Bytes()), tc.media)
			if err != nil {
				b.Fatal(err)
			}
			var before, after runtime.MemStats
			used := testkit.CPU()
			for b.Loop() {
				runtime.ReadMemStats(&before)
				if _, err := Small(bytes.NewReader(file.Bytes()), tc.media, info, side); err != nil {
					b.Fatal(err)
				}
				runtime.ReadMemStats(&after)
			}
			b.ReportMetric(float64((testkit.CPU()-used).Milliseconds())/float64(b.N), "cpu-ms")
			b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/(1<<20), "MiB")
			b.ReportMetric(float64(info.Memory(tc.media, side))/(1<<20), "MiB-claimed")
		})
	}
}
