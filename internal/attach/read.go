package attach

import (
	"context"
	"errors"
	"io"

	"rastro/internal/admit"
	"rastro/internal/attach/photo"
	"rastro/internal/attachment"
	"rastro/internal/blob"
	"rastro/internal/kind"
	"rastro/internal/personal"
	"rastro/internal/trace"
)

// Attachments returns the files of a record, and the record's version.
func (k *Keeper) Attachments(ctx context.Context, by *trace.Key, kd *kind.Kind, id string) ([]attachment.File, int64, error) {
	if err := by.Need(trace.Read); err != nil {
		return nil, 0, err
	}
	found, err := trace.LiveRecord(ctx, k.store.Direct(), by, kd, id)
	if err != nil {
		return nil, 0, err
	}
	return personal.Files(by, attachment.List(found.Seal)), found.Version, nil
}

// Limits of looking for a file: how many of its places are read at a time, and how often. Only places
// in harvests that the caller reaches count, so that others cannot hide a file by naming it often.
const (
	places    = 200
	maxPlaces = 500 * places
)

// errManyPlaces: it is unknown whether the caller may read the file.
var errManyPlaces = errors.New("the file is named in more places than are looked at")

// visible finds a file in a record that the key may read, in its current version or an earlier one;
// CodeNoFile if there is none. The table only finds the record; what its versions say decides.
func (k *Keeper) visible(ctx context.Context, by *trace.Key, text string) (attachment.File, blob.Sum, error) {
	none := trace.Fail(trace.CodeNoFile)
	if err := by.Need(trace.Read); err != nil {
		return attachment.File{}, blob.Sum{}, err
	}
	sum, ok := blob.ParseSum(text)
	if !ok || k.blobs == nil {
		return attachment.File{}, sum, none
	}
	after := attachment.Place{}
	for range maxPlaces / places {
		var found []attachment.Place
		err := k.store.View(ctx, func(r Readers) (err error) {
			found, err = r.Files.Attached(ctx, text, by.Reach(), after, places)
			return err
		})
		if err != nil {
			return attachment.File{}, sum, err
		}
		for _, p := range found {
			if !by.MayHold(p.ID) || p.Personal && personal.Hidden(by) || !by.Reaches(p.HarvestID) {
				continue
			}
			f, err := k.listed(ctx, by, p)
			if err != nil {
				return attachment.File{}, sum, err
			}
			if f != nil {
				return *f, sum, nil
			}
		}
		if len(found) < places {
			return attachment.File{}, sum, none
		}
		after = found[len(found)-1]
	}
	return attachment.File{}, sum, &trace.Error{Code: trace.CodeUnavailable, Cause: errManyPlaces}
}

// listed returns a file as listed by the newest version that lists it; nil if the record does not list it, or the key
// may not read it.
func (k *Keeper) listed(ctx context.Context, by *trace.Key, p attachment.Place) (*attachment.File, error) {
	at := func(r *trace.Record) *attachment.File {
		if !by.Reaches(r.HarvestID) {
			return nil
		}
		return attachment.Find(attachment.List(r.Seal), p.Sum)
	}
	seen := func(f *attachment.File) *attachment.File { // a file that was marked later is personal in earlier versions too
		if f.Personal && personal.Hidden(by) {
			return nil
		}
		return f
	}
	switch live, err := k.store.Direct().Record(ctx, p.ID); {
	case err == nil:
		if f := at(live); f != nil {
			return seen(f), nil
		}
	case !trace.Is(err, trace.CodeRecordNotFound) && !trace.Is(err, trace.CodeErased):
		return nil, err
	}
	versions, err := k.store.Direct().Versions(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	for i := len(versions) - 1; i >= 0; i-- {
		if f := at(&versions[i]); f != nil {
			return seen(f), nil
		}
	}
	return nil, nil
}

// Open reads a file that is listed by a record which the key may read. The caller closes it.
func (k *Keeper) Open(ctx context.Context, by *trace.Key, sum string) (attachment.File, blob.Content, error) {
	f, parsed, err := k.visible(ctx, by, sum)
	if err != nil {
		return f, nil, err
	}
	content, err := k.blobs.Open(ctx, parsed)
	return f, content, stored(err)
}

// Stored reads a file that a record lists, regardless of the caller: it is for the program's own
// comparisons. What is shown to somebody is read with Open. The caller closes it.
func (k *Keeper) Stored(ctx context.Context, text string) (blob.Content, error) {
	sum, ok := blob.ParseSum(text)
	if !ok || k.blobs == nil {
		return nil, trace.Fail(trace.CodeFileLost)
	}
	content, err := k.blobs.Open(ctx, sum)
	return content, stored(err)
}

// Small returns a small copy of a picture, as JPEG without metadata; CodeNoPreview if there can be none.
func (k *Keeper) Small(ctx context.Context, by *trace.Key, sum string, side int) (attachment.File, []byte, error) {
	f, parsed, err := k.visible(ctx, by, sum)
	if err != nil {
		return f, nil, err
	}
	if body, ok := k.copies.GetIfPresent(copyOf{parsed, side}); ok {
		return f, body, nil
	}
	if !photo.Is(f.Media) {
		return f, nil, trace.Fail(trace.CodeNoPreview)
	}
	release, err := turn(ctx, k.copying)
	if err != nil {
		return f, nil, err
	}
	defer release()
	if body, ok := k.copies.GetIfPresent(copyOf{parsed, side}); ok { // somebody else made it meanwhile
		return f, body, nil
	}
	body, err := k.reduce(ctx, f, parsed, side)
	if err == nil {
		k.copies.Set(copyOf{parsed, side}, body)
	}
	return f, body, err
}

// reduce makes a small copy.
func (k *Keeper) reduce(ctx context.Context, f attachment.File, sum blob.Sum, side int) ([]byte, error) {
	content, err := k.blobs.Open(ctx, sum)
	if err != nil {
		return nil, stored(err)
	}
	defer content.Close()
	info, err := photo.Measure(content, f.Media)
	if err != nil {
		return nil, trace.Fail(trace.CodeNoPreview)
	}
	if info.Memory(f.Media, side) > photo.MaxMemory {
		return nil, trace.Fail(trace.CodeNoPreview)
	}
	if err := admit.From(ctx).Grow(info.Memory(f.Media, side)); err != nil {
		return nil, err
	}
	if _, err := content.Seek(0, io.SeekStart); err != nil {
		return nil, stored(err)
	}
	body, err := photo.Small(content, f.Media, info, side)
	if errors.Is(err, photo.ErrNoCopy) {
		return nil, trace.Fail(trace.CodeNoPreview)
	}
	return body, err
}
