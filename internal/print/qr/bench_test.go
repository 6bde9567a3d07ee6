package qr

import (
	"strings"
	"testing"
)

var benchmarkTexts = []struct{ name, text string }{
	{"link", ticket},
	{"largest", strings.Repeat("x", byteMode.limit())},
}

func BenchmarkEncode(b *testing.B) {
	benchmark(b, func(*Code) (int, error) { return 0, nil })
}

func BenchmarkEncodePNG(b *testing.B) {
	benchmark(b, func(c *Code) (int, error) {
		file, err := c.PNG(0)
		return len(file), err
	})
}

func BenchmarkEncodeSVG(b *testing.B) {
	benchmark(b, func(c *Code) (int, error) { return len(c.SVG()), nil })
}

func benchmark(b *testing.B, draw func(*Code) (int, error)) {
	for _, bt := range benchmarkTexts {
		b.Run(bt.name, func(b *testing.B) {
			b.ReportAllocs()
			size := 0
			for b.Loop() {
				n, err := draw(encode(b, bt.text))
				if err != nil {
					b.Fatal(err)
				}
				size = n
			}
			b.ReportMetric(float64(size), "bytes/file")
		})
	}
}
