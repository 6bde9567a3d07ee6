// Package personal hides personal data from people whose role does not let them see it. They see a
// mask in its place, and what they write back keeps the data behind the mask.
package personal

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strconv"

	"rastro/internal/attachment"
	"rastro/internal/canon"
	"rastro/internal/check/record"
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/right"
	"rastro/internal/trace"
)

// Mask replaces hidden data.
const Mask = "restrito"

var masked = []byte(`"` + Mask + `"`)

// Hidden reports whether a caller may not see personal data. Keys see everything that they may
// read: they are for machines, and whoever grants one knows its purpose.
func Hidden(by *trace.Key) bool {
	return by != nil && by.Person != "" && !by.May(right.Personal)
}

// Need fails with CodeForbiddenRight for a caller who may not see personal data, because the answer
// cannot be masked.
func Need(by *trace.Key) error {
	if !Hidden(by) {
		return nil
	}
	return by.NeedRight(right.Personal)
}

// Sight returns what a cached answer depends on in addition to its own harvest: callers with the
// same sight may share it. It is "" for those who see everything.
func Sight(by *trace.Key) string {
	sight := ""
	if by.LimitedToHarvests() {
		sight = by.Limits()
	}
	if m := by.Member(); m != nil { // a harvest that is shared, or a share that is revoked, changes it
		sight += "\x00" + strconv.FormatInt(m.Shares(), 10)
	}
	if Hidden(by) {
		sight += "\x00\x02" // no limit ends like this
	}
	return sight
}

// Field reports whether a member of a payload may be personal: it is marked as such, or unknown to
// the kind.
func Field(k *kind.Kind, name string) bool {
	f, known := k.Declared(name)
	return !known || f.Personal
}

// hides reports whether a member is masked. An empty field is not secret.
func hides(k *kind.Kind, name string, value []byte) bool {
	return Field(k, name) && !bytes.Equal(value, []byte("null")) && !bytes.Equal(value, []byte(`""`))
}

// Payload masks a payload. One with nothing to hide is returned unchanged, including the empty one
// that an erasure leaves. Nothing of an unreadable payload is shown.
func Payload(k *kind.Kind, payload []byte) []byte {
	hidden := false
	out := []byte{'{'}
	err := canon.Members(payload, func(name string, value canon.Value) error {
		if hides(k, name, value) {
			hidden, value = true, masked
		}
		out = appendMember(out, name, value)
		return nil
	})
	switch {
	case len(payload) == 0 || err == nil && !hidden:
		return payload
	case err != nil:
		return []byte("{}")
	}
	return append(out, '}')
}

func appendMember(dst []byte, name string, value []byte) []byte {
	if len(dst) > 1 {
		dst = append(dst, ',')
	}
	dst = append(canon.AppendString(dst, name), ':')
	return append(dst, value...)
}

// Records masks records for a caller, in place.
func Records(by *trace.Key, records []trace.Record) {
	if !Hidden(by) {
		return
	}
	for i := range records {
		records[i] = *hide(&records[i])
	}
}

// Versions masks the versions of a record for a caller, in place, oldest first. A file that is
// marked is also hidden in earlier versions, because it should have been marked there too.
func Versions(by *trace.Key, versions []trace.Record) {
	if !Hidden(by) {
		return
	}
	marks := marks{}
	for i := len(versions) - 1; i >= 0; i-- {
		marks.read(versions[i].Seal)
		versions[i] = marks.hide(&versions[i])
	}
}

// marks says which files are personal, according to the newest version that lists each of them.
type marks map[string]bool

// read takes up the files of a version, the newest first.
func (m marks) read(seal []byte) {
	for _, f := range attachment.List(seal) {
		if _, known := m[f.Sum]; !known {
			m[f.Sum] = f.Personal
		}
	}
}

// hide makes a version of which a reader sees the mask, without the files that are marked.
func (m marks) hide(r *trace.Record) trace.Record {
	hidden := *hide(r)
	files := attachment.List(hidden.Seal)
	if left := slices.DeleteFunc(slices.Clone(files), func(f attachment.File) bool { return m[f.Sum] }); len(left) < len(files) {
		hidden.Seal, _ = attachment.With(hidden.Seal, left) // it was read before
	}
	return hidden
}

// Past masks records as they were at an instant, in place. What was marked later is hidden in them
// too.
func Past(ctx context.Context, from trace.VersionReader, by *trace.Key, records []trace.Record) error {
	if !Hidden(by) {
		return nil
	}
	for i := range records {
		marks := marks{}
		if len(open(attachment.List(records[i].Seal))) > 0 {
			versions, err := from.Versions(ctx, records[i].ID)
			if err != nil {
				return err
			}
			for k := len(versions) - 1; k >= 0; k-- {
				marks.read(versions[k].Seal)
			}
		}
		records[i] = marks.hide(&records[i])
	}
	return nil
}

// Unlisted returns a version of a record as a caller sees it when its later versions are not read:
// without its files, for callers from whom they may have been hidden since.
func Unlisted(by *trace.Key, r *trace.Record) *trace.Record {
	if !Hidden(by) {
		return r
	}
	hidden := hide(r)
	if len(attachment.List(hidden.Seal)) > 0 {
		hidden.Seal, _ = attachment.With(hidden.Seal, nil) // it was read before
	}
	return hidden
}

