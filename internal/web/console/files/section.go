package files

import (
	"strconv"
	"strings"
	"time"

	"rastro/internal/attach/filetype"
	"rastro/internal/attach/photo"
	"rastro/internal/attachment"
	"rastro/internal/lang"
	"rastro/internal/personal"
	"rastro/internal/title"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// Section is the files of a record as its page shows them, with {{template "attachments" .}}.
type Section struct {
	T      map[string]string
	Root   string
	Add    string // where files are sent, below /console; "" if that is not allowed
	Accept string
	Files  []fileView
}

// fileView is a file in words.
type fileView struct {
	Name, Facts, Added string
	Taken              string // when and where a photo was taken, according to the photo; "" for neither
	Href               string // below /console
	Small              string // the address of a small copy; "" if there is none
	Remove             string // "" if that is not allowed
	Personal           bool
}

// SectionOf shows the files that a record lists. The record is as the caller may see it.
func SectionOf(on *pagekit.Call, r *trace.Record) *Section {
	s := &Section{T: pagekit.TextsIn(on.Lang, texts), Root: pagekit.Root(on.Request)}
	if on.Person != nil {
		s.T = pagekit.ForPeople(s.T)
	}
	id, mayChange := r.ID.String(), on.Key.MayWrite(r.Kind, r.HarvestID)
	listed := attachment.List(r.Seal)
	if mayChange && len(listed) < attachment.MaxFiles {
		s.Add, s.Accept = pagekit.RecordPath(r.Kind, id)+"/anexos", filetype.Chosen()
	}
	pagekit.KnowAuthors(on, listed, func(f *attachment.File) string { return f.By })
	for i := range listed {
		v := viewFile(on, &listed[i])
		if mayChange {
			v.Remove = removePath(r.Kind, id, listed[i].Sum)
		}
		s.Files = append(s.Files, v)
	}
	return s
}

func viewFile(on *pagekit.Call, f *attachment.File) fileView {
	v := fileView{Name: f.Name, Href: "/anexos/" + f.Sum, Personal: f.Personal}
	v.Facts = filetype.Label(f.Media) + " · " + size(f.Bytes, on.Lang)
	if photo.Is(f.Media) && f.Media != filetype.HEIC { // HEIC has no small copy
		v.Small = v.Href + "?tamanho=" + strconv.Itoa(attachment.Thumbnail)
	}
	if f.Exif != nil {
		v.Taken = taken(on, f.Exif)
	}
	at, _ := time.Parse(time.RFC3339, f.At)
	var added []string
	for _, part := range []string{on.Moment(at), on.Author(f.By)} {
		if part != "" {
			added = append(added, part)
		}
	}
	v.Added = strings.Join(added, " · ")
	return v
}

// taken returns when and where a photo was taken, according to the photo. The place is personal.
func taken(on *pagekit.Call, e *attachment.Exif) string {
	var parts []string
	switch at := e.Time(); {
	case at.IsZero():
	case strings.HasSuffix(e.TakenAt, at.Format(attachment.LocalTime)): // the camera's own clock, in no zone
		parts = append(parts, title.Day(at.Year(), int(at.Month()), at.Day(), on.Lang)+" "+at.Format("15:04"))
	default:
		parts = append(parts, on.Moment(at))
	}
	if e.Lat != nil && e.Lon != nil && !personal.Hidden(on.Key) {
		parts = append(parts, on.Lang.Number(*e.Lat, placeDigits)+"; "+on.Lang.Number(*e.Lon, placeDigits))
	}
	if parts == nil {
		return ""
	}
	return pagekit.Fill(texts, "taken", on.Lang, "quando", strings.Join(parts, " · "))
}

// placeDigits are enough decimals of a degree to distinguish neighbouring plots: about ten metres.
const placeDigits = 4

// size returns how large a file is, as people say it.
func size(bytes int64, l lang.Lang) string {
	switch {
	case bytes < 1000:
		return l.Number(float64(bytes), 0) + " bytes"
	case bytes < 1000_000:
		return l.Number(float64(bytes)/1000, 0) + " kB"
	}
	return l.Number(float64(bytes)/1000_000, 1) + " MB"
}
