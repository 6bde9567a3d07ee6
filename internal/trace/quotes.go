package trace

import (
	"context"
	"errors"
	"slices"

	"rastro/internal/admit"
	"rastro/internal/canon"
	"rastro/internal/lot"
)

// reportToSearch reads a report, and claims the memory for it first. It returns nil for
// one that the key may not read: a key changes only reports that it may read.
func reportToSearch(ctx context.Context, r Reader, by *Key, note NoteVersion) (*Record, error) {
	if len(by.Safras) > 0 {
		safras, err := r.RecallHarvests(ctx, note.ID)
		if err != nil || !by.readsOnly(safras) {
			return nil, err
		}
	}
	return newestOf(ctx, r, note)
}

// newestOf reads the newest version of a note, and claims the memory for it first.
func newestOf(ctx context.Context, r Reader, note NoteVersion) (*Record, error) {
	if err := admit.From(ctx).Reach(2 * note.Bytes); err != nil { // the text, and a copy of its lots
		return nil, err
	}
	versions, err := r.Versions(ctx, note.ID)
	if err != nil || len(versions) == 0 {
		return nil, err
	}
	return &versions[len(versions)-1], nil
}

// errRead ends a walk that has read enough.
var errRead = errors.New("read enough")

// mayBeIn reports whether a stored report of other harvests may have something of the
// record in it: what people typed identifies the record, or one of its lots is among
// those of the report. A report may be long: it is neither copied nor decoded beyond that.
func (e *recallEraser) mayBeIn(document []byte) (found bool) {
	// A report that cannot be read to its end is searched as far as it can.
	_ = canon.Members(document, func(name string, value canon.Value) error {
		switch name {
		case "motivo":
			reason, _ := canon.String(value)
			found = found || e.mayIdentify(reason)
		case "criterios":
			var asked RecallCriteria
			if canon.Unmarshal(value, &asked) == nil {
				found = found || slices.ContainsFunc(asked.typed(), func(list *[]string) bool {
					return slices.ContainsFunc(*list, func(one string) bool { return e.codes[lot.Fold(one)] || e.mayIdentify(one) })
				})
			}
		case "lotesIniciais", "lotes":
			found = found || e.namedIn(value)
		}
		if found {
			return errRead
		}
		return nil
	})
	return found
}

// namedIn reports whether a list of a report has one of the record's lots in it: a list
// of codes, or of objects that have them.
func (e *recallEraser) namedIn(list canon.Value) (found bool) {
	if len(e.codes) == 0 {
		return false
	}
	canon.Each(string(list), func(_, element string) bool {
		if canon.KindOf(element) == '"' {
			found = e.codes[canon.Unquote(element)]
			return !found
		}
		canon.Each(element, func(name, member string) bool {
			found = name == "codigo" && e.codes[canon.Unquote(member)]
			return name != "codigo"
		})
		return !found
	})
	return found
}

// redactOther takes out of the report of other harvests what it has of the record: all
// that mayBeIn finds, but for the lots that the records of these harvests name as well.
func (e *recallEraser) redactOther(c *Recall) bool {
	found := e.redactCodes(c)
	return redactTyped(c, c.Criterios.typed(), e.identifiedBy) || found
}
