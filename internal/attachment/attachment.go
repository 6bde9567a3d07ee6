// Package attachment is the list of files in a record. The list is a member of the version's seal,
// next to the payload, so that the commitment, the proof, the history and an erasure of the record
// cover it; a record without files has no such member.
package attachment

import (
	"bytes"
	"slices"
	"strconv"
	"time"

	"rastro/internal/canon"
)

// Limits on attachments.
const (
	MaxBytes = 25 << 20 // of a file
	MaxFiles = 50       // of a record
	MaxName  = 200      // characters of a file's name
	// MaxPixels bounds a picture. Phones make up to 50 megapixels; the pixels are counted before any
	// of them is decoded.
	MaxPixels = 50_000_000
)

// MaxText is MaxBytes as people read it, and MaxMegapixels MaxPixels.
var (
	MaxText       = strconv.Itoa(MaxBytes>>20) + " MiB"
	MaxMegapixels = strconv.Itoa(MaxPixels / 1_000_000)
)

// Thumbnail is the longest side, in pixels, of the copy of a picture in a list of files.
const Thumbnail = 320

// Sides are the longest sides that small copies have.
var Sides = []int{Thumbnail, 1280}

// SideTexts returns the sides as callers name them.
func SideTexts() (texts []string) {
	for _, side := range Sides {
		texts = append(texts, strconv.Itoa(side))
	}
	return texts
}

// File is a file that a version lists.
type File struct {
	Sum    string `json:"sha256"`
	Name   string `json:"nome"`
	Media  string `json:"mediaType"`
	Bytes  int64  `json:"bytes"`
	Width  int    `json:"largura,omitzero"`
	Height int    `json:"altura,omitzero"`
	Exif   *Exif  `json:"exif,omitempty"`
	// Personal files are hidden from people whose role may not see personal data.
	Personal bool   `json:"pessoal"`
	At       string `json:"anexadoEm"`
	By       string `json:"anexadoPor"`
	// Salt is the salt of a personal file's details, in hexadecimal, and Details is their digest in
	// a committed document: see Committed.
	Salt    string `json:"sal,omitempty"`
	Details string `json:"detalhes,omitempty"`
}

// Exif is what a photo says about itself.
type Exif struct {
	// TakenAt is an instant (RFC 3339) or, where the camera does not say its zone, a local time
	// without one.
	TakenAt string   `json:"tomadaEm,omitempty"`
	Lat     *float64 `json:"lat,omitempty"`
	Lon     *float64 `json:"lon,omitempty"`
}

// LocalTime is the layout of a time whose zone the camera does not say.
const LocalTime = "2006-01-02T15:04:05"

// Time returns when the photo was taken; zero if unknown. A time without a zone is read as UTC.
func (e *Exif) Time() time.Time {
	if at, err := time.Parse(time.RFC3339, e.TakenAt); err == nil {
		return at
	}
	at, _ := time.Parse(LocalTime, e.TakenAt)
	return at
}

// Member is the list's name in the seal and on the wire.
const Member = "anexos"

// List reads the files that a seal lists. What cannot be read was tampered with, as the
// commitment shows.
func List(seal []byte) []File {
	if !bytes.Contains(seal, []byte(`"`+Member+`"`)) { // nearly every record
		return nil
	}
	files, _ := Read(object(seal))
	return files
}

// Read reads the files that a seal lists, as an object of JSON, and fails where List finds none.
func Read(seal []byte) ([]File, error) {
	var said struct {
		Files []File `json:"anexos"`
	}
	err := canon.UnmarshalLenient(seal, &said)
	return said.Files, err
}

func object(seal []byte) []byte { return slices.Concat([]byte{'{'}, seal, []byte{'}'}) }

// With returns the seal with another list of files; without a list if there are none, and nil if
// the seal is then empty.
func With(seal []byte, files []File) ([]byte, error) {
	var out []byte
	if len(seal) > 0 {
		err := canon.Members(object(seal), func(name string, value canon.Value) error {
			if name != Member {
				out = appendMember(out, name, value)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	if len(files) == 0 {
		return out, nil
	}
	list, err := canon.Marshal(files)
	if err != nil {
		return nil, err
	}
	return appendMember(out, Member, list), nil
}

func appendMember(dst []byte, name string, value []byte) []byte {
	if len(dst) > 0 {
		dst = append(dst, ',')
	}
	dst = append(canon.AppendString(dst, name), ':')
	return append(dst, value...)
}

// Find returns the file with a digest in a list; nil if there is none.
func Find(files []File, sum string) *File {
	i := slices.IndexFunc(files, func(f File) bool { return f.Sum == sum })
	if i < 0 {
		return nil
	}
	return &files[i]
}

// Added returns the files of a list that an earlier one lacks.
func Added(before, after []File) []File {
	var added []File
	for _, f := range after {
		if Find(before, f.Sum) == nil {
			added = append(added, f)
		}
	}
	return added
}

// Marked returns the files of both lists that the later one marks differently.
func Marked(before, after []File) []File {
	var marked []File
	for _, f := range after {
		if old := Find(before, f.Sum); old != nil && old.Personal != f.Personal {
			marked = append(marked, f)
		}
	}
	return marked
}

// AppendJSON appends a list of files as JSON.
func AppendJSON(dst []byte, files []File) []byte {
	if files == nil {
		files = []File{}
	}
	list, err := canon.Marshal(files)
	if err != nil {
		return append(dst, "[]"...) // strings and numbers always have a form
	}
	return append(dst, list...)
}
