package taxdocs

import (
	"bytes"
	"context"
	"strconv"

	"rastro/internal/attach"
	"rastro/internal/attachment"
	"rastro/internal/parallel"
	"rastro/internal/trace"
)

// receivers is how many files are stored at once: each waits for the disk most of the time.
const receivers = 16

// receive stores the XML of a document. It names people, so it is personal.
func (r *run) receive(ctx context.Context, one *item) (err error) {
	personal := true
	name := one.File
	if name == "" {
		name = one.Document.Key + ".xml"
	}
	one.received, err = r.files.Receive(ctx, attach.Upload{Name: name, Personal: &personal, Body: bytes.NewReader(one.content)})
	return err
}

// receiveAll stores the XML of every document that becomes a record, and lists it in the record's
// first version. What is wrong with a file stays with its document.
func (r *run) receiveAll(ctx context.Context, list []*item) error {
	if r.o.DryRun {
		return nil
	}
	parallel.Each(len(list), receivers, func(i int) {
		one := list[i]
		if one.Err != nil || len(one.ready) == 0 || one.ready[0].proposal >= 0 {
			return
		}
		if one.Err = r.receive(ctx, one); one.Err == nil {
			one.Err = r.files.List(&one.ready[0].record, one.received)
		}
	})
	for _, one := range list {
		if one.Err != nil && trace.AsError(one.Err).Class() == trace.Unavailable {
			return one.Err // the server's, not the document's
		}
	}
	return nil
}

// again runs fn, and once more if a file was removed between its receipt and its record.
func (r *run) again(ctx context.Context, list []*item, fn func() error) error {
	files := make([]*attach.Received, len(list))
	for i, one := range list {
		files[i] = one.received
	}
	return r.files.Retry(ctx, files, fn)
}

// attachTo lists the XML of a document in a later version of a record, next to the files of the
// previous version. It may be there already, if somebody attached it by hand.
func (r *run) attachTo(next, before *trace.Record, one *item) (added bool, err error) {
	files := attachment.List(before.Seal)
	if attachment.Find(files, one.received.File.Sum) != nil {
		return false, nil
	}
	if len(files) >= attachment.MaxFiles {
		return false, trace.Fail(trace.CodeTooManyFiles, "max", strconv.Itoa(attachment.MaxFiles))
	}
	alone := trace.Record{UpdatedAt: next.UpdatedAt, UpdatedBy: next.UpdatedBy}
	err = r.files.List(&alone, one.received)
	if err == nil {
		next.Seal, err = attachment.With(before.Seal, append(files[:len(files):len(files)], attachment.List(alone.Seal)...))
	}
	return err == nil, err
}
