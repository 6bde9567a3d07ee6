package attach

import (
	"context"
	"encoding/hex"
	"errors"
	"io"
	"slices"
	"strconv"

	"rastro/internal/admit"
	"rastro/internal/attachment"
	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/personal"
	"rastro/internal/trace"
)

// MayAttach fails unless the key may change a record, as for an update. It is called before a file
// is read: callers who may not attach files must not store any.
func (k *Keeper) MayAttach(ctx context.Context, by *trace.Key, kd *kind.Kind, id string) error {
	if err := by.NeedChange(trace.Write, kd); err != nil {
		return err
	}
	found, err := trace.LiveRecord(ctx, k.store.Direct(), by, kd, id)
	if err != nil {
		return err
	}
	return by.NeedWrite(kd, found.HarvestID)
}

// Attached is the result of attaching a file.
type Attached struct {
	File    attachment.File
	Version int64 // of the record
	Hash    [32]byte
	Replay  *trace.Reply // the earlier answer to a repeated request
}

// JSON returns the result as the wire shows it: the file, and what the record is now.
func (a *Attached) JSON() []byte {
	file, err := canon.Marshal(a.File)
	if err != nil {
		return []byte("{}") // texts and numbers always have a form
	}
	file = append(file[:len(file)-1], `,"versao":`...)
	file = strconv.AppendInt(file, a.Version, 10)
	file = append(file, `,"hash":"`...)
	return append(hex.AppendEncode(file, a.Hash[:]), `"}`...)
}

// Attach writes the version of a record that also lists a file. If the record lists it already,
// nothing is written, unless the sender now classifies its personal data differently. ifMatch are
// the versions that the caller agrees to replace.
func (k *Keeper) Attach(ctx context.Context, by *trace.Key, kd *kind.Kind, id string, received *Received, ifMatch trace.IfMatch, once *trace.Idempotency) (Attached, error) {
	if err := by.NeedChange(trace.Write, kd); err != nil {
		return Attached{}, err
	}
	var out Attached
	err := k.Retry(ctx, []*Received{received}, func() error {
		return k.store.Update(ctx, func(w Writers) (err error) {
			out = Attached{}
			if out.Replay, err = once.Replay(ctx, w, by, k.now()); out.Replay != nil || err != nil {
				return err
			}
			old, err := changeable(ctx, w, by, kd, id, ifMatch)
			if err != nil {
				return err
			}
			files := attachment.List(old.Seal)
			listed := attachment.Find(files, received.File.Sum)
			switch {
			case listed == nil:
				out, err = k.add(ctx, w, by, old, files, received)
			case received.remarks(listed, by):
				out, err = k.remark(ctx, w, by, old, files, received)
			default:
				out.File, out.Version, out.Hash = *listed, old.Version, old.Hash
			}
			if err != nil {
				return err
			}
			if !by.Reads(old.HarvestID) || out.File.Personal && personal.Hidden(by) {
				out.File = received.File // what the caller sent
			}
			return once.Remember(ctx, w, by, k.now(), old.Kind.Prefix+"/"+old.ID.String(), out.JSON()) // an erasure of the record removes it
		})
	})
	return out, err
}

// add writes the version with one file more.
func (k *Keeper) add(ctx context.Context, w Writers, by *trace.Key, old *trace.Record, files []attachment.File, received *Received) (out Attached, err error) {
	if len(files) >= attachment.MaxFiles {
		return out, trace.Fail(trace.CodeTooManyFiles, "max", strconv.Itoa(attachment.MaxFiles))
	}
	r := k.next(by, old)
	if out.File, err = k.signed(received, r); err != nil {
		return out, err
	}
	return k.write(ctx, w, r, append(files[:len(files):len(files)], out.File), received, out)
}

// remarks reports whether a file that is sent again is marked differently. A sender who may not see
// personal data cannot reveal it to others.
func (r *Received) remarks(listed *attachment.File, by *trace.Key) bool {
	if r.mark == nil || !*r.mark && personal.Hidden(by) {
		return false
	}
	return *r.mark != listed.Personal || listed.Personal && listed.Salt == "" // an earlier build committed to its details in the open
}

// remark writes the version that marks a file's personal data differently. The file keeps its name,
// and who attached it.
func (k *Keeper) remark(ctx context.Context, w Writers, by *trace.Key, old *trace.Record, files []attachment.File, received *Received) (out Attached, err error) {
	files = slices.Clone(files)
	f := attachment.Find(files, received.File.Sum)
	f.Personal = *received.mark
	if err := k.salt(f); err != nil {
		return out, err
	}
	out.File = *f
	return k.write(ctx, w, k.next(by, old), files, received, out)
}

// next returns the version of a record that follows another.
func (k *Keeper) next(by *trace.Key, old *trace.Record) *trace.Record {
	r := *old
	r.Replace(old)
	k.journal.Next(&r, trace.Updated, by)
	return &r
}

// write writes a version with a list of files, and where the received one is.
func (k *Keeper) write(ctx context.Context, w Writers, r *trace.Record, files []attachment.File, received *Received, out Attached) (_ Attached, err error) {
	out.Version = r.Version
	if r.Seal, err = attachment.With(r.Seal, files); err != nil {
		return out, err
	}
	if err := k.finisher.Finish(r, admit.From(ctx).Grow); err != nil {
		return out, err
	}
	out.Hash = r.Hash
	if err := w.Append(ctx, *r); err != nil {
		return out, err
	}
	return out, k.Note(ctx, w.Files, r, received)
}

