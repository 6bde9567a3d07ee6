// Package photo reads when and where a photo was taken, according to the photo, and makes small
// copies without metadata: only pixels, turned the right way up.
package photo

import (
	"fmt"
	"image"
	_ "image/jpeg" // the decoders of image.Decode
	_ "image/png"
	"io"
	"math"
	"strings"
	"time"

	"github.com/bep/imagemeta"
	_ "golang.org/x/image/webp"

	"rastro/internal/attach/filetype"
	"rastro/internal/attachment"
)

// Info is what a picture says about itself.
type Info struct {
	Width, Height int // as displayed, turned the right way up; 0: unknown
	Exif          *attachment.Exif
	Place         bool // it contains a place in some form, or may contain one where it cannot be read
	turn          turn
	decoder       int64 // bytes that decoding takes; 0: as for any picture
}

// formats are the pictures that have metadata.
var formats = map[string]imagemeta.ImageFormat{
	filetype.JPEG: imagemeta.JPEG, filetype.PNG: imagemeta.PNG, filetype.WebP: imagemeta.WebP, filetype.HEIC: imagemeta.HEIF,
}

// Is reports whether a type is that of a picture.
func Is(media string) bool { _, ok := formats[media]; return ok }

// Read reads what a picture says about itself. It fails if the picture cannot be read or has too
// many pixels; unreadable metadata is left out. A place may be anywhere, so it may read the whole
// file.
func Read(file io.ReadSeeker, media string) (Info, error) {
	info, said, err := measure(file, media)
	if err == nil {
		var texts where
		lat, lon, ok := place(file, &texts)
		if !ok {
			texts.hidden(file, media)
			lat, lon, ok = texts.at()
		}
		info.Place = ok || texts.told
		info.Exif = said.exif(lat, lon, ok)
	}
	return info, err
}

// Measure is Read without the time and place of the picture. It reads the beginning of the file,
// and the picture's orientation.
func Measure(file io.ReadSeeker, media string) (Info, error) {
	info, _, err := measure(file, media)
	return info, err
}

func measure(file io.ReadSeeker, media string) (info Info, tags said, err error) {
	if media != filetype.HEIC {
		config, _, err := image.DecodeConfig(file)
		if err != nil {
			return info, tags, &filetype.Error{Reason: filetype.Unreadable}
		}
		info.Width, info.Height = config.Width, config.Height
	}
	if media == filetype.JPEG {
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return info, tags, err
		}
		info.decoder = jpegMemory(file)
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return info, tags, err
	}
	tags = metadata(file, media)
	if media == filetype.HEIC {
		info.Width, info.Height = tags.config.Width, tags.config.Height
	}
	if int64(info.Width)*int64(info.Height) > attachment.MaxPixels || info.Width < 0 || info.Height < 0 {
		return info, tags, &filetype.Error{Reason: filetype.Pixels}
	}
	info.turn = tags.turn()
	if info.turn.swaps() && media != filetype.HEIC {
		info.Width, info.Height = info.Height, info.Width
	}
	return info, tags, nil
}

// Limits of metadata: a photo has a few hundred tags, and those that are read are short.
const (
	maxTags    = 2000
	maxTagSize = 1000
)

// wanted are the tags that are read.
var wanted = map[string]bool{
	"Orientation": true, "DateTimeOriginal": true, "OffsetTimeOriginal": true,
}

// said is the metadata of a picture.
type said struct {
	tags   imagemeta.Tags
	config imagemeta.ImageConfig
}

// metadata reads the wanted tags. Files come from anywhere, so a panic of the reader also just
// means that nothing could be read.
func metadata(file io.ReadSeeker, media string) (out said) {
	defer func() {
		if recover() != nil {
			out = said{}
		}
	}()
	result, err := imagemeta.Decode(imagemeta.Options{
		R: file, ImageFormat: formats[media], Sources: imagemeta.EXIF | imagemeta.CONFIG, LimitNumTags: maxTags, LimitTagSize: maxTagSize,
		ShouldHandleTag: func(tag imagemeta.TagInfo) bool { return wanted[tag.Tag] && !strings.HasPrefix(tag.Namespace, "IFD1") }, // IFD1 belongs to the thumbnail
		HandleTag:       func(tag imagemeta.TagInfo) error { out.tags.Add(tag); return nil },
		Warnf:           func(string, ...any) {},
	})
	out.config = result.ImageConfig
	if err != nil {
		out.tags = imagemeta.Tags{}
	}
	return out
}

// text returns a tag's text.
func (s *said) text(name string) string {
	text, _ := s.tags.EXIF()[name].Value.(string)
	return strings.TrimSpace(text)
}

// exif returns when and where the picture was taken; nil if it says neither.
func (s *said) exif(lat, lon float64, placed bool) *attachment.Exif {
	out := &attachment.Exif{TakenAt: s.takenAt()}
	if placed {
		lat, lon = rounded(lat), rounded(lon)
		out.Lat, out.Lon = &lat, &lon
	}
	if out.TakenAt == "" && out.Lat == nil {
		return nil
	}
	return out
}

// rounded rounds a degree to seven decimals, about a centimetre: anything beyond is noise.
func rounded(degrees float64) float64 { return math.Round(degrees*1e7) / 1e7 }

// Layouts of EXIF's time, and of our form of it.
const (
	exifTime = "2006:01:02 15:04:05"
	exifZone = exifTime + "-07:00"
)

func (s *said) takenAt() string {
	taken := s.text("DateTimeOriginal")
	if at, err := time.Parse(exifZone, taken+s.text("OffsetTimeOriginal")); err == nil && dated(at) {
		return at.Format(time.RFC3339)
	}
	if at, err := time.Parse(exifTime, taken); err == nil && dated(at) {
		return at.Format(attachment.LocalTime)
	}
	return ""
}

// dated: cameras whose clock was never set report year 0.
func dated(at time.Time) bool { return at.Year() >= 1990 && at.Year() < 2200 }

func (s *said) turn() turn {
	var n int
	if _, err := fmt.Sscan(fmt.Sprint(s.tags.EXIF()["Orientation"].Value), &n); err != nil || n < 1 || n > 8 {
		return 1
	}
	return turn(n)
}
