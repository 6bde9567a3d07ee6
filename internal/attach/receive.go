package attach

import (
	"context"
	"crypto/sha512"
	"errors"
	"io"
	"path"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"rastro/internal/attach/filetype"
	"rastro/internal/attach/photo"
	"rastro/internal/attachment"
	"rastro/internal/blob"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// Received is a file that was accepted and is stored, and that no record lists yet. If none ever
// does, a sweep removes it.
type Received struct {
	File  attachment.File // without who attached it
	draft blob.Draft
	mark  *bool     // the sender's classification of personal data; nil: none
	marks int64     // how often the file had been marked before it was stored
	at    time.Time // when that was
}

// Drop releases what was kept of the file while it was received. The stored file stays.
func (r *Received) Drop() {
	if r != nil {
		r.draft.Drop()
	}
}

// Receive reads a file, determines its type, and stores it. The caller MUST have checked that the
// sender may attach it, and call Drop.
func (k *Keeper) Receive(ctx context.Context, up Upload) (_ *Received, err error) {
	if k.blobs == nil {
		return nil, trace.Fail(trace.CodeUnavailable)
	}
	release, err := k.arriving.take(ctx, k.patience, sharesOf(up.From)...)
	if err != nil {
		return nil, err
	}
	defer release()
	draft, err := k.blobs.Draft(ctx)
	if err != nil {
		return nil, stored(err)
	}
	received := &Received{draft: draft}
	defer func() {
		if err != nil {
			received.Drop()
		}
	}()
	size, err := arrive(draft, &up)
	if err != nil {
		return nil, err
	}
	done, err := k.storing.take(ctx, storagePatience)
	if err != nil {
		return nil, err
	}
	defer done()
	draft.Written() // only now: the disk must not get all arriving files at once
	if received.File, err = describe(draft, size); err != nil {
		return nil, refused(err)
	}
	sum := draft.Sum()
	if up.Digest != nil && *up.Digest != sum {
		return nil, trace.Fail(trace.CodeFileDiffers)
	}
	if err := k.keep(ctx, draft, received); err != nil {
		return nil, err
	}
	f := &received.File
	f.Sum, f.Name, f.Bytes = sum.String(), cleanName(up.Name, f.Media), size
	if received.mark = up.Personal; up.Personal != nil {
		f.Personal = *up.Personal
	}
	return received, nil
}

// arrivingPart is how much of a file is written and hashed at once. A larger size is no faster, and
// maxArriving files hold one each.
const arrivingPart = 64 << 10

var parts = sync.Pool{New: func() any { return new([arrivingPart]byte) }}

// arrive stores a file as it arrives, and returns its size.
func arrive(draft io.Writer, up *Upload) (int64, error) {
	from, into := &sender{body: up.Body}, draft
	longer := sha512.New()
	if up.Digest512 != nil {
		into = io.MultiWriter(draft, longer)
	}
	part := parts.Get().(*[arrivingPart]byte)
	defer parts.Put(part)
	size, err := io.CopyBuffer(into, io.LimitReader(from, attachment.MaxBytes+1), part[:])
	told, _ := errors.AsType[*trace.Error](from.err)
	switch {
	case told != nil:
		return 0, told
	case from.err != nil:
		return 0, &trace.Error{Code: trace.CodeFileCutOff, Cause: err}
	case err != nil:
		return 0, stored(err)
	case size > attachment.MaxBytes:
		return 0, trace.Fail(trace.CodeFileTooLarge, "max", attachment.MaxText)
	case up.Digest512 != nil && *up.Digest512 != [sha512.Size]byte(longer.Sum(nil)):
		return 0, trace.Fail(trace.CodeFileDiffers)
	}
	return size, nil
}

// sender distinguishes errors of the sender from those of the file store.
type sender struct {
	body io.Reader
	err  error
}

func (s *sender) Read(p []byte) (int, error) {
	n, err := s.body.Read(p)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// How to wait for a file that is being deleted. A deletion takes a moment; a server that was killed
// during one leaves a mark that lasts.
const (
	markPause = 50 * time.Millisecond
	markTries = 20
)

// keep stores a file once nobody is deleting it, and remembers its mark from before: Note fails if
// it was marked since.
func (k *Keeper) keep(ctx context.Context, draft blob.Draft, received *Received) error {
	for try := 1; ; try++ {
		at := k.now()
		mark, err := k.mark(ctx, draft.Sum())
		if err != nil {
			return err
		}
		if !deleting(mark, at) {
			received.marks, received.at = mark.Times, at
			_, err = draft.Keep(ctx)
			return stored(err)
		}
		if try == markTries {
			return &trace.Error{Code: trace.CodeFileLeaving, Wait: time.UnixMilli(mark.At).Add(deleteWithin).Sub(at)}
		}
		pause := time.NewTimer(markPause)
		select {
		case <-ctx.Done():
			pause.Stop()
			return ctx.Err()
		case <-pause.C:
		}
	}
}

// mark reads the mark of a file.
func (k *Keeper) mark(ctx context.Context, sum blob.Sum) (mark attachment.Mark, err error) {
	err = k.store.View(ctx, func(r Readers) (err error) {
		mark, err = r.Files.FileMark(ctx, sum.String())
		return err
	})
	return mark, err
}

// describe returns the description of a file.
func describe(file io.ReaderAt, size int64) (attachment.File, error) {
	media, err := filetype.Detect(file, size)
	f := attachment.File{Media: media, Personal: media == filetype.XML} // a tax document names people
	if err != nil || !photo.Is(media) {
		return f, err
	}
	info, err := photo.Read(io.NewSectionReader(file, 0, size), media)
	f.Width, f.Height, f.Exif = info.Width, info.Height, info.Exif
	f.Personal = info.Place // it leads to who lives there
	return f, err
}

// refused is the error for a file that is not accepted.
func refused(err error) error {
	reason := filetype.Refused(err)
	if reason == "" { // the draft cannot be read back
		return stored(err)
	}
	return &trace.Error{Code: trace.CodeFileType, Args: lang.Args{"tipos": filetype.AcceptedText()}, Problems: []trace.Problem{{Field: "arquivo", Rule: string(reason), Message: filetype.Reasons[reason]}}}
}

// stored converts an error of a file store.
func stored(err error) error {
	switch {
	case err == nil || errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, blob.ErrFull):
		return &trace.Error{Code: trace.CodeFilesFull, Cause: err}
	case errors.Is(err, blob.ErrMissing):
		return &trace.Error{Code: trace.CodeFileLost, Cause: err}
	}
	return &trace.Error{Code: trace.CodeUnavailable, Cause: err}
}

// cleanName returns a name that every system can save a file under: the last part of a path, without
// characters that mean something to a shell, a terminal or a header, or that cannot be seen, and
// with the ending of its type.
func cleanName(name, media string) string {
	name = path.Base(strings.ReplaceAll(strings.ToValidUTF8(name, ""), `\`, "/"))
	name = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || strings.ContainsRune(`<>:"|?*%;`, r) { // also characters that change the direction of text
			return -1
		}
		return r
	}, name)
	name = strings.Trim(name, " .")
	if name == "" || name == "/" {
		name = "anexo"
	}
	name = filetype.Name(name, media)
	if over := utf8.RuneCountInString(name) - attachment.MaxName; over > 0 {
		ending := path.Ext(name)
		kept := []rune(strings.TrimSuffix(name, ending))
		name = strings.TrimRight(string(kept[:len(kept)-over]), " .") + ending
	}
	return name
}