// Record returns a record as a caller sees it. It does not change r, which others may hold.
func Record(by *trace.Key, r *trace.Record) *trace.Record {
	if r == nil || !Hidden(by) {
		return r
	}
	return hide(r)
}

// hide returns a version in which a reader sees the mask. It has no salt, and no cached JSON.
func hide(r *trace.Record) *trace.Record {
	payload := Payload(r.Kind, r.Payload)
	var findings []byte
	if len(r.Findings) > 0 && !r.Gone() {
		findings = grade(r.Kind, r.Graded()).Pack(nil, payload)
	}
	return &trace.Record{
		ID: r.ID, Kind: r.Kind, HarvestID: r.HarvestID, HarvestCode: r.HarvestCode, Payload: payload, Version: r.Version, Operation: r.Operation,
		UpdatedAt: r.UpdatedAt, CreatedBy: r.CreatedBy, UpdatedBy: r.UpdatedBy, Hash: r.Hash, Findings: findings, ValidationCode: r.ValidationCode, Seal: seal(r.Seal), AfterEnd: r.AfterEnd, State: r.State,
	}
}

// Files are attached files as a caller sees them: without those that are personal.
func Files(by *trace.Key, files []attachment.File) []attachment.File {
	if !Hidden(by) {
		return files
	}
	return open(files)
}

func open(files []attachment.File) []attachment.File {
	return slices.DeleteFunc(slices.Clone(files), func(f attachment.File) bool { return f.Personal })
}

// seal returns a seal without personal files. One that cannot be read is not shown.
func seal(whole []byte) []byte {
	files := attachment.List(whole)
	if len(files) == 0 {
		return whole
	}
	out, err := attachment.With(whole, open(files))
	if err != nil {
		return nil
	}
	return out
}

// Graded returns the result of grading as a caller sees it: without what is about hidden fields.
// For a masked record that includes problems with the mask itself.
func Graded(by *trace.Key, k *kind.Kind, g record.Graded) record.Graded {
	if !Hidden(by) {
		return g
	}
	return grade(k, g)
}

func grade(k *kind.Kind, g record.Graded) record.Graded {
	var out record.Graded
	for i := range g.Findings {
		if f := &g.Findings[i]; f.Field == "" || !Field(k, f.Field) {
			out.Findings = append(out.Findings, *f)
		}
	}
	for i := range g.IDs {
		if id := &g.IDs[i]; !Field(k, id.Field) && !id.Type.Personal() {
			out.IDs = append(out.IDs, *id)
		}
	}
	return out
}

// Findings returns findings on the records of a harvest without their quotes from hidden fields.
func Findings(all []finding.Finding) []finding.Finding {
	out := slices.Clone(all)
	for i := range out {
		f := &out[i]
		about := func(r finding.Ref) bool {
			k := kind.ByPrefix(r.Prefix)
			return k != nil && r.Field != "" && r.Field != attachment.Member && Field(k, r.Field) // a review contains no personal files for readers who may not see them
		}
		if !slices.ContainsFunc(f.Records, about) {
			continue
		}
		f.Args = maps.Clone(f.Args)
		for name := range f.Args {
			f.Args[name] = Mask
		}
		f.Words = maps.Clone(f.Words) // numbers are among them
		for name := range f.Words {
			f.Words[name] = lang.Same(Mask)
		}
	}
	return out
}

// Shaped removes masked plots from a payload whose shape is to be checked. No stored plot is a
// text, so nothing else is removed.
func Shaped(k *kind.Kind, payload []byte) []byte {
	name := k.PlotField()
	if name == "" || !bytes.Contains(payload, masked) {
		return payload
	}
	out := []byte{'{'}
	err := canon.Members(payload, func(member string, value canon.Value) error {
		if member != name || !bytes.Equal(value, masked) {
			out = appendMember(out, member, value)
		}
		return nil
	})
	if err != nil {
		return payload
	}
	return append(out, '}')
}

// Restore restores what is behind the mask in what a caller wrote over an older payload: where the
// caller left the mask, and where a form omitted what it could not show.
func Restore(by *trace.Key, k *kind.Kind, written, older []byte) []byte {
	if !Hidden(by) {
		return written
	}
	behind := map[string][]byte{}
	var names []string
	err := canon.Members(older, func(name string, value canon.Value) error {
		if hides(k, name, value) {
			names = append(names, name)
			behind[name] = bytes.Clone(value)
		}
		return nil
	})
	if err != nil || len(names) == 0 {
		return written
	}
	out := []byte{'{'}
	err = canon.Members(written, func(name string, value canon.Value) error {
		if kept, ok := behind[name]; ok {
			if bytes.Equal(value, masked) {
				value = kept
			}
			delete(behind, name)
		}
		out = appendMember(out, name, value)
		return nil
	})
	if err != nil {
		return written // the check of its shape refuses it
	}
	for _, name := range names {
		if kept, ok := behind[name]; ok {
			out = appendMember(out, name, kept)
		}
	}
	return append(out, '}')
}
