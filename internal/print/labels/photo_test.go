package labels

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"math"
	"math/rand/v2"
	"testing"

	"rastro/internal/print/page"
	"rastro/internal/print/printtest"
)

// photo returns a picture as a poor phone takes it: a given width in pixels, turned, out of focus,
// darker to one side, with noise.
func photo(from *image.Paletted, width int, degrees float64, seed uint64) *image.Gray {
	b := from.Bounds()
	scale := float64(b.Dx()) / float64(width)
	height := int(float64(b.Dy()) / scale)
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	noise := rand.New(rand.NewPCG(seed, 1))
	const fine = 5 // looks at each pixel in fine by fine places
	sharp := make([]float64, width*height)
	for y := range height {
		for x := range width {
			sum := 0.0
			for i := range fine * fine {
				dx := float64(x) + (float64(i%fine)+.5)/fine - float64(width)/2
				dy := float64(y) + (float64(i/fine)+.5)/fine - float64(height)/2
				sx := int((dx*cos+dy*sin)*scale + float64(b.Dx())/2)
				sy := int((dy*cos-dx*sin)*scale + float64(b.Dy())/2)
				grey := 1.0
				if image.Pt(sx, sy).In(b) {
					grey = float64(from.ColorIndexAt(sx, sy)) / (greyLevels - 1)
				}
				sum += grey
			}
			sharp[y*width+x] = sum / (fine * fine)
		}
	}
	out := image.NewGray(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			sum, weights := 0.0, 0.0
			for dy := -2; dy <= 2; dy++ {
				for dx := -2; dx <= 2; dx++ {
					weight := math.Exp(-float64(dx*dx+dy*dy) / (2 * .6 * .6))
					at := image.Pt(min(max(x+dx, 0), width-1), min(max(y+dy, 0), height-1))
					sum += weight * sharp[at.Y*width+at.X]
					weights += weight
				}
			}
			light := 235 - 70*float64(x)/float64(width)
			out.Pix[y*width+x] = uint8(min(255, max(0, 20+(light-20)*sum/weights+6*noise.NormFloat64())))
		}
	}
	return out
}

// A photo of a label is read, though it is 200 pixels wide, turned and blurred.
func TestPhotosAreRead(t *testing.T) {
	for _, size := range Sizes {
		for i, code := range []string{"7K3M-9QXT-4B2N-VH8R", "5FG2-DBQ7-3BRA-DRG3", "ZZZZ-ZZZZ-ZZZZ-ZZZZ"} {
			t.Run(size.Name+" "+code, func(t *testing.T) {
				t.Parallel()
				p := printtest.Soy()
				p.Code = code
				printed, err := png.Decode(bytes.NewReader(label(t, p, "png", size, 300)))
				if err != nil {
					t.Fatal(err)
				}
				for _, degrees := range []float64{0, 5, -5} {
					var file bytes.Buffer
					if err := png.Encode(&file, photo(printed.(*image.Paletted), 200, degrees, uint64(i))); err != nil {
						t.Fatal(err)
					}
					name := fmt.Sprintf("foto-%s-%d-%g.png", size.Name, i, degrees)
					if got, want := printtest.Scan(t, printtest.Keep(t, name, file.Bytes())), page.Link(printtest.PublicURL, code); got != want {
						t.Errorf("at %g degrees: read %q, want %q", degrees, got, want)
					}
				}
			})
		}
	}
}
