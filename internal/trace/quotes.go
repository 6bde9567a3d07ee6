package trace

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rastro/internal/admit"
	"rastro/internal/canon"
	"rastro/internal/kind"
)

// quotingRecalls returns the reports, beside those that are known to tell of the record's
// harvest, into which somebody typed what identifies the record: its reason or criteria.
// It reads only those that look has left.
func (e *recallEraser) quotingRecalls(ctx context.Context, w Writer, by *Key, known []ID, look *quoteLook) (ids []ID, err error) {
	left, err := look.left(ctx, w, kind.RecallReport)
	if err != nil {
		return nil, err
	}
	for _, note := range left {
		if slices.Contains(known, note.ID) {
			continue
		}
		report, err := reportToSearch(ctx, w, by, note)
		if err != nil {
			return nil, err
		}
		if report != nil && typedIn(report.Dados, e.texts) {
			ids = append(ids, note.ID)
		}
	}
	return ids, nil
}

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
	if err := admit.From(ctx).Reach(note.Bytes); err != nil {
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

// typedIn reports whether what people typed into a stored report has one of some texts
// in it that identifies a record. A report may be long: it is neither copied nor decoded
// beyond that.
func typedIn(document []byte, texts []string) (found bool) {
	left := 2
	// A report that cannot be read to its end is searched as far as it can.
	_ = canon.Members(document, func(name string, value canon.Value) error {
		switch name {
		case "motivo":
			left--
			reason, _ := canon.String(value)
			found = found || identifies(reason, texts)
		case "criterios":
			left--
			var asked RecallCriteria
			if canon.Unmarshal(value, &asked) == nil {
				found = found || slices.ContainsFunc(asked.typed(), func(list *[]string) bool {
					return slices.ContainsFunc(*list, func(one string) bool { return identifies(one, texts) })
				})
			}
		}
		if found || left == 0 {
			return errRead
		}
		return nil
	})
	return found
}

// redactTyped takes out of the report of other harvests what identifies the record: all
// that typedIn finds.
func (e *recallEraser) redactTyped(c *Recall) bool {
	return redactTyped(c, c.Criterios.typed(), func(sentence string) bool { return identifies(sentence, e.texts) })
}

// minIdentifying is how many bytes of a text can identify a record outside its harvest.
const minIdentifying = 6

// identifies reports whether a sentence has one of some texts in it, in any case and as
// whole words, that is particular to a record: it has several words, or a digit. One
// plain word (SOJA, colheita) is anybody's, and must not cost the reports of others
// their reason.
func identifies(sentence string, texts []string) bool {
	folded := strings.ToUpper(sentence)
	return slices.ContainsFunc(texts, func(text string) bool {
		text = strings.ToUpper(text)
		return len(text) >= minIdentifying && strings.ContainsFunc(text, func(r rune) bool { return unicode.IsDigit(r) || unicode.IsSpace(r) }) && hasWords(folded, text)
	})
}

// hasWords reports whether a sentence has a text in it that neither begins nor ends
// within a word.
func hasWords(sentence, text string) bool {
	for from := 0; ; {
		at := strings.Index(sentence[from:], text)
		if at < 0 {
			return false
		}
		at += from
		before, _ := utf8.DecodeLastRuneInString(sentence[:at])
		after, _ := utf8.DecodeRuneInString(sentence[at+len(text):])
		if !isWord(before) && !isWord(after) {
			return true
		}
		from = at + 1
	}
}

func isWord(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }
