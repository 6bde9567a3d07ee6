package logo

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/png"
	"io"

	"golang.org/x/image/draw"
)

// keptChunks are the parts of a PNG that form its picture. Everything else, such as texts, places
// and animations, is removed.
var keptChunks = map[string]bool{"IHDR": true, "PLTE": true, "tRNS": true, "IDAT": true, "IEND": true}

// cleanPNG keeps the picture of a PNG, byte for byte: encoding it again could make it larger than a
// logo may be. Nothing may follow it, neither in the file nor in the compressed data, so that it
// cannot be a file of another type as well.
func cleanPNG(file []byte) (Logo, error) {
	config, err := png.DecodeConfig(bytes.NewReader(file))
	if err != nil {
		return Logo{}, refuse(BadPNG)
	}
	if w, h := config.Width, config.Height; w <= 0 || h <= 0 || w > maxSide || h > maxSide || w*h > maxPixels {
		return Logo{}, refuse(TooWide)
	}
	clean, data, ok := splitPNG(file)
	if !ok || !endsWith(data, config.Width, config.Height) {
		return Logo{}, refuse(BadPNG)
	}
	if _, err := png.Decode(bytes.NewReader(clean)); err != nil {
		return Logo{}, refuse(BadPNG)
	}
	return Logo{PNG, config.Width, config.Height, clean, nil}, nil
}

// splitPNG returns the kept parts of a PNG, and its compressed data alone; ok is false if a
// part is damaged or anything follows the last.
func splitPNG(file []byte) (clean, data []byte, ok bool) {
	clean = append(clean, pngSignature...)
	for rest := file[len(pngSignature):]; len(rest) >= 12; {
		n := binary.BigEndian.Uint32(rest)
		if uint64(n)+12 > uint64(len(rest)) {
			return nil, nil, false
		}
		part, name, body := rest[:12+n], string(rest[4:8]), rest[8:8+n]
		if crc32.ChecksumIEEE(rest[4:8+n]) != binary.BigEndian.Uint32(rest[8+n:]) {
			return nil, nil, false
		}
		rest = rest[12+n:]
		if keptChunks[name] {
			clean = append(clean, part...)
		}
		switch name {
		case "IDAT":
			data = append(data, body...)
		case "IEND":
			return clean, data, len(rest) == 0 && n == 0
		}
	}
	return nil, nil, false
}

// endsWith reports whether compressed data contains no more than a picture of that size needs, and
// nothing follows it.
func endsWith(data []byte, width, height int) bool {
	in := bytes.NewReader(data) // a ByteReader, so that the decompressor reads no extra byte
	z, err := zlib.NewReader(in)
	if err != nil {
		return false
	}
	// Eight bytes a pixel, and one before each line of each of the seven passes.
	most := int64(width)*int64(height)*8 + int64(height)*7 + 7*int64(maxSide)
	n, err := io.Copy(io.Discard, io.LimitReader(z, most+1))
	return err == nil && n <= most && in.Len() == 0
}

// Raster returns a logo for print: a plain PNG on white, with sides of at most that many pixels;
// nil for a drawing, which package print/artwork draws.
func (l *Logo) Raster(most int) ([]byte, error) {
	if l.Media != PNG {
		return nil, nil
	}
	picture, err := png.Decode(bytes.NewReader(l.Bytes))
	if err != nil {
		return nil, err
	}
	w, h := picture.Bounds().Dx(), picture.Bounds().Dy()
	if longest := max(w, h); longest > most {
		w, h = max(1, w*most/longest), max(1, h*most/longest)
	}
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(out, out.Bounds(), image.White, image.Point{}, draw.Src)
	draw.ApproxBiLinear.Scale(out, out.Bounds(), picture, picture.Bounds(), draw.Over, nil)
	var file bytes.Buffer
	if err := png.Encode(&file, out); err != nil {
		return nil, err
	}
	return file.Bytes(), nil
}
