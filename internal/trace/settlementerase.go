package trace

import (
	"context"
	"slices"
	"strings"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/ownership"
)

// settledCodes returns those codes that any version of a record claims and an
// administrator has decided about.
func settledCodes(ctx context.Context, r ownership.Reader, versions []Record) (settled []ownership.Code, err error) {
	for _, realm := range []ownership.Realm{ownership.Lots, ownership.GTINs} {
		var codes []string
		for i := range versions {
			if versions[i].MayClaim() {
				codes = append(codes, versions[i].Claimed(realm)...)
			}
		}
		slices.Sort(codes)
		for chunk := range slices.Chunk(slices.Compact(codes), ownership.MaxCodes) {
			owners, err := r.Owners(ctx, realm, chunk)
			if err != nil {
				return nil, err
			}
			for i := range owners {
				if owners[i].Settled != 0 {
					settled = append(settled, owners[i].Code)
				}
			}
		}
	}
	return settled, nil
}

// eraseFromSettlements takes what decisions on some codes say of an erased record out
// of them. versions are the record's own, from before. A code that no record claims,
// or claimed, has no owner left: then both the code and the reason go. Of a code that
// others still claim the reason goes where it quotes the record, and of any other code
// where it identifies the record, if the key may read about that code. What is left
// becomes a new version of the note, as with the report of a recall.
func (s *Service) eraseFromSettlements(ctx context.Context, w Writer, by *Key, look *quoteLook, settled []ownership.Code, versions []Record) error {
	left := map[ownership.Code]bool{} // by whether somebody still claims it
	for _, code := range settled {
		owners, err := w.Owners(ctx, code.Realm, []string{code.Text})
		if err != nil {
			return err
		}
		left[code] = len(owners) > 0
	}
	quoted := textsOf(versions)
	asked, err := look.left(ctx, w, kind.Settlement)
	if err != nil {
		return err
	}
	var notes []Record
	for _, note := range asked {
		v, err := newestOf(ctx, w, note)
		if err != nil {
			return err
		}
		if v == nil {
			continue
		}
		if code, _, ok := v.Settled(); ok && (slices.Contains(settled, code) || mayIdentify(by, v, quoted)) {
			notes = append(notes, *v)
		}
	}
	for i := range notes {
		var note SettlementNote
		if err := canon.Unmarshal(notes[i].Dados, &note); err != nil {
			return err
		}
		switch still, own := left[note.Code()]; {
		case !own: // of another code
		case !still:
			note.Lote, note.GTIN = "", ""
		case !quotes(note.Motivo, quoted):
			continue
		}
		note.Motivo, note.Expurgado = "", true
		document, err := canon.Marshal(note)
		if err != nil {
			return err
		}
		if err := s.rewriteEntry(ctx, w, by, notes[i], document); err != nil {
			return err
		}
	}
	return nil
}

// mayIdentify reports whether the reason of a decision identifies a record, and a key may
// read about the code that it decides.
func mayIdentify(by *Key, v *Record, texts []string) bool {
	var note SettlementNote
	return canon.Unmarshal(v.Dados, &note) == nil && identifies(note.Motivo, texts) &&
		by.Reaches(note.SafraID) && (note.Anterior == "" || by.Reaches(note.Anterior))
}

// rewriteEntry writes what is left of an entry of the journal after an erasure as its
// new version. The older ones lose payload and salt; their commitments stay in the log.
func (s *Service) rewriteEntry(ctx context.Context, w Writer, by *Key, entry Record, document []byte) error {
	s.next(&entry, Erased, by)
	entry.Dados, entry.AfterEnd = document, true
	if err := s.append(ctx, w, &entry); err != nil {
		return err
	}
	return w.Erase(ctx, entry.ID, entry.Version-1, entry.Kind.Prefix+"/"+entry.ID.String())
}

// minQuoted is how many bytes of a text can be said to quote it.
const minQuoted = 3

// quotes reports whether a sentence has one of some texts in it, in any case.
func quotes(sentence string, texts []string) bool {
	folded := strings.ToUpper(sentence)
	return slices.ContainsFunc(texts, func(text string) bool {
		return len(text) >= minQuoted && strings.Contains(folded, strings.ToUpper(text))
	})
}

// textsOf returns every text and number in the payloads of some versions, but for the
// codes that they claim: those others may claim too.
func textsOf(versions []Record) (texts []string) {
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
	var codes []string
	for i := range versions {
		each(string(versions[i].Dados))
		for _, realm := range []ownership.Realm{ownership.Lots, ownership.GTINs} {
			codes = append(codes, versions[i].Claimed(realm)...)
		}
	}
	slices.Sort(texts)
	return slices.DeleteFunc(slices.Compact(texts), func(text string) bool {
		return slices.ContainsFunc(codes, func(code string) bool { return strings.EqualFold(code, text) })
	})
}
