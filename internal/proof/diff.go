package proof

import (
	"bytes"
	"strconv"

	"rastro/internal/attachment"
	"rastro/internal/canon"
	"rastro/internal/trace"
)

// Change is a difference between two payloads.
type Change struct {
	Pointer  string      `json:"ponteiro"` // RFC 6901, into dados
	Kind     string      `json:"mudanca"`  // adicionado, removido, alterado
	From, To canon.Value `json:"-"`
}

// maxChanges bounds the differences listed for one record.
const maxChanges = 500

// Diff lists the changes from one payload to another, field by field and item by item, in the
// order of the newer one. A nil payload has no fields. Two spellings of the same value are
// equal.
func Diff(from, to []byte) []Change {
	var d differ
	d.values("", from, to)
	return d.changes
}

type differ struct{ changes []Change }

func (d *differ) add(pointer, kind string, from, to canon.Value) {
	if len(d.changes) < maxChanges {
		d.changes = append(d.changes, Change{pointer, kind, bytes.Clone(from), bytes.Clone(to)})
	}
}

func (d *differ) values(pointer string, from, to canon.Value) {
	switch {
	case len(from) == 0 && len(to) == 0:
	case kindOf(from) == '{' && (kindOf(to) == '{' || len(to) == 0) || len(from) == 0 && kindOf(to) == '{' && pointer == "":
		d.objects(pointer, from, to)
	case kindOf(from) == '[' && kindOf(to) == '[':
		d.lists(pointer, from, to)
	case !sameValue(from, to):
		d.add(pointer, "alterado", from, to)
	}
}

func kindOf(v canon.Value) canon.Kind {
	if len(v) == 0 {
		return 0
	}
	return v.Kind()
}

func (d *differ) objects(pointer string, from, to canon.Value) {
	old := map[string]canon.Value{}
	var names []string
	if len(from) > 0 {
		_ = canon.Members(from, func(name string, value canon.Value) error {
			old[name] = bytes.Clone(value)
			names = append(names, name)
			return nil
		})
	}
	if len(to) > 0 {
		_ = canon.Members(to, func(name string, value canon.Value) error {
			at := pointer + "/" + canon.PointerToken(name)
			before, had := old[name]
			delete(old, name)
			if had {
				d.values(at, before, bytes.Clone(value))
			} else {
				d.add(at, "adicionado", nil, value)
			}
			return nil
		})
	}
	for _, name := range names {
		if value, left := old[name]; left {
			d.add(pointer+"/"+canon.PointerToken(name), "removido", value, nil)
		}
	}
}

func (d *differ) lists(pointer string, from, to canon.Value) {
	var a, b []canon.Value
	if canon.Unmarshal(from, &a) != nil || canon.Unmarshal(to, &b) != nil {
		return
	}
	for i := range max(len(a), len(b)) {
		at := pointer + "/" + strconv.Itoa(i)
		switch {
		case i >= len(a):
			d.add(at, "adicionado", nil, b[i])
		case i >= len(b):
			d.add(at, "removido", a[i], nil)
		default:
			d.values(at, a[i], b[i])
		}
	}
}

func sameValue(a, b canon.Value) bool {
	if bytes.Equal(a, b) {
		return true
	}
	ca, errA := canon.Canonical(a)
	cb, errB := canon.Canonical(b)
	return errA == nil && errB == nil && bytes.Equal(ca, cb)
}

func appendChanges(dst []byte, changes []Change) []byte {
	dst = append(dst, '[')
	for i, c := range changes {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"ponteiro":`...)
		dst = canon.AppendString(dst, c.Pointer)
		dst = append(dst, `,"mudanca":"`...)
		dst = append(dst, c.Kind...)
		dst = append(dst, `","de":`...)
		dst = trace.AppendOrNull(dst, c.From)
		dst = append(dst, `,"para":`...)
		dst = trace.AppendOrNull(dst, c.To)
		dst = append(dst, '}')
	}
	return append(dst, ']')
}

// FileChange is a file that a version has and the one before has not, or the other way around.
type FileChange struct {
	Kind string // adicionado, removido, alterado
	File attachment.File
}

// Added reports whether the newer version has the file.
func (c *FileChange) Added() bool { return c.Kind == "adicionado" }

// Marked reports whether the newer version classifies the file's personal data differently.
func (c *FileChange) Marked() bool { return c.Kind == "alterado" }

// FileChanges lists the files that were added and removed from one seal to another, and those that
// were marked in another way.
func FileChanges(from, to []byte) []FileChange {
	if bytes.Equal(from, to) { // nearly always
		return nil
	}
	var changes []FileChange
	before, after := attachment.List(from), attachment.List(to)
	for _, f := range attachment.Added(before, after) {
		changes = append(changes, FileChange{"adicionado", f})
	}
	for _, f := range attachment.Added(after, before) {
		changes = append(changes, FileChange{"removido", f})
	}
	for _, f := range attachment.Marked(before, after) {
		changes = append(changes, FileChange{"alterado", f})
	}
	return changes
}

// appendFileChanges appends the member that lists the files added and removed between two versions;
// nothing if there are none.
func appendFileChanges(dst, from, to []byte) []byte {
	changes := FileChanges(from, to)
	if len(changes) == 0 {
		return dst
	}
	dst = append(dst, `,"alteracoesDeAnexos":[`...)
	for i, c := range changes {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(append(append(dst, `{"mudanca":"`...), c.Kind...), `","sha256":`...)
		dst = canon.AppendString(dst, c.File.Sum)
		dst = canon.AppendString(append(dst, `,"nome":`...), c.File.Name)
		dst = append(strconv.AppendInt(append(dst, `,"bytes":`...), c.File.Bytes, 10), '}')
	}
	return append(dst, ']')
}
