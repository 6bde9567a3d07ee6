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
	// Sent is when it was attached, and Taken when the photo was taken; zero if it is not known. The
	// clock of a camera that does not say its zone is taken for UTC, which in Brazil is hours early.
	Sent, Taken time.Time
	At          *geo.Position // where the photo was taken; nil: it does not say
}

// addFiles takes up the files of a record.
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

// On are the days that a record says it is about; UnknownDays if it says none.
func (b *Book) On(rec int32) Days {
	for i := range b.Plantings {
		if b.Plantings[i].Rec == rec {
			return b.Plantings[i].On
		}
	}
	for i := range b.Applications {
		if b.Applications[i].Rec == rec {
			return b.Applications[i].On
		}
	}
	for i := range b.Reapings {
		if b.Reapings[i].Rec == rec {
			return b.Reapings[i].On
		}
	}
	for i := range b.Receipts {
		if b.Receipts[i].Rec == rec {
			return b.Receipts[i].On
		}
	}
	for i := range b.Inspections {
		if b.Inspections[i].Rec == rec {
			return b.Inspections[i].On
		}
	}
	return UnknownDays
}