// signed returns a file with who attached it and when.
func (k *Keeper) signed(received *Received, r *trace.Record) (attachment.File, error) {
	f := received.File
	f.At, f.By = string(trace.AppendTime(nil, r.UpdatedAt)), r.UpdatedBy
	err := k.salt(&f)
	return f, err
}

// salt adds the salt of its details to a personal file, and removes it from others.
func (k *Keeper) salt(f *attachment.File) error {
	f.Salt = ""
	if !f.Personal {
		return nil
	}
	salt := make([]byte, attachment.SaltBytes)
	_, err := io.ReadFull(k.random, salt)
	f.Salt = hex.EncodeToString(salt)
	return err
}

// List puts received files on the list of a record's first version, before it is finished. Note
// MUST be called in the transaction that writes it.
func (k *Keeper) List(r *trace.Record, received ...*Received) (err error) {
	files := make([]attachment.File, len(received))
	for i := range received {
		if files[i], err = k.signed(received[i], r); err != nil {
			return err
		}
	}
	r.Seal, err = attachment.With(r.Seal, files)
	return err
}

// Note notes that a version lists received files, in the transaction that writes it. It fails with
// an error that Lost reports if a sweep may have removed a file since it was received. It does not
// query the file store, because every other writer would wait for that.
func (k *Keeper) Note(ctx context.Context, w attachment.Noter, r *trace.Record, received ...*Received) error {
	if err := w.HoldFiles(ctx); err != nil {
		return err
	}
	places := make([]attachment.Place, len(received))
	for i, file := range received {
		mark, err := w.FileMark(ctx, file.File.Sum)
		if err != nil {
			return err
		}
		if mark.Times != file.marks || k.now().Sub(file.at) >= Grace {
			return errSwept
		}
		places[i] = attachment.Place{Sum: file.File.Sum, ID: r.ID, Version: r.Version, HarvestID: r.HarvestID, Personal: file.File.Personal}
	}
	return w.PutAttached(ctx, places)
}

// errSwept: a file that had no record yet may have been removed since it was received, by a sweep
// or the erasure of another record that had the same file.
var errSwept = errors.New("the file was removed since it was received")

// Retry runs fn, whose transaction calls Note, and runs it again if a file may have been removed
// since it was received: the files are then stored once more. CodeContended if that happens again
// and again. A file that is nil is passed over.
func (k *Keeper) Retry(ctx context.Context, received []*Received, fn func() error) error {
	const tries = 3
	for try := 1; ; try++ {
		err := fn()
		if !errors.Is(err, errSwept) {
			return err
		}
		if try == tries {
			return &trace.Error{Code: trace.CodeContended, Cause: err}
		}
		for _, file := range received {
			if file == nil {
				continue
			}
			if err := k.again(ctx, file); err != nil {
				return err
			}
		}
	}
}

// again stores a received file once more.
func (k *Keeper) again(ctx context.Context, received *Received) error {
	draft, err := k.blobs.Draft(ctx)
	if err != nil {
		return stored(err)
	}
	defer draft.Drop()
	if _, err := io.Copy(draft, io.NewSectionReader(received.draft, 0, received.File.Bytes)); err != nil {
		return stored(err)
	}
	return k.keep(ctx, draft, received)
}

// changeable returns the live version of a record that a caller may change.
func changeable(ctx context.Context, w Writers, by *trace.Key, kd *kind.Kind, id string, ifMatch trace.IfMatch) (*trace.Record, error) {
	old, err := trace.LiveRecord(ctx, w, by, kd, id)
	if err != nil {
		return nil, err
	}
	if err := by.NeedWrite(kd, old.HarvestID); err != nil {
		return nil, err
	}
	if !ifMatch.Admits(old.Version) {
		return nil, trace.Fail(trace.CodeStale, "versao", strconv.FormatInt(old.Version, 10))
	}
	return old, nil
}

// Detach writes the version of a record that no longer lists a file. Earlier versions still do, so
// the file stays.
func (k *Keeper) Detach(ctx context.Context, by *trace.Key, kd *kind.Kind, id, sum string, ifMatch trace.IfMatch) (Attached, error) {
	if err := by.NeedChange(trace.Write, kd); err != nil {
		return Attached{}, err
	}
	var out Attached
	err := k.store.Update(ctx, func(w Writers) error {
		old, err := changeable(ctx, w, by, kd, id, ifMatch)
		if err != nil {
			return err
		}
		var left []attachment.File
		out = Attached{}
		for _, f := range attachment.List(old.Seal) {
			if f.Sum == sum && !(f.Personal && personal.Hidden(by)) {
				out.File = f
				continue
			}
			left = append(left, f)
		}
		if out.File.Sum == "" {
			return trace.Fail(trace.CodeNoFile)
		}
		r := k.next(by, old)
		if r.Seal, err = attachment.With(r.Seal, left); err != nil {
			return err
		}
		if err := k.finisher.Finish(r, admit.From(ctx).Grow); err != nil {
			return err
		}
		out.Version, out.Hash = r.Version, r.Hash
		if !by.Reads(old.HarvestID) {
			out.File = attachment.File{Sum: sum}
		}
		return w.Append(ctx, *r)
	})
	return out, err
}
