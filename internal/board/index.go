package board

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"rastro/internal/harvests"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

const (
	// maxTouched is how many versions are read to find the harvests that were written in. If more
	// were written, every row is checked again.
	maxTouched = 20_000
	// batchSize is how many harvests are reviewed between two looks at the budget.
	batchSize = 25
)

// index is the rows that some readers may see. No review is made under its lock.
type index struct {
	board  *Board
	by     *trace.Key
	reader string
	held   int // rows, as the board counts them

	following sync.Mutex // only one caller at a time reads what was written
	place     trace.Place
	layers    string // the state of the public layers
	year      int

	mu    sync.Mutex
	names *collate.Collator
	keys  collate.Buffer
	more  bool // there are harvests without a row
	rows  map[string]*row
	order []*row // by name, 2 before 10; nil: to be made again
	// unseen are the harvests that no review has seen in their present state; again are those that
	// others may have invalidated.
	unseen, again queue
	// before are the cards that harvests had before they were written in; nil if none.
	before map[string]*harvests.Card
	moment int // counts updates, to recognise what was drawn earlier
}

// row is a harvest.
type row struct {
	name string
	key  []byte // sorts it
	text string // folded, to search in
	// card is nil until a review has seen the harvest in its present state.
	card  *harvests.Card
	state harvests.State
	// When it was last written in, and when others may last have invalidated it.
	written, doubted int
}

func newIndex(b *Board, by *trace.Key, reader string) *index {
	return &index{
		board: b, by: by, reader: reader, names: collate.New(language.BrazilianPortuguese, collate.Numeric),
		rows: map[string]*row{}, before: map[string]*harvests.Card{},
	}
}

// left returns how many harvests are still to be reviewed or checked again.
func (x *index) left() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.unseen.len() + x.again.len()
}

