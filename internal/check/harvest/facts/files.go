package facts

import (
	"time"

	"rastro/internal/attachment"
	"rastro/internal/geo"
)

// File is a file that a record lists.
type File struct {
	Rec  int32
	Sum  string
	Name string
	// Sent is when the file was attached, and Taken when the photo was taken; zero if unknown. A
	// camera's time without a zone is read as UTC, which is hours early in Brazil.
	Sent, Taken time.Time
	At          *geo.Position // where the photo was taken; nil: it does not say
}

// addFiles adds the files of a record.
func (b *Book) addFiles(rec int32, files []attachment.File) {
	for i := range files {
		f := File{Rec: rec, Sum: files[i].Sum, Name: files[i].Name}
		f.Sent, _ = time.Parse(time.RFC3339, files[i].At)
		if e := files[i].Exif; e != nil {
			f.Taken = e.Time()
			if e.Lat != nil && e.Lon != nil {
				f.At = &geo.Position{Lon: *e.Lon, Lat: *e.Lat}
			}
		}
		b.Files = append(b.Files, f)
	}
}

// On returns the days that records are about. It goes over the book once: callers with many
// files keep the result.
func (b *Book) On() map[int32]Days {
	on := make(map[int32]Days, len(b.Plantings)+len(b.Applications)+len(b.Reapings)+len(b.Receipts)+len(b.Inspections))
	add := func(rec int32, days Days) {
		if _, said := on[rec]; !said {
			on[rec] = days
		}
	}
	for i := range b.Plantings {
		add(b.Plantings[i].Rec, b.Plantings[i].On)
	}
	for i := range b.Applications {
		add(b.Applications[i].Rec, b.Applications[i].On)
	}
	for i := range b.Reapings {
		add(b.Reapings[i].Rec, b.Reapings[i].On)
	}
	for i := range b.Receipts {
		add(b.Receipts[i].Rec, b.Receipts[i].On)
	}
	for i := range b.Inspections {
		add(b.Inspections[i].Rec, b.Inspections[i].On)
	}
	return on
}
