package recall

import (
	"context"
	"errors"
	"slices"
	"strings"

	"rastro/internal/admit"
	"rastro/internal/canon"
	"rastro/internal/lang"
	"rastro/internal/lot"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// minQuoted is how many bytes of a folded text count as a quote.
const minQuoted = 3

// textsOf returns every text and number in the payloads of some versions, except for the
// codes that they claim: others may claim those too.
func textsOf(versions []trace.Record) (texts []string) {
	var each func(value string)
	each = func(value string) {
		switch canon.KindOf(value) {
		case '{', '[':
			canon.Each(value, func(_, member string) bool {
				each(member)
				return true
			})
		case '"':
			texts = append(texts, strings.TrimSpace(canon.Unquote(value)))
		case '0':
			texts = append(texts, value)
		}
	}
	codes := map[string]bool{}
	for i := range versions {
		each(string(versions[i].Payload))
		for _, realm := range []ownership.Realm{ownership.Lots, ownership.GTINs} {
			for _, code := range versions[i].Claimed(realm) {
				codes[lang.FoldQuote(code)] = true
			}
		}
	}
	slices.Sort(texts)
	return slices.DeleteFunc(slices.Compact(texts), func(text string) bool { return codes[lang.FoldQuote(text)] })
}

// reportToSearch reads a report, and claims the memory for it first. It returns nil for
// one that the key may not read: a key changes only reports that it may read.
func reportToSearch(ctx context.Context, r QuoteReader, by *trace.Key, note trace.NoteVersion) (*trace.Record, error) {
	if by.LimitedToHarvests() {
		harvests, err := r.RecallHarvests(ctx, note.ID)
		if err != nil || !by.ReadsOnly(harvests) {
			return nil, err
		}
	}
	return newestOf(ctx, r, note)
}

// newestOf reads the newest version of a note, and first claims the memory for it.
func newestOf(ctx context.Context, r QuoteReader, note trace.NoteVersion) (*trace.Record, error) {
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

// mayBeIn reports whether a stored report of other harvests may contain something of the record: a
// text typed in it identifies the record, or the report contains one of its lots. A report may be
// long, so nothing else is copied or decoded.
func (e *recallEraser) mayBeIn(document []byte) (found bool) {
	// A report that is damaged is searched as far as it can be read.
	_ = canon.Members(document, func(name string, value canon.Value) error {
		switch name {
		case "motivo":
			reason, _ := canon.String(value)
			found = found || e.mayIdentify(reason)
		case "criterios":
			var asked Criteria
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

// redactOther removes the record from the report of other harvests: all that mayBeIn finds,
// except for the lots that the records of these harvests also name.
func (e *recallEraser) redactOther(c *Recall) bool {
	found := e.redactCodes(c)
	return redactTyped(c, c.Criteria.typed(), e.identifiedBy) || found
}

// rewriteEntry writes what an erasure leaves of a journal entry as its new version. The older
// versions lose payload and salt; their commitments stay in the log.
func (s *Recaller) rewriteEntry(ctx context.Context, w QuoteWriter, by *trace.Key, entry trace.Record, document []byte) error {
	s.journal.Next(&entry, trace.Erased, by)
	entry.Payload, entry.AfterEnd = document, true
	if err := s.journal.Append(ctx, w, &entry); err != nil {
		return err
	}
	return w.Erase(ctx, entry.ID, entry.Version-1, entry.Kind.Prefix+"/"+entry.ID.String())
}