// follow processes what was written since the last call.
func (x *index) follow(ctx context.Context) error {
	x.following.Lock()
	defer x.following.Unlock()
	year := x.board.now().Year()
	found, err := x.board.changes.Touched(ctx, x.place, maxTouched)
	if err != nil {
		return err
	}
	layers, err := x.board.lister.LandStamp(ctx)
	if err != nil {
		return err
	}
	by := x.by.Fresh()
	var theirs map[string]bool // what the reader does not reach, looked up before anyone waits
	if by.LimitedToHarvests() {
		theirs = make(map[string]bool, len(found.Harvests))
		for _, name := range found.Harvests {
			theirs[name] = !by.Reaches(name)
		}
		if err := by.ReachErr(); err != nil {
			return err
		}
	}
	reload := x.place == "" || found.All || year != x.year
	var names []string
	var more bool
	if reload {
		if names, more, err = x.board.lister.Names(ctx, by, x.board.limits.Rows); err != nil {
			return err
		}
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.moment++
	if reload {
		x.load(names, more)
	}
	doubt := found.Catalogue || layers != x.layers
	for _, name := range found.Harvests {
		doubt = theirs[name] || x.write(name) || doubt
	}
	if doubt {
		x.doubtAll()
	}
	x.place, x.year, x.layers = found.Next, year, layers
	return nil
}

// load reads the names of all harvests, and marks all for checking: the card of an unchanged
// harvest is kept.
func (x *index) load(names []string, more bool) {
	x.more, x.order = more, nil
	kept := make(map[string]*row, len(names))
	for _, name := range names {
		if kept[name] = x.rows[name]; kept[name] == nil {
			kept[name] = x.newRow(name)
		}
		kept[name].written = x.moment
	}
	x.rows, x.unseen, x.again = kept, queue{}, queue{}
	clear(x.before)
	x.sort()
	for _, r := range x.order { // those that are shown first come first
		x.wait(r)
	}
}

// wait queues a row.
func (x *index) wait(r *row) {
	if r.card == nil {
		x.unseen.add(r.name)
	} else {
		x.again.add(r.name)
	}
}

func (x *index) newRow(name string) *row {
	defer x.keys.Reset()
	return &row{name: name, key: bytes.Clone(x.names.KeyFromString(&x.keys, name)), text: lang.Fold(name)}
}

func (x *index) sort() {
	if x.order != nil {
		return
	}
	x.order = make([]*row, 0, len(x.rows))
	for _, r := range x.rows {
		x.order = append(x.order, r)
	}
	slices.SortFunc(x.order, func(a, b *row) int { return cmp.Or(bytes.Compare(a.key, b.key), strings.Compare(a.name, b.name)) })
}

// write notes that a harvest was written in. unknown means that its effect on the reviews of others
// is unknown here.
func (x *index) write(name string) (unknown bool) {
	r := x.rows[name]
	switch {
	case r == nil && len(x.rows) >= x.board.limits.Rows:
		x.more = true
		return true
	case r == nil:
		r = x.newRow(name)
		x.rows[name], x.order = r, nil
		x.before[name] = nil
	case r.card != nil:
		unknown = unreviewed(r.card)
		x.before[name] = r.card
	default:
		if _, known := x.before[name]; !known { // no review has seen it, so its facts are unknown
			unknown = true
			x.before[name] = nil
		}
	}
	r.card, r.written = nil, x.moment
	x.again.drop(name)
	x.unseen.add(name)
	return unknown
}

// doubtAll marks every row for checking: one that is still right stays.
func (x *index) doubtAll() {
	for _, r := range x.rows {
		x.doubt(r)
	}
}

// doubt marks a row for checking, even if it is being reviewed.
func (x *index) doubt(r *row) {
	r.doubted = x.moment
	x.wait(r)
}

// queueUnseen queues every row that no review has seen, also those that Run is about to
// review, and returns how many there are.
func (x *index) queueUnseen() int {
	for name, r := range x.rows {
		if r.card == nil {
			x.unseen.add(name)
		}
	}
	return x.unseen.len()
}

// advance reviews harvests within the budget; 0 means what a list reviews, in one batch.
func (x *index) advance(ctx context.Context, budget int64) error {
	for left := budget; ; {
		x.mu.Lock()
		names := x.unseen.take(batchSize)
		if len(names) == 0 {
			names = x.again.take(batchSize)
		}
		b := x.begin(names)
		x.mu.Unlock()
		if len(names) == 0 {
			return nil
		}
		by := x.by.Fresh()
		_, err := b.review(ctx, by, left)
		if err == nil {
			err = by.ReachErr()
		}
		x.mu.Lock()
		full := x.settle(b, err)
		x.mu.Unlock()
		if left -= b.spent; err != nil || full || left <= 0 {
			return err
		}
	}
}

// settle stores the results of a batch. full means that some harvests were postponed.
func (x *index) settle(b *batch, err error) (full bool) {
	var told harvests.LotsAndLand
	doubt := false
	x.moment++
	for _, name := range b.names {
		r, card := x.rows[name], b.cards[name]
		switch {
		case r == nil:
			continue
		case r.written > b.began: // the result is outdated
			x.wait(r)
			continue
		case err != nil || card != nil && card.Unreviewed == harvests.HarvestPostponed:
			full = true
			x.wait(r)
			continue
		}
		before, written := x.before[name]
		if !written && r.card != nil && (card == nil || r.state != b.states[name]) {
			before, written = r.card, true // the review saw a write before follow did
		}
		if written {
			told.Add(before)
			told.Add(card)
			doubt = doubt || unreviewed(card) && !unreviewed(before)
			delete(x.before, name)
		}
		x.unseen.drop(name)
		x.again.drop(name)
		if card == nil { // it has no record any more
			delete(x.rows, name)
			x.order = nil
			continue
		}
		b.changed = b.changed || written || r.card == nil
		r.state = b.states[name]
		r.put(card)
		if r.doubted > b.began {
			x.wait(r)
		}
	}
	x.tell(&told, doubt)
	return full
}

// unreviewed reports whether a card says nothing about its harvest.
func unreviewed(card *harvests.Card) bool { return card != nil && card.Unreviewed != "" }

// tell marks the rows that may be affected by harvests' previous or present facts; all means that
// these are unknown.
func (x *index) tell(told *harvests.LotsAndLand, all bool) {
	if !all && told.Empty() {
		return
	}
	for _, r := range x.rows {
		if all || r.card == nil || told.Concerns(r.card) {
			x.doubt(r)
		}
	}
}

// put sets the row's card.
func (r *row) put(card *harvests.Card) {
	words := []string{card.HarvestID, card.Name, card.Season, card.Crop, card.Producer, card.Farm, card.Town, card.UF}
	if card.Crop != "" {
		name := trace.Crop(card.Crop).Name()
		words = append(words, name.PT, name.EN, name.ES)
	}
	r.card, r.text = card, lang.Fold(strings.Join(words, "\n"))
}

// queue holds names, each once, in order of arrival.
type queue struct {
	names []string
	in    map[string]bool // those that were not dropped
}

func (q *queue) len() int { return len(q.in) }

func (q *queue) add(name string) {
	if q.in[name] {
		return
	}
	if q.in == nil {
		q.in = map[string]bool{}
	}
	q.in[name] = true
	q.names = append(q.names, name)
}

// take removes the first few.
func (q *queue) take(few int) (taken []string) {
	for len(q.names) > 0 && len(taken) < few {
		name := q.names[0]
		if q.names = q.names[1:]; q.in[name] {
			taken = append(taken, name)
			delete(q.in, name)
		}
	}
	return taken
}

func (q *queue) drop(name string) { delete(q.in, name) }
