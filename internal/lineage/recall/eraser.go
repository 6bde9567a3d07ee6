package recall

import (
	"context"
	"slices"
	"strings"

	"rastro/internal/lang"
	"rastro/internal/lot"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// recallEraser knows what an erased record said, as far as reports quote it.
type recallEraser struct {
	id       trace.ID
	record   NamedRecord
	at       string
	versions []trace.Record
	// codes are all lots that any version named, texts what else of the record a sentence may
	// quote, and written the spellings of its lots, folded, by code.
	codes   map[string]bool
	texts   *quotable
	written map[string][]string

	// named caches whether other records of some harvests name a lot.
	named  map[namedLot]bool
	groups map[string]int // of harvests

	// Of the report that lookAt saw last: the lots that its harvests no longer name, and
	// the holders whose names are removed.
	lots    map[string]bool
	holders []string
}

// namedLot is a lot in a group of harvests.
type namedLot struct {
	code  string
	group int
}

// namedBytes is roughly the size of an entry of recallEraser.named.
const namedBytes = 128

func newRecallEraser(versions []trace.Record) *recallEraser {
	newest := &versions[len(versions)-1]
	e := &recallEraser{
		id: newest.ID, record: recordOf(newest.Ref()), versions: versions,
		codes: map[string]bool{}, written: map[string][]string{}, named: map[namedLot]bool{}, groups: map[string]int{},
	}
	texts := textsOf(versions)
	for i := range versions {
		for _, row := range versions[i].GraphRows() {
			e.codes[row.Lot] = true
			for _, other := range row.Others {
				e.codes[other.Lot] = true
			}
			texts = append(texts, row.Carrier, row.Paper)
		}
		for _, code := range versions[i].Claimed(ownership.Lots) {
			e.codes[code] = true
		}
	}
	for code := range e.codes {
		e.write(code, code)
	}
	e.texts = newQuotable(slices.DeleteFunc(texts, func(text string) bool {
		code := lot.Fold(text)
		if !e.codes[code] {
			return false
		}
		e.write(code, text)
		return true
	}))
	return e
}

func (e *recallEraser) write(code, text string) {
	if text = lang.FoldQuote(text); len(text) >= minQuoted && !slices.Contains(e.written[code], text) {
		e.written[code] = append(e.written[code], text)
	}
}

// lookAt finds which of the record's lots a report may not keep. A code is kept while
// another stored record of the report's own harvests names it: it is theirs then.
func (e *recallEraser) lookAt(ctx context.Context, r QuoteReader, c *Recall) error {
	e.lots, e.holders = map[string]bool{}, nil
	if len(e.codes) == 0 {
		return nil
	}
	return e.lookFor(ctx, r, e.codesIn(c), c.harvests())
}

// lookAtReason is lookAt for the reason of a decision between harvests.
func (e *recallEraser) lookAtReason(ctx context.Context, r QuoteReader, reason string, harvests []string) error {
	e.lots, e.holders = map[string]bool{}, nil
	found := map[string]bool{}
	e.addWritten(found, lang.FoldQuote(reason))
	return e.lookFor(ctx, r, found, harvests)
}

func (e *recallEraser) lookFor(ctx context.Context, r QuoteReader, codes map[string]bool, harvests []string) error {
	for code := range codes {
		named, err := e.isNamed(ctx, r, code, harvests)
		if err != nil {
			return err
		}
		if !named {
			e.lots[code] = true
		}
	}
	return nil
}

// codesIn returns those of the record's lots that a report has in a list or a sentence.
func (e *recallEraser) codesIn(c *Recall) map[string]bool {
	found := map[string]bool{}
	note := func(code string) {
		if e.codes[code] {
			found[code] = true
		}
	}
	for i := range c.Lots {
		note(c.Lots[i].Code)
	}
	for i := range c.Mentions {
		note(c.Mentions[i].Lot)
	}
	for _, list := range append(c.Criteria.typed(), &c.InitialLots) {
		for _, one := range *list {
			note(lot.Fold(one))
		}
	}
	sentences := []string{lang.FoldQuote(c.Reason)}
	for _, list := range c.Criteria.typed() {
		for _, one := range *list {
			sentences = append(sentences, lang.FoldQuote(one))
		}
	}
	e.addWritten(found, strings.Join(sentences, "\n"))
	return found
}

// addWritten adds the lots that are spelled in folded sentences.
func (e *recallEraser) addWritten(found map[string]bool, sentences string) {
	for code, written := range e.written {
		if slices.ContainsFunc(written, func(text string) bool { return strings.Contains(sentences, text) }) {
			found[code] = true
		}
	}
}

// namedPage is how many rows of a lot are read together. Some of them may be the record's own.
const namedPage = 64

// isNamed reports whether another record of some harvests names a lot, or did in a version
// that is stored. It remembers the answer; stillNamed reports whether it is still true.
func (e *recallEraser) isNamed(ctx context.Context, r QuoteReader, code string, harvests []string) (bool, error) {
	key := strings.Join(harvests, "\x00")
	group, ok := e.groups[key]
	if !ok {
		group = len(e.groups)
		e.groups[key] = group
	}
	at := namedLot{code, group}
	if named, ok := e.named[at]; ok {
		return named, nil
	}
	named, err := e.othersName(ctx, r, code, harvests)
	if err == nil {
		e.named[at] = named
	}
	return named, err
}

func (e *recallEraser) othersName(ctx context.Context, r QuoteReader, code string, harvests []string) (named bool, err error) {
	if len(harvests) == 0 {
		return false, nil // no harvests; an empty query would mean all
	}
	q := trace.LotQuery{Lots: []string{code}, From: lot.Identified, To: lot.Suspected, Ever: true, RefsOnly: true, Reach: trace.Only(harvests...), Limit: namedPage}
	for {
		rows := 0
		err := r.EachLotRow(ctx, q, func(row *lot.Row) error {
			rows++
			q.After = row.Key()
			if row.ID != e.id {
				named = true
				return errRead
			}
			return nil
		})
		switch {
		case named:
			return true, nil
		case err != nil || rows < q.Limit:
			return false, err
		}
	}
}

// stillNamed reports whether others still name all lots for which isNamed returned true.
func (e *recallEraser) stillNamed(ctx context.Context, r QuoteReader) (bool, error) {
	harvests := make([][]string, len(e.groups))
	for key, group := range e.groups {
		if key != "" {
			harvests[group] = strings.Split(key, "\x00")
		}
	}
	for at, named := range e.named {
		if !named {
			continue
		}
		if now, err := e.othersName(ctx, r, at.code, harvests[at.group]); err != nil || !now {
			return false, err
		}
	}
	return true, nil
}

// quotedBy reports whether a sentence in a report of the record's own harvest quotes it.
func (e *recallEraser) quotedBy(sentence string) bool {
	if e.texts.in(sentence) {
		return true
	}
	sentence = lang.FoldQuote(sentence)
	return slices.ContainsFunc(e.holders, func(name string) bool {
		name = lang.FoldQuote(name)
		return len(name) >= minQuoted && strings.Contains(sentence, name)
	}) || e.lotWritten(func(text string) bool { return strings.Contains(sentence, text) })
}

// identifiedBy reports whether a sentence in a report of other harvests, or in a decision,
// identifies the record: by a text, or by a lot that these harvests do not name.
func (e *recallEraser) identifiedBy(sentence string) bool {
	if e.texts.identifiedBy(sentence) {
		return true
	}
	sentence = lang.FoldQuote(sentence)
	return e.lotWritten(func(text string) bool { return isParticular(text) && hasWords(sentence, text) })
}

// lotWritten reports whether the text contains a spelling of a lot that must be removed.
func (e *recallEraser) lotWritten(found func(text string) bool) bool {
	for code := range e.lots {
		if slices.ContainsFunc(e.written[code], found) {
			return true
		}
	}
	return false
}

// mayIdentify reports whether identifiedBy may return true, whichever lots others name.
func (e *recallEraser) mayIdentify(sentence string) bool {
	if e.texts.identifiedBy(sentence) {
		return true
	}
	sentence = lang.FoldQuote(sentence)
	for _, written := range e.written {
		if slices.ContainsFunc(written, func(text string) bool { return isParticular(text) && hasWords(sentence, text) }) {
			return true
		}
	}
	return false
}
